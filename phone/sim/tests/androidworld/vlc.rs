//! The tasks of VLC: playlists of the videos in `VLCVideos`.

use super::host::{Host, fuzzy};
use super::person::Person;
use super::task::{Drawn, Random, Task};

const PACKAGE: &str = "org.videolan.vlc";
const DATABASE: &str = "/data/data/org.videolan.vlc/app_db/vlc_media.db";
const FOLDER: &str = "/storage/emulated/0/VLCVideos";
const NAMES: &[&str] = &["Holiday Clips", "Garden Films", "Team Talks", "Night Sky", "Cooking Shows"];
const WORDS: &[&str] =
    &["sunset", "harbor", "picnic", "recital", "hike", "snowfall", "market", "parade", "kayak", "zoo"];

/// Creates a video that contains only its duration.
fn mp4(seconds: u32) -> Vec<u8> {
    let boxed = |name: &[u8; 4], inside: &[u8]| {
        let mut made = (inside.len() as u32 + 8).to_be_bytes().to_vec();
        made.extend(name);
        made.extend(inside);
        made
    };
    let mut header = vec![0; 12];
    header.extend(1000_u32.to_be_bytes());
    header.extend((seconds * 1000).to_be_bytes());
    [boxed(b"ftyp", b"isom\0\0\0\0"), boxed(b"moov", &boxed(b"mvhd", &header)), boxed(b"mdat", &[0; 64])].concat()
}

struct Playlists {
    /// All videos.
    films: Vec<String>,
    /// The name of each playlist, and the positions of its videos, in order.
    wanted: Vec<(String, Vec<usize>)>,
}

impl Drawn for Playlists {
    fn goal(&self) -> String {
        let list = |(name, films): &(String, Vec<usize>), place: &str| {
            let films: Vec<&str> = films.iter().map(|film| self.films[*film].as_str()).collect();
            format!(
                "Create a playlist titled \"{name}\" with the following files in VLC{place}, in order: {}",
                films.join(", ")
            )
        };
        let place = " (located in Internal Memory/VLCVideos)";
        match self.wanted.as_slice() {
            [first, second] => format!("{}. And then, {}", list(first, ""), list(second, place)),
            wanted => list(&wanted[0], place),
        }
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell(&format!("am force-stop {PACKAGE}"));
        host.change_database(PACKAGE, DATABASE, |database| {
            for table in ["Playlist", "Media", "PlaylistMediaRelation"] {
                database.execute(&format!("DELETE FROM {table}"), []).unwrap();
            }
        });
        host.empty_storage();
        for film in &self.films {
            host.push(&format!("{FOLDER}/{film}"), &mp4(7));
        }
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("VLC");
        person.tap("Browse");
        person.tap("Internal memory");
        person.scroll_and_tap("VLCVideos");
        for (name, films) in &self.wanted {
            for (number, film) in films.iter().enumerate() {
                let row = person.scroll_to(&self.films[*film]);
                let dots = person.look().into_iter().filter(|element| element.id.ends_with(":id/item_more"));
                let nearest = dots.min_by_key(|element| (element.middle().1 - row.middle().1).abs()).unwrap();
                person.tap_on(&nearest);
                person.tap("Add to playlist");
                if number == 0 {
                    person.tap("New playlist");
                    person.type_text(name);
                    person.tap("Save");
                } else {
                    person.tap(name);
                }
            }
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let database = host.database(DATABASE);
        let joined = "SELECT name, filename, position FROM Playlist JOIN PlaylistMediaRelation \
                      ON id_playlist = playlist_id JOIN Media ON media_id = id_media";
        let mut statement = database.prepare(joined).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let rows: Vec<(String, String, i64)> = rows.unwrap().map(Result::unwrap).collect();
        let is_there = |(name, films): &(String, Vec<usize>)| {
            let ours: Vec<_> = rows.iter().filter(|row| fuzzy(&row.0, name)).collect();
            let at = |place: usize| ours.iter().find(|row| row.2 == place as i64).map(|row| &row.1);
            let placed = films.iter().enumerate().all(|(place, film)| at(place) == Some(&self.films[*film]));
            ours.len() == films.len() && placed
        };
        self.wanted.iter().filter(|wanted| is_there(wanted)).count() as f64 / self.wanted.len() as f64
    }
}

fn playlists(count: usize, random: &mut Random) -> Box<dyn Drawn> {
    let words = random.some(WORDS, WORDS.len());
    let films: Vec<String> = words.iter().map(|word| format!("{word}_{}.mp4", random.letters(4))).collect();
    let names = random.some(NAMES, count);
    let wanted = names.into_iter().map(|name| {
        let songs = random.between(2, 5) as usize;
        let name = format!("{name} {}", random.between(1, 9));
        (name, random.some(&(0..films.len()).collect::<Vec<_>>(), songs))
    });
    let wanted = wanted.collect();
    Box::new(Playlists { films, wanted })
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "VlcCreatePlaylist", draw: |random| playlists(1, random) },
    Task { name: "VlcCreateTwoPlaylists", draw: |random| playlists(2, random) },
];
