//! Simple Calendar Pro (`com.simplemobiletools.calendar.pro`): months, weeks, days and lists of events, an editor with
//! repetition and reminders, tasks, event types.
//!
//! Routes: `main` (the chosen view), `day/DATE`, `event/ID/START` (the editor; `event/new`), `settings`, `types`,
//! `about`; over the editor `date/start`, `date/end`, `time/…`, `repeat`, `repeat_on`, `until`, `every`, `reminder/N`,
//! `type`, `new_type`; over the rest `views`, `filter`, `go_to`, `delete`. The events are in `events.db`; the unsaved
//! form, the selection and the search are the app's own state.

mod dialogs;
mod editor;
mod events;
mod form;
mod lists;
mod month;
mod reminders;
mod settings;
mod week;

use kit::pickers::{DatePicker, Picked, TimePicker};
use kit::widgets;
use machine::calendar::{self, Date};
use serde::{Deserialize, Serialize};
use state::app::database::Database;
use state::app::{Activity, App, Cx, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::events::{Entry, Events, Rows};
use self::form::{Form, Refusal};

const PACKAGE: &str = "com.simplemobiletools.calendar.pro";
const MAIN: &str = "com.simplemobiletools.calendar.pro.activities.MainActivity";
const EDITOR: &str = "com.simplemobiletools.calendar.pro.activities.EventActivity";
const TASK_EDITOR: &str = "com.simplemobiletools.calendar.pro.activities.TaskActivity";
const SETTINGS: &str = "com.simplemobiletools.calendar.pro.activities.SettingsActivity";

/// The view on the first screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum CalendarView {
    Day,
    Week,
    #[default]
    Month,
    MonthAndDay,
    Year,
    List,
}

impl CalendarView {
    /// Whether it lists the events of a single day.
    fn is_one_day(self) -> bool {
        matches!(self, Self::Day | Self::MonthAndDay)
    }
}

/// In the order of the dialog.
const VIEWS: [(CalendarView, &str); 6] = [
    (CalendarView::Day, "Daily view"),
    (CalendarView::Week, "Weekly view"),
    (CalendarView::Month, "Monthly view"),
    (CalendarView::MonthAndDay, "Monthly and daily view"),
    (CalendarView::Year, "Yearly view"),
    (CalendarView::List, "Simple event list"),
];

/// The state of the calendar.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SimpleCalendar {
    #[serde(skip)]
    store: Store<Events>,
    shown: CalendarView,
    /// The date that the first screen shows; `None` for today.
    day: Option<String>,
    query: String,
    /// Whether the floating button is expanded.
    unfolded: bool,
    menu: bool,
    /// The selection in a list: ids and starts.
    marked: Vec<(i64, i64)>,
    form: Form,
    /// The initial contents of the form.
    opened: Form,
    date: DatePicker,
    time: TimePicker,
    /// The number typed in a dialog.
    number: String,
    /// The name and the colour of a new type.
    type_name: String,
    type_color: usize,
    /// The hidden event types.
    hidden: Vec<i64>,
    options: settings::Options,
    /// Until when reminders have been shown, in milliseconds since 1970.
    reminded_ms: i64,
}

