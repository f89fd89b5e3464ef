//! A question in the terminal, with the time left. Anything but a clear yes is not a yes.
//!
//! Only shown where a person can see it and type; elsewhere the attendant fails closed. The executor keeps the time and
//! drops the prompt when it is over.

use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use action::QuestionKind;
use device::MOST_FILE;
use jiff::Timestamp;
use task::{Open, Reply, Takes};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::input::{self, Hidden};
use super::progress::framed;
use crate::plain_text::{plain, plain_lines};

/// Whether a person can see and answer a question here.
pub(super) fn possible() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// An open question in the terminal.
pub(super) struct Prompt {
    pub(super) question: Open,
    seconds: Interval,
    /// The echo is off while this exists.
    hidden: Option<Hidden>,
    /// The language of the request.
    language: String,
}

/// The meaning of a typed line.
#[derive(Debug, PartialEq)]
enum Typed {
    Reply(Reply),
    /// The file at this path.
    File(PathBuf),
    /// Ask again, with this hint: a line of the frame.
    Again(&'static str),
}

impl Prompt {
    /// Shows the question. Text typed before it appeared does not count as an answer.
    pub(super) fn open(question: Open, language: &str) -> Self {
        input::discard();
        write(&format!("\n? {}\n", plain(&question.title, 200)));
        for line in plain_lines(&question.message, 2000) {
            write(&format!("  {line}\n"));
        }
        for (place, choice) in question.choices.iter().enumerate() {
            write(&format!("  {}. {}\n", place + 1, plain(choice, 200)));
        }
        let hidden = if question.secret { Hidden::begin() } else { None };
        let choices = framed(language, choices(&question, hidden.is_some()), &[]);
        write(&format!("  {choices}\n{}\n> ", left(&question, language)));
        let mut seconds = interval_at(Instant::now() + SECOND, SECOND);
        seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { question, seconds, hidden, language: language.to_owned() }
    }

    /// Waits for the answer, and shows the seconds left.
    pub(super) async fn answer(&mut self) -> Reply {
        loop {
            tokio::select! {
                line = input::line() => match line {
                    None => return Reply::Nobody,
                    Some(line) => match meant(&self.question, self.hidden.is_some(), line.trim()) {
                        Typed::Reply(reply) => return reply,
                        Typed::File(path) => match file(path).await {
                            Ok(reply) => return reply,
                            Err(hint) => write(&format!("  {}\n{}\n> ", plain(&hint, 400), left(&self.question, &self.language))),
                        },
                        Typed::Again(hint) => {
                            let hint = framed(&self.language, hint, &[]);
                            let hint = crate::hints::complete(&hint);
                            write(&format!("  {hint}\n{}\n> ", left(&self.question, &self.language)));
                        }
                    },
                },
                // One line up, and back to the input.
                _ = self.seconds.tick() => write(&format!("\u{1b}7\u{1b}[1A\r\u{1b}[K{}\u{1b}8", left(&self.question, &self.language))),
            }
        }
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        // Turns the echo on again and moves to the start of the next line.
        self.hidden = None;
        write("\n");
    }
}

const SECOND: Duration = Duration::from_secs(1);

/// The name of the line that lists the answers.
fn choices(question: &Open, hidden: bool) -> &'static str {
    match question.kind {
        QuestionKind::Confirm if question.consent.is_some() && question.can_remember => "answers gate always",
        QuestionKind::Confirm if question.consent.is_some() => "answers gate",
        QuestionKind::Confirm => "answers confirm",
        QuestionKind::Ask if !question.choices.is_empty() => "answers choice",
        QuestionKind::Ask => "answers ask",
        QuestionKind::Auth if question.takes == Takes::File => "answers file",
        QuestionKind::Auth if question.secret && !hidden => "answers on the phone",
        QuestionKind::Auth if question.secret => "answers hidden",
        QuestionKind::Auth => "answers auth",
    }
}

/// Formats the time left as `[1:58 left]`.
fn left(question: &Open, language: &str) -> String {
    let seconds = question.until.duration_since(Timestamp::now()).as_secs().max(0);
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    format!("  [{}]", framed(language, "left", &[("time", &time)]))
}

