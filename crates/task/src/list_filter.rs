//! Which tasks a list shows: by state, by time, by a text in their record.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use agent::record::journal_file;
use jiff::Timestamp;

use crate::view::{State, View};

/// The longest line that is read at once.
const LONGEST_LINE: u64 = 16 << 20;

/// Which tasks to list. Absent parts fit every task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    /// The states; none fits all.
    pub states: Vec<State>,
    /// Only tasks that were created since then.
    pub since: Option<Timestamp>,
    /// Only tasks whose goal, messages or record contain this text, in any case.
    pub text: Option<String>,
}

impl ListFilter {
    /// Reads one from a query: states separated by commas, a time, a text. Fails with the name of the part that is wrong,
    /// and what it should be.
    pub fn parse(
        status: Option<&str>,
        since: Option<&str>,
        grep: Option<&str>,
    ) -> Result<Self, (&'static str, &'static str)> {
        let words = status.unwrap_or_default().split(',').filter(|word| !word.is_empty());
        let state = |word: &str| serde_json::from_value::<State>(word.into());
        let states = words.map(state).collect::<Result<Vec<_>, _>>();
        let states = states.map_err(|_| ("status", "expected states of tasks, as in `failed,timeout`"))?;
        let since = since.map(str::parse::<Timestamp>).transpose();
        let since = since.map_err(|_| ("since", "expected a time as in `2026-07-29T14:15:00Z`"))?;
        Ok(Self { states, since, text: grep.map(str::to_owned) })
    }

    /// Whether a task was created before the wanted time. Lists are in the order of creation.
    pub(crate) fn is_past(&self, view: &View) -> bool {
        self.since.zip(view.created).is_some_and(|(since, created)| created < since)
    }

    /// Whether a task fits. May read its journal, line by line.
    pub(crate) fn fits(&self, view: &View, folder: &Path) -> bool {
        if self.is_past(view) || !(self.states.is_empty() || self.states.contains(&view.state)) {
            return false;
        }
        let Some(text) = self.text.as_ref().map(|text| text.to_lowercase()) else { return true };
        let own = [Some(&view.goal), view.message.as_ref(), view.error.as_ref()];
        own.into_iter().flatten().any(|one| one.to_lowercase().contains(&text)) || in_journal(folder, &text)
    }
}

/// Whether a journal contains a text. A journal that cannot be read contains nothing.
fn in_journal(folder: &Path, text: &str) -> bool {
    let Ok(file) = std::fs::File::open(journal_file(folder)) else { return false };
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    loop {
        line.clear();
        // A longer line was not written by the recorder; it is searched in parts.
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return false,
            Ok(_) if String::from_utf8_lossy(&line).to_lowercase().contains(text) => return true,
            Ok(_) => {}
        }
    }
}
