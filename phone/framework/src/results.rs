//! Answers between apps: an app starts another's screen to be told something, such as which file a person chose.
//!
//! As on Android, the screens of the app that answers lie on those of the app that asked, in the same task: Back leads
//! from one to the other, and the overview shows them as one.

#[cfg(test)]
mod tests;

use super::choose::Choice;
use super::{Guest, Phone, Screen};
use commands::{Component, StartError};
use state::app::{Cx, Intent};

impl Phone {
    /// Shows the screen of another app over the one in front; whoever has that hears what became of it under `tag`.
    pub(super) fn start_guest(&mut self, intent: &Intent, tag: Option<String>) -> Result<(), StartError> {
        match self.choose(intent).ok_or(StartError::Unresolved)? {
            Choice::One(component) => self.show_guest(&component, intent, tag),
            Choice::Ask(component, intent) => self.show_guest(&component, &intent, tag),
        }
        Ok(())
    }

    /// The same for an activity that is known.
    pub(super) fn show_guest(&mut self, component: &Component, intent: &Intent, tag: Option<String>) {
        let package = component.package.clone();
        self.make_databases(&package);
        self.mark_running(&package);
        self.leave_screen();
        let Some(route) = self.route_for(component, intent) else {
            return self.answer_result(tag.as_deref(), None);
        };
        let guest = Guest { package, tag, number: self.activities.next_key };
        self.show_as(route, Some(guest));
        self.ask_permission();
        self.shared.log('I', "ActivityTaskManager", format!("START u0 {{cmp={}}} for a result", component.short()));
    }

    /// The app in front is left with an answer.
    pub(super) fn return_result(&mut self, intent: &Intent) {
        match self.remove_guest() {
            Some(guest) => {
                self.leave_screen();
                self.answer_result(guest.tag.as_deref(), Some(intent));
            }
            // Nobody asked.
            None => self.finish(),
        }
    }

    /// The app in front is left for another, which answers in its place.
    pub(super) fn forward(&mut self, intent: &Intent) {
        let tag = self.remove_guest().and_then(|guest| guest.tag);
        let started = match &tag {
            Some(tag) => self.start_guest(intent, Some(tag.clone())).is_ok(),
            None => self.start_intent(intent).is_ok(),
        };
        if !started {
            self.toast("No app found to open this");
            self.answer_result(tag.as_deref(), None);
        }
    }

    /// Takes away the screens of the guest in front, if it is one.
    pub(super) fn remove_guest(&mut self) -> Option<Guest> {
        let task = self.activities.tasks.last_mut()?;
        let guest = task.screens.last()?.guest.clone()?;
        while let Some(screen) = task.screens.pop_if(|screen| screen.guest.as_ref() == Some(&guest)) {
            self.display.ui.forget(&screen.key);
        }
        Some(guest)
    }

    /// Takes an app's screens out of the tasks of others: it was stopped.
    pub(super) fn remove_guests_of(&mut self, package: &str) {
        let mut gone = Vec::new();
        for task in &mut self.activities.tasks {
            let theirs = |screen: &mut Screen| screen.guest.as_ref().is_some_and(|guest| guest.package == package);
            gone.extend(task.screens.extract_if(.., theirs));
        }
        if !gone.is_empty() {
            self.leave_screen();
        }
        for screen in gone {
            self.display.ui.forget(&screen.key);
        }
    }

    /// The app in front hears what came of what it calls `tag`, and what it wants is done.
    pub(super) fn answer_result(&mut self, tag: Option<&str>, result: Option<&Intent>) {
        let Some(tag) = tag else { return };
        let Some((package, route)) =
            self.front_screen().map(|(package, screen)| (package.to_owned(), screen.route.clone()))
        else {
            return;
        };
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        if let Some(app) = self.code.apps.get_mut(package.as_str()) {
            app.result(&route, tag, result, &mut cx);
        }
        let effects = cx.effects;
        self.apply(effects);
    }
}
