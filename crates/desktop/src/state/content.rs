//! The contents of windows: replaced, or changed piece by piece. A text that grows at its end is never copied.

use std::sync::Arc;

use action::os::{ContentUpdateOperation, Renderer, StyleValue, WindowContent, WindowUpdateContent};
use action::{Code, Finding};

use super::act::ActorRef;
use super::open::may_show;
use super::rollback::Inverse;
use super::slots::Slot;
use super::{Applied, Desktop, Mark, limits};

/// Returns the size of a content in bytes, as text or as JSON.
pub(super) fn length(content: &WindowContent) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    match content {
        WindowContent::Markdown(text) | WindowContent::Html(text) | WindowContent::Text(text) => text.len(),
        other => {
            let mut count = Count(0);
            // Counting never fails, and a value that cannot be encoded has no size.
            _ = serde_json::to_writer(&mut count, other);
            count.0
        }
    }
}

/// Returns the size of a style value in bytes.
pub(super) fn style_length(value: &StyleValue) -> usize {
    match value {
        StyleValue::Number(_) => 8,
        StyleValue::Text(text) => text.len(),
    }
}

fn text_mut(content: &mut WindowContent) -> Option<&mut String> {
    match content {
        WindowContent::Markdown(text) | WindowContent::Html(text) | WindowContent::Text(text) => Some(text),
        WindowContent::Table(_) | WindowContent::Iframe(_) | WindowContent::Component(_) => None,
    }
}

/// Wraps the text for another renderer.
pub(super) fn wrapped(text: String, renderer: Renderer) -> WindowContent {
    match renderer {
        Renderer::Markdown => WindowContent::Markdown(text),
        Renderer::Html => WindowContent::Html(text),
        Renderer::Text => WindowContent::Text(text),
        Renderer::Table | Renderer::Iframe | Renderer::Component => WindowContent::empty(renderer),
    }
}

