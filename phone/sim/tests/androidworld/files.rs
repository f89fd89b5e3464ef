//! The two tasks of Files: a file is moved, a file is deleted.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

const ROOT: &str = "/storage/emulated/0";
/// The folders of shared storage, with a typical file name for each.
const FOLDERS: &[(&str, &str)] = &[
    ("Alarms", "morning_alarm.mp3"),
    ("Audiobooks", "sherlock_holmes.mp3"),
    ("DCIM", "IMG_20231005.jpg"),
    ("Documents", "annual_report.pdf"),
    ("Download", "setup_guide.pdf"),
    ("Movies", "holiday_clip.mp4"),
    ("Music", "summer_song.mp3"),
    ("Notifications", "chime_alert.mp3"),
    ("Pictures", "sunset_view.jpg"),
    ("Podcasts", "tech_news.mp3"),
    ("Recordings", "meeting_notes.mp3"),
    ("Ringtones", "classic_ring.mp3"),
];

/// Empties shared storage, and puts the file into the folder among others.
fn fill(host: &Host, folder: &str, file: &str, noise: &[String]) {
    host.set_clock();
    host.empty_storage();
    for name in noise.iter().map(String::as_str).chain([file]) {
        host.shell(&format!("mkdir -p {ROOT}/{folder}"));
        host.shell(&format!("echo 'content' > {ROOT}/{folder}/{name}"));
    }
}

fn noise(random: &mut Random, ending: &str) -> Vec<String> {
    let count = random.between(1, 20);
    (0..count).map(|_| format!("{}.{ending}", random.letters(9))).collect()
}

fn exists(host: &Host, folder: &str, file: &str) -> bool {
    let found = host.shell(&format!("find {ROOT}/{folder} -type f -o -type d"));
    found.lines().any(|line| line == format!("{ROOT}/{folder}/{file}"))
}

/// Opens a folder of the storage root in Files.
pub(crate) fn open_folder(person: &Person<'_>, folder: &str) {
    person.open("Files");
    person.tap("Show roots");
    person.tap("sdk_gphone_x86_64");
    person.scroll_and_tap(folder);
}

struct MoveFile {
    from: &'static str,
    to: &'static str,
    file: &'static str,
    noise: Vec<String>,
}

impl Drawn for MoveFile {
    fn goal(&self) -> String {
        let Self { from, to, file, .. } = self;
        format!(
            "Move the file {file} from {from} within the sdk_gphone_x86_64 storage area to the {to} within the same \
             sdk_gphone_x86_64 storage area in the Android filesystem."
        )
    }

    fn set_up(&self, host: &Host) {
        fill(host, self.from, self.file, &self.noise);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        open_folder(person, self.from);
        person.scroll_to(self.file);
        person.hold(self.file);
        person.tap("More options");
        person.tap("Move to…");
        // The picker starts in the folder itself.
        person.tap("Show roots");
        person.tap("sdk_gphone_x86_64");
        person.scroll_and_tap(self.to);
        person.tap("MOVE");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(!exists(host, self.from, self.file) && exists(host, self.to, self.file)))
    }
}

struct DeleteFile {
    folder: &'static str,
    file: String,
    noise: Vec<String>,
}

impl Drawn for DeleteFile {
    fn goal(&self) -> String {
        format!(
            "Delete the file {} from the Android filesystem located in the {} folder within the sdk_gphone_x86_64 \
             storage area.",
            self.file, self.folder
        )
    }

    fn set_up(&self, host: &Host) {
        fill(host, self.folder, &self.file, &self.noise);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        open_folder(person, self.folder);
        person.scroll_to(&self.file);
        person.hold(&self.file);
        person.tap("Delete");
        person.tap("OK");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(!exists(host, self.folder, &self.file)))
    }
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "FilesMoveFile",
        draw: |random: &mut Random| {
            let chosen = random.some(FOLDERS, 2);
            let (from, (to, file)) = (chosen[0].0, chosen[1]);
            let noise = noise(random, "mp3");
            Box::new(MoveFile { from, to, file, noise })
        },
    },
    Task {
        name: "FilesDeleteFile",
        draw: |random| {
            let (folder, usual) = *random.one(FOLDERS);
            let ending = usual.rsplit('.').next().unwrap_or_default();
            let file = format!("{}.{ending}", random.letters(12));
            let noise = noise(random, ending);
            Box::new(DeleteFile { folder, file, noise })
        },
    },
];
