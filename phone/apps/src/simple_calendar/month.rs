//! The month views: a month with its events as bars, a month above a day, a year.

use machine::calendar::{self, Date};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Kind, Size, TextStyle, View};

use super::SimpleCalendar;
use super::events::{Occurrence, Rows, on_days};

/// The most events shown in a day's cell; a line says how many more there are.
const BARS: usize = 3;
/// The height of a week in dp: a number and three bars, also with a large font.
const WEEK_HEIGHT: f32 = 104.0;

impl SimpleCalendar {
    fn weekdays(&self, short: bool) -> View {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        let first = if self.options.sunday_first { 6 } else { 0 };
        let names = names.iter().cycle().skip(first).take(7).map(|name| {
            let name = if short { name.get(..1).unwrap_or_default() } else { name };
            let name = View::text(name).text_style(TextStyle::Caption).color(Color::Muted);
            name.align(Align::Center).width(Size::Weight(1.0))
        });
        View::row(names.collect()).padding(2.0, 2.0)
    }

    /// Formats a month as `October`, with the year if it is another one.
    fn month_name(&self, month: Date, shared: &Shared) -> String {
        let this_year = self.today(shared).year() == month.year();
        month.strftime(if this_year { "%B" } else { "%B %-Y" }).to_string()
    }

    pub(super) fn month(&self, day: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        let days = calendar::month_days(day, self.options.sunday_first);
        let found = self.around_days(&days, rows, shared);
        let weeks = days.chunks(7).map(|week| {
            let cells = week.iter().map(|it| self.cell(*it, day, &found, rows, shared));
            View::row(cells.collect()).height(Size::Dp(WEEK_HEIGHT)).align(Align::Start)
        });
        let bar = self.turn_bar(&self.month_name(day, shared), ("Previous month", "Next month"));
        vec![bar, self.weekdays(false), View::list("month_view", weeks.collect()).padding(2.0, 0.0)]
    }

    fn around_days<'a>(&'a self, days: &[Date], rows: &'a Rows, shared: &Shared) -> Vec<Occurrence<'a>> {
        let (Some(first), Some(last)) = (days.first(), days.last()) else { return Vec::new() };
        on_days(self.visible(rows), *first, *last, shared.clock.utc_offset_min)
    }

