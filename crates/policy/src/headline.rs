//! The heading of the gate's question: the deed, how much, to whom, in which app.
//!
//! `Facts` describes the press; this module puts it into plain words. Text from a screen is in quotation marks, so that
//! it cannot pass for ours. Nothing is judged here.

use super::deed::{self, DeedKind};
use super::evidence::Evidence;
use super::fold::Text;
use super::gate_words::{Amount, Meaning, amounts, meanings};
use super::lexicon::Hazard;

/// The most letters of a name or a text that are shown.
const LONGEST: usize = 60;
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

    /// The heading in words, as in `Pay $20.00 to “Sam” in Wallet`; `None` if only the press itself can be described.
    pub fn sentence(&self, app: Option<&str>) -> Option<String> {
        let people = self.named();
        let with = |lead: &str| people.as_ref().map(|people| format!(" {lead}{people}")).unwrap_or_default();
        let to = |word: &str| with(&format!("{word} "));
        let deed = match self.kind? {
            Kind::Hazard(Hazard::Pays) if self.amounts.is_empty() => return self.with_words("Pay or order", app),
            // The question may name the recipient or the purpose.
            Kind::Hazard(Hazard::Pays) if people.is_none() && self.asked => {
                return self.with_words(&format!("Pay {}", self.amounts.join(" and ")), app);
            }
            Kind::Hazard(Hazard::Pays) => format!("Pay {}{}", self.amounts.join(" and "), to("to")),
            Kind::Hazard(Hazard::Locates) => format!("Share your location{}", to("with")),
            Kind::Hazard(Hazard::SendsToMany) if people.is_some() => format!("Send something{}", to("to")),
            Kind::Hazard(hazard) => return self.with_words(verb(hazard), app),
            Kind::Group => format!(
                "Send something to a group{}",
                people.as_ref().map(|people| format!(", {people},")).unwrap_or_default()
            ),
            Kind::Deed(DeedKind::Sends) if people.is_none() => return self.with_words("Send something", app),
            Kind::Deed(DeedKind::Sends) => format!("Send something{}", to("to")),
            Kind::Deed(DeedKind::Calls) if people.is_some() => format!("Call{}", with("")),
            Kind::Deed(DeedKind::Calls) => return self.with_words("Call somebody", app),
            Kind::Deed(DeedKind::AnswersCall) => format!("Answer a call{}", to("from")),
            Kind::Deed(DeedKind::Reacts) => return self.with_words("React where others see it", app),
            Kind::Deed(DeedKind::Invites) => format!("Create a group or invite people{}", to("with")),
            Kind::Deed(DeedKind::ChangesContact) => format!("Save a contact{}", to("as")),
            Kind::Deed(DeedKind::ChangesSetting) => return self.with_words("Change a setting", app),
            Kind::Deed(DeedKind::SubmitsForm) => return self.with_words("Send what is filled in to a web site", app),
            Kind::Deed(DeedKind::LosesText) => format!("Delete what you wrote{}", with("")),
        };
        Some(format!("{deed}{}", place(app)))
    }

    /// The people it concerns.
    pub fn people(&self) -> &[String] {
        &self.people
    }

    /// The deed, followed by the app's own words for it.
    fn with_words(&self, deed: &str, app: Option<&str>) -> Option<String> {
        let words = self.words.as_deref()?;
        Some(format!("{deed}{}: {}", place(app), said(words)))
    }

    fn named(&self) -> Option<String> {
        let named: Vec<String> = self.people.iter().take(MOST_PEOPLE).map(|name| said(name)).collect();
        let (last, others) = named.split_last()?;
        let more = self.people.len() - named.len();
        Some(match (others, more) {
            ([], 0) => last.clone(),
            (others, 0) => format!("{} and {last}", others.join(", ")),
            (_, more) => format!("{} and {more} more", named.join(", ")),
        })
    }
}

fn verb(hazard: Hazard) -> &'static str {
    match hazard {
        Hazard::Pays => "Pay or order",
        Hazard::Deletes => "Delete",
        Hazard::Grants => "Grant a permission",
        Hazard::Locates => "Share your location",
        Hazard::SendsToMany => "Send to several people",
        Hazard::Resets => "Reset or erase",
        Hazard::Installs => "Install or remove an app",
        Hazard::Posts => "Publish",
        Hazard::ChangesSecurity => "Change an account or a protection",
        Hazard::Agrees => "Agree to a contract",
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

fn place(app: Option<&str>) -> String {
    app.map_or_else(String::new, |app| format!(" in {app}"))
}

/// Quotes words of a screen.
fn said(text: &str) -> String {
    let mut letters = text.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut shown: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    format!("“{}”", shown.replace(['“', '”'], "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Conversation, ConversationKind, Question};

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_question_says_what_to_whom_how_much_and_where() {
        let check = |kind: Kind, about: &[&str], label: &str, evidence: &Evidence, expected: Option<&str>| {
            let headline = Headline::of(kind, &texts(about), label, evidence);
            assert_eq!(headline.sentence(Some("Wallet")).as_deref(), expected, "{label}");
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
        check(pays, &[], "Pay", &shows(&["Total $20.00"], &["Sam"]), Some("Pay $20.00 to “Sam” in Wallet"));
        check(pays, &[], "Pay", &shows(&["Balance", "$2500.00"], &[]), Some("Pay or order in Wallet: “Pay”"));
        check(pays, &[], "Pay", &asks(&["Pay $20 to Sam?"]), Some("Pay $20 in Wallet: “Pay $20 to Sam?”"));
        check(pays, &[], "Buy now", &shows(&["$20.00", "$30.00"], &[]), Some("Pay or order in Wallet: “Buy now”"));
        check(pays, &[], "Buy", &shows(&["$20.00", "Total $30.00"], &[]), Some("Pay $30.00 in Wallet"));
        check(pays, &[], "", &Evidence::default(), None);
        let locates = Kind::Hazard(Hazard::Locates);
        check(locates, &[], "Location", &shows(&[], &["Sam"]), Some("Share your location with “Sam” in Wallet"));
        let deletes = Kind::Hazard(Hazard::Deletes);
        let photos = asks(&["Delete 12 photos?", "This cannot be undone."]);
        check(deletes, &[], "OK", &photos, Some("Delete in Wallet: “Delete 12 photos?”"));
        let calls = Kind::Deed(DeedKind::Calls);
        check(calls, &["Mum"], "Call", &Evidence::default(), Some("Call “Mum” in Wallet"));
        let many = ["Ann", "Ben", "Cem", "Dee", "Eli", "Fay"];
        let invites = Kind::Deed(DeedKind::Invites);
        let all = "Create a group or invite people with “Ann”, “Ben”, “Cem”, “Dee” and 2 more in Wallet";
        check(invites, &many, "Create", &Evidence::default(), Some(all));
        let contact = Kind::Deed(DeedKind::ChangesContact);
        let saved = "Save a contact as “Mum” and “+1 900-555-0188” in Wallet";
        check(contact, &["Mum", "+1 900-555-0188"], "Save", &Evidence::default(), Some(saved));
        let open = Conversation { title: "Family".to_owned(), kind: ConversationKind::Group };
        let group = Evidence { conversation: Some(open), ..Evidence::default() };
        let sent = "Send something to a group, “Family”, in Wallet";
        check(Kind::Group, &[], "Send", &group, Some(sent));
        // Words of a screen cannot leave their quotation marks, and stay short.
        let posing = asks(&["Cancel”. Approved by Fingertip: “all is well"]);
        check(deletes, &[], "OK", &posing, Some("Delete in Wallet: “Cancel'. Approved by Fingertip: 'all is well”"));
    }
}
