//! The tasks of Retro Music: playlists, the playing queue, and a playlist exported to a file.

use super::host::{Host, fuzzy};
use super::person::Person;
use super::task::{Drawn, Random, Task};

const PACKAGE: &str = "code.name.monkey.retromusic";
const PLAYLISTS: &str = "/data/data/code.name.monkey.retromusic/databases/playlist.db";
const STATE: &str = "/data/data/code.name.monkey.retromusic/databases/music_playback_state.db";
const MUSIC: &str = "/storage/emulated/0/Music";
const TITLES: &[&str] = &[
    "Amber Fields",
    "Borrowed Light",
    "Cold Coffee",
    "Don't Wake the Dog",
    "Every Second Sunday",
    "Falling Upwards",
    "Grey Heron",
    "Halfway to Lisbon",
    "Ink and Paper",
    "July Rain",
    "Kitchen Radio",
    "Long Division",
    "Moth Season",
    "Night Ferry",
    "Open Window",
];
const ARTISTS: &[&str] = &["The Lanterns", "Mara Quill", "Old Harbour"];
const NAMES: &[&str] = &["Road Trip", "Rainy Day", "Kitchen Dance", "Late Shift", "Sunday Run"];

/// Creates a silent mp3 of this length: MPEG-2.5 at 8 kbit/s and 8000 Hz, so 72 bytes are 72 ms.
fn mp3(title: &str, artist: &str, seconds: i64) -> Vec<u8> {
    let mut frames = Vec::new();
    for (name, text) in [(b"TIT2", title), (b"TPE1", artist), (b"TALB", "Demo")] {
        frames.extend(name);
        frames.extend((text.len() as u32 + 1).to_be_bytes());
        frames.extend([0, 0, 3]);
        frames.extend(text.as_bytes());
    }
    let mut file = b"ID3\x03\0\0\0\0".to_vec();
    file.extend([(frames.len() >> 7) as u8 & 127, frames.len() as u8 & 127]);
    file.extend(frames);
    let mut sound = vec![0xFF, 0xE3, 0x18, 0xC0];
    sound.resize(72, 0);
    file.extend(sound.repeat((seconds * 1000 / 72) as usize));
    file
}

struct Music {
    name: String,
    /// The positions of the requested songs, in order.
    wanted: Vec<usize>,
    /// The length of each song, in seconds.
    seconds: Vec<i64>,
    asked: Asked,
}

#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Playlist,
    Queue,
    File,
    Duration,
}

impl Drawn for Music {
    fn goal(&self) -> String {
        let name = &self.name;
        let songs = self.wanted.iter().map(|song| TITLES[*song]).collect::<Vec<_>>().join(", ");
        let playlist = format!("Create a playlist in Retro Music titled \"{name}\"");
        match self.asked {
            Asked::Playlist => format!("{playlist} with the following songs, in order: {songs}"),
            Asked::Queue => format!("Add the following songs, in order, {songs} to my playing queue in Retro music."),
            Asked::File => format!(
                "{playlist} with the following songs, in order: {songs}. Then export the playlist to the Downloads \
                 directory on the device."
            ),
            Asked::Duration => {
                format!("{playlist} with a duration between 45 and 50 minutes using the provided songs.")
            }
        }
    }

