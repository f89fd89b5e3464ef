//! The lock screen. Swiping up dismisses it, or asks for the PIN if the phone has one.
//!
//! The PIN is [`Shared::pin`](state::shared::Shared::pin); Settings and `locksettings` set it. After five wrong
//! attempts input is blocked for 30 seconds, as on Android.

use super::Phone;
use state::profile::LONGEST_PIN;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, Swipe, TextStyle, View, Window, WindowKind, chrome};

/// The key of the lock screen's window.
pub(super) const KEY: &str = "keyguard";
/// The number of wrong attempts before the user has to wait.
const TRIES: u32 = 5;
/// The length of that wait.
const WAIT_MS: i64 = 30_000;
/// The number of notifications on the lock screen.
const NOTIFICATIONS: usize = 3;

impl Phone {
    /// Locks the phone, if its profile has a lock screen. Called when the screen goes off and at boot.
    pub(super) fn lock(&mut self) {
        let disabled = self.shared.settings.secure.get("lockscreen.disabled").is_some_and(|off| off == "1");
        self.display.locked = self.shared.pin.is_some() || (self.profile.locked && !disabled);
        self.overlays.system_ui.keyguard = super::system_ui::Keyguard::default();
    }

    /// Dismisses the lock screen, or asks for the PIN.
    pub(super) fn push_keyguard(&mut self) {
        if self.shared.pin.is_some() {
            self.overlays.system_ui.keyguard.asks = true;
        } else {
            self.unlock();
        }
    }

    fn unlock(&mut self) {
        self.display.locked = false;
        self.overlays.system_ui.keyguard = super::system_ui::Keyguard::default();
    }

    /// Handles an event on the lock screen.
    pub(super) fn keyguard_event(&mut self, event: &Event) {
        match event.name.as_ref() {
            "pin_digit" => self.type_pin(&event.value),
            "pin_delete" => drop(self.overlays.system_ui.keyguard.typed.pop()),
            "pin_enter" => self.try_pin(),
            "pin_cancel" => self.overlays.system_ui.keyguard.asks = false,
            _ => self.push_keyguard(),
        }
    }

    /// Handles a key on the lock screen. Returns whether it was consumed.
    pub(super) fn keyguard_key(&mut self, code: u32) -> bool {
        if !self.display.locked || !self.overlays.system_ui.keyguard.asks {
            return false;
        }
        match code {
            4 | 111 => self.overlays.system_ui.keyguard.asks = false,
            7..=16 => self.type_pin(&(code - 7).to_string()),
            144..=153 => self.type_pin(&(code - 144).to_string()),
            66 | 160 | 23 => self.try_pin(),
            67 => drop(self.overlays.system_ui.keyguard.typed.pop()),
            _ => return false,
        }
        true
    }

    /// Handles digits typed while the key pad is shown.
    pub(super) fn type_pin(&mut self, text: &str) {
        let typed = &mut self.overlays.system_ui.keyguard.typed;
        let room = LONGEST_PIN.saturating_sub(typed.len());
        typed.extend(text.chars().filter(char::is_ascii_digit).take(room));
    }

    fn try_pin(&mut self) {
        let now = self.steady_ms();
        let keyguard = &mut self.overlays.system_ui.keyguard;
        let typed = std::mem::take(&mut keyguard.typed);
        if now < keyguard.until_ms || typed.is_empty() {
            return;
        }
        if self.shared.pin.as_deref() == Some(typed.as_str()) {
            return self.unlock();
        }
        keyguard.wrong += 1;
        if keyguard.wrong.is_multiple_of(TRIES) {
            keyguard.until_ms = now.saturating_add(WAIT_MS);
        }
    }

    /// Builds the lock screen's window.
    pub(super) fn lock_screen(&self) -> Window {
        let view = if self.overlays.system_ui.keyguard.asks { self.pin_pad() } else { self.lock_view() };
        let view = view.height(Size::Fill).background(Color::Background, 0.0);
        Window { key: KEY.to_owned(), package: chrome::SYSTEM_UI.to_owned(), view, kind: WindowKind::App }
    }

    fn lock_view(&self) -> View {
        let shared = &self.shared;
        let mut rows = vec![
            View::icon(Icon::Lock).id("lock_icon").description("Locked"),
            View::text(super::screen::clock(shared.clock.now_ms, shared.clock.utc_offset_min))
                .id("lockscreen_clock_view")
                .text_style(TextStyle::Display),
            View::text(kit::clock::short_date(shared.clock.now_ms, shared)).id("keyguard_date").color(Color::Muted),
        ];
        if shows_notifications(shared) {
            rows.extend(self.notification_specs().iter().take(NOTIFICATIONS).map(chrome::lock_notification));
        }
        rows.push(View::new(Kind::Space).height(Size::Weight(1.0)));
        rows.push(View::text("Swipe up to open").id("keyguard_indication_text").color(Color::Muted));
        View::column(rows)
            .id("keyguard_root_view")
            .padding(24.0, 64.0)
            .gap(16.0)
            .align(Align::Center)
            .on_click(Event::new("unlock"))
            .on_swipe(Swipe::Up, Event::new("unlock"))
    }

    fn pin_pad(&self) -> View {
        let keyguard = &self.overlays.system_ui.keyguard;
        let left = (keyguard.until_ms - self.steady_ms()).max(0) / 1000;
        let message = match (left, keyguard.wrong) {
            (1.., _) => format!("Try again in {left} seconds."),
            (_, 0) => "Enter PIN".to_owned(),
            _ => "Wrong PIN. Try again.".to_owned(),
        };
        let round = |view: View| view.width(Size::Fill).height(Size::Dp(72.0)).background(Color::SurfaceVariant, 36.0);
        let key = |digit: char| {
            let event = Event::with("pin_digit", digit.to_string());
            let key = View::button(digit.to_string(), event).text_style(TextStyle::Headline).color(Color::OnSurface);
            round(key.id(&format!("key{digit}")))
        };
        let delete = View::icon_button(Icon::Backspace, "Delete", Event::new("pin_delete")).id("delete_button");
        let enter = View::icon_button(Icon::Check, "Enter", Event::new("pin_enter")).id("key_enter");
        let mut keys: Vec<View> = "123456789".chars().map(key).collect();
        keys.extend([round(delete), key('0'), round(enter).background(Color::PrimaryContainer, 36.0)]);
        let dots = "●".repeat(keyguard.typed.chars().count());
        let pad = View::new(Kind::Grid { columns: 3 }).children(keys).id("pin_pad").gap(12.0).width(Size::Dp(280.0));
        let entry = vec![
            View::new(Kind::Space).height(Size::Weight(1.0)),
            View::text(message).id("bouncer_message_area").text_style(TextStyle::Title),
            View::text(dots).id("pinEntry").text_style(TextStyle::Title).description("PIN area").height(Size::Dp(40.0)),
        ];
        let keys = vec![
            pad.left_to_right(),
            View::button("Emergency call", Event::new("pin_cancel")).id("emergency_call_button"),
        ];
        let pane = |parts: Vec<View>, share: f32| {
            View::column(parts).gap(12.0).align(Align::Center).height(Size::Weight(share))
        };
        // In portrait the keys are a little below the middle of the screen.
        View::panes(vec![pane(entry, 1.0), pane(keys, 2.0)]).id("keyguard_pin_view").padding(24.0, 24.0).gap(12.0)
    }
}

fn shows_notifications(shared: &Shared) -> bool {
    shared.settings.secure.get("lock_screen_show_notifications").is_none_or(|on| on != "0")
}
