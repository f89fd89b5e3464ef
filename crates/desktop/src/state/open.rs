//! Opens items of the desktop in a window: a part of the page, an app, a file. An item that is already open comes to
//! the front.
//!
//! Such a window is stored as a frame with an address: `fingertip:PART[/TARGET]`, `/apps/ID/`, `/files/PATH`. Only
//! people and the runtime may use the first kind: a part of the page has the person's rights.

use std::collections::HashSet;

use action::os::{IframeContent, MonitorId, WindowBounds, WindowContent, WindowCreate, check_id};
use action::{Code, Finding, Finite, quoted};
use sha2::{Digest, Sha256};

use super::act::{Act, ActorRef};
use super::free_place::{Rect, free_place};
use super::slots::Slot;
use super::{Applied, Desktop};
use crate::safe;
use crate::wire::{NARRATOR, Openable, Part};

/// The offset of a new window from one that it would cover.
const CASCADE: f64 = 28.0;
/// How many places are tried before one is used twice.
const MOST_STEPS: usize = 256;
/// The width of the first column of icons, as the page draws it (`firstColumn` in `web/src/shell/arrangement.ts`). New
/// windows leave it free if they can.
const ICONS: f64 = 124.0;
/// How many names of opened windows may be taken by windows of agents.
const MOST_NAMES: usize = 8;

/// The item to open.
struct Opening {
    /// The name of its window.
    name: String,
    title: String,
    address: String,
    /// Width and height.
    size: (u32, u32),
}

impl Opening {
    fn of(what: Openable, id: &str, target: Option<&str>, title: Option<&str>) -> Result<Self, Finding> {
        if what != Openable::Part && target.is_some() {
            return Err(Finding::new(Code::NotAllowed, "target", "only a part of the page has a `target`"));
        }
        match what {
            Openable::Part => Self::part(id, target),
            Openable::App => Self::app(id, title.unwrap_or(id)),
            Openable::File => Self::file(id),
        }
    }

    fn part(id: &str, target: Option<&str>) -> Result<Self, Finding> {
        let Some(part) = Part::named(id) else {
            let message = format!("`id` must be a part of the page, such as `settings`, got {}", quoted(id));
            return Err(Finding::new(Code::UnknownValue, "id", message));
        };
        if let Some(target) = target {
            let wrong = |message| Finding::new(Code::OutOfRange, "target", message);
            check_id(target).map_err(|error| wrong(format!("`target` {error}, got {}", quoted(target))))?;
        }
        let (name, title) = (part.name(), part.title());
        Ok(Self {
            name: target.map_or_else(|| format!("part-{name}"), |target| format!("part-{name}-{target}")),
            title: target.map_or_else(|| title.to_owned(), |target| format!("{title} {target}")),
            address: safe::part_address(part, target),
            size: part.size(),
        })
    }

    fn app(id: &str, title: &str) -> Result<Self, Finding> {
        let is_folder = check_id(id).is_ok() && !id.bytes().all(|byte| byte == b'.') && !id.contains('\\');
        let address = format!("/apps/{}/", safe::escaped(id));
        if !is_folder || !safe::is_own_file(&address) {
            let message = format!("`id` must be the name of an app's folder, got {}", quoted(id));
            return Err(Finding::new(Code::OutOfRange, "id", message));
        }
        Ok(Self { name: format!("app-{id}"), title: title.to_owned(), address, size: Part::SIZE })
    }

    fn file(path: &str) -> Result<Self, Finding> {
        let path = path.strip_prefix("/files/").unwrap_or(path);
        let address = format!("/files/{}", path.split('/').map(safe::escaped).collect::<Vec<_>>().join("/"));
        let title = path.rsplit('/').next().filter(|name| !name.is_empty());
        let Some(title) = title.filter(|_| safe::is_own_file(&address)) else {
            let message = format!("`id` must be a path below `files/`, got {}", quoted(path));
            return Err(Finding::new(Code::OutOfRange, "id", message));
        };
        // A path may be longer than a name, and has slashes.
        let digest = Sha256::digest(path);
        let short: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { name: format!("file-{short}"), title: title.to_owned(), address, size: Part::SIZE })
    }
}

