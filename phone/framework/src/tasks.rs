//! Tasks and the back stack: starting, leaving and switching activities.

use std::borrow::Cow;

use super::choose::Choice;
use super::{Guest, LAUNCHER, Phone, Screen, Task};
use commands::{Component, StartError, Started, type_of};
use kit::placeholder::Placeholder;
use state::app::{App, Cx, Effect, Fit, Intent};
use state::packages::ComponentKind;
use state::shared::Shared;

const MAIN: &str = "android.intent.action.MAIN";
const LAUNCHER_CATEGORY: &str = "android.intent.category.LAUNCHER";
const HOME_CATEGORY: &str = "android.intent.category.HOME";
/// The most open tasks; the oldest is closed first.
pub(super) const MAX_TASKS: usize = 24;
/// The most screens in an app's back stack.
pub(super) const MAX_SCREENS: usize = 32;

impl Phone {
    /// Returns the front task.
    pub(super) fn front_task(&self) -> Option<&Task> {
        self.activities.tasks.last()
    }

    /// Returns the component that shows a screen of a task.
    pub(super) fn component_of(&self, task: &Task, screen: &Screen) -> Component {
        let owner = task.owner(screen);
        let class = match self.code.apps.get(owner) {
            Some(app) => app.class_of(&screen.route).to_owned(),
            None if screen.route.contains('#') => screen.route.split('#').nth(1).unwrap_or_default().to_owned(),
            None => self
                .shared
                .packages
                .get(owner)
                .and_then(|package| package.activities.first())
                .cloned()
                .unwrap_or_else(|| ".MainActivity".to_owned()),
        };
        Component::new(owner, &class)
    }

    /// Returns the activities that match an intent, the best first.
    pub(super) fn resolve_intent(&self, intent: &Intent) -> Vec<Component> {
        self.fitting(intent).into_iter().map(|(_, component)| component).collect()
    }

    /// Returns the activities that match an intent and how well, ordered by package.
    pub(super) fn answering(&self, intent: &Intent) -> Vec<(Fit, Component)> {
        let enabled = |package: &str| self.shared.packages.get(package).is_some_and(|found| found.enabled);
        let wanted = |package: &str| intent.package.as_deref().is_none_or(|only| only == package) && enabled(package);
        if let Some((package, class)) = &intent.component {
            let component = Component::new(package, class);
            let known = self
                .shared
                .packages
                .get(package)
                .is_some_and(|found| found.enabled && found.activities.contains(&component.class));
            return if known { vec![(Fit::Exact, component)] } else { Vec::new() };
        }
        let is = |category: &str| intent.categories.iter().any(|given| given == category);
        if is(HOME_CATEGORY) {
            return vec![(Fit::Exact, self.launcher_component())];
        }
        if is(LAUNCHER_CATEGORY) || (intent.action.as_deref() == Some(MAIN) && intent.package.is_some()) {
            let launchable =
                self.shared.packages.installed.iter().filter(|(package, found)| wanted(package) && found.launchable);
            return launchable
                .filter_map(|(package, found)| {
                    let class = found.activities.first()?.clone();
                    Some((Fit::Action, Component { package: package.clone(), class }))
                })
                .collect();
        }
        let typed = self.with_type(intent);
        let intent = typed.as_ref();
        let mut answering = Vec::new();
        for app in self.code.apps.values() {
            let manifest = app.manifest();
            if wanted(manifest.package) {
                let fitting = manifest.activities.iter().filter_map(|activity| Some((activity, activity.fit(intent)?)));
                answering
                    .extend(fitting.map(|(activity, fit)| (fit, Component::new(manifest.package, activity.class))));
            }
        }
        for (name, package) in self.shared.packages.installed.iter().filter(|(name, _)| wanted(name)) {
            let Some(apk) = &package.apk else { continue };
            let fitting = apk.of_kind(ComponentKind::Activity).filter(|activity| activity.answers(intent));
            let fit = if intent.data.is_some() { Fit::Scheme } else { Fit::Action };
            answering.extend(fitting.map(|activity| (fit, Component::new(name, &activity.class))));
        }
        answering
    }

