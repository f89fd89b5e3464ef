//! The interface between Android's commands and the phone, for everything outside [`Shared`].
//!
//! The window manager implements it. It is as small as possible: state that a command can read from or write to
//! [`Shared`] (settings, packages, properties, the log, the clipboard, the selected keyboard) is not repeated here.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use state::app::Intent;
use state::packages::{InstallOptions, Part};
use state::shared::Shared;
use toolkit::Pixels;

/// A phone as its commands see it.
pub trait System {
    /// Returns the state that apps and commands share.
    fn shared(&self) -> &Shared;

    /// Returns the shared state for changes.
    fn shared_mut(&mut self) -> &mut Shared;

    /// Returns the activities that handle an intent, best first. An explicit intent matches its component or none;
    /// `package` limits the search.
    fn resolve(&self, intent: &Intent) -> Vec<Component>;

    /// Starts the best matching activity and brings it to the front.
    fn start(&mut self, intent: &Intent) -> Result<Started, StartError>;

    /// Returns the activity in front; `None` while the screen shows none (locked, switched off).
    fn front(&self) -> Option<Front>;

    /// Returns all tasks including the launcher's, most recent first.
    fn tasks(&self) -> Vec<TaskInfo>;

    /// Starts a service in the process of its package, which is started if necessary.
    fn start_service(&mut self, package: &str, class: &str, foreground: bool);

    /// Ends an app with its tasks (`am force-stop`).
    fn stop(&mut self, package: &str);

    /// Crashes an app (`am crash`).
    fn crash(&mut self, package: &str);

    /// Returns the pid of an app, if it runs. `system_server` and `com.android.systemui` always run.
    fn pid(&self, package: &str) -> Option<u32>;

    /// Performs a gesture on the screen, in pixels.
    fn gesture(&mut self, gesture: Gesture);

    /// Handles an event written to the touch panel, with the kernel's type, code and value.
    fn panel(&mut self, kind: u16, code: u16, value: i32);

    /// Handles an event written to the hardware keys, with the kernel's type, code and value.
    fn hardware_key(&mut self, _kind: u16, _code: u16, _value: i32) {}

    /// Presses and releases a key: a code of [`super::keycodes`], held or not, with meta keys.
    fn key(&mut self, code: u32, long_press: bool, meta: u32);

    /// Presses keys in order and releases them in reverse.
    fn key_combination(&mut self, codes: &[u32]);

    /// Types characters of the key map into the focused field, like a hardware keyboard. A newline is Enter, a tab is
    /// Tab.
    fn text(&mut self, text: &str);

    /// Commits any text to the focused field, like an input method.
    fn commit_text(&mut self, text: &str);

    /// Clears the focused field, like an input method.
    fn clear_text(&mut self);

    /// Performs an action of `EditorInfo` in the focused field, like an input method: 2 go, 3 search, 4 send, 5 next, 6
    /// done, 7 previous.
    fn editor_action(&mut self, action: i32);

    /// Whether the soft keyboard is on the screen.
    fn keyboard_shown(&self) -> bool;

    /// Returns the `android.text.InputType` of the focused field.
    fn input_type(&self) -> Option<u32>;

    /// Hides the soft keyboard.
    fn hide_keyboard(&mut self);

    /// Returns the ids of the installed input methods, such as `com.android.adbkeyboard/.AdbIME`. The enabled and the
    /// selected ones are in `secure/enabled_input_methods` and `secure/default_input_method`.
    fn input_methods(&self) -> Vec<String>;

    /// Returns the accessibility tree as uiautomator writes it, including the XML declaration.
    fn hierarchy_xml(&mut self, compressed: bool) -> Result<String, DumpError>;

    /// Returns the screen. Secure windows are black.
    fn screen_pixels(&mut self) -> Arc<Pixels>;

    /// Returns the screen as a PNG.
    fn screen_png(&mut self) -> Vec<u8>;

    /// Returns the size and the rotation of the screen.
    fn display(&self) -> Display;

    /// Sets or removes (`None`) the overrides of size and density. The rotation follows the settings
    /// `system/accelerometer_rotation` and `system/user_rotation`.
    fn set_display(&mut self, size: Option<(u32, u32)>, density: Option<u32>);

    /// Returns the windows on the screen, topmost first.
    fn windows(&self) -> Vec<Window>;

    /// Whether the screen is on. Keys (26, 223, 224) switch it.
    fn is_awake(&self) -> bool;

    /// Whether the lock screen is shown.
    fn is_locked(&self) -> bool;

    /// Dismisses the lock screen (no credential is set).
    fn dismiss_lock(&mut self);

    /// Opens or closes the shade.
    fn shade(&mut self, shade: Shade);

    /// Whether `cmd clipboard` exists; stock Android has none.
    fn has_clipboard_command(&self) -> bool;

    /// Reads a file. The error is the shell's message, such as `No such file or directory`.
    fn read_file(&self, path: &str) -> Result<Vec<u8>, String>;

    /// Writes a file. The error is the shell's message, such as `Read-only file system`.
    fn write_file(&mut self, path: &str, bytes: &[u8]) -> Result<(), String>;

    /// Starts a screen recording. Returns the pid of its process, or none if the recording is already complete.
    fn record(&mut self, film: Film) -> Result<Option<u32>, String>;

    /// Sets the clock, in milliseconds since 1970; `false` if no clock can show that.
    fn set_clock(&mut self, now_ms: i64) -> bool;

    /// Installs the files staged in `folder`. Returns the package, or an error such as
    /// `INSTALL_PARSE_FAILED_NOT_APK: Failed to parse …/base.apk`.
    fn install(&mut self, parts: &[Part], folder: &str, options: &InstallOptions) -> Result<String, String>;