fn meant(question: &Open, hidden: bool, line: &str) -> Typed {
    let yes = |text: Option<String>, remember| Typed::Reply(Reply::Approve { text, remember });
    let no = |why: Option<&str>| Typed::Reply(Reply::Reject { why: why.map(str::to_owned) });
    let word = line.to_lowercase();
    if question.kind == QuestionKind::Confirm
        && let Some((first, why)) = line.split_once(char::is_whitespace)
        && matches!(first.to_lowercase().as_str(), "n" | "no" | "n:" | "no:" | "no,")
    {
        return no(Some(why.trim()));
    }
    match (question.kind, word.as_str()) {
        (_, "/cancel") | (QuestionKind::Confirm, "s" | "stop" | "c" | "cancel") => Typed::Reply(Reply::Cancel {}),
        (_, "/no") | (QuestionKind::Confirm, "n" | "no") => no(None),
        (QuestionKind::Confirm, "m" | "myself") if question.consent.is_some() => Typed::Reply(Reply::Myself {}),
        (QuestionKind::Confirm, "y" | "yes") => yes(None, false),
        (QuestionKind::Confirm, "a" | "always") if question.can_remember => yes(None, true),
        // "ja", "nein", "sí"
        (QuestionKind::Confirm, word) => match planner::plain_answer(word) {
            Some(true) => yes(None, false),
            Some(false) => no(None),
            None => Typed::Again("again letters"),
        },
        (QuestionKind::Ask, "") => Typed::Again("again answer"),
        (QuestionKind::Auth, "") => yes(None, false),
        (QuestionKind::Auth, _) if question.takes.file() && line.starts_with('@') => {
            Typed::File(line[1..].trim().into())
        }
        (QuestionKind::Auth, _) if question.takes == Takes::File => Typed::Again("again file"),
        // The text was visible while it was typed, so it is not used.
        (QuestionKind::Auth, _) if question.secret && !hidden => Typed::Again("again code"),
        (QuestionKind::Ask, _) if chosen(question, line).is_some() => yes(chosen(question, line), false),
        (QuestionKind::Ask | QuestionKind::Auth, _) => yes(Some(line.to_owned()), false),
    }
}

/// Returns the choice with this number.
fn chosen(question: &Open, line: &str) -> Option<String> {
    let place = line.trim_end_matches('.').parse::<usize>().ok()?.checked_sub(1)?;
    question.choices.get(place).cloned()
}

/// Reads the file as an answer, or says what is wrong with it.
async fn file(path: PathBuf) -> Result<Reply, String> {
    let called = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let read = tokio::task::spawn_blocking(move || {
        let mut bytes = Vec::new();
        // One byte more than the limit shows that the file is too large.
        File::open(&path)?.take(MOST_FILE as u64 + 1).read_to_end(&mut bytes)?;
        Ok::<_, std::io::Error>(bytes)
    });
    match read.await {
        Ok(Ok(bytes)) if bytes.len() > MOST_FILE => Err(format!("`{called}` is too large: at most {MOST_FILE} bytes")),
        Ok(Ok(bytes)) if bytes.is_empty() => Err(format!("`{called}` is empty")),
        Ok(Ok(bytes)) => Ok(Reply::Give { name: called, bytes: bytes.into() }),
        Ok(Err(error)) => Err(format!("cannot read `{called}`: {error}")),
        Err(_) => Err(format!("cannot read `{called}`")),
    }
}