impl Desktop {
    /// Restores the earlier renderer of a text.
    pub(super) fn wrap_again(&mut self, slot: Slot, renderer: Renderer) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let text = match &mut entry.window.content {
            WindowContent::Markdown(text) | WindowContent::Html(text) | WindowContent::Text(text) => {
                std::mem::take(text)
            }
            _ => String::new(),
        };
        entry.window.content = wrapped(text, renderer);
    }

    /// Refuses content that is too long for a window or for the desktop.
    pub(super) fn room_for_content(&self, old: usize, new: usize, path: &'static str) -> Result<(), Finding> {
        if new > limits::CONTENT {
            let message = format!("a window's content must have at most {} bytes, got {new}", limits::CONTENT);
            return Err(Finding::new(Code::OutOfRange, path, message));
        }
        let all = self.content_bytes - old + new;
        if all > limits::ALL_CONTENT {
            let most = limits::ALL_CONTENT;
            let message =
                format!("the contents of all windows would have {all} bytes, of {most}; close some windows first");
            return Err(Finding::new(Code::Full, path, message));
        }
        Ok(())
    }

    pub(super) fn set_content(
        &mut self,
        slot: Slot,
        content: &WindowContent,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        let bytes = length(content);
        let old = self.slots.get(slot).map_or(0, |entry| entry.bytes);
        self.room_for_content(old, bytes, "content.data")?;
        self.put_content(slot, content.clone(), bytes, out);
        Ok(())
    }

    /// Changes a content piece by piece. A new renderer is applied first, because the operation must suit it.
    pub(super) fn update_content(
        &mut self,
        slot: Slot,
        update: &WindowUpdateContent,
        who: ActorRef<'_>,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        let Some(entry) = self.slots.get(slot) else { return Ok(()) };
        let (before, old) = (entry.window.content.renderer(), entry.bytes);
        let renderer = update.renderer.unwrap_or(before);
        if !update.operation.fits(renderer) {
            return Err(misfit(&update.operation, renderer));
        }
        // A text survives a change to another text renderer; other content leaves nothing to add to.
        let keeps = before.is_textual() && renderer.is_textual();
        let kept = if keeps { old } else { 0 };
        match &update.operation {
            ContentUpdateOperation::Clear => {
                let empty = WindowContent::empty(renderer);
                let bytes = length(&empty);
                self.put_content(slot, empty, bytes, out);
            }
            ContentUpdateOperation::Replace { data } => {
                let content = data.clone().with(renderer).unwrap_or_else(|| WindowContent::empty(renderer));
                may_show(who, &content, "operation.data")?;
                let bytes = length(&content);
                self.room_for_content(old, bytes, "operation.data")?;
                self.put_content(slot, content, bytes, out);
            }
            ContentUpdateOperation::Append { data } => {
                self.room_for_content(old, kept + data.len(), "operation.data")?;
                self.rewrap(slot, renderer, out);
                self.insert_text(slot, None, data, out);
            }
            ContentUpdateOperation::Prepend { data } => {
                self.room_for_content(old, kept + data.len(), "operation.data")?;
                self.rewrap(slot, renderer, out);
                self.insert_text(slot, Some(0), data, out);
            }
            ContentUpdateOperation::InsertAt { data, position } => {
                self.room_for_content(old, kept + data.len(), "operation.data")?;
                self.rewrap(slot, renderer, out);
                self.insert_text(slot, Some(*position), data, out);
            }
        }
        Ok(())
    }

    /// Records the agent that set the content last.
    pub(super) fn set_maker(&mut self, slot: Slot, agent: Option<&str>, out: &mut Applied) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        if entry.window.made_by.as_deref() != agent {
            let old = std::mem::replace(&mut entry.window.made_by, agent.map(Arc::from));
            out.marks.push(Mark::Frame(slot));
            self.rollback.push(Inverse::Made { slot, by: old.as_deref().map(str::to_owned) });
        }
    }

    /// Replaces the content.
    pub(super) fn put_content(&mut self, slot: Slot, content: WindowContent, bytes: usize, out: &mut Applied) {
        let revision = self.next_revision();
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let old = std::mem::replace(&mut entry.window.content, content);
        let old_revision = std::mem::replace(&mut entry.window.revision, revision);
        let old_bytes = std::mem::replace(&mut entry.bytes, bytes);
        self.content_bytes = self.content_bytes - old_bytes + bytes;
        out.marks.push(Mark::Content(slot));
        let content = Box::new(old);
        self.rollback.push(Inverse::Content { slot, content, bytes: old_bytes, revision: old_revision });
    }

    /// Changes the renderer: a text is kept, other content is not.
    fn rewrap(&mut self, slot: Slot, renderer: Renderer, out: &mut Applied) {
        let Some(before) = self.slots.get(slot).map(|entry| entry.window.content.renderer()) else { return };
        if before == renderer {
            return;
        }
        let revision = self.next_revision();
        let Some(entry) = self.slots.get_mut(slot) else { return };
        match text_mut(&mut entry.window.content) {
            Some(text) => {
                entry.window.content = wrapped(std::mem::take(text), renderer);
                let old = std::mem::replace(&mut entry.window.revision, revision);
                out.marks.push(Mark::Content(slot));
                self.rollback.push(Inverse::Renderer { slot, renderer: before, revision: old });
            }
            None => self.put_content(slot, WindowContent::empty(renderer), 0, out),
        }
    }

    /// Inserts text before the character at `position`, or at the end.
    fn insert_text(&mut self, slot: Slot, position: Option<u64>, data: &str, out: &mut Applied) {
        if data.is_empty() {
            return;
        }
        let revision = self.revisions + 1;
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let Some(text) = text_mut(&mut entry.window.content) else { return };
        let length = text.len();
        let at = position.map_or(length, |position| byte_of(text, position));
        entry.bytes += data.len();
        self.content_bytes += data.len();
        if at == length {
            text.push_str(data);
            out.marks.push(Mark::Appended { slot, from: at });
            self.rollback.push(Inverse::Appended { slot, from: at });
        } else {
            text.insert_str(at, data);
            let old = std::mem::replace(&mut entry.window.revision, revision);
            self.revisions = revision;
            out.marks.push(Mark::Content(slot));
            self.rollback.push(Inverse::Inserted { slot, at, length: data.len(), revision: old });
        }
    }

    /// Removes `length` bytes from a text again.
    pub(super) fn remove_text(&mut self, slot: Slot, at: usize, length: usize) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let Some(text) = text_mut(&mut entry.window.content) else { return };
        let end = at.saturating_add(length);
        if end > text.len() || !text.is_char_boundary(at) || !text.is_char_boundary(end) {
            return;
        }
        text.replace_range(at..end, "");
        entry.bytes -= length;
        self.content_bytes -= length;
    }

    /// Truncates a text again.
    pub(super) fn cut_text(&mut self, slot: Slot, from: usize) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let Some(text) = text_mut(&mut entry.window.content) else { return };
        if from > text.len() || !text.is_char_boundary(from) {
            return;
        }
        let cut = text.len() - from;
        text.truncate(from);
        entry.bytes -= cut;
        self.content_bytes -= cut;
    }
}

/// Returns the byte offset of the character with this number, or the end if there are fewer.
fn byte_of(text: &str, position: u64) -> usize {
    // A character has at least one byte, so a position beyond the bytes is beyond the end.
    match usize::try_from(position) {
        Ok(position) if position < text.len() => text.char_indices().nth(position).map_or(text.len(), |(at, _)| at),
        _ => text.len(),
    }
}

fn misfit(operation: &ContentUpdateOperation, renderer: Renderer) -> Finding {
    let (op, renderer) = (operation.name(), renderer.as_str());
    match operation {
        ContentUpdateOperation::Replace { .. } => {
            let message = format!("`data` does not suit `{renderer}`; name another `renderer`, or change `data`");
            Finding::new(Code::WrongType, "operation.data", message)
        }
        _ => {
            let message = format!("`{op}` is for markdown, html and text; `{renderer}` takes `replace` and `clear`");
            Finding::new(Code::NotAllowed, "operation.op", message)
        }
    }
}
