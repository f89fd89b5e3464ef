//! Creates, renames and closes windows.

use std::collections::BTreeMap;
use std::sync::Arc;

use action::os::{MonitorId, WindowCreate, WindowId, WindowVariant};
use action::{Code, Finding, quoted};

use super::act::Act;
use super::covering::GiveWay;
use super::open::may_show;
use super::rollback::Inverse;
use super::slots::{Chain, Entry, Slot};
use super::{Applied, Desktop, FollowUp, Mark, Window, bounds, content, limits};
use crate::wire::Frame;

impl Desktop {
    /// Finds the target window of an action.
    pub(super) fn find(&mut self, id: &str, act: &Act<'_>) -> Result<Slot, Finding> {
        if let Some(slot) = self.find_plain(id, act) {
            return Ok(slot);
        }
        let (monitor, name) = self.meant(id, act)?;
        write_key(&mut self.scratch, monitor, name);
        let found = self.slots.find(&self.scratch).or_else(|| self.find_moved(&self.scratch));
        found.ok_or_else(|| {
            let message = format!("there is no window {}; create it first, or name its monitor", quoted(&self.scratch));
            Finding::new(Code::UnknownId, "windowId", message)
        })
    }

    /// Finds a window by an id without a monitor. If it is found, the id needs no validation: only valid ids without a
    /// monitor can match the key that is looked up here.
    fn find_plain(&mut self, id: &str, act: &Act<'_>) -> Option<Slot> {
        write_key(&mut self.scratch, act.monitor.unwrap_or(self.active), id);
        self.slots.find(&self.scratch)
    }

