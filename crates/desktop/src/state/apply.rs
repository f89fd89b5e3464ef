//! The entry point: checks permissions, carries out one action after the other, and reports the faulty ones.

use action::os::{Addressed, Batch, OsAction};
use action::{Code, Finding, quoted};

use super::act::{Act, ActorRef};
use super::covering::GiveWay;
use super::open::may_show;
use super::{Applied, Command, Desktop, FollowUp, Mark, Refused, Slot, limits};
use crate::wire::{Actor, PersonAction, PersonCommand};

/// The faults of a command, by action.
#[derive(Default)]
struct Faults {
    found: Vec<(usize, Finding)>,
    /// The targets of the faulty actions: errors that follow from a fault are not reported again.
    about: Vec<String>,
}

impl Faults {
    fn add(&mut self, index: usize, place: Option<&str>, about: Option<&str>, mut finding: Finding) {
        if let Some(about) = about {
            if finding.code == Code::UnknownId && self.about.iter().any(|earlier| earlier == about) {
                return;
            }
            self.about.push(about.to_owned());
        }
        if let Some(place) = place {
            finding.path = if finding.path.is_empty() { place.to_owned() } else { format!("{place}.{}", finding.path) };
        }
        self.found.push((index, finding));
    }
}

impl Desktop {
    /// Carries out a command, or returns why not; a refused command changes nothing.
    pub fn apply(&mut self, actor: &Actor, command: &Command, now_ms: u64) -> Result<&Applied, Refused> {
        let (who, numbers) = (ActorRef::of(actor), (self.revisions, self.ranks));
        let mut out = self.applied.take().unwrap_or_default();
        out.clear();
        let mut faults = Faults::default();
        let mut undoable = false;
        let whole = |done: Result<(), Finding>, faults: &mut Faults| {
            if let Err(finding) = done {
                faults.add(0, None, None, finding);
            }
        };
        match command {
            Command::Batch(batch) => {
                undoable = true;
                self.batch(who, batch, now_ms, &mut out, &mut faults);
            }
            Command::Person { actions } => {
                undoable = !takes_back(actions);
                self.person(actor, actions, now_ms, &mut out, &mut faults);
            }
            Command::Expire => self.expire(now_ms, &mut out),
            Command::Release { agent } => whole(self.leave(who, agent, &mut out), &mut faults),
            Command::Answer { id, confirmed } => {
                let done = not_by_agent(who, "answer a dialog").and_then(|()| self.answer(id, *confirmed, &mut out));
                whole(done, &mut faults);
            }
            Command::Press { id, event_id } => {
                let done = not_by_agent(who, "press a button").and_then(|()| self.press_toast(id, event_id, &mut out));
                whole(done, &mut faults);
            }
            Command::Ask(question) => {
                let done = not_by_agent(who, "ask as the desktop").and_then(|()| self.ask(question, &mut out));
                whole(done, &mut faults);
            }
            Command::Settle { id, how } => {
                let done = not_by_agent(who, "settle a question")
                    .and_then(|()| self.settle_question(id, how, now_ms, &mut out));
                whole(done, &mut faults);
            }
        }
        if faults.found.is_empty() {
            self.keep(actor, undoable, numbers.0);
            self.tell(&mut out);
            return Ok(self.applied.insert(out));
        }
        out.clear();
        self.applied = Some(out);
        self.take_back(0);
        (self.revisions, self.ranks) = numbers;
        Err(Refused(faults.found))
    }

    fn batch(&mut self, who: ActorRef<'_>, batch: &Batch, now: u64, out: &mut Applied, faults: &mut Faults) {
        let bare = batch.agent_id.is_none() && batch.actions.len() == 1;
        if who == ActorRef::Person {
            let message = "a person uses their own actions, not an agent's batch";
            return faults.add(0, None, None, Finding::new(Code::NotAllowed, "", message));
        }
        if let Err(finding) = same_agent(who, batch.agent_id.as_deref()) {
            return faults.add(0, None, None, finding);
        }
        if batch.actions.len() > action::os::MAX_BATCH {
            let (most, count) = (action::os::MAX_BATCH, batch.actions.len());
            let message = format!("`actions` must hold at most {most} actions, got {count}");
            return faults.add(0, None, None, Finding::new(Code::OutOfRange, "actions", message));
        }
        for (index, Addressed { action, envelope }) in batch.actions.iter().enumerate() {
            let monitor = envelope.monitor_id.or(batch.monitor_id);
            let act = Act { who, page: "", now, index, monitor, request_id: envelope.request_id.as_deref() };
            let done = same_agent(who, envelope.agent_id.as_deref())
                .and_then(|()| same_agent(who, action.own_agent_id()))
                .and_then(|()| self.act(action, &act, out));
            if let Err(finding) = done {
                let place = (!bare).then(|| format!("actions[{index}]"));
                faults.add(index, place.as_deref(), about(action), finding);
                if faults.found.len() >= limits::FAULTS {
                    return;
                }
            }
        }
    }

