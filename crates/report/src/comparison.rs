//! The comparison of two runs: two folders and the page's template become one HTML file, like the report of one.
//!
//! `history` aligns the steps and says what differs; this file adds what the records hold about each step. The steps of
//! a run come in the order of its journal, so each journal is read once for the index and once for the steps, and
//! memory is bounded by the number of steps.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use agent::record::ReadError;
use history::{Difference, Divergence, Pair, Run, StepChange, Totals, compare};

use crate::html::{Html, Template};
use crate::lines::Lines;
use crate::pieces::Pieces;
use crate::steps::{Steps, Taken};
use crate::texts::{brief, brief_to};
use crate::wire::{ComparedPair, ComparedRun, Comparison, End, Index, PairSteps, Step, StepLine};
use crate::{Made, Options, ReportError, Source, VERSION, index};

/// The names of the runs at the beginning of a sentence.
const NAMES: [&str; 2] = ["First run", "Second run"];

/// The longest sentence about the divergence, in bytes: it quotes both runs.
const MOST_DIVERGENCE: usize = 600;

/// Writes the comparison of two tasks.
pub fn write_comparison(
    sources: [&Source; 2],
    template: &Template,
    options: &Options,
    out: impl Write,
) -> Result<Made, ReportError> {
    let [a, b] = sources;
    let (run_a, run_b) = (run(a)?, run(b)?);
    if a.folder == b.folder || (!run_a.task.is_empty() && run_a.task == run_b.task) {
        let name = a.folder.file_name().unwrap_or_default().to_string_lossy();
        return Err(ReportError::Same { task: name.into_owned() });
    }
    let compared = compare(&run_a, &run_b);
    let mut missing = [broken(NAMES[0], &run_a), broken(NAMES[1], &run_b)].concat();
    drop((run_a, run_b));
    // The indices come after the runs: a task that still runs has every compared step in them.
    let (index_a, upto_a, unended_a) = index(a, options)?;
    let (index_b, upto_b, unended_b) = index(b, options)?;
    for (name, (index, unended)) in NAMES.iter().zip([(&index_a, unended_a), (&index_b, unended_b)]) {
        missing.extend(unended.iter().chain(&index.missing).map(|sentence| format!("{name}: {sentence}")));
    }
    missing.extend(left_out(compared.left_out));
    let (side_a, mut lines_a) = side(index_a, compared.a);
    let (side_b, mut lines_b) = side(index_b, compared.b);
    let numbers: Vec<[Option<u32>; 2]> = compared.pairs.iter().map(numbers).collect();
    let pairs = compared.pairs.into_iter().map(|pair| ComparedPair {
        kind: pair.kind,
        a: line(&mut lines_a, pair.a.as_ref(), 0),
        b: line(&mut lines_b, pair.b.as_ref(), 1),
        differences: pair.differences.into_iter().map(short).collect(),
    });
    let first = Comparison {
        version: VERSION,
        program: options.program.clone(),
        made: options.now,
        a: side_a,
        b: side_b,
        divergence: compared.divergence.map(|one| Divergence { what: brief_to(&one.what, MOST_DIVERGENCE), ..one }),
        pairs: pairs.collect(),
        missing,
    };
    let mut html = Html::begin(template, &first, out)?;
    let mut pieces = Pieces::new(options.full);
    let mut readers =
        [Reader::open(&a.folder, upto_a, options.full, 0)?, Reader::open(&b.folder, upto_b, options.full, 1)?];
    let mut steps = 0;
    for (place, numbers) in numbers.into_iter().enumerate() {
        let mut found = [None, None];
        for ((reader, number), found) in readers.iter_mut().zip(numbers).zip(&mut found) {
            let Some(number) = number else { continue };
            if let Some(taken) = reader.step(number)? {
                reader.pictures(&taken, &mut pieces, &mut html)?;
                // The elements of a screen are in the report of the run.
                *found = Some(Step { outline: None, outline_after: None, ..taken.step });
                steps += 1;
            }
        }
        let [a, b] = found;
        html.json(&format!("pair-{place}"), &PairSteps { a, b })?;
    }
    let cut = readers.iter().map(|reader| reader.steps.cut.cut).sum();
    let lost = pieces.missing(cut);
    let bytes = html.end(&End { missing: lost.clone() })?;
    Ok(Made { steps, pictures: pieces.stored, bytes, page: template.size(), missing: [first.missing, lost].concat() })
}

