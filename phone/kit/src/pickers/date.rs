//! The date picker: one month at a time, years from a list.

use serde::{Deserialize, Serialize};

use super::{Picked, card};
use machine::calendar::{self, Date, DateTime, Time};
use state::shared::Shared;
use toolkit::languages::Language;
use toolkit::{Align, Color, Event, Icon, Size, TextStyle, View};

/// The range of years: that of Android's picker.
const YEARS: std::ops::RangeInclusive<i16> = 1900..=2100;
/// The number of years listed around the chosen one.
const LISTED: i16 = 12;

/// A date picker's state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DatePicker {
    /// The date chosen so far, as in `2023-10-15`.
    chosen: String,
    /// The visible month, in months after that of the chosen date.
    months_later: i32,
    /// Whether the list of years is shown.
    years: bool,
}

impl DatePicker {
    /// Creates a picker that starts at a date.
    pub fn new(date: Date) -> Self {
        Self { chosen: date.to_string(), ..Self::default() }
    }

    /// Returns the date chosen so far.
    fn chosen(&self) -> Date {
        self.chosen.parse().unwrap_or(Date::constant(1970, 1, 1))
    }

    /// Returns the first day of the visible month.
    fn month(&self) -> Date {
        calendar::first_of_month(self.chosen(), self.months_later)
    }

    /// Builds the dialog.
    pub fn view(&self, shared: &Shared) -> View {
        let chosen = self.chosen();
        let year = View::text(chosen.year().to_string()).id("android:id/date_picker_header_year");
        let year = year.text_style(TextStyle::Label).on_click(Event::new("picker_years")).height(Size::Dp(48.0));
        let year = year.align(Align::Center).selected(self.years);
        let day = View::text(said(chosen, "%a, %b %-d", Language::short_date, shared))
            .id("android:id/date_picker_header_date");
        let day = day.text_style(TextStyle::Headline).on_click(Event::new("picker_days")).height(Size::Dp(48.0));
        let header = View::column(vec![year, day]).id("android:id/date_picker_header");
        if self.years {
            return card(header, "android:id/date_picker_year_picker", self.year_rows(), None, shared);
        }
        card(header, "android:id/date_picker_day_picker", self.days(shared), None, shared)
    }

    fn year_rows(&self) -> Vec<View> {
        let chosen = self.chosen().year();
        let around = chosen.saturating_sub(LISTED)..=chosen.saturating_add(LISTED);
        let row = |year: i16| {
            let style = if year == chosen { TextStyle::Headline } else { TextStyle::Title };
            let color = if year == chosen { Color::Primary } else { Color::OnSurface };
            let text = View::text(year.to_string()).id("android:id/text1").text_style(style).color(color);
            let row = View::column(vec![text]).align(Align::Center).padding(8.0, 12.0).selected(year == chosen);
            row.on_click(Event::with("picker_year", year.to_string()))
        };
        around.filter(|year| YEARS.contains(year)).map(row).collect()
    }

    fn days(&self, shared: &Shared) -> Vec<View> {
        let (month, chosen) = (self.month(), self.chosen());
        let today = shared.clock.local(shared.clock.now_ms).date();
        let turn = |icon, word, id: &str, by: i32| {
            View::icon_button(icon, word, Event::with("picker_month", by.to_string())).id(id)
        };
        let name = View::text(said(month, "%B %Y", Language::month, shared)).id("android:id/month_view_title");
        let name = name.text_style(TextStyle::Label).align(Align::Center).width(Size::Weight(1.0));
        let bar = View::row(vec![
            turn(Icon::ChevronLeft, "Previous month", "android:id/prev", -1),
            name,
            turn(Icon::ChevronRight, "Next month", "android:id/next", 1),
        ]);
        let letter = |letter: &str| {
            let letter = View::text(letter).text_style(TextStyle::Caption).color(Color::Muted);
            letter.align(Align::Center).width(Size::Weight(1.0))
        };
        let letters = View::row(weekday_letters(shared).map(letter).to_vec());
        let days = calendar::month_days(month, true);
        let weeks = days.chunks(7).filter(|week| week.iter().any(|day| day.month() == month.month()));
        let weeks = weeks.map(|week| {
            View::row(week.iter().map(|day| cell(*day, (month, chosen, today), shared)).collect())
                .height(Size::Dp(48.0))
        });
        let month = View::column(weeks.collect()).id("android:id/month_view");
        vec![bar, letters, month]
    }

