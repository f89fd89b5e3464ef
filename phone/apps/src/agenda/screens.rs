//! Calendar's screens: the schedule, an event's details, the form.

use super::event_text::{hours, title};
use super::{Agenda, reminders};
use kit::clock;
use kit::widgets::{self, Row};
use machine::calendar;
use state::shared::{CalendarEvent, Shared};
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

/// The most events shown.
const MOST_SHOWN: usize = 500;

/// Formats a day as `Saturday, November 14`.
fn day(event: &CalendarEvent, shared: &Shared) -> String {
    // An all-day event is on the same date in every time zone.
    let beside = if event.all_day { i64::from(shared.clock.utc_offset_min) * 60_000 } else { 0 };
    clock::date(event.start_ms.saturating_sub(beside), shared)
}

/// Builds the schedule, starting at the day of a time.
pub(super) fn agenda(from_ms: i64, shared: &Shared) -> View {
    let from = shared.clock.local(from_ms).date();
    let ends = |event: &&CalendarEvent| {
        let offset = if event.all_day { 0 } else { shared.clock.utc_offset_min };
        calendar::local(event.end_ms.saturating_sub(1).max(event.start_ms), offset).date() >= from
    };
    let mut rows = Vec::new();
    let mut under = String::new();
    for event in shared.calendar.events.iter().filter(ends).take(MOST_SHOWN) {
        let day = day(event, shared);
        if day != under {
            rows.push(widgets::section(&day));
            under = day;
        }
        let place = if event.location.is_empty() { String::new() } else { format!(", {}", event.location) };
        let row = Row::new(title(event)).summary(format!("{}{place}", hours(event, shared)));
        let bar = View::new(Kind::Space).width(Size::Dp(4.0)).height(Size::Dp(40.0)).background(Color::Primary, 2.0);
        let row = row.ids("event_title", "event_time").lead(bar).id("event_chip");
        let mut row = row.on(Event::with("open", format!("event/{}", event.id))).view();
        row.style.margin = [12.0, 2.0, 12.0, 2.0];
        rows.push(row.background(Color::Surface, 12.0));
    }
    if rows.is_empty() {
        rows.push(widgets::empty(Icon::Calendar, "Nothing planned"));
    }
    let month = clock::month(from_ms, shared);
    let today = View::icon_button(Icon::Calendar, "Jump to Today", Event::with("tab", "agenda")).id("today_button");
    let mut bar = widgets::home_bar(&month, vec![today]);
    if let Some(title) = bar.children.first_mut() {
        title.id = "date_picker_text_view".to_owned();
    }
    let list = View::list("timeline", rows);
    let content = widgets::with_fab(list, "floating_action_button", Icon::Add, "Create new event", Event::new("new"));
    widgets::screen(vec![bar, content])
}

/// Builds an event's details.
pub(super) fn event(event: Option<&CalendarEvent>, shared: &Shared) -> View {
    let Some(event) = event else {
        let bar = widgets::top_bar("", Vec::new());
        return widgets::screen(vec![bar, widgets::empty(Icon::Calendar, "This event is gone")]);
    };
    let id = event.id.to_string();
    let actions = vec![
        View::icon_button(Icon::Edit, "Edit", Event::with("edit", &id)).id("info_action_edit"),
        View::icon_button(Icon::Delete, "Delete event", Event::with("delete_ask", &id)).id("info_action_delete"),
    ];
    let when = format!("{} · {}", day(event, shared), hours(event, shared));
    let mut rows = vec![
        View::text(title(event)).id("title").text_style(TextStyle::Headline).padding(24.0, 16.0),
        Row::new(when).ids("time", "").icon(Icon::Clock).view(),
    ];
    for minutes in &event.reminders {
        let row = Row::new(reminders::described(*minutes)).ids("notification", "").icon(Icon::Notifications);
        rows.push(row.view());
    }
    if !event.location.is_empty() {
        rows.push(Row::new(&event.location).ids("location", "").icon(Icon::Location).view());
    }
    if !event.description.is_empty() {
        rows.push(Row::new(&event.description).ids("description", "").icon(Icon::Info).view());
    }
    widgets::screen(vec![widgets::top_bar("", actions), View::list("event_info", rows)])
}

impl Agenda {
    pub(super) fn editor(&self, known: bool, shared: &Shared) -> View {
        let form = &self.form;
        let half = |id: &str, text: &str, hint: &str, event: &'static str| {
            View::field(id, text, hint, event).width(Size::Weight(1.0))
        };
        let moment = |word: &str, date: View, time: View| {
            let mut fields = vec![date];
            if !form.all_day {
                fields.push(time);
            }
            let word = View::text(word).text_style(TextStyle::Label).color(Color::Muted);
            View::column(vec![word, View::row(fields).gap(12.0)]).padding(16.0, 6.0).gap(6.0)
        };
        let all_day = widgets::switch_row("All-day", "", form.all_day, Event::new("all_day")).icon(Icon::Clock);
        let wide = |field: View| View::column(vec![field]).padding(16.0, 6.0);
        let mut rows = vec![
            wide(View::field("title", &form.title, "Add title", "title").text_style(TextStyle::Title)),
            all_day.view(),
            moment(
                "Starts",
                half("start_date", &form.start_date, "YYYY-MM-DD", "start_date"),
                half("start_time", &form.start_time, "HH:MM", "start_time"),
            ),
            moment(
                "Ends",
                half("end_date", &form.end_date, "YYYY-MM-DD", "end_date"),
                half("end_time", &form.end_time, "HH:MM", "end_time"),
            ),
            wide(View::field("location", &form.location, "Add location", "location")),
        ];
        rows.extend(self.notification_rows());
        rows.push(wide(View::field("description", &form.description, "Add description", "description")));
        let mut save = View::button("Save", Event::new("save")).id("save");
        save.kind = Kind::Button { primary: true };
        let save = save.enabled(form.event(0, shared).is_some());
        let heading = View::text(if known { "Edit event" } else { "New event" }).text_style(TextStyle::Title);
        let close = View::icon_button(Icon::Close, "Cancel", Event::new("navigate_up")).id("cancel");
        let bar = widgets::bar(Some(close), heading.width(Size::Weight(1.0)), vec![save]);
        widgets::screen(vec![bar.padding(8.0, 4.0), View::list("editor", rows)])
    }
}
