//! Chooses between people of the same rank: the one contacted clearly more, otherwise the person decides.

use action::Contact;

use super::{LookupResult, Match};

/// A week, in milliseconds: the difference that counts as clearly later.
const CLEARLY_LATER: i64 = 7 * 24 * 3600 * 1000;

/// Returns the intended one of `found`, or all of them, the likeliest first.
pub(super) fn best(found: Option<(Match, Vec<usize>)>, contacts: &[Contact]) -> LookupResult {
    let Some((how, mut at)) = found else { return LookupResult::Nothing };
    if let [only] = at.as_slice() {
        return LookupResult::One { at: *only, how, by_habit: false };
    }
    let habit = |at: &usize| {
        let contact = &contacts[*at];
        (contact.times_contacted.unwrap_or(0), contact.last_contacted.unwrap_or(i64::MIN))
    };
    at.sort_by(|one, other| habit(other).cmp(&habit(one)).then(one.cmp(other)));
    let clear = at[1..].iter().all(|other| is_clear(&contacts[at[0]], &contacts[*other]));
    if clear {
        return LookupResult::One { at: at[0], how, by_habit: true };
    }
    LookupResult::Several { at, how }
}

/// Whether `first` is contacted so much more that the person cannot mean `other`.
fn is_clear(first: &Contact, other: &Contact) -> bool {
    let (times, rarely) = (first.times_contacted.unwrap_or(0), other.times_contacted.unwrap_or(0));
    let often = times >= 3 && times >= rarely.saturating_mul(3);
    let counted = first.times_contacted.is_some() || other.times_contacted.is_some();
    let (recent, earlier) = (first.last_contacted, other.last_contacted);
    match (recent, earlier) {
        (Some(recent), Some(earlier)) if counted => often && recent >= earlier,
        (Some(recent), Some(earlier)) => recent.saturating_sub(earlier) >= CLEARLY_LATER,
        (Some(_), None) => !counted || often,
        (None, Some(_)) => false,
        (None, None) => often,
    }
}
