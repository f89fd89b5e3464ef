//! The deed that a person agreed to, and the later presses that belong to it: one deed asks one question.
//!
//! An app asks again before it pays or deletes. The person's answer already covers that press if it is about the same
//! kind of deed, in the same app, and names no person and no amount that the question did not name. Any other press is
//! a deed of its own. Nothing here makes a refusal milder.

use super::evidence::Question;
use super::fold::{FoldedForm, Text, fold};
use super::gate_words::{Meaning, amounts, knows_word, meanings};
use super::lexicon::Hazard;
use super::text_cache::TextCache;

/// How many presses one answer covers: an app asks twice, seldom three times.
const MOST_PRESSES: usize = 4;

/// A deed that a person agreed to.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The kinds of deed.
    hazards: Vec<Hazard>,
    /// The app; `None` until the first press, if the question came before its screen.
    app: Option<String>,
    /// The texts that the person saw: the question, and the screen with it.
    told: Vec<String>,
    /// The people or subjects it concerns, if the question came before the screen: the screen must show each of them.
    about: Vec<String>,
    /// The elements pressed for it, so that none is pressed twice.
    pressed: Vec<(String, Vec<String>)>,
}

/// A press that may belong to a deed.
#[derive(Clone, Copy, Debug)]
pub struct Press<'a> {
    /// All kinds of deed that it is.
    pub hazards: &'a [Hazard],
    /// The app.
    pub app: Option<&'a str>,
    /// The element's label.
    pub label: &'a str,
    /// The question that it answers.
    pub question: Option<&'a Question>,
    /// The other texts on the screen.
    pub screen: &'a [String],
    /// The recipients that the screen shows.
    pub people: &'a [String],
}

impl Press<'_> {
    fn asked(&self) -> Vec<String> {
        self.question.map_or_else(Vec::new, |question| question.texts.clone())
    }

    fn texts(&self) -> Vec<String> {
        let label = std::iter::once(self.label.to_owned());
        label.chain(self.asked()).chain(self.people.iter().cloned()).chain(self.screen.iter().cloned()).collect()
    }
}

impl Agreed {
    /// The person agreed to this press, seeing its screen.
    pub fn to_press(press: &Press<'_>, summary: &str) -> Option<Self> {
        let mut told = press.texts();
        told.push(summary.to_owned());
        let pressed = vec![(press.label.to_owned(), press.asked())];
        let hazards = press.hazards.to_vec();
        let app = press.app.map(str::to_owned);
        (!hazards.is_empty()).then_some(Self { hazards, app, told, about: Vec::new(), pressed })
    }

    /// The person agreed to this step of a plan, before its screen was open. `about` names the people or subjects it
    /// concerns.
    pub fn to_step(operation: &str, summary: &str, about: &[String], app: Option<&str>) -> Option<Self> {
        let hazards = super::act::op_hazards(operation);
        let told = std::iter::once(summary.to_owned()).chain(about.iter().cloned()).collect();
        let (about, app) = (about.to_vec(), app.map(str::to_owned));
        (!hazards.is_empty()).then_some(Self { hazards, app, told, about, pressed: Vec::new() })
    }

    /// Whether something was pressed for it already.
    pub fn has_begun(&self) -> bool {
        !self.pressed.is_empty()
    }

    /// Whether the press is part of the deed. If so, it is remembered, and the same press is not covered again.
    pub fn covers(&mut self, press: &Press<'_>) -> bool {
        let this = (press.label.to_owned(), press.asked());
        let same_kind = self.is_same_kind(press);
        let same_app = match (&self.app, press.app) {
            (Some(app), Some(pressed)) => app == pressed,
            (None, Some(_)) => !self.has_begun(),
            (_, None) => false,
        };
        let new = !self.pressed.contains(&this) && self.pressed.len() < MOST_PRESSES;
        if !(same_kind && same_app && new && self.shows_all(press) && self.shows_nothing_else(press)) {
            return false;
        }
        self.app = press.app.map(str::to_owned);
        self.told.extend(press.texts());
        self.pressed.push(this);
        true
    }

    fn is_same_kind(&self, press: &Press<'_>) -> bool {
        // "This cannot be undone" counts as deleting, unless it is said of the payment.
        let only_final = |hazard: Hazard| {
            let loses = [Meaning::Delete, Meaning::Overwrite, Meaning::Uninstall, Meaning::Reset];
            let said = |text: &String| loses.iter().any(|meaning| meanings(&Text::label(text)).has(*meaning));
            hazard == Hazard::Deletes && !press.asked().iter().chain([&press.label.to_owned()]).any(said)
        };
        let known = |hazard: &Hazard| self.hazards.contains(hazard) || only_final(*hazard);
        press.hazards.iter().all(known) && press.hazards.iter().any(|hazard| self.hazards.contains(hazard))
    }

