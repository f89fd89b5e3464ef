//! The three tasks of OsmAnd: a favourite, a marker, a track.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

const PACKAGE: &str = "net.osmand";
const FAVORITES: &str = "/data/media/0/Android/data/net.osmand/files/favorites/favorites.gpx";
const TRACKS: &str = "/data/media/0/Android/data/net.osmand/files/tracks";
const MARKERS: &str = "/data/data/net.osmand/databases/map_markers_db";
/// The accepted distance, in degrees.
const NEAR: f64 = 0.001;

const PLACES: &[(&str, f64, f64)] = &[
    ("Balzers, Liechtenstein", 47.0688832, 9.5061564),
    ("Bendern, Liechtenstein", 47.2122151, 9.5062101),
    ("Malbun, Liechtenstein", 47.1026191, 9.6083057),
    ("Nendeln, Liechtenstein", 47.1973857, 9.5430636),
    ("Oberplanken, Liechtenstein", 47.1784977, 9.5450163),
    ("Planken, Liechtenstein", 47.1858882, 9.5452201),
    ("Rotenboden, Liechtenstein", 47.1275785, 9.5387131),
    ("Ruggell, Liechtenstein", 47.23976, 9.5262837),
    ("Schaan, Liechtenstein", 47.1663432, 9.5103085),
    ("Schaanwald, Liechtenstein", 47.2165476, 9.5699984),
    ("Schönberg, Liechtenstein", 47.1303814, 9.5930117),
    ("Triesen, Liechtenstein", 47.106997, 9.5274854),
];

type NamedPoint = (&'static str, f64, f64);

fn near(place: NamedPoint, lat: f64, lon: f64) -> bool {
    (place.1 - lat).abs() < NEAR && (place.2 - lon).abs() < NEAR
}

/// Returns what a person types to find a place: the benchmark's keyboard has only plain letters.
fn typed(place: NamedPoint) -> String {
    place.0.replace('ö', "o")
}

/// Returns the points of a GPX file with this tag: latitude, longitude, name.
fn points(gpx: &str, tag: &str) -> Vec<(f64, f64, String)> {
    let point = |part: &str| {
        let value = |name: &str| part.split_once(&format!("{name}=\""))?.1.split('"').next()?.parse().ok();
        let name =
            part.split_once("<name>").and_then(|(_, rest)| rest.split_once("</name>")).map_or("", |(name, _)| name);
        Some((value("lat")?, value("lon")?, name.to_owned()))
    };
    gpx.split(&format!("<{tag} ")).skip(1).filter_map(point).collect()
}

/// Searches for a place on the map, by its name or its coordinates, and opens it.
fn look_up(person: &Person<'_>, text: &str) {
    person.tap("Search");
    person.type_text(text);
    let name = text.split(',').next().unwrap_or_default();
    let row = person.look().into_iter().find(|element| {
        element.id.ends_with("/title") && (element.text.replace('ö', "o") == name || element.text == text)
    });
    person.tap_on(&row.unwrap_or_else(|| panic!("{text} is not found: {:?}", person.texts())));
}

struct Favorite {
    place: NamedPoint,
    /// The place as the goal names it: its name or its coordinates.
    called: String,
}

impl Drawn for Favorite {
    fn goal(&self) -> String {
        format!("Add a favorite location marker for {} in the OsmAnd maps app.", self.called)
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        for path in [FAVORITES, "/data/data/net.osmand/files/favourites_bak.gpx", "/data/data/net.osmand/files/backup"]
        {
            host.shell(&format!("rm -rf {path}"));
        }
        host.shell(&format!("am force-stop {PACKAGE}"));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("OsmAnd");
        look_up(person, &self.called);
        person.tap("Add");
        person.tap("SAVE");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        if !host.is("-f", FAVORITES) {
            return 0.0;
        }
        let gpx = String::from_utf8(host.pull(FAVORITES)).unwrap();
        assert!(gpx.contains("xmlns=\"http://www.topografix.com/GPX/1/1\""));
        let found = points(&gpx, "wpt")
            .iter()
            .any(|(lat, lon, name)| name.contains(self.place.0) || near(self.place, *lat, *lon));
        f64::from(u8::from(found))
    }
}

struct Marker {
    place: NamedPoint,
    called: String,
}

impl Drawn for Marker {
    fn goal(&self) -> String {
        format!("Add a location marker for {} in the OsmAnd maps app.", self.called)
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.change_database(PACKAGE, MARKERS, |database| {
            database.execute("DELETE FROM map_markers", []).unwrap();
        });
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("OsmAnd");
        look_up(person, &self.called);
        person.tap("Marker");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        const COLUMNS: &[&str] = &[
            "marker_id",
            "marker_lat",
            "marker_lon",
            "marker_description",
            "marker_active",
            "marker_added",
            "marker_visited",
            "group_name",
            "group_key",
            "marker_color",
            "marker_next_key",
            "marker_disabled",
            "marker_selected",
            "marker_map_object_name",
            "title",
        ];
        let database = host.database(MARKERS);
        let mut statement = database.prepare("SELECT * FROM map_markers").unwrap();
        assert!(statement.column_names().all(|name| COLUMNS.contains(&name)), "an unexpected column");
        let rows = statement.query_map([], |row| Ok((row.get("marker_lat")?, row.get("marker_lon")?))).unwrap();
        let found = rows.map(Result::unwrap).any(|(lat, lon): (f64, f64)| near(self.place, lat, lon));
        f64::from(u8::from(found))
    }
}

struct Track {
    places: Vec<NamedPoint>,
}

impl Drawn for Track {
    fn goal(&self) -> String {
        let places: Vec<&str> = self.places.iter().map(|place| place.0).collect();
        format!("Save a track with waypoints {} in the OsmAnd maps app in the same order as listed.", places.join(", "))
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell(&format!("rm -rf {TRACKS}/*"));
        host.shell(&format!("am force-stop {PACKAGE}"));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("OsmAnd");
        person.tap("Menu");
        person.tap("Plan a route");
        for place in &self.places {
            look_up(person, &typed(*place));
            person.tap("+ Add");
        }
        person.tap("Done");
        person.tap("Save as new track");
        person.tap("Save");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        assert!(host.is("-d", TRACKS), "the folder of tracks is gone");
        let passes = |name: &String| {
            let gpx = String::from_utf8(host.pull(&format!("{TRACKS}/{name}"))).unwrap();
            let mut points = points(&gpx, "trkpt").into_iter();
            self.places.iter().all(|place| points.any(|(lat, lon, _)| near(*place, lat, lon)))
        };
        f64::from(u8::from(host.list(TRACKS).iter().any(passes)))
    }
}

/// Picks a place, and its name or its coordinates to five decimals.
fn place(random: &mut Random) -> (NamedPoint, String) {
    let place = *random.one(PLACES);
    let called = if random.between(0, 1) == 0 { typed(place) } else { format!("{:.5}, {:.5}", place.1, place.2) };
    (place, called)
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "OsmAndFavorite",
        draw: |random| {
            let (place, called) = place(random);
            Box::new(Favorite { place, called })
        },
    },
    Task {
        name: "OsmAndMarker",
        draw: |random| {
            let (place, called) = place(random);
            Box::new(Marker { place, called })
        },
    },
    Task {
        name: "OsmAndTrack",
        draw: |random| {
            let count = random.between(2, 4) as usize;
            Box::new(Track { places: random.some(PLACES, count) })
        },
    },
];
