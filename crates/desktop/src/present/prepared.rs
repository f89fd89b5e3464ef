//! Sanitises long markup ahead of time, off the request threads, so that no caller waits for it. Code that shows a
//! window looks here first, and renders the content itself if it finds nothing.

use action::OsAction;
use action::os::WindowContent;

use crate::safe::Rendered;
use crate::state::Command;

/// Shorter texts are rendered faster than a thread wakes.
const WORTH_IT: usize = 32 << 10;

/// Contents and their renderings.
#[derive(Debug, Default)]
pub struct Prepared {
    ready: Vec<(WindowContent, Rendered)>,
}

impl Prepared {
    /// Returns whether a command has markup that is long enough.
    pub fn is_worth_it(command: &Command) -> bool {
        texts(command).next().is_some()
    }

    /// Renders the long markup of a command with `render`.
    pub fn of(command: &Command, render: impl Fn(&WindowContent) -> Rendered) -> Self {
        let ready = texts(command).map(|content| {
            let rendered = render(content);
            (content.clone(), rendered)
        });
        Self { ready: ready.collect() }
    }

    /// Takes the rendering of exactly this content, if it is here.
    pub(crate) fn take(&mut self, content: &WindowContent) -> Option<Rendered> {
        let place = self.ready.iter().position(|(prepared, _)| prepared == content)?;
        Some(self.ready.swap_remove(place).1)
    }
}

/// Returns the long markup that a command sets as a whole. Text that is appended to a window is split and rendered with
/// the existing text, block by block.
fn texts(command: &Command) -> impl Iterator<Item = &WindowContent> {
    let actions = if let Command::Batch(batch) = command { batch.actions.as_slice() } else { &[] };
    actions.iter().filter_map(|addressed| {
        let content = match &addressed.action {
            OsAction::WindowCreate(create) => &create.content,
            OsAction::WindowSetContent(set) => &set.content,
            _ => return None,
        };
        match content {
            WindowContent::Markdown(text) | WindowContent::Html(text) if text.len() >= WORTH_IT => Some(content),
            _ => None,
        }
    })
}
