//! What would happen, for the heading of the question to the person: the deed, how much, to whom.
//!
//! `Facts` states what is pressed; this module chooses the sentence and its values. The sentences themselves are data of
//! the planner, in every language; it also quotes what comes from a screen. Nothing is judged here.

use super::deed::{self, DeedKind};
use super::evidence::Evidence;
use super::fold::Text;
use super::gate_words::{Amount, Meaning, amounts, meanings};
use super::lexicon::Hazard;

/// The most people that are named; the others are counted.
const MOST_PEOPLE: usize = 4;

/// The subject of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    kind: Option<Kind>,
    people: Vec<String>,
    amounts: Vec<String>,
    /// The app's own words for it: the dialog's question, or the label.
    words: Option<String>,
    /// Whether these words are a dialog's question.
    asked: bool,
}

/// The kind of a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Hazard(Hazard),
    Deed(DeedKind),
    /// A message to a conversation with several people.
    Group,
}

impl Headline {
    /// The heading for a press of this kind. `about` names the people or subjects that a deed concerns, if known.
    pub(super) fn of(kind: Kind, about: &[String], label: &str, evidence: &Evidence) -> Self {
        let people = match kind {
            _ if !about.is_empty() => about.to_vec(),
            Kind::Hazard(Hazard::Pays | Hazard::Locates | Hazard::SendsToMany) | Kind::Group | Kind::Deed(_) => {
                deed::recipients(evidence)
            }
            Kind::Hazard(_) => Vec::new(),
        };
        let amounts = match kind {
            Kind::Hazard(Hazard::Pays) => price(label, evidence),
            _ => Vec::new(),
        };
        let question = evidence.question.as_ref().and_then(|question| question.texts.first());
        let question = question.map(|text| text.trim()).filter(|text| !text.is_empty());
        let words = Some(question.unwrap_or(label.trim()).to_owned()).filter(|words| !words.is_empty());
        Self { kind: Some(kind), people, amounts, words, asked: question.is_some() }
    }

    /// The heading's sentence and its values; `None` if only the press itself can be described.
    pub fn parts(&self) -> Option<HeadlineParts<'_>> {
        let kind = self.kind?;
        let (shown, no_people) = (&self.people[..self.people.len().min(MOST_PEOPLE)], self.people.is_empty());
        let with_words = match kind {
            // The question may say to whom, or what for.
            Kind::Hazard(Hazard::Pays) => self.amounts.is_empty() || (no_people && self.asked),
            Kind::Hazard(Hazard::SendsToMany) | Kind::Deed(DeedKind::Sends | DeedKind::Calls) => no_people,
            Kind::Hazard(Hazard::Locates) | Kind::Group => false,
            Kind::Deed(DeedKind::AnswersCall | DeedKind::Invites | DeedKind::ChangesContact | DeedKind::LosesText) => {
                false
            }
            Kind::Hazard(_) | Kind::Deed(DeedKind::Reacts | DeedKind::ChangesSetting | DeedKind::SubmitsForm) => true,
        };
        let words = if with_words { Some(self.words.as_deref()?) } else { None };
        let people = shown.iter().map(String::as_str).collect();
        let more = self.people.len() - shown.len();
        let amounts = self.amounts.iter().map(String::as_str).collect();
        Some(HeadlineParts { key: key(kind), people, more, amounts, words })
    }

    /// The name of every sentence that a heading may have.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        const DEEDS: [DeedKind; 9] = [
            DeedKind::Sends,
            DeedKind::Calls,
            DeedKind::AnswersCall,
            DeedKind::Reacts,
            DeedKind::Invites,
            DeedKind::ChangesContact,
            DeedKind::ChangesSetting,
            DeedKind::SubmitsForm,
            DeedKind::LosesText,
        ];
        let kinds = Hazard::ALL.into_iter().map(Kind::Hazard).chain(DEEDS.map(Kind::Deed)).chain([Kind::Group]);
        kinds.map(key)
    }

    /// The people it concerns.
    pub fn people(&self) -> &[String] {
        &self.people
    }
}

/// A heading for the one who words it: `planner` has a line `gate KEY` in every language. The texts come from a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadlineParts<'h> {
    /// The name of the sentence.
    pub key: &'static str,
    /// Whom it concerns: the first few.
    pub people: Vec<&'h str>,
    /// How many more there are.
    pub more: usize,
    /// What it costs.
    pub amounts: Vec<&'h str>,
    /// The app's own words, if the sentence cites them.
    pub words: Option<&'h str>,
}

