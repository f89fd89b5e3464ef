//! What people see, and how their answers are handled.

use std::time::Duration;

use action::consent::ConsentRequest;
use action::phone::{AgentAction, Capability};
use action::{AnswerForm, QuestionKind};
use agent::{Artefact, GateQuestion, Secret};
use jiff::Timestamp;
use policy::Pattern;

use super::*;

fn gate(remember: Option<Pattern>) -> Asks {
    Asks::Gate(Box::new(GateQuestion {
        reason: "a command of the phone's shell".to_owned(),
        rule: "shell".to_owned(),
        action: AgentAction::key("KEYCODE_HOME"),
        target: None,
        package: Some("com.example".to_owned()),
        consent: ConsentRequest {
            summary: "Press “Delete”".to_owned(),
            app: Some("com.example".to_owned()),
            covers: remember.as_ref().map(Pattern::to_string),
            ..ConsentRequest::default()
        },
        remember,
    }))
}

fn auth(capability: Capability) -> Asks {
    Asks::Auth { capability, instruction: "Do it".to_owned() }
}

fn give(bytes: &[u8]) -> Reply {
    Reply::Give { name: "me.png".to_owned(), bytes: bytes.to_vec().into() }
}

fn picture(bytes: &[u8]) -> Artefact {
    Artefact::File { name: "me.png".to_owned(), bytes: bytes.to_vec().into() }
}

#[test]
fn every_kind_of_question_is_shown_in_words() {
    let confirm = Asks::Confirm { message: "Send it?".to_owned() };
    let rows = [
        (Asks::Ask { question: "Which?".to_owned(), choices: Vec::new() }, QuestionKind::Ask, "Which?", false, false),
        (confirm, QuestionKind::Confirm, "Send it?", false, false),
        (gate(None), QuestionKind::Confirm, "com.example", false, false),
        (
            gate(Some(Pattern::Tool("mail".to_owned()))),
            QuestionKind::Confirm,
            "Always would cover: tool “mail”",
            false,
            true,
        ),
        (auth(Capability::TwoFactor), QuestionKind::Auth, "Do it", true, false),
        (auth(Capability::Location), QuestionKind::Auth, "Do it", false, false),
        (Asks::Attention { message: "Unlock it".to_owned() }, QuestionKind::Confirm, "Unlock it", false, false),
        (Asks::Ask { question: "é".repeat(9_000), choices: Vec::new() }, QuestionKind::Ask, "é…", false, false),
    ];
    let now = "2026-07-29T14:15:02Z".parse().unwrap();
    for (asks, kind, says, secret, can_remember) in rows {
        let question = Question {
            id: 1,
            task_id: "t".to_owned(),
            asks,
            language: String::new(),
            timeout: Duration::from_secs(60),
        };
        let open = Open::new("q1".to_owned(), "t", &question, now);
        assert!(open.message.contains(says) && !open.title.is_empty(), "{open:?}");
        assert_eq!((open.kind, open.secret, open.can_remember), (kind, secret, can_remember), "{open:?}");
        assert_eq!(open.until.to_string(), "2026-07-29T14:16:02Z");
    }
}

#[test]
fn choices_that_can_be_looked_over_are_offered_and_others_told() {
    let asked = |choices: Vec<String>| {
        let asks = Asks::Ask { question: "Which?".to_owned(), choices };
        let question = Question {
            id: 1,
            task_id: "t".to_owned(),
            asks,
            language: String::new(),
            timeout: Duration::from_secs(60),
        };
        Open::new("q1".to_owned(), "t", &question, Timestamp::UNIX_EPOCH)
    };
    let both = asked(vec!["This".to_owned(), "That".to_owned()]);
    assert_eq!((both.message.as_str(), both.choices.len()), ("Which?", 2));
    assert_eq!(both.forms, [AnswerForm::Choice, AnswerForm::Text]);
    let many = asked((0..100).map(|n| n.to_string()).collect());
    assert!(many.message.starts_with("Which? 1. 0, 2. 1, ") && many.choices.is_empty(), "{many:?}");
    let long = asked(vec!["x".repeat(500), "y".to_owned()]);
    assert!(long.choices.is_empty() && long.forms == [AnswerForm::Text], "{long:?}");
}

