//! The notification shade and heads-up banners: their content and their events.
//!
//! A notification belongs to its app, which handles its actions ([`App::notification_action`]). The phone itself
//! handles those of calls and text messages.

use super::Phone;
use commands::Shade;
use state::app::{Cx, Intent};
use state::shared::calls::DIALER;
use state::shared::{MediaSession, Notification, NotificationAction, Shared};
use toolkit::chrome::{self, GroupSpec, MediaSpec, NotificationSpec, Tile};
use toolkit::{Event, Icon, Window, WindowKind};

/// The key of the shade's window.
pub(super) const SHADE: &str = "notification_shade";
/// The id of the call's entry in the shade, which is not in the list of notifications.
const CALL_ID: i64 = -1;
/// How long a heads-up banner stays, in milliseconds.
const HEADS_UP_MS: i64 = 5_000;
/// The number of notifications shown per app before the group is expanded.
const FOLDED: usize = 3;

/// A quick-settings tile: key, label, icon, setting, and its values for on and off.
type Switch = (&'static str, &'static str, Icon, &'static str, [&'static str; 2]);

/// The quick-settings tiles in order. The shade shows the first four, the expanded shade all of them.
const SWITCHES: &[Switch] = &[
    ("wifi_on", "Internet", Icon::Wifi, "global/wifi_on", ["1", "0"]),
    ("bluetooth_on", "Bluetooth", Icon::Bluetooth, "global/bluetooth_on", ["1", "0"]),
    ("torch", "Flashlight", Icon::Flashlight, "secure/flashlight_enabled", ["1", "0"]),
    ("airplane_mode_on", "Airplane mode", Icon::AirplaneMode, "global/airplane_mode_on", ["1", "0"]),
    ("mobile_data", "Mobile data", Icon::MobileData, "global/mobile_data", ["1", "0"]),
    ("zen_mode", "Do Not Disturb", Icon::Notifications, "global/zen_mode", ["1", "0"]),
    ("rotation", "Auto-rotate", Icon::Refresh, "system/accelerometer_rotation", ["1", "0"]),
    ("location", "Location", Icon::Location, "secure/location_mode", ["3", "0"]),
    ("low_power", "Battery Saver", Icon::Battery, "global/low_power", ["1", "0"]),
    ("dark", "Dark theme", Icon::DarkMode, "secure/ui_night_mode", ["2", "1"]),
    ("night_light", "Night Light", Icon::Sun, "secure/night_display_activated", ["1", "0"]),
    ("nfc", "NFC", Icon::Wallet, "global/nfc_on", ["1", "0"]),
];
/// The number of tiles before the shade is expanded.
const FIRST_SWITCHES: usize = 4;

fn setting<'a>(shared: &'a mut Shared, key: &str) -> (&'a mut std::collections::BTreeMap<String, String>, String) {
    let (table, name) = key.split_once('/').unwrap_or(("global", key));
    let settings = &mut shared.settings;
    let table = match table {
        "system" => &mut settings.system,
        "secure" => &mut settings.secure,
        _ => &mut settings.global,
    };
    (table, name.to_owned())
}

fn is_on(shared: &Shared, (_, _, _, key, [_, off]): &Switch) -> bool {
    let (table, name) = key.split_once('/').unwrap_or(("global", key));
    let settings = &shared.settings;
    let (table, usual) = match table {
        "system" => (&settings.system, name == "accelerometer_rotation"),
        "secure" => (&settings.secure, false),
        _ => (&settings.global, false),
    };
    match (table.get(name), *key) {
        // Only 2 is dark; 0 is automatic.
        (mode, "secure/ui_night_mode") => mode.is_some_and(|mode| mode == "2"),
        (Some(value), _) => value != off && value != "0",
        (None, _) => usual,
    }
}