impl App for SimpleCalendar {
    fn manifest(&self) -> Manifest {
        const VIEW: &str = "android.intent.action.VIEW";
        Manifest {
            package: PACKAGE,
            label: "Simple Calendar Pro",
            icon: Icon::Calendar,
            color: (242, 113, 33),
            version_name: "6.22.1",
            version_code: 227,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "main", actions: &[VIEW], schemes: &["time/epoch"] },
                Activity {
                    class: EDITOR,
                    route: "event/new",
                    actions: &["android.intent.action.INSERT", "android.intent.action.EDIT"],
                    schemes: &["vnd.android.cursor.item/event", "vnd.android.cursor.dir/event"],
                },
                Activity { class: TASK_EDITOR, route: "task/new", actions: &[], schemes: &[] },
                Activity { class: SETTINGS, route: "settings", actions: &[], schemes: &[] },
            ],
            launchable: true,
            permissions: &["android.permission.POST_NOTIFICATIONS"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("day", day) => self.frame(self.read_day(day, shared), Some(CalendarView::Day), shared),
            ("event" | "task", _) => self.editor(shared),
            ("settings", _) => self.settings(shared),
            ("types", _) => self.types(shared),
            ("about", _) => settings::about(),
            ("date" | "go_to", _) => self.date.view(shared),
            ("time", _) => self.time.view(shared),
            ("repeat", _) => self.repeat_dialog(),
            ("repeat_on", _) => self.repeat_on_dialog(),
            ("until", _) => self.until_dialog(),
            ("times", _) => self.number_dialog("Stop repeating after", "repetitions", "times_ok"),
            ("every", _) => self.every_dialog(),
            ("reminder", which) => self.reminder_dialog(which),
            ("type", _) => self.type_dialog(shared),
            ("new_type", _) => self.new_type_dialog(),
            ("views", _) => self.views_dialog(),
            ("filter", _) => self.filter_dialog(shared),
            ("delete", _) => dialogs::delete_repeating(),
            _ => self.frame(self.around(shared), None, shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, subject) = widgets::split(route);
        if matches!(screen, "date" | "go_to") {
            return self.date_event(screen, subject, event, cx);
        }
        if screen == "time" {
            return self.time_event(subject, event, cx);
        }
        if matches!(screen, "event" | "task") && self.editor_event(event, cx)
            || self.dialog_event(screen, subject, event, cx)
            || self.settings_event(event, cx)
        {
            return;
        }
        let day = if screen == "day" { self.read_day(subject, cx.shared) } else { self.around(cx.shared) };
        self.browse(screen, day, event, cx);
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        let given = |name: &str| intent.extra(name).unwrap_or_default().chars().take(1000).collect::<String>();
        match route {
            "event/new" | "task/new" => {
                self.open_new(self.today(cx.shared), route == "task/new", cx.shared);
                let moment = |name: &str| intent.extra(name).and_then(|ms| ms.trim().parse::<i64>().ok());
                if let Some(start) = moment("beginTime") {
                    self.form.start = start.div_euclid(1000);
                    self.form.end = moment("endTime").map_or(self.form.start, |end| end.div_euclid(1000));
                }
                (self.form.title, self.form.location) = (given("title"), given("eventLocation"));
                self.form.description = given("description");
                self.form.all_day = intent.extra("allDay") == Some("true");
            }
            _ => {
                self.unfold(false);
                if let Some(day) = moment_of(intent) {
                    return format!("day/{}", cx.shared.clock.local(day).date());
                }
            }
        }
        route.to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if matches!(widgets::split(route).0, "event" | "task") {
            return self.leave_editor(cx);
        }
        if !self.marked.is_empty() {
            self.marked.clear();
        } else if self.unfolded || self.menu {
            self.unfold(false);
        } else if !self.query.is_empty() {
            self.query.clear();
        } else {
            return false;
        }
        true
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "event" if self.form.task => TASK_EDITOR,
            "event" => EDITOR,
            "task" => TASK_EDITOR,
            "settings" | "types" | "about" => SETTINGS,
            _ => MAIN,
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "date" | "go_to" | "time" | "repeat" | "repeat_on" | "until" | "times" | "every" | "reminder" | "type"
            | "new_type" | "views" | "filter" | "delete" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[Events::FILE]
    }

    fn stop(&mut self, _shared: &mut Shared) {
        let (shown, hidden, options) = (self.shown, std::mem::take(&mut self.hidden), self.options.clone());
        *self = Self { shown, hidden, options, reminded_ms: self.reminded_ms, ..Self::default() };
    }

