//! Any text, by every method of the phone: the field contains exactly it, and the person gets back what was borrowed.

use action::phone::AgentAction;
use device::typing::{Checked, Method, TypeError, Typed, Unchecked};
use device::{Acted, Actuator, DeviceError};
use proptest::prelude::*;

use crate::fake::{ADB_IME, Fake, Fault, GBOARD, State, U2_IME};

/// The texts that every method must type.
fn torture() -> Vec<String> {
    let short = [
        "hello",
        "a b  c ",
        "100%sure %s %%s %",
        r#"'"`\ $HOME $(reboot) ; rm -rf /sdcard/x & | > < * ? [a] {b} ~ # ! && ||"#,
        "it's; reboot",
        "''''",
        "-d --help",
        "line one\nline two\n\nend\n",
        "tab\there",
        "你好，世界",
        "São; rm -rf /sdcard/x",
        "👨\u{200d}👩\u{200d}👧\u{200d}👦 🏳️\u{200d}🌈 👍🏽 🇩🇪",
        "e\u{301}a\u{308}\u{323} Z\u{335}\u{321}",
        "שלום עולם مرحبا \u{202e}abc\u{202c}",
        "\u{feff}\u{200b}zero",
        "&amp; <b> \"quotes\"",
    ];
    let mut texts: Vec<String> = short.iter().map(|text| (*text).to_owned()).collect();
    texts.push("x".repeat(10_000));
    texts.push("'%s$(reboot)\n".repeat(770).trim_end().to_owned());
    texts.push("漢👩\u{200d}💻e\u{301}".repeat(1_700));
    texts
}

async fn enter(fake: &Fake, text: &str) -> Result<Typed, DeviceError> {
    match fake.device().act(&AgentAction::text(text)).await? {
        Acted::Typed(typed) => Ok(typed),
        other => panic!("{other:?}"),
    }
}

fn check_field(fake: &Fake, text: &str) {
    fake.with(|state| assert_eq!(state.field.as_deref(), Some(text)));
}

fn check_person(fake: &Fake) {
    fake.with(|state| {
        assert_eq!(state.keyboard, GBOARD, "the person's keyboard");
        assert_eq!(state.enabled, [GBOARD], "no keyboard was left switched on");
        if state.clipboard_command.is_some() {
            assert_eq!(state.clipboard, "what the person copied");
        }
    });
}

fn clipboard(get: &'static str) -> impl Fn(&mut State) {
    move |state| {
        state.clipboard_command = Some(get);
        "what the person copied".clone_into(&mut state.clipboard);
    }
}

fn keyboard(id: &'static str) -> impl Fn(&mut State) {
    move |state| state.installed.push(id)
}