#[test]
fn an_answer_suits_its_question_or_is_refused() {
    let approve = |text: Option<&str>| Reply::Approve { text: text.map(str::to_owned), remember: true };
    let ask = || Asks::Ask { question: "Which?".to_owned(), choices: Vec::new() };
    let tool = || Some(Pattern::Tool("mail".to_owned()));
    let rows = [
        (approve(Some("blue")), ask(), Some(Answer::Text("blue".to_owned()))),
        (approve(None), ask(), None),
        (approve(Some(&"x".repeat(65_537))), ask(), None),
        (approve(Some("whatever")), gate(tool()), Some(Answer::Yes { remember: true })),
        (approve(None), gate(None), None),
        (Reply::Myself {}, gate(None), Some(Answer::Myself)),
        (Reply::Myself {}, ask(), None),
        (Reply::Reject { why: Some(" ".to_owned()) }, gate(None), Some(Answer::No { why: None })),
        (approve(None), auth(Capability::Biometric), Some(Answer::Approved { artefact: None })),
        (
            approve(Some("123")),
            auth(Capability::Sms),
            Some(Answer::Approved { artefact: Some(Artefact::Text(Secret::new("123"))) }),
        ),
        (
            approve(Some(" 48.2,16.3 ")),
            auth(Capability::Location),
            Some(Answer::Approved { artefact: Some(Artefact::Location { coordinates: "48.2,16.3".to_owned() }) }),
        ),
        (give(b"\x89PNG"), auth(Capability::Camera), Some(Answer::Approved { artefact: Some(picture(b"\x89PNG")) })),
        (give(b"x"), auth(Capability::Qr), Some(Answer::Approved { artefact: Some(picture(b"x")) })),
        (give(b""), auth(Capability::Camera), None),
        (give(&vec![0; device::MOST_FILE + 1]), auth(Capability::Files), None),
        (give(b"x"), auth(Capability::Sms), None),
        (give(b"x"), gate(None), None),
        (give(b"x"), ask(), None),
        (Reply::Reject { why: None }, ask(), Some(Answer::No { why: None })),
        (Reply::Cancel {}, auth(Capability::Sms), Some(Answer::Cancel)),
    ];
    for (reply, asks, expected) in rows {
        let shown = format!("{reply:?} to {asks:?}");
        let question = Question {
            id: 1,
            task_id: "t".to_owned(),
            asks: asks.clone(),
            language: String::new(),
            timeout: Duration::from_secs(60),
        };
        let takes = Open::new("q1".to_owned(), "t", &question, Timestamp::UNIX_EPOCH).takes;
        assert_eq!(reply.answer(&asks, takes).ok(), expected, "{shown}");
    }
}

#[test]
fn an_answer_is_read_strictly() {
    let read = |text: &str| serde_json::from_str::<Reply>(text);
    assert_eq!(read(r#"{"kind":"cancel"}"#).unwrap(), Reply::Cancel {});
    assert_eq!(read(r#"{"kind":"reject","why":"no"}"#).unwrap(), Reply::Reject { why: Some("no".to_owned()) });
    assert_eq!(read(r#"{"kind":"approve"}"#).unwrap(), Reply::Approve { text: None, remember: false });
    for wrong in ["{}", r#"{"kind":"yes"}"#, r#"{"kind":"approve","code":"1"}"#, r#"{"kind":"approve","text":1}"#] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_sent_is_read_back() {
    let text = Some("123456".to_owned());
    for reply in [
        Reply::Approve { text, remember: false },
        Reply::Approve { text: None, remember: true },
        Reply::Reject { why: Some("not now".to_owned()) },
        Reply::Reject { why: None },
        Reply::Myself {},
        Reply::Cancel {},
    ] {
        let sent = reply.to_json().unwrap();
        assert_eq!(serde_json::from_slice::<Reply>(&sent).unwrap(), reply);
    }
    assert!(give(b"png").to_json().is_none() && Reply::Nobody.to_json().is_none());
}
