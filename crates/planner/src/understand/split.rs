//! Splits an utterance with several requests.

use super::{ASKED, GOOD, Wish, settings, wish};
use crate::grammar::{Kind, List, Meaning};
use crate::matcher::{Interpretation, MatchInput};

/// The most positions that are tried as the end of a request. More `and`s than this are an enumeration or an attack:
/// each position costs a run of the grammar over the rest.
const MOST_BORDERS: usize = 8;
/// The most requests that are found: as many as there are positions to end one.
const MOST_REQUESTS: usize = 8;
/// The most splits before the rest is taken as one request: every border of six requests once. Without it,
/// `play rock and play rock and …` tries every border after every other.
const MOST_SPLITS: usize = 48;

/// The confidence that words after dictated text need to be a request of their own: a certain sentence of the grammar
/// (0.95), less one rival interpretation (0.05).
const UNMISTAKABLE: f32 = 0.9;

/// The confidence that words after a border need: opening an unknown app (0.95 less 0.28) still counts.
const FAIR: f32 = 0.65;

/// The doubt from unrelated words before a request: a sure request stays sure (0.85), one with two misheard words asks.
const PREAMBLE: f32 = 0.1;

/// A position where a request may end: the end of the words before it, and the start of the next.
#[derive(Clone, Copy, Debug)]
struct Border {
    end: usize,
    next: usize,
    /// Marked by `then` or a full stop, not merely `and` or a comma.
    firm: bool,
}

/// Returns the requests in these words; empty if they are outside the catalogue.
pub(super) fn requests(input: &MatchInput<'_>) -> Vec<Wish> {
    let mut found = Vec::new();
    let mut splits = MOST_SPLITS;
    if several(input, &mut found, 0, &mut splits) {
        return found;
    }
    preamble(input, &mut splits).unwrap_or_default()
}

/// Returns the request after words that request nothing: `it's dark, turn on the flashlight`,
/// `don't call Sam, call Alex`. It skips only the person's own reasons and refusals: the words of another subject are
/// not a request.
fn preamble(input: &MatchInput<'_>, splits: &mut usize) -> Option<Vec<Wish>> {
    let tokens = input.tokens();
    let own = tokens.is(0, List::OwnReason);
    let quoting = |at: usize| tokens.is(at, List::Quoting);
    let conditional = |at: usize| super::deferral::condition(input, at).is_some();
    let left =
        |border: &Border| own && border.end >= 2 && !(0..border.end).any(quoting) && !(0..border.end).any(conditional);
    borders(input).iter().filter(|border| left(border)).find_map(|border| {
        // Without a pause between them, "and" continues the reason.
        if !(input.words[border.end - 1].pause || input.words[border.end - 1].stop || border.next > border.end) {
            return None;
        }
        let rest = input.of(&(border.next..input.words.len()).collect::<Vec<_>>());
        let mut found = Vec::new();
        let fits = several(&rest, &mut found, 1, splits) && found.iter().all(|wish| wish.confidence >= UNMISTAKABLE);
        found.iter_mut().for_each(|wish| wish.confidence -= PREAMBLE);
        fits.then_some(found)
    })
}

