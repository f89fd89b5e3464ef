//! The week view: seven days side by side, a row per hour.

use machine::calendar::{self, Date};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Size, TextStyle, View};

use super::SimpleCalendar;
use super::events::{ALL_DAY, Occurrence, Rows, on_days};

/// The width of the hours column, in dp.
const HOURS_WIDTH: f32 = 44.0;

impl SimpleCalendar {
    pub(super) fn week(&self, day: Date, rows: &Rows, shared: &Shared) -> Vec<View> {
        let weekday = day.weekday();
        let before =
            if self.options.sunday_first { weekday.to_sunday_zero_offset() } else { weekday.to_monday_zero_offset() };
        let first = calendar::days_later(day, -i64::from(before));
        let days: Vec<Date> = (0..7).map(|later| calendar::days_later(first, later)).collect();
        let last = calendar::days_later(first, 6);
        let found = on_days(self.visible(rows), first, last, shared.clock.utc_offset_min);
        let title = format!("{} - {}", first.strftime("%b %-d"), last.strftime("%b %-d, %-Y"));
        let mut list = vec![all_day_row(&days, &found, rows)];
        for hour in 0..24_i8 {
            let label = View::text(hour_name(hour, shared))
                .text_style(TextStyle::Caption)
                .color(Color::Muted)
                .align(Align::Center);
            let mut cells = vec![label.width(Size::Dp(HOURS_WIDTH)).height(Size::Dp(56.0))];
            cells.extend(days.iter().map(|day| self.hour_cell(*day, hour, &found, rows, shared)));
            list.push(View::row(cells).align(Align::Start).gap(1.0));
        }
        vec![
            self.turn_bar(&title, ("Previous week", "Next week")),
            self.days_row(&days, shared),
            View::list("week_events_scrollview", list).gap(1.0),
        ]
    }

    /// Builds the names of the days above their columns.
    fn days_row(&self, days: &[Date], shared: &Shared) -> View {
        let space = View::text("").width(Size::Dp(HOURS_WIDTH));
        let today = self.today(shared);
        let names = days.iter().map(|day| {
            let color = if *day == today { Color::Primary } else { Color::Muted };
            let text = View::text(day.strftime("%a %-d").to_string()).text_style(TextStyle::Caption).color(color);
            text.id("week_day_label")
                .align(Align::Center)
                .width(Size::Weight(1.0))
                .height(Size::Dp(48.0))
                .description(&day.strftime("%-d %B %-Y").to_string())
                .on_click(Event::with("day", day.to_string()))
        });
        View::row(std::iter::once(space).chain(names).collect()).gap(1.0)
    }

    /// Builds the entries that start in an hour of a day; a tap beside them creates one.
    fn hour_cell(&self, day: Date, hour: i8, found: &[Occurrence<'_>], rows: &Rows, shared: &Shared) -> View {
        let begins = |it: &&Occurrence<'_>| {
            it.first == day && !it.entry.is(ALL_DAY) && shared.clock.local(it.start.saturating_mul(1000)).hour() == hour
        };
        let chips = found.iter().filter(begins).take(6).map(|it| chip(it, rows));
        View::column(chips.collect())
            .gap(1.0)
            .width(Size::Weight(1.0))
            .height(Size::Fill)
            .background(Color::Surface, 0.0)
            .description(&format!("{}, {hour}:00", day.strftime("%-d %B")))
            .on_click(Event::with("new_at", format!("{day}/{hour}")))
    }
}

/// Builds the all-day entries at the top.
fn all_day_row(days: &[Date], found: &[Occurrence<'_>], rows: &Rows) -> View {
    let label = View::text("All-day").text_style(TextStyle::Caption).color(Color::Muted).align(Align::Center);
    let cells = days.iter().map(|day| {
        let whole = |it: &&Occurrence<'_>| it.entry.is(ALL_DAY) && it.first <= *day && it.last >= *day;
        let chips = found.iter().filter(whole).take(4).map(|it| chip(it, rows));
        View::column(chips.collect()).gap(1.0).width(Size::Weight(1.0))
    });
    View::row(std::iter::once(label.width(Size::Dp(HOURS_WIDTH))).chain(cells).collect()).gap(1.0)
}

fn chip(it: &Occurrence<'_>, rows: &Rows) -> View {
    let (red, green, blue) = rows.event_type(it.entry.event_type).color;
    let text = View::text(&it.entry.title).text_style(TextStyle::Caption).color(Color::Rgb(255, 255, 255));
    text.padding(3.0, 4.0)
        .width(Size::Fill)
        .height(Size::Dp(48.0))
        .background(Color::Rgb(red, green, blue), 4.0)
        .style(|style| style.max_lines = 2)
        .on_click(Event::with("entry", format!("{}/{}", it.entry.id, it.start)))
}

/// Formats an hour as `14:00` or `2 PM`.
fn hour_name(hour: i8, shared: &Shared) -> String {
    match hour % 12 {
        _ if shared.settings.is_24_hours() => format!("{hour:02}:00"),
        of_half => {
            let of_half = if of_half == 0 { 12 } else { of_half };
            format!("{of_half} {}", if hour < 12 { "AM" } else { "PM" })
        }
    }
}