    /// Builds a day's cell: its number and its events.
    fn cell(&self, day: Date, month: Date, found: &[Occurrence<'_>], rows: &Rows, shared: &Shared) -> View {
        let here = day.month() == month.month();
        let mut parts = vec![number(day, here, day == self.today(shared))];
        let of_day: Vec<&Occurrence<'_>> = found.iter().filter(|it| it.first <= day && it.last >= day).collect();
        let room = if of_day.len() > BARS { BARS - 1 } else { BARS };
        for it in of_day.iter().take(room) {
            let (red, green, blue) = rows.event_type(it.entry.event_type).color;
            let text = View::text(&it.entry.title).text_style(TextStyle::Caption).color(Color::Rgb(255, 255, 255));
            let text = text.width(Size::Fill).padding(3.0, 0.0).style(|style| style.max_lines = 1);
            parts.push(text.background(Color::Rgb(red, green, blue), 3.0));
        }
        if of_day.len() > room {
            let more = View::text(format!("+{}", of_day.len() - room)).text_style(TextStyle::Caption);
            parts.push(more.color(Color::Muted).width(Size::Fill).align(Align::Center));
        }
        let cell = View::column(parts).id("month_view_background").gap(2.0).padding(1.0, 2.0).align(Align::Center);
        cell.width(Size::Weight(1.0))
            .height(Size::Dp(WEEK_HEIGHT))
            .description(&day.strftime("%-d %B %-Y").to_string())
            .on_click(Event::with("day", day.to_string()))
    }

    pub(super) fn month_and_day(&self, day: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        let days = calendar::month_days(day, self.options.sunday_first);
        let found = self.around_days(&days, rows, shared);
        let mut list: Vec<View> = days
            .chunks(7)
            .map(|week| View::row(week.iter().map(|it| self.small_cell(*it, day, &found, rows, shared)).collect()))
            .collect();
        list.push(View::new(Kind::Divider).width(Size::Fill));
        list.extend(self.day_rows(day, rows, shared));
        let bar = self.turn_bar(&self.month_name(day, shared), ("Previous month", "Next month"));
        vec![bar, self.weekdays(false), View::list("month_day_events_list", list)]
    }

    /// Builds a day's cell of a small month: its number and a dot for each event.
    fn small_cell(&self, day: Date, chosen: Date, found: &[Occurrence<'_>], rows: &Rows, shared: &Shared) -> View {
        let here = day.month() == chosen.month();
        let dots = found.iter().filter(|it| it.first <= day && it.last >= day).take(4).map(|it| {
            let (red, green, blue) = rows.event_type(it.entry.event_type).color;
            let dot = View::new(Kind::Space).width(Size::Dp(6.0)).height(Size::Dp(6.0));
            dot.background(Color::Rgb(red, green, blue), 3.0)
        });
        let dots = View::row(dots.collect()).gap(2.0).width(Size::Wrap).height(Size::Dp(6.0));
        let cell = View::column(vec![number(day, here, day == self.today(shared)), dots]).gap(4.0).align(Align::Center);
        let cell = cell.width(Size::Weight(1.0)).height(Size::Dp(52.0)).padding(1.0, 6.0).selected(day == chosen);
        let cell = if day == chosen { cell.background(Color::SurfaceVariant, 12.0) } else { cell };
        cell.description(&day.strftime("%-d %B %-Y").to_string()).on_click(Event::with("day", day.to_string()))
    }

    pub(super) fn year(&self, day: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        let first = Date::new(day.year(), 1, 1).unwrap_or(day);
        let months: Vec<View> =
            (0..12).map(|later| self.small_month(calendar::first_of_month(first, later), rows, shared)).collect();
        let grid = View::new(Kind::Grid { columns: 3 }).children(months).width(Size::Fill).gap(10.0);
        let bar = self.turn_bar(&day.year().to_string(), ("Previous year", "Next year"));
        vec![bar, View::list("year_view", vec![grid]).padding(10.0, 4.0)]
    }

    fn small_month(&self, month: Date, rows: &Rows, shared: &Shared) -> View {
        let days = calendar::month_days(month, self.options.sunday_first);
        let found = self.around_days(&days, rows, shared);
        let today = self.today(shared);
        let busy = |day: Date| found.iter().any(|it| it.first <= day && it.last >= day);
        let weeks = days.chunks(7).filter(|week| week.iter().any(|day| day.month() == month.month())).map(|week| {
            let cells = week.iter().map(|day| {
                let here = day.month() == month.month();
                let on = here && busy(*day);
                let text = if here { day.day().to_string() } else { String::new() };
                let color = match () {
                    () if *day == today && here => Color::Error,
                    () if on => Color::Primary,
                    () => Color::Muted,
                };
                let text = View::text(text).text_style(TextStyle::Caption).color(color).selected(on);
                text.align(Align::Center).width(Size::Weight(1.0))
            });
            View::row(cells.collect())
        });
        let name = month.strftime("%B").to_string();
        let mut parts = vec![View::text(&name).text_style(TextStyle::Label).color(Color::Primary)];
        parts.extend(weeks);
        View::column(parts)
            .gap(3.0)
            .padding(4.0, 6.0)
            .background(Color::Surface, 10.0)
            .description(&month.strftime("%B %-Y").to_string())
            .on_click(Event::with("month", month.to_string()))
    }
}

/// Builds the number of a day; today's is filled.
fn number(day: Date, here: bool, today: bool) -> View {
    let text = View::text(day.day().to_string()).text_style(TextStyle::BodySmall).align(Align::Center);
    let text = text.padding(6.0, 0.0);
    match (today, here) {
        (true, _) => text.background(Color::Primary, 12.0).color(Color::OnPrimary),
        (false, true) => text,
        (false, false) => text.color(Color::Outline),
    }
}
