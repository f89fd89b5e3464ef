//! A test phone without a toolkit: apps, a back stack, and touches that find views by their text. A story is a list of
//! lines, each a verb and its argument (see [`World::line`]).

use kit::placeholder::Placeholder;
use state::app::{App, Cx, Effect, Intent};
use state::shared::{Clock, Contact, Hardware, Ids, Message, Package, Shared};
use toolkit::{Event, Kind, View};

/// Wednesday 4 October 2023, 12:41 in New York.
const NOW: i64 = 1_696_437_660_000;

/// The test phone.
pub(super) struct World {
    pub(super) apps: Vec<Box<dyn App>>,
    pub(super) shared: Shared,
    /// App index (an index beyond the apps is a package without code) and route; the last is on top.
    pub(super) stack: Vec<(usize, String)>,
    pub(super) dialog: Option<(String, Vec<(String, Event)>)>,
    pub(super) toasts: Vec<String>,
    plain: Placeholder,
}

impl World {
    pub(super) fn new() -> Self {
        let apps = super::system_apps();
        let shared = shared(&apps);
        let mut world = Self { apps, shared, stack: Vec::new(), dialog: None, toasts: Vec::new(), plain: Placeholder };
        world.stack.push((0, "home".to_owned()));
        world
    }

    fn app(&self, index: usize) -> &dyn App {
        self.apps.get(index).map_or(&self.plain as &dyn App, |app| app.as_ref())
    }

    fn top(&self) -> (usize, String) {
        self.stack.last().cloned().unwrap_or((0, "home".to_owned()))
    }

    pub(super) fn view(&self) -> View {
        let (app, route) = self.top();
        self.app(app).view(&route, &self.shared)
    }

    /// Formats the focus as `mCurrentFocus` would.
    fn focus(&self) -> String {
        let (app, route) = self.top();
        match self.apps.get(app) {
            Some(app) => format!("{}/{}", app.manifest().package, app.class_of(&route)),
            None => route,
        }
    }

    pub(super) fn send(&mut self, event: &Event) {
        let (index, route) = self.top();
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        match self.apps.get_mut(index) {
            Some(app) => app.event(&route, event, &mut cx),
            None => self.plain.event(&route, event, &mut cx),
        }
        let effects = cx.effects;
        self.apply(index, effects);
    }

