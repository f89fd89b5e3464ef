//! The two tasks of Audio Recorder: a clip is recorded, and a clip is recorded with a name.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

const RECORDS: &str = "/storage/emulated/0/Android/data/com.dimowner.audiorecorder/files/Music/records";

/// Returns the files of the folder with their sizes and times.
fn listed(host: &Host) -> Vec<String> {
    let lines = host.shell(&format!("ls {RECORDS} -ll -au"));
    lines.lines().filter(|line| line.starts_with('-')).map(str::to_owned).collect()
}

struct Record {
    /// The requested name.
    name: Option<String>,
}

impl Drawn for Record {
    fn goal(&self) -> String {
        match &self.name {
            Some(name) => format!("Record an audio clip and save it with name \"{name}\" using Audio Recorder app."),
            None => "Record an audio clip using Audio Recorder app and save it.".to_owned(),
        }
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        assert!(host.is("-d", RECORDS), "the folder exists from the start");
        host.shell(&format!("rm -rf {RECORDS}/*"));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Audio Recorder");
        person.tap("Start recording");
        person.wait(3_000);
        person.tap("Stop recording");
        if let Some(name) = &self.name {
            person.tap_on(&person.find_id("input_name"));
            person.clear_field();
            person.type_text(name);
        }
        person.tap("SAVE");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let done = match &self.name {
            Some(name) => host.is("-f", &format!("{RECORDS}/{name}.m4a")),
            None => {
                let files = listed(host);
                files.len() == 1 && files[0].split_whitespace().nth(4).is_some_and(|size| size != "0")
            }
        };
        f64::from(u8::from(done))
    }
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "AudioRecorderRecordAudio", draw: |_: &mut Random| Box::new(Record { name: None }) },
    Task {
        name: "AudioRecorderRecordAudioWithFileName",
        draw: |random| {
            let word = *random.one(&["talk", "interview", "lecture", "meeting", "voice"]);
            let more = *random.one(&["copy", "final", "2023_10_15"]);
            Box::new(Record { name: Some(format!("{word}_{more}.m4a")) })
        },
    },
];
