//! The parts of a phone, each with its owner: only the named module changes it, the others read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use commands::{LongRunning, Shade};
use machine::files::Files;
use shell::Process;
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

/// The uptime of a new phone: a day.
pub(super) const UP_BEFORE_MS: i64 = 86_400_000;

/// The apps with code, and the factory state. Owner: `packages`.
pub(super) struct Code {
    /// By package.
    pub(super) apps: BTreeMap<&'static str, Box<dyn App>>,
    /// The constructors of those apps.
    pub(super) factories: Vec<Factory>,
    /// The phone as it was created; saving stores the difference from it.
    pub(super) factory: FactoryState,
}

/// The state of a phone from its profile and apps, before any use.
#[derive(Clone)]
pub(super) struct FactoryState {
    pub(super) settings: Settings,
    pub(super) packages: BTreeMap<String, Package>,
    pub(super) props: BTreeMap<String, String>,
    /// Shares all unchanged content with the current files.
    pub(super) files: Files,
}

impl Code {
    /// Creates the state of new apps on a phone with these files.
    pub(super) fn of(factories: &[Factory], files: Files) -> Self {
        let (settings, packages, props) = (Settings::default(), BTreeMap::new(), BTreeMap::new());
        Self {
            apps: factories.iter().map(|make| make()).map(|app| (app.manifest().package, app)).collect(),
            factories: factories.to_vec(),
            factory: FactoryState { settings, packages, props, files },
        }
    }
}

/// Open tasks and running processes. Owner: `tasks`.
pub(super) struct Activities {
    /// The open tasks, the front one last. The launcher's is always present.
    pub(super) tasks: Vec<Task>,
    pub(super) next_task: u32,
    pub(super) next_key: u64,
    /// Running packages and their process ids.
    pub(super) running: BTreeMap<String, u32>,
}

impl Default for Activities {
    fn default() -> Self {
        Self { tasks: Vec::new(), next_task: 1, next_key: 1, running: BTreeMap::new() }
    }
}

/// The display and whether it is on. Owner: `screen`.
#[derive(Default)]
pub(super) struct DisplayState {
    pub(super) ui: UiStates,
    pub(super) frame: Frame,
    /// The last frame that was encoded as a PNG, and the PNG.
    pub(super) encoded: Option<(Arc<Pixels>, Arc<[u8]>)>,
    pub(super) awake: bool,
    pub(super) locked: bool,
    pub(super) size_override: Option<(u32, u32)>,
    pub(super) density_override: Option<u32>,
    /// Faults injected into the screen.
    pub(super) mishaps: Mishaps,
}

/// Faults injected into the screen, for tests and evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mishaps {
    /// The frozen frame, shown instead of the current one.
    pub(super) frozen: Option<Arc<Pixels>>,
    /// `uiautomator` reports that the screen does not become idle.
    pub(super) no_tree: bool,
    /// The front window may not be captured.
    pub(super) secure: bool,
}

/// Touch and keys. Owner: `input`.
#[derive(Default)]
pub(super) struct InputState {
    pub(super) touch: Touch,
    pub(super) panel: Panel,
    /// The events of the input devices.
    pub(super) input_events: InputEvents,
    pub(super) keyboard: Keyboard,
    /// The key of the window the keyboard is shown for.
    pub(super) typing_into: Option<String>,
}

/// Windows over the apps: dialogs, toasts, the shade. Owner: `system_ui`.
pub(super) struct Overlays {
    pub(super) dialog: Option<Dialog>,
    /// The presses in pop-ups of the control service.
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

/// The phone's clock relative to the computer's. Owner: `clock`.
pub(super) struct Time {
    /// The host time at which the phone was first switched on.
    pub(super) created_ms: i64,
    /// The host time of the last tick.
    pub(super) host_ms: i64,
    /// The host time of the last boot.
    pub(super) booted_ms: i64,
    /// The offset of the phone's clock from that: a profile may start on a date of its own.
    pub(super) clock_offset_ms: i64,
    /// Whether the network set the clock at the last tick.
    pub(super) auto_time: bool,
    /// The time zone.
    pub(super) zone: NamedZone,
    /// How far animation time is ahead of the clock: gestures take time without waiting for it.
    pub(super) ahead_ms: u64,
}

impl Time {
    /// The clock of a phone booted at `host_ms` of the computer's clock and `now_ms` of its own.
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

/// Work that continues after its command has answered. Owners: `os` and `recording`.
pub(super) struct Background {
    /// Long-running commands by number, with the length of the log when each started.
    pub(super) long_running: BTreeMap<u64, (LongRunning, u64)>,
    pub(super) next_long_running: u64,
    /// Screen recordings in progress.
    pub(super) recordings: Vec<Recording>,
    pub(super) next_recording: u32,
    /// The processes of the shells.
    pub(super) shells: Vec<Process>,
}

impl Default for Background {
    fn default() -> Self {
        Self {
            long_running: BTreeMap::new(),
            next_long_running: 1,
            recordings: Vec::new(),
            next_recording: 0,
            shells: Vec::new(),
        }
    }
}
