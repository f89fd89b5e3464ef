//! The time picker: the hour, then the minutes, tapped or typed; with a 24-hour clock if the user wants that.

use serde::{Deserialize, Serialize};

use super::{Picked, card};
use machine::calendar::Time;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The page of the picker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Page {
    #[default]
    Hours,
    Minutes,
    /// Both as text.
    Typing,
}

/// A time picker's state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimePicker {
    hour: i8,
    minute: i8,
    page: Page,
    /// The typed hour and minutes.
    typed: [String; 2],
    /// Whether the typed text is not a valid time.
    wrong: bool,
}

impl TimePicker {
    /// Creates a picker that starts at a time.
    pub fn new(time: Time) -> Self {
        Self { hour: time.hour(), minute: time.minute(), ..Self::default() }
    }

    /// Builds the dialog.
    pub fn view(&self, shared: &Shared) -> View {
        let all_day = shared.settings.is_24_hours();
        let (word, icon) = match self.page {
            Page::Typing => ("Switch to clock mode for the time input.", Icon::Clock),
            _ => ("Switch to text input mode for the time input.", Icon::Edit),
        };
        let toggle = View::icon_button(icon, word, Event::new("picker_mode")).id("android:id/toggle_mode");
        let body = match self.page {
            Page::Hours => self.hours(all_day),
            Page::Minutes => self.minutes(),
            Page::Typing => self.fields(all_day),
        };
        card(self.header(all_day), "android:id/time_picker", body, Some(toggle), shared)
    }

    fn header(&self, all_day: bool) -> View {
        if self.page == Page::Typing {
            return View::column(vec![View::text("Set time").text_style(TextStyle::Title)]);
        }
        let part = |text: String, id: &str, page: &str, on: bool| {
            let color = if on { Color::Primary } else { Color::OnSurface };
            let part = View::text(text).id(id).text_style(TextStyle::Display).color(color).selected(on);
            part.on_click(Event::with("picker_page", page))
        };
        let mut parts = vec![
            part(shown_hour(self.hour, all_day), "android:id/hours", "hours", self.page == Page::Hours),
            View::text(":").id("android:id/separator").text_style(TextStyle::Display),
            part(format!("{:02}", self.minute), "android:id/minutes", "minutes", self.page == Page::Minutes),
        ];
        if !all_day {
            parts.push(View::new(Kind::Space).width(Size::Weight(1.0)));
            parts.push(self.halves());
        }
        View::row(parts).id("android:id/time_header").gap(4.0)
    }

    /// Builds the AM/PM switch.
    fn halves(&self) -> View {
        let half = |text: &str, id: &str, on: bool| {
            let mut half = View::new(Kind::Radio { on }).id(id).text_style(TextStyle::Label).height(Size::Dp(48.0));
            text.clone_into(&mut half.text);
            half.on_click(Event::with("picker_half", text))
        };
        let halves =
            vec![half("AM", "android:id/am_label", self.hour < 12), half("PM", "android:id/pm_label", self.hour >= 12)];
        View::new(Kind::Column).children(halves).id("android:id/ampm_layout")
    }

    fn hours(&self, all_day: bool) -> Vec<View> {
        let hours: Vec<i8> = if all_day { (0..24).collect() } else { std::iter::once(12).chain(1..12).collect() };
        let cells = hours.into_iter().map(|hour| {
            let on = if all_day { self.hour == hour } else { self.hour % 12 == hour % 12 };
            let text = if all_day { format!("{hour:02}") } else { hour.to_string() };
            cell(text, hour.to_string(), on, Event::with("picker_hour", hour.to_string()))
        });
        vec![
            View::new(Kind::Grid { columns: 6 })
                .children(cells.collect())
                .width(Size::Fill)
                .id("android:id/radial_picker"),
        ]
    }

    fn minutes(&self) -> Vec<View> {
        let cells = (0..60_i8).step_by(5).map(|minute| {
            let event = Event::with("picker_minute", minute.to_string());
            cell(format!("{minute:02}"), minute.to_string(), self.minute == minute, event)
        });
        let grid = View::new(Kind::Grid { columns: 6 }).children(cells.collect()).width(Size::Fill);
        let step = |icon, word, by: &str| View::icon_button(icon, word, Event::with("picker_step", by));
        let between = View::text("One minute at a time").text_style(TextStyle::BodySmall).color(Color::Muted);
        let steps = View::row(vec![
            step(Icon::ChevronLeft, "One minute earlier", "-1"),
            between.align(Align::Center).width(Size::Weight(1.0)),
            step(Icon::ChevronRight, "One minute later", "1"),
        ]);
        vec![grid.id("android:id/radial_picker"), steps]
    }

