//! The history in the model's prompt. Bounded: a step costs the same after ten steps as after five thousand.

use model::{Past, ToolResult};

use crate::answers::keep_answers;
use crate::context::Reports;
use crate::resume::{NOTES, shorten};

/// How many steps are kept as text.
const STEPS: usize = 48;
/// The longest note, in characters.
const NOTE: usize = 2_000;

#[derive(Default)]
pub(crate) struct History {
    past: Vec<Past>,
    notes: Vec<String>,
    /// The reports that the model has not received yet.
    reports: Reports,
}

impl History {
    pub(crate) fn past(&self) -> &[Past] {
        let from = self.past.len().saturating_sub(STEPS);
        &self.past[from..]
    }

    /// Adds a step; `pictures` is how many pictures are kept.
    pub(crate) fn push(&mut self, mut past: Past, pictures: usize) {
        for text in [&mut past.thought, &mut past.raw, &mut past.effect] {
            shorten(text);
        }
        if self.past.len() >= 2 * STEPS {
            self.past.drain(..STEPS);
        }
        self.past.push(past);
        let last = self.past.len().saturating_sub(pictures);
        // Only a step that has just become too old can still have its picture; those before it have none.
        for old in self.past[..last].iter_mut().rev().take_while(|old| old.picture.is_some()) {
            old.picture = None;
        }
    }

    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(crate) fn note(&mut self, text: &str) {
        if self.notes.len() >= NOTES {
            self.notes.remove(0);
        }
        self.notes.push(text.chars().take(NOTE).collect());
    }

    /// Adds the loop's reports since the model was last asked.
    pub(crate) fn take(&mut self, mut reports: Reports) {
        self.reports.results.append(&mut reports.results);
        self.reports.problems.append(&mut reports.problems);
    }

    /// Adds a problem.
    pub(crate) fn problem(&mut self, problem: impl Into<String>) {
        self.reports.problem(problem);
    }

    /// The results of calls, commands and questions since the model was last asked, and the person's earlier answers.
    pub(crate) fn results(&self) -> &[ToolResult] {
        &self.reports.results
    }

    /// The problems since then.
    pub(crate) fn problems(&self) -> impl Iterator<Item = &str> {
        self.reports.problems.iter().map(String::as_str)
    }

    /// Marks everything as reported. The person's answers stay and are repeated.
    pub(crate) fn told(&mut self) {
        keep_answers(&mut self.reports.results);
        self.reports.problems.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resume::TEXT;

    #[test]
    fn long_texts_are_kept_by_their_ends() {
        let mut history = History::default();
        let raw = format!("begin{}end", "é".repeat(1 << 20));
        for step in 0..200 {
            history.push(Past { step, raw: raw.clone(), thought: raw.clone(), ..Past::default() }, 2);
        }
        let held: usize = history.past.iter().map(|past| past.raw.len() + past.thought.len()).sum();
        assert!(held < 2 * STEPS * 2 * (TEXT + 8), "{held}");
        let last = &history.past()[0].raw;
        assert!(last.starts_with("beginé") && last.ends_with("éend") && last.contains('…'));
    }

    #[test]
    fn it_does_not_grow() {
        let mut history = History::default();
        let picture = model::Picture { png: bytes::Bytes::from_static(b"p"), width: 1, height: 1 };
        for step in 0..5_000 {
            history.push(Past { step, picture: Some(picture.clone()), ..Past::default() }, 2);
            history.note(&format!("note {step}"));
            assert!(history.past.len() <= 2 * STEPS && history.notes.len() <= NOTES);
            assert!(history.past.iter().filter(|past| past.picture.is_some()).count() <= 2);
        }
        assert_eq!(history.past().last().map(|past| past.step), Some(4_999));
        assert_eq!(history.past().len(), STEPS);
        assert_eq!(history.notes().last().map(String::as_str), Some("note 4999"));
    }
}
