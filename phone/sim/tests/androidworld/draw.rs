//! The task of Simple Draw Pro: a drawing is made and saved under a name and file type.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

const PICTURES: &str = "/storage/emulated/0/Pictures";

struct CreateDrawing {
    name: String,
    /// `png`, `svg` or `jpg`.
    kind: &'static str,
}

impl Drawn for CreateDrawing {
    fn goal(&self) -> String {
        format!(
            "Create a new drawing in Simple Draw Pro. Name it {}.{}. Save it in the Pictures folder within the \
             sdk_gphone_x86_64 storage area.",
            self.name, self.kind
        )
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.empty_storage();
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Simple Draw Pro");
        let canvas = person.find("Canvas");
        let (x, y) = canvas.middle();
        person.swipe((x - 200, y - 200), (x + 200, y + 200), 300);
        person.swipe((x + 200, y - 200), (x - 200, y + 200), 300);
        person.tap("Save");
        person.tap_on(&person.find_id("save_image_filename"));
        person.clear_field();
        person.type_text(&self.name);
        person.back();
        person.tap(&self.kind.to_uppercase());
        person.tap("OK");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(host.is("-f", &format!("{PICTURES}/{}.{}", self.name, self.kind))))
    }
}

pub(crate) const TASKS: &[Task] = &[Task {
    name: "SimpleDrawProCreateDrawing",
    draw: |random: &mut Random| {
        let kind = *random.one(&["png", "svg", "jpg"]);
        Box::new(CreateDrawing { name: format!("brave_river_{}", random.letters(4)), kind })
    },
}];

/// The saved file has the requested type and contains the drawing.
pub(crate) fn a_drawing_is_a_true_file_of_its_kind() {
    let host = Host::new();
    for kind in ["png", "svg", "jpg"] {
        let task = CreateDrawing { name: format!("cross_{kind}"), kind };
        task.set_up(&host);
        host.shell("am force-stop com.simplemobiletools.draw.pro");
        task.solve(&Person::new(&host));
        let bytes = host.pull(&format!("{PICTURES}/{}.{kind}", task.name));
        if kind == "svg" {
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(text.matches("<path ").count(), 2, "{text}");
            continue;
        }
        let pixels = toolkit::decode(&bytes).unwrap();
        let at = ((pixels.height / 2) * pixels.width + pixels.width / 2) as usize * 4;
        assert!(pixels.rgba[at] < 80, "{kind}: the middle of the cross is {:?}", &pixels.rgba[at..at + 3]);
        assert!(pixels.rgba[..3].iter().all(|part| *part > 240), "{kind}: the paper is white");
    }
}
