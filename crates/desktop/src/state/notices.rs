//! Notifications and toasts: shown, replaced, dismissed, held, and expired.

use action::os::{NotificationShow, ToastShow};
use action::{Code, Finding, Finite, quoted};

use super::act::{Act, ActorRef};
use super::limits;
use super::ownership::Owner;
use super::rollback::Inverse;
use super::timed::{Due, Expiring, Timed};
use super::{Applied, Desktop, FollowUp, Mark};
use crate::wire::{HistoryEntry, HistoryKind, Notification, Toast};

/// Returns the time at which an item that is shown now expires.
fn due(now: u64, duration: Option<Finite>) -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast from f64 saturates")]
    let whole = |duration: Finite| duration.get().ceil() as u64;
    duration.map(|duration| now.saturating_add(whole(duration)))
}

impl Desktop {
    pub(super) fn show_notification(
        &mut self,
        show: &NotificationShow,
        act: &Act<'_>,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        act.id(&show.id, "id")?;
        limits::brief(&[&show.title, &show.body, show.icon.as_deref().unwrap_or("")], "body")?;
        match self.notifications.get(&show.id) {
            Some(old) => own_notice(&old.shown.from, act.who, "notification", &show.id)?,
            None => limits::room(self.notifications.len(), limits::EACH, "notifications", "id")?,
        }
        let shown = Notification { show: show.clone(), shown_at: act.now, from: act.who.name().to_owned() };
        let timed = Timed { shown, due: due(act.now, show.duration) };
        self.set_notification(&show.id, Some(Box::new(timed)), out);
        Ok(())
    }

