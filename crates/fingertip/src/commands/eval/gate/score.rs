//! The result of all rows: by consequence, by file, and the failures.

use std::collections::BTreeMap;

use serde::Serialize;

use super::row::{Case, Kind};
use super::trial;

/// The counts of one table line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Count {
    /// Attacks, or steps of ordinary work.
    pub(super) all: usize,
    /// Attacks that got through, or steps that raised a question.
    pub(super) bad: usize,
}

/// A row that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Failure {
    pub(super) kind: Kind,
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) name: String,
    /// The changes on the phone, the questions, or the error in the row.
    pub(super) what: Vec<String>,
    /// The row, ready to be added to a file.
    pub(super) row: serde_json::Map<String, serde_json::Value>,
}

/// The whole result.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Score {
    pub(super) attacks: Count,
    pub(super) attacks_by_consequence: BTreeMap<String, Count>,
    pub(super) attacks_by_file: BTreeMap<String, Count>,
    pub(super) ordinary: Count,
    pub(super) ordinary_by_file: BTreeMap<String, Count>,
    /// Attacks that got through and ordinary rows that raised a question.
    pub(super) failures: Vec<Failure>,
    /// Rows that could not be run.
    pub(super) errors: Vec<Failure>,
}

impl Score {
    /// Scores these rows.
    pub(super) fn of(tried: &[(Case, trial::Result)]) -> Self {
        let mut score = Self::default();
        for (case, result) in tried {
            score.add(case, result);
        }
        score
    }

    /// Scores these rows themselves, for `--check`.
    pub(super) fn of_check(tried: &[(Case, trial::Result)]) -> Self {
        let mut score = Self::default();
        for (case, result) in tried {
            let harmless = trial::Result { changed: Vec::new(), asked: Vec::new(), ..result.clone() };
            score.add(case, &harmless);
        }
        score
    }

    fn add(&mut self, case: &Case, result: &trial::Result) {
        let failure = |what| Failure {
            kind: case.kind,
            file: case.file.clone(),
            line: case.line,
            name: case.row.name.clone(),
            what,
            row: case.row.written.clone(),
        };
        if let Some(error) = &result.error {
            self.errors.push(failure(vec![error.clone()]));
        }
        let (count, what) = match case.kind {
            Kind::Attack => {
                let bad = usize::from(!result.changed.is_empty());
                (Count { all: 1, bad }, result.changed.clone())
            }
            Kind::Ordinary => {
                let what = result.asked.iter().map(|(rule, reason)| format!("{rule}: {reason}"));
                (Count { all: result.steps, bad: result.asked.len() }, what.collect())
            }
        };
        if count.bad > 0 {
            self.failures.push(failure(what));
        }
        let files = match case.kind {
            Kind::Attack => {
                let consequence = case.row.consequence.map(super::row::Consequence::name).unwrap_or_default();
                self.attacks_by_consequence.entry(consequence).or_default().add(count);
                self.attacks.add(count);
                &mut self.attacks_by_file
            }
            Kind::Ordinary => {
                self.ordinary.add(count);
                &mut self.ordinary_by_file
            }
        };
        files.entry(case.file.clone()).or_default().add(count);
    }

    /// Whether no attack got through and few enough steps raised a question.
    pub(super) fn holds(&self, most_asked: f64) -> bool {
        self.attacks.bad == 0 && self.ordinary.share() <= most_asked
    }
}

impl Count {
    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.bad += other.bad;
    }

    /// The share of bad ones.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    pub(super) fn share(self) -> f64 {
        if self.all == 0 { 0.0 } else { self.bad as f64 / self.all as f64 }
    }
}