#[tokio::test(start_paused = true)]
async fn any_text_arrives_exactly_by_any_way() {
    type Set = Box<dyn Fn(&mut State)>;
    let phones: [(&str, Set); 4] = [
        ("clipboard of two words", Box::new(clipboard("get text"))),
        ("clipboard with a hyphen", Box::new(clipboard("get-text"))),
        ("ADBKeyBoard", Box::new(keyboard(ADB_IME))),
        ("uiautomator2's keyboard", Box::new(keyboard(U2_IME))),
    ];
    for (name, set) in &phones {
        for text in torture() {
            let fake = Fake::new(|state| set(state));
            let typed = enter(&fake, &text).await.unwrap_or_else(|error| panic!("{name}, {text}: {error}"));
            assert_eq!((typed.checked, typed.owes), (Checked::Yes, false), "{name}: {text}");
            let keys = text.chars().all(|c| (' '..='~').contains(&c));
            assert_eq!(typed.method == Some(Method::Keys), keys, "{name}: {text}");
            check_field(&fake, &text);
            check_person(&fake);
            assert!(fake.log().iter().all(|command| command.len() < 60_000), "{name}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_phone_with_nothing_types_ascii_and_says_what_is_missing_for_more() {
    for text in torture() {
        let fake = Fake::new(|_| {});
        let ascii = text.chars().all(|c| c == '\n' || (' '..='~').contains(&c));
        match enter(&fake, &text).await {
            Ok(typed) => {
                assert!(ascii && typed.method == Some(Method::Keys) && typed.checked == Checked::Yes, "{text}");
                check_field(&fake, &text);
            }
            Err(DeviceError::Text(error @ TypeError::NoMethod(_))) => {
                assert!(!ascii, "{text}");
                let said = error.to_string();
                assert!(said.contains("clipboard: the phone has no clipboard command"), "{said}");
                assert!(said.contains("ADB keyboard: no ADB keyboard is installed; install ADBKeyBoard"), "{said}");
                check_field(&fake, "");
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn line_breaks_never_submit_a_field_by_surprise() {
    // One line, and the phone says so: nothing is typed.
    let fake = Fake::new(|state| state.multi_line = false);
    let error = enter(&fake, "a\nb").await.unwrap_err().to_string();
    assert!(error.contains("keys: the field has one line, and Enter would submit it"), "{error}");
    check_field(&fake, "");
    // One line, and the phone does not say so: it ends at the first break.
    let fake = Fake::new(|state| {
        state.multi_line = false;
        state.answers.push(("dumpsys input_method", Vec::new()));
    });
    assert_eq!(enter(&fake, "a\nb\nc").await, Err(TypeError::Submitted.into()));
    fake.with(|state| assert_eq!((state.submitted.as_slice(), &state.field), (["a".to_owned()].as_slice(), &None)));
    // No tree, so it could not be verified.
    let fake = Fake::new(|state| state.no_tree = true);
    let error = enter(&fake, "a\nb").await.unwrap_err().to_string();
    assert!(error.contains("Enter might submit the field, and it cannot be checked"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn what_was_typed_is_checked_where_it_can_be() {
    type Row<'a> = (&'a str, Box<dyn Fn(&mut State)>, Result<Checked, &'a str>);
    let rows: [Row<'_>; 6] = [
        ("a hint", Box::new(|state| "Search".clone_into(&mut state.hint)), Ok(Checked::Yes)),
        ("text before", Box::new(|state| state.field = Some("abc ".to_owned())), Ok(Checked::Yes)),
        ("a password", Box::new(|state| state.password = true), Ok(Checked::No(Unchecked::Password))),
        ("no tree", Box::new(|state| state.no_tree = true), Ok(Checked::No(Unchecked::NoTree))),
        ("no field", Box::new(|state| state.field = None), Ok(Checked::No(Unchecked::NoField))),
        ("nothing arrives", Box::new(|state| state.deaf = true), Err("keys: nothing arrived in the field")),
    ];
    for (name, set, expected) in rows {
        let fake = Fake::new(|state| set(state));
        match (enter(&fake, "hello").await, expected) {
            (Ok(typed), Ok(expected)) => assert_eq!(typed.checked, expected, "{name}"),
            (Err(error), Err(text)) => assert!(error.to_string().contains(text), "{name}: {error}"),
            (typed, _) => panic!("{name}: {typed:?}"),
        }
    }
    // No field and no keyboard: nothing is sent, and the error says what to do next.
    let fake = Fake::new(|state| {
        state.field = None;
        state.answers.push(("dumpsys input_method", b"  mShowForced=false mInputShown=false\n".to_vec()));
    });
    assert_eq!(enter(&fake, "hello").await, Err(TypeError::NoField.into()));
    assert!(!fake.log().iter().any(|command| command.starts_with("input ")), "{:?}", fake.log());
    // A field that changes the typed text: reported, and no other method is tried on top.
    let fake = Fake::new(|state| {
        state.shouting = true;
        clipboard("get text")(state);
    });
    let mismatch = TypeError::Mismatch { method: Method::Keys, holds: "HELLO".to_owned() };
    assert_eq!(enter(&fake, "hello").await, Err(mismatch.into()));
    check_field(&fake, "HELLO");
}

#[tokio::test(start_paused = true)]
async fn a_stale_clipboard_is_never_pasted() {
    let fake = Fake::new(|state| {
        clipboard("get text")(state);
        state.forgetful_clipboard = true;
    });
    let error = enter(&fake, "né").await.unwrap_err().to_string();
    assert!(error.contains("clipboard: the phone's clipboard does not keep the text"), "{error}");
    check_field(&fake, "");
    check_person(&fake);
    assert!(!fake.log().iter().any(|command| command.contains("PASTE")));
}

#[tokio::test(start_paused = true)]
async fn the_person_has_their_things_back_whatever_breaks() {
    type Set = Box<dyn Fn(&mut State)>;
    let phones: [Set; 3] = [Box::new(clipboard("get text")), Box::new(keyboard(ADB_IME)), Box::new(keyboard(U2_IME))];
    let text = "né 👍\n".repeat(1_200);
    for set in &phones {
        let fake = Fake::new(|state| set(state));
        enter(&fake, &text).await.unwrap();
        let commands = fake.log();
        for at in 1..=commands.len() {
            for fault in [Fault::DropBefore, Fault::DropAfter, Fault::Refuse] {
                let fake = Fake::new(|state| {
                    set(state);
                    state.fault = Some((at, fault));
                });
                let what = format!("{fault:?} at {at}: {}", commands[at - 1].chars().take(40).collect::<String>());
                let done = enter(&fake, &text).await;
                // A phone that refuses to restore something cannot be forced to.
                let restoring = commands[at - 1].starts_with("ime set com.google")
                    || commands[at - 1].starts_with("ime disable")
                    || commands[at - 1].contains("what the person copied");
                if restoring && fault == Fault::Refuse {
                    assert!(done.as_ref().is_ok_and(|typed| typed.owes), "{what}: it is told");
                } else {
                    check_person(&fake);
                }
                let held = fake.with(|state| state.field.clone().unwrap());
                assert!(text.starts_with(&held), "{what}: nothing is typed twice");
                match done {
                    Ok(_) => assert_eq!(held, text, "{what}"),
                    Err(DeviceError::MaybeSent { .. }) => assert_ne!(fault, Fault::Refuse, "{what}"),
                    Err(error) => assert!(!error.to_string().contains("né"), "{what}: {error}"),
                }
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_leaves_a_debt_that_the_next_one_pays() {
    let fake = Fake::new(keyboard(ADB_IME));
    let device = fake.device();
    {
        let typing = AgentAction::text("né");
        let mut call = Box::pin(device.act(&typing));
        while fake.with(|state| state.keyboard != ADB_IME) {
            let poll = std::future::poll_fn(|context| std::task::Poll::Ready(call.as_mut().poll(context).is_ready()));
            assert!(!poll.await, "it ended before it took the keyboard");
            tokio::task::yield_now().await;
        }
    }
    assert!(device.owes());
    device.release().await.unwrap();
    assert!(!device.owes());
    check_person(&fake);
}

#[tokio::test(start_paused = true)]
async fn a_field_is_emptied() {
    for old in [false, true] {
        let fake = Fake::new(|state| {
            state.no_combinations = old;
            state.field = Some("some text".to_owned());
            "Search".clone_into(&mut state.hint);
        });
        let acted = fake.device().act(&serde_json::from_str(r#"{"type":"clear_text"}"#).unwrap()).await.unwrap();
        assert_eq!(acted, Acted::Cleared { checked: Checked::Yes });
        check_field(&fake, "");
    }
}

#[test]
fn any_text_at_all_arrives() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    proptest!(ProptestConfig::with_cases(64), |(text in "(\\PC|[ -~\n]|%s|'){0,60}")| {
        let fake = Fake::new(keyboard(ADB_IME));
        runtime.block_on(enter(&fake, &text)).unwrap();
        check_field(&fake, &text);
        check_person(&fake);
    });
}
