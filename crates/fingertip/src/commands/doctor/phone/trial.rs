//! The checks on the phone, one function each, and how everything is put back.

use std::pin::Pin;
use std::time::{Duration, Instant};

use action::json::Json;
use action::phone::{self, AgentAction};
use device::tree::{Bounds, Node};
use device::{Acted, Device, Pace, Tree, Visibility};
use serde_json::{Value, json};

use super::known::{self, Known};
use crate::commands::doctor::Health;

/// The phone's own Settings, which every phone has.
const SETTINGS: &str = "com.android.settings";
/// The name of the file that is copied to the phone and removed again.
const FILE: &str = "fingertip-check.txt";
/// Why a check that touches the screen was skipped.
const ELSEWHERE: &str = "skipped: Settings is not in front";
/// How the warnings of old phones begin.
const LINKER: &str = "WARNING: linker";
/// The typed text: harmless to people and apps.
const TEXT: &str = "fingertip check";
const UNICODE: &str = "é ✓";
/// From this on a touch counts as slow.
const SLOW: Duration = Duration::from_millis(1_200);

/// The observation of a check.
pub(super) struct Seen {
    pub(super) state: Health,
    pub(super) said: String,
    pub(super) quirks: Vec<&'static Known>,
}

impl Seen {
    fn ok(said: impl Into<String>) -> Self {
        Self { state: Health::Ok, said: said.into(), quirks: Vec::new() }
    }

    pub(super) fn warn(said: impl Into<String>) -> Self {
        Self::failed(Health::Warn, said)
    }

    pub(super) fn fail(said: impl Into<String>) -> Self {
        Self::failed(Health::Fail, said)
    }

    /// A failure, with the quirks that its message shows.
    fn failed(state: Health, said: impl Into<String>) -> Self {
        let said: String = said.into().chars().take(300).collect();
        Self { state, quirks: known::shown_by(&said), said }
    }

    /// Adds a quirk, without which all is well.
    fn with(mut self, name: &str) -> Self {
        if let Some(known) = known::named(name).filter(|known| !self.quirks.contains(known)) {
            self.quirks.push(known);
        }
        if self.state == Health::Ok {
            self.state = Health::Warn;
        }
        self
    }
}

/// A setting as it was before.
struct Before {
    name: &'static str,
    value: String,
}

/// The phone under test, and the changes to restore.
pub(super) struct Trial<'p> {
    phone: &'p dyn Device,
    /// Facts for the report: names of properties and their values.
    pub(super) facts: Vec<(&'static str, String)>,
    /// The tree of the phone's Settings, for the report.
    pub(super) tree: Option<Tree>,
    /// The app that was in front.
    front: Option<String>,
    settings: Vec<Before>,
    file: Option<String>,
    left_front: bool,
}

/// A check.
type Run = for<'t, 'p> fn(&'t mut Trial<'p>) -> Pin<Box<dyn Future<Output = Seen> + Send + 't>>;

/// The checks, in order.
pub(super) const CHECKS: &[(&str, Run)] = &[
    ("identity", |trial| Box::pin(trial.identity())),
    ("picture", |trial| Box::pin(trial.picture())),
    ("app in front", |trial| Box::pin(trial.front())),
    ("users and apps", |trial| Box::pin(trial.users())),
    ("launch", |trial| Box::pin(trial.launch())),
    ("elements", |trial| Box::pin(trial.elements())),
    ("touch", |trial| Box::pin(trial.touch())),
    ("keys", |trial| Box::pin(trial.keys())),
    ("typing", |trial| Box::pin(trial.typing())),
    ("other alphabets", |trial| Box::pin(trial.unicode())),
    ("clipboard", |trial| Box::pin(trial.clipboard())),
    ("files", |trial| Box::pin(trial.files())),
    // Before the home screen is in front, which many phones do not turn.
    ("rotation", |trial| Box::pin(trial.rotation())),
    ("background", |trial| Box::pin(trial.background())),
];

impl<'p> Trial<'p> {
    pub(super) fn new(phone: &'p dyn Device) -> Self {
        Self { phone, facts: Vec::new(), tree: None, front: None, settings: Vec::new(), file: None, left_front: false }
    }

