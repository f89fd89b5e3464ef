//! Sanitises agents' content for pages. Pure; never panics; bounded in time.
//!
//! Texts, tables and the texts of components stay text. Markdown and HTML become blocks of safe HTML ([`blocks`] splits
//! and keeps them, [`markup`] sanitises them). Addresses, sandboxes and styles pass through allow-lists ([`address`],
//! [`frame`], [`mod@style`]). Nothing that passes can run, reach outside its window, or make a browser fetch anything
//! from another host, except frames and links that a person follows.

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
pub(crate) use self::style::refused;
pub use self::style::style;

/// How the safe form of a window's content changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// All of it.
    Whole(SafeContent),
    /// The first `keep` blocks stay, these follow.
    Blocks {
        /// How many blocks stay.
        keep: u64,
        /// The blocks that follow.
        blocks: Vec<Block>,
    },
    /// Text to append to the plain text.
    Text(String),
}

/// The rendering state of one window's content, so that a growing text is not rendered from its beginning again.
#[derive(Debug, Default)]
pub struct Rendered {
    blocks: Option<Blocks>,
}

impl Rendered {
    /// Renders this content from scratch and keeps the state.
    pub fn of(content: &WindowContent) -> Self {
        let mut rendered = Self::default();
        rendered.render(content);
        rendered
    }

    /// Renders content from scratch.
    pub fn whole(&mut self, content: &WindowContent) -> SafeContent {
        self.blocks = None;
        self.now(content)
    }

    /// Returns the content as last rendered, for a late page; same as `whole` if nothing was rendered.
    pub fn now(&mut self, content: &WindowContent) -> SafeContent {
        let renderer = content.renderer();
        match self.render(content) {
            Some(blocks) => SafeContent::Markup { renderer, blocks: blocks.all().to_vec() },
            None => unmarked(content),
        }
    }

    /// Returns the blocks of a markup text, rendered unless they are known.
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

    /// Updates the rendering after the text grew beyond its first `from` bytes.
    pub fn grown(&mut self, content: &WindowContent, from: usize) -> Update {
        let (language, text) = match content {
            WindowContent::Text(text) => {
                // A position inside a character cannot be where an append began.
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

/// Converts content that is not markup.
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