    fn apply(&mut self, index: usize, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Push(route) => self.stack.push((index, route)),
                Effect::Replace(route) => {
                    self.stack.pop();
                    self.stack.push((index, route));
                }
                Effect::Pop => self.pop(),
                // The phone delivers results between apps: `phone::results` tests that.
                Effect::Finish | Effect::Return(_) => self.stack.retain(|(app, _)| *app != index),
                Effect::Start(intent) | Effect::StartForResult { intent, .. } => self.start(&intent),
                Effect::Forward(intent) => {
                    self.stack.retain(|(app, _)| *app != index);
                    self.start(&intent);
                }
                Effect::Toast(text) => self.toasts.push(text),
                Effect::Dialog { title, buttons, .. } => self.dialog = Some((title, buttons)),
                Effect::Uninstall(package) => drop(self.shared.packages.installed.remove(&package)),
                Effect::Focus(_) | Effect::HideKeyboard => {}
            }
        }
    }

    fn pop(&mut self) {
        self.stack.pop();
        if self.stack.is_empty() {
            self.stack.push((0, "home".to_owned()));
        }
    }

    pub(super) fn back(&mut self) {
        if self.dialog.take().is_some() {
            return;
        }
        let (index, route) = self.top();
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        let done = self.apps.get_mut(index).is_some_and(|app| app.back(&route, &mut cx));
        let effects = cx.effects;
        self.apply(index, effects);
        if !done {
            self.pop();
        }
    }

    /// Resolves an intent as the package manager does, and shows the activity.
    pub(super) fn start(&mut self, intent: &Intent) {
        let wanted = intent.component.as_ref().map(|(package, _)| package).or(intent.package.as_ref());
        let launches = intent.categories.iter().any(|category| category.ends_with("LAUNCHER"));
        let mut found = None;
        for (index, app) in self.apps.iter().enumerate() {
            let manifest = app.manifest();
            if wanted.is_some_and(|wanted| wanted != manifest.package) {
                continue;
            }
            let named = manifest.activities.iter().find(|activity| match &intent.component {
                Some((_, class)) => class.ends_with(activity.class),
                None => activity.answers(intent),
            });
            if let Some(activity) = named.or(manifest.activities.first().filter(|_| wanted.is_some() && launches)) {
                found = Some((index, activity.route));
                break;
            }
        }
        let Some((index, route)) = found else {
            let package = wanted.cloned().unwrap_or_else(|| panic!("no app matches {intent:?}"));
            return self.stack.push((self.apps.len(), package));
        };
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        let route = self.apps[index].start(intent, route, &mut cx);
        let effects = cx.effects;
        self.stack.push((index, route));
        self.apply(index, effects);
    }

    /// Returns the event of the view with this text, or of its nearest ancestor.
    fn touch(&self, words: &str, held: bool) -> Event {
        let view = self.view();
        let mut path = Vec::new();
        // A clickable view is preferred to a heading with the same text.
        let event = find(&view, words, &mut path, &|path| touched(path, held).is_some())
            .then(|| touched(&path, held))
            .flatten();
        event.unwrap_or_else(|| panic!("no clickable view says `{words}` on {}: {:#?}", self.focus(), texts(&view)))
    }

    pub(super) fn tap(&mut self, words: &str) {
        if let Some((title, buttons)) = self.dialog.take() {
            let button = buttons.iter().find(|(text, _)| text == words);
            let (_, event) = button.unwrap_or_else(|| panic!("`{title}` has no button `{words}`"));
            return self.send(&event.clone());
        }
        let event = self.touch(words, false);
        self.send(&event);
    }

    fn kind_of(&self, words: &str) -> Kind {
        let view = self.view();
        let mut path = Vec::new();
        let is = |path: &[&View]| {
            path.last().is_some_and(|view| matches!(view.kind, Kind::Field { .. } | Kind::Slider { .. }))
        };
        let found = find(&view, words, &mut path, &is);
        assert!(found, "no field or slider `{words}` on {}", self.focus());
        path.last().unwrap().kind.clone()
    }

    /// Whether a text is on the screen, including the dialog.
    fn sees(&self, words: &str) -> bool {
        self.dialog.as_ref().is_some_and(|(title, _)| title == words)
            || texts(&self.view()).iter().any(|text| text == words)
    }

    /// Plays one line of a story.
    pub(super) fn line(&mut self, line: &str) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let assigned = || rest.split_once(" = ").map_or((rest, ""), |(left, right)| (left.trim(), right.trim()));
        match verb {
            "launch" => {
                let intent = kit::widgets::launch(rest, &self.shared);
                self.start(&intent);
            }
            // intent ACTION DATA [name=value]
            "intent" => {
                let mut words = rest.split_whitespace();
                let action = words.next().map(str::to_owned);
                let data = words.next().filter(|data| *data != "-").map(str::to_owned);
                let extras = words.filter_map(|word| word.split_once('='));
                let extras = extras.map(|(name, value)| (name.to_owned(), value.replace('_', " "))).collect();
                self.start(&Intent { action, data, extras, ..Intent::default() });
            }
            "tap" => self.tap(rest),
            "hold" => {
                let event = self.touch(rest, true);
                self.send(&event);
            }
            "type" => {
                let (id, text) = assigned();
                let Kind::Field { on_change, .. } = self.kind_of(id) else { panic!("`{id}` is not a field") };
                self.send(&Event::with(on_change, text));
            }
            "enter" => {
                let Kind::Field { on_submit: Some(name), .. } = self.kind_of(rest) else {
                    panic!("`{rest}` does not handle Enter")
                };
                self.send(&Event::new(name));
            }
            "slide" => {
                let (id, to) = assigned();
                let Kind::Slider { on_change, .. } = self.kind_of(id) else { panic!("`{id}` is not a slider") };
                self.send(&Event::with(on_change, to));
            }
            "back" => self.back(),
            "wait" => {
                self.shared.clock.now_ms += rest.parse::<i64>().unwrap();
                self.apps.iter_mut().for_each(|app| app.tick(&mut self.shared));
            }
            "see" => assert!(self.sees(rest), "`{rest}` is not on {}: {:#?}", self.focus(), texts(&self.view())),
            "gone" => assert!(!self.sees(rest), "`{rest}` is still on {}", self.focus()),
            "toast" => assert_eq!(self.toasts.last().map(String::as_str), Some(rest)),
            "on" => assert_eq!(self.focus(), rest),
            "setting" => {
                let (path, value) = assigned();
                let (table, name) = path.split_once('/').unwrap();
                let tables = &self.shared.settings;
                let table = match table {
                    "system" => &tables.system,
                    "secure" => &tables.secure,
                    _ => &tables.global,
                };
                assert_eq!(table.get(name).map_or("null", String::as_str), value, "{path}");
            }
            "sms" => {
                let (to, body) = assigned();
                let sent = self.shared.messages.last().unwrap();
                assert_eq!((sent.address.as_str(), sent.body.as_str(), sent.sent), (to, body, true));
            }
            "calls" => {
                let shown: Vec<String> =
                    self.shared.calls.log.iter().map(|call| format!("{} {}s", call.number, call.duration)).collect();
                assert_eq!(shown.join(", "), rest);
            }
            "call" => {
                let call = self
                    .shared
                    .calls
                    .current
                    .as_ref()
                    .map_or("none".to_owned(), |(number, state)| format!("{number} {state}"));
                assert_eq!(call, rest);
            }
            "ring" => self.shared.calls.current = Some((rest.to_owned(), "ringing".to_owned())),
            "answered" => {
                if let Some((_, state)) = &mut self.shared.calls.current {
                    *state = "active".to_owned();
                }
            }
            other => panic!("unknown story verb `{other}`"),
        }
    }
}

