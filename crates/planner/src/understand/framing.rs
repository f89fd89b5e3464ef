//! Circumstances of a request that are neither its operation nor its content: the phone meant (`on my tablet`).

use crate::matcher::{Filled, Interpretation, MatchInput, Use};

/// The value of phrases that mean this phone, such as `on my phone`.
const HERE: &str = "here";

/// A phrase that names the phone meant.
#[derive(Debug)]
pub(super) struct Device {
    /// The indices of its words.
    pub(super) words: std::ops::Range<usize>,
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
    let mut found = (1..input.words.len()).filter_map(named).peekable();
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

/// Whether the phrase is not a part of what the person wants said, played or searched for, nor of the sentence itself.
fn frames(whole: &Interpretation<'_>, start: usize, end: usize) -> bool {
    let holds = |slot: &&Filled| slot.start <= start && start < slot.end;
    match whole.filled.iter().find(holds) {
        Some(slot) if slot.kind.is_text() => slot.start == start,
        Some(slot) => slot.start == start || slot.end == end,
        None => !whole.uses[start..end].contains(&Use::Operation),
    }
}
