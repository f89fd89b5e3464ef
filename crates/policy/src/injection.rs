//! Finds words that address an agent reading the screen: "ignore previous instructions", "AI assistant: …".
//!
//! An action that only such words asked for needs approval, and the person sees the words. The module looks at the text
//! alone and never follows it; a text without such words is not trusted for that. Cost is linear in the text and
//! bounded.

mod fold;
mod hidden;
#[cfg(test)]
mod tests;
mod words;

use self::fold::{QUOTE, STOP, folded};
use self::words::{Class, Hit, hits};
use action::slice::Slice as _;

/// How a text addresses an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addressing {
    /// Tells the agent to drop its earlier instructions.
    Overrides,
    /// Addresses an agent and tells it to act.
    Orders,
    /// Hides something from the person, or claims that they agreed.
    Conceals,
    /// Pretends to be the system or a part of the conversation.
    Poses,
}

/// Words in a text that address an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injection {
    /// How they address it.
    pub kind: Addressing,
    /// The words, on one line, for the notice to the person.
    pub words: String,
    /// Whether they were hidden: invisible letters, an encoding, reversed direction.
    pub hidden: bool,
}

/// The most bytes of a text that are searched: its beginning and its end.
const MOST: usize = 256 * 1024;
/// The largest distance between the words of one order, in bytes.
const NEAR: usize = 64;
/// The largest distance between a mentioned agent and a task, in bytes.
const AROUND: usize = 240;

/// Finds the words in `text` that address an agent.
pub fn addresses_agent(text: &str) -> Option<Injection> {
    let text = bounded(text);
    if let Some((kind, words)) = poses(&text).or_else(|| found(&folded(&text))) {
        return Some(Injection {
            kind,
            words,
            hidden: text.chars().any(fold::is_invisible) && found(&seen(&text)).is_none(),
        });
    }
    hidden::texts(&text).iter().find_map(|inner| {
        let (kind, words) = poses(inner).or_else(|| found(&folded(inner)))?;
        Some(Injection { kind, words, hidden: true })
    })
}

fn bounded(text: &str) -> String {
    if text.len() <= MOST {
        return text.to_owned();
    }
    let edge = |from: usize| (from..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("{}\n{}", text.head(edge(MOST / 2)), text.tail(edge(text.len() - MOST / 2)))
}

/// Returns the text with a space for each invisible letter.
fn seen(text: &str) -> String {
    folded(&text.chars().map(|c| if fold::is_invisible(c) { ' ' } else { c }).collect::<String>())
}

/// Markers of a written conversation with a model; ordinary text contains none of them. Those in angle and square
/// brackets come from published chat formats (ChatML, Llama 2 and 3, Gemma) and from our own prompts.
const SIGNS: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|assistant|>",
    "<|user|>",
    "<|start_header_id|>",
    "<|eot_id|>",
    "<start_of_turn>",
    "<end_of_turn>",
    "<<sys>>",
    "[/inst]",
    "[system]",
    "[system message]",
    "[system prompt]",
    "<system>",
    "</system>",
    "<system_prompt>",
    "</screen>",
    "</tool_result>",
    "</person>",
    "<person about",
    "\n\nhuman:",
    "\n\nassistant:",
    "### instruction:",
    "### system",
    "end of system prompt",
];

fn poses(text: &str) -> Option<(Addressing, String)> {
    let lower = text.to_ascii_lowercase();
    let sign = SIGNS.iter().find(|sign| lower.contains(**sign))?;
    let at = lower.find(*sign)?;
    Some((Addressing::Poses, quote(&lower, at, at + sign.len())))
}

/// How many bytes of folded text are searched at once, and how many overlap, so that no phrase falls between two
/// chunks.
const CHUNK: usize = 16 * 1024;
const OVERLAP: usize = 1024;

