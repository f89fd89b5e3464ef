//! Several switches in one breath: `turn wifi, bluetooth and location off`, `mute everything`.
//!
//! Called for words that no sentence explains. It reads them once for each setting of the list, alone; it never decides
//! what a sentence does with a setting.

use serde_json::Map;

use super::{GOOD, Wish, wish};
use crate::grammar::List;
use crate::matcher::MatchInput;

/// Expands `mute everything`: the phone must not ring, and what plays is silent.
pub(super) fn with_all_sounds(mut wish: Wish) -> Vec<Wish> {
    if wish.intent != "set_ringer" || wish.slots.remove("everything").is_none() {
        return vec![wish];
    }
    let mut media = Wish { intent: "set_volume", ..wish.clone() };
    media.slots = Map::from_iter([("level".to_owned(), 0.into())]);
    vec![wish, media]
}

/// The intents that take a setting.
const WITH_SETTING: [&str; 2] = ["toggle_setting", "tell_setting"];

/// Returns the request for each setting of the list in these words; `None` if they name no list, or one of the
/// requests would not be sure.
pub(super) fn each(input: &MatchInput<'_>) -> Option<Vec<Wish>> {
    let list = list(input)?;
    let (first, last) = (list.first()?.start, list.last()?.end);
    let alone = |setting: &std::ops::Range<usize>| {
        let around = (0..first).chain(setting.clone()).chain(last..input.words.len());
        let alone = input.of(&around.collect::<Vec<_>>());
        let found = alone.interpret().filter(|found| found.confidence >= GOOD)?;
        wish(&alone, &found).filter(|wish| WITH_SETTING.contains(&wish.intent))
    };
    let wishes: Option<Vec<Wish>> = list.iter().map(alone).collect();
    wishes.filter(|wishes| wishes.windows(2).all(|pair| pair[0].intent == pair[1].intent))
}

/// Finds the first list of at least two settings, with nothing but articles and joining words between them.
fn list(input: &MatchInput<'_>) -> Option<Vec<std::ops::Range<usize>>> {
    let setting = |at: usize| {
        let (length, _) = input.grammar.settings.at(at, |at| input.id(at)).next()?;
        input.words[at..at + length].iter().all(|word| word.quotation.is_none()).then_some(at..at + length)
    };
    let between = |at: usize| {
        input.tokens().is(at, List::And) || input.exact(at).is_some_and(|id| input.grammar.articles.contains(id))
    };
    let mut at = 0;
    while at < input.words.len() {
        let Some(first) = setting(at) else {
            at += 1;
            continue;
        };
        let mut found = vec![first];
        while let Some(last) = found.last() {
            let next = (last.end..input.words.len()).find(|at| !between(*at));
            let Some(next) = next.and_then(&setting) else { break };
            found.push(next);
        }
        if found.len() > 1 {
            return Some(found);
        }
        at = found.last().map_or(at + 1, |last| last.end);
    }
    None
}
