//! How the goal says a value: a number with spaces, a person by their first name.

use action::macros::{ParameterKind, placeholder};
use history::Run;

use super::{Found, is_whole, occurs, with_placeholders};

/// The words by which the goal calls a person of this name: the plan's, if the name begins with them.
pub(super) fn called(title: &str, run: &Run) -> Option<String> {
    let slots = run.plan.as_ref().map(|plan| &plan.slots)?;
    let mut names = ["recipient", "contact", "name"].into_iter().filter_map(|slot| slots.get(slot)?.as_str());
    let lower = title.to_lowercase();
    let is_it = |name: &str| {
        let name = name.trim().to_lowercase();
        !name.is_empty() && lower.starts_with(&name) && is_whole(&lower, 0, name.len())
    };
    if !names.any(is_it) {
        return None;
    }
    // The plan has the whole name; the goal may have said less of it.
    let words: Vec<&str> = title.split_whitespace().collect();
    (1..=words.len()).rev().map(|count| words[..count].join(" ")).find(|said| occurs(&run.goal, said))
}

/// Where a text has the digits of a number, perhaps with spaces and dashes between them: the place and the length.
pub(super) fn digits_in(text: &str, number: &str) -> Option<(usize, usize)> {
    let is_number = number.len() >= 5 && number.bytes().all(|digit| digit.is_ascii_digit());
    let starts = text.char_indices().filter(|(_, sign)| is_number && sign.is_ascii_digit()).map(|(at, _)| at);
    for start in starts {
        let mut left = number.chars();
        let mut wanted = left.next();
        for (at, sign) in text.get(start..)?.char_indices() {
            match wanted {
                Some(digit) if digit == sign => wanted = left.next(),
                _ if matches!(sign, ' ' | '-') => {}
                _ => break,
            }
            if wanted.is_none() {
                let length = at + 1;
                return is_whole(text, start, length).then_some((start, length));
            }
        }
    }
    None
}

/// The goal with placeholders: values as they were typed, numbers as they were said, people as they were called.
pub(super) fn goal_with(goal: &str, run: &Run, found: &[Found]) -> String {
    let mut goal = with_placeholders(goal, found);
    for one in found {
        if goal.contains(&placeholder(&one.name)) {
            continue;
        }
        if let Some((at, length)) = digits_in(&goal, &one.value) {
            goal.replace_range(at..at + length, &placeholder(&one.name));
        } else if one.kind == ParameterKind::Contact
            && let Some(name) = called(&one.value, run)
        {
            goal = with_placeholders(&goal, &[Found { value: name, ..one.clone() }]);
        }
    }
    goal
}
