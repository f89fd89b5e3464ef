//! A task with codes and passwords that is cut off at every step and resumed until it is done: no secret appears in any
//! file, prompt, event, question, log line or picture.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use action::dialect::DialectName;
use agent::record::{Folder, read_prompt, read_tree};
use agent::{
    Answer, Artefact, Asks, Control, Event, Executor, Human, JournalEntry, ModelMind, NoTools, Question, Resume,
    Secret, Settings, Status, Task,
};
use async_trait::async_trait;
use device::Observer;
use device::tree::Role;
use model::{Model, ModelError, Part, Prompt, Traits, Usage};
use serde_json::{Value, json};
use sim::profile::Profile;
use tracing::field::{Field, Visit};

use crate::rig::Phone;

/// One in an incoming message, one from the person, one known to the agent.
const FOUND: &str = "482913";
const GIVEN: &str = "731946";
const PASSWORD: &str = "correct horse";

/// The model's actions, step by step. `first` happens to the phone just before; `at` stands for the position of a
/// label, `field` for that of the first field.
fn script() -> Vec<Value> {
    vec![
        json!({"action": {"type": "shell", "command": "content query --uri content://sms"}}),
        json!({"action": {"type": "open_app", "name": "Messages"}}),
        json!({"action": {"type": "open_url", "url": "smsto:+15550199"}}),
        json!({"action": {"type": "tap", "at": "field"}}),
        json!({"action": {"type": "type", "text": "[code 1]"}}),
        json!({"action": {"type": "observe"}}),
        json!({"action": {"type": "request_human_auth", "capability": "sms", "instruction": "The code, please"}}),
        json!({"action": {"type": "observe"},
            "first": {"op": "receive_sms", "from": "+15550188", "body": "<#> 731 946 for you"}}),
        json!({"action": {"type": "note", "text": "the field has [code 1]"},
            "first": {"op": "pop_up", "title": "Thanks", "message": "code 731946 accepted", "buttons": ["OK"]}}),
        json!({"action": {"type": "tap", "at": "OK"}}),
        json!({"action": {"type": "shell", "command": "am start -a android.settings.WIFI_SETTINGS"}}),
        json!({"action": {"type": "tap", "at": "Linksys00042"}}),
        json!({"action": {"type": "type", "text": PASSWORD}}),
        json!({"action": {"type": "observe"}}),
        json!({"action": {"type": "open_url", "url": "smsto:+15550199"}}),
        json!({"action": {"type": "finish", "message": "I typed [code 1]"}}),
    ]
}

/// All output of a task as text, and its pictures.
#[derive(Default)]
struct Seen {
    text: Mutex<String>,
    pictures: Mutex<Vec<Vec<u8>>>,
    /// Pictures without a secret: most screens repeat.
    clean: Mutex<HashSet<Vec<u8>>>,
}

impl Seen {
    fn text(&self, text: &str) {
        let mut all = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_str(text);
        all.push('\n');
    }
}

/// Replies from its script, wherever the task is, and keeps the prompts.
struct Script {
    phone: Phone,
    traits: Traits,
    /// How many replies are on record.
    next: Mutex<usize>,
    seen: Arc<Seen>,
    /// Rows of pixels that show a secret, from the phone itself; `None` if they are already known.
    rows: Option<Mutex<Vec<Vec<u8>>>>,
}

impl Script {
    /// Replaces labels by positions; looks again if the label is missing, as after a kill.
    async fn action(&self, mut action: Value) -> Value {
        let Some(label) = action["at"].as_str().map(str::to_owned) else { return action };
        let tree = self.phone.eyes().tree().await.unwrap();
        let field = |at: &usize| tree.nodes[*at].role() == Role::Field;
        let fits = |element: &&device::tree::Element| match label.as_str() {
            "field" => field(&element.node),
            label => element.label == label || element.label.starts_with(&format!("{label},")),
        };
        let Some(found) = tree.elements().iter().find(fits).map(|found| found.node) else {
            return json!({"type": "observe"});
        };
        let (x, y) = tree.nodes[found].bounds.centre();
        let fields = action.as_object_mut().unwrap();
        fields.remove("at");
        fields.extend([("x".to_owned(), x.into()), ("y".to_owned(), y.into())]);
        action
    }

