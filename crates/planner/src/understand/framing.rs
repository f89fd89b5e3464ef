//! Circumstances of a request that are neither its operation nor its content: the phone meant (`on my tablet`), and
//! remarks (`silent please, I'm in a meeting`; `I can't see a thing, so turn the brightness up`).

use std::ops::Range;

use super::{ASKED, GOOD, Understood, deferral, wishes};
use crate::grammar::List;
use crate::matcher::{Filled, Interpretation, MatchInput, Use};
use crate::role::{Accounted, Role};

/// The value of phrases that mean this phone, such as `on my phone`.
const HERE: &str = "here";

/// A phrase that names the phone meant.
#[derive(Debug)]
pub(super) struct Device {
    /// The indices of its words.
    pub(super) words: Range<usize>,
    /// The device, unless it is this phone.
    pub(super) other: Option<String>,
}

/// Finds a phrase that names the phone meant. Inside a dictated text it is content (`I left it on my phone`), except
/// between the name and the text: `text Sam on my tablet hello`.
pub(super) fn device(input: &MatchInput<'_>) -> Option<Device> {
    let named = |at: usize| {
        let quoted = input.words[at].quotation.is_some() || input.words[..at].iter().any(|word| word.colon);
        let (length, value) = input.grammar.devices.at(at, |at| input.exact(at)).next().filter(|_| !quoted)?;
        Some((at, at + length, value))
    };
    let mut found = (0..input.words.len()).filter_map(named).peekable();
    found.peek()?;
    let whole = input.interpret();
    found.find_map(|(start, end, value)| {
        let rest = input.without(&(start..end)).interpret();
        // "the light on my phone" is the flashlight.
        let needed = |whole: &Interpretation<'_>| rest.as_ref().is_none_or(|rest| rest.confidence < whole.confidence);
        let frames = whole.as_ref().is_none_or(|whole| frames(whole, start, end) && !needed(whole));
        let other = (value != HERE).then(|| value.to_owned());
        frames.then_some(Device { words: start..end, other })
    })
}

/// Whether the phrase is part neither of a text to be sent, played or searched for, nor of the sentence itself.
fn frames(whole: &Interpretation<'_>, start: usize, end: usize) -> bool {
    let holds = |slot: &&Filled| slot.start <= start && start < slot.end;
    match whole.filled.iter().find(holds) {
        Some(slot) if slot.kind.is_text() => slot.start == start,
        Some(slot) => slot.start == start || slot.end == end,
        None => !whole.uses[start..end].contains(&Use::Operation),
    }
}

/// The maximum distance of a remark's verb from its first word, in words.
const FAR_VERB: usize = 3;
/// The most remarks that are tried: each costs a run of the grammar.
const MOST_TRIED: usize = 6;

/// Understands the request without a remark before or after it, if it is complete without. An irreversible request
/// requires confirmation, because words were left out.
pub(super) fn without_remarks(input: &MatchInput<'_>) -> Option<Understood> {
    let (sure, loose) = remarks(input);
    let sure = sure.into_iter().take(MOST_TRIED).map(|remark| (remark, 0.0));
    let loose = loose.into_iter().take(MOST_TRIED).map(|remark| (remark, ASKED));
    sure.chain(loose).find_map(|(remark, doubt)| {
        let rest = input.without(&remark);
        let (mut wishes, mut words) = wishes(&rest);
        let sure = !wishes.is_empty() && wishes.iter().all(|wish| wish.confidence >= GOOD);
        // A dictated text would end wherever a remark may begin.
        let cut_text = remark.end == input.words.len() && wishes.iter().any(|wish| dictates(wish.intent));
        // "the date my bill is due": a clause after a question is part of it.
        let part = remark.end == input.words.len()
            && input.tokens().find(remark.start, List::Remark).is_some_and(|(entry, _)| entry.value == "clause")
            && wishes.iter().any(|wish| wish.intent.starts_with("tell_"));
        if !sure || cut_text || part || deferral::is_deferred(&rest, &wishes) {
            return None;
        }
        let twice =
            |at: usize| input.words.get(remark.end + at).map(|word| &word.plain) == Some(&input.words[at].plain);
        let twice = remark.start == 0 && remark.end * 2 == input.words.len() && (0..remark.end).all(twice);
        for wish in wishes.iter_mut().filter(|_| !twice) {
            let reversible = action::plan::operation(wish.intent).is_some_and(|operation| operation.reversible);
            wish.confidence -= if reversible { doubt } else { ASKED };
        }
        let framing = input.words[remark].iter();
        words.extend(framing.map(|word| Accounted { start: word.start, end: word.end, role: Role::Framing }));
        words.sort_by_key(|word| word.start);
        Some(Understood::Wishes(wishes, words))
    })
}

/// Whether the intent takes a dictated text.
fn dictates(intent: &str) -> bool {
    matches!(intent, "send_message" | "reply" | "create_note" | "type_text" | "set_reminder")
}

/// Finds what may be a remark, or a word that was begun again: the ranges of its words, the most likely first; and the
/// words before a verb of a request that may be the person's reason for it (`my battery is dying turn on …`).
fn remarks(input: &MatchInput<'_>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (tokens, count) = (input.tokens(), input.words.len());
    let quoted = |at: usize| input.words[at].quotation.is_some() || input.words[..at].iter().any(|word| word.colon);
    let told = |range: Range<usize>| range.into_iter().any(|at| tokens.is(at, List::Telling));
    let mut found = Vec::new();
    // "what's, like, what's her number"
    for at in 0..count {
        let filler = |at: &usize| input.exact(*at).is_some_and(|id| input.grammar.fillers.contains(id));
        let next = (at + 1..count).find(|next| !filler(next));
        if let Some(next) = next.filter(|next| input.words[*next].plain == input.words[at].plain && !quoted(at)) {
            found.push(at..next);
        }
    }
    // "hang up hang up": everything is said twice.
    let half = count / 2;
    if count > 2
        && count % 2 == 0
        && (0..half).all(|at| input.words[at].plain == input.words[at + half].plain && !quoted(at))
    {
        found.push(0..half);
    }
    let remarks = |at: usize| {
        let Some((entry, end)) = tokens.find(at, List::Remark) else { return false };
        let verb = || (end..count.min(end + FAR_VERB)).any(|at| tokens.is(at, List::RemarkVerb));
        end < count && (entry.value == "clear" || verb())
    };
    // After the request.
    for at in 2..count {
        if remarks(at) && !quoted(at) && !told(at..count) {
            found.push(at..count);
        }
    }
    // In front of it.
    let mut loose = Vec::new();
    let (remark, own) = (remarks(0), tokens.is(0, List::OwnReason));
    for at in 2..count {
        let asks = tokens.find(at, List::Asking).is_some() || input.words[at - 1].pause || input.words[at - 1].stop;
        if quoted(at) || told(0..at) {
            continue;
        }
        if remark && asks {
            found.push(0..at);
        } else if own
            && (!input.is_small(at - 1) || tokens.is(at - 1, List::ClauseEnd))
            && tokens.is(at, List::FurtherRequest)
        {
            loose.push(0..at);
        }
    }
    (found, loose)
}