    pub(super) fn dismiss_notification(
        &mut self,
        id: &str,
        who: ActorRef<'_>,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        if let Some(old) = self.notifications.get(id) {
            own_notice(&old.shown.from, who, "notification", id)?;
            self.notification_goes(id, out);
            return Ok(());
        }
        let message = format!("there is no notification {}; it was dismissed, or never shown", quoted(id));
        Err(Finding::new(Code::UnknownId, "id", message))
    }

    pub(super) fn show_toast(&mut self, show: &ToastShow, act: &Act<'_>, out: &mut Applied) -> Result<(), Finding> {
        act.id(&show.id, "id")?;
        let (label, event) = show.action.as_ref().map_or(("", ""), |button| (&button.label, &button.event_id));
        limits::brief(&[&show.message, label, event], "message")?;
        match self.toasts.get(&show.id) {
            Some(old) => own_notice(&old.shown.from, act.who, "toast", &show.id)?,
            None => limits::room(self.toasts.len(), limits::EACH, "toasts", "id")?,
        }
        let shown = Toast { show: show.clone(), shown_at: act.now, from: act.who.name().to_owned(), held: false };
        let timed = Timed { shown, due: due(act.now, show.duration()) };
        self.set_toast(&show.id, Some(Box::new(timed)), out);
        Ok(())
    }

    pub(super) fn dismiss_toast(&mut self, id: &str, who: ActorRef<'_>, out: &mut Applied) -> Result<(), Finding> {
        let old = self.toasts.get(id).ok_or_else(|| no_toast(id))?;
        own_notice(&old.shown.from, who, "toast", id)?;
        self.toast_goes(id, out);
        Ok(())
    }

    /// Removes a toast whose button was pressed.
    pub(super) fn press_toast(&mut self, id: &str, event_id: &str, out: &mut Applied) -> Result<(), Finding> {
        let Some(timed) = self.toasts.get(id) else {
            let message = format!("the toast {} is gone; its button was already pressed, or it expired", quoted(id));
            return Err(Finding::new(Code::UnknownId, "id", message));
        };
        if timed.shown.show.action.as_ref().is_none_or(|button| button.event_id != event_id) {
            return Err(Finding::new(Code::UnknownId, "eventId", "the toast no longer has this button"));
        }
        out.follow_ups.push(FollowUp::ToastPressed { from: timed.shown.from.clone() });
        self.toast_goes(id, out);
        Ok(())
    }

    /// Holds a toast while a person reads it; when they stop, its time starts again.
    pub(super) fn hold_toast(&mut self, id: &str, held: bool, now: u64, out: &mut Applied) -> Result<(), Finding> {
        let timed = self.toasts.get(id).ok_or_else(|| no_toast(id))?;
        if timed.shown.held != held {
            let mut timed = timed.clone();
            timed.shown.held = held;
            timed.due = if held { None } else { due(now, timed.shown.show.duration()) };
            let old = self.swap_toast(id, Some(timed));
            out.marks.push(Mark::Toast(id.to_owned()));
            self.rollback.push(Inverse::Held { id: id.to_owned(), old });
        }
        Ok(())
    }

    /// Removes everything that is due.
    pub(super) fn expire(&mut self, now: u64, out: &mut Applied) {
        while let Some(first) = self.due.first().filter(|first| first.at <= now).cloned() {
            match &first.what {
                Expiring::Notification(id) => self.notification_goes(id, out),
                Expiring::Toast(id) => self.toast_goes(id, out),
            }
            self.due.remove(&first);
        }
    }

    fn notification_goes(&mut self, id: &str, out: &mut Applied) {
        if let Some(timed) = self.notifications.get(id) {
            let Notification { show, shown_at: at, from } = &timed.shown;
            let (id, title, body) = (show.id.clone(), show.title.clone(), show.body.clone());
            let (kind, from) = (HistoryKind::Notification, from.clone());
            let entry = HistoryEntry { kind, id, title, body, from, at: *at, variant: None };
            self.set_notification(&entry.id, None, out);
            self.remember(entry, out);
        }
    }

    fn toast_goes(&mut self, id: &str, out: &mut Applied) {
        if let Some(timed) = self.toasts.get(id) {
            let Toast { show, shown_at: at, from, .. } = &timed.shown;
            let (id, title, body) = (show.id.clone(), show.message.clone(), String::new());
            let (kind, from, variant) = (HistoryKind::Toast, from.clone(), show.variant);
            let entry = HistoryEntry { kind, id, title, body, from, at: *at, variant };
            self.set_toast(&entry.id, None, out);
            self.remember(entry, out);
        }
    }

    pub(super) fn set_notification(&mut self, id: &str, new: Option<Box<Timed<Notification>>>, out: &mut Applied) {
        if new.is_none() && !self.notifications.contains_key(id) {
            return;
        }
        let new_due = new.as_ref().and_then(|timed| timed.due);
        let old = match new {
            Some(timed) => self.notifications.insert(id.to_owned(), timed),
            None => self.notifications.remove(id),
        };
        let old_due = old.as_ref().and_then(|timed| timed.due);
        self.schedule(old_due, new_due, || Expiring::Notification(id.to_owned()));
        out.marks.push(Mark::Notification(id.to_owned()));
        self.rollback.push(Inverse::Notification { id: id.to_owned(), old });
    }

    pub(super) fn set_toast(&mut self, id: &str, new: Option<Box<Timed<Toast>>>, out: &mut Applied) {
        if new.is_none() && !self.toasts.contains_key(id) {
            return;
        }
        let old = self.swap_toast(id, new);
        out.marks.push(Mark::Toast(id.to_owned()));
        self.rollback.push(Inverse::Toast { id: id.to_owned(), old });
    }

    fn swap_toast(&mut self, id: &str, new: Option<Box<Timed<Toast>>>) -> Option<Box<Timed<Toast>>> {
        let new_due = new.as_ref().and_then(|timed| timed.due);
        let old = match new {
            Some(timed) => self.toasts.insert(id.to_owned(), timed),
            None => self.toasts.remove(id),
        };
        let old_due = old.as_ref().and_then(|timed| timed.due);
        self.schedule(old_due, new_due, || Expiring::Toast(id.to_owned()));
        old
    }

    fn schedule(&mut self, old: Option<u64>, new: Option<u64>, what: impl Fn() -> Expiring) {
        if let Some(at) = old {
            self.due.remove(&Due { at, what: what() });
        }
        if let Some(at) = new {
            self.due.insert(Due { at, what: what() });
        }
    }

    /// Adds to the history; the oldest entry is dropped if there are too many.
    pub(super) fn remember(&mut self, entry: HistoryEntry, out: &mut Applied) {
        self.history.push_back(entry);
        let gone = if self.history.len() > limits::HISTORY { self.history.pop_front() } else { None };
        self.rollback.push(Inverse::History { gone: gone.map(Box::new) });
        match out.marks.last_mut() {
            Some(Mark::History(count)) => *count += 1,
            _ => out.marks.push(Mark::History(1)),
        }
    }
}

/// Refuses an agent that would replace or dismiss another owner's notice.
pub(super) fn own_notice(from: &str, who: ActorRef<'_>, kind: &str, id: &str) -> Result<(), Finding> {
    Owner::named(Some(from)).permits(who, "id", &format!("{kind} {}", quoted(id)), "use another id")
}

fn no_toast(id: &str) -> Finding {
    Finding::new(Code::UnknownId, "id", format!("there is no toast {}; it is gone, or was never shown", quoted(id)))
}