    fn person(&mut self, actor: &Actor, actions: &[PersonAction], now: u64, out: &mut Applied, faults: &mut Faults) {
        let page = if let Actor::Person(page) = actor { page.as_str() } else { "" };
        if let Err(finding) = not_by_agent(ActorRef::of(actor), "act as a person") {
            return faults.add(0, None, None, finding);
        }
        if actions.len() > action::os::MAX_BATCH {
            let message =
                format!("`actions` must hold at most {} actions, got {}", action::os::MAX_BATCH, actions.len());
            return faults.add(0, None, None, Finding::new(Code::OutOfRange, "actions", message));
        }
        for (index, action) in actions.iter().enumerate() {
            let act = Act { who: ActorRef::Person, page, now, index, monitor: None, request_id: None };
            let (done, about) = match action {
                PersonAction::Command(command) => (self.command(command, actions.len() == 1, &act, out), None),
                PersonAction::Os(action) => {
                    let done =
                        if may_person(action) { self.act(action, &act, out) } else { Err(not_for_people(action)) };
                    (done, about(action))
                }
            };
            if let Err(finding) = done {
                faults.add(index, Some(&format!("actions[{index}]")), about, finding);
                if faults.found.len() >= limits::FAULTS {
                    return;
                }
            }
        }
    }

