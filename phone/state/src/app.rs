//! The interface of an app: its manifest, the views built from its state, and its event handlers.
//!
//! An app is one file (or a file and a folder) in the crate `apps` and one line in its `lib.rs`. It owns its state.
//! State that several apps and Android itself use (settings, contacts, messages, packages, the clipboard) is in
//! [`Shared`], because Android's commands show it too. Apps never draw and never see a coordinate.

pub mod database;

pub use apk::Intent;

pub use self::database::{Database, DatabaseFile, Store, StoreError};
use crate::shared::{Notification, Shared};
use toolkit::{Event, Icon, View};

/// The package manager's record of an app.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The package name, such as `com.android.settings`.
    pub package: &'static str,
    /// The label shown to the user.
    pub label: &'static str,
    /// Its icon on the home screen.
    pub icon: Icon,
    /// The background colour of the icon.
    pub color: (u8, u8, u8),
    /// For example `14`.
    pub version_name: &'static str,
    /// For example `34`.
    pub version_code: u32,
    /// Whether it is preinstalled.
    pub system: bool,
    /// Its activities. The launcher starts the first one, unless `launchable` is false.
    pub activities: &'static [Activity],
    /// Whether the launcher lists it.
    pub launchable: bool,
    /// The run-time permissions that it requests. They are granted on a new phone unless the profile says otherwise.
    /// [`App::needs`] says which screen needs which permission.
    pub permissions: &'static [&'static str],
}

/// One activity of an app.
#[derive(Clone, Copy, Debug)]
pub struct Activity {
    /// Its class as in the manifest: `.Settings`, or with its package.
    pub class: &'static str,
    /// The route of its first screen.
    pub route: &'static str,
    /// The intent actions that it handles, such as `android.settings.WIFI_SETTINGS`.
    pub actions: &'static [&'static str],
    /// The data that it handles together with those actions: a scheme (`sms`, `tel`), a scheme and a host with an
    /// optional path prefix (`https://wa.me`, `https://www.google.com/maps`), or a MIME type (`text/plain`, `image/*`).
    pub schemes: &'static [&'static str],
}

/// How closely an activity matches an intent. The most specific match wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It handles the action.
    Action,
    /// It lists the scheme of the data.
    Scheme,
    /// It lists the MIME type, or the host of the data.
    Exact,
}

impl Activity {
    /// Whether it handles an implicit intent: the action is listed, and so is the intent's data, if any. An activity
    /// that lists no data accepts only intents without data.
    pub fn answers(&self, intent: &Intent) -> bool {
        self.fit(intent).is_some()
    }

    /// How closely it matches an intent. An activity that lists MIME types accepts data of its schemes or of one of
    /// those types; one that lists none ignores the type.
    pub fn fit(&self, intent: &Intent) -> Option<Fit> {
        if !self.actions.contains(&intent.action.as_deref()?) {
            return None;
        }
        let named = |known: &&&str| is_type(known);
        let types = self.schemes.iter().any(|known| is_type(known));
        if let Some(kind) = &intent.kind
            && self.schemes.iter().filter(named).any(|known| is_of_type(kind, known))
        {
            return Some(Fit::Exact);
        }
        let Some(data) = intent.data.as_deref() else {
            return (!types).then_some(Fit::Action);
        };
        let fits = self.schemes.iter().filter(|known| !is_type(known) && is_of(data, known));
        fits.map(|known| if known.contains("://") { Fit::Exact } else { Fit::Scheme }).max()
    }
}

/// Whether a listed entry is a MIME type.
fn is_type(known: &str) -> bool {
    known.contains('/') && !known.contains("://")
}

fn is_of_type(kind: &str, known: &str) -> bool {
    match known.strip_suffix("/*") {
        Some(family) => kind.split_once('/').is_some_and(|(theirs, _)| theirs.eq_ignore_ascii_case(family)),
        None => kind.eq_ignore_ascii_case(known),
    }
}

/// Whether data such as `https://wa.me/1555` matches a scheme, or a scheme with a host and a path prefix.
fn is_of(data: &str, known: &str) -> bool {
    let Some((scheme, place)) = known.split_once("://") else {
        return data.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case(known));
    };
    let Some((theirs, rest)) = data.split_once("://") else { return false };
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (their_host, their_path) = rest.split_once('/').unwrap_or((rest, ""));
    let below = their_path
        .strip_prefix(path)
        .is_some_and(|after| path.is_empty() || matches!(after.chars().next(), None | Some('/')));
    theirs.eq_ignore_ascii_case(scheme) && their_host.eq_ignore_ascii_case(host) && below
}

