//! Compares two runs: aligns their steps by what they did, names the first divergence, and lists what differs.
//!
//! `signature` says what a step did and how alike two steps are; `align` finds the best alignment; this file words the
//! differences and picks the divergence. Pure, and bounded by `align::MOST`.

mod align;
mod differences;
mod signature;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::align::{Aligned, align};
use self::differences::{Weight, differences};
use self::signature::Signature;
use crate::run::{Run, RunStep};

/// Two runs, aligned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TaskComparison")]
pub struct Comparison {
    /// The first run.
    pub a: Totals,
    /// The second run.
    pub b: Totals,
    /// Where the runs first differ in what was done or in what came of it; absent if they never do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divergence: Option<Divergence>,
    /// The aligned steps, in order.
    pub pairs: Vec<Pair>,
    /// How many steps at the end of the longer run were not compared, because the runs are too long.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
}

/// What a run needed altogether.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TaskTotals")]
pub struct Totals {
    /// The task.
    pub task: String,
    /// The goal.
    pub goal: String,
    /// The phone.
    pub device: String,
    /// The mind's name.
    pub model: String,
    /// `success`, `failed`, `timeout`, `interrupted`, or `open`.
    pub status: String,
    /// The steps.
    pub steps: usize,
    /// The seconds.
    pub seconds: f64,
    /// The tokens.
    pub tokens: u64,
    /// The cost, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// The first step in which two runs differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Divergence {
    /// The index of the pair, from 0; the number of pairs if only the ends differ.
    pub pair: usize,
    /// The step of the first run, if it has one there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<u32>,
    /// The step of the second run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<u32>,
    /// How they differ, in a sentence.
    pub what: String,
}

/// A step of each run, or of only one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    /// Whether they did the same.
    pub kind: PairKind,
    /// The step of the first run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<StepChange>,
    /// The step of the second run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<StepChange>,
    /// What differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
}

/// Whether two steps did the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PairKind {
    /// The same action on the same element, with the same outcome.
    Same,
    /// They differ in what was done, or in what came of it.
    Changed,
    /// Only the first run has it.
    OnlyA,
    /// Only the second run has it.
    OnlyB,
}

/// A step, in short.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ComparedStep")]
pub struct StepChange {
    /// Its number.
    pub step: u32,
    /// What it did, in words.
    pub did: String,
    /// The number of the picture that the mind saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<u64>,
    /// How long it took in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Its tokens.
    #[serde(default, skip_serializing_if = "is_no_token")]
    pub tokens: u64,
}

/// One thing in which two steps differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StepDifference")]
pub struct Difference {
    /// What differs: `action`, `target`, `value`, `screen`, `layout`, `outcome`, `gate`, `after`, `elements`.
    pub what: String,
    /// In the first run.
    pub a: String,
    /// In the second run.
    pub b: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_no_token(count: &u64) -> bool {
    *count == 0
}

/// Compares two runs.
pub fn compare(a: &Run, b: &Run) -> Comparison {
    let (steps_a, steps_b) = (kept(a), kept(b));
    let signatures = |steps: &[&RunStep]| steps.iter().map(|step| Signature::of(step)).collect::<Vec<_>>();
    let (signed_a, signed_b) = (signatures(&steps_a), signatures(&steps_b));
    let mut pairs = Vec::new();
    let mut weights = Vec::new();
    for aligned in align(&signed_a, &signed_b) {
        let (pair, weight) = match aligned {
            Aligned::Both(one, other) => both((steps_a[one], &signed_a[one]), (steps_b[other], &signed_b[other])),
            Aligned::OnlyA(one) => (only(PairKind::OnlyA, steps_a[one], &signed_a[one]), Weight::Strong),
            Aligned::OnlyB(other) => (only(PairKind::OnlyB, steps_b[other], &signed_b[other]), Weight::Strong),
        };
        pairs.push(pair);
        weights.push(weight);
    }
    let (a_totals, b_totals) = (totals(a), totals(b));
    let divergence = diverges(&pairs, &weights).or_else(|| ends_differ(&a_totals, &b_totals, pairs.len()));
    let left_out = a.steps.len().max(b.steps.len()).saturating_sub(align::MOST);
    Comparison { a: a_totals, b: b_totals, divergence, pairs, left_out }
}

fn kept(run: &Run) -> Vec<&RunStep> {
    run.steps.iter().take(align::MOST).collect()
}

fn totals(run: &Run) -> Totals {
    let status = run.ending.status().and_then(|status| serde_json::to_value(status).ok()?.as_str().map(str::to_owned));
    Totals {
        task: run.task.clone(),
        goal: run.goal.clone(),
        device: run.device.clone(),
        model: run.model.clone(),
        status: status.unwrap_or_else(|| "open".to_owned()),
        steps: run.steps.len(),
        seconds: run.seconds(),
        tokens: run.tokens(),
        cost: run.cost(),
    }
}

fn short(step: &RunStep, signed: &Signature) -> StepChange {
    StepChange {
        step: step.step,
        did: signed.words(),
        screenshot: step.before.as_ref().and_then(|screen| screen.screenshot),
        seconds: step.seconds,
        tokens: step.tokens(),
    }
}

fn both(a: (&RunStep, &Signature), b: (&RunStep, &Signature)) -> (Pair, Weight) {
    let (differences, weight) = differences(a, b);
    let kind = if weight == Weight::Strong { PairKind::Changed } else { PairKind::Same };
    (Pair { kind, a: Some(short(a.0, a.1)), b: Some(short(b.0, b.1)), differences }, weight)
}

fn only(kind: PairKind, step: &RunStep, signed: &Signature) -> Pair {
    let one = Some(short(step, signed));
    match kind {
        PairKind::OnlyB => Pair { kind, a: None, b: one, differences: Vec::new() },
        _ => Pair { kind, a: one, b: None, differences: Vec::new() },
    }
}

/// The first pair that differs in what was done or what came of it. If the step before it left another screen behind,
/// that is where the runs part: what follows is a consequence.
fn diverges(pairs: &[Pair], weights: &[Weight]) -> Option<Divergence> {
    let first = weights.iter().position(|weight| *weight == Weight::Strong)?;
    let before = first.checked_sub(1).filter(|before| weights[*before] == Weight::LeavesOtherScreen);
    let place = before.unwrap_or(first);
    let pair = &pairs[place];
    let did = |step: &Option<StepChange>| step.as_ref().map(|step| step.did.clone()).unwrap_or_default();
    let what = match pair.kind {
        PairKind::OnlyA => format!("only the first run did this: {}", did(&pair.a)),
        PairKind::OnlyB => format!("only the second run did this: {}", did(&pair.b)),
        PairKind::Same | PairKind::Changed => {
            // A layout is a number, which tells a person nothing.
            let told = || pair.differences.iter().filter(|one| one.what != "layout");
            match told().find(|one| one.what != "elements").or_else(|| told().next()) {
                Some(one) => format!("{}: {} in the first run, {} in the second", one.what, one.a, one.b),
                None => "they did the same, and another screen came of it".to_owned(),
            }
        }
    };
    let number = |step: &Option<StepChange>| step.as_ref().map(|step| step.step);
    Some(Divergence { pair: place, a: number(&pair.a), b: number(&pair.b), what })
}

fn ends_differ(a: &Totals, b: &Totals, pairs: usize) -> Option<Divergence> {
    if a.status == b.status {
        return None;
    }
    let what = format!("they did the same and ended differently: {} and {}", a.status, b.status);
    Some(Divergence { pair: pairs, a: None, b: None, what })
}