    fn command(
        &mut self,
        command: &PersonCommand,
        alone: bool,
        act: &Act<'_>,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        match command {
            PersonCommand::Viewport { monitor_id, w, h } => {
                self.resize_monitor(*monitor_id, crate::wire::Viewport { w: *w, h: *h }, out)
            }
            PersonCommand::Activate { monitor_id } => {
                self.activate(*monitor_id, out);
                Ok(())
            }
            PersonCommand::HoldToast { id, held } => self.hold_toast(id, *held, act.now, out),
            // The undone entry leaves the log, so the undo itself could not be rolled back.
            PersonCommand::Undo {} | PersonCommand::Redo {} | PersonCommand::UndoAgent { .. } if !alone => {
                let message = "undo and redo must be sent alone, not with other actions";
                Err(Finding::new(Code::NotAllowed, "type", message))
            }
            PersonCommand::Undo {} => self.undo_last(act.page, out),
            PersonCommand::Redo {} => self.redo_last(act.page, out),
            PersonCommand::UndoAgent { window_id } => {
                let slot = self.find(window_id, act)?;
                self.undo_edit(slot, out)
            }
            PersonCommand::MoveToMonitor { window_id, monitor_id } => {
                let slot = self.find(window_id, act)?;
                self.move_to_monitor(slot, *monitor_id, out)
            }
            PersonCommand::Fit { window_id, from, to } => {
                let slot = self.find(window_id, act)?;
                self.follow(slot, *from, *to, out);
                Ok(())
            }
            PersonCommand::Open { what, id, target, title } => {
                self.open((*what, id, target.as_deref()), title.as_deref(), act, out)
            }
            PersonCommand::MoveShortcut { shortcut_id, at } => self.move_shortcut(shortcut_id, *at, out),
        }
    }

    /// Carries out one verb. This is the only place that lists them all.
    fn act(&mut self, action: &OsAction, act: &Act<'_>, out: &mut Applied) -> Result<(), Finding> {
        match action {
            OsAction::WindowCreate(verb) => self.create(verb, act, out)?,
            OsAction::WindowClose(verb) => {
                let slot = self.find_unlocked(&verb.window_id, act)?;
                self.close(slot, out);
            }
            OsAction::WindowFocus(verb) => {
                let slot = self.find_own(&verb.window_id, act)?;
                self.focus(slot, act.who, out);
                self.give_way(slot, act, GiveWay::Below, out);
            }
            OsAction::WindowMinimize(verb) => {
                let slot = self.find_own(&verb.window_id, act)?;
                self.minimize(slot, out);
            }
            OsAction::WindowMaximize(verb) => {
                let slot = self.find_own(&verb.window_id, act)?;
                self.maximize(slot, out);
                self.give_way(slot, act, GiveWay::Below, out);
            }
            OsAction::WindowRestore(verb) => {
                let slot = self.find_own(&verb.window_id, act)?;
                self.restore(slot, out);
                self.give_way(slot, act, GiveWay::Beside, out);
            }
            OsAction::WindowMove(verb) => {
                let slot = self.find_unlocked(&verb.window_id, act)?;
                self.move_to(slot, verb.x, verb.y, out);
                self.give_way(slot, act, GiveWay::Beside, out);
            }
            OsAction::WindowResize(verb) => {
                let slot = self.find_unlocked(&verb.window_id, act)?;
                self.resize(slot, verb.w, verb.h, out);
                self.give_way(slot, act, GiveWay::Beside, out);
            }
            OsAction::WindowSetTitle(verb) => {
                let slot = self.find_unlocked(&verb.window_id, act)?;
                self.set_title(slot, &verb.title, out)?;
            }
            OsAction::WindowSetContent(verb) => {
                let slot = self.find_unlocked(&verb.window_id, act)?;
                may_show(act.who, &verb.content, "content.data")?;
                self.filled(slot, act, out, |desktop, out| desktop.set_content(slot, &verb.content, out))?;
            }
            OsAction::WindowUpdateContent(verb) => {
                let slot = self.find_unlocked(&verb.window_id, act)?;
                self.filled(slot, act, out, |desktop, out| desktop.update_content(slot, verb, act.who, out))?;
            }
            OsAction::WindowLock(verb) => {
                let slot = self.find_unlocked(&verb.window_id, act)?;
                self.set_lock(slot, Some(&verb.agent_id), out);
            }
            OsAction::WindowUnlock(verb) => {
                let slot = self.find(&verb.window_id, act)?;
                self.unlock(slot, act.who, out)?;
            }
            OsAction::WindowCapture(verb) => {
                let slot = self.find(&verb.window_id, act)?;
                self.may_picture(slot, act.who)?;
                let request_id = act.request_id.map(str::to_owned);
                out.follow_ups.push(FollowUp::Capture { key: self.scratch.clone(), request_id, index: act.index });
            }
            OsAction::NotificationShow(verb) => self.show_notification(verb, act, out)?,
            OsAction::NotificationDismiss(verb) => self.dismiss_notification(&verb.id, act.who, out)?,
            OsAction::ToastShow(verb) => self.show_toast(verb, act, out)?,
            OsAction::ToastDismiss(verb) => self.dismiss_toast(&verb.id, act.who, out)?,
            OsAction::DialogConfirm(verb) => self.confirm(verb, act, out)?,
            OsAction::AppBadge(verb) => self.badge_app(verb, act, out)?,
            OsAction::DesktopRefreshApps(_) => self.refresh_apps(out),
            OsAction::DesktopCreateShortcut(verb) => self.create_shortcut(&verb.shortcut, act, out)?,
            OsAction::DesktopRemoveShortcut(verb) => self.remove_shortcut(&verb.shortcut_id, act, out)?,
            OsAction::DesktopUpdateShortcut(verb) => {
                self.update_shortcut(&verb.shortcut_id, &verb.updates, act, out)?;
            }
        }
        Ok(())
    }

    /// Sets a window's content; the window then belongs to that agent. A change without effect does not change the
    /// owner, because it is not journalled either.
    fn filled(
        &mut self,
        slot: Slot,
        act: &Act<'_>,
        out: &mut Applied,
        fill: impl FnOnce(&mut Self, &mut Applied) -> Result<(), Finding>,
    ) -> Result<(), Finding> {
        let before = out.marks.len();
        fill(self, out)?;
        if let Some(agent) = act.who.agent()
            && out.marks.len() > before
        {
            self.set_maker(slot, Some(agent), out);
        }
        Ok(())
    }

    fn leave(&mut self, who: ActorRef<'_>, agent: &str, out: &mut Applied) -> Result<(), Finding> {
        if let ActorRef::Agent(name) = who
            && name != agent
        {
            let message = format!("{} cannot end {}'s session", quoted(name), quoted(agent));
            return Err(Finding::new(Code::WrongAgent, "agent", message));
        }
        self.release(agent, out);
        Ok(())
    }

    /// Adds the final marks of a command: the z-order, in the order in which a page must build it, and the focus.
    fn tell(&self, out: &mut Applied) {
        let place = |slot: &Slot| {
            let entry = self.slots.get(*slot).filter(|entry| entry.stacks())?;
            Some((entry.monitor(), entry.layer(), entry.rank))
        };
        if out.stacked.len() > 1 {
            out.stacked.sort_unstable_by_key(place);
            out.stacked.dedup();
        }
        for slot in &out.stacked {
            if place(slot).is_some() {
                out.marks.push(Mark::Stack(*slot));
            }
        }
        out.stacked.clear();
        if std::mem::take(&mut out.focus) {
            out.marks.push(Mark::Focused);
        }
    }
}

