//! Keeps the person's answers. They are part of the goal, so the model sees them at every step until the task ends;
//! other tool results appear in one prompt only.

use model::{Source, ToolResult};

/// How many answers are repeated; the oldest are dropped first.
const MOST: usize = 8;

/// Removes every result that is not an answer in the person's own words.
pub(crate) fn keep_answers(results: &mut Vec<ToolResult>) {
    results.retain(|result| result.ok && result.source == Source::Person && result.tool == "ask_user");
    results.drain(..results.len().saturating_sub(MOST));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_and_results_are_not() {
        let result = |tool: &str, ok: bool, source: Source, text: &str| ToolResult {
            tool: tool.to_owned(),
            ok,
            text: text.to_owned(),
            source,
        };
        let mut results = vec![
            result("ask_user", true, Source::Person, "the second one"),
            result("ask_user", false, Source::Person, "nobody answered"),
            result("confirm", true, Source::Person, "yes"),
            result("ask_user", true, Source::Tool, "a tool of that name"),
            result("shell", true, Source::Tool, "ok"),
        ];
        results.extend((0..2 * MOST).map(|number| result("ask_user", true, Source::Person, &number.to_string())));
        let newest: Vec<String> = (MOST..2 * MOST).map(|number| number.to_string()).collect();
        let mut few = results[..5].to_vec();
        for (results, expected) in [(&mut few, vec!["the second one".to_owned()]), (&mut results, newest)] {
            keep_answers(results);
            assert_eq!(results.iter().map(|result| result.text.clone()).collect::<Vec<_>>(), expected);
        }
    }
}