impl Phone {
    /// Builds the shade, collapsed or expanded.
    pub(super) fn shade_window(&self) -> Window {
        let shared = &self.shared;
        let shown = if self.overlays.shade == Shade::Settings { SWITCHES.len() } else { FIRST_SWITCHES };
        let tile = |switch: &Switch| Tile {
            key: switch.0.to_owned(),
            label: switch.1.to_owned(),
            icon: switch.2,
            on: is_on(shared, switch),
        };
        let tiles: Vec<Tile> = SWITCHES.iter().take(shown).map(tile).collect();
        let time = super::screen::clock(shared.clock.now_ms, shared.clock.utc_offset_min);
        let brightness = shared.settings.system_number("screen_brightness", 102).clamp(1, 255);
        let brightness = u32::try_from(brightness).unwrap_or(102);
        chrome::shade(&time, brightness, &tiles, media(&shared.media, shared).as_ref(), &self.notification_groups())
    }

    /// Groups the notifications by app; the app with the newest comes first.
    fn notification_groups(&self) -> Vec<GroupSpec> {
        let mut groups: Vec<GroupSpec> = Vec::new();
        for (note, spec) in self.waiting().iter().zip(self.notification_specs()) {
            match groups.iter_mut().find(|group| group.key == note.package) {
                Some(group) => group.notifications.push(spec),
                None => groups.push(GroupSpec {
                    key: note.package.clone(),
                    app: spec.app.clone(),
                    notifications: vec![spec],
                    hidden: 0,
                }),
            }
        }
        for group in &mut groups {
            if !self.overlays.system_ui.expanded.contains(&group.key) && group.notifications.len() > FOLDED {
                group.hidden = group.notifications.len() - FOLDED;
                group.notifications.truncate(FOLDED);
            }
        }
        groups
    }

    /// Returns the notifications, with the call on top.
    fn waiting(&self) -> Vec<Notification> {
        let shared = &self.shared;
        call_notification(shared).into_iter().chain(shared.notifications.iter().cloned()).collect()
    }

    /// Returns the notifications as they are displayed.
    pub(super) fn notification_specs(&self) -> Vec<NotificationSpec> {
        self.waiting().iter().map(|note| self.spec(note)).collect()
    }

    fn spec(&self, note: &Notification) -> NotificationSpec {
        let shared = &self.shared;
        let look = shared.packages.looks.get(&note.package).copied();
        let reply =
            self.overlays.system_ui.reply.as_ref().filter(|(id, _)| *id == note.id).map(|(_, text)| text.clone());
        NotificationSpec {
            key: note.id.to_string(),
            app: kit::widgets::label(&note.package, shared),
            icon: look.map_or(Icon::Notifications, |(icon, _)| icon),
            color: look.map(|(_, color)| color),
            title: note.title.clone(),
            text: note.text.clone(),
            when: super::screen::clock(note.date, shared.clock.utc_offset_min),
            actions: note.actions.iter().map(|action| action.title.clone()).collect(),
            reply,
        }
    }

    /// Builds the banner of a ringing call or of a new notification.
    pub(super) fn heads_up_window(&self) -> Option<Window> {
        if self.overlays.shade != Shade::Closed {
            return None;
        }
        let on_call = self.front_task().is_some_and(|task| task.package == DIALER);
        let rings = self.shared.calls.is_ringing();
        let note = if rings && !on_call && !self.display.locked {
            call_notification(&self.shared)?
        } else {
            let (id, until) = self.overlays.system_ui.heads_up.filter(|_| !self.display.locked)?;
            if self.steady_ms() >= until {
                return None;
            }
            self.shared.notifications.iter().find(|note| note.id == id)?.clone()
        };
        Some(chrome::heads_up(&self.spec(&note)))
    }

    /// Shows a heads-up banner, if the settings enable it, the screen is on and time does not run ahead.
    pub(super) fn show_heads_up(&mut self, id: i64) {
        let wanted = self.shared.settings.global.get("heads_up_notifications_enabled").is_none_or(|on| on != "0");
        let quiet = self.shared.settings.on("zen_mode");
        if wanted && !quiet && !self.profile.run_ahead && self.display.awake {
            self.overlays.system_ui.heads_up = Some((id, self.steady_ms() + HEADS_UP_MS));
        }
    }

