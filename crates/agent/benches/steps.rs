//! Measures the cost of a step of the loop, without phone and model: both answer at once, from memory.
//!
//! `cargo bench -p agent --bench steps` prints the cost per step early and late in one run of 5,000 steps, their ratio,
//! and the memory held: once with a journal that discards everything, and once with the real one, including pictures
//! and trajectory. It counts the thread's CPU time, not waits for the disk or other load on the machine. It fails if a
//! step takes 2 ms or more, or if cost or memory grow.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program that prints and fails")]

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use action::dialect::DialectName;
use action::phone::AgentAction;
use action::{App, Directory, LoopEvent};
use agent::record::Folder;
use agent::{Control, Event, Executor, JournalEntry, ModelMind, NoTools, Nobody, Settings, Status, Task};
use async_trait::async_trait;
use device::settle::{Change, Rest};
use device::tree::{Bounds, Node, State};
use device::{
    Acted, Actuator, DeviceError, Foreground, Observer, Pace, Picture, Reading, Settled, Shot, Tree, Visibility,
};
use model::{Answer, Model, ModelError, Prompt, Traits, Usage};

const STEPS: u32 = 5_000;
/// The measured steps: those after the 10th, and the last ones.
const WINDOW: u32 = 500;

/// A phone with a hundred elements whose screen changes after each action.
struct Instantly {
    png: Vec<u8>,
    tree: Tree,
    acted: AtomicU64,
}

impl Instantly {
    fn new(bytes: usize) -> Self {
        let node = |place: usize| {
            let top = i32::try_from(place).unwrap() * 20;
            Node {
                parent: (place > 0).then_some(0),
                text: format!("Row number {place}"),
                class: "android.widget.Button".to_owned(),
                package: "com.example".to_owned(),
                bounds: Bounds { left: 0, top, right: 1080, bottom: top + 20 },
                state: State { clickable: true, enabled: true, ..State::default() },
                ..Node::default()
            }
        };
        let png = vec![7; bytes];
        Self { png, tree: Tree { nodes: (0..100).map(node).collect(), ..Tree::default() }, acted: AtomicU64::new(1) }
    }

    fn picture(&self) -> Picture {
        let fingerprint = self.acted.load(Ordering::Relaxed);
        Picture::known(1080, 2400, self.png.clone(), fingerprint)
    }
}

#[async_trait]
impl Observer for Instantly {
    fn id(&self) -> &str {
        "instantly"
    }

    async fn snapshot(&self) -> Result<Shot, DeviceError> {
        Ok(Shot { picture: self.picture(), app: self.current_app().await?, visibility: Visibility::Shown })
    }

    async fn tree(&self) -> Result<Tree, DeviceError> {
        Ok(self.tree.clone())
    }

    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError> {
        Ok(Some(Foreground { package: "com.example".to_owned(), activity: None }))
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        Ok(Vec::new())
    }

    async fn directory(&self) -> Result<Directory, DeviceError> {
        Ok(Directory::default())
    }

    async fn read(&self, _: &Reading<'_>) -> Result<String, DeviceError> {
        Ok(String::new())
    }

    async fn settle(&self, _: Pace, _: Option<&Picture>) -> Result<Settled<Picture>, DeviceError> {
        let (rest, change) = (Rest::Still, Change::Changed);
        Ok(Settled { rest, change, last: self.picture(), looks: 2, waited: Duration::ZERO })
    }
}

#[async_trait]
impl Actuator for Instantly {
    async fn act(&self, _: &AgentAction) -> Result<Acted, DeviceError> {
        self.acted.fetch_add(1, Ordering::Relaxed);
        Ok(Acted::Touched)
    }

    async fn push_file(&self, _: &str, _: &[u8], _: u32) -> Result<String, DeviceError> {
        Ok(String::new())
    }

    async fn release(&self) -> Result<(), DeviceError> {
        Ok(())
    }
}

struct Taps {
    traits: Traits,
    asked: AtomicU32,
}

