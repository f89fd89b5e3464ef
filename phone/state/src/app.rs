//! What an app is to the phone: a manifest, screens made from its state, and what it does when touched.
//!
//! An app is one file (or a file and a folder) under `apps/` and one line in `apps.rs`. It owns its own
//! state; what several apps and Android itself share (settings, contacts, messages, packages, the
//! clipboard) is in [`Shared`], because that is where Android's commands show it too. Apps never draw
//! and never see a coordinate.

pub mod database;

pub use apk::Intent;

pub use self::database::{Database, DatabaseFile, Store, StoreError};
use crate::shared::{Notification, Shared};
use toolkit::{Event, Icon, View};

/// What the package manager knows of an app.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// As in `com.android.settings`.
    pub package: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// Its drawing on the home screen.
    pub icon: Icon,
    /// The colour behind the drawing.
    pub color: (u8, u8, u8),
    /// As in `14`.
    pub version_name: &'static str,
    /// As in `34`.
    pub version_code: u32,
    /// Whether it came with the phone.
    pub system: bool,
    /// Its activities; the first is the one the launcher starts (unless `launchable` is false).
    pub activities: &'static [Activity],
    /// Whether it stands among the apps of the launcher.
    pub launchable: bool,
    /// The run-time permissions it asks for. They are granted when the phone comes, unless its profile says
    /// otherwise; which screen needs which is [`App::needs`].
    pub permissions: &'static [&'static str],
}

/// One activity of an app.
#[derive(Clone, Copy, Debug)]
pub struct Activity {
    /// Its class as the manifest has it: `.Settings`, or with its package.
    pub class: &'static str,
    /// The route of the screen it begins with.
    pub route: &'static str,
    /// The actions of intents it answers, as in `android.settings.WIFI_SETTINGS`.
    pub actions: &'static [&'static str],
    /// The data it answers together with those actions: a scheme (`sms`, `tel`), a scheme and a host with or
    /// without the beginning of a path (`https://wa.me`, `https://www.google.com/maps`), or a MIME type
    /// (`text/plain`, `image/*`).
    pub schemes: &'static [&'static str],
}

/// How well an activity answers an intent: what it names most exactly wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It answers the action.
    Action,
    /// It names the scheme of the data.
    Scheme,
    /// It names the MIME type, or the host of the data.
    Exact,
}

impl Activity {
    /// Whether it answers an intent that names no component: its action is one of ours, and its data, if
    /// it has any, is of a kind we know. An activity that knows no data takes only intents without.
    pub fn answers(&self, intent: &Intent) -> bool {
        self.fit(intent).is_some()
    }

    /// How well it answers an intent. One that names MIME types takes data of its schemes, or one of those
    /// types; one that names none does not ask for the type.
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

/// Whether what an activity knows is a MIME type.
fn is_type(known: &str) -> bool {
    known.contains('/') && !known.contains("://")
}

fn is_of_type(kind: &str, known: &str) -> bool {
    match known.strip_suffix("/*") {
        Some(family) => kind.split_once('/').is_some_and(|(theirs, _)| theirs.eq_ignore_ascii_case(family)),
        None => kind.eq_ignore_ascii_case(known),
    }
}

/// Whether data such as `https://wa.me/1555` is of a scheme, or of a scheme, a host and the beginning of a path.
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
    /// Instead of the one before it.
    #[default]
    Screen,
    /// As a card over the one before it, which can be seen and not be touched.
    Dialog,
    /// The same, from below.
    Sheet,
}

/// How an app is made, as it is when it was just installed.
pub type Factory = fn() -> Box<dyn App>;

/// A program that lives on the phone.
pub trait App: Send {
    /// What the package manager knows of it.
    fn manifest(&self) -> Manifest;

    /// The screen at `route`, as it is now. Pure: it is called whenever anybody looks.
    fn view(&self, route: &str, shared: &Shared) -> View;