    fn tick(&mut self, shared: &mut Shared) {
        self.remind(shared);
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl SimpleCalendar {
    fn today(&self, shared: &Shared) -> Date {
        shared.clock.local(shared.clock.now_ms).date()
    }

    /// Returns the date that the first screen shows.
    fn around(&self, shared: &Shared) -> Date {
        self.day.as_ref().and_then(|day| day.parse().ok()).unwrap_or_else(|| self.today(shared))
    }

    fn read_day(&self, day: &str, shared: &Shared) -> Date {
        day.parse().unwrap_or_else(|_| self.today(shared))
    }

    /// Returns the visible entries: all but those of hidden types.
    fn visible<'a>(&'a self, rows: &'a Rows) -> impl Iterator<Item = &'a Entry> {
        rows.entries.iter().filter(|entry| !self.hidden.contains(&entry.event_type))
    }

    fn unfold(&mut self, on: bool) {
        (self.unfolded, self.menu) = (on, false);
    }

    /// Opens the form for a new entry on a date, at the next full hour.
    fn open_new(&mut self, day: Date, task: bool, shared: &Shared) {
        let now = shared.clock.local(shared.clock.now_ms);
        let hour = now.hour() + 1;
        let (day, hour) = if hour > 23 { (calendar::days_later(day, 1), 0) } else { (day, hour) };
        self.open_at(day, hour, task, shared);
    }

    /// Opens the form for a new entry at an hour of a date.
    fn open_at(&mut self, day: Date, hour: i8, task: bool, shared: &Shared) {
        let start = form::seconds(day.at(hour.clamp(0, 23), 0, 0, 0), shared).unwrap_or(0);
        self.form = Form::new(start, self.options.length_min.saturating_mul(60), task);
        self.opened = self.form.clone();
        self.unfold(false);
    }

    /// Handles an event on the screens that show calendar entries.
    fn browse(&mut self, screen: &str, day: Date, event: &Event, cx: &mut Cx<'_>) {
        let value = event.value.as_str();
        match event.name.as_ref() {
            "query" => self.query = value.chars().take(200).collect(),
            "fab" if self.options.tasks => self.unfold(!self.unfolded),
            "fab" | "new_event" => {
                self.open_new(self.day_for_new(screen, day, cx.shared), false, cx.shared);
                cx.push("event/new");
            }
            "new_task" => {
                self.open_new(self.day_for_new(screen, day, cx.shared), true, cx.shared);
                cx.push("task/new");
            }
            "new_at" => {
                let (day, hour) = widgets::split(value);
                self.open_at(self.read_day(day, cx.shared), hour.parse().unwrap_or(0), false, cx.shared);
                cx.push("event/new");
            }
            "menu" => (self.menu, self.unfolded) = (value == "open", false),
            "views" | "filter" | "settings" | "types" | "about" => {
                self.unfold(false);
                cx.push(event.name.clone());
            }
            "go_to" => {
                self.unfold(false);
                self.date = DatePicker::new(day);
                cx.push("go_to");
            }
            "today" => self.show(screen, self.today(cx.shared), cx),
            "turn" => {
                let shown = if screen == "day" { CalendarView::Day } else { self.shown };
                let by = value.parse::<i32>().unwrap_or(0).clamp(-1, 1);
                let day = match shown {
                    CalendarView::Day => calendar::days_later(day, by.into()),
                    CalendarView::Week => calendar::days_later(day, i64::from(by) * 7),
                    CalendarView::Year => calendar::first_of_month(day, by * 12),
                    _ => calendar::first_of_month(day, by),
                };
                self.show(screen, day, cx);
            }
            "day" if self.shown == CalendarView::MonthAndDay && screen != "day" => self.day = Some(value.to_owned()),
            "day" => cx.push(format!("day/{value}")),
            "month" => (self.shown, self.day) = (CalendarView::Month, Some(value.to_owned())),
            "entry" if !self.marked.is_empty() => self.mark(value),
            "entry" => self.open(value, cx),
            "mark" => self.mark(value),
            "mark_all" => {
                let rows = self.store.rows_or_none(cx.shared);
                let one_day = screen == "day" || self.shown.is_one_day();
                self.marked = self.listed(&rows, one_day, day, cx.shared);
            }
            "unmark" => self.marked.clear(),
            "delete" => self.ask_delete(cx),
            "deleted" => self.delete_marked(dialogs::DeletedOccurrences::All, cx),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Returns the date of a new entry: in another month, its first day.
    fn day_for_new(&self, screen: &str, day: Date, shared: &Shared) -> Date {
        let today = self.today(shared);
        let exact = screen == "day"
            || matches!(self.shown, CalendarView::Day | CalendarView::MonthAndDay) && self.day.is_some();
        match self.shown {
            _ if exact => day,
            CalendarView::Month if day.first_of_month() != today.first_of_month() => day.first_of_month(),
            _ => today,
        }
    }

    fn show(&mut self, screen: &str, day: Date, cx: &mut Cx<'_>) {
        self.marked.clear();
        if screen == "day" {
            cx.effects.push(Effect::Replace(format!("day/{day}")));
        } else {
            self.day = Some(day.to_string());
        }
    }

    /// Opens the editor with an occurrence: `ID/START`.
    fn open(&mut self, which: &str, cx: &mut Cx<'_>) {
        let Some((id, start)) = read_occurrence(which) else { return };
        let rows = self.store.rows_or_none(cx.shared);
        if let Some(entry) = rows.entry(id) {
            self.form = Form::of(entry, start);
            self.opened = self.form.clone();
            cx.push(format!("event/{id}/{start}"));
        }
    }

    fn mark(&mut self, which: &str) {
        let Some(which) = read_occurrence(which) else { return };
        match self.marked.iter().position(|marked| *marked == which) {
            Some(at) => drop(self.marked.remove(at)),
            None => self.marked.push(which),
        }
    }

    fn date_event(&mut self, screen: &str, subject: &str, event: &Event, cx: &mut Cx<'_>) {
        let chosen = match self.date.event(event) {
            Picked::Nothing | Picked::Changed => return,
            Picked::Cancelled => return cx.pop(),
            Picked::Chosen(date) => date,
        };
        cx.pop();
        let time = |moment: i64| form::wall(moment, cx.shared).time();
        let form = &mut self.form;
        match subject {
            _ if screen == "go_to" => self.day = Some(chosen.to_string()),
            "start" => form.move_start(chosen.to_datetime(time(form.start)), cx.shared),
            "end" => form.move_end(chosen.to_datetime(time(form.end)), cx.shared),
            _ => {
                let end = form::seconds(chosen.at(23, 59, 59, 0), cx.shared);
                form.repeat_limit = end.filter(|end| *end > 0).unwrap_or(0);
            }
        }
    }

    fn time_event(&mut self, subject: &str, event: &Event, cx: &mut Cx<'_>) {
        let chosen = match self.time.event(event, cx.shared) {
            Picked::Nothing | Picked::Changed => return,
            Picked::Cancelled => return cx.pop(),
            Picked::Chosen(time) => time,
        };
        cx.pop();
        let day = |moment: i64| form::wall(moment, cx.shared).date();
        let form = &mut self.form;
        match subject {
            "start" => form.move_start(day(form.start).to_datetime(chosen), cx.shared),
            _ => form.move_end(day(form.end).to_datetime(chosen), cx.shared),
        }
    }

    /// Saves the form. Returns whether it succeeded.
    fn save_form(&mut self, cx: &mut Cx<'_>) -> bool {
        let rows = self.store.rows_or_none(cx.shared);
        let entry = match self.form.entry(rows.entry(self.form.id), cx.shared) {
            Ok(entry) => entry,
            Err(Refusal::NoTitle) => {
                cx.toast("Title cannot be empty");
                return false;
            }
            Err(Refusal::EndsBeforeStart) => {
                cx.toast("The event cannot end before it starts");
                return false;
            }
        };
        let zone = cx.shared.props.get("persist.sys.timezone").cloned().unwrap_or_else(|| "UTC".to_owned());
        let now_ms = cx.shared.clock.now_ms;
        match self.store.change(cx.shared, |database| events::put(database, &entry, &zone, now_ms)) {
            Ok(_) => {
                self.opened = self.form.clone();
                true
            }
            Err(error) => {
                cx.toast(error.to_string());
                false
            }
        }
    }
}

/// Returns the time that an intent is about: `content://com.android.calendar/time/MILLISECONDS`.
fn moment_of(intent: &Intent) -> Option<i64> {
    intent.data.as_deref()?.rsplit_once("/time/")?.1.parse().ok()
}

/// Parses `ID/START`.
fn read_occurrence(which: &str) -> Option<(i64, i64)> {
    let (id, start) = which.split_once('/')?;
    Some((id.parse().ok()?, start.parse().ok()?))
}
