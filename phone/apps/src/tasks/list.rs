//! The lists: a filter's tasks in groups, search results, and the drawer of filters.

use kit::{clock, overlays, widgets};
use machine::calendar::{self, Date};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::database::{Task, has_time};
use super::{FILTERS, Filter, Sort, Tasks};
use crate::notices::{self, MOST_ROWS};

/// The age up to which a task counts as recently modified, in milliseconds.
const RECENT_MS: i64 = 24 * 3_600_000;

/// Returns the colour and the name of a priority.
pub(super) fn priority(priority: i64) -> ((u8, u8, u8), &'static str) {
    match priority {
        0 => ((211, 47, 47), "High priority"),
        1 => ((239, 108, 0), "Medium priority"),
        2 => ((25, 118, 210), "Low priority"),
        _ => ((117, 117, 117), "No priority"),
    }
}

/// Formats a date as `Mon, Oct 16`, with its time if it has one.
pub(super) fn date_name(ms: i64, shared: &Shared) -> String {
    let date = shared.clock.local(ms).date();
    let this_year = shared.clock.local(shared.clock.now_ms).year() == date.year();
    let day = date.strftime(if this_year { "%a, %b %-d" } else { "%a, %b %-d, %-Y" }).to_string();
    if has_time(ms) { format!("{day}, {}", clock::time(ms, shared)) } else { day }
}

/// Builds the circle that completes a task, in the colour of its priority.
pub(super) fn circle(completed: bool, of: i64, event: Event) -> View {
    let ((red, green, blue), word) = priority(of);
    let side = |view: View, dp: f32| view.width(Size::Dp(dp)).height(Size::Dp(dp));
    let inner = if completed {
        View::icon(Icon::Check).color(Color::Rgb(255, 255, 255))
    } else {
        View::new(Kind::Space).background(Color::Surface, 8.0)
    };
    let ring = side(View::stack(vec![side(inner, 16.0)]).align(Align::Center), 22.0);
    let ring = ring.background(Color::Rgb(red, green, blue), 11.0);
    let said = if completed { format!("{word}, completed") } else { word.to_owned() };
    side(View::stack(vec![ring]).align(Align::Center), 48.0)
        .id("completeBox")
        .description(&said)
        .toggled(completed)
        .on_click(event)
}

impl Tasks {
    pub(super) fn list(&self, shared: &Shared) -> View {
        let name = FILTERS.iter().find(|(filter, _, _)| *filter == self.filter).map_or("My Tasks", |(_, name, _)| name);
        let menu = View::icon_button(Icon::Menu, "Menu", Event::with("open", "drawer")).id("menu_drawer");
        let title = View::text(name).id("toolbar_title").text_style(TextStyle::Title).width(Size::Weight(1.0));
        let actions = vec![
            View::icon_button(Icon::Search, "Search", Event::new("search")).id("menu_search"),
            widgets::menu_button(),
        ];
        let bar = widgets::bar(Some(menu), title, actions);
        let content = match self.store.rows(shared) {
            Ok(tasks) => {
                let mut rows = self.rows(tasks.iter().filter(|task| self.lists(task, shared)).collect(), shared);
                rows.push(notices::below_button());
                rows
            }
            Err(error) => vec![notices::unreadable(&error)],
        };
        let list = View::list("recycler_view", content);
        let content = widgets::with_fab(list, "fab", Icon::Add, "Create new task", Event::new("new"));
        self.with_menu(widgets::screen(vec![bar, content]))
    }

