//! The seam between Android's commands and the phone: what they need that is not in [`Shared`].
//!
//! The window manager implements it. It stays as small as the commands allow: whatever a command can
//! read from or write to [`Shared`] (settings, packages, properties, the log, the clipboard, which
//! keyboard is selected) is not repeated here.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use state::app::Intent;
use state::packages::{InstallOptions, Part};
use state::shared::Shared;
use toolkit::Pixels;

/// A phone, as its commands see it.
pub trait System {
    /// What apps and commands share.
    fn shared(&self) -> &Shared;

    /// The same, to change it.
    fn shared_mut(&mut self) -> &mut Shared;

    /// The activities that answer an intent, the best one first. An intent with a component is answered
    /// by that activity or by none; `package` limits the search.
    fn resolve(&self, intent: &Intent) -> Vec<Component>;

    /// Starts the activity that answers best and brings it to the front.
    fn start(&mut self, intent: &Intent) -> Result<Started, StartError>;

    /// The activity in front; `None` while the screen shows none (locked, switched off).
    fn front(&self) -> Option<Front>;

    /// Every task, the most recent first, the launcher's among them.
    fn tasks(&self) -> Vec<TaskInfo>;

    /// Starts a service of a package in the process of that package, which is started if it does not run.
    fn start_service(&mut self, package: &str, class: &str, foreground: bool);

    /// Ends an app with its tasks (`am force-stop`).
    fn stop(&mut self, package: &str);

    /// Lets an app crash (`am crash`).
    fn crash(&mut self, package: &str);

    /// The process of an app, if it runs. `system_server` and `com.android.systemui` always do.
    fn pid(&self, package: &str) -> Option<u32>;

    /// A finger on the screen, in pixels.
    fn gesture(&mut self, gesture: Gesture);

    /// An event that is written to the touch panel: its kind, its code and its value, as the kernel has them.
    fn panel(&mut self, kind: u16, code: u16, value: i32);

    /// An event that is written to the keys at the phone's side, in the same way.
    fn hardware_key(&mut self, _kind: u16, _code: u16, _value: i32) {}

    /// A key is pressed and released: a number of [`super::keycodes`], held or not, with meta keys.
    fn key(&mut self, code: u32, long_press: bool, meta: u32);

    /// Keys pressed one after the other, released in reverse.
    fn key_combination(&mut self, codes: &[u32]);

    /// Types characters of the key map into the focused field, as a hardware keyboard would. A line end
    /// is Enter, a tab is Tab.
    fn text(&mut self, text: &str);

    /// A keyboard gives the focused field a text, any text.
    fn commit_text(&mut self, text: &str);

    /// A keyboard empties the focused field.
    fn clear_text(&mut self);

    /// A keyboard performs an action of `EditorInfo` in the focused field: 2 go, 3 search, 4 send, 5 next,
    /// 6 done, 7 previous.
    fn editor_action(&mut self, action: i32);

    /// Whether the soft keyboard is on the screen.
    fn keyboard_shown(&self) -> bool;

    /// What the field that is typed into takes, as `android.text.InputType` has it.
    fn input_type(&self) -> Option<u32>;

    /// Sends the soft keyboard away.
    fn hide_keyboard(&mut self);

    /// The ids of the installed input methods, as in `com.android.adbkeyboard/.AdbIME`. Which of them are
    /// enabled and selected is `secure/enabled_input_methods` and `secure/default_input_method`.
    fn input_methods(&self) -> Vec<String>;

    /// The accessibility tree as uiautomator writes it, declaration and all.
    fn hierarchy_xml(&mut self, compressed: bool) -> Result<String, DumpError>;

    /// The screen. Black where a window is secure.
    fn screen_pixels(&mut self) -> Arc<Pixels>;

    /// The screen as a PNG.
    fn screen_png(&mut self) -> Vec<u8>;

    /// How large the screen is and which way it is held.
    fn display(&self) -> Display;

    /// Sets or removes (`None`) the overrides of size and density. The rotation follows the settings
    /// `system/accelerometer_rotation` and `system/user_rotation`.
    fn set_display(&mut self, size: Option<(u32, u32)>, density: Option<u32>);

    /// The windows on the screen, the topmost first.
    fn windows(&self) -> Vec<Window>;

    /// Whether the screen is on. Keys (26, 223, 224) switch it.
    fn is_awake(&self) -> bool;

    /// Whether the lock screen is shown.
    fn is_locked(&self) -> bool;

    /// Sends the lock screen away (no credential is set).
    fn dismiss_lock(&mut self);

    /// Pulls the shade down or up.
    fn shade(&mut self, shade: Shade);

    /// Whether `cmd clipboard` is there: not on stock Android.
    fn has_clipboard_command(&self) -> bool;

    /// A file's bytes, or what the shell says of it, as in `No such file or directory`.
    fn read_file(&self, path: &str) -> Result<Vec<u8>, String>;

    /// Writes a file, or says why not, as in `Read-only file system`.
    fn write_file(&mut self, path: &str, bytes: &[u8]) -> Result<(), String>;

