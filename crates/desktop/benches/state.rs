//! Measures the cost of the rules: mixed actions on 1,000 windows, compared with a bare map without rules, in one run.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints its table and stops at a surprise")]

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use action::Finite;
use action::os::{
    Addressed, Batch, ContentUpdateOperation, OsAction, WindowBounds, WindowContent, WindowCreate, WindowFocus,
    WindowMove, WindowUpdateContent,
};
use desktop::state::{Command, Desktop};
use desktop::wire::{Actor, Viewport};

const WINDOWS: u32 = 1_000;
const ROUNDS: u32 = 20_000;
const TIMES: usize = 15;
/// Few enough commands per measurement that a run is rarely interrupted.
const CHUNK: usize = 100;

fn create(number: u32) -> WindowCreate {
    let [x, y] = [number % 900, number % 500].map(Finite::from);
    WindowCreate {
        window_id: format!("window-{number}"),
        title: format!("Window {number}"),
        bounds: WindowBounds { x, y, w: Finite::from(300), h: Finite::from(200) },
        content: WindowContent::Text("a line of text\n".to_owned()),
        variant: None,
        dock_edge: None,
        frameless: None,
        window_style: None,
        minimized: None,
        replace: Some(true),
        shared: None,
    }
}

/// Create (replacing another), move, focus, append, in turn, across all windows.
fn mixed() -> Vec<OsAction> {
    (0..ROUNDS)
        .map(|round| {
            let number = round.wrapping_mul(2_654_435_761) % WINDOWS;
            let window_id = format!("window-{number}");
            match round % 4 {
                0 => OsAction::WindowCreate(create(number)),
                1 => OsAction::WindowMove(WindowMove { window_id, x: (round % 800).into(), y: (round % 400).into() }),
                2 => OsAction::WindowFocus(WindowFocus { window_id }),
                _ => OsAction::WindowUpdateContent(WindowUpdateContent {
                    window_id,
                    operation: ContentUpdateOperation::Append { data: "more of it\n".to_owned() },
                    renderer: None,
                }),
            }
        })
        .collect()
}

fn command(action: OsAction) -> Command {
    Command::Batch(Batch::from(Addressed::from(action)))
}

/// Measures each chunk.
fn timed(commands: &[Command], mut each: impl FnMut(&Command)) -> Vec<Duration> {
    let chunk = |commands: &[Command]| {
        let start = Instant::now();
        commands.iter().for_each(&mut each);
        start.elapsed()
    };
    commands.chunks(CHUNK).map(chunk).collect()
}

fn with_rules(commands: &[Command]) -> Vec<Duration> {
    let actor = Actor::Agent("bench".to_owned());
    let mut desktop = Desktop::new(Viewport::default());
    for number in 0..WINDOWS {
        desktop.apply(&actor, &command(OsAction::WindowCreate(create(number))), 0).unwrap();
    }
    timed(commands, |command| _ = black_box(desktop.apply(&actor, black_box(command), 0).unwrap()))
}

/// A window of the bare map: only what was sent.
#[derive(Clone)]
struct Bare {
    create: WindowCreate,
    raised: u32,
}

fn without_rules(commands: &[Command]) -> Vec<Duration> {
    let bare = |create: WindowCreate| (create.window_id.clone(), Bare { create, raised: 0 });
    let mut windows: HashMap<String, Bare> = (0..WINDOWS).map(create).map(bare).collect();
    let mut focused = String::new();
    let mut raised = 0;
    let took = timed(commands, |command| {
        let Command::Batch(batch) = black_box(command) else { return };
        for Addressed { action, .. } in &batch.actions {
            match action {
                OsAction::WindowCreate(create) => {
                    let (key, window) = bare(create.clone());
                    windows.insert(key, window);
                }
                OsAction::WindowMove(verb) => {
                    let window = windows.get_mut(&verb.window_id).unwrap();
                    (window.create.bounds.x, window.create.bounds.y) = (verb.x, verb.y);
                }
                OsAction::WindowFocus(verb) => {
                    raised += 1;
                    windows.get_mut(&verb.window_id).unwrap().raised = raised;
                    focused.clone_from(&verb.window_id);
                }
                OsAction::WindowUpdateContent(verb) => {
                    let window = windows.get_mut(&verb.window_id).unwrap();
                    if let (WindowContent::Text(text), ContentUpdateOperation::Append { data }) =
                        (&mut window.create.content, &verb.operation)
                    {
                        text.push_str(data);
                    }
                }
                _ => {}
            }
        }
    });
    black_box((windows, focused));
    took
}

fn main() {
    let commands: Vec<Command> = mixed().into_iter().map(command).collect();
    // The fastest of several runs of each chunk, in turn, because the machine may be doing other work.
    let mut best =
        [vec![Duration::MAX; commands.len().div_ceil(CHUNK)], vec![Duration::MAX; commands.len().div_ceil(CHUNK)]];
    for _ in 0..TIMES {
        for (best, took) in best.iter_mut().zip([with_rules(&commands), without_rules(&commands)]) {
            best.iter_mut().zip(took).for_each(|(best, took)| *best = took.min(*best));
        }
    }
    let best = best.map(|chunks| chunks.iter().sum::<Duration>());
    let a_second = |took: Duration| f64::from(ROUNDS) / took.as_secs_f64();
    let [ours, bare] = best.map(a_second);
    println!("mixed actions per second on {WINDOWS} windows");
    println!("  the desktop  {ours:>12.0}");
    println!("  a bare map   {bare:>12.0}");
    println!("  ratio        {:>12.2}  (wanted: 0.33 or more)", ours / bare);
}
