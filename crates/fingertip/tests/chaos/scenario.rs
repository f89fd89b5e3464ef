//! Turns a number into a scenario: the goal, how people answer, which faults strike and when. The same number is the
//! same scenario on every machine.

use std::time::Duration;

use fastrand::Rng;

use crate::fault::{Fault, Planned};
use crate::goal::Goal;
use crate::model::ModelFault;
use crate::people::Manner;
use crate::tool::ToolFault;

/// Everything that a run's number determines.
#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    pub(crate) goal: Goal,
    /// Whether everything is approved in advance, except what must always ask.
    pub(crate) yes: bool,
    pub(crate) manner: Manner,
    /// How long a question waits.
    pub(crate) ask_timeout: Duration,
    pub(crate) abort_unanswered: bool,
    /// Whether a command runs it, without a server; then nobody can answer questions.
    pub(crate) by_command: bool,
    /// A second task for the same phone, requested at the same time.
    pub(crate) neighbour: Option<Goal>,
    /// Whether the connection to the phone goes through an adb server.
    pub(crate) through_server: bool,
    /// Whether the model streams its answers.
    pub(crate) stream: bool,
    pub(crate) model: Vec<(usize, ModelFault)>,
    pub(crate) tool: Vec<(usize, ToolFault)>,
    pub(crate) faults: Vec<Planned>,
}

impl Scenario {
    /// Returns the scenario of this run.
    pub(crate) fn of(seed: u64, run: u64) -> Self {
        // Neighbouring runs must be independent, so the number is mixed into the seed (splitmix64).
        let mut mixed = seed.wrapping_add((run + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let mut rng = Rng::with_seed(mixed ^ (mixed >> 31));
        let goal = goal(&mut rng);
        let yes = rng.bool();
        let manner = manner(&mut rng, &goal, yes);
        let waits = !matches!(manner, Manner::Late | Manner::Never);
        let ask_timeout = Duration::from_millis(if waits { 20_000 } else { 400 });
        let (abort_unanswered, through_server, stream) = (rng.bool(), rng.u8(..7) == 0, rng.bool());
        let by_model = goal.mind() == "fake";
        let asks = goal.always_asks() || by_model && !yes;
        let by_command = !asks && !matches!(goal, Goal::ModelAsk(_)) && rng.u8(..5) == 0;
        let beside = !by_command && !matches!(goal, Goal::Timer(_)) && rng.u8(..6) == 0;
        let neighbour = beside.then(|| Goal::Timer(rng.u32(2..50)));
        let mut scenario = Self {
            neighbour,
            by_command,
            goal,
            yes,
            manner,
            ask_timeout,
            abort_unanswered,
            through_server,
            stream,
            model: Vec::new(),
            tool: Vec::new(),
            faults: Vec::new(),
        };
        for _ in 0..pick(&mut rng, &[(4, 1), (3, 2), (2, 3), (1, 4)]) {
            let calls_tool = matches!(scenario.goal, Goal::ModelTool(_));
            let model = if by_model { 5 } else { 0 };
            let tool = if calls_tool { 6 } else { 0 };
            match pick(&mut rng, &[(14, 0), (model, 1), (tool, 2)]) {
                1 => scenario.model.push((rng.usize(..6), choose(&mut rng, &ModelFault::ALL))),
                2 => scenario.tool.push((rng.usize(..2), choose(&mut rng, &ToolFault::ALL))),
                _ => {
                    let what = Fault::random(&mut rng, through_server, by_command);
                    let lines = rng.usize(..=scenario.goal.lines());
                    scenario.faults.push(Planned { what, lines, jitter: jitter(&mut rng) });
                }
            }
        }
        scenario
    }

    /// Lists the faults by name, for the table.
    pub(crate) fn describe(&self) -> String {
        let goal = self.goal.words();
        let faults: Vec<String> = self.faults.iter().map(|fault| format!("{:?}@{}", fault.what, fault.lines)).collect();
        let way = if self.through_server { ", through an adb server" } else { "" };
        let beside = self.neighbour.as_ref().map(|goal| format!(" beside “{}”", goal.words())).unwrap_or_default();
        let host = if self.by_command { ", by a command" } else { "" };
        format!(
            "“{goal}”{beside} by {}{way}{host}; person {:?}, yes {}; model {:?}; tool {:?}; {}",
            self.goal.mind(),
            self.manner,
            self.yes,
            self.model,
            self.tool,
            faults.join(", ")
        )
    }
}

/// Half of the faults strike at once, right after the line they wait for.
fn jitter(rng: &mut Rng) -> Duration {
    Duration::from_micros(if rng.bool() { 0 } else { rng.u64(..30_000) })
}

fn goal(rng: &mut Rng) -> Goal {
    let words = |rng: &mut Rng| {
        let first = choose(rng, &["the kettle", "my train", "the garden", "our lunch", "the parcel", "dinner"]);
        let second = choose(rng, &["is late", "is fine", "is ready", "got wet", "is on Sunday", "can wait"]);
        format!("{first} {second}")
    };
    match pick(rng, &[(5, 0), (2, 1), (2, 2), (4, 3), (2, 4), (2, 5), (1, 6), (1, 7), (4, 8), (4, 9), (3, 10)]) {
        0 => Goal::Text(words(rng)),
        1 => Goal::Call,
        2 => Goal::TextThenCall(words(rng)),
        3 => Goal::Pay(rng.u32(2..40)),
        4 => Goal::Alarm(rng.u32(..60)),
        5 => Goal::Note(words(rng)),
        6 => Goal::Timer(rng.u32(2..50)),
        7 => Goal::Torch,
        8 => Goal::ModelText(words(rng)),
        10 => Goal::ModelAsk(words(rng)),
        _ => Goal::ModelTool(choose(rng, &["amber", "maple", "cobalt", "juniper"]).to_owned()),
    }
}

fn manner(rng: &mut Rng, goal: &Goal, yes: bool) -> Manner {
    let asks = goal.always_asks() || goal.mind() == "fake" && !yes;
    if !asks {
        return Manner::Yes;
    }
    let rows = [
        (6, Manner::Yes),
        (2, Manner::No),
        (2, Manner::Late),
        (1, Manner::Never),
        (2, Manner::Twice),
        (2, Manner::YesTwice),
    ];
    pick(rng, &rows)
}

/// Picks one of the values by weight.
pub(crate) fn pick<T: Copy>(rng: &mut Rng, rows: &[(u32, T)]) -> T {
    let mut left = rng.u32(..rows.iter().map(|(weight, _)| weight).sum::<u32>());
    for (weight, value) in rows {
        if left < *weight {
            return *value;
        }
        left -= weight;
    }
    rows[0].1
}

/// Picks one of the values uniformly.
pub(crate) fn choose<T: Copy>(rng: &mut Rng, values: &[T]) -> T {
    values[rng.usize(..values.len())]
}