    /// Whether the press only opens the form for a deed that was agreed to before its screen was there. The caller knows
    /// the element from a description of this app.
    pub fn opens(&self, press: &Press<'_>) -> bool {
        let same_kind = self.is_same_kind(press);
        let same_app = press.app.is_some() && self.app.as_deref() == press.app;
        let plain = press.question.is_none() && press.people.is_empty() && amounts(press.label).is_empty();
        !self.has_begun() && same_kind && same_app && plain
    }

    /// Whether the screen shows everybody and every amount that a question in advance was about.
    fn shows_all(&self, press: &Press<'_>) -> bool {
        if self.has_begun() {
            return true;
        }
        let texts = press.texts();
        let values = |texts: &[String]| -> Vec<String> {
            texts.iter().flat_map(|text| amounts(text)).map(|amount| amount.value).collect()
        };
        let shown = values(&texts);
        let said = |about: &String| match amounts(about).first() {
            Some(amount) => shown.contains(&amount.value),
            None => {
                texts.iter().any(|text| words(text).windows(words(about).len().max(1)).any(|part| part == words(about)))
            }
        };
        self.about.iter().filter(|about| !words(about).is_empty()).all(said)
    }

    /// Whether the button, its question and the recipients name only amounts and people that the person was told.
    fn shows_nothing_else(&self, press: &Press<'_>) -> bool {
        let known: Vec<String> = self.told.iter().flat_map(|text| amounts(text)).map(|amount| amount.value).collect();
        let asked = press.asked();
        let mut said: Vec<&str> = vec![press.label];
        said.extend(asked.iter().chain(press.people).map(String::as_str));
        // On a screen without a dialog, the person agrees to the screen itself.
        if press.question.is_none() && self.has_begun() {
            said.extend(press.screen.iter().map(String::as_str));
        }
        let told: Vec<String> = self.told.iter().flat_map(|text| words(text)).collect();
        let is_told = |word: &String| told.contains(word);
        let texts = said.iter().all(|text| {
            amounts(text).iter().all(|amount| known.contains(&amount.value)) && names(text).iter().all(is_told)
        });
        // A recipient may have a name that is an everyday word, such as Mark.
        texts && press.people.iter().flat_map(|name| words(name)).all(|word| is_told(&word))
    }
}

/// The folded words of a text.
fn words(text: &str) -> Vec<String> {
    FoldedForm::of(&fold(text)).tokens
}

/// The words of a text that may be names or numbers: written with a capital inside a sentence, in a script without
/// capitals and unknown to the gate, or long numbers.
fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // A sentence begins with a capital letter too; a name alone has nothing else.
    let mut first = !is_title_case(text);
    for word in text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '\'' | '’' | '@' | '+')) {
        if word.is_empty() {
            continue;
        }
        let starts = std::mem::take(&mut first) || is_everyday(word);
        let letter = word.chars().next().unwrap_or_default();
        let caseless = letter.is_alphabetic() && !letter.is_uppercase() && !letter.is_lowercase();
        let number = word.chars().filter(char::is_ascii_digit).count() > 4 || word.contains('@');
        let named = (letter.is_uppercase() && !starts) || caseless;
        if number || (named && !is_known(word) && !PAYS_WITH.contains(&word.to_lowercase().as_str())) {
            found.extend(words(word));
        }
    }
    found
}

/// Whether each of two or three words begins with a capital letter, as in a whole name.
fn is_title_case(text: &str) -> bool {
    let mut parts = text.split_whitespace();
    let count = parts.clone().count();
    (2..=3).contains(&count) && parts.all(|word| word.chars().next().is_some_and(char::is_uppercase))
}

/// Whether a word is an everyday word of a language, and so not a name.
fn is_everyday(word: &str) -> bool {
    words(word).first().is_some_and(|folded| knows_word(folded))
}

/// Means of payment, which are not names of people.
const PAYS_WITH: [&str; 16] = [
    "visa",
    "mastercard",
    "maestro",
    "amex",
    "american",
    "express",
    "paypal",
    "google",
    "apple",
    "pay",
    "girocard",
    "unionpay",
    "jcb",
    "upi",
    "sepa",
    "iban",
];

