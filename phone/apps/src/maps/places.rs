//! The places of the town, and the assumed position of any other place.

use kit::cartography::{self, Coordinates, town};
use kit::widgets;
use state::shared::Shared;

/// A place in the town.
#[derive(Debug, PartialEq)]
pub(super) struct Place {
    pub(super) name: &'static str,
    /// Its kind, with the words it can be searched by.
    pub(super) kind: &'static str,
    words: &'static str,
    pub(super) street: &'static str,
    pub(super) hours: &'static str,
    pub(super) phone: &'static str,
    /// The rating in tenths of a star.
    pub(super) stars: u8,
    pub(super) at: Coordinates,
}

macro_rules! places {
    ($($name:literal, $kind:literal, $words:literal, $street:literal, $hours:literal, $phone:literal, $stars:literal, $lat:literal, $lon:literal;)+) => {
        &[$(Place { name: $name, kind: $kind, words: $words, street: $street, hours: $hours, phone: $phone, stars: $stars, at: ($lat, $lon) }),+]
    };
}

/// All places.
pub(super) const PLACES: &[Place] = places! {
    "Central Station", "Train station", "rail trains", "1 Station Road", "Open 24 hours", "+15550170", 41, 37.4213, -122.0868;
    "Cafe Rosa", "Coffee shop", "coffee cafe breakfast", "12 Main Street", "7 AM to 6 PM", "+15550171", 46, 37.4216, -122.0822;
    "Third Cup", "Coffee shop", "coffee cafe", "40 Third Street", "8 AM to 8 PM", "+15550172", 43, 37.4172, -122.0900;
    "Old Mill Bakery", "Bakery", "bread cakes bakery", "3 Mill Lane", "6 AM to 3 PM", "+15550173", 48, 37.4190, -122.0950;
    "Sunrise Bakery", "Bakery", "bread cakes bakery", "88 Oak Street", "6 AM to 2 PM", "+15550174", 44, 37.4298, -122.0735;
    "Trattoria Luna", "Italian restaurant", "restaurants food pizza pasta dinner", "21 Main Street", "12 PM to 10 PM", "+15550175", 45, 37.4210, -122.0790;
    "Green Bowl", "Vegetarian restaurant", "restaurants food lunch", "9 Church Lane", "11 AM to 9 PM", "+15550176", 44, 37.4185, -122.0810;
    "Noodle House", "Asian restaurant", "restaurants food dinner", "5 Market Street", "11 AM to 10 PM", "+15550177", 42, 37.4235, -122.0765;
    "Riverton Market", "Supermarket", "groceries food shop supermarkets", "30 Market Street", "7 AM to 10 PM", "+15550178", 40, 37.4150, -122.0765;
    "Corner Grocery", "Grocery store", "groceries food shop", "2 Hill Street", "8 AM to 9 PM", "+15550179", 39, 37.4340, -122.0880;
    "East Road Fuel", "Gas station", "gas fuel petrol", "70 East Road", "Open 24 hours", "+15550180", 37, 37.4120, -122.0660;
    "Motorway Services", "Gas station", "gas fuel petrol charging", "Motorway exit 4", "Open 24 hours", "+15550181", 36, 37.4052, -122.0840;
    "Hotel Riverside", "Hotel", "hotels rooms stay", "7 River Walk", "Reception 24 hours", "+15550182", 44, 37.4240, -122.0905;
    "Park Hostel", "Hostel", "hotels rooms stay", "14 Park Avenue", "Reception until 11 PM", "+15550183", 41, 37.4255, -122.0860;
    "City Park", "Park", "parks lake walk", "Park Avenue", "Open 24 hours", "", 47, 37.4276, -122.0812;
    "Mill Gardens", "Park", "parks walk", "Second Street", "Open 24 hours", "", 43, 37.4150, -122.0976;
    "City Library", "Library", "books reading", "18 Main Street", "10 AM to 7 PM", "+15550184", 47, 37.4218, -122.0805;
    "Town Museum", "Museum", "museums art", "4 Church Lane", "10 AM to 5 PM", "+15550185", 42, 37.4225, -122.0812;
    "General Hospital", "Hospital", "hospitals doctor emergency", "100 West Road", "Open 24 hours", "+15550186", 38, 37.4300, -122.1000;
    "Main Street Pharmacy", "Pharmacy", "pharmacies chemist medicine", "33 Main Street", "8 AM to 8 PM", "+15550187", 43, 37.4214, -122.0755;
    "Riverton Bank", "Bank", "banks atm cash money", "25 Main Street", "9 AM to 4 PM", "+15550188", 35, 37.4214, -122.0775;
    "Riverton Airport", "Airport", "airports flights", "Airport Road", "Open 24 hours", "+15550189", 40, 37.4260, -122.0545;
};

/// The kinds offered as buttons over the map.
pub(super) const CHIPS: &[&str] = &["Restaurants", "Coffee", "Groceries", "Gas", "Hotels", "Parks"];

/// Returns the place with this name.
pub(super) fn named(name: &str) -> Option<&'static Place> {
    PLACES.iter().find(|place| place.name.eq_ignore_ascii_case(name.trim()))
}

/// Returns the places that match a query by name, kind or offer, nearest first.
pub(super) fn find(query: &str, from: Coordinates) -> Vec<&'static Place> {
    let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let fits = |place: &&Place| {
        let text = format!("{} {} {} {}", place.name, place.kind, place.words, place.street);
        words.iter().all(|word| {
            let mut all = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
            all.any(|other| other == *word || (word.chars().count() > 3 && other.starts_with(word.as_str())))
        })
    };
    let mut found: Vec<&'static Place> = PLACES.iter().filter(fits).collect();
    found.sort_by(|one, other| cartography::distance(from, one.at).total_cmp(&cartography::distance(from, other.at)));
    found
}