/// Returns whether this is an undo or redo, which is not a new change.
fn takes_back(actions: &[PersonAction]) -> bool {
    use PersonCommand::{Redo, Undo, UndoAgent};
    matches!(actions, [PersonAction::Command(Undo {} | Redo {} | UndoAgent { .. })])
}

/// Returns the target of an action, if it names one.
fn about(action: &OsAction) -> Option<&str> {
    match action {
        OsAction::NotificationShow(verb) => Some(&verb.id),
        OsAction::NotificationDismiss(verb) => Some(&verb.id),
        OsAction::ToastShow(verb) => Some(&verb.id),
        OsAction::ToastDismiss(verb) => Some(&verb.id),
        OsAction::DialogConfirm(verb) => Some(&verb.id),
        OsAction::DesktopCreateShortcut(verb) => Some(&verb.shortcut.id),
        OsAction::DesktopRemoveShortcut(verb) => Some(&verb.shortcut_id),
        OsAction::DesktopUpdateShortcut(verb) => Some(&verb.shortcut_id),
        other => other.window_id(),
    }
}

/// Refuses an action that claims another agent's name.
#[inline]
fn same_agent(who: ActorRef<'_>, said: Option<&str>) -> Result<(), Finding> {
    match (said, who) {
        (Some(said), ActorRef::Agent(name)) if name != said => Err(wrong_agent(name, said)),
        _ => Ok(()),
    }
}

fn wrong_agent(name: &str, said: &str) -> Finding {
    let message = format!("`agentId` is {}, but {} sends this", quoted(said), quoted(name));
    Finding::new(Code::WrongAgent, "agentId", format!("{message}; it must be the sender"))
}

fn not_by_agent(who: ActorRef<'_>, what: &str) -> Result<(), Finding> {
    match who.bound_agent() {
        Some(name) => {
            Err(Finding::new(Code::NotAllowed, "", format!("agent {} cannot {what}; only people can", quoted(name))))
        }
        None => Ok(()),
    }
}

/// Returns whether people may use a verb too.
fn may_person(action: &OsAction) -> bool {
    match action {
        OsAction::WindowClose(_)
        | OsAction::WindowFocus(_)
        | OsAction::WindowMinimize(_)
        | OsAction::WindowMaximize(_)
        | OsAction::WindowRestore(_)
        | OsAction::WindowMove(_)
        | OsAction::WindowResize(_)
        | OsAction::WindowUnlock(_)
        | OsAction::NotificationDismiss(_)
        | OsAction::ToastDismiss(_)
        | OsAction::DesktopCreateShortcut(_)
        | OsAction::DesktopRemoveShortcut(_)
        | OsAction::DesktopUpdateShortcut(_) => true,
        OsAction::WindowCreate(_)
        | OsAction::WindowSetTitle(_)
        | OsAction::WindowSetContent(_)
        | OsAction::WindowUpdateContent(_)
        | OsAction::WindowLock(_)
        | OsAction::WindowCapture(_)
        | OsAction::NotificationShow(_)
        | OsAction::ToastShow(_)
        | OsAction::DialogConfirm(_)
        | OsAction::AppBadge(_)
        | OsAction::DesktopRefreshApps(_) => false,
    }
}

fn not_for_people(action: &OsAction) -> Finding {
    Finding::new(Code::NotAllowed, "type", format!("`{}` is for agents only", action.name()))
}
