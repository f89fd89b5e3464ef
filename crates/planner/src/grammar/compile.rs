//! Compiles sentences into small programs that the matcher runs over the words.
//!
//! A line of a grammar file is a rule (`<name> = …`), a sentence, a weak sentence (`~ …`, which is always confirmed), a
//! sentence with another likely reading (`? …`, which competes like a sure one and is always confirmed) or a sentence
//! that only sounds like this operation (`! …`).

use std::collections::HashMap;

use action::plan;
use serde_json::Value;

use super::expression::{Expression, Kind, read};
use super::vocabulary::{Vocabulary, WordId};
use super::{GrammarError, Meaning, Sentence};

/// The confidence of a matching sentence. Never 1: the grammar may be wrong even if the words match.
pub(crate) const SURE: f32 = 0.95;
/// The confidence of a matching weak sentence: below the 0.70 from which plans run unasked, above the 0.55 from which
/// they are worth a question.
const WEAK: f32 = 0.62;

/// The number of phrases from which a sentence is split: most rules have fewer, and their sentences stay whole.
const MANY_PHRASES: usize = 20;

/// One step of a sentence.
#[derive(Debug)]
pub(crate) enum Instruction {
    /// One of these words, in ascending order.
    Words(Box<[WordId]>),
    /// A value.
    Slot { name: String, kind: Kind },
    /// Any of these branches.
    Split(Box<[usize]>),
    /// Continue at this instruction.
    Jump(usize),
    /// The sentence is complete.
    Accept,
}

/// A compiled sentence.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) steps: Vec<Instruction>,
    /// One word of each of these groups must occur.
    pub(crate) needs: Vec<Box<[WordId]>>,
}

impl Program {
    /// Whether it is a calculation, which needs no words of the grammar: `12 * 4`.
    fn is_calculation(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Instruction::Slot { kind: Kind::Calculation, .. }))
    }
}

/// Compiles the lines of one file.
pub(super) fn sentences(
    file: &str,
    text: &str,
    vocabulary: &mut Vocabulary,
    rules: &mut HashMap<String, Expression>,
    sentences: &mut Vec<Sentence>,
) -> Result<(), GrammarError> {
    let meaning = match file {
        "outside" | "shared" => Meaning::Outside,
        intent => match plan::intents().find(|known| *known == intent) {
            Some(known) => Meaning::Intent(known),
            None => {
                let problem = "the file is not named after an intent of the catalogue".to_owned();
                return Err(GrammarError { file: file.to_owned(), line: 1, problem });
            }
        },
    };
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |problem: String| GrammarError { file: file.to_owned(), line: index + 1, problem };
        if let Some((name, body)) = rule(line) {
            let body = read(body, vocabulary, rules).map_err(wrong)?;
            rules.insert(name.to_owned(), body);
            continue;
        }
        let (mark, rest) = line.split_at(usize::from(line.starts_with(['~', '!', '?'])));
        let (meaning, confidence) = match mark {
            "~" => (meaning, WEAK),
            "!" => (negated(meaning), SURE),
            _ => (meaning, SURE),
        };
        let (body, mut fixed) = match rest.split_once("=>") {
            Some((body, fixed)) => (body, assignments(fixed).map_err(wrong)?),
            None => (rest, Vec::new()),
        };
        let after = fixed.iter().position(|(name, _)| name == "after").map(|at| fixed.remove(at).1);
        let after = after.and_then(|intent| intent.as_str().map(|intent| intent.replace(' ', "_")));
        let expression = read(body, vocabulary, rules).map_err(wrong)?;
        for expression in apart(expression) {
            let mut program = Program::default();
            emit(&expression, &mut program.steps);
            program.steps.push(Instruction::Accept);
            program.needs = needs(&expression);
            if program.needs.is_empty() && !program.is_calculation() {
                return Err(wrong("a sentence needs at least one word that is not optional".to_owned()));
            }
            let (asks, after, fixed) = (mark == "?", after.clone(), fixed.clone());
            sentences.push(Sentence { meaning, confidence, asks, after, fixed, program });
        }
    }
    Ok(())
}