#[async_trait]
impl Model for Taps {
    fn name(&self) -> &str {
        "taps"
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    async fn answer(&self, _: &Prompt) -> Result<Answer, ModelError> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let raw = if asked < STEPS {
            let y = asked % 2_000;
            format!(r#"{{"thought":"the next row, number {asked}","action":{{"type":"tap","x":540,"y":{y}}}}}"#)
        } else {
            r#"{"thought":"enough","action":{"type":"finish","message":"done"}}"#.to_owned()
        };
        Ok(Answer { raw, usage: Usage { input_tokens: 3_000, ..Usage::default() }, attempts: 1, ..Answer::default() })
    }
}

/// Serialises every line as the journal would, and discards it.
struct Nowhere;

impl agent::Journal for Nowhere {
    fn write(&mut self, line: &JournalEntry) -> std::io::Result<()> {
        serde_json::to_writer(std::io::sink(), line)?;
        Ok(())
    }
}

/// The step, the work so far, and the memory held.
type Marks = Arc<Mutex<Vec<(u32, Duration, Option<u64>)>>>;

/// The CPU time of this thread, so that other load on the machine does not count. Falls back to the time since the
/// start if the system does not report it.
fn worked(began: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = text.and_then(|text| text.split(' ').next().and_then(|ns| ns.parse().ok()));
    ns.map_or_else(|| began.elapsed(), Duration::from_nanos)
}

/// The memory of this process, in KiB; `None` if the system does not report it.
fn held() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().split(' ').next()?.parse().ok()
}

/// The cost of a step, early and late.
struct Measured {
    first: Duration,
    last: Duration,
    /// Wall-clock time, including the disk and other load on the machine.
    wall: Duration,
    memory: Option<(u64, u64)>,
}

/// One task of [`STEPS`] steps on a phone with pictures of so many bytes.
fn measure(record: impl agent::Journal + 'static, picture: usize) -> Measured {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let traits = Traits::of(DialectName::find("openpocket").unwrap());
    let traits =
        Traits { picture: model::PictureRule { long_side: 4_000, short_side: 4_000, ..traits.picture }, ..traits };
    let model = Arc::new(Taps { traits, asked: AtomicU32::new(0) });
    let settings = Settings { max_steps: STEPS, ..Settings::default() };
    let marks: Marks = Arc::default();
    let began = Instant::now();
    let kept = Arc::clone(&marks);
    let device = Arc::new(Instantly::new(picture));
    let executor = Executor::new(device, ModelMind::new(model), Arc::new(Nobody), Arc::new(NoTools), settings)
        .with_journal(record)
        .with_watch(move |event: &Event| {
            if let Event::Loop(LoopEvent::Thinking { step }) = event
                && [10, 10 + WINDOW, STEPS - WINDOW, STEPS].contains(step)
            {
                kept.lock().unwrap().push((*step, worked(began), held()));
            }
        });
    let task = Task { id: "bench".to_owned(), goal: "tap every row".to_owned() };
    let summary = runtime.block_on(executor.run(&task, Control::none()));
    assert_eq!((summary.status, summary.steps), (Status::Success, STEPS), "{summary:?}");
    let marks = marks.lock().unwrap();
    let [begin, early, late, end] = marks[..] else { panic!("{marks:?}") };
    let per_step = |from: Duration, to: Duration| to.saturating_sub(from) / WINDOW;
    Measured {
        first: per_step(begin.1, early.1),
        last: per_step(late.1, end.1),
        wall: began.elapsed() / STEPS,
        memory: early.2.zip(end.2),
    }
}

fn check(name: &str, measured: &Measured) {
    let Measured { first, last, wall, memory } = measured;
    let ratio = last.as_secs_f64() / first.as_secs_f64();
    println!(
        "{name}: {first:?} a step after step 10, {last:?} before step {STEPS}, ratio {ratio:.2}; {wall:?} by the clock"
    );
    if let Some((early, end)) = memory {
        println!("  memory held: {early} KiB at step {}, {end} KiB at step {STEPS}", 10 + WINDOW);
        assert!(*end < early + 8 * 1024, "memory grows");
    }
    assert!(*first.max(last) < Duration::from_millis(2), "a step takes too long");
    assert!(ratio < 1.5, "a step costs more the longer the task runs");
}

fn main() {
    // `cargo test --all-targets` runs this too, unoptimised and in parallel: it measures only for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    // As many bytes per picture as a real screen has.
    check("in memory", &measure(Nowhere, 400 << 10));
    // A tenth of that: 5,000 full pictures would fill two gigabytes, and the disk is not what is measured.
    let folder = std::env::temp_dir().join(format!("fingertip-steps-{}", std::process::id()));
    let measured = measure(Folder::create(&folder).unwrap(), 40 << 10);
    _ = std::fs::remove_dir_all(&folder);
    check("on disk", &measured);
}
