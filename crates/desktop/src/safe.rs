//! From what agents sent to what a page may show. Pure; never panics; bounded in time.

use action::os::WindowContent;

use crate::wire::{Block, SafeContent};

/// What a page is told after a window's content changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
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

/// A shortcut, as a page may show it.
pub fn shortcut(sent: &action::os::DesktopShortcut) -> action::os::DesktopShortcut {
    sent.clone()
}

/// What is remembered about one window's content, so that a growing text is not rendered again from its
/// beginning.
#[derive(Debug, Default)]
pub struct Rendered {}

impl Rendered {
    /// Renders content from nothing.
    pub fn whole(&mut self, content: &WindowContent) -> SafeContent {
        let _ = content;
        SafeContent::Text { text: String::new() }
    }

    /// The content as it was rendered last, for a page that comes late; `whole` if nothing was.
    pub fn now(&mut self, content: &WindowContent) -> SafeContent {
        self.whole(content)
    }

    /// The text grew behind its first `from` bytes.
    pub fn grown(&mut self, content: &WindowContent, from: usize) -> Told {
        let _ = from;
        Told::Whole(self.whole(content))
    }
}