pub(super) fn write(text: &str) {
    let mut out = std::io::stderr().lock();
    // If the terminal is gone, the question times out.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(kind: QuestionKind, secret: bool, can_remember: bool) -> Open {
        serde_json::from_value(serde_json::json!({
            "id": "q1", "task": "t", "kind": kind, "title": "T", "message": "M", "secret": secret,
            "canRemember": can_remember, "asked": "2026-01-01T00:00:00Z", "until": "2026-01-01T00:02:00Z",
        }))
        .unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn only_a_clear_yes_is_a_yes() {
        let yes = |remember| Typed::Reply(Reply::Approve { text: None, remember });
        let plain = question(QuestionKind::Confirm, false, false);
        let kept = question(QuestionKind::Confirm, false, true);
        let gate = Open { consent: Some(Box::default()), ..question(QuestionKind::Confirm, false, false) };
        for (asked, line, expected) in [
            (&plain, "y", yes(false)),
            (&plain, "YES", yes(false)),
            (&plain, "ja", yes(false)),
            (&plain, "Nein", Typed::Reply(Reply::Reject { why: None })),
            (&kept, "a", yes(true)),
            (&plain, "n", Typed::Reply(Reply::Reject { why: None })),
            (&plain, "n not today", Typed::Reply(Reply::Reject { why: Some("not today".to_owned()) })),
            (&plain, "NO: It is Ada's", Typed::Reply(Reply::Reject { why: Some("It is Ada's".to_owned()) })),
            (&plain, "s", Typed::Reply(Reply::Cancel {})),
            (&plain, "c", Typed::Reply(Reply::Cancel {})),
            (&gate, "m", Typed::Reply(Reply::Myself {})),
            (&gate, "y", yes(false)),
        ] {
            assert_eq!(meant(asked, false, line), expected, "{line}");
        }
        for line in ["", "a", "m", "yess", "ok", "1", "y n", "now", "nope not"] {
            assert!(matches!(meant(&plain, false, line), Typed::Again(_)), "{line}");
        }
    }

    #[test]
    fn words_and_codes_are_taken_as_they_are() {
        let text = |text: &str| Typed::Reply(Reply::Approve { text: Some(text.to_owned()), remember: false });
        let ask = question(QuestionKind::Ask, false, false);
        assert_eq!(meant(&ask, false, "Blue one"), text("Blue one"));
        assert_eq!(meant(&ask, false, "n"), text("n"));
        assert!(matches!(meant(&ask, false, ""), Typed::Again(_)));
        let code = question(QuestionKind::Auth, true, false);
        assert_eq!(meant(&code, true, "123456"), text("123456"));
        assert!(matches!(meant(&code, false, "123456"), Typed::Again(_)), "it was seen");
        assert_eq!(meant(&code, true, ""), Typed::Reply(Reply::Approve { text: None, remember: false }));
        assert_eq!(meant(&code, true, "/no"), Typed::Reply(Reply::Reject { why: None }));
        let photo = Open { takes: Takes::File, ..question(QuestionKind::Auth, false, false) };
        assert_eq!(meant(&photo, false, "@ /tmp/me.png"), Typed::File("/tmp/me.png".into()));
        assert!(matches!(meant(&photo, false, "/tmp/me.png"), Typed::Again(_)));
        assert_eq!(meant(&code, true, "@home"), text("@home"), "a code may begin with any sign");
    }

    #[test]
    fn a_choice_is_named_by_its_number() {
        let choices = vec!["Sam Miller".to_owned(), "Sam Smith".to_owned()];
        let which = Open { choices, ..question(QuestionKind::Ask, false, false) };
        let text = |text: &str| Typed::Reply(Reply::Approve { text: Some(text.to_owned()), remember: false });
        for (line, expected) in
            [("2", "Sam Smith"), ("1.", "Sam Miller"), ("3", "3"), ("0", "0"), ("the second", "the second")]
        {
            assert_eq!(meant(&which, false, line), text(expected), "{line}");
        }
    }

    #[tokio::test]
    async fn a_file_is_given_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let path = folder.path().join("me.png");
        assert!(std::fs::write(&path, b"png").is_ok());
        let given = Reply::Give { name: "me.png".to_owned(), bytes: b"png".as_slice().into() };
        assert_eq!(file(path.clone()).await, Ok(given));
        assert!(std::fs::write(&path, b"").is_ok());
        assert_eq!(file(path).await, Err("`me.png` is empty".to_owned()));
        assert!(file(folder.path().to_owned()).await.is_err() && file("/no/such".into()).await.is_err());
    }
}
