//! Long markup made safe ahead of time: off the threads that answer requests, and before anybody else has to
//! wait for it. Whoever shows a window looks here first; what is not found is rendered then.

use action::OsAction;
use action::os::WindowContent;

use crate::safe::Rendered;
use crate::state::Command;

/// Shorter texts are rendered faster than a thread is woken.
const WORTH_IT: usize = 32 << 10;

/// Contents and what came of them.
#[derive(Debug, Default)]
pub struct Prepared {
    ready: Vec<(WindowContent, Rendered)>,
}

impl Prepared {
    /// Whether a command has markup that is long enough.
    pub fn is_worth_it(command: &Command) -> bool {
        texts(command).next().is_some()
    }

    /// Renders what is long in a command with `render`.
    pub fn of(command: &Command, render: impl Fn(&WindowContent) -> Rendered) -> Self {
        let ready = texts(command).map(|content| {
            let rendered = render(content);
            (content.clone(), rendered)
        });
        Self { ready: ready.collect() }
    }

    /// What came of exactly this content, if it is here; it is handed out once.
    pub(crate) fn take(&mut self, content: &WindowContent) -> Option<Rendered> {
        let place = self.ready.iter().position(|(prepared, _)| prepared == content)?;
        Some(self.ready.swap_remove(place).1)
    }
}

/// The long markup that a command brings as a whole. What is added to a window's text is cut and rendered with
/// what stands there, block by block.
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