    /// Handles an event.
    pub fn event(&mut self, event: &Event) -> Picked<Date> {
        let chosen = self.chosen();
        match event.name.as_ref() {
            "picker_day" => {
                if let Ok(day) = event.value.parse::<Date>() {
                    *self = Self::new(day);
                }
            }
            "picker_month" => {
                let by = event.value.parse::<i32>().unwrap_or(0).clamp(-1, 1);
                let later = self.months_later.saturating_add(by);
                if YEARS.contains(&calendar::first_of_month(chosen, later).year()) {
                    self.months_later = later;
                }
            }
            "picker_years" => self.years = true,
            "picker_days" => self.years = false,
            "picker_year" => {
                let year = event.value.parse().unwrap_or(chosen.year());
                let date = Date::new(year, chosen.month(), chosen.day());
                *self = Self::new(date.or_else(|_| Date::new(year, chosen.month(), 28)).unwrap_or(chosen));
            }
            "picker_ok" => return Picked::Chosen(chosen),
            "picker_cancel" => return Picked::Cancelled,
            _ => return Picked::Nothing,
        }
        Picked::Changed
    }
}

/// Builds the cell of a day; days of other months stay blank.
fn cell(day: Date, (month, chosen, today): (Date, Date, Date), shared: &Shared) -> View {
    if day.month() != month.month() {
        return View::column(Vec::new()).width(Size::Weight(1.0)).height(Size::Fill);
    }
    let text = View::text(day.day().to_string()).text_style(TextStyle::BodySmall).align(Align::Center);
    let text = text
        .description(&said(day, "%-d %B %Y", Language::plain_date, shared))
        .width(Size::Weight(1.0))
        .height(Size::Fill);
    let text = text.on_click(Event::with("picker_day", day.to_string())).selected(day == chosen);
    match day {
        day if day == chosen => text.background(Color::Primary, 24.0).color(Color::OnPrimary),
        day if day == today => text.color(Color::Primary),
        _ => text,
    }
}

/// Formats a date in the phone's language; English uses a `strftime` format.
fn said(date: Date, english: &str, other: fn(Language, DateTime) -> String, shared: &Shared) -> String {
    match Language::of(&shared.locale) {
        Some(language) => other(language, date.to_datetime(Time::midnight())),
        None => date.strftime(english).to_string(),
    }
}

/// Returns the letters above the days, Sunday first.
fn weekday_letters(shared: &Shared) -> [&'static str; 7] {
    let Some(language) = Language::of(&shared.locale) else { return ["S", "M", "T", "W", "T", "F", "S"] };
    let mut letters = language.weekday_letters();
    letters.rotate_right(1);
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_chosen_by_months_years_and_days() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        for (from, events, chosen) in [
            ("2023-10-15", &["picker_day=2023-10-31"] as &[&str], "2023-10-31"),
            ("2023-12-31", &["picker_month=1", "picker_day=2024-01-02"], "2024-01-02"),
            // Viewing another month changes nothing.
            ("2023-10-15", &["picker_month=-1", "picker_month=-1"], "2023-10-15"),
            ("2024-02-29", &["picker_years", "picker_year=2023"], "2023-02-28"),
            ("2024-02-29", &["picker_year=99999", "picker_day=yesterday"], "2024-02-29"),
        ] {
            let mut picker = DatePicker::new(date(from));
            for event in events {
                let (name, value) = event.split_once('=').unwrap_or((event, ""));
                let event = Event { name: name.to_owned().into(), value: value.to_owned() };
                assert_eq!(picker.event(&event), Picked::Changed);
                picker.view(&Shared::default());
            }
            assert_eq!(picker.event(&Event::new("picker_ok")), Picked::Chosen(date(chosen)));
        }
        // A picker with a corrupt saved state still shows a date.
        let mut picker = DatePicker { chosen: "garbage".to_owned(), months_later: i32::MAX, years: false };
        picker.view(&Shared::default());
        assert_eq!(picker.event(&Event::new("other")), Picked::Nothing);
    }

    /// Returns the texts and descriptions of a view and its descendants.
    fn words(view: &View) -> Vec<String> {
        let own = [&view.text, &view.description].into_iter().filter(|word| !word.is_empty()).cloned();
        own.chain(view.children.iter().flat_map(words)).collect()
    }

    #[test]
    fn a_picker_speaks_the_phones_language() {
        let picker = DatePicker::new(Date::constant(2023, 10, 4));
        for (locale, letters, expected) in [
            ("en-US", "S M T W T F S", ["Wed, Oct 4", "October 2023", "4 October 2023", "Next month", "Cancel", "OK"]),
            (
                "es-ES",
                "D L M X J V S",
                ["mié, 4 oct", "octubre de 2023", "4 octubre 2023", "Mes siguiente", "Cancelar", "Aceptar"],
            ),
            (
                "ar-EG",
                "ح ن ث ر خ ج س",
                ["الأربعاء، 4 أكتوبر", "أكتوبر 2023", "4 أكتوبر 2023", "الشهر التالي", "إلغاء", "حسنًا"],
            ),
        ] {
            let words = words(&picker.view(&Shared { locale: locale.to_owned(), ..Shared::default() }));
            assert!(words.join(" ").contains(letters), "{locale}: `{letters}` in {words:?}");
            for word in expected {
                assert!(words.iter().any(|known| known == word), "{locale}: `{word}` in {words:?}");
            }
        }
    }
}
