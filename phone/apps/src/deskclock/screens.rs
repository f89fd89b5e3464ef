//! Clock's screens: the alarms, the time picker, the timers.

use super::tab::{fab, tab};
use super::watch::reads;
use super::{DeskClock, Form};
use kit::clock;
use kit::widgets;
use state::shared::{Alarm, Shared, Timer};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Formats a time of day.
fn wall(hour: u8, minutes: u8, shared: &Shared) -> String {
    match (shared.settings.is_24_hours(), hour) {
        (true, _) => format!("{hour:02}:{minutes:02}"),
        (false, 0 | 12) => format!("12:{minutes:02} {}", if hour == 0 { "AM" } else { "PM" }),
        (false, _) => format!("{}:{minutes:02} {}", hour % 12, if hour < 12 { "AM" } else { "PM" }),
    }
}

/// Describes when an alarm rings.
fn schedule(alarm: &Alarm, shared: &Shared) -> String {
    match (alarm.days & 0x7f, alarm.next_ms) {
        (0x7f, _) => "Every day".to_owned(),
        (0, None) => "Not scheduled".to_owned(),
        (0, Some(at)) if clock::date(at, shared) == clock::date(shared.clock.now_ms, shared) => "Today".to_owned(),
        (0, Some(_)) => "Tomorrow".to_owned(),
        (days, _) => {
            let set = DAYS.iter().enumerate().filter(|(day, _)| days & (1 << day) != 0);
            set.map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
        }
    }
}

impl DeskClock {
    pub(super) fn alarms(&self, shared: &Shared) -> View {
        let mut rows: Vec<View> = shared.alarm_clock.alarms.iter().map(|alarm| self.alarm(alarm, shared)).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Alarm, "No Alarms"));
        }
        let list = View::list("alarm_recycler_view", rows).gap(8.0);
        let content = widgets::with_fab(list, "fab", Icon::Add, "Add alarm", Event::new("add_alarm"));
        tab("menu_alarm", "Alarm", vec![content])
    }

    fn alarm(&self, alarm: &Alarm, shared: &Shared) -> View {
        let id = alarm.id.to_string();
        let time = wall(alarm.hour, alarm.minutes, shared);
        let ink = if alarm.enabled { Color::OnSurface } else { Color::Muted };
        let digits = View::text(&time).id("digital_clock").text_style(TextStyle::Display).color(ink);
        let digits = digits.on_click(Event::with("edit_time", &id));
        let switch = View::new(Kind::Switch { on: alarm.enabled }).id("onoff").description(&time);
        let switch = switch.on_click(Event::with("toggle", &id));
        let expanded = self.form.expanded == Some(alarm.id);
        let mut parts = Vec::new();
        if !alarm.label.is_empty() && !expanded {
            parts.push(View::text(&alarm.label).id("label").text_style(TextStyle::Label));
        }
        parts.push(View::row(vec![digits.width(Size::Weight(1.0)), switch]));
        let days = View::text(schedule(alarm, shared)).id("days_of_week").color(Color::Muted).width(Size::Weight(1.0));
        let word = if expanded { "Collapse alarm" } else { "Expand alarm" };
        let arrow = View::icon_button(Icon::More, word, Event::with("expand", &id)).id("arrow");
        parts.push(View::row(vec![days, arrow]));
        if expanded {
            parts.push(View::field("edit_label", &alarm.label, "Add label", "label"));
            let day = |(number, name): (usize, &&str)| {
                let on = alarm.days & (1 << number) != 0;
                let letter = View::new(Kind::CheckBox { on }).id(&format!("day_button_{number}")).description(name);
                let name = View::text(*name).text_style(TextStyle::Caption);
                View::column(vec![letter.on_click(Event::with("day", format!("{id}/{number}"))), name])
                    .width(Size::Weight(1.0))
                    .align(Align::Center)
            };
            parts.push(View::row(DAYS.iter().enumerate().map(day).collect()));
            let mut vibrate = View::new(Kind::CheckBox { on: alarm.vibrate }).id("vibrate_onoff");
            vibrate.text = "Vibrate".to_owned();
            parts.push(vibrate.on_click(Event::with("vibrate", &id)));
            parts.push(View::button("Delete", Event::with("delete_alarm", &id)).id("delete"));
        }
        View::column(parts)
            .id("alarm_card")
            .description(&format!("{time} alarm"))
            .padding(20.0, 12.0)
            .gap(4.0)
            .background(Color::Surface, 24.0)
            .style(|style| style.margin = [16.0, 0.0, 16.0, 0.0])
            .on_click(Event::with("expand", &id))
    }

    pub(super) fn time_picker(&self, shared: &Shared) -> View {
        let field = |id: &str, text: &str, hint: &str, event: &'static str| {
            widgets::submits(View::field(id, text, hint, event), "time_ok")
                .text_style(TextStyle::Headline)
                .background(Color::SurfaceVariant, 8.0)
                .height(Size::Dp(72.0))
                .width(Size::Weight(1.0))
        };
        let mut time = vec![
            field("material_hour_text_input", &self.form.hour, "HH", "hour"),
            View::text(":").text_style(TextStyle::Display),
            field("material_minute_text_input", &self.form.minute, "MM", "minute"),
        ];
        if !shared.settings.is_24_hours() {
            let half = |text: &str, id: &str, value: &str, on: bool| {
                let mut button = View::new(Kind::Radio { on }).id(id).on_click(Event::with("half", value));
                text.clone_into(&mut button.text);
                button
            };
            time.push(
                View::column(vec![
                    half("AM", "material_clock_period_am_button", "am", !self.form.afternoon),
                    half("PM", "material_clock_period_pm_button", "pm", self.form.afternoon),
                ])
                .width(Size::Wrap),
            );
        }
        let ok = View::button("OK", Event::new("time_ok")).id("material_timepicker_ok_button");
        let buttons = View::row(vec![
            View::new(Kind::Space).width(Size::Weight(1.0)),
            View::button("Cancel", Event::new("navigate_up")).id("material_timepicker_cancel_button"),
            ok.enabled(self.form.time(shared).is_some()),
        ]);
        let card = View::column(vec![
            View::text("Select time").id("header_title").text_style(TextStyle::Label).color(Color::Muted),
            View::row(time).gap(8.0),
            buttons,
        ])
        .gap(16.0)
        .padding(24.0, 24.0)
        .background(Color::Surface, 28.0)
        .style(|style| style.margin = [24.0, 120.0, 24.0, 0.0]);
        widgets::screen(vec![card])
    }

    pub(super) fn timers(&self, shared: &Shared) -> View {
        if shared.alarm_clock.timers.is_empty() || self.form.new_timer {
            return tab("menu_timer", "Timer", vec![self.timer_setup()]);
        }
        let cards = shared.alarm_clock.timers.iter().map(|timer| timer_card(timer, shared.clock.now_ms)).collect();
        let list = View::list("timers_list", cards).gap(8.0);
        let content = widgets::with_fab(list, "fab", Icon::Add, "Add timer", Event::new("new_timer"));
        tab("menu_timer", "Timer", vec![content])
    }

    fn timer_setup(&self) -> View {
        let (hours, minutes, seconds) = self.form.timer_digits();
        let time = View::text(format!("{hours:02}h {minutes:02}m {seconds:02}s"))
            .id("timer_setup_time")
            .text_style(TextStyle::Display)
            .description(&format!("{hours} hours, {minutes} minutes, {seconds} seconds"));
        let key = |text: &str, id: &str, event: Event| {
            View::button(text, event).id(id).text_style(TextStyle::Headline).height(Size::Dp(64.0)).width(Size::Fill)
        };
        let mut keys: Vec<View> = (1..=9)
            .map(|digit: u8| {
                let text = digit.to_string();
                key(&text, &format!("timer_setup_digit_{digit}"), Event::with("digit", &text))
            })
            .collect();
        keys.push(key("00", "timer_setup_digit_00", Event::with("digit", "00")));
        keys.push(key("0", "timer_setup_digit_0", Event::with("digit", "0")));
        let erase = View::icon_button(Icon::Backspace, "Delete", Event::new("erase")).id("timer_setup_delete");
        keys.push(erase.on_long_click(Event::new("erase_all")).width(Size::Fill).height(Size::Dp(64.0)));
        let pad = View::new(Kind::Grid { columns: 3 }).children(keys).width(Size::Fill).gap(8.0);
        let mut parts = vec![pad.left_to_right()];
        if (hours, minutes, seconds) != (0, 0, 0) {
            let start = fab(Icon::Play, "Start", Event::new("start_timer"));
            parts.push(View::column(vec![start]).align(Align::Center).padding(8.0, 16.0));
        }
        let time = View::column(vec![time]).align(Align::Center).padding(8.0, 24.0);
        View::panes(vec![time, View::column(parts)]).padding(24.0, 8.0)
    }
}

