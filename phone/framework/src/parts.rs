//! The parts of a phone, each with its owner: the files that are named here change it, the others read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use commands::{LongRunning, Shade};
use machine::files::Files;
use state::app::{App, Factory};
use state::shared::{Package, Settings};
use toolkit::keyboard::Keyboard;
use toolkit::{Frame, Pixels, Touch, UiStates};

use crate::clock::NamedZone;
use crate::input_events::InputEvents;
use crate::panel::Panel;
use crate::popup::Press;
use crate::recording::Recording;
use crate::system_ui::SystemUi;
use crate::{Dialog, Task};

/// How long a new phone has been on already: a day.
pub(super) const UP_BEFORE_MS: i64 = 86_400_000;

/// The apps that have code, and how the phone came. Owner: `packages`.
pub(super) struct Code {
    /// By package.
    pub(super) apps: BTreeMap<&'static str, Box<dyn App>>,
    /// How those apps are made anew.
    pub(super) factories: Vec<Factory>,
    /// The phone as it came, against which it is saved.
    pub(super) factory: FactoryState,
}

/// What the profile and the apps gave a phone before anybody used it.
#[derive(Clone)]
pub(super) struct FactoryState {
    pub(super) settings: Settings,
    pub(super) packages: BTreeMap<String, Package>,
    pub(super) props: BTreeMap<String, String>,
    /// Shares all that has not changed since.
    pub(super) files: Files,
}

impl Code {
    /// Fresh apps on a phone with these files.
    pub(super) fn of(factories: &[Factory], files: Files) -> Self {
        let (settings, packages, props) = (Settings::default(), BTreeMap::new(), BTreeMap::new());
        Self {
            apps: factories.iter().map(|make| make()).map(|app| (app.manifest().package, app)).collect(),
            factories: factories.to_vec(),
            factory: FactoryState { settings, packages, props, files },
        }
    }
}

/// What is open and what runs. Owner: `tasks`.
pub(super) struct Activities {
    /// What is open, the front one last. The launcher's is always there.
    pub(super) tasks: Vec<Task>,
    pub(super) next_task: u32,
    pub(super) next_key: u64,
    /// What runs: package and process.
    pub(super) running: BTreeMap<String, u32>,
}

impl Default for Activities {
    fn default() -> Self {
        Self { tasks: Vec::new(), next_task: 1, next_key: 1, running: BTreeMap::new() }
    }
}

/// What is shown, and whether it is. Owner: `screen`.
#[derive(Default)]
pub(super) struct DisplayState {
    pub(super) ui: UiStates,
    pub(super) frame: Frame,
    /// The picture that was last sent as a PNG, and the PNG.
    pub(super) encoded: Option<(Arc<Pixels>, Arc<[u8]>)>,
    pub(super) awake: bool,
    pub(super) locked: bool,
    pub(super) size_override: Option<(u32, u32)>,
    pub(super) density_override: Option<u32>,
    /// What is made to go wrong on the screen.
    pub(super) mishaps: Mishaps,
}

/// What is made to go wrong on the screen, for tests and evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mishaps {
    /// The picture stays as it was.
    pub(super) frozen: Option<Arc<Pixels>>,
    /// `uiautomator` says that the screen does not come to rest.
    pub(super) no_tree: bool,
    /// The window in front may not be captured.
    pub(super) secure: bool,
}

/// Fingers and keys. Owner: `input`.
#[derive(Default)]
pub(super) struct InputState {
    pub(super) touch: Touch,
    pub(super) panel: Panel,
    /// What the input devices told.
    pub(super) input_events: InputEvents,
    pub(super) keyboard: Keyboard,
    /// The key of the window the keyboard is shown for.
    pub(super) typing_into: Option<String>,
}

/// What lies over the apps: questions, toasts, the shade. Owner: `system_ui`.
pub(super) struct Overlays {
    pub(super) dialog: Option<Dialog>,
    /// What was pressed in what was made to pop up.
    pub(super) presses: Vec<Press>,
    pub(super) toast: Option<(String, String, i64)>,
    pub(super) shade: Shade,
    pub(super) system_ui: SystemUi,
}

impl Default for Overlays {
    fn default() -> Self {
        let (dialog, presses, toast) = (None, Vec::new(), None);
        Self { dialog, presses, toast, shade: Shade::Closed, system_ui: SystemUi::default() }
    }
}

/// The phone's clock beside the computer's. Owner: `clock`.
pub(super) struct Time {
    /// What the time was when it was first switched on.
    pub(super) created_ms: i64,
    /// What it was last told the time is.
    pub(super) host_ms: i64,
    /// What the time was, by the same clock, when it was last switched on.
    pub(super) booted_ms: i64,
    /// How far its clock is from that: a profile may begin on a day of its own.
    pub(super) clock_offset_ms: i64,
    /// Whether the network set the clock when it was last told the time.
    pub(super) auto_time: bool,
    /// The zone that is set.
    pub(super) zone: NamedZone,
    /// How far the time of animations is ahead of the clock: gestures take time that nobody waits for.
    pub(super) ahead_ms: u64,
}

impl Time {
    /// A phone that is switched on at `host_ms` of the computer's clock and `now_ms` of its own.
    pub(super) fn beginning(host_ms: i64, now_ms: i64) -> Self {
        Self {
            created_ms: host_ms,
            host_ms,
            booted_ms: host_ms - UP_BEFORE_MS,
            clock_offset_ms: now_ms - host_ms,
            auto_time: true,
            zone: NamedZone::default(),
            ahead_ms: 0,
        }
    }
}

/// What goes on after its command has answered. Owners: `os` and `recording`.
pub(super) struct Background {
    /// Commands that go on, by number, and how much of the log had been written when each began.
    pub(super) long_running: BTreeMap<u64, (LongRunning, u64)>,
    pub(super) next_long_running: u64,
    /// Films that are being made.
    pub(super) recordings: Vec<Recording>,
    pub(super) next_recording: u32,
}

impl Default for Background {
    fn default() -> Self {
        Self { long_running: BTreeMap::new(), next_long_running: 1, recordings: Vec::new(), next_recording: 0 }
    }
}
