//! The six questions about OpenTracks, answered from its list and its pages.

use rusqlite::params;

use super::host::{Host, answers};
use super::person::Person;
use super::task::{Drawn, Random, Task};
use super::words;

const PACKAGE: &str = "de.dennisguse.opentracks";
const PATH: &str = "/data/data/de.dennisguse.opentracks/databases/database.db";
/// The start of 1 October 2023, in milliseconds since 1970.
const OCTOBER: i64 = 1_696_118_400_000;
const DAY: i64 = 86_400_000;
const MILE: f64 = 1609.34;
const TYPES: &[&str] = &[
    "running",
    "cycling",
    "swimming",
    "hiking",
    "mountain biking",
    "kayaking",
    "skiing",
    "snow boarding",
    "skate boarding",
    "climbing",
    "inline skating",
    "sailing",
];
/// The activity types of the other tracks.
const NOISE_TYPES: &[&str] = &["biking", "running", "hiking", "swimming", "walking", "skiing"];

/// A track with its random fields.
#[derive(Clone, Debug)]
struct Track {
    name: String,
    kind: String,
    /// The day of October; below 1 in September.
    day: i64,
    start: i64,
    minutes: i64,
    meters: f64,
}

fn track(random: &mut Random, kind: &str, day: i64) -> Track {
    // Rounded so that two decimals of a mile are exact.
    let meters = ((random.between(0, 20_000) as f64 / MILE * 100.0).round() / 100.0 * MILE).round();
    Track {
        name: (*random.one(&["Trail Run", "Morning's Ride", "Off-road (long)", "Lap 2", "Evening Session"])).to_owned(),
        kind: kind.to_owned(),
        day,
        start: OCTOBER + (day - 1) * DAY + random.between(0, 1439) * 60_000,
        minutes: random.between(1, 299),
        meters,
    }
}

/// A question.
enum Question {
    TypesOn(i64),
    CountThisWeek(String),
    MinutesOn(String, i64),
    LongestThisWeek(String),
    MinutesThisWeek(String),
    MetersBetween(String, i64, i64),
}

impl Question {
    /// Returns the activity type in question, which can be searched for.
    fn kind(&self) -> Option<&str> {
        match self {
            Self::TypesOn(_) => None,
            Self::CountThisWeek(kind)
            | Self::MinutesOn(kind, _)
            | Self::LongestThisWeek(kind)
            | Self::MinutesThisWeek(kind)
            | Self::MetersBetween(kind, ..) => Some(kind),
        }
    }
}

enum Expected {
    Texts(Vec<String>),
    /// A number and its tolerance.
    Number(f64, f64),
}

struct Asked {
    tracks: Vec<Track>,
    question: Question,
    expected: Expected,
}

/// A track in the list, as a person reads it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Read {
    name: String,
    kind: String,
    date: String,
    day: i64,
    minutes: i64,
    meters: f64,
}

