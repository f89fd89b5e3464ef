//! The final table: how many runs each fault struck, how they ended, and the findings.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::judge::Kind;
use crate::run::Ran;

/// The outcomes of the runs with one event.
#[derive(Clone, Debug, Default)]
struct Row {
    runs: usize,
    success: usize,
    undone: usize,
    unclaimed: usize,
    findings: BTreeMap<Kind, usize>,
}

impl Row {
    fn add(&mut self, ran: &Ran) {
        self.runs += 1;
        match (ran.state.as_str(), ran.done) {
            ("success", _) => self.success += 1,
            (_, true) => self.unclaimed += 1,
            (_, false) => self.undone += 1,
        }
        let mut kinds: Vec<Kind> = ran.findings.iter().map(|finding| finding.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.findings.entry(kind).or_default() += 1;
        }
    }
}

/// All runs so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    all: Row,
    by_fault: BTreeMap<&'static str, Row>,
    acknowledged: usize,
}

impl Report {
    pub(crate) fn add(&mut self, ran: &Ran) {
        self.all.add(ran);
        self.acknowledged += ran.acknowledged;
        if ran.struck.is_empty() {
            self.by_fault.entry("(nothing struck)").or_default().add(ran);
        }
        for fault in &ran.struck {
            self.by_fault.entry(fault).or_default().add(ran);
        }
    }

    pub(crate) fn runs(&self) -> usize {
        self.all.runs
    }

    /// Renders the table.
    pub(crate) fn table(&self) -> String {
        let mut text = String::new();
        _ = write!(text, "{:<34}{:>7}{:>9}{:>9}{:>11}", "fault", "runs", "success", "not done", "unclaimed");
        for kind in Kind::ALL {
            _ = write!(text, "{:>15}", kind.name());
        }
        text.push('\n');
        let mut line = |name: &str, row: &Row| {
            _ = write!(text, "{name:<34}{:>7}{:>9}{:>9}{:>11}", row.runs, row.success, row.undone, row.unclaimed);
            for kind in Kind::ALL {
                _ = write!(text, "{:>15}", row.findings.get(&kind).unwrap_or(&0));
            }
            text.push('\n');
        };
        for (name, row) in &self.by_fault {
            line(name, row);
        }
        line("all runs", &self.all);
        _ = writeln!(text, "acknowledged changes that were looked for after a restart: {}", self.acknowledged);
        text
    }
}