    async fn act(&self, action: Value) -> Result<Acted, String> {
        let action = read(&action)?;
        self.phone.act(&action).await.map_err(|error| error.to_string())
    }

    /// Runs a command. Returns everything that it printed, without the warnings that some phones put before it.
    async fn run(&self, command: &str) -> Result<String, String> {
        let said = self.run_as_it_is(command).await?;
        let lines = said.lines().filter(|line| !line.starts_with(LINKER));
        Ok(lines.map(|line| format!("{line}\n")).collect())
    }

    async fn run_as_it_is(&self, command: &str) -> Result<String, String> {
        match self.act(json!({"type": "shell", "command": command})).await? {
            Acted::Ran(ran) => Ok(format!("{}{}", ran.stdout, ran.stderr).replace('\r', "")),
            _ => Err("the phone ran no command".to_owned()),
        }
    }

    /// Runs a command that changes something. Fails if the phone says that it did not.
    async fn change(&self, command: &str) -> Result<(), String> {
        match self.act(json!({"type": "shell", "command": command})).await? {
            Acted::Ran(ran) if ran.status.unwrap_or(0) == 0 && !ran.stderr.contains("Exception") => Ok(()),
            Acted::Ran(ran) => Err(format!("{}{}", ran.stdout, ran.stderr).trim().to_owned()),
            _ => Err("the phone ran no command".to_owned()),
        }
    }

    /// Whether the phone's Settings are in front. Nothing else is touched.
    async fn is_in_settings(&self) -> bool {
        // Their search is an app of its own: `com.android.settings.intelligence`.
        matches!(self.phone.current_app().await, Ok(Some(front)) if front.package.starts_with(SETTINGS))
    }

    async fn identity(&mut self) -> Seen {
        const PROPERTIES: &[&str] = &[
            "ro.product.manufacturer",
            "ro.product.model",
            "ro.build.version.release",
            "ro.build.version.sdk",
            "ro.build.display.id",
            "ro.miui.ui.version.name",
            "ro.build.version.oneui",
            "ro.build.characteristics",
        ];
        let asked: Vec<String> = PROPERTIES.iter().map(|name| format!("getprop {name}")).collect();
        let said = match self.run_as_it_is(&asked.join("; ")).await {
            Ok(said) => said,
            Err(error) => return Seen::fail(error),
        };
        let warned = said.contains(LINKER);
        let values = said.lines().filter(|line| !line.starts_with(LINKER));
        self.facts = PROPERTIES.iter().copied().zip(values.map(|value| value.trim().to_owned())).collect();
        let fact = |name: &str| {
            let found = self.facts.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
        };
        let seen = match (fact("ro.product.model"), fact("ro.build.version.release")) {
            (Some(model), release) => Seen::ok(format!("{model}, Android {}", release.unwrap_or("unknown"))),
            (None, _) => Seen::ok("the phone does not say what it is").with("empty-properties"),
        };
        if warned { seen.with("linker-warnings") } else { seen }
    }

    async fn picture(&mut self) -> Seen {
        let shot = match self.phone.snapshot().await {
            Ok(shot) => shot,
            Err(error) => return Seen::fail(error.to_string()),
        };
        let size = format!("{} x {}", shot.picture.width, shot.picture.height);
        let seen = match shot.visibility {
            Visibility::Shown => Seen::ok(size),
            Visibility::Off => Seen::warn("the screen is off").with("locked"),
            Visibility::Secure | Visibility::Black => Seen::warn(format!("{size}, all black")).with("black-pictures"),
        };
        let displays = self.run("dumpsys SurfaceFlinger --display-id").await.unwrap_or_default();
        match displays.lines().filter(|line| line.starts_with("Display ") && line.contains("(HWC display")).count() {
            0 | 1 => seen,
            _ => seen.with("second-display"),
        }
    }

    async fn front(&mut self) -> Seen {
        let found = match self.phone.current_app().await {
            Ok(found) => found,
            Err(error) => return Seen::fail(error.to_string()),
        };
        let said = self.run("dumpsys window | grep -E 'mCurrentFocus|DUMP TIMEOUT'").await.unwrap_or_default();
        let named = said.contains("mCurrentFocus=Window");
        self.front = found.map(|front| front.package);
        let seen = match &self.front {
            Some(package) if package == "com.android.systemui" => Seen::warn(package.clone()).with("locked"),
            Some(package) => Seen::ok(package.clone()),
            None => Seen::warn("the phone names no app"),
        };
        match known::shown_by(&said).first() {
            Some(known) => seen.with(known.name),
            None if !named => seen.with("no-focus"),
            None => seen,
        }
    }

