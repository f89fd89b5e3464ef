//! Quick scripts: touches, keys, and an `echo` that reports their status. They read, follow and start nothing, so they
//! need neither a session nor a thread.

use super::syntax::{Command, CommandKind, Part, Pipeline, Redirect, RedirectKind, Statement, Word};
use super::{Os, Outcome, Shell, parser};

/// The longest script that is considered.
const LONGEST: usize = 1024;

/// A script that finishes at once.
#[derive(Clone, Debug)]
pub struct QuickScript(Vec<Statement>);

impl QuickScript {
    /// Parses a script; none if it may take longer or has a syntax error.
    pub fn parse(script: &str) -> Option<Self> {
        let begins = ["input ", "{ input "].iter().any(|beginning| script.starts_with(beginning));
        if !begins || script.len() > LONGEST {
            return None;
        }
        let list = parser::parse(script).ok()?;
        list.iter().all(is_quick_statement).then_some(Self(list))
    }
}

impl Shell {
    /// Runs a quick script. Variables and the directory persist for the next one.
    pub fn run_quick(&mut self, script: &QuickScript, os: &mut dyn Os) -> Outcome {
        self.collect(&[], |shell| {
            shell.list(&script.0, os);
        })
    }
}

fn is_quick_statement(statement: &Statement) -> bool {
    let rest = statement.rest.iter().map(|(_, pipeline)| pipeline);
    !statement.background && [&statement.first].into_iter().chain(rest).all(is_quick_pipeline)
}

fn is_quick_pipeline(pipeline: &Pipeline) -> bool {
    matches!(pipeline.commands.as_slice(), [command] if is_quick_command(command)) && !pipeline.timed
}

fn is_quick_command(command: &Command) -> bool {
    let quick = match &command.kind {
        CommandKind::Group(list) => list.iter().all(is_quick_statement),
        CommandKind::Simple { assigns, words } => {
            let name = words.first().map(Vec::as_slice);
            let known = matches!(name, Some([Part::Plain(name)]) if matches!(name.as_str(), "input" | "echo"));
            known && assigns.is_empty() && words.iter().all(is_plain)
        }
        _ => false,
    };
    quick && command.redirects.iter().all(is_plain_redirect)
}

/// Whether a word is literal text or `$?`.
fn is_plain(word: &Word) -> bool {
    word.iter().all(|part| match part {
        Part::Plain(_) | Part::Quoted(_) => true,
        Part::Parameter { name, index, change, .. } => name == "?" && index.is_none() && change.is_none(),
        Part::Substitution { .. } | Part::Arithmetic { .. } => false,
    })
}

/// Whether the redirection is `</dev/null` or `2>&1`.
fn is_plain_redirect(redirect: &Redirect) -> bool {
    let is = |word: &Word, wanted: &str| matches!(word.as_slice(), [Part::Plain(text)] if text == wanted);
    match &redirect.kind {
        RedirectKind::Read(word) => redirect.fd == 0 && is(word, "/dev/null"),
        RedirectKind::Duplicate(word) => redirect.fd == 2 && is(word, "1"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::QuickScript;

    #[test]
    fn only_touches_and_keys_are_quick() {
        let rows: &[(&str, bool)] = &[
            ("input tap 540 1200", true),
            ("input tap 1 2 && input tap 1 2", true),
            ("input keyevent KEYCODE_HOME", true),
            ("input text 'hello there'", true),
            ("{ input swipe 1 2 3 4 300; } </dev/null 2>&1; echo fingertip-1:$?\n", true),
            ("input", false),
            ("echo hi", false),
            ("ls", false),
            ("{ ls; } </dev/null 2>&1; echo fingertip-1:$?", false),
            ("input tap 1 2; sleep 1", false),
            ("input tap 1 2; cat", false),
            ("input tap 1 2 &", false),
            ("input tap 1 2 | cat", false),
            ("input tap $(cat) 2", false),
            ("input tap $((1+1)) 2", false),
            ("input tap $X 2", false),
            ("input tap ${?:-1} 2", false),
            ("input tap 1 2 > /sdcard/f", false),
            ("input tap 1 2 < /sdcard/f", false),
            ("input tap 1 2 2>&3", false),
            ("time input tap 1 2", false),
            ("input tap 1 2; (input tap 1 2)", false),
            ("input tap 1 2; input() { cat; }", false),
            ("input tap 'unfinished", false),
            ("{ input tap 1 2", false),
        ];
        for (script, expected) in rows {
            assert_eq!(QuickScript::parse(script).is_some(), *expected, "{script}");
        }
        assert!(QuickScript::parse(&format!("input text {}", "x".repeat(2_000))).is_none());
    }
}