fn run(source: &Source) -> Result<Run, ReportError> {
    Run::read_outline(&source.folder).map_err(|error| match error {
        ReadError::None { path } => ReportError::None { path },
        ReadError::Newer { path, found } => ReportError::Newer { path, found: found.into() },
        ReadError::Disk { path, source } => ReportError::Record { path, source },
        error @ ReadError::Broken { .. } => ReportError::Damaged(error),
    })
}

/// Says that only the beginning of a damaged record was compared.
fn broken(name: &str, run: &Run) -> Vec<String> {
    let upto = run.steps.last().map_or(0, |step| step.step);
    let sentence = format!("{name}: the record is damaged after step {upto}; what follows was not compared.");
    run.broken.iter().map(|_| sentence.clone()).collect()
}

fn left_out(steps: usize) -> Option<String> {
    (steps > 0).then(|| format!("The runs are too long to compare as a whole: {steps} steps at the end were left out."))
}

/// The run in short, and the lines of its steps by number.
fn side(index: Index, totals: Totals) -> (ComparedRun, HashMap<u32, StepLine>) {
    let mut lines = HashMap::new();
    for line in index.steps {
        // In an edited record a number may come back; the first step with it is the one that is compared.
        lines.entry(line.step).or_insert(line);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a duration in milliseconds, and float casts saturate"
    )]
    let took = (totals.seconds * 1000.0).round() as u64;
    let run = ComparedRun {
        task: totals.task,
        goal: totals.goal,
        device: totals.device,
        model: totals.model,
        began: index.began,
        state: index.state,
        reason: index.reason,
        why: index.why.map(|why| why.summary),
        steps: u64::try_from(totals.steps).unwrap_or(u64::MAX),
        took,
        tokens: totals.tokens,
        cost: totals.cost,
    };
    (run, lines)
}

fn numbers(pair: &Pair) -> [Option<u32>; 2] {
    [&pair.a, &pair.b].map(|step| step.as_ref().map(|step| step.step))
}

/// Returns the line of a step, with the numbers that its pictures have in the comparison.
fn line(lines: &mut HashMap<u32, StepLine>, step: Option<&StepChange>, run: u64) -> Option<StepLine> {
    let mut line = lines.remove(&step?.step)?;
    line.before = line.before.and_then(|number| shown(number, run));
    line.after = line.after.and_then(|number| shown(number, run));
    Some(line)
}

/// Returns the number of a picture in the comparison: both runs count from 1.
fn shown(number: u64, run: u64) -> Option<u64> {
    number.checked_mul(2)?.checked_add(run)
}

fn short(one: Difference) -> Difference {
    Difference { what: one.what, a: brief(&one.a), b: brief(&one.b) }
}

/// The steps of one run, read up to the ones that were compared.
struct Reader<'f> {
    folder: &'f Path,
    steps: Steps<'f>,
    /// 0 for the first run, 1 for the second.
    run: u64,
    /// A step that was read too early.
    ahead: Option<Taken>,
}

impl<'f> Reader<'f> {
    fn open(folder: &'f Path, upto: u64, full: bool, run: u64) -> Result<Self, ReportError> {
        let (lines, _) = Lines::open(folder, Some(upto))?;
        Ok(Self { folder, steps: Steps::new(folder, lines, full), run, ahead: None })
    }

    /// Returns the step with this number. The numbers asked for only grow.
    fn step(&mut self, number: u32) -> Result<Option<Taken>, ReportError> {
        loop {
            let next = match self.ahead.take() {
                Some(ahead) => Some(ahead),
                None => self.steps.next(|_| {})?,
            };
            match next {
                Some(taken) if taken.line.step == number => return Ok(Some(taken)),
                Some(taken) if taken.line.step > number => {
                    self.ahead = Some(taken);
                    return Ok(None);
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    fn pictures<W: Write>(
        &self,
        taken: &Taken,
        pieces: &mut Pieces,
        html: &mut Html<'_, W>,
    ) -> Result<(), ReportError> {
        for number in [taken.line.before, taken.line.after].into_iter().flatten() {
            if let Some(shown) = shown(number, self.run) {
                pieces.picture(self.folder, number, shown, html)?;
            }
        }
        Ok(())
    }
}
