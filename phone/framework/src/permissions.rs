//! Run-time permissions: an app requests the first permission that its screen needs and lacks. A wall replaces the
//! screen until the user has answered.
//!
//! A grant is stored in the package ([`Package::permissions`]), so `pm grant`, `dumpsys package`, the Settings app and
//! this dialog all agree. The app declares the needs of a screen ([`App::needs`](state::app::App::needs)); the dialog's
//! texts are in `shared::permissions`.

use super::popup::{Class, Item, Layout, PopUp};
use super::{Dialog, LAUNCHER, Phone, Task};
use state::app::Intent;
use state::shared::permissions::group;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The package that shows the dialog.
pub(super) const CONTROLLER: &str = "com.google.android.permissioncontroller";
/// The package of its resources: Google's package is built from AOSP's and keeps the names.
const RESOURCES: &str = "com.android.permissioncontroller";
/// The activity that shows the dialog.
pub(super) const ACTIVITY: &str = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity";
/// The event of the button on the wall.
pub(super) const ASK_AGAIN: &str = "permission_ask_again";

const FOREGROUND: &str = "permission_allow_foreground_only_button";
const ALLOW: &str = "permission_allow_button";
const ONE_TIME: &str = "permission_allow_one_time_button";
const DENY: &str = "permission_deny_button";
const DENY_FOR_GOOD: &str = "permission_deny_and_dont_ask_again_button";

impl Phone {
    /// Returns the front app and the first permission that its screen needs and lacks.
    pub(super) fn missing_permission(&self) -> Option<(&str, &'static str)> {
        self.missing_in(self.front_task()?)
    }

    /// Like [`Self::missing_permission`], for any open task.
    pub(super) fn missing_in<'a>(&'a self, task: &'a Task) -> Option<(&'a str, &'static str)> {
        let screen = task.screens.last()?;
        let package = task.owner(screen);
        let needed = self.code.apps.get(package)?.needs(&screen.route);
        let missing = needed.iter().find(|permission| !self.shared.packages.may(package, permission))?;
        Some((package, missing))
    }

    /// Requests the permission that the front screen needs, if it may still be requested.
    pub(super) fn ask_permission(&mut self) {
        let Some((package, permission)) = self.missing_permission() else { return };
        let Some(described) = self.shared.packages.get(package) else { return };
        if package == LAUNCHER || !described.may_ask(permission) {
            return;
        }
        let asked_before = described.answers.get(permission).is_some_and(|answer| answer.denials > 0);
        let popup = question(&described.label, permission, asked_before);
        let message = popup.items.first().map(|item| item.text.clone()).unwrap_or_default();
        self.hide_keyboard_now();
        self.overlays.dialog = Some(Dialog {
            package: CONTROLLER.to_owned(),
            title: String::new(),
            message,
            buttons: Vec::new(),
            made: Some(Box::new(popup)),
            focus: None,
            permission: Some(permission.to_owned()),
            trouble: None,
        });
    }

    /// Handles the wall's button: shows the dialog again, or the app's page in Settings if it may not.
    pub(super) fn ask_again(&mut self) {
        self.ask_permission();
        if self.overlays.dialog.is_some() {
            return;
        }
        let Some((package, _)) = self.missing_permission() else { return };
        let intent = Intent {
            action: Some("android.settings.APPLICATION_DETAILS_SETTINGS".to_owned()),
            data: Some(format!("package:{package}")),
            ..Intent::default()
        };
        _ = self.start_intent(&intent);
    }

    /// Handles a button of the permission dialog.
    pub(super) fn answer_permission(&mut self, permission: &str, button: &str) {
        let button = button.rsplit('/').next().unwrap_or_default();
        let granted = matches!(button, FOREGROUND | ALLOW | ONE_TIME);
        let Some(package) = self.front_screen().map(|(package, _)| package.to_owned()) else { return };
        if let Some(described) = self.shared.packages.get_mut(&package) {
            described.decide(permission, granted, button == ONE_TIME);
        }
        let verb = if granted { "granted" } else { "denied" };
        self.shared.log('I', "GrantPermissionsActivity", format!("{package} {permission} {verb} by the user"));
        // Request the next one if the screen needs several and this one was granted.
        if granted {
            self.ask_permission();
        }
    }

    /// Revokes one-time permissions when an app ends.
    pub(super) fn forget_one_time(&mut self, package: &str) {
        let Some(described) = self.shared.packages.get_mut(package) else { return };
        let (answers, permissions) = (&mut described.answers, &mut described.permissions);
        answers.retain(|permission, answer| {
            if answer.one_time {
                permissions.insert(permission.clone(), false);
            }
            !answer.one_time
        });
    }

    /// Grants an app all permissions it declares, or revokes them so that it has to ask; `false` if the package does
    /// not exist. For tests and evaluation.
    pub fn set_permissions(&mut self, package: &str, granted: bool) -> bool {
        let Some(described) = self.shared.packages.get_mut(package) else { return false };
        described.answers.clear();
        described.permissions.values_mut().for_each(|state| *state = granted);
        true
    }

    /// Builds the wall shown instead of a screen that lacks a permission: empty behind the dialog, an explanation
    /// afterwards.
    pub(super) fn permission_wall(&self, package: &str, permission: &str) -> View {
        let blank = View::column(Vec::new()).height(Size::Fill).background(Color::Background, 0.0);
        if self.overlays.dialog.as_ref().is_some_and(|dialog| dialog.permission.is_some()) {
            return blank;
        }
        let described = self.shared.packages.get(package);
        let label = described.map_or(package, |found| found.label.as_str());
        let text = format!("{label} needs your permission to {}.", wish(permission));
        let may_ask = described.is_some_and(|found| found.may_ask(permission));
        let button = View::button(if may_ask { "Continue" } else { "Settings" }, Event::new(ASK_AGAIN));
        let mut button = button.id("permission_rationale_button");
        button.kind = Kind::Button { primary: true };
        let icon = View::icon(Icon::Lock).color(Color::Muted).width(Size::Dp(48.0)).height(Size::Dp(48.0));
        let text = View::text(text).id("permission_rationale").text_style(TextStyle::Body).align(Align::Center);
        blank.children(vec![icon, text, button]).padding(32.0, 160.0).gap(24.0).align(Align::Center)
    }
}

/// Describes what an app would do with a permission.
fn wish(permission: &str) -> String {
    match group(permission) {
        Some(group) => group.wish.to_owned(),
        None => format!("use {}", permission.rsplit('.').next().unwrap_or(permission).replace('_', " ").to_lowercase()),
    }
}

/// Builds the dialog as in Android 14.
fn question(label: &str, permission: &str, asked_before: bool) -> PopUp {
    let message = format!("Allow {label} to {}?", wish(permission));
    let button = |text: &str, id: &str| Item {
        text: text.to_owned(),
        resource_id: format!("{RESOURCES}:id/{id}"),
        class: Some(Class::Button),
        ..Item::default()
    };
    let text = Item {
        text: message,
        resource_id: format!("{RESOURCES}:id/permission_message"),
        class: Some(Class::TextView),
        ..Item::default()
    };
    let mut items = vec![text];
    if group(permission).is_some_and(|group| group.while_in_use) {
        items.extend([button("While using the app", FOREGROUND), button("Only this time", ONE_TIME)]);
    } else {
        items.push(button("Allow", ALLOW));
    }
    items.push(button("Don’t allow", if asked_before { DENY_FOR_GOOD } else { DENY }));
    PopUp { package: CONTROLLER.to_owned(), layout: Layout::Bare, items, ..PopUp::default() }
}
