//! The report of a run: a task's folder and the page's template become one HTML file that needs no network.
//!
//! The journal is read line by line: for the index, which stands first so that the page appears at once, and again for
//! the steps with their pictures. Memory is bounded by the number of steps, never by their texts or
//! pictures. A record that is damaged, old or still being written gives a report that says what is missing.
//!
//! This crate never writes to a task's folder, asks nobody, and adds nothing that is not on record: what the redactor
//! hid stays hidden.

mod comparison;
mod html;
mod lines;
mod moments;
mod outline;
mod picture;
mod pieces;
mod steps;
mod texts;
pub mod wire;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agent::record::ReadError;
use history::Run;

pub use self::comparison::write_comparison;
use self::html::Html;
pub use self::html::Template;
use self::lines::{Line, Lines, some_text, text};
use self::pieces::Pieces;
use self::steps::{Steps, Taken};
use self::texts::{brief, brief_to};
use self::wire::{End, Index, Phases, RunState, Trouble, Why};

/// The format of a report.
const VERSION: u32 = 1;

/// The longest cause at the top of a report, in bytes: as much as `history` says.
const MOST_CAUSE: usize = 400;

/// What is said of a record without an end.
const NO_END: &str = "The record has no end: the process was killed, or the record is cut off. `fingertip task resume` \
                      continues such a task.";

/// The record of a task.
#[derive(Clone, Debug)]
pub struct Source {
    /// The task's folder.
    pub folder: PathBuf,
    /// Whether the task still runs.
    pub running: bool,
}

/// How to make a report.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether pictures and texts are kept as they are.
    pub full: bool,
    /// The program, with its version.
    pub program: String,
    /// The time, in milliseconds since 1970.
    pub now: i64,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// How many steps are in it.
    pub steps: usize,
    /// How many pictures.
    pub pictures: u32,
    /// How many bytes it has.
    pub bytes: u64,
    /// How many of them are the page itself.
    pub page: usize,
    /// What the record lacks, in sentences.
    pub missing: Vec<String>,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The folder has no task.
    #[error("there is no task in `{}`", path.display())]
    None {
        /// The folder.
        path: PathBuf,
    },
    /// A newer version wrote it.
    #[error("`{}` has format {found}, which this version does not know; update fingertip", path.display())]
    Newer {
        /// The journal.
        path: PathBuf,
        /// Its format.
        found: u64,
    },
    /// The journal cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Record {
        /// The journal.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The record is damaged from its first line on, so that its steps cannot be compared.
    #[error("the record cannot be compared: {0}")]
    Damaged(ReadError),
    /// Both runs of a comparison are the same task.
    #[error("`{task}` is compared with itself; name two different tasks")]
    Same {
        /// The task.
        task: String,
    },
    /// The report cannot be written.
    #[error("cannot write the report: {0}")]
    Output(#[from] io::Error),
    /// The page that the report is shown with is not one.
    #[error("this build has no page for reports; build it with npm, as CONTRIBUTING.md says")]
    Template,
}

/// Writes the report of a task.
pub fn write(source: &Source, template: &Template, options: &Options, out: impl Write) -> Result<Made, ReportError> {
    let folder = source.folder.as_path();
    let (index, upto, unended) = index(source, options)?;
    let mut html = Html::begin(template, &index, out)?;
    let (lines, _) = Lines::open(folder, Some(upto))?;
    let mut steps = Steps::new(folder, lines, options.full);
    let mut pieces = Pieces::new(options.full);
    let mut place = 0;
    while let Some(taken) = steps.next(|_| {})? {
        html.json(&format!("step-{place}"), &taken.step)?;
        pieces.write(folder, &taken, &mut html)?;
        place += 1;
    }
    let missing = pieces.missing(steps.cut.cut);
    let bytes = html.end(&End { missing: missing.clone() })?;
    let missing = [unended.map_or_else(Vec::new, |said| vec![said]), index.missing, missing].concat();
    Ok(Made { steps: place, pictures: pieces.stored, bytes, page: template.size(), missing })
}