/// How a screen is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layer {
    /// Replaces the screen before it.
    #[default]
    Screen,
    /// A card over the previous screen, which stays visible but cannot be touched.
    Dialog,
    /// Like `Dialog`, but at the bottom edge.
    Sheet,
}

/// Creates an app in its freshly installed state.
pub type Factory = fn() -> Box<dyn App>;

/// An app of the phone.
pub trait App: Send {
    /// Returns the package manager's record of the app.
    fn manifest(&self) -> Manifest;

    /// Builds the screen at `route` from the current state. It has no side effects and runs for every observation.
    fn view(&self, route: &str, shared: &Shared) -> View;

    /// Handles a touch, change or submission on the screen at `route`.
    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>);

    /// Handles the intent that starts the app, also while it already runs. Returns the route to show, by default that
    /// of the chosen activity. With [`Effect::Finish`], nothing is shown and the current screen stays in front. Of the
    /// other effects, only a toast works here; the rest must wait for an event.
    fn start(&mut self, _intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        route.to_owned()
    }

    /// Handles the result of an [`Effect::StartForResult`]. `tag` says which one, and `result` is none if it was
    /// cancelled. `route` is the screen that is in front again.
    fn result(&mut self, _route: &str, _tag: &str, _result: Option<&Intent>, _cx: &mut Cx<'_>) {}

    /// Handles Back on the screen at `route`. Returns `true` if the app consumed it (closed a search, cleared a
    /// selection); otherwise the screen closes.
    fn back(&mut self, _route: &str, _cx: &mut Cx<'_>) -> bool {
        false
    }

    /// Returns the class of the activity that shows a route. By default the first one.
    fn class_of(&self, _route: &str) -> &'static str {
        self.manifest().activities.first().map_or(".Main", |activity| activity.class)
    }

    /// How the screen at `route` is shown. Back or a touch outside closes a screen that does not fill the display
    /// ([`Self::back`] is called for both).
    fn layer(&self, _route: &str) -> Layer {
        Layer::Screen
    }

    /// Returns the run-time permissions that the screen at `route` requires. When the screen opens, the phone asks the
    /// user for the first one that is not granted, and shows the screen only once it is granted.
    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &[]
    }

    /// Whether the app is present only if the profile lists it in `apps` or the user installs it.
    fn optional(&self) -> bool {
        false
    }

    /// Returns the app's databases. Missing ones are created when the app is started or stopped, and before any command
    /// that may read them.
    fn databases(&self) -> &'static [DatabaseFile] {
        &[]
    }

    /// Returns the app's folders by absolute path. They exist from the start.
    fn folders(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the screen at `route` is secure (`FLAG_SECURE`): it is black in screenshots and recordings.
    fn is_secure(&self, _route: &str) -> bool {
        false
    }

    /// Handles a button or a reply of one of its notifications. The notification has already left the shade. Of the
    /// effects, only a toast is shown.
    fn notification_action(&mut self, _notification: &Notification, _action: &str, _text: &str, _cx: &mut Cx<'_>) {}

    /// Handles an incoming message of a messenger, as opposed to a text message of the network.
    fn incoming(&mut self, _from: &str, _body: &str, _shared: &mut Shared) {}

    /// Handles the end of its process. State that it had only in memory (unsaved input, a search, a selection) is lost.
    fn stop(&mut self, _shared: &mut Shared) {}

    /// Handles `pm clear`: all its data was removed, and this is a new instance of the app. It may show its first-run
    /// questions.
    fn cleared(&mut self, _shared: &mut Shared) {}

    /// Handles the passage of time. Called before every request to the phone, with the current time in
    /// [`Shared::now_ms`].
    fn tick(&mut self, _shared: &mut Shared) {}

    /// Returns its state for snapshots. Only tests look inside it, through the control service.
    fn save(&self) -> serde_json::Value;

    /// Restores a state returned by [`Self::save`]. Unreadable parts leave the app unchanged.
    fn load(&mut self, state: &serde_json::Value);
}

/// The context of an event handler.
pub struct Cx<'a> {
    /// The state shared with other apps.
    pub shared: &'a mut Shared,
    /// The effects to apply to its screen afterwards, in order.
    pub effects: Vec<Effect>,
}