    /// Adds the type of the data to an intent that names none, as Android does.
    fn with_type<'a>(&self, intent: &'a Intent) -> Cow<'a, Intent> {
        match intent.data.as_deref().filter(|_| intent.kind.is_none()) {
            Some(data) => Cow::Owned(Intent { kind: type_of(data, &self.shared), ..intent.clone() }),
            None => Cow::Borrowed(intent),
        }
    }

    fn launcher_component(&self) -> Component {
        let class = self.code.apps.get(LAUNCHER).map_or(".NexusLauncherActivity", |app| app.class_of("home"));
        Component::new(LAUNCHER, class)
    }

    /// Starts the best matching activity.
    pub(super) fn start_intent(&mut self, intent: &Intent) -> Result<Started, StartError> {
        let component = match self.choose(intent) {
            Some(Choice::One(component)) => component,
            Some(Choice::Ask(component, intent)) => {
                self.show_guest(&component, &intent, None);
                let task_id = self.front_task().map_or(1, |task| task.id);
                return Ok(Started { component, task_id, cold: false, already_front: false });
            }
            None if intent.component.is_some() => return Err(StartError::NoSuchClass),
            None => return Err(StartError::Unresolved),
        };
        let package = component.package.clone();
        if self
            .shared
            .packages
            .get(&package)
            .and_then(|found| found.apk.as_ref())
            .is_some_and(|apk| apk.components.iter().any(|found| found.class == component.class && !found.exported))
        {
            return Err(StartError::NotExported);
        }
        let cold = !self.activities.running.contains_key(&package);
        self.make_databases(&package);
        let already_front = self.front_task().is_some_and(|task| task.package == package);
        self.mark_running(&package);
        self.leave_screen();
        if package == LAUNCHER {
            self.go_home();
            let task_id = self.front_task().map_or(1, |task| task.id);
            return Ok(Started { component, task_id, cold, already_front });
        }
        // The launcher resumes an app where it was; any other intent opens its target.
        let resumes = intent.categories.iter().any(|category| category == LAUNCHER_CATEGORY)
            || (intent.action.as_deref() == Some(MAIN) && intent.data.is_none() && intent.extras.is_empty());
        let place = self.activities.tasks.iter().position(|task| task.package == package);
        let route = match place {
            Some(_) if resumes => None,
            _ => match self.route_for(&component, intent) {
                Some(route) => Some(route),
                // The app handled the intent without a screen; the front screen stays.
                None => {
                    let task_id = self.front_task().map_or(1, |task| task.id);
                    return Ok(Started { component, task_id, cold, already_front });
                }
            },
        };
        let task = match place {
            Some(place) => self.activities.tasks.remove(place),
            None => {
                let id = self.activities.next_task;
                self.activities.next_task += 1;
                Task { id, package: package.clone(), screens: Vec::new() }
            }
        };
        let task_id = task.id;
        self.activities.tasks.push(task);
        if let Some(route) = route {
            self.show_as(route, None);
        }
        if self.activities.tasks.len() > MAX_TASKS {
            let oldest = self.activities.tasks.iter().position(|task| task.package != LAUNCHER);
            if let Some(oldest) = oldest {
                self.activities.tasks.remove(oldest);
            }
        }
        self.ask_permission();
        self.log_start(&component, cold);
        Ok(Started { component, task_id, cold, already_front })
    }

    /// Passes an intent to an app and returns the route of the screen it opens; `None` if it needs none.
    pub(super) fn route_for(&mut self, component: &Component, intent: &Intent) -> Option<String> {
        let package = component.package.clone();
        let typed = self.with_type(intent);
        let Some(app) = self.code.apps.get_mut(package.as_str()) else {
            let installed = self.shared.packages.get(&package).is_some_and(|found| found.apk.is_some());
            return Some(if installed { format!("{package}#{}", component.class) } else { package });
        };
        let manifest = app.manifest();
        let class = |activity: &&state::app::Activity| {
            Component::new(manifest.package, activity.class).class == component.class
        };
        // Of several activities with one class, the best match; of equal matches, the first.
        let of_class = manifest.activities.iter().rev().filter(class);
        let route = of_class.max_by_key(|activity| activity.fit(&typed)).map_or("", |activity| activity.route);
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        let route = app.start(intent, route, &mut cx);
        let effects = cx.effects;
        let finished = effects.contains(&Effect::Finish);
        self.after_start(effects);
        (!finished).then_some(route)
    }

    /// Applies the effects of starting an app; navigation must wait for an event.
    fn after_start(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Toast(text) = effect {
                self.toast(&text);
            }
        }
    }

    /// Pushes a screen of the front app, unless it is already on top.
    pub(super) fn show(&mut self, route: String) {
        let guest = self.front_screen().and_then(|(_, screen)| screen.guest.clone());
        self.show_as(route, guest);
    }

    /// Pushes a screen onto the front task: the task's own, or a guest's.
    pub(super) fn show_as(&mut self, route: String, guest: Option<Guest>) {
        let key = format!("screen-{}", self.activities.next_key);
        self.activities.next_key += 1;
        let Some(task) = self.activities.tasks.last_mut() else { return };
        if task.screens.last().is_some_and(|screen| screen.route == route && screen.guest == guest) {
            return;
        }
        if route.starts_with("chat/") {
            pin_to_end(&mut self.display.ui, &key);
        }
        task.screens.push(Screen { route, key: key.clone(), guest });
        if task.screens.len() > MAX_SCREENS {
            let gone = task.screens.remove(1);
            self.display.ui.forget(&gone.key);
        }
        self.begin_loading(&key);
    }

    /// Goes to the home screen.
    pub(super) fn go_home(&mut self) {
        self.leave_screen();
        self.mark_running(LAUNCHER);
        let task = match self.activities.tasks.iter().position(|task| task.package == LAUNCHER) {
            Some(place) => self.activities.tasks.remove(place),
            None => {
                let id = self.activities.next_task;
                self.activities.next_task += 1;
                Task { id, package: LAUNCHER.to_owned(), screens: Vec::new() }
            }
        };
        for screen in &task.screens {
            self.display.ui.forget(&screen.key);
        }
        self.activities.tasks.push(Task { screens: Vec::new(), ..task });
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        let intent =
            Intent { action: Some(MAIN.to_owned()), categories: vec![HOME_CATEGORY.to_owned()], ..Intent::default() };
        let route = match self.code.apps.get_mut(LAUNCHER) {
            Some(app) => app.start(&intent, "home", &mut cx),
            None => LAUNCHER.to_owned(),
        };
        self.show(route);
    }

    /// Handles Back: closes overlays first, then asks the app, then returns to the previous screen.
    pub(super) fn go_back(&mut self) {
        if self.overlays.shade != commands::Shade::Closed && self.input.typing_into.is_some() {
            self.hide_keyboard_now();
            self.overlays.system_ui.reply = None;
        } else if self.overlays.shade != commands::Shade::Closed {
            self.overlays.shade = commands::Shade::Closed;
        } else if self.overlays.system_ui.overview.take().is_some() {
            // The toolbar closed; the window below it is in front again.
        } else if self.close_text_toolbar() {
            // The keyboard was on top.
        } else if self.input.typing_into.is_some() {
            self.hide_keyboard_now();
        } else if self.overlays.dialog.is_some() {
            self.overlays.dialog = None;
        } else {
            let Some((package, route)) =
                self.front_screen().map(|(package, screen)| (package.to_owned(), screen.route.clone()))
            else {
                return;
            };
            let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
            let dealt_with = self.code.apps.get_mut(package.as_str()).is_some_and(|app| app.back(&route, &mut cx));
            let effects = cx.effects;
            self.apply(effects);
            if !dealt_with && package != LAUNCHER {
                self.pop();
            }
        }
    }

    /// Returns to the previous screen, or leaves the app.
    pub(super) fn pop(&mut self) {
        self.leave_screen();
        let Some(task) = self.activities.tasks.last_mut() else { return };
        if let Some(screen) = task.screens.pop() {
            self.display.ui.forget(&screen.key);
            if let Some(guest) = screen.guest
                && task.screens.last().is_some_and(|below| below.guest.as_ref() != Some(&guest))
            {
                return self.answer_result(guest.tag.as_deref(), None);
            }
        }
        if task.screens.is_empty() {
            self.finish();
        }
    }

    /// Leaves the front app.
    pub(super) fn finish(&mut self) {
        self.leave_screen();
        if let Some(guest) = self.remove_guest() {
            return self.answer_result(guest.tag.as_deref(), None);
        }
        if self.front_task().is_some_and(|task| task.package != LAUNCHER) {
            let gone = self.activities.tasks.pop();
            for screen in gone.iter().flat_map(|task| &task.screens) {
                self.display.ui.forget(&screen.key);
            }
        }
        // A task started from the home screen returns to it.
        if self.front_task().is_none_or(|task| task.screens.is_empty()) {
            self.go_home();
        }
    }

    /// Stops an app and closes all its tasks.
    pub(super) fn stop_app(&mut self, package: &str) {
        self.activities.running.remove(package);
        self.shared.services.stop_all_of(package);
        self.forget_one_time(package);
        if let Some(app) = self.code.apps.get_mut(package) {
            app.stop(&mut self.shared);
            self.make_databases(package);
        }
        if self.overlays.dialog.as_ref().is_some_and(|dialog| dialog.package == package) {
            self.overlays.dialog = None;
        }
        if package == LAUNCHER {
            return;
        }
        if self.front_task().is_some_and(|task| task.package == package) {
            self.leave_screen();
        }
        let gone: Vec<Task> = self.activities.tasks.extract_if(.., |task| task.package == package).collect();
        for screen in gone.iter().flat_map(|task| &task.screens) {
            self.display.ui.forget(&screen.key);
        }
        self.remove_guests_of(package);
        if self.activities.tasks.is_empty() {
            self.go_home();
        }
    }

    /// Writes what Android logs when an activity starts, into the system's and the event log.
    fn log_start(&mut self, component: &Component, cold: bool) {
        let (name, package) = (component.short(), &component.package);
        let pid = self.activities.running.get(package).copied().unwrap_or(0);
        let uid = self.shared.packages.uid_of(package);
        self.shared.log('I', "ActivityTaskManager", format!("START u0 {{cmp={name}}} from uid 2000"));
        if cold {
            let process = format!("Start proc {pid}:{package}/u0a{} for next-top-activity {{{name}}}", uid % 10_000);
            self.shared.log('I', "ActivityManager", process);
            self.shared.log('I', "am_proc_start", format!("[0,{pid},{uid},{package},next-top-activity,{{{name}}}]"));
            self.shared.log('I', "ActivityTaskManager", format!("Displayed {name} for user 0: +386ms"));
        }
        self.shared.log('I', "wm_on_resume_called", format!("[0,{name},RESUME_ACTIVITY]"));
    }

    /// Records that an app is running.
    pub(super) fn mark_running(&mut self, package: &str) {
        let taken = self.activities.running.values().max().copied().unwrap_or(2000);
        self.activities.running.entry(package.to_owned()).or_insert(taken + 37);
    }

    /// Hides the keyboard and clears the selection of the screen that is left.
    pub(super) fn leave_screen(&mut self) {
        self.input.typing_into = None;
        self.overlays.dialog = None;
        self.overlays.shade = commands::Shade::Closed;
        (self.overlays.system_ui.reply, self.overlays.system_ui.overview) = (None, None);
    }

    /// Calls an app with the shared state.
    pub(super) fn with_app<T>(&self, package: &str, ask: impl FnOnce(&dyn App, &Shared) -> T) -> T {
        match self.code.apps.get(package) {
            Some(app) => ask(app.as_ref(), &self.shared),
            None => ask(&Placeholder, &self.shared),
        }
    }

    /// Sends an event to an app and applies its effects.
    pub(super) fn dispatch_event(&mut self, package: &str, route: &str, event: &toolkit::Event) {
        if event.name == super::permissions::ASK_AGAIN {
            return self.ask_again();
        }
        if self.is_hung(package) {
            return;
        }
        let mut cx = Cx { shared: &mut self.shared, effects: Vec::new() };
        match self.code.apps.get_mut(package) {
            Some(app) => app.event(route, event, &mut cx),
            None => Placeholder.event(route, event, &mut cx),
        }
        let effects = cx.effects;
        if route.starts_with("chat/")
            && let Some(key) =
                self.front_screen().filter(|(_, screen)| screen.route == route).map(|(_, screen)| screen.key.clone())
        {
            pin_to_end(&mut self.display.ui, &key);
        }
        self.apply(effects);
    }

    /// Applies an app's effects to the front screen.
    pub(super) fn apply(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Push(route) => {
                    self.leave_screen();
                    self.show(route);
                    self.ask_permission();
                }
                Effect::Replace(route) => {
                    self.leave_screen();
                    let gone = self.activities.tasks.last_mut().and_then(|task| task.screens.pop());
                    if let Some(screen) = gone {
                        self.display.ui.forget(&screen.key);
                    }
                    self.show(route);
                    self.ask_permission();
                }
                Effect::Pop => self.pop(),
                Effect::Finish => self.finish(),
                Effect::Start(intent) => {
                    if self.start_intent(&intent).is_err() {
                        self.toast("No app found to open this");
                    }
                }
                Effect::StartForResult { intent, tag } => {
                    if self.start_guest(&intent, Some(tag.clone())).is_err() {
                        self.toast("No app found to open this");
                        self.answer_result(Some(&tag), None);
                    }
                }
                Effect::Return(intent) => self.return_result(&intent),
                Effect::Forward(intent) => self.forward(&intent),
                Effect::Toast(text) => self.toast(&text),
                Effect::Dialog { title, message, buttons } => {
                    let package = self.front_package();
                    self.hide_keyboard_now();
                    self.overlays.dialog = Some(super::Dialog {
                        package,
                        title,
                        message,
                        buttons,
                        made: None,
                        focus: None,
                        permission: None,
                        trouble: None,
                    });
                }
                Effect::Focus(id) => {
                    if let Some(key) =
                        self.front_task().and_then(|task| task.screens.last()).map(|screen| screen.key.clone())
                    {
                        self.display.ui.of(&key).focus_on(&id);
                        self.type_into(key);
                    }
                }
                Effect::HideKeyboard => self.hide_keyboard_now(),
                Effect::Uninstall(package) => {
                    let removal = commands::Removal { keep_data: false, for_user: false };
                    if self.remove_package(&package, removal).is_err() {
                        self.toast("Uninstall was unsuccessful.");
                    }
                }
            }
        }
    }

    /// Returns the package of the front screen.
    pub(super) fn front_package(&self) -> String {
        self.front_screen().map_or_else(String::new, |(package, _)| package.to_owned())
    }

    /// Shows a toast for as long as Android's `LENGTH_LONG`.
    pub(super) fn toast(&mut self, text: &str) {
        const LONG_MS: i64 = 3_500;
        let package = self.front_package();
        self.overlays.toast = Some((package, text.to_owned(), self.steady_ms() + LONG_MS));
    }
}

/// Scrolls conversations to their end.
fn pin_to_end(ui: &mut toolkit::UiStates, key: &str) {
    for list in ["message_list", "thread_messages_list", "android:id/list"] {
        ui.of(key).scroll_to_end(list);
    }
}
