//! Slow screens: an injected fault, for clients that act before there is anything to act on.
//!
//! The affected screens of an app open at once but show only a progress indicator until their time has passed; an
//! overlay shows only the screen below it. Touches and keys in the meantime are lost. The delay is in animation time,
//! so no caller sleeps if the profile lets time run ahead.

use serde::{Deserialize, Serialize};

use super::{LAUNCHER, Phone, Screen, Task};
use kit::icons;
use toolkit::{Align, Color, Kind, Size, View, Window, WindowKind};

/// The longest delay: ten minutes.
const MOST_MS: u64 = 600_000;

/// The delay of an app's screens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SlowScreens {
    ms: u64,
    /// The number of screens still to be delayed; `None` for all.
    left: Option<u32>,
}

/// The screen that is loading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Loading {
    /// The key of the screen.
    key: String,
    /// The start, in animation time.
    since_ms: u64,
    until_ms: u64,
}

impl Phone {
    /// Delays the next screens of an app, or all from now on; 0 ms removes the delay. `false` if the app does not
    /// exist.
    pub fn slow_screens(&mut self, package: &str, ms: u64, screens: Option<u32>) -> bool {
        if !self.shared.packages.is_installed(package) || package == LAUNCHER {
            return false;
        }
        let slow = &mut self.overlays.system_ui.slow;
        if ms == 0 || screens == Some(0) {
            slow.remove(package);
        } else {
            slow.insert(package.to_owned(), SlowScreens { ms: ms.min(MOST_MS), left: screens });
        }
        true
    }

    /// Removes all delays; a loading screen appears at once.
    pub fn no_slow_screens(&mut self) {
        self.overlays.system_ui.slow.clear();
        self.overlays.system_ui.loading = None;
    }

    /// Starts loading a screen that was just put on the front task.
    pub(super) fn begin_loading(&mut self, key: &str) {
        let Some(package) = self.front_screen().map(|(package, _)| package.to_owned()) else { return };
        let now_ms = self.ui_now();
        let system_ui = &mut self.overlays.system_ui;
        let Some(slow) = system_ui.slow.get_mut(&package) else { return };
        system_ui.loading = Some(Loading { key: key.to_owned(), since_ms: now_ms, until_ms: now_ms + slow.ms });
        if let Some(left) = &mut slow.left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                system_ui.slow.remove(&package);
            }
        }
    }

    /// Returns the progress of a loading screen in percent; `None` if it is not loading.
    pub(super) fn loading(&self, screen: &Screen) -> Option<u8> {
        let now_ms = self.ui_now();
        let loading =
            self.overlays.system_ui.loading.as_ref().filter(|it| it.key == screen.key && now_ms < it.until_ms)?;
        let passed = now_ms.saturating_sub(loading.since_ms) * 100 / (loading.until_ms - loading.since_ms).max(1);
        Some(u8::try_from(passed).unwrap_or(100))
    }

    /// Whether the front screen is loading.
    pub(super) fn is_loading(&self) -> bool {
        self.front_screen().is_some_and(|(_, screen)| self.loading(screen).is_some())
    }

    /// Builds the placeholder of a loading screen; an app that is being opened also shows its icon.
    pub(super) fn loading_window(&self, task: &Task, screen: &Screen, percent: u8) -> Window {
        let package = task.owner(screen);
        let indicator = View::new(Kind::Progress(percent)).id("progress").width(Size::Dp(160.0));
        let opened = task.screens.first().is_some_and(|first| first.key == screen.key);
        let icon = opened.then(|| icons::picture(package, &self.shared, 96.0).id("splashscreen_icon_view"));
        let shown = icon.into_iter().chain([indicator]).collect();
        let middle = View::column(shown).gap(32.0).align(Align::Center).width(Size::Fill);
        let space = || View::new(Kind::Space).height(Size::Weight(1.0));
        let view = View::column(vec![space(), middle, space()]).id("loading").height(Size::Fill);
        let view = view.background(Color::Background, 0.0);
        Window { key: screen.key.clone(), package: package.to_owned(), view, kind: WindowKind::App }
    }
}