fn found(text: &str) -> Option<(Addressing, String)> {
    let edge = |from: usize| (from..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let chunks = (0..text.len().max(1)).step_by(CHUNK - OVERLAP);
    chunks.map(|start| text.part(edge(start), edge((start + CHUNK).min(text.len())))).find_map(in_chunk)
}

fn in_chunk(text: &str) -> Option<(Addressing, String)> {
    // A comma does not split a phrase: "as an AI assistant, you must".
    let hits = hits(&text.replace(',', " "));
    let place = |hit: &Hit, kind| Some((kind, quote(text, hit.start, hit.end)));
    for (at, hit) in hits.iter().enumerate() {
        let kind = match hit.class {
            Class::Whole => Some(Addressing::Orders),
            Class::Secret => Some(Addressing::Conceals),
            Class::Discard if discards(text, &hits, at) => Some(Addressing::Overrides),
            Class::Agent if is_told(text, &hits, at) => Some(Addressing::Orders),
            Class::Task if beside_agent(&hits, at) => Some(Addressing::Orders),
            _ => None,
        };
        if let Some(kind) = kind
            && !is_mentioned(text, &hits, at)
        {
            return place(hit, kind);
        }
    }
    role_line(text)
}

/// Returns the hits from `from` to `to` around the hit at `at`.
fn around(hits: &[Hit], at: usize, from: usize, to: usize) -> impl Iterator<Item = &Hit> {
    // A phrase has few neighbours. This bounds the search in a text of nothing but phrases.
    const NEIGHBOURS: usize = 64;
    let first = at.saturating_sub(NEIGHBOURS);
    hits.iter().skip(first).take(2 * NEIGHBOURS).filter(move |hit| hit.start >= from && hit.end <= to)
}

/// Returns the bounds of the sentence around a hit, at most `most` bytes away.
fn sentence(text: &str, start: usize, end: usize, most: usize) -> (usize, usize) {
    let from = (start.saturating_sub(most)..=start).find(|at| text.is_char_boundary(*at)).unwrap_or(start);
    let to = (end..=(end + most).min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(end);
    let before = text.part(from, start).rfind(STOP).map_or(from, |at| from + at + 1);
    let after = text.part(end, to).find(STOP).map_or(to, |at| end + at);
    (before, after)
}

/// Matches "Ignore all previous instructions", in any order, but not a person's remark about their own words.
fn discards(text: &str, hits: &[Hit], at: usize) -> bool {
    let verb = hits[at];
    let (from, to) = sentence(text, verb.start, verb.end, NEAR);
    let near: Vec<&Hit> = around(hits, at, from, to).filter(|hit| hit.language == verb.language).collect();
    let told = near.iter().find(|hit| hit.class == Class::Told && (hit.start >= verb.end || hit.end <= verb.start));
    let Some(told) = told else { return false };
    let which = near.iter().filter(|hit| hit.class == Class::Earlier);
    // "ignore my previous instructions", "the instructions in my mail": the writer means their own words.
    let last = verb.end.max(told.end) + 4;
    let spared = |hit: &Hit| match hit.class {
        Class::Mine => hit.start >= verb.start.min(told.start) && hit.start <= last,
        Class::Not => {
            let before = hit.end <= verb.start && verb.start - hit.end <= 2;
            before || (hit.start < verb.start && hit.end >= verb.end)
        }
        _ => false,
    };
    which.into_iter().any(|hit| hit.start != told.start || hit.end < told.end)
        && !around(hits, at, from, to).any(spared)
}

/// Whether the text addresses an agent and tells it to act: "AI assistant: open …", "note to AI agents: you must …".
fn is_told(text: &str, hits: &[Hit], at: usize) -> bool {
    let agent = hits[at];
    let (from, to) = sentence(text, agent.start, agent.end, 2 * NEAR);
    let near: Vec<&Hit> = around(hits, at, from, to).filter(|hit| hit.language == agent.language).collect();
    let before = text.part(from, agent.start).trim_end_matches([' ', QUOTE]);
    let begins = before.is_empty() || before.ends_with([',', ':']);
    // The address comes first, with the words before the name: "note to any …".
    let called = is_call(text, &near, from, agent.start, 4);
    if !(begins || called)
        || near.iter().any(|hit| hit.class == Class::Agent && hit.start == agent.start && hit.end > agent.end)
    {
        return false;
    }
    let after = text.part(agent.end, to);
    let separated = after.starts_with([':', ',']) || (agent.end == to && text.tail(to).starts_with(STOP));
    let rest = agent.end + 1;
    let (_, end) = sentence(text, rest.min(text.len()), rest.min(text.len()), 2 * NEAR);
    let mut orders = around(hits, at, agent.end, end.max(to))
        .filter(|hit| hit.class == Class::Order && hit.language == agent.language);
    if !separated {
        return false;
    }
    // An order follows the name at once, with an object.
    orders.any(|order| {
        let between = text.part(agent.end, order.start);
        let words = text.part(order.end, end.max(to)).split([' ', ',', ':']).filter(|word| !word.is_empty()).count();
        let dense = text.part(order.start, end.max(to)).chars().any(fold::takes_endings);
        let far = if dense { 48 } else { 16 };
        between.trim_matches([' ', ',', ':', STOP, QUOTE]).len() <= far && (words >= 2 || dense)
    })
}

/// Whether the text between `from` and `to` consists only of words of address.
fn is_call(text: &str, near: &[&Hit], from: usize, to: usize, deep: usize) -> bool {
    let head = text.part(from, to).trim_end_matches([' ', QUOTE, ',', ':']);
    let end = from + head.len();
    let calls = || near.iter().filter(|hit| hit.class == Class::Call && hit.end == end && hit.start >= from);
    head.trim_matches([' ', QUOTE]).is_empty()
        || (deep > 0 && calls().any(|call| is_call(text, near, from, call.start, deep - 1)))
}

fn beside_agent(hits: &[Hit], at: usize) -> bool {
    let task = hits[at];
    let is_agent = |hit: &&Hit| matches!(hit.class, Class::Agent | Class::Secret | Class::Discard);
    around(hits, at, task.start.saturating_sub(AROUND), task.end + AROUND)
        .filter(is_agent)
        .any(|hit| hit.language == task.language)
}

/// Whether the sentence quotes such words to talk about them.
fn is_mentioned(text: &str, hits: &[Hit], at: usize) -> bool {
    let hit = hits[at];
    let (from, to) = sentence(text, hit.start, hit.end, 2 * AROUND);
    let quoted = text.part(from, hit.start).contains(QUOTE) && text.part(hit.end, to).contains(QUOTE);
    quoted && around(hits, at, from, to).any(|near| near.class == Class::About)
}

/// Matches `System: you must …` at the beginning of a line.
fn role_line(text: &str) -> Option<(Addressing, String)> {
    const ROLES: &[&str] = &[
        "system:",
        "system message:",
        "system prompt:",
        "system notice:",
        "assistant:",
        "developer:",
        "user:",
        "human:",
        "admin:",
        "root:",
    ];
    const TO_SOMEBODY: &[&str] = &[
        "you must",
        "you should",
        "you are now",
        "you will now",
        "your new",
        "your task",
        "the user",
        "do not",
        "dont",
        "ignore",
        "disregard",
        "override",
        "new instruction",
        "new task",
    ];
    let mut start = 0;
    for line in text.split(STOP) {
        let role = ROLES.iter().find(|role| line.starts_with(**role));
        let speaks =
            |role: &&&str| TO_SOMEBODY.iter().any(|words| line.tail(role.len()).trim_start().starts_with(words));
        let orders = |role: &&&str| {
            let begins = start + role.len();
            let money = [
                "transfer", "send", "pay", "delete", "click", "tap", "open", "install", "execute", "run", "grant",
                "approve", "forward",
            ];
            matches!(**role, "assistant:" | "system:")
                && money.iter().any(|verb| text.tail(begins).trim_start().starts_with(verb))
                && line.split(' ').count() >= 5
        };
        if let Some(role) = role.as_ref().filter(|role| speaks(role) || orders(role)) {
            return Some((Addressing::Poses, quote(text, start, start + role.len())));
        }
        start += line.len() + 1;
    }
    None
}

/// Returns the words around a hit, on one line.
fn quote(text: &str, start: usize, end: usize) -> String {
    let to = (end..=(end + 80).min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(end);
    let line: String = text.part(start, to).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
