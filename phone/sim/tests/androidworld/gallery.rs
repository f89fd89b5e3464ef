//! The task of Simple Gallery Pro: a receipt is copied.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

const DCIM: &str = "/storage/emulated/0/DCIM";
const DOWNLOAD: &str = "/storage/emulated/0/Download";

/// Creates a small picture; most of a receipt is white.
pub(crate) fn picture(width: u32, height: u32) -> Vec<u8> {
    let dark = |x: u32, y: u32| y % 24 < 12 && (x * 7 + y / 24 * 13) % 19 < 8;
    let rgba = (0..height)
        .flat_map(|y| (0..width).flat_map(move |x| if dark(x, y) { [0, 0, 0, 255] } else { [255; 4] }))
        .collect();
    toolkit::jpeg::encode(&toolkit::Pixels { width, height, rgba }, 90)
}

struct CopyReceipt {
    file: String,
}

impl Drawn for CopyReceipt {
    fn goal(&self) -> String {
        format!("Copy {} in DCIM and save a copy with the same name in Download", self.file)
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.empty_storage();
        host.push(&format!("{DCIM}/{}", self.file), &picture(500, 700));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Simple Gallery Pro");
        person.tap("DCIM");
        person.hold(&self.file);
        person.tap("More options");
        person.tap("Copy to");
        person.tap("Download");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(host.is("-f", &format!("{DOWNLOAD}/{}", self.file))))
    }
}

pub(crate) const TASKS: &[Task] = &[Task {
    name: "SaveCopyOfReceiptTaskEval",
    draw: |random: &mut Random| {
        let file = format!("receipt_{}.jpg", random.letters(8));
        Box::new(CopyReceipt { file })
    },
}];