    /// Stores how secrets look on the phone, unpainted.
    async fn keep_rows(&self, rows: &Mutex<Vec<Vec<u8>>>) {
        let eyes = self.phone.eyes();
        let tree = eyes.tree().await.unwrap();
        let picture = Picture::read(&eyes.snapshot().await.unwrap().picture.png().unwrap());
        for node in &tree.nodes {
            let digits: String = node.text.chars().filter(char::is_ascii_digit).collect();
            let secret = digits.contains(FOUND) || digits.contains(GIVEN) || node.text.contains(PASSWORD);
            if secret || (node.state.password && node.text.contains('•')) {
                let row = picture.busiest_row(node.bounds);
                assert!(picture.has(&row), "what is looked for can be found");
                rows.lock().unwrap().push(row);
            }
        }
    }
}

#[async_trait]
impl Model for Script {
    fn name(&self) -> &str {
        "script"
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    async fn answer(&self, prompt: &Prompt) -> Result<model::Answer, ModelError> {
        for part in prompt.messages.iter().flat_map(|message| &message.parts) {
            match part {
                Part::Text(text) => self.seen.text(text),
                Part::Picture(picture) => self.seen.pictures.lock().unwrap().push(picture.png.to_vec()),
            }
        }
        if let Some(rows) = &self.rows {
            self.keep_rows(rows).await;
        }
        let next = {
            let mut next = self.next.lock().unwrap();
            *next += 1;
            script().get(*next - 1).cloned()
        };
        let step = next.unwrap_or_else(|| json!({"action": {"type": "finish", "message": "done"}}));
        if step["first"].is_object() {
            self.phone.control(&step["first"]).await;
        }
        let raw = json!({"thought": "next", "action": self.action(step["action"].clone()).await}).to_string();
        Ok(model::Answer { raw, usage: Usage::default(), attempts: 1, ..model::Answer::default() })
    }
}

/// Gives the code, and answers yes to everything else.
struct Person(Arc<Seen>);

#[async_trait]
impl Human for Person {
    async fn ask(&self, question: &Question) -> Answer {
        self.0.text(&format!("{question:?}"));
        match question.asks {
            Asks::Auth { .. } => Answer::Approved { artefact: Some(Artefact::Text(Secret::new(GIVEN))) },
            _ => Answer::Yes { remember: false },
        }
    }
}

/// The folder of a task whose process ends after so many lines.
struct Dying {
    folder: Folder,
    left: usize,
}

impl agent::Journal for Dying {
    fn write(&mut self, entry: &JournalEntry) -> std::io::Result<()> {
        if self.left == 0 {
            return Err(std::io::Error::other("the process is gone"));
        }
        self.left -= 1;
        self.folder.write(entry)
    }
}

/// Runs the task, cut off after so many lines in each run. Returns the rows of pixels, if they are to be kept.
async fn run(folder: &Path, phone: &Phone, seen: &Arc<Seen>, deaths: &[usize], keep: bool) -> (usize, Vec<Vec<u8>>) {
    let mut rows = Vec::new();
    let mut deaths = deaths.iter().copied();
    loop {
        let mut entries = Vec::new();
        let folder = match Folder::reopen(folder, |entry| entries.push(entry)) {
            Ok(folder) => folder,
            Err(_) => Folder::create(folder).unwrap(),
        };
        let said = entries.iter().filter(|entry| matches!(entry, JournalEntry::Prediction(_))).count();
        let model = Arc::new(Script {
            phone: phone.clone(),
            traits: Traits::of(DialectName::find("openpocket").unwrap()),
            next: Mutex::new(said),
            seen: Arc::clone(seen),
            rows: keep.then(Mutex::default),
        });
        let told = Arc::clone(seen);
        let settings = Settings { yes: true, embed_screenshots: false, ..Settings::default() };
        let death = deaths.next();
        let mut executor = Executor::new(
            phone.device(),
            ModelMind::new(model.clone()),
            Arc::new(Person(Arc::clone(seen))),
            Arc::new(NoTools),
            settings,
        )
        .with_journal(Dying { folder, left: death.unwrap_or(usize::MAX) })
        .with_watch(move |event: &Event| told.text(&format!("{event:?}")));
        if !entries.is_empty() {
            executor = executor.resuming(Resume::from_entries(&entries));
        }
        let task = Task { id: "t1".to_owned(), goal: "sign in".to_owned() };
        let summary = executor.run(&task, Control::none()).await;
        seen.text(&format!("{summary:?}"));
        if let Some(kept) = &model.rows {
            rows.append(&mut kept.lock().unwrap());
            rows.sort_unstable();
            rows.dedup();
        }
        if death.is_none() || summary.status == Status::Success {
            assert_eq!(summary.status, Status::Success, "{summary:?}");
            return (*model.next.lock().unwrap(), rows);
        }
    }
}

/// Searches everything that a task emitted and left behind for secrets.
fn check(folder: &Path, seen: &Seen, rows: &[Vec<u8>], name: &str) {
    let mut text = std::mem::take(&mut *seen.text.lock().unwrap());
    let mut pictures = std::mem::take(&mut *seen.pictures.lock().unwrap());
    for file in ["journal.jsonl", "trajectory.json"] {
        text.push_str(&std::fs::read_to_string(folder.join(file)).unwrap());
    }
    let stored =
        |kind: &str| std::fs::read_dir(folder.join(kind)).map_or(0, |files| u64::try_from(files.count()).unwrap());
    for number in 1..=stored("trees") {
        let tree = read_tree(folder, number).unwrap().unwrap_or_default();
        tree.nodes.iter().for_each(|node| text.push_str(&format!("{}\n{}\n", node.text, node.description)));
    }
    for number in 1..=stored("prompts") {
        text.push_str(&read_prompt(folder, number).unwrap().unwrap_or_default());
    }
    for file in std::fs::read_dir(folder.join("screenshots")).unwrap() {
        pictures.push(std::fs::read(file.unwrap().path()).unwrap());
    }
    let text = without_fractions(&text);
    for secret in [FOUND, GIVEN, "731 946", "482 913", PASSWORD, "correct%shorse"] {
        let at = text.find(secret);
        let around =
            at.map(|at| &text[text.floor_char_boundary(at.saturating_sub(300))..text.ceil_char_boundary(at + 60)]);
        assert!(at.is_none(), "{name}: `{secret}` in {around:?}");
    }
    let mut clean = seen.clean.lock().unwrap();
    for png in pictures {
        if !clean.contains(&png) {
            let picture = Picture::read(&png);
            assert!(!rows.iter().any(|row| picture.has(row)), "{name}: a picture shows a secret");
            clean.insert(png);
        }
    }
}

/// Removes the fractions of numbers: times have six digits there.
fn without_fractions(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut fraction = false;
    for letter in text.chars() {
        fraction &= letter.is_ascii_digit();
        if !fraction {
            fraction = letter == '.' && kept.ends_with(|before: char| before.is_ascii_digit());
            kept.push(letter);
        }
    }
    kept
}

/// The pixels of a picture.
struct Picture {
    width: usize,
    pixels: Vec<u8>,
}

impl Picture {
    fn read(png: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().unwrap();
        let samples = reader.output_color_type().0.samples();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let width = usize::try_from(reader.info().width).unwrap();
        // Grey is enough to tell letters from the background.
        Self { width, pixels: pixels.chunks_exact(samples).map(|pixel| pixel[0]).collect() }
    }