impl Drawn for Asked {
    fn goal(&self) -> String {
        const WHOLE: &str = "as a single integer.";
        const APP: &str = "in the OpenTracks app";
        match &self.question {
            Question::TypesOn(day) => format!(
                "What activities did I do {} {APP}? Answer with the category only. If there are multiples categories, \
                 format your answer in a comma separated list.",
                words::on(*day)
            ),
            Question::CountThisWeek(kind) => {
                format!("How many {kind} activities did I do this week {APP}? Express your answer {WHOLE}")
            }
            Question::MinutesOn(kind, day) => {
                let day = words::on(*day);
                format!("How long was my {kind} activity {day} {APP}? Express your answer in minutes {WHOLE}")
            }
            Question::LongestThisWeek(kind) => format!(
                "What was the longest distance covered in a {kind} activity {APP} this week? Express your answer in \
                 meters {WHOLE}"
            ),
            Question::MinutesThisWeek(kind) => format!(
                "What was the total duration of {kind} activities {APP} this week? Express your answer in minutes {WHOLE}"
            ),
            Question::MetersBetween(kind, from, to) => format!(
                "What was the total distance covered for {kind} activities {APP} from October {from} 2023 to October \
                 {to} 2023? Express your answer in meters {WHOLE}"
            ),
        }
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell(&format!("am force-stop {PACKAGE}"));
        host.change_database(PACKAGE, PATH, |database| _ = database.execute("DELETE FROM tracks", []).unwrap());
        host.change_database(PACKAGE, PATH, |database| {
            for (number, track) in self.tracks.iter().enumerate() {
                let sql =
                    "INSERT INTO tracks (name, description, category, activity_type, starttime, stoptime, numpoints,
                     totaldistance, totaltime, movingtime, avgspeed, avgmovingspeed, maxspeed, minelevation,
                     maxelevation, elevationgain, icon, uuid, elevationloss, starttime_offset)
                     VALUES (?1, '', ?2, ?2, ?3, ?4, 0, ?5, ?6, ?6, 0, 0, 0, 0, 0, 100, NULL, ?7, 50, 0)";
                let total = track.minutes * 60_000;
                let uuid = (number as u128).to_be_bytes();
                let stop = track.start + total;
                let values = params![track.name, track.kind, track.start, stop, track.meters, total, uuid.as_slice()];
                database.execute(sql, values).unwrap();
            }
        });
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("OpenTracks");
        if let Some(kind) = self.question.kind() {
            person.tap("Search");
            person.type_text(kind);
            person.back();
        }
        let all = read_all(person);
        let of = |kind: &str, from: i64, to: i64| {
            all.iter().filter(|read| read.kind == kind && (from..=to).contains(&read.day)).collect::<Vec<_>>()
        };
        Some(match &self.question {
            Question::TypesOn(day) => {
                let on: Vec<String> =
                    all.iter().filter(|read| read.day == *day).map(|read| read.kind.clone()).collect();
                on.join(", ")
            }
            Question::CountThisWeek(kind) => of(kind, 9, 15).len().to_string(),
            Question::MinutesOn(kind, day) => of(kind, *day, *day)[0].minutes.to_string(),
            Question::MinutesThisWeek(kind) => of(kind, 9, 15).iter().map(|read| read.minutes).sum::<i64>().to_string(),
            Question::LongestThisWeek(kind) => {
                let longest = of(kind, 9, 15).into_iter().max_by(|a, b| a.meters.total_cmp(&b.meters)).unwrap();
                // The page of the track must show the same.
                let found = person.scroll_to(&longest.date);
                person.tap_on(&found);
                let page = person.texts();
                let at = page.iter().position(|text| text == "Distance").unwrap();
                meters(&format!("{} {}", page[at + 1], page[at + 2])).round().to_string()
            }
            Question::MetersBetween(kind, from, to) => {
                of(kind, *from, *to).iter().map(|read| read.meters).sum::<f64>().round().to_string()
            }
        })
    }

    fn score(&self, _host: &Host, answer: Option<&str>) -> f64 {
        let right = answer.is_some_and(|answer| match &self.expected {
            Expected::Texts(texts) => answers(answer, texts),
            Expected::Number(number, off) => answer.parse::<f64>().is_ok_and(|said| (said - number).abs() <= *off),
        });
        f64::from(u8::from(right))
    }
}

/// Parses `2.63 mi` or `804 ft` into metres.
fn meters(text: &str) -> f64 {
    let (number, unit) = text.split_once(' ').unwrap();
    let number: f64 = number.parse().unwrap();
    if unit == "mi" { number * MILE } else { number * 0.3048 }
}

/// Reads every track of the list by swiping from top to bottom.
fn read_all(person: &Person<'_>) -> Vec<Read> {
    let mut all: Vec<Read> = Vec::new();
    for _ in 0..20 {
        let seen = person.look();
        let mut read = Read::default();
        for element in &seen {
            match element.id.rsplit('/').next().unwrap_or_default() {
                "list_item_name" => read = Read { name: element.text.clone(), ..Read::default() },
                "list_item_date" => {
                    // `Thu, Oct 12, 2023, 14:30`.
                    let (month, day) = element.text.split(", ").nth(1).and_then(|date| date.split_once(' ')).unwrap();
                    let day: i64 = day.parse().unwrap();
                    read.day = if month == "Oct" { day } else { day - 30 };
                    read.date.clone_from(&element.text);
                }
                "list_item_category" => read.kind.clone_from(&element.text),
                "list_item_distance" => read.meters = meters(&element.text),
                "list_item_total_time" => {
                    let parts: Vec<i64> = element.text.split(':').map(|part| part.parse().unwrap()).collect();
                    read.minutes = parts.iter().fold(0, |sum, part| sum * 60 + part) / 60;
                    // A swipe shows some rows again, and a row cut off at the top has no name.
                    let read = std::mem::take(&mut read);
                    if !read.name.is_empty() && !read.kind.is_empty() && !all.contains(&read) {
                        all.push(read);
                    }
                }
                _ => {}
            }
        }
        let list = person.find_id("track_list");
        if !list.scrollable {
            break;
        }
        let (x, y) = list.middle();
        let reach = (list.bounds[3] - list.bounds[1]) / 3;
        person.swipe((x, y + reach), (x, y - reach), 800);
        if person.look().iter().map(|element| element.bounds).eq(seen.iter().map(|element| element.bounds)) {
            break;
        }
    }
    // Returns to the top, where a person starts to look for one of them.
    for _ in 0..6 {
        if person.find_id("track_list").scrollable {
            person.swipe((540, 700), (540, 1900), 200);
        }
    }
    all
}

