//! Valid and invalid messages of a page, and the errors for the latter.

use super::*;

#[test]
fn what_a_page_says_is_read_or_refused_with_its_number() {
    let read_n = |text: &str| match read(text) {
        Ok((n, _)) => (Some(n), String::new()),
        Err((n, errors)) => {
            (n, errors.first().map(|error| format!("{} {}", error.code.as_str(), error.path)).unwrap_or_default())
        }
    };
    let cases: &[(&str, Option<u64>, &str)] = &[
        (r#"{"type":"USER_MESSAGE","n":1,"text":"hi"}"#, Some(1), ""),
        (r#"{"type":"USER_MESSAGE","n":1,"text":" "}"#, Some(1), "blank text"),
        (r#"{"type":"USER_MESSAGE","n":1}"#, Some(1), "missing text"),
        (r#"{"type":"USER_MESSAGE","text":"hi"}"#, None, "missing n"),
        (r#"{"type":"USER_MESSAGE","n":-1,"text":"hi"}"#, None, "wrong_type n"),
        (r#"{"type":"USER_MESSAGE","n":1.5,"text":"hi"}"#, None, "wrong_type n"),
        (r#"{"type":"USER_MESSAGE","n":"1","text":"hi"}"#, None, "wrong_type n"),
        (r#"{"type":"NO_SUCH","n":3}"#, Some(3), "unknown_type type"),
        (r#"{"n":3}"#, Some(3), "missing type"),
        (r#"{"type":7,"n":3}"#, Some(3), "wrong_type type"),
        (r"[]", None, "wrong_type "),
        ("{", None, "syntax "),
        (r#"{"type":"DIALOG_FEEDBACK","n":1,"id":"d","confirmed":true}"#, Some(1), ""),
        (r#"{"type":"DIALOG_FEEDBACK","n":1,"id":"d","confirmed":null}"#, Some(1), "wrong_type confirmed"),
        (r#"{"type":"DIALOG_FEEDBACK","n":1,"id":"d","confirmed":true,"remember":1}"#, Some(1), "wrong_type remember"),
        (
            r#"{"type":"COMPONENT_ACTION","n":1,"key":"k","index":0,"action":"a","form":{"x":"1","y":true}}"#,
            Some(1),
            "",
        ),
        (r#"{"type":"COMPONENT_ACTION","n":1,"key":"k","index":-1,"action":"a"}"#, Some(1), "out_of_range index"),
        (
            r#"{"type":"COMPONENT_ACTION","n":1,"key":"k","index":0,"action":"a","form":{"x":1}}"#,
            Some(1),
            "wrong_type form",
        ),
        (r#"{"type":"COMPONENT_ACTION","n":1,"key":"k","index":0,"action":"a","form":[]}"#, Some(1), "wrong_type form"),
        (r#"{"type":"USER_ACTION","n":1,"actions":[{"type":"window.close","windowId":"a"}]}"#, Some(1), ""),
        (r#"{"type":"USER_ACTION","n":1,"actions":[{"type":"window.close"}]}"#, Some(1), "missing actions[0].windowId"),
        (r#"{"type":"USER_ACTION","n":1,"actions":[7]}"#, Some(1), "wrong_type actions[0]"),
        (r#"{"type":"USER_ACTION","n":1,"actions":{}}"#, Some(1), "wrong_type actions"),
        (r#"{"type":"USER_ACTION","n":1,"actions":[{"type":"desktop.undo"}]}"#, Some(1), ""),
        (
            r#"{"type":"USER_ACTION","n":1,"actions":[{"type":"desktop.viewport","monitorId":"monitor-0","w":800,"h":600}]}"#,
            Some(1),
            "",
        ),
        (
            r#"{"type":"USER_ACTION","n":1,"actions":[{"type":"desktop.viewport","monitorId":"monitor-99","w":800,"h":600}]}"#,
            Some(1),
            "unknown_value actions[0].monitorId",
        ),
        (
            r#"{"type":"USER_ACTION","n":1,"actions":[{"type":"desktop.viewport","monitorId":"monitor-0","w":5e9,"h":600}]}"#,
            Some(1),
            "out_of_range actions[0].w",
        ),
        (r#"{"type":"HUMAN_ANSWER","n":1,"id":"q","answer":{"kind":"approve","text":"1234"}}"#, Some(1), ""),
        (r#"{"type":"HUMAN_ANSWER","n":1,"id":"q","answer":{"kind":"reject","why":"mine"}}"#, Some(1), ""),
        (r#"{"type":"HUMAN_ANSWER","n":1,"id":"q","answer":{"kind":"myself"}}"#, Some(1), ""),
        (r#"{"type":"HUMAN_ANSWER","n":1,"id":"q","answer":{"kind":"maybe"}}"#, Some(1), "unknown_value answer.kind"),
        (r#"{"type":"HUMAN_ANSWER","n":1,"id":"q"}"#, Some(1), "missing answer"),
        (r#"{"type":"RENDERING_FEEDBACK","n":1,"requestId":"r","key":"k","ok":true}"#, Some(1), ""),
        (r#"{"type":"TOAST_ACTION","n":1,"id":"t","eventId":"e"}"#, Some(1), ""),
        (r#"{"type":"SHORTCUT_ACTION","n":1,"id":"s","action":"a"}"#, Some(1), ""),
        (r#"{"type":"SHORTCUT_ACTION","n":1,"id":"s"}"#, Some(1), "missing action"),
        (r#"{"type":"SHORTCUT_ACTION","n":1,"id":7,"action":"a"}"#, Some(1), "wrong_type id"),
    ];
    for (text, n, error) in cases {
        assert_eq!(read_n(text), (*n, (*error).to_owned()), "{text}");
    }
    let long = format!(r#"{{"type":"TOAST_ACTION","n":1,"id":"{}","eventId":"e"}}"#, "x".repeat(LONGEST_NAME + 1));
    assert_eq!(read_n(&long).1, "out_of_range id");
}

#[test]
fn what_the_wire_writes_is_read_back() {
    let events = [
        ClientEvent::UserMessage { n: 1, text: "hi".to_owned() },
        ClientEvent::DialogFeedback { n: 2, id: "d".to_owned(), confirmed: true, remember: true },
        ClientEvent::UserAction {
            n: 3,
            actions: vec![PersonAction::Command(PersonCommand::HoldToast { id: "t".to_owned(), held: true })],
        },
        ClientEvent::ShortcutAction { n: 5, id: "s".to_owned(), action: "a".to_owned() },
        ClientEvent::RenderingFeedback {
            n: 4,
            request_id: "r".to_owned(),
            key: "k".to_owned(),
            ok: false,
            error: Some("no".to_owned()),
            png: None,
            partial: true,
        },
    ];
    for event in events {
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(read(&text).map(|(_, read)| read), Ok(event), "{text}");
    }
}

#[test]
fn the_number_of_a_message_is_found_at_its_beginning() {
    assert_eq!(number(r#"{"type":"X","n": 12,"#), Some(12));
    assert_eq!(number(r#"{"type":"X""#), None);
}