/// Whether the gate knows this whole word, so that it is not a name. A script without spaces may hide a name in a
/// longer one.
fn is_known(word: &str) -> bool {
    TextCache::default().label(word).whole().any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn question(asked: &[&str]) -> Option<Question> {
        (!asked.is_empty()).then(|| Question { texts: texts(asked), ..Question::default() })
    }

    /// A press: the label, the question, the screen, the app.
    type Row<'a> = (&'a str, &'a [&'a str], &'a [&'a str], &'a str);

    fn covers(agreed: &mut Agreed, (label, asked, screen, app): Row<'_>) -> bool {
        let (question, screen) = (question(asked), texts(screen));
        let press = Press {
            hazards: &[Hazard::Pays],
            app: Some(app),
            label,
            question: question.as_ref(),
            screen: &screen,
            people: &[],
        };
        agreed.covers(&press)
    }

    fn seen() -> Agreed {
        let screen = texts(&["To Sam Carter", "$20.00", "Balance $153.20"]);
        let press = Press {
            hazards: &[Hazard::Pays],
            app: Some("wallet"),
            label: "Pay $20.00",
            question: None,
            screen: &screen,
            people: &[],
        };
        Agreed::to_press(&press, "Pay $20.00").unwrap()
    }

    fn planned() -> Agreed {
        Agreed::to_step("pay", "pay Sam Carter 20 USD with Wallet", &texts(&["Sam Carter", "20 USD"]), Some("wallet"))
            .unwrap()
    }

    #[test]
    fn an_answer_covers_the_same_deed_and_nothing_else() {
        let after_press: &[(Row<'_>, bool)] = &[
            (("Confirm", &["Pay $20 to Sam Carter?"], &[], "wallet"), true),
            (("Confirm", &["Are you sure?"], &[], "wallet"), true),
            (("Confirm", &["Pay $25 to Sam Carter?"], &[], "wallet"), false),
            (("Confirm", &["Pay $20 to Mallory?"], &[], "wallet"), false),
            (("Confirm", &["Pay $20 to Sam Mallory?"], &[], "wallet"), false),
            (("Confirm", &["Eve Sam"], &[], "wallet"), false),
            (("Confirm", &["向马洛里支付 $20"], &[], "wallet"), false),
            (("Confirm", &["Pay $20 to Sam Carter?"], &[], "shop"), false),
            (("Pay $20.00", &[], &["To Sam Carter", "$20.00"], "wallet"), false),
            (("Confirm and pay", &[], &["To Sam Carter", "Total $20.50"], "wallet"), false),
        ];
        for (row, expected) in after_press {
            assert_eq!(covers(&mut seen(), *row), *expected, "after a press: {row:?}");
        }
        let after_step: &[(Row<'_>, bool)] = &[
            (("Pay", &[], &["To Sam Carter", "$20.00", "Balance $153.20"], "wallet"), true),
            (("Pay", &["Send $20 to Sam Carter?"], &[], "wallet"), true),
            (
                (
                    "Pay",
                    &["Pay $20 to Sam Carter?", "$20 will be taken from Visa •••• 4242. This is final."],
                    &[],
                    "wallet",
                ),
                true,
            ),
            (("Pay", &["Pay $20 to Sam Carter?", "Paid to Mallory's account"], &[], "wallet"), false),
            (("Pay", &[], &["To Sam Carter", "$25.00"], "wallet"), false),
            (("Pay", &[], &["To Mallory", "$20.00"], "wallet"), false),
            (("Pay", &["Send $20 to Sam Carter and $5 to us?"], &[], "wallet"), false),
            (("Pay", &["Send $20 to Sam Carter?"], &[], "other"), false),
        ];
        for (row, expected) in after_step {
            assert_eq!(covers(&mut planned(), *row), *expected, "after a step: {row:?}");
        }
    }

    #[test]
    fn nothing_is_pressed_twice_and_other_kinds_are_not_covered() {
        let mut agreed = planned();
        let row: Row<'_> = ("Pay", &[], &["To Sam Carter", "$20.00"], "wallet");
        assert!(covers(&mut agreed, row) && agreed.has_begun());
        assert!(!covers(&mut agreed, row), "the same press again is a second payment");
        let press = Press {
            hazards: &[Hazard::Pays, Hazard::Agrees],
            app: Some("wallet"),
            label: "Agree and pay",
            question: None,
            screen: &[],
            people: &[],
        };
        assert!(!seen().covers(&press), "a contract is another deed");
        for (name, expected) in [("Sam Carter", true), ("Mark", false), ("will", false)] {
            let people = texts(&[name]);
            let press = Press { hazards: &[Hazard::Pays], label: "Go on", people: &people, ..press };
            assert_eq!(seen().covers(&press), expected, "the screen shows {name} as recipient");
        }
        let question = question(&["Pay $20 to Sam Carter?", "This cannot be undone."]);
        let last =
            Press { hazards: &[Hazard::Pays, Hazard::Deletes], label: "Pay", question: question.as_ref(), ..press };
        assert!(planned().covers(&last), "the end of a payment deletes nothing");
        assert!(Agreed::to_step("send_message", "tell Sam", &[], None).is_none());
        let opening = |label: &'static str, app: &'static str| Press {
            hazards: &[Hazard::Pays],
            app: Some(app),
            label,
            question: None,
            screen: &[],
            people: &[],
        };
        assert!(planned().opens(&opening("Pay", "wallet")));
        assert!(!planned().opens(&opening("Pay $5", "wallet")) && !planned().opens(&opening("Pay", "shop")));
        assert!(!agreed.opens(&opening("Pay", "wallet")) && !seen().opens(&opening("Pay", "wallet")));
        for step in 0..9 {
            let label = format!("Go on {step}");
            let covered = covers(&mut agreed, (&label, &["Are you sure?"], &[], "wallet"));
            assert!(!covered || step < MOST_PRESSES, "{step}");
        }
    }
}
