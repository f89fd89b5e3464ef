//! Activity results: an app starts another app's screen for a result, such as the file a user picked.
//!
//! As on Android, the screens of the answering app are in the task of the app that asked: Back leads from one to the
//! other, and the overview shows them as one.

#[cfg(test)]
mod tests;

use super::choose::Choice;
use super::{Guest, Phone, Screen};
use commands::{Component, StartError};
use state::app::{Cx, Intent};

impl Phone {
    /// Shows another app's screen over the front one, whose app gets the result under `tag`.
    pub(super) fn start_guest(&mut self, intent: &Intent, tag: Option<String>) -> Result<(), StartError> {
        match self.choose(intent).ok_or(StartError::Unresolved)? {
            Choice::One(component) => self.show_guest(&component, intent, tag),
            Choice::Ask(component, intent) => self.show_guest(&component, &intent, tag),
        }
        Ok(())
    }

    /// Like [`Self::start_guest`], for a known activity.
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

    /// Closes the front app and delivers its result.
    pub(super) fn return_result(&mut self, intent: &Intent) {
        match self.remove_guest() {
            Some(guest) => {
                self.leave_screen();
                self.answer_result(guest.tag.as_deref(), Some(intent));
            }
            // No caller expects a result.
            None => self.finish(),
        }
    }

    /// Replaces the front app with another, which returns the result in its place.
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

    /// Removes the screens of the guest in front, if there is one.
    pub(super) fn remove_guest(&mut self) -> Option<Guest> {
        let task = self.activities.tasks.last_mut()?;
        let guest = task.screens.last()?.guest.clone()?;
        while let Some(screen) = task.screens.pop_if(|screen| screen.guest.as_ref() == Some(&guest)) {
            self.display.ui.forget(&screen.key);
        }
        Some(guest)
    }

    /// Removes the screens of a stopped app from other apps' tasks.
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

    /// Delivers the result named `tag` to the front app and applies its effects.
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