    /// Returns the monitor and the name that an action refers to. A monitor in the id takes precedence over the field.
    fn meant<'i>(&self, id: &'i str, act: &Act<'_>) -> Result<(MonitorId, &'i str), Finding> {
        match WindowId::parse(id) {
            Ok(id) => Ok((id.monitor.or(act.monitor).unwrap_or(self.active), id.name)),
            Err(error) => {
                Err(Finding::new(error.code(), "windowId", format!("`windowId` {error}, got {}", quoted(id))))
            }
        }
    }

    /// Creates a window, replacing one of the same name if allowed.
    pub(super) fn create(&mut self, create: &WindowCreate, act: &Act<'_>, out: &mut Applied) -> Result<(), Finding> {
        let plain = self.find_plain(&create.window_id, act);
        let (monitor, name) = match plain {
            Some(_) => (act.monitor.unwrap_or(self.active), create.window_id.as_str()),
            None => self.meant(&create.window_id, act)?,
        };
        let there = plain.or_else(|| {
            write_key(&mut self.scratch, monitor, name);
            self.slots.find(&self.scratch)
        });
        let bytes = self.check_create(create, there, act)?;
        self.use_monitor(monitor, out);
        let old = there.and_then(|slot| self.slots.get(slot));
        let (key, lock) = match old {
            Some(old) => (old.key.clone(), old.window.frame.locked_by.clone()),
            None => (self.scratch.as_str().into(), None),
        };
        // Usually it is the same agent again: then its name is shared.
        let agent = act.who.agent();
        let same = old.and_then(|old| old.window.made_by.as_ref()).filter(|maker| agent == Some(&***maker));
        let made_by = same.cloned().or_else(|| agent.map(Arc::from));
        // A shared window keeps its owner, even if another agent replaces it.
        let kept = old.and_then(|old| old.window.frame.shared_by.clone()).filter(|owner| agent != Some(owner));
        let shared_by = kept.or_else(|| agent.filter(|_| create.is_shared()).map(str::to_owned));
        // A panel that replaces another keeps its place in the row.
        let docked = old.filter(|old| !old.stacks() && create.variant() == WindowVariant::Panel).map(|old| old.rank);
        let was_panel = old.is_some_and(|old| !old.stacks());
        let mut entry = self.entry(create, name, monitor, key, bytes, lock, made_by, act);
        entry.rank = docked.unwrap_or(0);
        entry.window.frame.shared_by = shared_by;
        let is_panel = !entry.stacks();
        let frame = &entry.window.frame;
        let in_front = frame.variant == WindowVariant::Standard && !frame.minimized;
        if let Some(request_id) = frame.request_id.clone() {
            out.follow_ups.push(FollowUp::FrameLoad { key: self.scratch.clone(), request_id, index: act.index });
        }
        let slot = self.put_in(there, entry);
        out.marks.push(Mark::Window(slot));
        self.stack_new(slot, out);
        if is_panel || was_panel {
            self.arrange(monitor, out);
        }
        self.give_way(slot, act, GiveWay::Beside, out);
        if in_front {
            self.set_focus(Some(slot), out);
        } else if self.focused == Some(slot) {
            // The focused window is gone; its replacement does not get the focus by itself.
            self.focus_topmost(monitor, out);
        }
        Ok(())
    }

    /// Adds a window, in place of the one it replaces: key, slot and lock stay.
    pub(super) fn put_in(&mut self, there: Option<Slot>, entry: Box<Entry>) -> Slot {
        self.content_bytes += entry.bytes;
        let Some(slot) = there else {
            let fresh = self.slots.free().is_empty();
            let slot = self.slots.insert(entry);
            self.rollback.push(Inverse::Opened { slot, fresh, replaced: false });
            return slot;
        };
        let below = self.slots.links(slot, Chain::All).and_then(|links| links.below);
        self.unstack(slot);
        if let Some(entry) = self.slots.exchange(slot, entry) {
            self.content_bytes -= entry.bytes;
            self.rollback.push(Inverse::Closed { slot, below, entry });
            self.rollback.push(Inverse::Opened { slot, fresh: false, replaced: true });
        }
        slot
    }

    /// Validates a new window. Returns the size of its content.
    fn check_create(&self, create: &WindowCreate, there: Option<Slot>, act: &Act<'_>) -> Result<usize, Finding> {
        if let Some(slot) = there {
            if !create.replaces() {
                let message = format!("window {} already exists", quoted(&self.scratch));
                let message = format!("{message}; pass `replace: true` to replace it, or use another id");
                return Err(Finding::new(Code::Exists, "windowId", message));
            }
            self.unlocked_for(slot, act.who)?;
            self.may_change(slot, act.who)?;
        } else {
            limits::room(self.slots.len(), limits::WINDOWS, "windows", "windowId")?;
        }
        may_show(act.who, &create.content, "content.data")?;
        limits::short(create.title.len(), limits::TITLE, "title")?;
        if let Some(style) = &create.window_style {
            if style.len() > limits::STYLES {
                let message =
                    format!("`windowStyle` must have at most {} properties, got {}", limits::STYLES, style.len());
                return Err(Finding::new(Code::OutOfRange, "windowStyle", message));
            }
            for (property, value) in style {
                let length = property.len() + content::style_length(value);
                limits::short(length, limits::STYLE, "windowStyle")?;
            }
        }
        let bytes = content::length(&create.content);
        let old = there.and_then(|slot| self.slots.get(slot)).map_or(0, |entry| entry.bytes);
        self.room_for_content(old, bytes, "content.data")?;
        Ok(bytes)
    }

    #[expect(clippy::too_many_arguments, reason = "a window is made of this much")]
    fn entry(
        &mut self,
        create: &WindowCreate,
        name: &str,
        monitor_id: MonitorId,
        key: Arc<str>,
        bytes: usize,
        locked_by: Option<String>,
        made_by: Option<Arc<str>>,
        act: &Act<'_>,
    ) -> Box<Entry> {
        let (variant, dock_edge) = (create.variant(), create.dock_edge());
        // A panel gets its bounds when all panels of its monitor are arranged.
        let bounds = match variant {
            WindowVariant::Panel => create.bounds,
            _ => bounds::clamped(create.bounds, self.work_area(monitor_id)),
        };
        let is_iframe = matches!(create.content, action::os::WindowContent::Iframe(_));
        let frame = Frame {
            id: name.to_owned(),
            monitor_id,
            title: create.title.clone(),
            bounds,
            variant,
            dock_edge,
            frameless: create.frameless,
            window_style: create.window_style.as_ref().map_or_else(BTreeMap::new, crate::safe::style),
            minimized: create.is_minimized() && variant == WindowVariant::Standard,
            maximized: false,
            previous_bounds: None,
            locked_by,
            shared_by: None,
            request_id: act.request_id.filter(|_| is_iframe).map(str::to_owned),
        };
        // The first content's revision is also the window's serial: neither is used again.
        let serial = self.next_revision();
        let window = Window { frame, content: create.content.clone(), made_by, revision: serial };
        let style = create.window_style.clone();
        Box::new(Entry { window, serial, key, known_as: None, style, bytes, home: None, rank: 0 })
    }

    /// Closes a window.
    pub(super) fn close(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let (key, monitor, is_panel) = (entry.key.clone(), entry.monitor(), !entry.stacks());
        let focused = self.focused == Some(slot);
        self.take_out(slot);
        out.marks.push(Mark::Closed(key));
        if is_panel {
            self.arrange(monitor, out);
        }
        if focused {
            self.focus_topmost(monitor, out);
        }
    }

    /// Removes a window from everything but the focus.
    fn take_out(&mut self, slot: Slot) {
        let Some(entry) = self.slots.get(slot) else { return };
        let lock = entry.window.frame.locked_by.clone();
        let below = self.slots.links(slot, Chain::All).and_then(|links| links.below);
        self.unstack(slot);
        self.note_lock(slot, lock.as_deref(), false);
        if let Some(entry) = self.slots.remove(slot) {
            self.content_bytes -= entry.bytes;
            self.rollback.push(Inverse::Closed { slot, below, entry });
        }
    }

    pub(super) fn set_title(&mut self, slot: Slot, title: &str, out: &mut Applied) -> Result<(), Finding> {
        limits::short(title.len(), limits::TITLE, "title")?;
        let Some(entry) = self.slots.get_mut(slot) else { return Ok(()) };
        if entry.window.frame.title != title {
            let old = std::mem::replace(&mut entry.window.frame.title, title.to_owned());
            out.marks.push(Mark::Frame(slot));
            self.rollback.push(Inverse::Title { slot, title: old });
        }
        Ok(())
    }

    /// Returns an unused revision.
    pub(super) fn next_revision(&mut self) -> u64 {
        self.revisions += 1;
        self.revisions
    }
}

/// Writes a window's key.
fn write_key(key: &mut String, monitor: MonitorId, name: &str) {
    key.clear();
    key.push_str("monitor-");
    let number = monitor.number();
    if number >= 10 {
        key.push('1');
    }
    key.push(char::from(b'0' + number % 10));
    key.push('/');
    key.push_str(name);
}
