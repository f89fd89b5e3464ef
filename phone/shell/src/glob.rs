//! Pathname expansion: matches globs against the file system.

use super::limits::MAX_GLOB;
use super::pattern::{PatternChar, is_pattern, matches};
use super::{Os, Shell};
use machine::files::Kind;

impl Shell {
    /// Appends the matching names in order, or the pattern itself if nothing matches.
    pub(super) fn glob(&mut self, field: Vec<PatternChar>, os: &mut dyn Os, into: &mut Vec<String>) {
        let text = || field.iter().map(|(c, _)| *c).collect::<String>();
        if self.scope.no_glob || !is_pattern(&field) {
            into.push(text());
            return;
        }
        let mut found = vec![String::new()];
        let segments: Vec<&[PatternChar]> = field.split(|(c, _)| *c == '/').collect();
        let last = segments.len() - 1;
        for (index, segment) in segments.iter().enumerate() {
            if segment.is_empty() {
                if index < last || found.first().is_some_and(|prefix| !prefix.is_empty()) {
                    found.iter_mut().for_each(|prefix| prefix.push('/'));
                }
                continue;
            }
            let mut next = Vec::new();
            for prefix in &found {
                self.glob_segment(prefix, segment, index < last, os, &mut next);
            }
            found = next;
            if index < last && segments.get(index + 1).is_some_and(|segment| !segment.is_empty()) {
                found.iter_mut().for_each(|prefix| prefix.push('/'));
            }
            if found.len() > MAX_GLOB || self.budget.spent() {
                found.clear();
            }
        }
        found.retain(|path| !path.is_empty());
        if found.is_empty() {
            into.push(text());
        } else {
            into.append(&mut found);
        }
    }

    fn glob_segment(
        &mut self,
        prefix: &str,
        segment: &[PatternChar],
        more: bool,
        os: &mut dyn Os,
        into: &mut Vec<String>,
    ) {
        let directory = if prefix.is_empty() { self.scope.cwd.clone() } else { self.absolute(prefix) };
        if !is_pattern(segment) {
            let name: String = segment.iter().map(|(c, _)| *c).collect();
            let path = format!("{prefix}{name}");
            if os.files().lstat(&self.absolute(&path)).is_ok() {
                into.push(path);
            }
            return;
        }
        let entries = os.files().list(&directory).unwrap_or_default();
        self.budget.charge(entries.len() * 64);
        for (name, stat) in entries {
            let hidden = name.starts_with('.') && segment.first().is_none_or(|(c, _)| *c != '.');
            let passable = !more || matches!(stat.kind, Kind::Directory | Kind::Link);
            if !hidden && passable && matches(segment, &name.chars().collect::<Vec<_>>()) && into.len() <= MAX_GLOB {
                into.push(format!("{prefix}{name}"));
            }
        }
    }
}
