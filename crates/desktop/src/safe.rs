//! From what agents sent to what a page may show. Pure; never panics; bounded in time.
//!
//! Texts, tables and the texts of components stay text. Markdown and HTML become blocks of safe HTML
//! ([`blocks`] cuts and keeps them, [`markup`] makes them safe). Addresses, sandboxes and styles pass
//! through allow-lists ([`address`], [`frame`], [`mod@style`]). Nothing that is let through can run, can reach
//! past its window, or makes a browser fetch anything from another host, frames and followed links excepted.

mod address;
mod blocks;
mod frame;
mod layout;
mod markup;
mod shortcut;
mod style;

use action::os::WindowContent;

use self::blocks::{Blocks, Language};
use crate::wire::{Block, SafeContent};

pub(crate) use self::address::is_own_file;
pub(crate) use self::frame::{app, escaped, looks_like_part, part, part_address};
pub use self::shortcut::shortcut;
pub use self::style::style;

/// How a page's form of a window's content changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// All of it.
    Whole(SafeContent),
    /// The first `keep` blocks stay, these follow.
    Blocks {
        /// How many stay.
        keep: u64,
        /// What follows.
        blocks: Vec<Block>,
    },
    /// The plain text goes on.
    Text(String),
}

/// What is remembered about one window's content, so that a growing text is not rendered again from its
/// beginning.
#[derive(Debug, Default)]
pub struct Rendered {
    blocks: Option<Blocks>,
}

impl Rendered {
    /// What is remembered of this content after it was rendered from nothing.
    pub fn of(content: &WindowContent) -> Self {
        let mut rendered = Self::default();
        rendered.render(content);
        rendered
    }

    /// Renders content from nothing.
    pub fn whole(&mut self, content: &WindowContent) -> SafeContent {
        self.blocks = None;
        self.now(content)
    }

    /// The content as it was rendered last, for a page that comes late; `whole` if nothing was.
    pub fn now(&mut self, content: &WindowContent) -> SafeContent {
        let renderer = content.renderer();
        match self.render(content) {
            Some(blocks) => SafeContent::Markup { renderer, blocks: blocks.all().to_vec() },
            None => unmarked(content),
        }
    }

    /// The blocks of a text in markup, rendered unless they are known.
    fn render(&mut self, content: &WindowContent) -> Option<&Blocks> {
        let (language, text) = match content {
            WindowContent::Markdown(text) => (Language::Markdown, text),
            WindowContent::Html(text) => (Language::Html, text),
            _ => {
                self.blocks = None;
                return None;
            }
        };
        let known = self.blocks.take().filter(|blocks| blocks.language() == language && blocks.len() == text.len());
        Some(self.blocks.insert(known.unwrap_or_else(|| {
            let mut blocks = Blocks::new(language);
            blocks.grow(text);
            blocks
        })))
    }

    /// The text grew behind its first `from` bytes.
    pub fn grown(&mut self, content: &WindowContent, from: usize) -> Update {
        let (language, text) = match content {
            WindowContent::Text(text) => {
                // A place inside of a character cannot be where an append began.
                return match text.get(from..) {
                    Some(more) => Update::Text(more.to_owned()),
                    None => Update::Whole(self.whole(content)),
                };
            }
            WindowContent::Markdown(text) => (Language::Markdown, text),
            WindowContent::Html(text) => (Language::Html, text),
            WindowContent::Table(_) | WindowContent::Iframe(_) | WindowContent::Component(_) => {
                return Update::Whole(self.whole(content));
            }
        };
        let known = self.blocks.as_mut().filter(|blocks| blocks.language() == language && blocks.len() == from);
        match known {
            Some(blocks) if text.is_char_boundary(from) => {
                let keep = blocks.grow(text);
                Update::Blocks { keep: keep as u64, blocks: blocks.all()[keep..].to_vec() }
            }
            _ => Update::Whole(self.whole(content)),
        }
    }
}

/// What is not markup.
fn unmarked(content: &WindowContent) -> SafeContent {
    match content {
        WindowContent::Markdown(text) | WindowContent::Html(text) | WindowContent::Text(text) => {
            SafeContent::Text { text: text.clone() }
        }
        WindowContent::Table(table) => layout::table(table),
        WindowContent::Iframe(sent) => frame::frame(sent),
        WindowContent::Component(sent) => SafeContent::Layout { layout: layout::layout(sent) },
    }
}
