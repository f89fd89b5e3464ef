//! Tasks (`org.tasks`): to-dos by date or priority, with filters, search and a page for each.
//!
//! Routes: `list` (the chosen filter), `search`, `task/ID` and `task/new`, `settings`; over them `drawer`, `sort`,
//! `due` and `start` with `date/…` and `time/…`, `repeat`. The tasks are in the table `tasks` of `database`; the
//! unsaved form and the chosen filter are the app's own state.

mod database;
mod list;
mod page;

use kit::pickers::{DatePicker, Picked, TimePicker};
use kit::{overlays, widgets};
use machine::calendar::{self, Time};
use serde::{Deserialize, Serialize};
use state::app::database::Database;
use state::app::{Activity, App, Cx, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::database::{Task, TaskRows};

const PACKAGE: &str = "org.tasks";
const MAIN: &str = "com.todoroo.astrid.activity.MainActivity";
const SETTINGS: &str = "org.tasks.preferences.MainPreferences";
/// The priority of a new task: low, the app's default.
const USUAL_PRIORITY: i64 = 2;
/// The longest text of a task, in characters.
const LONGEST: usize = 20_000;

/// Which tasks are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Filter {
    #[default]
    All,
    Today,
    Recent,
}

const FILTERS: [(Filter, &str, Icon); 3] = [
    (Filter::All, "My Tasks", Icon::Home),
    (Filter::Today, "Today", Icon::Calendar),
    (Filter::Recent, "Recently modified", Icon::Clock),
];

/// The order and grouping of tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Sort {
    #[default]
    Due,
    Priority,
    Title,
    Modified,
    Created,
}

const SORTS: [(Sort, &str); 5] = [
    (Sort::Due, "By due date"),
    (Sort::Priority, "By priority"),
    (Sort::Title, "By title"),
    (Sort::Modified, "By last modified"),
    (Sort::Created, "By creation time"),
];

/// The state of Tasks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Tasks {
    #[serde(skip)]
    store: Store<TaskRows>,
    filter: Filter,
    sort: Sort,
    show_completed: bool,
    show_unstarted: bool,
    query: String,
    menu: bool,
    form: Form,
    /// The initial contents of the form.
    opened: Form,
    date: DatePicker,
    time: TimePicker,
}

/// The unsaved form of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    id: i64,
    title: String,
    notes: String,
    priority: i64,
    due: i64,
    start: i64,
    completed: i64,
    created: i64,
    recurrence: String,
}

impl Form {
    fn of(task: &Task) -> Self {
        Self {
            id: task.id,
            title: task.title.clone(),
            notes: task.notes.clone(),
            priority: task.priority,
            due: task.due,
            start: task.start,
            completed: task.completed,
            created: task.created,
            recurrence: task.recurrence.clone(),
        }
    }

    fn task(&self) -> Task {
        let cut = |text: &str| text.trim().chars().take(LONGEST).collect::<String>();
        Task {
            id: self.id,
            title: cut(&self.title),
            notes: cut(&self.notes),
            priority: self.priority,
            due: self.due,
            start: self.start,
            completed: self.completed,
            created: self.created,
            modified: 0,
            recurrence: self.recurrence.clone(),
        }
    }
}