    async fn users(&mut self) -> Seen {
        let said = match self.run("pm list packages").await {
            Ok(said) => said,
            Err(error) => return Seen::fail(error),
        };
        let seen = match known::shown_by(&said).first() {
            Some(known) => Seen::ok("the list of all users' apps is refused").with(known.name),
            None => Seen::ok(format!("{} packages", said.lines().filter(|line| line.starts_with("package:")).count())),
        };
        match self.phone.apps().await {
            Ok(apps) => Seen { said: format!("{}; {} apps can be opened", seen.said, apps.len()), ..seen },
            Err(error) => Seen::fail(error.to_string()),
        }
    }

    async fn launch(&mut self) -> Seen {
        self.left_front = true;
        let said = self.run(&format!("monkey -p {SETTINGS} -c android.intent.category.LAUNCHER 1")).await;
        let monkey = said.map(|said| known::shown_by(&said)).unwrap_or_default();
        if let Err(error) = self.act(json!({"type": "launch_app", "packageName": SETTINGS})).await {
            return Seen::fail(error);
        }
        self.rest().await;
        let front = self.phone.current_app().await.ok().flatten().map(|front| front.package);
        let seen = match front {
            Some(package) if package == SETTINGS => Seen::ok("Settings opened"),
            Some(other) => Seen::fail(format!("Settings was started, and `{other}` is in front")),
            None => Seen::ok("Settings was started; the phone does not say what is in front"),
        };
        monkey.iter().fold(seen, |seen, known| seen.with(known.name))
    }

    async fn elements(&mut self) -> Seen {
        match self.phone.tree().await {
            Ok(tree) => {
                let count = tree.nodes.len();
                self.tree = Some(tree);
                Seen::ok(format!("{count} nodes"))
            }
            Err(error) => Seen::fail(error.to_string()),
        }
    }

    /// Touches the search field of Settings; without elements it drags the list a little.
    async fn touch(&mut self) -> Seen {
        if !self.is_in_settings().await {
            return Seen::warn(ELSEWHERE);
        }
        let before = self.phone.capture().await.ok();
        let target = self.tree.as_ref().and_then(search_of);
        let gesture = match (target, &before) {
            (Some(bounds), _) => {
                let (x, y) = bounds.centre();
                json!({"type": "tap", "x": x, "y": y})
            }
            (None, Some(picture)) => {
                let (x, from, to) = (picture.width / 2, picture.height * 2 / 3, picture.height / 3);
                json!({"type": "swipe", "x1": x, "y1": from, "x2": x, "y2": to, "durationMs": 400})
            }
            (None, None) => return Seen::warn("skipped: neither elements nor a picture"),
        };
        let began = Instant::now();
        if let Err(error) = self.act(gesture).await {
            return Seen::fail(error);
        }
        let took = began.elapsed();
        let changed = match (&before, self.rest_after(before.as_ref()).await) {
            (Some(picture), _) if picture.black => self.tree_changed().await,
            (_, changed) => changed || self.tree_changed().await,
        };
        let seen = match changed {
            true => Seen::ok("the screen answers"),
            false => Seen::fail("nothing on the screen changed").with("touches-ignored"),
        };
        if took >= SLOW { seen.with("slow-input") } else { seen }
    }

    async fn keys(&mut self) -> Seen {
        // A key that only wakes the screen.
        match self.act(json!({"type": "keyevent", "keycode": "KEYCODE_WAKEUP"})).await {
            Ok(_) => Seen::ok("accepted"),
            Err(error) => Seen::fail(error),
        }
    }

