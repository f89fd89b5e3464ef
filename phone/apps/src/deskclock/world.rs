//! World clocks: cities with their time zones. Zones are in POSIX notation, so that daylight saving works without a
//! zone database. A new city is a row of [`CITIES`].

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::DeskClock;
use super::tab::tab;
use kit::clock;
use kit::widgets::{self, Row};
use state::shared::{Clock, Shared};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The most cities shown.
pub(super) const MOST_SHOWN: usize = 40;

const EUROPE_CENTRAL: &str = "CET-1CEST,M3.5.0,M10.5.0/3";
const US_EASTERN: &str = "EST5EDT,M3.2.0,M11.1.0";
const US_CENTRAL: &str = "CST6CDT,M3.2.0,M11.1.0";
const US_PACIFIC: &str = "PST8PDT,M3.2.0,M11.1.0";

const CITIES: &[(&str, &str)] = &[
    ("Amsterdam", EUROPE_CENTRAL),
    ("Athens", "EET-2EEST,M3.5.0/3,M10.5.0/4"),
    ("Auckland", "NZST-12NZDT,M9.5.0,M4.1.0/3"),
    ("Bangkok", "<+07>-7"),
    ("Beijing", "CST-8"),
    ("Berlin", EUROPE_CENTRAL),
    ("Cairo", "EET-2EEST,M4.5.5/0,M10.5.4/24"),
    ("Chicago", US_CENTRAL),
    ("Denver", "MST7MDT,M3.2.0,M11.1.0"),
    ("Dubai", "<+04>-4"),
    ("Honolulu", "HST10"),
    ("Istanbul", "<+03>-3"),
    ("Johannesburg", "SAST-2"),
    ("Lagos", "WAT-1"),
    ("London", "GMT0BST,M3.5.0/1,M10.5.0"),
    ("Los Angeles", US_PACIFIC),
    ("Madrid", EUROPE_CENTRAL),
    ("Mexico City", "CST6"),
    ("Moscow", "MSK-3"),
    ("Mumbai", "IST-5:30"),
    ("New York", US_EASTERN),
    ("Paris", EUROPE_CENTRAL),
    ("Rome", EUROPE_CENTRAL),
    ("San Francisco", US_PACIFIC),
    ("São Paulo", "<-03>3"),
    ("Seoul", "KST-9"),
    ("Shanghai", "CST-8"),
    ("Singapore", "<+08>-8"),
    ("Sydney", "AEST-10AEDT,M10.1.0,M4.1.0/3"),
    ("Tokyo", "JST-9"),
    ("Toronto", US_EASTERN),
    ("Vienna", EUROPE_CENTRAL),
    ("Zurich", EUROPE_CENTRAL),
];

/// Returns a city's UTC offset in minutes at a time.
fn offset(city: &str, now_ms: i64) -> Option<i32> {
    let (_, zone) = CITIES.iter().find(|(name, _)| *name == city)?;
    let at = Timestamp::from_millisecond(now_ms).ok()?;
    Some(TimeZone::posix(zone).ok()?.to_offset(at).seconds() / 60)
}

impl DeskClock {
    pub(super) fn toggle_city(&mut self, city: &str) {
        if let Some(place) = self.cities.iter().position(|shown| shown == city) {
            self.cities.remove(place);
        } else if CITIES.iter().any(|(name, _)| *name == city) && self.cities.len() < MOST_SHOWN {
            self.cities.push(city.to_owned());
        }
    }

    pub(super) fn world(&self, shared: &Shared) -> View {
        let now = shared.clock.now_ms;
        let here = View::column(vec![
            View::text(clock::time(now, shared)).id("digital_clock").text_style(TextStyle::Display),
            View::text(clock::short_date(now, shared)).id("date").color(Color::Muted),
        ]);
        let mut rows = vec![here.align(Align::Center).padding(16.0, 32.0)];
        for city in &self.cities {
            let Some(east) = offset(city, now) else { continue };
            let there = Shared {
                clock: Clock { utc_offset_min: east, ..Clock::default() },
                settings: shared.settings.clone(),
                ..Shared::default()
            };
            let ahead = east - shared.clock.utc_offset_min;
            let hours = format!("{}:{:02}", ahead.abs() / 60, ahead.abs() % 60);
            let distance = match ahead {
                0 => "Same time".to_owned(),
                1.. => format!("{hours} hours ahead"),
                _ => format!("{hours} hours behind"),
            };
            let time = View::text(clock::time(now, &there)).id("digital_clock").text_style(TextStyle::Headline);
            rows.push(Row::new(city.as_str()).summary(distance).ids("city_name", "hours_ahead").trailing(time).view());
        }
        let list = View::list("cities", rows);
        let content = widgets::with_fab(list, "fab", Icon::Add, "Add city", Event::new("add_city"));
        tab("menu_clock", "Clock", vec![content])
    }

    pub(super) fn city_picker(&self, shared: &Shared) -> View {
        let found = CITIES.iter().filter(|(city, _)| widgets::matches(city, &self.query));
        let rows: Vec<View> = found
            .map(|(city, _)| {
                let on = self.cities.iter().any(|shown| shown == city);
                let tick = View::new(Kind::CheckBox { on }).id("city_onoff").description(city);
                let east = offset(city, shared.clock.now_ms).unwrap_or(0);
                let zone = format!("GMT{}", machine::calendar::zone(east, ":"));
                Row::new(*city)
                    .summary(zone)
                    .ids("city_name", "city_time")
                    .trailing(tick)
                    .on(Event::with("city", *city))
                    .view()
            })
            .collect();
        let rows = if rows.is_empty() { vec![widgets::empty(Icon::Search, "No cities found")] } else { rows };
        let bar = widgets::search_bar("search_src_text", &self.query, "Search for a city");
        widgets::screen(vec![bar, View::list("cities_list", rows).width(Size::Fill)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_city_has_a_time_and_summers_are_kept() {
        for (city, _) in CITIES {
            assert!(offset(city, 0).is_some(), "{city}");
            assert!(offset(city, i64::MAX).is_none());
        }
        // 14 November 2026 and 14 July 2026.
        for (city, winter, summer) in
            [("Berlin", 60, 120), ("New York", -300, -240), ("Sydney", 660, 600), ("Mumbai", 330, 330)]
        {
            assert_eq!(
                (offset(city, 1_794_650_400_000), offset(city, 1_784_023_200_000)),
                (Some(winter), Some(summer)),
                "{city}"
            );
        }
    }
}
