//! The icons of the desktop: badges, shortcuts, and the version of the list of apps.

use action::os::{AppBadge, DesktopShortcut, ShortcutUpdates};
use action::{Code, Finding, quoted};

use super::act::Act;
use super::limits;
use super::ownership::Owner;
use super::rollback::Inverse;
use super::shortcut::Shortcut;
use super::{Applied, Desktop, Mark};

impl Desktop {
    pub(super) fn badge_app(&mut self, badge: &AppBadge, act: &Act<'_>, out: &mut Applied) -> Result<(), Finding> {
        act.id(&badge.app_id, "appId")?;
        if badge.count > 0 && !self.badges.contains_key(&badge.app_id) {
            limits::room(self.badges.len(), limits::EACH, "badges", "appId")?;
        }
        self.set_badge(&badge.app_id, badge.count, out);
        Ok(())
    }

    /// Sets a badge; 0 removes it.
    pub(super) fn set_badge(&mut self, app: &str, count: u64, out: &mut Applied) {
        let old = match count {
            0 => self.badges.remove(app),
            _ => self.badges.insert(app.to_owned(), count),
        };
        let old = old.unwrap_or(0);
        if old != count {
            out.marks.push(Mark::Badge(app.to_owned()));
            self.rollback.push(Inverse::Badge { app: app.to_owned(), count: old });
        }
    }

    pub(super) fn refresh_apps(&mut self, out: &mut Applied) {
        self.rollback.push(Inverse::Apps(self.apps_version));
        self.apps_version += 1;
        out.marks.push(Mark::Apps);
    }

    pub(super) fn create_shortcut(
        &mut self,
        new: &DesktopShortcut,
        act: &Act<'_>,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        act.id(&new.id, "shortcut.id")?;
        if self.shortcut_place(&new.id).is_some() {
            let message = format!("shortcut {} already exists; update it, or use another id", quoted(&new.id));
            return Err(Finding::new(Code::Exists, "shortcut.id", message));
        }
        limits::brief(&[&new.label, &new.icon, &new.target], "shortcut")?;
        limits::room(self.shortcuts.len(), limits::EACH, "shortcuts", "shortcut.id")?;
        let from = act.who.agent().map(str::to_owned);
        self.put_shortcut(self.shortcuts.len(), Shortcut { shortcut: new.clone(), from }, out);
        Ok(())
    }

    pub(super) fn remove_shortcut(&mut self, id: &str, act: &Act<'_>, out: &mut Applied) -> Result<(), Finding> {
        let at = self.own_shortcut(id, act)?;
        self.take_shortcut(at, out);
        Ok(())
    }

    /// Moves a shortcut to another index; past the end means the end.
    pub(super) fn move_shortcut(&mut self, id: &str, at: u32, out: &mut Applied) -> Result<(), Finding> {
        let from = self.known_shortcut(id)?;
        let last = self.shortcuts.len().saturating_sub(1);
        let to = usize::try_from(at).map_or(last, |at| at.min(last));
        if let Some(shortcut) = self.shortcuts.get(from).cloned().filter(|_| from != to) {
            self.take_shortcut(from, out);
            self.put_shortcut(to, shortcut, out);
        }
        Ok(())
    }

    pub(super) fn update_shortcut(
        &mut self,
        id: &str,
        updates: &ShortcutUpdates,
        act: &Act<'_>,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        let at = self.own_shortcut(id, act)?;
        let Some(old) = self.shortcuts.get(at) else { return Ok(()) };
        let mut new = old.clone();
        new.shortcut.update(updates.clone());
        let DesktopShortcut { label, icon, target, .. } = &new.shortcut;
        limits::brief(&[label, icon, target], "updates")?;
        if *old != new {
            self.change_shortcut(at, new, out);
        }
        Ok(())
    }

    pub(super) fn shortcut_place(&self, id: &str) -> Option<usize> {
        self.shortcuts.iter().position(|each| each.shortcut.id == id)
    }

    pub(super) fn put_shortcut(&mut self, at: usize, new: Shortcut, out: &mut Applied) {
        let at = at.min(self.shortcuts.len());
        out.marks.push(Mark::Shortcut(new.shortcut.id.clone()));
        self.rollback.push(Inverse::NewShortcut { id: new.shortcut.id.clone() });
        self.shortcuts.insert(at, new);
    }

    pub(super) fn take_shortcut(&mut self, at: usize, out: &mut Applied) {
        if at < self.shortcuts.len() {
            let old = self.shortcuts.remove(at);
            out.marks.push(Mark::Shortcut(old.shortcut.id.clone()));
            self.rollback.push(Inverse::OldShortcut { at, shortcut: Box::new(old) });
        }
    }

    pub(super) fn change_shortcut(&mut self, at: usize, new: Shortcut, out: &mut Applied) {
        if let Some(place) = self.shortcuts.get_mut(at) {
            out.marks.push(Mark::Shortcut(new.shortcut.id.clone()));
            let old = std::mem::replace(place, new);
            self.rollback.push(Inverse::Shortcut { shortcut: Box::new(old) });
        }
    }

    /// Finds a shortcut that this actor may change.
    fn own_shortcut(&self, id: &str, act: &Act<'_>) -> Result<usize, Finding> {
        let at = self.known_shortcut(id)?;
        let owner = Owner::named(self.shortcuts.get(at).and_then(|shortcut| shortcut.from.as_deref()));
        owner.permits(act.who, "shortcutId", &format!("shortcut {}", quoted(id)), "create one of your own")?;
        Ok(at)
    }

    fn known_shortcut(&self, id: &str) -> Result<usize, Finding> {
        self.shortcut_place(id).ok_or_else(|| {
            let message = format!("there is no shortcut {}; create it first", quoted(id));
            Finding::new(Code::UnknownId, "shortcutId", message)
        })
    }
}