    /// Adds the menu, with ticks before active options.
    fn with_menu(&self, screen: View) -> View {
        if !self.menu {
            return screen;
        }
        let tick = |text: &str, on: bool, event: &'static str| {
            let mut tick = View::new(Kind::CheckBox { on }).id(event).width(Size::Fill).height(Size::Dp(48.0));
            text.clone_into(&mut tick.text);
            tick.padding(8.0, 0.0).on_click(Event::new(event))
        };
        let item = |text: &str, event: &'static str| {
            View::row(vec![View::text(text).id("title")]).on_click(Event::new(event)).padding(16.0, 12.0)
        };
        let items = vec![
            item("Sort", "sort"),
            tick("Show unstarted", self.show_unstarted, "show_unstarted"),
            tick("Show completed", self.show_completed, "show_completed"),
            item("Clear completed", "clear_completed"),
        ];
        let menu = View::column(items).id("menu").width(Size::Dp(228.0)).padding(0.0, 8.0);
        let menu = menu.background(Color::Surface, 4.0).style(|style| style.elevation = 8.0);
        let beside = View::column(vec![menu]).height(Size::Fill).align(Align::End).padding(8.0, 8.0);
        let beside = beside.description("Close menu").on_click(Event::new("menu"));
        View::stack(vec![screen, beside]).width(Size::Fill).height(Size::Fill)
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("search_src_text", &self.query, "Search");
        let tasks = self.store.rows_or_none(shared);
        let has =
            |task: &&Task| widgets::matches(&task.title, &self.query) || widgets::matches(&task.notes, &self.query);
        let content = if self.query.trim().is_empty() {
            vec![widgets::empty(Icon::Search, "Search in titles and descriptions")]
        } else {
            self.rows(tasks.iter().filter(has).collect(), shared)
        };
        widgets::screen(vec![bar, View::list("recycler_view", content)])
    }

    /// Builds the drawer of filters, each with its number of tasks.
    pub(super) fn drawer(&self, shared: &Shared) -> View {
        let tasks = self.store.rows_or_none(shared);
        let mut rows = vec![widgets::section("Filters")];
        for (number, (filter, name, icon)) in FILTERS.iter().enumerate() {
            let with = Self { filter: *filter, ..self.clone() };
            let open = |task: &&Task| !task.is_completed() && with.lists(task, shared);
            let count = tasks.iter().filter(open).count();
            let row =
                widgets::Row::new(*name).ids("text", "").icon(*icon).on(Event::with("filter", number.to_string()));
            let row = row.trailing(View::text(count.to_string()).color(Color::Muted)).view();
            rows.push(if *filter == self.filter { row.background(Color::PrimaryContainer, 24.0) } else { row });
        }
        rows.push(View::new(Kind::Divider).width(Size::Fill));
        rows.push(widgets::Row::new("Settings").icon(Icon::Settings).opens("settings").view());
        overlays::sheet(vec![View::list("drawer", rows).height(Size::Wrap).padding(8.0, 0.0)])
    }

    pub(super) fn settings(&self) -> View {
        let completed = widgets::switch_row(
            "Show completed",
            "Also what is done",
            self.show_completed,
            Event::new("show_completed"),
        );
        let unstarted = widgets::switch_row(
            "Show unstarted",
            "Also what begins later",
            self.show_unstarted,
            Event::new("show_unstarted"),
        );
        let rows = vec![
            widgets::section("Lists"),
            completed.view(),
            unstarted.view(),
            widgets::section("About"),
            widgets::Row::new("Tasks").summary("Version 13.6.3").view(),
        ];
        widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("recycler_view", rows)])
    }

    /// Whether the filter includes a task.
    fn lists(&self, task: &Task, shared: &Shared) -> bool {
        let shown =
            (self.show_completed || !task.is_completed()) && (self.show_unstarted || task.start <= shared.clock.now_ms);
        let day = |ms: i64| shared.clock.local(ms).date();
        match self.filter {
            Filter::All => shown,
            Filter::Today => shown && task.due > 0 && day(task.due) <= day(shared.clock.now_ms),
            Filter::Recent => task.modified > shared.clock.now_ms.saturating_sub(RECENT_MS),
        }
    }

    /// Builds the rows of tasks in the chosen order, under headings; completed tasks come last.
    fn rows(&self, mut tasks: Vec<&Task>, shared: &Shared) -> Vec<View> {
        if tasks.is_empty() {
            return vec![widgets::empty(Icon::Check, "There are no tasks here")];
        }
        let never = |ms: i64| if ms > 0 { ms } else { i64::MAX };
        match self.sort {
            Sort::Due => tasks.sort_by_key(|task| (task.is_completed(), never(task.due), task.priority, task.id)),
            Sort::Priority => tasks.sort_by_key(|task| (task.is_completed(), task.priority, never(task.due), task.id)),
            Sort::Title => tasks.sort_by_key(|task| (task.is_completed(), task.title.to_lowercase(), task.id)),
            Sort::Modified => tasks.sort_by_key(|task| (task.is_completed(), -task.modified, task.id)),
            Sort::Created => tasks.sort_by_key(|task| (task.is_completed(), -task.created, task.id)),
        }
        let today = shared.clock.local(shared.clock.now_ms).date();
        let mut rows = Vec::new();
        let mut under = String::new();
        for task in tasks.iter().take(MOST_ROWS) {
            let heading = if task.is_completed() { "Completed".to_owned() } else { self.heading(task, today, shared) };
            if heading != under && !heading.is_empty() {
                rows.push(widgets::section(&heading).id("header"));
                under = heading;
            }
            rows.push(row(task, today, shared));
        }
        rows.extend(notices::rest(tasks.len()));
        rows
    }

    fn heading(&self, task: &Task, today: Date, shared: &Shared) -> String {
        let day = |ms: i64| shared.clock.local(ms).date();
        let name = |date: Date| match calendar::days_between(today, date) {
            0 => "Today".to_owned(),
            1 => "Tomorrow".to_owned(),
            -1 => "Yesterday".to_owned(),
            _ if date.year() == today.year() => date.strftime("%A, %B %-d").to_string(),
            _ => date.strftime("%A, %B %-d, %-Y").to_string(),
        };
        match self.sort {
            Sort::Due if task.due <= 0 => "No due date".to_owned(),
            Sort::Due if day(task.due) < today => "Overdue".to_owned(),
            Sort::Due => name(day(task.due)),
            Sort::Priority => priority(task.priority).1.to_owned(),
            Sort::Title => String::new(),
            Sort::Modified => name(day(task.modified)),
            Sort::Created => name(day(task.created)),
        }
    }
}

