//! The frame around every view (search, actions, the floating button, the selection), and the list views: a day,
//! upcoming events, search results.

use kit::{clock, widgets};
use machine::calendar::{self, Date};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::events::{ALL_DAY, COMPLETED, Occurrence, Rows, on_days};
use super::{CalendarView, SimpleCalendar};
use crate::notices::{self, MOST_ROWS};

/// The number of days that the event list looks ahead.
const AHEAD_DAYS: i64 = 365;

impl SimpleCalendar {
    /// Builds a screen with the events around a day; `only` overrides the chosen view.
    pub(super) fn frame(&self, day: Date, only: Option<CalendarView>, shared: &Shared) -> View {
        let rows = match self.store.rows(shared) {
            Ok(rows) => rows,
            Err(error) => {
                let bar = widgets::home_bar("Simple Calendar", Vec::new());
                return widgets::screen(vec![bar, notices::unreadable(&error)]);
            }
        };
        let shown = only.unwrap_or(self.shown);
        let content =
            if self.query.trim().is_empty() { self.body(shown, day, &rows, shared) } else { self.found(&rows, shared) };
        let bar = if self.marked.is_empty() {
            self.search_bar(only.is_some())
        } else {
            self.marked_bar(&rows, shown, day, shared)
        };
        let content = View::column(content).height(Size::Fill);
        let content = if self.query.trim().is_empty() { self.with_button(content) } else { content };
        let screen = widgets::screen(vec![bar, content]);
        let items = vec![
            ("Go to date", Event::new("go_to")),
            ("Manage event types", Event::new("types")),
            ("Settings", Event::new("settings")),
            ("About", Event::new("about")),
        ];
        widgets::with_menu(screen, self.menu, items)
    }

    fn body(&self, shown: CalendarView, day: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        match shown {
            CalendarView::Month => self.month(day, rows, shared),
            CalendarView::MonthAndDay => self.month_and_day(day, rows, shared),
            CalendarView::Year => self.year(day, rows, shared),
            CalendarView::Week => self.week(day, rows, shared),
            CalendarView::Day => self.day(day, rows, shared),
            CalendarView::List => self.list(day, rows, shared),
        }
    }

    fn search_bar(&self, below: bool) -> View {
        let field = View::field("top_toolbar_search", &self.query, "Search", "query");
        let field = field.background(Color::Transparent, 0.0).width(Size::Weight(1.0));
        let lead = if below {
            View::icon_button(Icon::ArrowBack, "Back", Event::new("navigate_up")).id("top_toolbar_search_icon")
        } else {
            View::icon(Icon::Search).style(|style| style.margin = [12.0, 0.0, 0.0, 0.0])
        };
        let action = |icon, word, event: &'static str| View::icon_button(icon, word, Event::new(event)).id(event);
        let mut parts = vec![lead, field];
        if self.query.is_empty() {
            parts.push(action(Icon::Calendar, "Go to today", "today").id("go_to_today"));
            parts.push(action(Icon::Apps, "Change view", "views").id("change_view"));
            parts.push(widgets::menu_button());
        } else {
            parts.push(View::icon_button(Icon::Close, "Clear search", Event::new("query")).id("search_clear"));
        }
        View::row(parts)
            .id("top_toolbar_holder")
            .height(Size::Dp(52.0))
            .background(Color::SurfaceVariant, 26.0)
            .style(|style| style.margin = [12.0, 6.0, 12.0, 6.0])
    }

    /// Builds the bar of actions on the selection.
    fn marked_bar(&self, rows: &Rows, shown: CalendarView, day: Date, shared: &Shared) -> View {
        let of = self.listed(rows, shown.is_one_day(), day, shared).len().max(self.marked.len());
        let count = View::text(format!("{} / {of}", self.marked.len())).text_style(TextStyle::Title);
        let close = View::icon_button(Icon::Close, "Done", Event::new("unmark")).id("action_mode_close_button");
        let actions = vec![
            View::icon_button(Icon::Check, "Select all", Event::new("mark_all")).id("cab_select_all"),
            View::icon_button(Icon::Delete, "Delete", Event::new("delete")).id("cab_delete"),
        ];
        widgets::bar(Some(close), count.width(Size::Weight(1.0)), actions).background(Color::PrimaryContainer, 0.0)
    }

