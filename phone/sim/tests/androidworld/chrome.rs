//! The three tasks of Chrome: pages that are opened from Downloads and played with.

use super::host::Host;
use super::person::{Element, Person};
use super::task::{Drawn, Random, Task};

const PAGE: &str = "/storage/emulated/0/Download/task.html";

/// The beginning of all three goals.
const GOAL: &str = "Open the file task.html in Downloads in the file manager; when prompted open it with Chrome. Then ";

/// The common set-up: storage is empty, Chrome is new, and the page is in Downloads.
fn prepare(host: &Host, title: &str, script: &str) {
    host.shell("settings put global auto_time 1");
    host.shell("settings put global auto_time_zone 1");
    host.empty_storage();
    assert_eq!(host.shell("pm clear com.android.chrome").trim(), "Success");
    host.shell("pm grant com.android.chrome android.permission.POST_NOTIFICATIONS");
    let page = format!(
        "<!DOCTYPE html><html><head><title>{title}</title></head><body><script>{script}</script></body></html>"
    );
    host.push(PAGE, page.as_bytes());
}

/// Opens the page from Downloads with Chrome, after its first-run screens.
fn open(person: &Person<'_>) {
    person.open("Files");
    if !person.sees("task.html") {
        person.tap("Show roots");
        person.tap("Downloads");
    }
    person.tap("task.html");
    person.tap("Chrome");
    person.tap("Just once");
    person.tap("Accept & continue");
    person.tap("No thanks");
}

/// Whether Chrome is in front and reports success.
fn success(host: &Host) -> f64 {
    let done = host.front().starts_with("com.android.chrome/")
        && Person::new(host).look().iter().any(|it| it.text == "Success!");
    f64::from(u8::from(done))
}

struct Maze {
    seed: u64,
}

/// The buttons, each with its opposite.
const STEPS: [(&str, &str); 4] = [("Down", "Up"), ("Right", "Left"), ("Up", "Down"), ("Left", "Right")];

/// Tries every direction from here, since the walls are invisible. Returns whether the goal was reached.
fn explore(person: &Person<'_>, seen: &mut Vec<[i32; 4]>) -> bool {
    let here = person.find("X").bounds;
    seen.push(here);
    for (step, back) in STEPS {
        person.tap(step);
        if person.sees("Success!") {
            return true;
        }
        let now = person.find("X").bounds;
        if now == here {
            continue;
        }
        if !seen.contains(&now) && explore(person, seen) {
            return true;
        }
        person.tap(back);
    }
    false
}

impl Drawn for Maze {
    fn goal(&self) -> String {
        format!("{GOAL}navigate the X to the bottom-right cell, by using the direction buttons.")
    }

    fn set_up(&self, host: &Host) {
        prepare(host, "Maze Puzzle", &format!("rng = new SeededRNG({})\nfunction generateMaze() {{}}", self.seed));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        open(person);
        assert!(explore(person, &mut Vec::new()), "the maze has no path");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        success(host)
    }
}

struct Multiply {
    seed: u64,
}

impl Drawn for Multiply {
    fn goal(&self) -> String {
        format!("{GOAL}click the button 5 times, remember the numbers displayed, and enter their product in the form.")
    }

    fn set_up(&self, host: &Host) {
        prepare(host, "Memory Task", &format!("const rng = new SeededRNG({});", self.seed));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        open(person);
        let mut product = 1_u64;
        for _ in 0..5 {
            product *= person.find_id("number").text.parse::<u64>().unwrap();
            person.tap("Click Me");
        }
        person.type_into("Enter the product", &product.to_string());
        let submit: Element = person.find("Submit");
        person.tap_on(&submit);
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        success(host)
    }
}

/// Returns the colours of the palette in order.
fn palette() -> Vec<u32> {
    (1..=24).map(|number: u32| number * 0x0b_2d17 % 0x100_0000).collect()
}

struct Draw {
    seed: u64,
}

impl Draw {
    /// Returns the palette positions of the three colours on the page, as a person sees them. The accessibility tree
    /// contains no colours.
    fn shown(&self) -> Vec<usize> {
        let (mut random, mut left) = (self.seed, (0..24).collect::<Vec<usize>>());
        (0..3)
            .map(|_| {
                random = (1_664_525 * random + 1_013_904_223) % (1 << 32);
                let part = random as f64 / 4_294_967_296.0;
                left.remove((part * left.len() as f64).floor() as usize)
            })
            .collect()
    }
}

impl Drawn for Draw {
    fn goal(&self) -> String {
        format!("{GOAL}create a drawing using the three colors shown at the top and hit submit.")
    }

    fn set_up(&self, host: &Host) {
        let colors: Vec<String> = palette().iter().map(|color| format!("'#{color:06x}'")).collect();
        let script =
            format!("const rng = new SeededRNG({});\nconst availableColors = [\n{},\n];", self.seed, colors.join(", "));
        prepare(host, "Color Challenge", &script);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        open(person);
        let silent = |element: &Element| {
            element.class.ends_with(".Button") && element.text.is_empty() && element.description.is_empty()
        };
        for (line, number) in self.shown().into_iter().enumerate() {
            let buttons: Vec<Element> = person.look().into_iter().filter(silent).collect();
            assert_eq!(buttons.len(), 24, "the palette is incomplete");
            person.tap_on(&buttons[number]);
            let [left, top, right, _] = person.find_id("canvas").bounds;
            let y = top + 60 + 120 * i32::try_from(line).unwrap();
            person.swipe((left + 60, y), (right - 60, y + 40), 400);
        }
        person.scroll_and_tap("Submit");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        success(host)
    }
}

fn seed(random: &mut Random) -> u64 {
    random.next() >> 32
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "BrowserMaze", draw: |random| Box::new(Maze { seed: seed(random) }) },
    Task { name: "BrowserDraw", draw: |random| Box::new(Draw { seed: seed(random) }) },
    Task { name: "BrowserMultiply", draw: |random| Box::new(Multiply { seed: seed(random) }) },
];