/// Builds a task's row.
fn row(task: &Task, today: Date, shared: &Shared) -> View {
    let done = task.is_completed();
    let late = !done && task.due > 0 && shared.clock.local(task.due).date() < today;
    let title = View::text(&task.title).id("title").color(if done { Color::Muted } else { Color::OnSurface });
    let mut texts = vec![title.style(|style| style.max_lines = 3)];
    let small = |text: String, id: &str, color| {
        let text = View::text(text).id(id).text_style(TextStyle::BodySmall).color(color);
        text.style(|style| style.max_lines = 1)
    };
    if !task.notes.is_empty() {
        texts.push(small(task.notes.replace(['\n', '\t'], " "), "description", Color::Muted));
    }
    if task.due > 0 {
        let color = if late { Color::Error } else { Color::Primary };
        texts.push(small(date_name(task.due, shared), "due_date", color));
    }
    let id = task.id.to_string();
    let circle = circle(done, task.priority, Event::with("toggle", &id));
    let mut parts = vec![circle, View::column(texts).width(Size::Weight(1.0)).gap(2.0)];
    if !task.recurrence.is_empty() {
        parts.push(View::icon(Icon::Refresh).description("Repeats").width(Size::Dp(18.0)).height(Size::Dp(18.0)));
    }
    View::row(parts)
        .id("rowBody")
        .gap(4.0)
        .style(|style| style.padding = [4.0, 8.0, 16.0, 8.0])
        .background(Color::Surface, 0.0)
        .on_click(Event::with("task", id))
}