/// Adds the requests of all words to `found`; returns false if some of the words are not a request.
fn several(input: &MatchInput<'_>, found: &mut Vec<Wish>, depth: usize, splits: &mut usize) -> bool {
    let whole = input.interpret();
    let borders = borders(input);
    let one = |found: &mut Vec<Wish>| match whole.as_ref().and_then(|whole| wish(input, whole)) {
        Some(mut wish) => {
            if whole.as_ref().is_some_and(|whole| instructs(input, whole) || discards_request(input, whole)) {
                wish.confidence -= ASKED;
            }
            found.push(wish);
            true
        }
        None => false,
    };
    let several_settings = |found: &mut Vec<Wish>| match settings::each(input) {
        Some(each) => {
            found.extend(each);
            true
        }
        None => false,
    };
    let swallowed = |whole: &Interpretation<'_>, border: &Border| {
        whole.filled.iter().find(|slot| slot.start < border.next && border.end < slot.end).map(|slot| slot.kind)
    };
    let intent = whole.as_ref().filter(|whole| matches!(whole.sentence.meaning, Meaning::Intent(_)));
    let good = intent.is_some_and(|whole| whole.confidence >= GOOD);
    if borders.is_empty()
        || depth + 1 >= MOST_REQUESTS
        || (good && borders.iter().all(|b| intent.is_some_and(|w| swallowed(w, b).is_none())))
    {
        return one(found) || several_settings(found);
    }
    if !good && several_settings(found) {
        return true;
    }
    for border in &borders {
        // The work is bounded, however the words are joined.
        let Some(left) = splits.checked_sub(1) else { break };
        *splits = left;
        let slot = intent.filter(|_| good).and_then(|whole| swallowed(whole, border));
        // "a one hour and fifteen minute timer": words that were read as one value are one.
        if good && slot.is_none_or(|kind| matches!(kind, Kind::Duration | Kind::When | Kind::EventWhen)) {
            continue;
        }
        // Text after a colon is literal: only a new sentence may end it, and then the person is asked.
        let text =
            intent.and_then(|whole| whole.filled.iter().find(|slot| slot.kind.is_text() && slot.start < border.next));
        let text = text.filter(|slot| slot.end > border.next);
        // "text Sam turn wifi off bluetooth on": only a pause or a joining word ends a dictated text.
        let unmarked =
            border.next == border.end && !input.words[border.end - 1].pause && !input.words[border.end - 1].stop;
        if text.is_some() && unmarked {
            continue;
        }
        let literal = text.is_some_and(|slot| slot.start > 0 && input.words[slot.start - 1].colon);
        if literal && !border.firm {
            continue;
        }
        let left = input.of(&(0..border.end).collect::<Vec<_>>());
        let Some(first) = left.interpret().filter(|first| first.confidence >= GOOD) else { continue };
        let Some(mut first_wish) = wish(&left, &first) else { continue };
        let mut rest = Vec::new();
        let words: Vec<usize> = (border.next..input.words.len()).collect();
        let mut right = input.of(&words);
        right.following = Some(first_wish.intent);
        let mut fits = several(&right, &mut rest, depth + 1, splits) && rest.iter().all(|wish| wish.confidence >= FAIR);
        if fits && slot.is_some() {
            let least = if border.firm { GOOD } else { UNMISTAKABLE };
            fits = rest.iter().all(|wish| wish.confidence >= least) && stands_alone(slot, &first, &rest, border.firm);
        }
        if !fits && slot.is_none() {
            rest.clear();
            fits = continued(input, &first, border, &mut rest, depth, splits);
        }
        if fits {
            // "text Sam turn off the Wi-Fi and call Mom" may be one message.
            let dictates = first.filled.iter().any(|slot| slot.kind.is_text() && slot.end == left.words.len());
            if literal || (dictates || text.is_some()) && !border.firm {
                first_wish.confidence -= ASKED;
            }
            found.push(first_wish);
            found.append(&mut rest);
            return true;
        }
    }
    one(found)
}

/// Whether a sentence inside a dictated text may be an instruction about it: `… hello. Share the note with Sam.`
fn instructs(input: &MatchInput<'_>, whole: &Interpretation<'_>) -> bool {
    let begins = |at: usize| input.words[at - 1].stop && input.tokens().is(at, List::Instruction);
    let said = |at: usize| input.words[at].quotation.is_none();
    let texts = whole.filled.iter().filter(|slot| slot.kind.is_text());
    texts.flat_map(|slot| slot.start + 1..slot.end).any(|at| begins(at) && said(at))
}