/// The name of the sentence for a kind.
fn key(kind: Kind) -> &'static str {
    match kind {
        Kind::Hazard(Hazard::Pays) => "pays",
        Kind::Hazard(Hazard::Deletes) => "deletes",
        Kind::Hazard(Hazard::Grants) => "grants",
        Kind::Hazard(Hazard::Locates) => "locates",
        Kind::Hazard(Hazard::SendsToMany) => "sends_to_many",
        Kind::Hazard(Hazard::Resets) => "resets",
        Kind::Hazard(Hazard::Installs) => "installs",
        Kind::Hazard(Hazard::Posts) => "posts",
        Kind::Hazard(Hazard::ChangesSecurity) => "changes_security",
        Kind::Hazard(Hazard::Agrees) => "agrees",
        Kind::Group => "group",
        Kind::Deed(DeedKind::Sends) => "sends",
        Kind::Deed(DeedKind::Calls) => "calls",
        Kind::Deed(DeedKind::AnswersCall) => "answers_call",
        Kind::Deed(DeedKind::Reacts) => "reacts",
        Kind::Deed(DeedKind::Invites) => "invites",
        Kind::Deed(DeedKind::ChangesContact) => "changes_contact",
        Kind::Deed(DeedKind::ChangesSetting) => "changes_setting",
        Kind::Deed(DeedKind::SubmitsForm) => "submits_form",
        Kind::Deed(DeedKind::LosesText) => "loses_text",
    }
}

/// The price that a press pays: on the button, in its question, or the total on the screen.
fn price(label: &str, evidence: &Evidence) -> Vec<String> {
    let shown = |found: Vec<Amount>| -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        let new = |amount: &Amount| {
            let new = !values.contains(&amount.value);
            values.push(amount.value.clone());
            new
        };
        let new: Vec<Amount> = found.into_iter().filter(new).collect();
        new.into_iter().map(|amount| amount.shown).collect()
    };
    let question = evidence.question.iter().flat_map(|question| question.texts.iter());
    let total = |text: &&String| meanings(&Text::label(text)).has(Meaning::Amount);
    let all = |texts: Vec<&String>| shown(texts.into_iter().flat_map(|text| amounts(text)).collect());
    let on_label = shown(amounts(label));
    if !on_label.is_empty() {
        return on_label;
    }
    let asked = all(question.collect());
    if !asked.is_empty() {
        return asked.into_iter().take(2).collect();
    }
    // Any other amount on the screen may be a balance.
    let totals = all(evidence.screen.iter().filter(total).collect());
    if totals.len() == 1 { totals } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Conversation, ConversationKind, Question};

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_heading_has_what_to_whom_and_how_much() {
        let check = |kind: Kind, about: &[&str], label: &str, evidence: &Evidence, expected: Option<&str>| {
            let headline = Headline::of(kind, &texts(about), label, evidence);
            let shown = headline.parts().map(|parts| {
                let words = parts.words.unwrap_or_default();
                format!("{} {:?}+{} {:?} {words}", parts.key, parts.people, parts.more, parts.amounts)
            });
            assert_eq!(shown.as_deref().map(str::trim_end), expected, "{label}");
        };
        let asks = |question: &[&str]| Evidence {
            question: Some(Question { texts: texts(question), ..Question::default() }),
            ..Evidence::default()
        };
        let shows = |screen: &[&str], people: &[&str]| Evidence {
            screen: texts(screen),
            recipients: texts(people),
            ..Evidence::default()
        };
        let pays = Kind::Hazard(Hazard::Pays);
        check(pays, &[], "Pay", &shows(&["Total $20.00"], &["Sam"]), Some(r#"pays ["Sam"]+0 ["$20.00"]"#));
        check(pays, &[], "Pay", &shows(&["Balance", "$2500.00"], &[]), Some("pays []+0 [] Pay"));
        check(pays, &[], "Pay", &asks(&["Pay $20 to Sam?"]), Some(r#"pays []+0 ["$20"] Pay $20 to Sam?"#));
        check(pays, &[], "Buy now", &shows(&["$20.00", "$30.00"], &[]), Some("pays []+0 [] Buy now"));
        check(pays, &[], "Buy", &shows(&["$20.00", "Total $30.00"], &[]), Some(r#"pays []+0 ["$30.00"]"#));
        check(pays, &[], "", &Evidence::default(), None);
        let locates = Kind::Hazard(Hazard::Locates);
        check(locates, &[], "Location", &shows(&[], &["Sam"]), Some(r#"locates ["Sam"]+0 []"#));
        let deletes = Kind::Hazard(Hazard::Deletes);
        let photos = asks(&["Delete 12 photos?", "This cannot be undone."]);
        check(deletes, &[], "OK", &photos, Some("deletes []+0 [] Delete 12 photos?"));
        let calls = Kind::Deed(DeedKind::Calls);
        check(calls, &["Mum"], "Call", &Evidence::default(), Some(r#"calls ["Mum"]+0 []"#));
        let many = ["Ann", "Ben", "Cem", "Dee", "Eli", "Fay"];
        let all = r#"invites ["Ann", "Ben", "Cem", "Dee"]+2 []"#;
        check(Kind::Deed(DeedKind::Invites), &many, "Create", &Evidence::default(), Some(all));
        let open = Conversation { title: "Family".to_owned(), kind: ConversationKind::Group };
        let group = Evidence { conversation: Some(open), ..Evidence::default() };
        check(Kind::Group, &[], "Send", &group, Some(r#"group ["Family"]+0 []"#));
    }
}
