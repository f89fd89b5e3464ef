//! Chooses which of a contact's numbers is called: the one whose label was named, the only one, or the one that the
//! person chose before. Otherwise it asks, with the label beside each number; it never takes another one silently.

use action::Contact;
use action::plan::Ask;
use serde_json::{Value, json};

use super::{Context, Part};
use crate::say::{plain, say};

/// The labels of other people, of machines and of offices at large, which only their own name means.
const APART: [&str; 5] = ["fax", "pager", "assistant", "company", "other"];

/// The numbers of a contact with their labels, which are empty if the phone does not tell.
fn labelled(contact: &Contact) -> impl Iterator<Item = (&str, &str)> {
    let labels = contact.labels.iter().map(String::as_str).chain(std::iter::repeat(""));
    contact.numbers.iter().map(String::as_str).zip(labels)
}

/// Whether a label is the one that was named: `work mobile` is both, `work fax` is neither.
fn fits(label: &str, wanted: &str) -> bool {
    let mut words = label.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words.clone().all(|word| !APART.contains(&word.as_str())) && words.any(|word| word == wanted)
}

/// Puts the number to call into the slots, or the question which one.
pub(super) fn choose(contact: &Contact, context: &Context<'_>, part: &mut Part) {
    if part.slots.get("number").is_some_and(Value::is_string) {
        return;
    }
    let wanted = part.slots.get("line").and_then(Value::as_str).map(str::to_owned);
    let named: Vec<&str> = match &wanted {
        None => Vec::new(),
        Some(wanted) => {
            let exact =
                labelled(contact).filter(|(_, label)| label.eq_ignore_ascii_case(wanted)).map(|(number, _)| number);
            let exact: Vec<&str> = exact.collect();
            let any = labelled(contact).filter(|(_, label)| fits(label, wanted)).map(|(number, _)| number);
            if exact.is_empty() { any.collect() } else { exact }
        }
    };
    let learned = context.memory.numbers.get(&contact.name).filter(|number| contact.numbers.contains(number));
    let number = match (wanted.is_some(), named.as_slice(), contact.numbers.as_slice()) {
        // A contact without a number is reported by the operation, which knows the phone.
        (_, _, []) => return,
        (true, [only], _) => Some((*only).to_owned()),
        (false, _, [only]) => Some(only.clone()),
        (false, _, _) => learned.cloned(),
        (true, _, _) => None,
    };
    if let Some(number) = number {
        part.slots.insert("number".to_owned(), number.into());
        return;
    }
    let language = context.grammar.language;
    let spoken = |label: &str| {
        let known = plain(language, &format!("line {label}"));
        if known.is_empty() { label.to_owned() } else { known }
    };
    let offered = |(number, label): (&str, &str)| match label {
        "" => number.to_owned(),
        label => format!("{number} ({})", spoken(label)),
    };
    let all = || labelled(contact).map(offered).collect::<Vec<_>>();
    let (key, choices) = match named.as_slice() {
        [] if wanted.is_some() => ("no such number", all()),
        [] => ("which number", all()),
        several => {
            ("which number", labelled(contact).filter(|(number, _)| several.contains(number)).map(offered).collect())
        }
    };
    let line = wanted.map(|wanted| spoken(&wanted)).unwrap_or_default();
    // A single choice is read out in the question.
    let only = if let [only] = choices.as_slice() { only.as_str() } else { "" };
    let values = json!({"name": contact.name, "line": line, "only": only});
    let question = say(language, key, &values.as_object().cloned().unwrap_or_default());
    part.ask = Some(Ask { slot: Some("number".to_owned()), question, choices });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_fits_the_word_that_was_said() {
        for (label, wanted, expected) in [
            ("mobile", "mobile", true),
            ("Work Mobile", "mobile", true),
            ("work mobile", "work", true),
            ("work fax", "work", false),
            ("home fax", "home", false),
            ("work", "mobile", false),
            ("", "mobile", false),
        ] {
            assert_eq!(fits(label, wanted), expected, "{label} {wanted}");
        }
    }
}