impl Desktop {
    /// Opens an item in a window on the active monitor, or brings its existing window to the front.
    pub(super) fn open(
        &mut self,
        (what, id, target): (Openable, &str, Option<&str>),
        title: Option<&str>,
        act: &Act<'_>,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        let opening = Opening::of(what, id, target, title)?;
        let content = WindowContent::Iframe(IframeContent::Url(opening.address.clone()));
        // An agent may have taken the name, so the search is by what the window shows.
        let names =
            (1..=MOST_NAMES).map(|n| if n == 1 { opening.name.clone() } else { format!("{}-{n}", opening.name) });
        let mut free = None;
        for name in names {
            let (mut taken, mut found) = (false, None);
            for monitor in std::iter::once(self.active).chain((0..MonitorId::COUNT).filter_map(MonitorId::new)) {
                let Some(slot) = self.slots.find(&format!("{monitor}/{name}")) else { continue };
                taken |= monitor == self.active;
                if self.slots.get(slot).is_some_and(|entry| entry.window.content == content) {
                    found = found.or(Some(slot));
                }
            }
            if let Some(slot) = found {
                // Older versions named an app's window like its folder.
                if what == Openable::App && self.slots.get(slot).is_some_and(|entry| entry.window.frame.title == id) {
                    self.set_title(slot, &opening.title, out)?;
                }
                self.focus(slot, act.who, out);
                return Ok(());
            }
            if !taken && free.is_none() {
                free = Some(name);
            }
        }
        let Some(name) = free else {
            let message = format!("agents' windows already use all names for {}; close one", quoted(&opening.title));
            return Err(Finding::new(Code::Exists, "id", message));
        };
        let (w, h) = opening.size;
        let create = WindowCreate {
            window_id: name,
            title: opening.title,
            bounds: self.place_for(w, h),
            content,
            variant: None,
            dock_edge: None,
            frameless: None,
            window_style: None,
            minimized: None,
            replace: None,
            shared: None,
        };
        let act = Act { monitor: Some(self.active), ..*act };
        self.create(&create, &act, out)
    }

    /// Returns bounds in the active monitor's work area where the window covers the least of the others and of the icons.
    fn place_for(&self, w: u32, h: u32) -> WindowBounds {
        let area = rect(&self.work_area(self.active));
        let (w, h) = (f64::from(w).min(area.w), f64::from(h).min(area.h));
        let visible = |slot: Slot| {
            let frame = &self.slots.get(slot)?.window.frame;
            (!frame.minimized).then(|| rect(&frame.bounds))
        };
        let icons = Rect { w: ICONS.min(area.w), ..area };
        let windows = self.stacked_on(self.active).into_iter().filter_map(visible);
        let taken: Vec<Rect> = std::iter::once(icons).chain(windows).collect();
        match free_place(area, (w, h), &taken) {
            Some((x, y)) => bounds(x, y, w, h),
            None => self.cascaded(w, h),
        }
    }

    /// Returns bounds in the middle of the active monitor's work area, offset from the windows that already begin
    /// there.
    fn cascaded(&self, w: f64, h: f64) -> WindowBounds {
        let area = self.work_area(self.active);
        let (left, top) = (area.x.get(), area.y.get());
        let (right, bottom) = (left + area.w.get() - w, top + area.h.get() - h);
        let corner = |slot: Slot| {
            let frame = &self.slots.get(slot)?.window.frame;
            (!frame.minimized).then_some((frame.bounds.x.get().to_bits(), frame.bounds.y.get().to_bits()))
        };
        let taken: HashSet<(u64, u64)> = self.stacked_on(self.active).into_iter().filter_map(corner).collect();
        let (mut x, mut y) = (((left + right) / 2.0).floor(), ((top + bottom) / 2.0).floor());
        for _ in 0..MOST_STEPS {
            if !taken.contains(&(x.to_bits(), y.to_bits())) {
                break;
            }
            x = if x + CASCADE > right { left } else { x + CASCADE };
            y = if y + CASCADE > bottom { top } else { y + CASCADE };
        }
        bounds(x, y, w, h)
    }
}

fn rect(bounds: &WindowBounds) -> Rect {
    Rect { x: bounds.x.get(), y: bounds.y.get(), w: bounds.w.get(), h: bounds.h.get() }
}

fn bounds(x: f64, y: f64, w: f64, h: f64) -> WindowBounds {
    let finite = |value: f64| Finite::new(value).unwrap_or_default();
    WindowBounds { x: finite(x), y: finite(y), w: finite(w), h: finite(h) }
}

/// Refuses an agent's content that is, or could be mistaken for, a part of the page.
pub(super) fn may_show(who: ActorRef<'_>, content: &WindowContent, path: &'static str) -> Result<(), Finding> {
    match (who, content) {
        (ActorRef::Agent(name), WindowContent::Iframe(frame))
            if name != NARRATOR && safe::looks_like_part(frame.url()) =>
        {
            let message = "agents cannot frame an address of the desktop itself; only people open these windows";
            Err(Finding::new(Code::NotAllowed, path, message))
        }
        _ => Ok(()),
    }
}