    /// Adds the floating button with its expanded actions.
    fn with_button(&self, content: View) -> View {
        let mut layers = vec![content.height(Size::Fill)];
        let choice = |text: &str, id: &str, icon, event: &'static str| {
            let label = View::text(text).id(&format!("{id}_label")).text_style(TextStyle::Label);
            let label = label.padding(12.0, 6.0).background(Color::Surface, 8.0).style(|style| style.elevation = 2.0);
            let icon = View::icon(icon).color(Color::OnSurface);
            let round = View::stack(vec![icon]).align(Align::Center).width(Size::Dp(40.0)).height(Size::Dp(40.0));
            let round = round.background(Color::PrimaryContainer, 20.0);
            View::row(vec![label, round])
                .id(&format!("{id}_holder"))
                .gap(12.0)
                .padding(8.0, 4.0)
                .width(Size::Wrap)
                .on_click(Event::new(event))
        };
        let icon = if self.unfolded { Icon::Close } else { Icon::Add };
        let fab = View::new(Kind::Fab(icon)).id("calendar_fab").description("New Event").on_click(Event::new("fab"));
        if self.unfolded {
            let beside = View::column(Vec::new()).height(Size::Fill).id("fab_extended_overlay");
            layers.push(beside.description("Close").on_click(Event::new("fab")));
            let choices = vec![
                choice("Task", "fab_task", Icon::Check, "new_task"),
                choice("Event", "fab_event", Icon::Calendar, "new_event"),
                fab,
            ];
            let choices = View::new(Kind::Column).children(choices).align(Align::End).gap(12.0);
            layers.push(choices.padding(16.0, 16.0));
        } else {
            layers.push(fab.style(|style| style.margin = [16.0; 4]));
        }
        View::stack(layers).width(Size::Fill).height(Size::Weight(1.0)).align(Align::End)
    }

    /// Builds the title bar between two arrows.
    pub(super) fn turn_bar(&self, title: &str, words: (&str, &str)) -> View {
        let turn = |icon, word: &str, id: &str, by: &str| View::icon_button(icon, word, Event::with("turn", by)).id(id);
        let title = View::text(title).id("top_value").text_style(TextStyle::Title).align(Align::Center);
        View::row(vec![
            turn(Icon::ChevronLeft, words.0, "top_left_arrow", "-1"),
            title.width(Size::Weight(1.0)).style(|style| style.max_lines = 1),
            turn(Icon::ChevronRight, words.1, "top_right_arrow", "1"),
        ])
        .padding(4.0, 0.0)
    }

    fn day(&self, day: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        let found = on_days(self.visible(rows), day, day, shared.clock.utc_offset_min);
        let bar = self.turn_bar(&day_name(day, shared), ("Previous day", "Next day"));
        let mut list: Vec<View> = found.iter().take(MOST_ROWS).map(|it| self.row(it, rows, shared)).collect();
        if list.is_empty() {
            list.push(widgets::empty(Icon::Calendar, "No events for this day"));
        }
        list.extend(notices::rest(found.len()));
        list.push(notices::below_button());
        vec![bar, View::list("day_events", list)]
    }

    /// Builds the rows of one day, as shown below a month.
    pub(super) fn day_rows(&self, day: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        let found = on_days(self.visible(rows), day, day, shared.clock.utc_offset_min);
        let mut list = vec![widgets::section(day_name(day, shared))];
        list.extend(found.iter().take(MOST_ROWS).map(|it| self.row(it, rows, shared)));
        if found.is_empty() {
            list.push(View::text("No events for this day").color(Color::Muted).padding(16.0, 12.0));
        }
        list
    }

    fn coming<'a>(&'a self, from: Date, rows: &'a Rows, shared: &Shared) -> Vec<Occurrence<'a>> {
        let to = calendar::days_later(from, AHEAD_DAYS);
        on_days(self.visible(rows), from, to, shared.clock.utc_offset_min)
    }

    fn list(&self, from: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        let found = self.coming(from, rows, shared);
        let earlier = View::button("Show earlier events", Event::with("turn", "-1")).id("earlier").width(Size::Fill);
        let mut list = vec![earlier.height(Size::Dp(48.0))];
        list.extend(self.by_day(found.iter().map(|it| (it.first.max(from), it)), rows, shared));
        if found.is_empty() {
            list.push(widgets::empty(Icon::Calendar, "No upcoming events"));
        }
        list.extend(notices::rest(found.len()));
        list.push(notices::below_button());
        vec![View::list("calendar_events_list", list)]
    }

    /// Builds the search results: matches in title, location or description.
    fn found(&self, rows: &Rows, shared: &Shared) -> Vec<View> {
        let has = |text: &str| widgets::matches(text, &self.query);
        let wanted = self.visible(rows).filter(|it| has(&it.title) || has(&it.location) || has(&it.description));
        let today = self.today(shared);
        // The next occurrence represents a repeating entry.
        let mut found: Vec<Occurrence<'_>> = Vec::new();
        for entry in wanted.take(MOST_ROWS) {
            let (from, to) = if entry.repeat_interval > 0 {
                (today, calendar::days_later(today, AHEAD_DAYS))
            } else {
                (Date::constant(1, 1, 2), Date::constant(9999, 12, 30))
            };
            found.extend(on_days(std::iter::once(entry), from, to, shared.clock.utc_offset_min).first());
        }
        found.sort_by_key(|it| (it.start, it.entry.id));
        let mut list: Vec<View> = self.by_day(found.iter().map(|it| (it.first, it)), rows, shared);
        if list.is_empty() {
            list.push(widgets::empty(Icon::Search, "No events have been found"));
        }
        list.extend(notices::rest(found.len()));
        vec![View::list("search_results_list", list)]
    }

    fn by_day<'a>(
        &self,
        found: impl Iterator<Item = (Date, &'a Occurrence<'a>)>,
        rows: &Rows,
        shared: &Shared,
    ) -> Vec<View> {
        let mut list = Vec::new();
        let mut under = None;
        for (day, it) in found.take(MOST_ROWS) {
            if under != Some(day) {
                list.push(widgets::section(day_name(day, shared)).id("event_section_title"));
                under = Some(day);
            }
            list.push(self.row(it, rows, shared));
        }
        list
    }

    /// Returns the entries that a list shows, for selection.
    pub(super) fn listed(&self, rows: &Rows, one_day: bool, day: Date, shared: &Shared) -> Vec<(i64, i64)> {
        let found = if one_day {
            on_days(self.visible(rows), day, day, shared.clock.utc_offset_min)
        } else {
            self.coming(day, rows, shared)
        };
        found.iter().take(MOST_ROWS).map(|it| (it.entry.id, it.start)).collect()
    }

    /// Builds the row of an occurrence.
    fn row(&self, it: &Occurrence<'_>, rows: &Rows, shared: &Shared) -> View {
        let (red, green, blue) = rows.event_type(it.entry.event_type).color;
        let done = it.entry.task && it.entry.is(COMPLETED);
        let marked = self.marked.contains(&(it.entry.id, it.start));
        let ink = if done { Color::Muted } else { Color::OnSurface };
        let title = View::text(&it.entry.title).id("event_item_title").color(ink).style(|style| style.max_lines = 2);
        let small = |text: String, id: &str| {
            let text = View::text(text).id(id).text_style(TextStyle::BodySmall).color(Color::Muted);
            text.style(|style| style.max_lines = 2)
        };
        let mut texts = vec![title, small(hours(it, shared), "event_item_time")];
        let below: Vec<&str> = [&it.entry.location, &it.entry.description]
            .into_iter()
            .map(String::as_str)
            .filter(|it| !it.is_empty())
            .collect();
        if !below.is_empty() {
            texts.push(small(below.join(" · "), "event_item_description"));
        }
        let bar = View::new(Kind::Space).width(Size::Dp(5.0)).height(Size::Dp(44.0));
        let mut parts = vec![bar.background(Color::Rgb(red, green, blue), 2.5).id("event_item_color_bar")];
        if it.entry.task {
            let state = if done { "Completed task" } else { "Task" };
            let color = if done { Color::Primary } else { Color::Muted };
            parts.push(View::icon(Icon::Check).color(color).description(state).id("event_item_task_image"));
        }
        parts.push(View::column(texts).width(Size::Weight(1.0)).gap(2.0));
        if it.entry.repeat_interval > 0 {
            parts.push(View::icon(Icon::Refresh).description("Repeats").width(Size::Dp(18.0)).height(Size::Dp(18.0)));
        }
        let which = format!("{}/{}", it.entry.id, it.start);
        View::row(parts)
            .id("event_item_holder")
            .gap(12.0)
            .padding(12.0, 10.0)
            .selected(marked)
            .background(if marked { Color::PrimaryContainer } else { Color::Surface }, 12.0)
            .style(|style| style.margin = [12.0, 3.0, 12.0, 3.0])
            .on_click(Event::with("entry", &which))
            .on_long_click(Event::with("mark", which))
    }
}

/// Formats a day as `October 15 (Sun)`, with the year if it is another one.
pub(super) fn day_name(day: Date, shared: &Shared) -> String {
    let this_year = shared.clock.local(shared.clock.now_ms).year() == day.year();
    day.strftime(if this_year { "%B %-d (%a)" } else { "%B %-d, %-Y (%a)" }).to_string()
}

/// Formats the times as `14:00 - 14:30`.
fn hours(it: &Occurrence<'_>, shared: &Shared) -> String {
    let time = |seconds: i64| clock::time(seconds.saturating_mul(1000), shared);
    let several = it.first != it.last;
    match it.entry.is(ALL_DAY) {
        true if several => format!("{} - {}", day_name(it.first, shared), day_name(it.last, shared)),
        true => "All-day".to_owned(),
        false if several => {
            let end = shared.clock.local(it.end.saturating_mul(1000)).date();
            format!("{} {} - {} {}", day_name(it.first, shared), time(it.start), day_name(end, shared), time(it.end))
        }
        false if it.entry.task || it.start == it.end => time(it.start),
        false => format!("{} - {}", time(it.start), time(it.end)),
    }
}
