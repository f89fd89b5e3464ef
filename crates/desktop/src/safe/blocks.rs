//! A text as blocks of safe HTML, kept so that a growing text is not rendered from its beginning again.
//!
//! The text is split front to back. A cut is settled when no text that may follow can move it. Blocks before a settled
//! cut are never looked at again; all others are split and rendered again after each append. Both depend only on the
//! text, so the number of appends does not matter. Every block is bounded, so the cost of an append does not depend on
//! the existing text.
//!
//! One construct reaches back: the definition of a Markdown link (`[name]: address`) applies to blocks that began at
//! most [`REACH`] bytes before it.

mod html_cut;
mod markdown;
mod markdown_cut;

use std::hash::{DefaultHasher, Hash, Hasher};

use super::markup::{self, Within};
use crate::wire::Block;
use markdown::Definitions;
use markdown_cut::Carried;

/// Past this size a block ends at the next good place.
const SOFT: usize = 16 << 10;
/// Past this size a block ends anywhere.
const HARD: usize = 32 << 10;
/// Beyond this many bytes a text is shown as source: no reader gets that far, and everything stays bounded.
const MAX_RICH: usize = 1 << 20;
/// How far back a definition applies.
const REACH: usize = 64 << 10;

/// The markup language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Markdown.
    Markdown,
    /// HTML.
    Html,
}

/// How the next block begins, if not at the start of a construct.
#[derive(Clone, Debug, PartialEq)]
enum Context {
    Markdown(Carried),
    Html(Within),
}

/// The end of a block.
struct Cut {
    len: usize,
    settled: bool,
    next: Context,
}

/// Metadata of a block.
#[derive(Debug)]
struct Source {
    from: usize,
    to: usize,
    context: Context,
    /// Names of links that were undefined when it was rendered.
    waiting: Vec<String>,
    /// A fingerprint of the definitions after it.
    late: u64,
}

/// The blocks of one text.
#[derive(Debug)]
pub(super) struct Blocks {
    language: Language,
    blocks: Vec<Block>,
    sources: Vec<Source>,
    /// How many of them are settled.
    settled: usize,
    /// Where the settled ones end, and how the next one begins.
    boundary: usize,
    context: Context,
    definitions: Definitions,
    /// Settled blocks that a later definition may still affect.
    in_reach: Vec<usize>,
    /// How much of the text was processed.
    len: usize,
}

impl Blocks {
    pub(super) fn new(language: Language) -> Self {
        let context = match language {
            Language::Markdown => Context::Markdown(Carried::Nothing),
            Language::Html => Context::Html(Within::default()),
        };
        Self {
            language,
            blocks: Vec::new(),
            sources: Vec::new(),
            settled: 0,
            boundary: 0,
            context,
            definitions: Definitions::default(),
            in_reach: Vec::new(),
            len: 0,
        }
    }

    pub(super) fn language(&self) -> Language {
        self.language
    }

    /// Returns the length of the text at the last rendering.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn all(&self) -> &[Block] {
        &self.blocks
    }

    /// Updates the blocks to a text that begins with the previous one. Returns how many of them stay.
    pub(super) fn grow(&mut self, text: &str) -> usize {
        let was_settled = self.settled;
        let before = self.blocks.split_off(was_settled);
        self.sources.truncate(was_settled);
        self.definitions.forget_after(self.boundary);
        self.cut(text);
        let mut keep = self.link_late(text);
        self.in_reach.retain(|at| self.sources[*at].from + REACH >= self.boundary);
        let same = before.iter().zip(&self.blocks[was_settled..]).take_while(|(old, new)| old == new).count();
        keep = keep.min(was_settled + same);
        self.len = text.len();
        keep
    }

    fn cut(&mut self, text: &str) {
        let (mut at, mut context, mut settled) = (self.boundary, self.context.clone(), true);
        while at < text.len() {
            let cut = next_cut(text.get(at..).unwrap_or_default(), at, &context);
            // A cut of zero length would loop for ever; it does not occur, and must not be able to.
            let to = if cut.len == 0 { text.len() } else { at + cut.len };
            let source = Source { from: at, to, context, waiting: Vec::new(), late: 0 };
            settled &= cut.settled;
            self.push(text, source, settled);
            context = cut.next;
            at = to;
            if settled {
                (self.settled, self.boundary, self.context) = (self.blocks.len(), at, context.clone());
            }
        }
    }

    fn push(&mut self, text: &str, mut source: Source, settled: bool) {
        let place = self.blocks.len();
        let html = self.render(text, &mut source, true);
        if settled && !source.waiting.is_empty() {
            self.in_reach.push(place);
        }
        self.sources.push(source);
        self.blocks.push(Block { id: place as u64, html });
    }

    fn render(&mut self, text: &str, source: &mut Source, first: bool) -> String {
        let piece = text.get(source.from..source.to).unwrap_or_default();
        if source.from >= MAX_RICH {
            return markup::as_source(piece);
        }
        match &source.context {
            Context::Html(within) => markup::safe(piece, within),
            Context::Markdown(carried) => {
                let rendered = markdown::render(piece, carried, &self.definitions, source.from);
                if first {
                    self.definitions.add(source.from, rendered.defined);
                    source.waiting = rendered.waiting;
                }
                rendered.html
            }
        }
    }

    /// Renders the blocks again that wait for definitions that came after them. Returns the first of them.
    fn link_late(&mut self, text: &str) -> usize {
        let mut first = usize::MAX;
        let open = self.settled..self.blocks.len();
        let waiting: Vec<usize> = self.in_reach.iter().copied().chain(open).collect();
        for place in waiting {
            let source = &self.sources[place];
            let late = self.definitions.fingerprint(&source.waiting, source.from);
            if late == source.late {
                continue;
            }
            let context = source.context.clone();
            let mut again = Source { from: source.from, to: source.to, context, waiting: Vec::new(), late };
            self.blocks[place].html = self.render(text, &mut again, false);
            self.sources[place].late = late;
            first = first.min(place);
        }
        first
    }
}

fn next_cut(rest: &str, at: usize, context: &Context) -> Cut {
    if at >= MAX_RICH {
        return plain_cut(rest, context);
    }
    match context {
        Context::Markdown(carried) => {
            let (len, settled, next) = markdown_cut::cut(rest, carried);
            Cut { len, settled, next: Context::Markdown(next) }
        }
        Context::Html(within) => {
            let (len, settled, next) = html_cut::cut(rest, within);
            Cut { len, settled, next: Context::Html(next) }
        }
    }
}

/// Cuts source that is shown as such: a few kilobytes, to the end of a line if there is one.
fn plain_cut(rest: &str, context: &Context) -> Cut {
    let next = context.clone();
    if rest.len() <= SOFT {
        return Cut { len: rest.len(), settled: false, next };
    }
    Cut { len: break_before(rest, SOFT), settled: true, next }
}

/// Returns the best place at or before `limit` to break a text: after a line, after a word, or between characters. Does
/// not depend on anything after `limit`.
fn break_before(text: &str, limit: usize) -> usize {
    let limit = text.floor_char_boundary(limit);
    let end = text.get(..limit).unwrap_or_default();
    let near = end.floor_char_boundary(limit.saturating_sub(1024));
    let tail = end.get(near..).unwrap_or_default();
    tail.rfind('\n').or_else(|| tail.rfind(' ')).map_or(limit, |found| near + found + 1)
}

fn fingerprint_of(parts: &[(&str, &str, &str)]) -> u64 {
    if parts.is_empty() {
        return 0;
    }
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish().max(1)
}