    async fn typing(&mut self) -> Seen {
        if !self.is_in_settings().await {
            return Seen::warn(ELSEWHERE);
        }
        let typed = self.act(json!({"type": "type", "text": TEXT})).await;
        let shown = self.run("dumpsys input_method | grep -m 1 mInputShown").await.unwrap_or_default();
        let keyboard = if shown.contains("true") { "the keyboard is shown" } else { "no keyboard is shown" };
        match typed {
            Ok(Acted::Typed(typed)) => {
                let method = typed.method.map_or("nothing", |method| method.as_str());
                Seen::ok(format!("typed with {method}; {keyboard}"))
            }
            Ok(_) => Seen::warn("the phone typed nothing"),
            Err(error) if error.contains("no field has the focus") => Seen::warn(format!("skipped: {error}")),
            Err(error) => Seen::fail(error),
        }
    }

    async fn unicode(&mut self) -> Seen {
        if !self.is_in_settings().await {
            return Seen::warn(ELSEWHERE);
        }
        _ = self.act(json!({"type": "clear_text"})).await;
        let seen = match self.act(json!({"type": "type", "text": UNICODE})).await {
            Ok(_) => Seen::ok("accents and symbols arrive"),
            Err(error) if error.contains("no field has the focus") => Seen::warn(format!("skipped: {error}")),
            Err(error) if error.contains("WRITE_SECURE_SETTINGS") => {
                Seen { quirks: Vec::new(), ..Seen::warn(error) }.with("keyboard-locked")
            }
            Err(error) if error.contains("cannot be typed") => {
                Seen { quirks: Vec::new(), ..Seen::warn(error) }.with("no-unicode")
            }
            Err(error) => Seen::fail(error),
        };
        _ = self.act(json!({"type": "clear_text"})).await;
        seen
    }

    /// Checks whether there is a clipboard command, and never reads the clipboard.
    async fn clipboard(&mut self) -> Seen {
        let said = match self.run("cmd clipboard get-text > /dev/null").await {
            Ok(said) => said,
            Err(error) => return Seen::warn(error),
        };
        match known::shown_by(&said).first() {
            Some(known) => Seen::ok("refused").with(known.name),
            None if said.contains("No shell command") || said.contains("Can't find service") => {
                Seen::ok("like most phones, this one has no clipboard command; texts are typed in another way")
            }
            None if said.trim().is_empty() => Seen::ok("there is a clipboard command"),
            None => Seen::ok(format!("there is no clipboard command: {}", said.trim())),
        }
    }

    async fn background(&mut self) -> Seen {
        let pid = format!("pidof {SETTINGS}");
        let before = self.run(&pid).await.unwrap_or_default();
        if let Err(error) = self.act(json!({"type": "keyevent", "keycode": "KEYCODE_HOME"})).await {
            return Seen::warn(format!("skipped: {error}"));
        }
        self.rest().await;
        let number = |text: &str| text.split_whitespace().find_map(|word| word.parse::<u32>().ok());
        match (number(&before), self.run(&pid).await) {
            (None, _) => Seen::ok("skipped: the phone does not say which apps run"),
            (Some(_), Ok(after)) if number(&after).is_none() => {
                Seen::ok("an app ended when it left the screen").with("kills-background")
            }
            (Some(_), Ok(_)) => Seen::ok("apps keep running in the background"),
            (Some(_), Err(error)) => Seen::warn(error),
        }
    }

    async fn files(&mut self) -> Seen {
        match self.phone.push_file(FILE, b"This file may be deleted.\n", 0).await {
            Ok(path) => {
                self.file = Some(path.clone());
                Seen::ok("a file can be copied to the phone")
            }
            Err(error) => Seen::fail(error.to_string()),
        }
    }

    async fn rotation(&mut self) -> Seen {
        for name in ["accelerometer_rotation", "user_rotation"] {
            match self.run(&format!("settings get system {name}")).await {
                Ok(value) if value.trim() == "null" || value.trim().parse::<i32>().is_ok() => {
                    self.settings.push(Before { name, value: value.trim().to_owned() });
                }
                // What cannot be read cannot be restored.
                Ok(value) => return Seen::warn(format!("skipped: `settings get` answered `{}`", value.trim())),
                Err(error) => return Seen::warn(format!("skipped: {error}")),
            }
        }
        let Ok(before) = self.phone.capture().await else { return Seen::warn("skipped: no picture") };
        let was_wide = before.width > before.height;
        // Which of the two turns the screen depends on how the phone was built.
        for turned in [1, 0] {
            let set =
                format!("settings put system accelerometer_rotation 0; settings put system user_rotation {turned}");
            let said = self.run(&set).await.unwrap_or_default();
            if let Some(known) = known::shown_by(&said).iter().find(|known| known.name == "settings-forbidden") {
                return Seen::warn("the phone does not let adb turn the screen").with(known.name);
            }
            self.rest().await;
            match self.phone.capture().await.map(|picture| picture.width > picture.height) {
                Ok(is_wide) if is_wide != was_wide => return Seen::ok("the screen turns"),
                Ok(_) => {}
                Err(error) => return Seen::warn(error.to_string()),
            }
        }
        Seen::ok("the screen stays as it is").with("rotation-stuck")
    }