    /// Handles an event in the shade or a banner.
    pub(super) fn shade_event(&mut self, event: &Event) {
        match event.name.as_ref() {
            "tile" => self.press_tile(&event.value),
            "settings" => {
                self.overlays.shade = Shade::Closed;
                let action = Some("android.settings.SETTINGS".to_owned());
                _ = self.start_intent(&Intent { action, ..Intent::default() });
            }
            "brightness" => {
                let level = event.value.parse::<u8>().unwrap_or(102).max(1);
                self.shared.settings.system.insert("screen_brightness".to_owned(), level.to_string());
            }
            "more_tiles" => self.overlays.shade = Shade::Settings,
            "fewer_tiles" => self.overlays.shade = Shade::Notifications,
            "clear_all" => {
                self.shared.notifications.clear();
                self.overlays.shade = Shade::Closed;
            }
            "expand_group" => {
                let expanded = &mut self.overlays.system_ui.expanded;
                if !expanded.remove(&event.value) && self.shared.packages.is_installed(&event.value) {
                    expanded.insert(event.value.clone());
                }
            }
            "media_key" => {
                let now = self.shared.clock.now_ms;
                _ = event.value.parse().is_ok_and(|code| self.shared.media.key(code, now));
            }
            "reply_text" => {
                if let Some((_, text)) = &mut self.overlays.system_ui.reply {
                    text.clone_from(&event.value);
                }
            }
            "reply_send" => self.send_reply(),
            "notification_action" => {
                let (id, place) = event.value.split_once('/').unwrap_or_default();
                if let (Ok(id), Ok(place)) = (id.parse(), place.parse()) {
                    self.act_on_notification(id, place);
                }
            }
            "dismiss_notification" => {
                let id = event.value.parse::<i64>().ok();
                self.shared.notifications.retain(|note| Some(note.id) != id);
                self.overlays.system_ui.heads_up.take_if(|(shown, _)| Some(*shown) == id);
            }
            "open_notification" => self.open_notification(event.value.parse().unwrap_or(0)),
            _ => {}
        }
    }

    fn press_tile(&mut self, key: &str) {
        let Some(switch) = SWITCHES.iter().find(|switch| switch.0 == key) else { return };
        let on = !is_on(&self.shared, switch);
        if key == "airplane_mode_on" {
            return self.shared.settings.set_airplane(on);
        }
        let (_, _, _, key, [when_on, when_off]) = switch;
        let (table, name) = setting(&mut self.shared, key);
        table.insert(name, (if on { when_on } else { when_off }).to_string());
    }

    fn open_notification(&mut self, id: i64) {
        self.overlays.shade = Shade::Closed;
        if id == CALL_ID {
            return self.show_call();
        }
        let Some(place) = self.shared.notifications.iter().position(|note| note.id == id) else { return };
        let note = self.shared.notifications.remove(place);
        let opens = |action: &str, data: Option<String>| Intent {
            action: Some(action.to_owned()),
            data,
            package: Some(note.package.clone()),
            ..Intent::default()
        };
        let wanted = (!note.data.is_empty()).then(|| opens("android.intent.action.VIEW", Some(note.data.clone())));
        if wanted.is_none_or(|intent| self.start_intent(&intent).is_err()) {
            _ = self.start_intent(&opens("android.intent.action.MAIN", None));
        }
    }

    /// Handles an action button of a notification.
    fn act_on_notification(&mut self, id: i64, place: usize) {
        if id == CALL_ID {
            let rings = self.shared.calls.is_ringing();
            let answered = rings && place == 1;
            if answered {
                self.answer()
            } else {
                self.hang_up()
            }
            return;
        }
        let Some(note) = self.shared.notifications.iter().find(|note| note.id == id).cloned() else { return };
        let Some(action) = note.actions.get(place) else { return };
        if action.reply {
            // A banner has no room to type, so open the shade.
            self.overlays.shade =
                if self.overlays.shade == Shade::Closed { Shade::Notifications } else { self.overlays.shade };
            self.overlays.system_ui.reply = Some((id, String::new()));
            self.display.ui.of(SHADE).focus_on("remote_input_text");
            self.type_into(SHADE.to_owned());
            return;
        }
        self.tell_action(&note, &action.title, "");
    }