impl App for Tasks {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Tasks",
            icon: Icon::Check,
            color: (33, 111, 219),
            version_name: "13.6.3",
            version_code: 130_603,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "list", actions: &[], schemes: &[] },
                Activity {
                    class: "org.tasks.activities.ShareLinkActivity",
                    route: "task/new",
                    actions: &["android.intent.action.SEND"],
                    schemes: &["text/plain"],
                },
                Activity { class: SETTINGS, route: "settings", actions: &[], schemes: &[] },
            ],
            launchable: true,
            permissions: &["android.permission.POST_NOTIFICATIONS"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("task", _) => self.page(shared),
            ("drawer", _) => self.drawer(shared),
            ("sort", _) => {
                let chosen = SORTS.iter().position(|(sort, _)| *sort == self.sort);
                overlays::choice("Sort", &SORTS.map(|(_, name)| name.to_owned()), chosen, "sort_choice")
            }
            ("due", _) => self.day_sheet("due", "No due date", self.form.due, shared),
            ("start", _) => self.day_sheet("start", "No start date", self.form.start, shared),
            ("date", _) => self.date.view(shared),
            ("time", _) => self.time.view(shared),
            ("repeat", _) => self.repeat_dialog(),
            ("settings", _) => self.settings(),
            _ => self.list(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, subject) = widgets::split(route);
        match screen {
            "date" => return self.date_event(subject, event, cx),
            "time" => return self.time_event(subject, event, cx),
            "task" | "due" | "start" | "repeat" if self.page_event(screen, event, cx) => return,
            _ => {}
        }
        match event.name.as_ref() {
            "query" => self.query = event.value.chars().take(200).collect(),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search_src_text".to_owned()));
            }
            "menu" => self.menu = event.value == "open",
            "sort" => {
                self.menu = false;
                cx.push("sort");
            }
            "sort_choice" => {
                let chosen = event.value.parse().ok().and_then(|at: usize| SORTS.get(at));
                self.sort = chosen.map_or(self.sort, |(sort, _)| *sort);
                cx.pop();
            }
            "show_completed" => (self.show_completed, self.menu) = (!self.show_completed, false),
            "show_unstarted" => (self.show_unstarted, self.menu) = (!self.show_unstarted, false),
            "clear_completed" => {
                self.menu = false;
                widgets::ask(cx, "Clear completed tasks?", "They are deleted.", "OK", Event::new("cleared"));
            }
            "cleared" => {
                let now_ms = cx.shared.clock.now_ms;
                match self.store.change(cx.shared, |database| database::clear_completed(database, now_ms)) {
                    Ok(count) => cx.toast(format!("{count} tasks cleared")),
                    Err(error) => cx.toast(error.to_string()),
                }
            }
            "filter" => {
                let chosen = event.value.parse().ok().and_then(|at: usize| FILTERS.get(at));
                self.filter = chosen.map_or(self.filter, |(filter, _, _)| *filter);
                cx.pop();
            }
            "new" => {
                self.open_new(String::new(), cx.shared);
                cx.push("task/new");
                cx.effects.push(Effect::Focus("title".to_owned()));
            }
            "task" => self.open(&event.value, cx),
            "toggle" => self.toggle(&event.value, cx),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        self.menu = false;
        if route == "task/new" {
            let text = intent.extra("android.intent.extra.TEXT").unwrap_or_default();
            self.open_new(text.chars().take(1000).collect(), cx.shared);
        }
        route.to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        match widgets::split(route).0 {
            "task" => self.leave_page(cx),
            "list" if self.menu => {
                self.menu = false;
                true
            }
            "list" if self.filter != Filter::All => {
                self.filter = Filter::All;
                true
            }
            _ => false,
        }
    }

    fn class_of(&self, route: &str) -> &'static str {
        if route == "settings" { SETTINGS } else { MAIN }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "drawer" | "due" | "start" => Layer::Sheet,
            "sort" | "date" | "time" | "repeat" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[TaskRows::FILE]
    }

    fn stop(&mut self, _shared: &mut Shared) {
        let Self { sort, show_completed, show_unstarted, .. } = *self;
        *self = Self { sort, show_completed, show_unstarted, ..Self::default() };
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Tasks {
    /// Opens the form for a new task; a filter by day sets the due date.
    fn open_new(&mut self, title: String, shared: &Shared) {
        let due = if self.filter == Filter::Today { day_ms(shared.clock.now_ms, 0, shared) } else { 0 };
        self.form = Form { title, priority: USUAL_PRIORITY, due, ..Form::default() };
        self.opened = Form { title: String::new(), ..self.form.clone() };
    }

    fn open(&mut self, id: &str, cx: &mut Cx<'_>) {
        let rows = self.store.rows_or_none(cx.shared);
        if let Some(task) = rows.iter().find(|task| task.id.to_string() == id) {
            self.form = Form::of(task);
            self.opened = self.form.clone();
            cx.push(format!("task/{id}"));
        }
    }

    /// Completes a task, or reopens it.
    fn toggle(&mut self, id: &str, cx: &mut Cx<'_>) {
        let rows = self.store.rows_or_none(cx.shared);
        let Some(task) = rows.iter().find(|task| task.id.to_string() == id) else { return };
        let changed = database::toggle(task, cx.shared);
        let now_ms = cx.shared.clock.now_ms;
        match self.store.change(cx.shared, |database| database::put(database, &changed, now_ms)) {
            Ok(_) if changed.is_completed() => cx.toast("Task completed"),
            Ok(_) if changed.due != task.due => cx.toast("Repeating task rescheduled"),
            Ok(_) => {}
            Err(error) => cx.toast(error.to_string()),
        }
    }

    fn date_event(&mut self, subject: &str, event: &Event, cx: &mut Cx<'_>) {
        let chosen = match self.date.event(event) {
            Picked::Nothing | Picked::Changed => return,
            Picked::Cancelled => return cx.pop(),
            Picked::Chosen(date) => date,
        };
        cx.pop();
        let at =
            calendar::at(chosen.to_datetime(Time::constant(12, 0, 0, 0)), cx.shared.clock.utc_offset_min).unwrap_or(0);
        if subject == "due" { self.form.due = at } else { self.form.start = at }
    }

    fn time_event(&mut self, subject: &str, event: &Event, cx: &mut Cx<'_>) {
        let chosen = match self.time.event(event, cx.shared) {
            Picked::Nothing | Picked::Changed => return,
            Picked::Cancelled => return cx.pop(),
            Picked::Chosen(time) => time,
        };
        cx.pop();
        let field = if subject == "due" { &mut self.form.due } else { &mut self.form.start };
        let from = if *field > 0 { *field } else { cx.shared.clock.now_ms };
        let date = cx.shared.clock.local(from).date();
        let at = calendar::at(date.to_datetime(chosen), cx.shared.clock.utc_offset_min).unwrap_or(0);
        // The extra second marks a time of day.
        *field = at.saturating_add(1000);
    }
}

/// Returns noon of the day `days` after a time: the stored form of a date without a time.
fn day_ms(ms: i64, days: i64, shared: &Shared) -> i64 {
    let date = calendar::days_later(shared.clock.local(ms).date(), days);
    calendar::at(date.to_datetime(Time::constant(12, 0, 0, 0)), shared.clock.utc_offset_min).unwrap_or(0)
}
