//! Finds the time zone of a place: by the names in `zones.txt`, and by the cities of the time zone database.

use jiff::tz::TimeZone;

use crate::affordance::folded;

/// The names of countries, regions and zones; see the file.
const NAMES: &str = include_str!("zones.txt");
/// Words around a name that say nothing: `the Pacific standard time zone`.
const AROUND: [&str; 8] = ["the", "time", "zone", "timezone", "standard", "daylight", "city", "over"];

/// Returns the time zone of a place, as people name it: `Tokyo`, `the Pacific time zone`, `Houston, TX`. A city in an
/// unknown country or state has none: another city of that name may be meant.
pub(super) fn zone_of(place: &str) -> Option<TimeZone> {
    let name = match place.split_once(',') {
        None => zone_name(place)?,
        Some((city, region)) => {
            let region = zone_name(region)?;
            let continent = |zone: &str| zone.split('/').next().map(str::to_owned);
            // Paris in Texas is not in Europe.
            zone_name(city).filter(|city| continent(city) == continent(&region)).unwrap_or(region)
        }
    };
    TimeZone::get(&name).ok()
}

/// Returns the name of the zone of one place, with and without the words around it.
fn zone_name(place: &str) -> Option<String> {
    let whole = folded(&place.replace(['-', '_', '.'], " "));
    let words = whole.split_whitespace().filter(|word| !AROUND.contains(word));
    let plain = words.collect::<Vec<_>>().join(" ");
    [whole, plain].iter().filter(|name| !name.is_empty()).find_map(|name| named(name).or_else(|| city(name)))
}

fn named(place: &str) -> Option<String> {
    let rows = NAMES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
    let mut rows = rows.filter(|(_, names)| names.split(" | ").any(|name| folded(name) == place));
    rows.next().map(|(zone, _)| zone.to_owned())
}

/// Looks for a city of that name: the last part of a zone's name.
fn city(place: &str) -> Option<String> {
    let is_city = |zone: &str| {
        let (area, city) = zone.rsplit_once('/')?;
        let old = matches!(area, "US" | "Etc" | "SystemV") || area.starts_with("posix") || area.starts_with("right");
        (!old && folded(&city.replace('_', " ")) == place).then(|| zone.to_owned())
    };
    jiff::tz::db().available().find_map(|zone| is_city(zone.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_country_city_and_zone() {
        let rows = [
            ("Tokyo", Some("Asia/Tokyo")),
            ("New York", Some("America/New_York")),
            ("new york city", Some("America/New_York")),
            ("the pacific time zone", Some("America/Los_Angeles")),
            ("pacific standard time", Some("America/Los_Angeles")),
            ("Houston, TX", Some("America/Chicago")),
            ("Sydney, Australia", Some("Australia/Sydney")),
            ("Perth, Australia", Some("Australia/Perth")),
            ("Paris, Texas", Some("America/Chicago")),
            ("London, Ontario", Some("America/Toronto")),
            ("Athens, Freedonia", None),
            ("Portland", None),
            ("São Paulo", Some("America/Sao_Paulo")),
            ("Frankreich", Some("Europe/Paris")),
            ("Österreich", Some("Europe/Vienna")),
            ("cst", Some("America/Chicago")),
            ("gmt", Some("UTC")),
            ("Buenos Aires", Some("America/Argentina/Buenos_Aires")),
            ("Ho Chi Minh", Some("Asia/Ho_Chi_Minh")),
            ("the moon", None),
            ("3 hours", None),
            ("the", None),
            ("", None),
        ];
        for (place, expected) in rows {
            let found = zone_of(place);
            assert_eq!(found.as_ref().and_then(TimeZone::iana_name), expected, "{place}");
        }
    }

    #[test]
    fn every_zone_of_the_table_exists() {
        for (zone, _) in NAMES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = ")) {
            assert!(TimeZone::get(zone).is_ok(), "{zone}");
        }
    }
}