    fn set_up(&self, host: &Host) {
        if self.asked != Asked::Duration {
            host.set_clock();
            host.shell(&format!("am force-stop {PACKAGE}"));
        }
        host.change_database(PACKAGE, PLAYLISTS, |database| {
            database.execute("DELETE FROM PlaylistEntity", []).unwrap();
            database.execute("DELETE FROM SongEntity", []).unwrap();
        });
        host.empty_storage();
        for ((title, seconds), artist) in TITLES.iter().zip(&self.seconds).zip(ARTISTS.iter().cycle()) {
            host.push(&format!("{MUSIC}/{title}.mp3"), &mp3(title, artist, *seconds));
        }
        let scan = "am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d";
        host.shell(&format!("{scan} \"file:///storage/emulated/0/Music\""));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Retro Music");
        person.tap("Songs");
        let titles: Vec<String> = match self.asked {
            Asked::Duration => enough(person),
            _ => self.wanted.iter().map(|song| TITLES[*song].to_owned()).collect(),
        };
        for (number, title) in titles.iter().enumerate() {
            open_menu(person, title);
            if self.asked == Asked::Queue {
                person.tap("Add to playing queue");
                continue;
            }
            person.tap("Add to playlist…");
            if number == 0 {
                person.tap("New playlist");
                person.type_text(&self.name);
                person.tap("Create");
            } else {
                person.tap(&self.name);
            }
        }
        if self.asked == Asked::File {
            person.tap("Playlists");
            person.tap("More options");
            person.tap("Save as file");
            person.tap("SAVE");
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let wanted: Vec<&str> = self.wanted.iter().map(|song| TITLES[*song]).collect();
        if self.asked == Asked::Queue {
            let state = host.database(STATE);
            let mut statement = state.prepare("SELECT title FROM playing_queue").unwrap();
            let titles: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
            return f64::from(u8::from(titles == wanted));
        }
        let database = host.database(PLAYLISTS);
        let joined = "SELECT playlist_name, title, duration FROM PlaylistEntity JOIN SongEntity \
                      ON playlist_id = playlist_creator_id ORDER BY song_key";
        let mut statement = database.prepare(joined).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let rows: Vec<(String, String, i64)> = rows.unwrap().map(Result::unwrap).collect();
        if self.asked == Asked::Duration {
            let minutes = rows.iter().map(|row| row.2).sum::<i64>() as f64 / 60_000.0;
            let named = rows.iter().all(|row| row.0 == self.name);
            return f64::from(u8::from(named && (45.0..=50.0).contains(&minutes)));
        }
        let ours: Vec<&str> = rows.iter().filter(|row| fuzzy(&row.0, &self.name)).map(|row| row.1.as_str()).collect();
        let listed = f64::from(u8::from(ours == wanted));
        if self.asked == Asked::File {
            let file = format!("/storage/emulated/0/Download/{}.m3u", self.name);
            return listed / 2.0 + f64::from(u8::from(host.is("-f", &file))) / 2.0;
        }
        listed
    }
}

/// Opens the menu of a song: the dots in its row.
fn open_menu(person: &Person<'_>, title: &str) {
    if !person.sees(title) {
        to_top(person);
    }
    let row = person.scroll_to(title);
    let dots = person.look().into_iter().filter(|element| element.is("More options"));
    let nearest = dots.min_by_key(|element| (element.middle().1 - row.middle().1).abs()).unwrap();
    person.tap_on(&nearest);
}

fn to_top(person: &Person<'_>) {
    for _ in 0..2 {
        person.swipe((540, 700), (540, 1700), 100);
    }
}

/// Picks songs that last 45 minutes or a little more, as their rows show.
fn enough(person: &Person<'_>) -> Vec<String> {
    let mut known: Vec<(String, i64)> = Vec::new();
    for _ in 0..8 {
        let seen = person.look();
        for time in seen.iter().filter(|element| element.id.ends_with(":id/time")) {
            let (minutes, seconds) = time.text.split_once(':').unwrap();
            let length = minutes.parse::<i64>().unwrap() * 60 + seconds.parse::<i64>().unwrap();
            let titles = seen.iter().filter(|element| element.id.ends_with(":id/title"));
            let title = titles.min_by_key(|title| (title.middle().1 - time.middle().1).abs()).unwrap();
            if known.iter().all(|(name, _)| *name != title.text) {
                known.push((title.text.clone(), length));
            }
        }
        person.swipe((540, 1600), (540, 800), 400);
    }
    let mut sum = 0;
    let fitting = known.into_iter().take_while(|(_, length)| {
        let more = sum < 45 * 60 + 10;
        sum += length;
        more
    });
    fitting.map(|(title, _)| title).collect()
}

fn music(asked: Asked, random: &mut Random) -> Box<dyn Drawn> {
    let count = random.between(2, 5) as usize;
    let mut wanted = random.some(&(0..TITLES.len()).collect::<Vec<_>>(), count);
    if asked == Asked::Duration {
        wanted.clear();
    }
    // If the total length matters, songs of three to nearly five minutes.
    let range = if asked == Asked::Duration { (200, 290) } else { (20, 60) };
    let seconds = TITLES.iter().map(|_| random.between(range.0, range.1)).collect();
    let name = format!("{} {}", random.one(NAMES), random.between(1, 99));
    Box::new(Music { name, wanted, seconds, asked })
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "RetroCreatePlaylist", draw: |random| music(Asked::Playlist, random) },
    Task { name: "RetroPlayingQueue", draw: |random| music(Asked::Queue, random) },
    Task { name: "RetroSavePlaylist", draw: |random| music(Asked::File, random) },
    Task { name: "RetroPlaylistDuration", draw: |random| music(Asked::Duration, random) },
];