impl Form {
    /// Returns hours, minutes and seconds of a new timer.
    pub(super) fn timer_digits(&self) -> (u32, u32, u32) {
        let number: u32 = self.digits.parse().unwrap_or(0);
        (number / 10_000, number / 100 % 100, number % 100)
    }
}

fn timer_card(timer: &Timer, now_ms: i64) -> View {
    let id = timer.id.to_string();
    let left = timer.left(now_ms);
    // The last second is shown until it is over.
    let shown =
        if left >= 0 { reads((left + 999) / 1000) } else { format!("-{}", reads(left.saturating_neg() / 1000)) };
    let label =
        if timer.label.is_empty() { format!("{} timer", reads(timer.length_ms / 1000)) } else { timer.label.clone() };
    let label = View::text(label).id("timer_label").width(Size::Weight(1.0));
    let close = View::icon_button(Icon::Close, "Delete timer", Event::with("delete_timer", &id)).id("close");
    let (icon, word) = match (timer.ends_ms, timer.rung) {
        (Some(_), true) => (Icon::Stop, "Stop"),
        (Some(_), false) => (Icon::Pause, "Pause"),
        (None, _) => (Icon::Play, "Start"),
    };
    let play = View::icon_button(icon, word, Event::with("pause_timer", &id)).id("play_pause");
    let add = View::button("+1:00", Event::with("add_minute", &id)).id("reset_add").description("Add 1 minute");
    let time = View::text(shown).id("timer_time_text").text_style(TextStyle::Display);
    let gone = (timer.length_ms - left).clamp(0, timer.length_ms.max(1));
    let percent = u8::try_from(gone.saturating_mul(100) / timer.length_ms.max(1)).unwrap_or(100);
    View::column(vec![
        View::row(vec![label, close]),
        View::row(vec![time.width(Size::Weight(1.0)), add, play]),
        View::new(Kind::Progress(percent)).width(Size::Fill),
    ])
    .id("timer_item")
    .padding(20.0, 12.0)
    .gap(8.0)
    .background(Color::Surface, 24.0)
    .style(|style| style.margin = [16.0, 0.0, 16.0, 0.0])
}