/// Mixes the wanted tracks with twenty others that are not wanted.
fn asked(
    random: &mut Random,
    wanted: Vec<Track>,
    question: Question,
    expected: Expected,
    allowed: impl Fn(&Track) -> bool,
) -> Box<dyn Drawn> {
    let mut tracks: Vec<Track> = Vec::new();
    while tracks.len() < 20 {
        let (kind, day) = (*random.one(NOISE_TYPES), random.between(-5, 15));
        tracks.extend(Some(track(random, kind, day)).filter(&allowed));
    }
    for track in wanted {
        let place = random.between(0, tracks.len() as i64) as usize;
        tracks.insert(place, track);
    }
    Box::new(Asked { tracks, question, expected })
}

fn this_week(track: &Track) -> bool {
    (9..=15).contains(&track.day)
}

/// Records a track as time passes, names it, switches its units, and deletes it.
pub(crate) fn a_track_is_recorded() {
    let host = Host::new();
    host.set_clock();
    let person = Person::new(&host);
    let count = || -> (i64, i64) {
        let sql = "SELECT COUNT(*), COALESCE(SUM(totaltime), 0) FROM tracks";
        host.database(PATH).query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    };
    person.open("OpenTracks");
    person.tap("Record");
    person.wait(600_000);
    person.tap("Pause");
    person.wait(600_000);
    assert!(person.sees("Paused") && count() == (0, 0), "nothing is written before the end");
    person.tap("Stop");
    person.tap_on(&person.find_id("track_edit_name"));
    person.clear_field();
    person.type_text("To the lake");
    person.tap("Save");
    assert!(person.sees("To the lake"));
    let (tracks, total) = count();
    assert!(tracks == 1 && (600_000..602_000).contains(&total), "{total}");
    person.tap("Delete");
    person.tap("Delete");
    assert_eq!(count(), (0, 0));
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "SportsTrackerActivitiesOnDate",
        draw: |random| {
            let day = random.between(-6, 13);
            let kinds = random.some(TYPES, 2);
            let wanted = kinds.iter().map(|kind| track(random, kind, day)).collect();
            let expected = Expected::Texts(kinds.iter().map(|kind| (*kind).to_owned()).collect());
            asked(random, wanted, Question::TypesOn(day), expected, |track| track.day != day)
        },
    },
    Task {
        name: "SportsTrackerActivitiesCountForWeek",
        draw: |random| {
            let kind = (*random.one(TYPES)).to_owned();
            let wanted = random.some(&[9, 10, 11, 12, 13, 14, 15], 2);
            let wanted = wanted.into_iter().map(|day| track(random, &kind, day)).collect();
            let question = Question::CountThisWeek(kind.clone());
            asked(random, wanted, question, Expected::Number(2.0, 0.0), |it| it.kind != kind || !this_week(it))
        },
    },
    Task {
        name: "SportsTrackerActivityDuration",
        draw: |random| {
            let (kind, day) = ((*random.one(TYPES)).to_owned(), random.between(5, 15));
            let wanted = track(random, &kind, day);
            let expected = Expected::Number(wanted.minutes as f64, 0.0);
            let question = Question::MinutesOn(kind.clone(), day);
            asked(random, vec![wanted], question, expected, |it| it.kind != kind || it.day != day)
        },
    },
    Task {
        name: "SportsTrackerLongestDistanceActivity",
        draw: |random| {
            let (kind, day) = ((*random.one(TYPES)).to_owned(), random.between(9, 15));
            let mut wanted = track(random, &kind, day);
            wanted.meters = (random.between(5, 900) as f64 / 100.0 * MILE).round();
            let longest = wanted.meters;
            let question = Question::LongestThisWeek(kind.clone());
            let allowed = |it: &Track| it.kind != kind || it.meters < longest || !this_week(it);
            asked(random, vec![wanted], question, Expected::Number(longest, 10.0), allowed)
        },
    },
    Task {
        name: "SportsTrackerTotalDurationForCategoryThisWeek",
        draw: |random| {
            let kind = (*random.one(TYPES)).to_owned();
            let days = random.some(&[9, 10, 11, 12, 13, 14, 15], 2);
            let wanted: Vec<Track> = days.into_iter().map(|day| track(random, &kind, day)).collect();
            let sum = wanted.iter().map(|track| track.minutes).sum::<i64>();
            let question = Question::MinutesThisWeek(kind.clone());
            asked(random, wanted, question, Expected::Number(sum as f64, 0.0), |it| it.kind != kind || !this_week(it))
        },
    },
    Task {
        name: "SportsTrackerTotalDistanceForCategoryOverInterval",
        draw: |random| {
            let kind = (*random.one(TYPES)).to_owned();
            let (from, to) = (random.between(1, 9), random.between(10, 15));
            let wanted = vec![track(random, &kind, from), track(random, &kind, from)];
            let sum = wanted.iter().map(|track| track.meters).sum::<f64>();
            let question = Question::MetersBetween(kind.clone(), from, to);
            let allowed = |it: &Track| it.kind != kind || !(from..=to).contains(&it.day);
            asked(random, wanted, question, Expected::Number(sum, 10.0), allowed)
        },
    },
];
