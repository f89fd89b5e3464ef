//! The two tasks of Camera: a photo and a video.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

struct Take {
    video: bool,
}

impl Take {
    fn names(&self, host: &Host) -> usize {
        host.shell(if self.video { "ls /sdcard/Movies" } else { "ls /sdcard/Pictures" }).lines().count()
    }
}

impl Drawn for Take {
    fn goal(&self) -> String {
        if self.video { "Take one video." } else { "Take one photo." }.to_owned()
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell("am force-stop com.android.camera2");
        for folder in ["Pictures", "Movies"] {
            host.shell(&format!("rm -rf /storage/emulated/0/{folder}/*"));
        }
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Camera");
        if self.video {
            person.swipe((20, 1000), (900, 1000), 300);
            person.tap("Video");
            person.tap("Shutter");
            person.wait(3_000);
        }
        person.tap("Shutter");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(self.names(host) == 1))
    }
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "CameraTakePhoto", draw: |_: &mut Random| Box::new(Take { video: false }) },
    Task { name: "CameraTakeVideo", draw: |_| Box::new(Take { video: true }) },
];