/// Finds the first view with this text that is `wanted`; `path` leads to it.
fn find<'a>(view: &'a View, words: &str, path: &mut Vec<&'a View>, wanted: &dyn Fn(&[&View]) -> bool) -> bool {
    path.push(view);
    let hinted = matches!(&view.kind, Kind::Field { hint, .. } if hint == words);
    if (hinted || [&view.text, &view.description, &view.id].iter().any(|said| *said == words)) && wanted(path) {
        return true;
    }
    // The topmost view is found first.
    let found = if view.kind == Kind::Stack {
        view.children.iter().rev().any(|child| find(child, words, path, wanted))
    } else {
        view.children.iter().any(|child| find(child, words, path, wanted))
    };
    if !found {
        path.pop();
    }
    found
}

/// Returns the event of the last view of a path, or of its nearest ancestor.
fn touched(path: &[&View], held: bool) -> Option<Event> {
    let event = |view: &&&View| if held { view.on_long_click.clone() } else { view.on_click.clone() };
    let target = path.iter().rev().find(|view| event(view).is_some())?;
    target.enabled.then(|| event(&target)).flatten()
}

/// Returns every text and description.
pub(super) fn texts(view: &View) -> Vec<String> {
    let mut all: Vec<String> =
        [&view.text, &view.description].into_iter().filter(|text| !text.is_empty()).cloned().collect();
    if let Kind::Field { hint, .. } = &view.kind {
        all.push(hint.clone());
    }
    all.extend(view.children.iter().flat_map(texts));
    all
}

/// Returns the shared state of the stories' phone.
fn shared(apps: &[Box<dyn App>]) -> Shared {
    let mut shared = Shared {
        clock: Clock { now_ms: NOW, utc_offset_min: -240, ..Clock::default() },
        locale: "en-US".to_owned(),
        hardware: Hardware { battery: 88, ..Hardware::default() },
        ids: Ids::after(100),
        identity: std::sync::Arc::new(state::profile::Profile::default().identity()),
        ..Shared::default()
    };
    for app in apps {
        let manifest = app.manifest();
        let class = |class: &str| {
            if class.starts_with('.') { format!("{}{class}", manifest.package) } else { class.to_owned() }
        };
        let package = Package {
            label: manifest.label.to_owned(),
            version_name: manifest.version_name.to_owned(),
            system: manifest.system,
            enabled: true,
            launchable: manifest.launchable,
            activities: manifest.activities.iter().map(|activity| class(activity.class)).collect(),
            permissions: [("android.permission.CAMERA".to_owned(), false)].into(),
            ..Package::default()
        };
        shared.packages.installed.insert(manifest.package.to_owned(), package);
    }
    let notes = Package { label: "Field Notes".to_owned(), enabled: true, launchable: true, ..Package::default() };
    shared.packages.installed.insert("org.example.notes".to_owned(), notes);
    let contact = |id, name: &str, number: &str| Contact {
        id,
        name: name.to_owned(),
        numbers: vec![number.to_owned()],
        starred: id == 1,
        ..Contact::default()
    };
    shared.contacts = vec![
        contact(1, "Alice Adams", "+1 555-010-0001"),
        contact(2, "Bob Brown", "+1 555-010-0002"),
        contact(3, "Émile Zola", "+1 555-010-0003"),
    ]
    .into();
    let message = |id, address: &str, body: &str, sent| Message {
        id,
        address: address.to_owned(),
        body: body.to_owned(),
        date: NOW - 3_600_000 * (10 - id),
        sent,
        read: sent,
    };
    shared.messages = vec![
        message(1, "+15550100001", "Lunch at noon?", false),
        message(2, "22000", "Your code is 123456", false),
        message(3, "+1 555-010-0001", "Sure, see you", true),
    ]
    .into();
    for (table, name, value) in [
        ("global", "wifi_on", "1"),
        ("global", "bluetooth_on", "1"),
        ("global", "mobile_data", "1"),
        ("system", "screen_brightness", "102"),
        ("secure", "ui_night_mode", "1"),
    ] {
        let tables = &mut shared.settings;
        let table = match table {
            "global" => &mut tables.global,
            "secure" => &mut tables.secure,
            _ => &mut tables.system,
        };
        table.insert(name.to_owned(), value.to_owned());
    }
    shared
}