    fn fields(&self, all_day: bool) -> Vec<View> {
        let [hour, minute] = &self.typed;
        let field = |id: &str, text: &str, word: &str, event: &'static str| {
            let mut field = View::field(id, text, "", event).text_style(TextStyle::Headline);
            if let Kind::Field { on_submit, .. } = &mut field.kind {
                *on_submit = Some("picker_ok");
            }
            let word_below = View::text(word).text_style(TextStyle::Caption).color(Color::Muted);
            View::column(vec![field.description(word), word_below]).gap(4.0).width(Size::Weight(1.0))
        };
        let mut parts = vec![
            field("android:id/input_hour", hour, "hour", "picker_type_hour"),
            View::text(":").id("android:id/input_separator").text_style(TextStyle::Headline),
            field("android:id/input_minute", minute, "minute", "picker_type_minute"),
        ];
        if !all_day {
            parts.push(self.halves());
        }
        let mut rows = vec![View::row(parts).gap(8.0).padding(16.0, 12.0)];
        if self.wrong {
            let wrong = View::text("Enter a valid time").id("android:id/label_error").text_style(TextStyle::BodySmall);
            rows.push(wrong.color(Color::Error).padding(16.0, 4.0));
        }
        rows
    }

    /// Handles an event.
    pub fn event(&mut self, event: &Event, shared: &Shared) -> Picked<Time> {
        let all_day = shared.settings.is_24_hours();
        let number = event.value.parse::<i8>().ok();
        match (event.name.as_ref(), number) {
            ("picker_page", _) => self.page = if event.value == "minutes" { Page::Minutes } else { Page::Hours },
            ("picker_hour", Some(hour @ 0..24)) => {
                self.hour = if all_day { hour } else { hour % 12 + if self.hour >= 12 { 12 } else { 0 } };
                self.page = Page::Minutes;
            }
            ("picker_minute", Some(minute @ 0..60)) => self.minute = minute,
            ("picker_step", Some(by @ (-1 | 1))) => self.minute = (self.minute + by).rem_euclid(60),
            ("picker_half", _) => self.hour = self.hour % 12 + if event.value == "PM" { 12 } else { 0 },
            ("picker_mode", _) if self.page == Page::Typing => {
                self.take_typed(all_day);
                self.page = Page::Hours;
            }
            ("picker_mode", _) => {
                self.typed = [shown_hour(self.hour, all_day), format!("{:02}", self.minute)];
                (self.page, self.wrong) = (Page::Typing, false);
            }
            ("picker_type_hour", _) => self.type_into(0, &event.value),
            ("picker_type_minute", _) => self.type_into(1, &event.value),
            ("picker_hour" | "picker_minute" | "picker_step", _) => {}
            ("picker_ok", _) if self.page == Page::Typing && !self.take_typed(all_day) => self.wrong = true,
            ("picker_ok", _) => {
                return Time::new(self.hour, self.minute, 0, 0).map_or(Picked::Cancelled, Picked::Chosen);
            }
            ("picker_cancel", _) => return Picked::Cancelled,
            _ => return Picked::Nothing,
        }
        Picked::Changed
    }

    /// Handles typing: text typed into a full field replaces its content, as if it were selected.
    fn type_into(&mut self, field: usize, text: &str) {
        let Some(before) = self.typed.get_mut(field) else { return };
        let mut digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if digits.len() > 2 {
            let rest = digits.strip_prefix(before.as_str()).or_else(|| digits.strip_suffix(before.as_str()));
            digits = rest.unwrap_or(&digits).to_owned();
        }
        *before = digits.split_off(digits.len().saturating_sub(2));
        self.wrong = false;
    }

    /// Applies the typed text, if it is a valid time.
    fn take_typed(&mut self, all_day: bool) -> bool {
        let [hour, minute] = &self.typed;
        let (Ok(hour), Ok(minute @ 0..60)) = (hour.parse::<i8>(), minute.parse::<i8>()) else { return false };
        self.hour = match hour {
            0..24 if all_day => hour,
            1..=12 if !all_day => hour % 12 + if self.hour >= 12 { 12 } else { 0 },
            _ => return false,
        };
        self.minute = minute;
        true
    }
}

/// Formats an hour for a 24-hour or 12-hour clock.
fn shown_hour(hour: i8, all_day: bool) -> String {
    match hour % 12 {
        _ if all_day => format!("{hour:02}"),
        0 => "12".to_owned(),
        hour => hour.to_string(),
    }
}

/// Builds a number that can be chosen.
fn cell(text: String, description: String, on: bool, event: Event) -> View {
    let text = View::text(text).description(&description).align(Align::Center).height(Size::Dp(48.0));
    let text = text.width(Size::Fill).on_click(event).selected(on);
    if on { text.background(Color::Primary, 24.0).color(Color::OnPrimary) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_tapped_or_typed() {
        let mut by_day = Shared::default();
        by_day.settings.system.insert("time_12_24".to_owned(), "24".to_owned());
        let by_half = Shared::default();
        for (shared, events, chosen) in [
            (&by_day, &["picker_hour=15", "picker_minute=45"] as &[&str], Some((15, 45))),
            (&by_day, &["picker_minute=0", "picker_step=-1"], Some((9, 59))),
            (&by_half, &["picker_hour=12", "picker_half=AM"], Some((0, 30))),
            (&by_half, &["picker_half=PM", "picker_hour=3"], Some((15, 30))),
            (&by_day, &["picker_mode", "picker_type_hour=22", "picker_type_minute=07"], Some((22, 7))),
            // Typed after or before the existing text.
            (&by_day, &["picker_mode", "picker_type_hour=0922", "picker_type_minute=0530"], Some((22, 5))),
            (&by_half, &["picker_mode", "picker_type_hour=12", "picker_type_minute=5"], Some((0, 5))),
            (&by_half, &["picker_mode", "picker_type_hour=13"], None),
            (&by_day, &["picker_mode", "picker_type_hour=24"], None),
            (&by_day, &["picker_mode", "picker_type_minute="], None),
            (&by_day, &["picker_hour=77", "picker_minute=-5", "picker_step=9"], Some((9, 30))),
        ] {
            let mut picker = TimePicker::new(Time::constant(9, 30, 0, 0));
            for event in events {
                let (name, value) = event.split_once('=').unwrap_or((event, ""));
                let event = Event { name: name.to_owned().into(), value: value.to_owned() };
                assert_eq!(picker.event(&event, shared), Picked::Changed, "{events:?}");
                picker.view(shared);
            }
            let ended = picker.event(&Event::new("picker_ok"), shared);
            let expected = chosen.map(|(hour, minute)| Time::constant(hour, minute, 0, 0));
            assert_eq!(ended, expected.map_or(Picked::Changed, Picked::Chosen), "{events:?}");
        }
    }
}