/// Splits a sentence that begins with one of many phrases into one sentence per phrase: each is then tried only where
/// its own words occur, instead of all of them where any does.
fn apart(expression: Expression) -> Vec<Expression> {
    let phrases = |branches: &[Expression]| {
        branches.len() >= MANY_PHRASES && branches.iter().any(|branch| matches!(branch, Expression::Sequence(_)))
    };
    match expression {
        Expression::Choice(branches) if phrases(&branches) => branches,
        Expression::Sequence(parts) => match parts.split_first() {
            Some((Expression::Choice(branches), rest)) if phrases(branches) => {
                let with_rest = |branch: &Expression| {
                    Expression::Sequence(std::iter::once(branch.clone()).chain(rest.iter().cloned()).collect())
                };
                branches.iter().map(with_rest).collect()
            }
            _ => vec![Expression::Sequence(parts)],
        },
        other => vec![other],
    }
}

/// Returns the meaning of a sentence with `!` in a file with this meaning.
fn negated(meaning: Meaning) -> Meaning {
    match meaning {
        Meaning::Intent(intent) | Meaning::Not(intent) => Meaning::Not(intent),
        Meaning::Outside => Meaning::Outside,
    }
}

/// Parses `<name> = body`.
fn rule(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix('<')?.split_once('>')?;
    Some((name.trim(), rest.trim_start().strip_prefix('=').filter(|rest| !rest.starts_with('>'))?))
}

/// Parses `state=on level=0`.
fn assignments(text: &str) -> Result<Vec<(String, Value)>, String> {
    text.split_whitespace()
        .map(|pair| {
            let (name, value) = pair.split_once('=').ok_or_else(|| format!("`{pair}` is not `slot=value`"))?;
            let value = match (value.parse::<i64>(), value) {
                (Ok(number), _) if !matches!(name, "number" | "amount") => number.into(),
                (_, "true") => true.into(),
                _ => value.replace('_', if name == "setting" { "_" } else { " " }).into(),
            };
            Ok((name.to_owned(), value))
        })
        .collect()
}

fn emit(expression: &Expression, steps: &mut Vec<Instruction>) {
    match expression {
        Expression::Word(id) => steps.push(Instruction::Words(Box::new([*id]))),
        Expression::Slot { name, kind } => steps.push(Instruction::Slot { name: name.clone(), kind: *kind }),
        Expression::Sequence(parts) => parts.iter().for_each(|part| emit(part, steps)),
        Expression::Choice(branches) => {
            let (single, longer): (Vec<_>, Vec<_>) = branches.iter().partition(|b| matches!(b, Expression::Word(_)));
            let mut ids: Vec<WordId> =
                single.iter().filter_map(|b| if let Expression::Word(id) = b { Some(*id) } else { None }).collect();
            ids.sort_unstable();
            ids.dedup();
            if longer.is_empty() {
                steps.push(Instruction::Words(ids.into()));
                return;
            }
            let split = steps.len();
            steps.push(Instruction::Accept);
            let mut branches = Vec::new();
            let mut ends = Vec::new();
            if !ids.is_empty() {
                branches.push(steps.len());
                steps.push(Instruction::Words(ids.into()));
                ends.push(steps.len());
                steps.push(Instruction::Accept);
            }
            for branch in longer {
                branches.push(steps.len());
                emit(branch, steps);
                ends.push(steps.len());
                steps.push(Instruction::Accept);
            }
            let end = steps.len();
            steps[split] = Instruction::Split(branches.into());
            for jump in ends {
                steps[jump] = Instruction::Jump(end);
            }
        }
        Expression::Optional(inside) => {
            let split = steps.len();
            steps.push(Instruction::Accept);
            emit(inside, steps);
            steps[split] = Instruction::Split(Box::new([split + 1, steps.len()]));
        }
    }
}

/// Returns the groups of words that the expression requires: one word of each group.
fn needs(expression: &Expression) -> Vec<Box<[WordId]>> {
    match expression {
        Expression::Word(id) => vec![Box::new([*id])],
        Expression::Slot { .. } | Expression::Optional(_) => Vec::new(),
        Expression::Sequence(parts) => parts.iter().flat_map(needs).collect(),
        Expression::Choice(branches) => {
            let mut union: Vec<WordId> = Vec::new();
            for branch in branches {
                let Some(least) = needs(branch).into_iter().min_by_key(|group| group.len()) else { return Vec::new() };
                union.extend(least.iter());
            }
            union.sort_unstable();
            union.dedup();
            vec![union.into()]
        }
    }
}