/// A change of the screen that an app requests.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Opens another screen of the same app on top.
    Push(String),
    /// Replaces the screen with another of the same app.
    Replace(String),
    /// Returns to the previous screen.
    Pop,
    /// Leaves the app and returns to the previous one.
    Finish,
    /// Starts another app, or this one again.
    Start(Intent),
    /// Starts a screen of another app for a result, such as a chosen file or a photo. The result goes to
    /// [`App::result`].
    StartForResult {
        /// The request, such as `android.intent.action.CREATE_DOCUMENT`.
        intent: Intent,
        /// This app's name for the request.
        tag: String,
    },
    /// Leaves the app and returns a result to the caller.
    Return(Intent),
    /// Replaces the app with another one, which returns the result to the caller.
    Forward(Intent),
    /// Shows a message that disappears by itself.
    Toast(String),
    /// Shows a dialog over the screen. Its buttons go from left to right, and their events go to this app.
    Dialog {
        /// The title.
        title: String,
        /// The message; may be empty.
        message: String,
        /// The labels of the buttons, with the event that each sends.
        buttons: Vec<(String, Event)>,
    },
    /// Focuses the field with this id and opens the keyboard.
    Focus(String),
    /// Hides the keyboard.
    HideKeyboard,
    /// Uninstalls an app that is not preinstalled, with its data.
    Uninstall(String),
}

impl Cx<'_> {
    /// Opens another screen of the same app on top.
    pub fn push(&mut self, route: impl Into<String>) {
        self.effects.push(Effect::Push(route.into()));
    }

    /// Returns to the previous screen.
    pub fn pop(&mut self) {
        self.effects.push(Effect::Pop);
    }

    /// Starts another app for a result, which goes to [`App::result`] with this tag.
    pub fn start_for_result(&mut self, intent: Intent, tag: impl Into<String>) {
        self.effects.push(Effect::StartForResult { intent, tag: tag.into() });
    }

    /// Shows a message that disappears by itself.
    pub fn toast(&mut self, message: impl Into<String>) {
        self.effects.push(Effect::Toast(message.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_of_a_scheme_or_of_a_host() {
        for (data, known, is) in [
            ("smsto:+1555", "smsto", true),
            ("SMSTO:+1555", "smsto", true),
            ("sms:+1555", "smsto", false),
            ("https://wa.me/1555?text=a", "https://wa.me", true),
            ("https://WA.me?x", "https://wa.me", true),
            ("https://wa.me.evil.example/1", "https://wa.me", false),
            ("https://example.com/wa.me", "https://wa.me", false),
            ("whatsapp://send?phone=1", "whatsapp", true),
            ("nothing", "nothing", false),
            ("https://www.google.com/maps/dir/?api=1", "https://www.google.com/maps", true),
            ("https://www.google.com/maps?q=x", "https://www.google.com/maps", true),
            ("https://www.google.com/mapsy", "https://www.google.com/maps", false),
            ("https://www.google.com/", "https://www.google.com/maps", false),
        ] {
            assert_eq!(is_of(data, known), is, "{data} {known}");
        }
    }

    #[test]
    fn what_an_activity_names_exactly_fits_best() {
        let activity = |schemes| Activity { class: ".A", route: "a", actions: &["act"], schemes };
        let intent = |data: Option<&str>, kind: Option<&str>| Intent {
            action: Some("act".to_owned()),
            data: data.map(str::to_owned),
            kind: kind.map(str::to_owned),
            ..Intent::default()
        };
        for (schemes, data, kind, fit) in [
            (&["https"] as &[&str], Some("https://a.example"), None, Some(Fit::Scheme)),
            (&["https", "https://a.example"], Some("https://a.example"), None, Some(Fit::Exact)),
            (&["text/plain"], None, Some("text/plain"), Some(Fit::Exact)),
            (&["image/*"], None, Some("image/png"), Some(Fit::Exact)),
            (&["image/*"], None, Some("text/plain"), None),
            (&["image/*"], None, None, None),
            (&[], None, Some("text/plain"), Some(Fit::Action)),
            (&[], None, None, Some(Fit::Action)),
            (&[], Some("tel:1"), None, None),
        ] {
            assert_eq!(activity(schemes).fit(&intent(data, kind)), fit, "{schemes:?} {data:?} {kind:?}");
        }
    }
}