/// Reads the journal for what the report begins with; returns how far it was read, too, and that the record has no end
/// if the report says so as the cause already.
fn index(source: &Source, options: &Options) -> Result<(Index, u64, Option<String>), ReportError> {
    let (folder, running) = (source.folder.as_path(), source.running);
    let (lines, upto) = Lines::open(folder, None)?;
    let mut steps = Steps::new(folder, lines, false);
    let mut index = Index { version: VERSION, program: options.program.clone(), made: options.now, ..Index::default() };
    let (mut ended, mut worked) = (false, 0);
    while let Some(taken) = steps.next(|line| heading(&mut index, &mut ended, line))? {
        add(&mut index, &taken);
        worked += taken.worked;
        index.steps.push(taken.line);
    }
    index.began = steps.began.unwrap_or_default();
    index.took = index.took.max(worked);
    if !ended {
        index.state = if running { RunState::Running } else { RunState::CutOff };
        (index.reason, index.message, index.error) = (None, None, None);
    }
    if !matches!(index.state, RunState::Success | RunState::Running) {
        index.trouble = None;
        index.why = explained(folder, running);
    }
    index.missing = lacking(&index, &steps);
    let mut unended = (!ended && !running).then(|| NO_END.to_owned());
    if index.why.is_none() {
        index.missing.extend(unended.take());
    }
    Ok((index, upto, unended))
}

/// Says why the run ended, in the words of `history`, which has the rules. A record that it cannot read has no answer.
fn explained(folder: &Path, running: bool) -> Option<Why> {
    let run = Run::read_outline(folder).ok()?;
    let history::Why { summary, first, next, .. } = history::why(&run, running);
    let first = first.map(|first| Trouble { step: first.step, what: brief_to(&first.what, MOST_CAUSE) });
    Some(Why { summary, first, next })
}

/// Takes what a line says about the whole task.
fn heading(index: &mut Index, ended: &mut bool, line: &Line) {
    match line.kind() {
        "started" => {
            *ended = false;
            index.runs += 1;
            let keep = |field: &mut String, name: &str| {
                if field.is_empty() {
                    *field = line.text(name).to_owned();
                }
            };
            keep(&mut index.task, "taskId");
            keep(&mut index.goal, "goal");
            // A resumed run may have another phone or model: the last one counts.
            for (field, name) in
                [(&mut index.device, "device"), (&mut index.model, "model"), (&mut index.dialect, "dialect")]
            {
                if let Some(text) = line.some_text(name) {
                    *field = text;
                }
            }
        }
        "ended" => {
            *ended = true;
            let summary = line.get("summary");
            index.state = match text(summary, "status") {
                "success" => RunState::Success,
                "timeout" => RunState::Timeout,
                "interrupted" => RunState::Interrupted,
                _ => RunState::Failed,
            };
            index.reason = some_text(summary, "reason");
            index.message = some_text(summary, "message");
            index.error = some_text(summary, "error");
            index.took = summary.get("duration").and_then(lines::milliseconds).unwrap_or_default();
        }
        _ => {}
    }
}

/// Adds a step to the sums.
fn add(index: &mut Index, taken: &Taken) {
    index.input_tokens = index.input_tokens.saturating_add(taken.input);
    index.output_tokens = index.output_tokens.saturating_add(taken.output);
    index.cost = taken.cost.map(|cost| cost + index.cost.unwrap_or_default()).or(index.cost);
    let (sum, one) = (&mut index.phases, taken.line.phases);
    *sum = Phases {
        look: sum.look + one.look,
        mind: sum.mind + one.mind,
        gate: sum.gate + one.gate,
        person: sum.person + one.person,
        act: sum.act + one.act,
        settle: sum.settle + one.settle,
        record: sum.record + one.record,
    };
    if index.trouble.is_none() {
        index.trouble = trouble(taken.line.step, taken.line.trouble.as_ref());
    }
}

fn trouble(step: u32, what: Option<&String>) -> Option<Trouble> {
    what.map(|what| Trouble { step, what: brief(what) })
}

/// Says what the record lacks.
fn lacking(index: &Index, steps: &Steps<'_>) -> Vec<String> {
    let mut missing = Vec::new();
    let mut say = |holds: bool, what: String| {
        if holds {
            missing.push(what);
        }
    };
    say(index.runs == 0, "The record has no beginning: the goal, the phone and the model are unknown.".to_owned());
    say(steps.lines.torn && index.state != RunState::Running, "The last line of the record is cut off.".to_owned());
    let unreadable = steps.lines.unreadable;
    say(
        unreadable > 0,
        format!("{} of the record cannot be read; what they said is missing.", lines_words(unreadable)),
    );
    let unknown = steps.unknown;
    say(unknown > 0, format!("{} of a kind that this version does not know are left out.", lines_words(unknown)));
    missing
}

fn lines_words(number: u64) -> String {
    if number == 1 { "1 line".to_owned() } else { format!("{number} lines") }
}