/// Returns the phone's location, or the middle of the town if the phone is elsewhere.
pub(super) fn here(shared: &Shared) -> Coordinates {
    let at = (shared.hardware.position.latitude, shared.hardware.position.longitude);
    if cartography::distance(at, town::MIDDLE) < 20_000.0 { at } else { town::MIDDLE }
}

/// Returns the position of a place: its own, its coordinates, or for an unknown place a position derived from its name,
/// always the same.
pub(super) fn spot(place: &str) -> Coordinates {
    if let Some(known) = named(place) {
        return known.at;
    }
    let near = |at: &Coordinates| cartography::distance(*at, town::MIDDLE) < 50_000.0;
    if let Some(at) = cartography::read_coordinates(place).filter(near) {
        return at;
    }
    let lower = place.to_lowercase();
    let mixed = lower.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let part = |bits: u32| (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> bits) % 1_000;
    let (down, right) = (part(20) as f64 / 1_000.0, part(44) as f64 / 1_000.0);
    (37.4090 + down * 0.025, -122.1000 + right * 0.034)
}

/// Returns the distance by street in metres: along one street and then along another.
pub(super) fn metres(from: Coordinates, to: Coordinates) -> f64 {
    cartography::distance(from, (to.0, from.1)) + cartography::distance((to.0, from.1), to)
}

/// Formats a distance as `1.2 km` or `350 m`.
pub(super) fn length(metres: f64) -> String {
    if metres >= 1_000.0 {
        format!("{:.1} km", metres / 1_000.0)
    } else {
        format!("{} m", (metres / 10.0).round() as i64 * 10)
    }
}

/// Formats the travel time as `12 min`, at a speed in km/h.
pub(super) fn duration(metres: f64, speed: u64) -> String {
    let minutes = ((metres / 1_000.0) / speed.max(1) as f64 * 60.0).ceil().max(1.0) as u64;
    if minutes < 60 { format!("{minutes} min") } else { format!("{} hr {} min", minutes / 60, minutes % 60) }
}

/// Returns the street nearest to a latitude or a longitude.
fn street(names: &[(&'static str, f64)], at: f64) -> (&'static str, f64) {
    let nearest = names.iter().min_by(|one, other| (one.1 - at).abs().total_cmp(&(other.1 - at).abs()));
    nearest.copied().unwrap_or(("the street", at))
}

/// Returns the route from one place to another along streets: its points, and for each step the instruction and the
/// distance.
pub(super) fn way(from: Coordinates, to: Coordinates) -> (Vec<Coordinates>, Vec<(String, f64)>) {
    let (across, lat) = street(town::ACROSS, from.0);
    let (along, lon) = street(town::ALONG, to.1);
    let points = vec![from, (lat, from.1), (lat, lon), (to.0, lon), to];
    let east = lon >= from.1;
    let north = to.0 >= lat;
    let leg = |number: usize| match (points.get(number), points.get(number + 1)) {
        (Some(one), Some(other)) => cartography::distance(*one, *other),
        _ => 0.0,
    };
    let turn = if east == north { "left" } else { "right" };
    let steps = vec![
        (format!("Head {} on {across}", if east { "east" } else { "west" }), leg(0) + leg(1)),
        (format!("Turn {turn} onto {along}"), leg(2)),
        ("Arrive at your destination".to_owned(), leg(3)),
    ];
    (points, steps)
}

/// Whether a query means a single place, not a list of results.
pub(super) fn is_one(query: &str, from: Coordinates) -> bool {
    named(query).is_some() || find(query, from).len() < 2 || widgets::matches(query, "geo:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_name_and_by_kind() {
        for (query, count, first) in [
            ("coffee", 2, Some("Cafe Rosa")),
            ("Bakery", 2, Some("Old Mill Bakery")),
            ("central station", 1, Some("Central Station")),
            ("restaurants", 3, None),
            ("Berlin", 0, None),
            ("", 0, None),
        ] {
            let found = find(query, town::MIDDLE);
            assert_eq!(found.len(), count, "{query}: {found:?}");
            assert!(first.is_none() || found.first().map(|place| place.name) == first, "{query}: {found:?}");
        }
        assert!(
            is_one("central station", town::MIDDLE)
                && is_one("Berlin", town::MIDDLE)
                && !is_one("coffee", town::MIDDLE)
        );
    }

    #[test]
    fn every_place_is_somewhere_in_the_town() {
        for place in PLACES.iter().map(|place| place.name).chain(["Berlin", "", "é", "12 Main Street", "99, 99"]) {
            let at = spot(place);
            assert_eq!(at, spot(place));
            assert!(cartography::distance(at, town::MIDDLE) < 6_000.0, "{place}: {at:?}");
        }
        assert_eq!(spot("37.42,-122.08"), (37.42, -122.08));
    }

    #[test]
    fn a_way_leads_there() {
        let (points, steps) = way(town::MIDDLE, spot("City Library"));
        assert_eq!((points.first(), points.last()), (Some(&town::MIDDLE), Some(&spot("City Library"))));
        assert_eq!(steps[0].0, "Head east on Main Street");
        assert_eq!(
            (duration(4_000.0, 5), length(4_000.0), length(348.0)),
            ("48 min".to_owned(), "4.0 km".to_owned(), "350 m".to_owned())
        );
    }
}