    /// Restores everything. Returns the changes that could not be restored.
    pub(super) async fn put_back(&mut self) -> Vec<String> {
        let mut problems = Vec::new();
        for Before { name, value } in std::mem::take(&mut self.settings) {
            // A setting that was not there is removed again. The value is a number that the phone printed.
            let command = match value.parse::<i32>() {
                Ok(value) => format!("settings put system {name} {value}"),
                Err(_) => format!("settings delete system {name}"),
            };
            let changed = self.change(&command).await;
            // A phone that refuses every change has the old value all the same.
            let now = self.run(&format!("settings get system {name}")).await.unwrap_or_default();
            if now.trim() != value {
                let why = changed.err().unwrap_or_else(|| format!("it is `{}` now", now.trim()));
                problems.push(format!("the setting `{name}` was `{value}`: {why}"));
            }
        }
        if let Some(path) = self.file.take() {
            let removed = self.change(&device::command_line(&["rm", "-f", &path])).await;
            if let Err(error) = removed {
                problems.push(format!("the file `{path}` is still on the phone: {error}"));
            }
        }
        if let Err(error) = self.phone.release().await {
            problems.push(format!("the keyboard or the clipboard: {error}"));
        }
        if self.left_front {
            let back = match self.front.take().filter(|package| package != "com.android.systemui") {
                Some(package) => self.act(json!({"type": "launch_app", "packageName": package})).await,
                None => Err(String::new()),
            };
            // A home screen is not started by its package. A phone that refuses keys still takes this.
            if back.is_err() {
                let home = "am start -a android.intent.action.MAIN -c android.intent.category.HOME";
                if let Err(error) = self.change(home).await {
                    problems.push(format!("the app in front: {error}"));
                }
            }
        }
        problems
    }

    /// Waits until the screen is still.
    async fn rest(&self) {
        self.rest_after(None).await;
    }

    /// Waits until the screen is still. Returns whether it differs from a picture.
    async fn rest_after(&self, before: Option<&device::Picture>) -> bool {
        let wait = read(&json!({"type": "tap", "x": 1, "y": 1})).map(|action| Pace::after(&action));
        let Ok(pace) = wait else { return false };
        match self.phone.settle(pace, before).await {
            Ok(settled) => settled.change == device::settle::Change::Changed,
            Err(_) => false,
        }
    }

    /// Whether the elements differ from those seen last.
    async fn tree_changed(&self) -> bool {
        match (&self.tree, self.phone.tree().await) {
            (Some(before), Ok(now)) => *before != now,
            _ => false,
        }
    }
}

/// Reads an action that this file writes.
fn read(action: &Value) -> Result<AgentAction, String> {
    let text = action.to_string();
    let parsed = Json::strict(&text).map_err(|error| error.to_string())?;
    phone::strict(&parsed.value).map_err(|_| format!("`{text}` is not an action"))
}

/// Finds the search field or button of Settings.
fn search_of(tree: &Tree) -> Option<Bounds> {
    let names = |node: &Node| {
        let says = format!("{} {} {}", node.resource_id, node.text, node.description).to_lowercase();
        // A switch of that name would change a setting.
        let is_switch = node.state.checkable;
        node.package == SETTINGS && says.contains("search") && !is_switch && !node.bounds.is_empty()
    };
    let found = tree.nodes.iter().filter(|node| names(node));
    found.max_by_key(|node| (node.state.clickable, node.bounds.area())).map(|node| node.bounds)
}