    /// Sends the inline reply typed in the shade.
    fn send_reply(&mut self) {
        let Some((id, text)) = self.overlays.system_ui.reply.take() else { return };
        self.hide_keyboard_now();
        let Some(note) = self.shared.notifications.iter().find(|note| note.id == id).cloned() else { return };
        let Some(action) = note.actions.iter().find(|action| action.reply) else { return };
        if !text.trim().is_empty() {
            self.tell_action(&note, &action.title, text.trim());
        }
    }

    /// Performs a notification's action, by the phone itself or by the app, then removes the notification.
    fn tell_action(&mut self, note: &Notification, action: &str, text: &str) {
        self.shared.notifications.retain(|shown| shown.id != note.id);
        if let Some(number) = note.data.strip_prefix("smsto:") {
            self.mark_read(number);
            if !text.is_empty() {
                self.shared.send_message(number, text);
            }
            return;
        }
        if let Some(number) = note.data.strip_prefix("tel:").filter(|_| note.package == DIALER) {
            self.overlays.shade = Shade::Closed;
            let (action, data) = match action {
                "Message" => ("android.intent.action.SENDTO", format!("smsto:{number}")),
                _ => ("android.intent.action.CALL", note.data.clone()),
            };
            _ = self.start_intent(&kit::widgets::intent(action, data));
            return;
        }
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        if let Some(app) = self.code.apps.get_mut(note.package.as_str()) {
            app.notification_action(note, action, text, &mut cx);
        }
        for effect in cx.effects {
            if let state::app::Effect::Toast(text) = effect {
                self.toast(&text);
            }
        }
    }

    /// Marks the messages of a number as read and removes their notifications.
    fn mark_read(&mut self, number: &str) {
        let digits = state::shared::digits(number);
        let theirs = |address: &str| state::shared::digits(address) == digits;
        self.shared.messages.iter_mut().filter(|message| theirs(&message.address)).for_each(|it| it.read = true);
        let data = format!("smsto:{number}");
        self.shared.notifications.retain(|note| note.data != data);
    }

    /// Receives a text message.
    pub fn receive_message(&mut self, from: &str, body: &str) {
        let (id, date) = (self.shared.new_id(), self.shared.clock.now_ms);
        let title = self.shared.name_of(from);
        self.shared.messages.push(state::shared::Message {
            id,
            address: from.to_owned(),
            body: body.to_owned(),
            date,
            sent: false,
            read: false,
        });
        let package = self.shared.sms_app().to_owned();
        self.shared.notify(Notification {
            id,
            package,
            tag: String::new(),
            title,
            text: body.to_owned(),
            date,
            data: format!("smsto:{from}"),
            category: String::new(),
            actions: vec![NotificationAction::reply("Reply"), NotificationAction::button("Mark as read")],
        });
        self.show_heads_up(id);
    }
}

/// Returns the current call as a notification.
fn call_notification(shared: &Shared) -> Option<Notification> {
    let (number, state) = shared.calls.current.as_ref()?;
    let (text, actions) = match state.as_str() {
        "ringing" => ("Incoming call", vec!["Decline", "Answer"]),
        "dialing" => ("Calling…", vec!["Hang up"]),
        _ => ("Ongoing call", vec!["Hang up"]),
    };
    Some(Notification {
        id: CALL_ID,
        package: DIALER.to_owned(),
        tag: String::new(),
        title: shared.name_of(number),
        text: text.to_owned(),
        date: shared.calls.ongoing.since_ms.max(0),
        data: String::new(),
        category: String::new(),
        actions: actions.into_iter().map(NotificationAction::button).collect(),
    })
}

/// Returns the media session as the shade shows it.
fn media(session: &MediaSession, shared: &Shared) -> Option<MediaSpec> {
    let track = session.track()?;
    Some(MediaSpec {
        app: kit::widgets::label(&session.package, shared),
        title: track.title.clone(),
        artist: track.artist.clone(),
        playing: session.is_playing(),
    })
}

/// Whether a window's events are handled by the shade.
pub(super) fn is_shade(kind: WindowKind) -> bool {
    matches!(kind, WindowKind::Shade | WindowKind::HeadsUp)
}