    fn row(&self, number: usize) -> &[u8] {
        &self.pixels[number * self.width..(number + 1) * self.width]
    }

    /// The row of a rectangle with the most edges, from its first letter to its last.
    fn busiest_row(&self, bounds: device::tree::Bounds) -> Vec<u8> {
        let side = |side: i32| usize::try_from(side.max(0)).unwrap();
        let (left, right) = (side(bounds.left), side(bounds.right).min(self.width));
        let edges = |row: &&[u8]| row.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let rows = (side(bounds.top)..side(bounds.bottom).min(self.pixels.len() / self.width))
            .map(|row| &self.row(row)[left..right]);
        let row = rows.max_by_key(edges).unwrap();
        let first = row.windows(2).position(|pair| pair[0] != pair[1]).unwrap_or(0);
        let last = row.windows(2).rposition(|pair| pair[0] != pair[1]).unwrap_or(0);
        assert!(last > first + 20, "nothing is written there");
        row[first..=last].to_vec()
    }

    fn has(&self, wanted: &[u8]) -> bool {
        (0..self.pixels.len() / self.width).any(|row| self.row(row).windows(wanted.len()).any(|part| part == wanted))
    }
}

/// Captures the log, at every level.
struct Log(Arc<Seen>);

impl tracing::Subscriber for Log {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        let mut line = Line(String::new());
        span.record(&mut line);
        self.0.text(&line.0);
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        let mut line = Line(String::new());
        values.record(&mut line);
        self.0.text(&line.0);
    }

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut line = Line(format!("{}: ", event.metadata().target()));
        event.record(&mut line);
        self.0.text(&line.0);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        write!(self.0, "{}={value:?} ", field.name()).unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_secret_is_found_nowhere_however_often_the_task_is_killed() {
    let seen = Arc::new(Seen::default());
    tracing::subscriber::set_global_default(Log(Arc::clone(&seen))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: String| folder.path().join(name);

    // Without interruption first: this shows how secrets look on the phone, and how many lines there are.
    let whole = place("whole".to_owned());
    let (steps, rows) = run(&whole, &Phone::new(Profile::default()), &seen, &[], true).await;
    assert_eq!(steps, script().len());
    assert!(rows.len() >= 6, "{} secrets were on the screen", rows.len());
    let log = seen.text.lock().unwrap().matches("the gate decided").count();
    assert!(log > 5, "the log is kept");
    check(&whole, &seen, &rows, "in one go");
    let entries: Vec<JournalEntry> = agent::record::read(&whole).unwrap().map(Result::unwrap).collect();
    let typed = entries.iter().filter(|entry| matches!(entry, JournalEntry::Hidden(_))).count();
    assert!(typed >= 3, "{typed} entries say where secrets stand");

    // One task that dies in every run, a few lines further: before an intent, after it, after an effect.
    let often: Vec<usize> = (0..entries.len()).map(|run| 5 + run % 4).collect();
    let killed = place("killed".to_owned());
    run(&killed, &Phone::new(Profile::default()), &seen, &often, false).await;
    check(&killed, &seen, &rows, "killed in every run");

    // And tasks that die once: at every line with `FINGERTIP_LONG`, otherwise where secrets are in transit.
    let long = std::env::var_os("FINGERTIP_LONG").is_some();
    let on_its_way = |at: &usize| {
        let around = &entries[at.saturating_sub(2)..*at];
        around.iter().any(|entry| matches!(entry, JournalEntry::Hidden(_)))
    };
    for at in (1..entries.len()).filter(|at| long || on_its_way(at)) {
        let name = format!("killed at line {at}");
        let once = place(at.to_string());
        run(&once, &Phone::new(Profile::default()), &seen, &[at], false).await;
        check(&once, &seen, &rows, &name);
    }
}