    /// Removes a package, or returns an error such as `DELETE_FAILED_INTERNAL_ERROR`. A preinstalled package is removed
    /// only for the phone's user.
    fn uninstall(&mut self, package: &str, removal: Removal) -> Result<(), String>;

    /// Restores a package that was removed for the phone's user; `false` if it does not exist.
    fn install_existing(&mut self, package: &str) -> bool;

    /// Removes an app's data and ends it; `false` if the package does not exist.
    fn clear_data(&mut self, package: &str) -> bool;
}

/// A package and one of its classes, given with its full name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// For example `com.android.settings`.
    pub package: String,
    /// For example `com.android.settings.Settings`.
    pub class: String,
}

impl Component {
    /// Creates a component from a class as in a manifest or on a command line: `.Settings` gets its package.
    pub fn new(package: &str, class: &str) -> Self {
        let class = match class.strip_prefix('.') {
            Some(_) => format!("{package}{class}"),
            None => class.to_owned(),
        };
        Self { package: package.to_owned(), class }
    }

    /// Parses `package/.Class` or `package/full.Class`; `None` without a slash.
    pub fn parse(text: &str) -> Option<Self> {
        let (package, class) = text.split_once('/')?;
        (!package.is_empty() && !class.is_empty()).then(|| Self::new(package, class))
    }

    /// `com.android.settings/.Settings`
    pub fn short(&self) -> String {
        match self.class.strip_prefix(self.package.as_str()) {
            Some(rest) if rest.starts_with('.') => format!("{}/{rest}", self.package),
            _ => self.long(),
        }
    }

    /// `com.android.settings/com.android.settings.Settings`
    pub fn long(&self) -> String {
        format!("{}/{}", self.package, self.class)
    }
}

/// The result of starting an activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// The activity that came to the front.
    pub component: Component,
    /// Its task.
    pub task_id: u32,
    /// Whether its process had to be started.
    pub cold: bool,
    /// Whether it was in front already and only got the intent.
    pub already_front: bool,
}

/// Why no activity was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The named component does not exist.
    NoSuchClass,
    /// No activity handles the intent.
    Unresolved,
    /// The activity exists but is not exported.
    NotExported,
}

/// The activity in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// Its component.
    pub component: Component,
    /// Its task.
    pub task_id: u32,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskInfo {
    /// Its id.
    pub id: u32,
    /// Its top activity.
    pub top: Component,
    /// Its root activity.
    pub base: Component,
    /// Whether it is on the screen.
    pub visible: bool,
    /// Whether it is the launcher's.
    pub home: bool,
}

/// A window on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// For example `com.android.settings/com.android.settings.Settings`, `StatusBar`, `InputMethod`.
    pub title: String,
    /// The package that owns it.
    pub package: String,
    /// Whether it has the focus.
    pub focused: bool,
    /// Whether captures leave it black (`FLAG_SECURE`).
    pub secure: bool,
    /// Left, top, right, bottom.
    pub frame: [i32; 4],
}

/// The screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Display {
    /// Width and height of the panel in portrait orientation.
    pub size: (u32, u32),
    /// Dots per inch of the panel.
    pub density: u32,
    /// `wm size WxH`, in portrait orientation.
    pub size_override: Option<(u32, u32)>,
    /// `wm density N`.
    pub density_override: Option<u32>,
    /// Quarter turns, 0 to 3.
    pub rotation: u8,
}

impl Display {
    /// Returns the current width and height, with override and rotation.
    pub fn current_size(&self) -> (u32, u32) {
        let (width, height) = self.upright_size();
        if self.rotation % 2 == 1 { (height, width) } else { (width, height) }
    }

    /// Returns the width and height with override, without rotation.
    pub fn upright_size(&self) -> (u32, u32) {
        self.size_override.unwrap_or(self.size)
    }

    /// Returns the current dots per inch.
    pub fn current_density(&self) -> u32 {
        self.density_override.unwrap_or(self.density)
    }
}

/// A gesture, in pixels of the screen in its current rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// A finger down and up again.
    Tap(f32, f32),
    /// From the first point to the second in this many milliseconds. Twice the same point is a long press.
    Swipe(f32, f32, f32, f32, u64),
    /// Held, then moved, then released.
    DragAndDrop(f32, f32, f32, f32, u64),
    /// One event of a gesture that consists of several commands.
    Motion(Motion, f32, f32),
    /// A trackball rolls by this much.
    Roll(f32, f32),
    /// A trackball is pressed.
    Press,
    /// A wheel turns: the position, and how far to the right and up.
    Scroll(f32, f32, f32, f32),
}

/// One event of a finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are Android's")]
pub enum Motion {
    Down,
    Move,
    Up,
    Cancel,
}

/// The parameters of a screen recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The target file; none for standard output.
    pub path: Option<String>,
    /// The size; none for the screen's size.
    pub size: Option<(u32, u32)>,
    /// The maximum duration, in milliseconds.
    pub limit_ms: u64,
    /// Whether to write bare H.264 instead of MP4.
    pub bare: bool,
}

/// The state of the shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shade {
    /// The notifications.
    Notifications,
    /// The quick settings.
    Settings,
    /// Closed.
    Closed,
}

/// How a package is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removal {
    /// `-k`: keeps its data.
    pub keep_data: bool,
    /// `--user 0`: also removes a preinstalled package, for the phone's user.
    pub for_user: bool,
}

/// Why the accessibility tree is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpError {
    /// The screen does not become idle.
    NotIdle,
    /// No window is available.
    NoRoot,
    /// Another uiautomator (or uiautomator2) is already running.
    Busy,
}