/// Whether the words that a sentence discards continue with a request: `a photo of the cat and send it to Emily`.
fn discards_request(input: &MatchInput<'_>, whole: &Interpretation<'_>) -> bool {
    let begins = |at: usize| {
        let joint = input.grammar.joints.at(at, |at| input.exact(at)).next().map(|(length, _)| at + length);
        let paused = input.words[at - 1].pause || input.words[at - 1].stop;
        [joint, paused.then_some(at)].into_iter().flatten().any(|next| input.tokens().is(next, List::FurtherRequest))
    };
    let discarded = whole.filled.iter().filter(|slot| slot.kind == Kind::Anything);
    discarded.flat_map(|slot| slot.start.max(1)..slot.end).any(begins)
}

/// Whether words that a dictated text swallowed are a request rather than more of the text.
fn stands_alone(slot: Option<Kind>, first: &Interpretation<'_>, rest: &[Wish], firm: bool) -> bool {
    let has_text = first.filled.iter().any(|filled| filled.kind.is_text());
    let clear = |wish: &Wish| {
        !matches!(wish.intent, "tap_label" | "type_text" | "send" | "go_back" | "go_home" | "scroll" | "answer_call")
    };
    match slot {
        Some(kind) if has_text && kind.is_text() => firm || rest.iter().all(clear),
        // "play rock and roll": only an unmistakable request ends a title.
        Some(kind) if kind.is_text() || matches!(kind, Kind::Phrase | Kind::Place | Kind::Name) => {
            firm || rest.iter().all(clear)
        }
        _ => true,
    }
}

/// Continues the first request with the rest: `set alarms for 2 pm` and `3 pm`.
fn continued(
    input: &MatchInput<'_>,
    first: &Interpretation<'_>,
    border: &Border,
    rest: &mut Vec<Wish>,
    depth: usize,
    splits: &mut usize,
) -> bool {
    let typed = |kind: Kind| kind.is_measured() && kind != Kind::AnyApp;
    let Some(slot) = first.filled.iter().rev().find(|slot| typed(slot.kind)) else { return false };
    let skip = |next: usize| {
        if input.tokens().is(next, List::Another) { next + 1 } else { next }
    };
    let mut next = skip(skip(border.next));
    if input.tokens().is(next, List::Leading) && slot.kind != Kind::Setting {
        next += 1;
    }
    let mut words: Vec<usize> = (0..slot.start).collect();
    words.extend(next..input.words.len());
    let changed = input.of(&words);
    let mut more = Vec::new();
    let same = several(&changed, &mut more, depth + 1, splits)
        && more
            .first()
            .is_some_and(|wish| Meaning::Intent(wish.intent) == first.sentence.meaning && wish.confidence >= GOOD);
    if same {
        rest.append(&mut more);
    }
    same
}

/// Whether one switch ends here and the next begins: `wifi off bluetooth on`.
fn switches(input: &MatchInput<'_>, at: usize) -> bool {
    let tokens = input.tokens();
    let state = tokens.is(at - 1, List::StateOn) || tokens.is(at - 1, List::StateOff);
    let setting = |at: usize| input.grammar.settings.at(at, |at| input.exact(at)).next();
    state && setting(at).is_some() && (0..at).any(|at| setting(at).is_some())
}

/// Returns the positions where a request may end.
fn borders(input: &MatchInput<'_>) -> Vec<Border> {
    let mut found = Vec::new();
    for at in 1..input.words.len() {
        if found.len() >= MOST_BORDERS {
            break;
        }
        if crate::text::splits_quotation(&input.words, at) {
            continue;
        }
        let before = &input.words[at - 1];
        let joint = input.grammar.joints.at(at, |at| input.exact(at)).next();
        if let Some((length, _)) = joint.filter(|(length, _)| at + length < input.words.len()) {
            let firm = before.stop || length > 1 || !input.tokens().is(at, List::And);
            found.push(Border { end: at, next: at + length, firm });
        } else if switches(input, at) {
            found.push(Border { end: at, next: at, firm: true });
        } else if before.stop || before.pause {
            found.push(Border { end: at, next: at, firm: before.stop });
        }
    }
    found
}
