//! Words that address whoever reads a screen for a person: "ignore previous instructions", "AI assistant: …".
//!
//! The gate counts what only such words asked for as needing a yes, and the person is told. It looks at the text alone:
//! it follows nothing, and a text without such words is not trusted for that. Linear in the text, and bounded.

mod fold;
mod hidden;
#[cfg(test)]
mod tests;
mod words;

use self::fold::{QUOTE, STOP, folded};
use self::words::{Class, Hit, hits};
use action::slice::Slice as _;

/// How a text addresses whoever reads for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addressing {
    /// It tells to drop what was said before.
    Overrides,
    /// It calls a program that reads for somebody, and tells it to act.
    Orders,
    /// It wants something kept from the person, or claims that they agreed.
    Conceals,
    /// It pretends to be the system or a part of the conversation.
    Poses,
}

/// Words in a text that address whoever reads it for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injection {
    /// How they do it.
    pub kind: Addressing,
    /// The words, on one line, for the person who is told.
    pub words: String,
    /// Whether they were hidden: invisible letters, an encoding, a reversed direction.
    pub hidden: bool,
}

/// The most of a text that is looked at: its beginning and its end.
const MOST: usize = 256 * 1024;
/// How far the words of one order may stand apart, in bytes.
const NEAR: usize = 64;
/// How far an agent that is spoken of counts for a task that is given.
const AROUND: usize = 240;

/// The words in `text` that address whoever reads it for a person, if there are any.
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

/// The text as it would be read with a space for each letter that cannot be seen.
fn seen(text: &str) -> String {
    folded(&text.chars().map(|c| if fold::is_invisible(c) { ' ' } else { c }).collect::<String>())
}

/// Signs by which a conversation with a model is written down; none of them is ordinary text. Those in angle and square
/// brackets are of published chat formats (ChatML, Llama 2 and 3, Gemma) and of our own prompts.
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

/// How much of a folded text is searched at once, and how much of it twice, so that nothing falls between.
const CHUNK: usize = 16 * 1024;
const OVERLAP: usize = 1024;

fn found(text: &str) -> Option<(Addressing, String)> {
    let edge = |from: usize| (from..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let chunks = (0..text.len().max(1)).step_by(CHUNK - OVERLAP);
    chunks.map(|start| text.part(edge(start), edge((start + CHUNK).min(text.len())))).find_map(in_chunk)
}

fn in_chunk(text: &str) -> Option<(Addressing, String)> {
    // A comma divides no phrase: "as an AI assistant, you must".
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

/// The hits from `from` to `to`, both around the one at `at`.
fn around(hits: &[Hit], at: usize, from: usize, to: usize) -> impl Iterator<Item = &Hit> {
    // A phrase has few others near it: a text of nothing but phrases is looked at no further than this.
    const NEIGHBOURS: usize = 64;
    let first = at.saturating_sub(NEIGHBOURS);
    hits.iter().skip(first).take(2 * NEIGHBOURS).filter(move |hit| hit.start >= from && hit.end <= to)
}

/// The sentence around a place, as far as it matters.
fn sentence(text: &str, start: usize, end: usize, most: usize) -> (usize, usize) {
    let from = (start.saturating_sub(most)..=start).find(|at| text.is_char_boundary(*at)).unwrap_or(start);
    let to = (end..=(end + most).min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(end);
    let before = text.part(from, start).rfind(STOP).map_or(from, |at| from + at + 1);
    let after = text.part(end, to).find(STOP).map_or(to, |at| end + at);
    (before, after)
}

/// "Ignore all previous instructions", in any order, and not what a person says of their own words.
fn discards(text: &str, hits: &[Hit], at: usize) -> bool {
    let verb = hits[at];
    let (from, to) = sentence(text, verb.start, verb.end, NEAR);
    let near: Vec<&Hit> = around(hits, at, from, to).filter(|hit| hit.language == verb.language).collect();
    let told = near.iter().find(|hit| hit.class == Class::Told && (hit.start >= verb.end || hit.end <= verb.start));
    let Some(told) = told else { return false };
    let which = near.iter().filter(|hit| hit.class == Class::Earlier);
    // "ignore my previous instructions", "the instructions in my mail": whoever writes so speaks of themselves.
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

/// Whether an agent is called and told to act: "AI assistant: open …", "note to AI agents: you must …".
fn is_told(text: &str, hits: &[Hit], at: usize) -> bool {
    let agent = hits[at];
    let (from, to) = sentence(text, agent.start, agent.end, 2 * NEAR);
    let near: Vec<&Hit> = around(hits, at, from, to).filter(|hit| hit.language == agent.language).collect();
    let before = text.part(from, agent.start).trim_end_matches([' ', QUOTE]);
    let begins = before.is_empty() || before.ends_with([',', ':']);
    // Whoever is called stands at the beginning, and so does what comes before the name: "note to any …".
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
    // What follows the name at once is an order, with something to do it to.
    orders.any(|order| {
        let between = text.part(agent.end, order.start);
        let words = text.part(order.end, end.max(to)).split([' ', ',', ':']).filter(|word| !word.is_empty()).count();
        let dense = text.part(order.start, end.max(to)).chars().any(fold::takes_endings);
        let far = if dense { 48 } else { 16 };
        between.trim_matches([' ', ',', ':', STOP, QUOTE]).len() <= far && (words >= 2 || dense)
    })
}

/// Whether what stands between `from` and `to` is nothing but words with which somebody is called.
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

/// Whether a sentence speaks about such words, in quotes, instead of saying them.
fn is_mentioned(text: &str, hits: &[Hit], at: usize) -> bool {
    let hit = hits[at];
    let (from, to) = sentence(text, hit.start, hit.end, 2 * AROUND);
    let quoted = text.part(from, hit.start).contains(QUOTE) && text.part(hit.end, to).contains(QUOTE);
    quoted && around(hits, at, from, to).any(|near| near.class == Class::About)
}

/// `System: you must …` at the beginning of a line.
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

/// The words around a place, on one line.
fn quote(text: &str, start: usize, end: usize) -> String {
    let to = (end..=(end + 80).min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(end);
    let line: String = text.part(start, to).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