    /// Begins a film of the screen: the process that makes it, none if it is made already, or why not.
    fn record(&mut self, film: Film) -> Result<Option<u32>, String>;

    /// Sets the clock, in milliseconds since 1970; `false` if no clock can show that.
    fn set_clock(&mut self, now_ms: i64) -> bool;

    /// Installs the files of an app that were staged in `folder` and gives its package, or an error such as
    /// `INSTALL_PARSE_FAILED_NOT_APK: Failed to parse …/base.apk`.
    fn install(&mut self, parts: &[Part], folder: &str, options: &InstallOptions) -> Result<String, String>;

    /// Removes a package, or an error such as `DELETE_FAILED_INTERNAL_ERROR`. Of the system's own, only for the
    /// phone's user.
    fn uninstall(&mut self, package: &str, removal: Removal) -> Result<(), String>;

    /// Brings back what was removed for the phone's user; `false` if there is no such package.
    fn install_existing(&mut self, package: &str) -> bool;

    /// Removes an app's data and ends it; `false` if there is no such package.
    fn clear_data(&mut self, package: &str) -> bool;
}

/// A package and one of its classes, the class with its package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// As in `com.android.settings`.
    pub package: String,
    /// As in `com.android.settings.Settings`.
    pub class: String,
}

impl Component {
    /// From a class as a manifest or a command line has it: `.Settings` gets its package.
    pub fn new(package: &str, class: &str) -> Self {
        let class = match class.strip_prefix('.') {
            Some(_) => format!("{package}{class}"),
            None => class.to_owned(),
        };
        Self { package: package.to_owned(), class }
    }

    /// `package/.Class` or `package/full.Class`; `None` without a slash.
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

/// What was started.
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

/// Why nothing was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The component it names is not there.
    NoSuchClass,
    /// No activity answers it.
    Unresolved,
    /// It is there but others may not start it.
    NotExported,
}

/// The activity in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// What it is.
    pub component: Component,
    /// Its task.
    pub task_id: u32,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskInfo {
    /// Its number.
    pub id: u32,
    /// Its activity on top.
    pub top: Component,
    /// Its activity at the bottom.
    pub base: Component,
    /// Whether it is on the screen.
    pub visible: bool,
    /// Whether it is the launcher's.
    pub home: bool,
}

/// A window on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// As in `com.android.settings/com.android.settings.Settings`, `StatusBar`, `InputMethod`.
    pub title: String,
    /// Whose it is.
    pub package: String,
    /// Whether it has the focus.
    pub focused: bool,
    /// Whether it may not be captured (`FLAG_SECURE`).
    pub secure: bool,
    /// Left, top, right, bottom.
    pub frame: [i32; 4],
}

/// The screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Display {
    /// Width and height of the panel, upright.
    pub size: (u32, u32),
    /// Dots per inch of the panel.
    pub density: u32,
    /// `wm size WxH`, upright.
    pub size_override: Option<(u32, u32)>,
    /// `wm density N`.
    pub density_override: Option<u32>,
    /// Quarter turns, 0 to 3.
    pub rotation: u8,
}

impl Display {
    /// Width and height as they are now: overridden and turned.
    pub fn current_size(&self) -> (u32, u32) {
        let (width, height) = self.upright_size();
        if self.rotation % 2 == 1 { (height, width) } else { (width, height) }
    }

    /// Width and height, overridden, not turned.
    pub fn upright_size(&self) -> (u32, u32) {
        self.size_override.unwrap_or(self.size)
    }

    /// Dots per inch as they are now.
    pub fn current_density(&self) -> u32 {
        self.density_override.unwrap_or(self.density)
    }
}

/// What a finger does, in pixels of the screen as it is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Down and up again.
    Tap(f32, f32),
    /// From the first point to the second in so many milliseconds. Twice the same point is a long press.
    Swipe(f32, f32, f32, f32, u64),
    /// Held, then moved, then let go.
    DragAndDrop(f32, f32, f32, f32, u64),
    /// One event of a gesture that is made of several commands.
    Motion(Motion, f32, f32),
    /// A trackball rolls by so much.
    Roll(f32, f32),
    /// A trackball is pressed.
    Press,
    /// A wheel turns: where, and how far to the right and up.
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

/// What is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Where it goes; none for standard output.
    pub path: Option<String>,
    /// How large; none for the screen's size.
    pub size: Option<(u32, u32)>,
    /// How long at most, in milliseconds.
    pub limit_ms: u64,
    /// Bare H.264 instead of MP4.
    pub bare: bool,
}

/// What is pulled down from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shade {
    /// The notifications.
    Notifications,
    /// The quick settings.
    Settings,
    /// Nothing: it is put away.
    Closed,
}

/// How a package is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removal {
    /// `-k`: its data stay.
    pub keep_data: bool,
    /// `--user 0`: also what came with the phone, for its user.
    pub for_user: bool,
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpError {
    /// The screen does not come to rest.
    NotIdle,
    /// There is no window to look at.
    NoRoot,
    /// Another uiautomator (or uiautomator2) is running already.
    Busy,
}