    /// Something on the screen at `route` was touched, changed or submitted.
    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>);

    /// It is started with an intent (also again, while it runs). The route that is to be shown; by default
    /// that of the activity that was chosen. With [`Effect::Finish`] nothing is shown, and what was in front
    /// stays there; of other effects a toast is shown and the rest has to wait for an event.
    fn start(&mut self, _intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        route.to_owned()
    }

    /// What was started with [`Effect::StartForResult`] has ended: `tag` says which it was, `result` what it
    /// answered, or nothing if it was left. `route` is the screen that is in front again.
    fn result(&mut self, _route: &str, _tag: &str, _result: Option<&Intent>, _cx: &mut Cx<'_>) {}

    /// Back is pressed on the screen at `route`. `true` if the app dealt with it (closed a search, cleared
    /// a selection); otherwise the screen is left.
    fn back(&mut self, _route: &str, _cx: &mut Cx<'_>) -> bool {
        false
    }

    /// The activity that shows a route: its class. By default the first one.
    fn class_of(&self, _route: &str) -> &'static str {
        self.manifest().activities.first().map_or(".Main", |activity| activity.class)
    }

    /// How the screen at `route` is shown. What is not a whole screen is left by Back or a touch beside it
    /// ([`Self::back`] hears of both).
    fn layer(&self, _route: &str) -> Layer {
        Layer::Screen
    }

    /// The run-time permissions that the screen at `route` cannot do without. The phone asks the person for the
    /// first that is not granted when the screen is opened, and shows the screen only once it is.
    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &[]
    }

    /// Whether it is on a phone only where the profile names it among its `apps`, or where somebody installs it.
    fn optional(&self) -> bool {
        false
    }

    /// The databases it keeps. Those that are missing are made when the app is started or stopped, and before
    /// somebody looks who may see them.
    fn databases(&self) -> &'static [DatabaseFile] {
        &[]
    }

    /// The folders it keeps, by their whole paths; they are there from the beginning.
    fn folders(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the screen at `route` may be seen by nobody but the person before it (`FLAG_SECURE`): it is black in
    /// screenshots and recordings.
    fn is_secure(&self, _route: &str) -> bool {
        false
    }

    /// A button of one of its notifications was pressed, or a text was written there. The notification is gone from the
    /// shade; of effects only a toast is shown.
    fn notification_action(&mut self, _notification: &Notification, _action: &str, _text: &str, _cx: &mut Cx<'_>) {}

    /// Somebody wrote to its user from outside; a messenger that is not for text messages of the network.
    fn incoming(&mut self, _from: &str, _body: &str, _shared: &mut Shared) {}

    /// Its process ends: what it had only in memory (what was typed and not saved, a search, a selection) is gone.
    fn stop(&mut self, _shared: &mut Shared) {}

    /// Everything it kept was removed (`pm clear`), and this is the app made anew: it may have something to ask at its
    /// first start.
    fn cleared(&mut self, _shared: &mut Shared) {}

    /// Time has passed: called before anything is asked of the phone, with [`Shared::now_ms`] as it is now.
    fn tick(&mut self, _shared: &mut Shared) {}

    /// Its own state, for snapshots. Nothing outside looks into it, except tests through the control service.
    fn save(&self) -> serde_json::Value;

    /// Takes over a state that [`Self::save`] gave; what cannot be read leaves the app as it is.
    fn load(&mut self, state: &serde_json::Value);
}

/// What an app may do while it deals with an event.
pub struct Cx<'a> {
    /// What it shares with others.
    pub shared: &'a mut Shared,
    /// What is to happen to its screen afterwards, in order.
    pub effects: Vec<Effect>,
}

/// What happens to a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Another screen of the same app on top of this one.
    Push(String),
    /// Another screen of the same app instead of this one.
    Replace(String),
    /// Back to the screen before.
    Pop,
    /// Out of the app, to whatever was before it.
    Finish,
    /// Another app, or this one anew.
    Start(Intent),
    /// A screen of another app on top of this one, which answers: a file that was chosen, a picture that was
    /// taken. The answer comes to [`App::result`].
    StartForResult {
        /// What is wanted, as in `android.intent.action.CREATE_DOCUMENT`.
        intent: Intent,
        /// What this app calls it.
        tag: String,
    },
    /// Out of the app, with an answer for whoever waits for one.
    Return(Intent),
    /// Out of the app, and into another instead, which answers whoever waits for an answer.
    Forward(Intent),
    /// A message that goes away by itself.
    Toast(String),
    /// A question over the screen. Buttons from left to right; the event goes to this app.
    Dialog {
        /// What it is about.
        title: String,
        /// What is asked; may be empty.
        message: String,
        /// What can be answered, and the event each answer is.
        buttons: Vec<(String, Event)>,
    },
    /// The caret into the field with this id (and the keyboard with it).
    Focus(String),
    /// The keyboard away.
    HideKeyboard,
    /// Away with an app that did not come with the phone, and with what it kept.
    Uninstall(String),
}

impl Cx<'_> {
    /// Another screen of the same app on top of this one.
    pub fn push(&mut self, route: impl Into<String>) {
        self.effects.push(Effect::Push(route.into()));
    }

    /// Back to the screen before.
    pub fn pop(&mut self) {
        self.effects.push(Effect::Pop);
    }

    /// Starts another app for an answer, which comes to [`App::result`] with this tag.
    pub fn start_for_result(&mut self, intent: Intent, tag: impl Into<String>) {
        self.effects.push(Effect::StartForResult { intent, tag: tag.into() });
    }

    /// A message that goes away by itself.
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
