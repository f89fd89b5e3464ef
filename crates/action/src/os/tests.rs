//! Outcomes as data: `tests/cases.jsonl` lists accepted and refused values, `scenarios/desktop.jsonl` the lines of the
//! desktop's own scenarios, and `tests/schema.rs` derives the rest from the schema.

mod schema;

use super::*;
use crate::finding::{Code, Finding};
use crate::json::Json;

/// Formats each finding as `code path`, in order.
fn listed(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|found| format!("{} {}", found.code.as_str(), found.path).trim_end().to_owned()).collect()
}

/// Reads a line and returns the findings. An accepted value must read back unchanged from its own JSON.
fn outcome(line: &Json<'_>) -> (bool, Vec<String>) {
    match read_batch(line) {
        Err(findings) => (false, listed(&findings)),
        Ok(Checked { value: batch, ignored }) => {
            for addressed in &batch.actions {
                check_round_trip(addressed);
            }
            (true, listed(&ignored))
        }
    }
}

#[track_caller]
fn check_round_trip(addressed: &Addressed) {
    let written = serde_json::to_string(addressed).expect("an action can be written");
    let parsed = Json::strict(&written).expect("what was written is JSON");
    assert!(parsed.repairs.is_empty(), "a key is there twice: {written}");
    assert_eq!(read(&parsed.value), Ok(Checked { value: addressed.clone(), ignored: vec![] }), "{written}");
    assert_eq!(&serde_json::from_str::<Addressed>(&written).expect("serde reads it too"), addressed, "{written}");
}

/// Each line is `[action or batch, ["code path", …]]`; a value with only ignored fields is accepted.
#[test]
fn every_action_is_read_or_refused_as_its_case_says() {
    for line in include_str!("tests/cases.jsonl").lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let case = Json::strict(line).unwrap_or_else(|error| panic!("{error}\n{line}")).value;
        let Some([value, Json::List(expected)]) = case.as_list() else { panic!("not a case: {line}") };
        let expected: Vec<_> = expected.iter().filter_map(Json::as_text).collect();
        let accepted = expected.iter().all(|found| found.starts_with("unknown_field") || *found == "more");
        let (read, found) = outcome(value);
        assert_eq!((read, found), (accepted, expected.iter().map(|text| (*text).to_owned()).collect()), "{line}");
    }
}

#[test]
fn every_line_of_a_scenario_without_refusals_reads() {
    let mut read = 0;
    for scenario in include_str!("../../../../scenarios/desktop.jsonl").lines() {
        let scenario = Json::strict(scenario).expect("JSON").value;
        let field = |name: &str| scenario.as_object().and_then(|fields| fields.get(name));
        if !matches!(field("refused"), Some(Json::Number(number)) if number.text == "0") {
            continue;
        }
        for line in field("lines").and_then(Json::as_list).expect("lines") {
            let (accepted, found) = outcome(line);
            assert!(accepted, "{:?}: {found:?}", field("name"));
            read += 1;
        }
    }
    assert!(read > 300, "only {read} lines were read");
}

#[test]
fn samples_are_one_of_each_and_read_unchanged() {
    let samples = samples();
    assert_eq!(samples.iter().map(OsAction::name).collect::<Vec<_>>(), OsAction::NAMES);
    for action in samples {
        let written = serde_json::to_value(&action).expect("an action can be written");
        assert_eq!(written["type"], action.name());
        let mut addressed = Addressed::from(action);
        check_round_trip(&addressed);
        addressed.envelope.monitor_id = MonitorId::new(15);
        addressed.envelope.agent_id.get_or_insert("shopper".to_owned());
        addressed.envelope.request_id = Some("r-1".to_owned());
        check_round_trip(&addressed);
    }
}

#[test]
fn guards_go_by_the_first_word() {
    for action in samples() {
        let guards = [
            ("window", action.is_window_action()),
            ("notification", action.is_notification_action()),
            ("toast", action.is_toast_action()),
            ("dialog", action.is_dialog_action()),
            ("app", action.is_app_action()),
            ("desktop", action.is_desktop_action()),
        ];
        let yes: Vec<_> = guards.iter().filter(|(_, yes)| *yes).map(|(family, _)| *family).collect();
        assert_eq!(yes, [action.name().split_once('.').map_or("", |(family, _)| family)]);
        assert_eq!(action.is_window_action(), action.window_id().is_some());
    }
}

#[test]
fn messages_say_what_to_do() {
    let check = |line: &str, expected: &str| {
        let findings = read(&Json::strict(line).expect("JSON").value).expect_err(line);
        assert_eq!(findings[0].message, expected);
    };
    check(r#"{"type":"windowCreate"}"#, "`windowCreate` is not a known type of action; did you mean `window.create`?");
    check(r#"{"type":"Toast.Show"}"#, "`Toast.Show` is not a known type of action; did you mean `toast.show`?");
    check(r#"{"windowId":"a"}"#, "`type` is missing; expected text");
    check(r#"{"type":"toast.dismiss","id":""}"#, "`id` must not be empty");
    check(
        r#"{"type":"window.close","windowId":"a/b"}"#,
        "`windowId` must not contain a slash, except after one of `monitor-0` to `monitor-15` as in `monitor-1/notes`",
    );
    check(
        r#"{"type":"window.close","windowId":"a","monitorId":"monitor-16"}"#,
        "`monitor-16` is not a monitor; expected `monitor-0` to `monitor-15`",
    );
    check(r#"{"type":"toast.show","id":"a","message":"m","duration":-1}"#, "`duration` must not be negative, got -1");
    check(
        r#"{"type":"app.badge","appId":"a","count":1.5}"#,
        "`count` must be a whole number from 0 to 9007199254740991, got 1.5",
    );
    check(
        r#"{"type":"window.setContent","windowId":"a","content":{"renderer":"markdwon","data":""}}"#,
        "`renderer` cannot be `markdwon`; expected one of `markdown`, `html`, `text`, `table`, `iframe`, `component`; \
         did you mean `markdown`?",
    );
    check(
        r#"{"type":"window.updateContent","windowId":"a","renderer":"table","operation":{"op":"append","data":"x"}}"#,
        "`append` is for markdown, html and text; `table` takes `replace` and `clear`",
    );
    check(
        r#"{"type":"desktop.updateShortcut","shortcutId":"s","updates":{"id":"t"}}"#,
        "`id` of a shortcut cannot be changed",
    );
}

#[test]
fn window_ids_come_apart() {
    let long = "x".repeat(MAX_ID);
    let check = |text: &str, expected: Result<(Option<u8>, &str), IdError>| {
        let parsed = WindowId::parse(text).map(|id| (id.monitor.map(MonitorId::number), id.name));
        assert_eq!(parsed, expected, "{text:?}");
    };
    check("a", Ok((None, "a")));
    check("Über uns ☕", Ok((None, "Über uns ☕")));
    check(&long, Ok((None, &long)));
    check("monitor-0/a", Ok((Some(0), "a")));
    check(&format!("monitor-15/{long}"), Ok((Some(15), &long)));
    check("", Err(IdError::Empty));
    check("monitor-1/", Err(IdError::Empty));
    check(&format!("{long}x"), Err(IdError::TooLong));
    for slashed in ["a/b", "/a", "monitor-16/a", "monitor-01/a", "monitor-+1/a", "monitor-/a", "monitor-1/a/b"] {
        check(slashed, Err(IdError::Slash));
    }
    for control in ["a\nb", "\0", "a\u{85}"] {
        check(control, Err(IdError::Control));
    }
    assert_eq!(WindowId::parse("a").map(|id| id.key(MonitorId::FIRST)), Ok("monitor-0/a".to_owned()));
    assert_eq!(WindowId::parse("monitor-2/a").map(|id| id.key(MonitorId::FIRST)), Ok("monitor-2/a".to_owned()));
}

#[test]
fn the_monitor_is_the_ids_then_the_actions_then_the_batchs() {
    let check = |line: &str, expected: Option<u8>| {
        let batch = read_batch(&Json::strict(line).expect("JSON").value).expect(line).value;
        assert_eq!(batch.monitor_of(&batch.actions[0]).map(MonitorId::number), expected, "{line}");
    };
    check(r#"{"type":"window.close","windowId":"a"}"#, None);
    check(r#"{"type":"window.close","windowId":"a","monitorId":"monitor-3"}"#, Some(3));
    check(r#"{"type":"window.close","windowId":"monitor-1/a","monitorId":"monitor-3"}"#, Some(1));
    check(r#"{"agentId":"x","monitorId":"monitor-7","actions":[{"type":"window.close","windowId":"a"}]}"#, Some(7));
}

const RENDERERS: [Renderer; 6] =
    [Renderer::Markdown, Renderer::Html, Renderer::Text, Renderer::Table, Renderer::Iframe, Renderer::Component];

#[test]
fn renderers_take_what_fits_them() {
    const SHAPES: [(&str, &[Renderer]); 6] = [
        (r#""x""#, &[Renderer::Markdown, Renderer::Html, Renderer::Text, Renderer::Iframe]),
        (r#"{"components":[]}"#, &[Renderer::Component]),
        (r#"{"headers":[],"rows":[[]]}"#, &[Renderer::Table]),
        (r#"{"url":"x"}"#, &[Renderer::Iframe]),
        ("7", &[]),
        (r#"{"components":[{"type":"button"}]}"#, &[]),
    ];
    for (shape, fitting) in SHAPES {
        let data = Json::strict(shape).expect("JSON").value;
        let operation = serde_json::from_str(&format!(r#"{{"op":"replace","data":{shape}}}"#)).ok();
        for renderer in RENDERERS {
            let fits = fitting.contains(&renderer);
            assert_eq!(is_window_content_data(renderer, &data), fits, "{renderer:?} {shape}");
            if let Some(operation) = &operation {
                assert_eq!(is_content_update_operation_valid(renderer, operation), fits, "{renderer:?} {shape}");
            }
            if let Some(ContentUpdateOperation::Replace { data }) = operation.clone() {
                assert_eq!(data.with(renderer).map(|content| content.renderer()), fits.then_some(renderer));
            }
        }
        assert_eq!(is_table_content_data(&data), fitting.contains(&Renderer::Table));
        assert_eq!(is_iframe_content_data(&data), fitting.contains(&Renderer::Iframe));
        assert_eq!(is_component_layout(&data), fitting.contains(&Renderer::Component));
    }
    for renderer in RENDERERS {
        let append = ContentUpdateOperation::Append { data: String::new() };
        let insert = ContentUpdateOperation::InsertAt { data: String::new(), position: 0 };
        assert_eq!(append.fits(renderer), renderer.is_textual());
        assert_eq!(insert.fits(renderer), renderer.is_textual());
        assert!(ContentUpdateOperation::Clear.fits(renderer));
    }
}

#[test]
fn empty_content_is_what_clear_leaves() {
    let check = |renderer: Renderer, data: &str| {
        let content = WindowContent::empty(renderer);
        assert_eq!(content.renderer(), renderer);
        let written = serde_json::to_string(&content).expect("content can be written");
        assert_eq!(written, format!(r#"{{"renderer":"{}","data":{data}}}"#, renderer.as_str()));
    };
    for renderer in [Renderer::Markdown, Renderer::Html, Renderer::Text, Renderer::Iframe] {
        check(renderer, r#""""#);
    }
    check(Renderer::Component, r#"{"components":[]}"#);
    check(Renderer::Table, r#"{"headers":[],"rows":[]}"#);
}

#[test]
fn absent_fields_have_their_documented_defaults() {
    let one = |line: &str| read(&Json::strict(line).expect("JSON").value).expect(line).value.action;
    let bounds = r#""bounds":{"x":0,"y":0,"w":1,"h":1},"content":{"renderer":"text","data":""}"#;
    let OsAction::WindowCreate(window) =
        one(&format!(r#"{{"type":"window.create","windowId":"a","title":"",{bounds}}}"#))
    else {
        panic!("a window")
    };
    assert_eq!((window.variant(), window.dock_edge()), (WindowVariant::Standard, None));
    assert!(!window.is_frameless() && !window.is_minimized() && !window.replaces());
    let panel = WindowCreate { variant: Some(WindowVariant::Panel), ..window };
    assert_eq!(panel.dock_edge(), Some(DockEdge::Bottom));

    let OsAction::ToastShow(mut toast) = one(r#"{"type":"toast.show","id":"t","message":"m"}"#) else {
        panic!("a toast")
    };
    assert_eq!((toast.variant(), toast.duration()), (ToastVariant::Info, Some(crate::Finite::from(6000))));
    toast.action = Some(ToastAction::default());
    assert_eq!(toast.duration(), None);

    let OsAction::DialogConfirm(dialog) = one(r#"{"type":"dialog.confirm","id":"d","title":"","message":""}"#) else {
        panic!("a dialog")
    };
    assert_eq!((dialog.confirm_text(), dialog.cancel_text()), ("Yes", "No"));
}

#[test]
fn a_shortcut_takes_over_what_is_named() {
    let mut samples = samples().into_iter();
    let Some(OsAction::DesktopCreateShortcut(DesktopCreateShortcut { mut shortcut })) =
        samples.find(|action| action.name() == "desktop.createShortcut")
    else {
        panic!("a shortcut")
    };
    let before = shortcut.clone();
    shortcut.update(ShortcutUpdates { label: Some("New".to_owned()), ..ShortcutUpdates::default() });
    assert_eq!(shortcut, DesktopShortcut { label: "New".to_owned(), ..before });
}

#[test]
fn a_batch_is_bounded() {
    let batch = |count: usize| {
        let actions = vec![r#"{"type":"desktop.refreshApps"}"#; count].join(",");
        format!(r#"{{"agentId":"x","actions":[{actions}]}}"#)
    };
    let (full, over) = (batch(MAX_BATCH), batch(MAX_BATCH + 1));
    assert_eq!(
        read_batch(&Json::strict(&full).expect("JSON").value).map(|read| read.value.actions.len()),
        Ok(MAX_BATCH)
    );
    assert_eq!(outcome(&Json::strict(&over).expect("JSON").value), (false, vec!["out_of_range actions".to_owned()]));
}

#[test]
fn ignored_fields_never_hide_a_reason_to_refuse() {
    let line = |last: &str| {
        let many: Vec<_> = (0..500).map(|n| format!(r#"{{"type":"badge","label":"b","x{n}":1}}"#)).collect();
        let components = many.join(",");
        format!(
            r#"{{"type":"window.setContent","windowId":"a","content":{{"renderer":"component","data":{{"components":[{components},{last}]}}}}}}"#
        )
    };
    let (fine, wrong) = (line(r#"{"type":"badge","label":"b"}"#), line(r#"{"type":"badge"}"#));
    let fine = read(&Json::strict(&fine).expect("JSON").value).expect("only unknown fields");
    assert!(fine.ignored.iter().all(|found| matches!(found.code, Code::UnknownField | Code::More)));
    let wrong = read(&Json::strict(&wrong).expect("JSON").value).expect_err("a label is missing");
    assert_eq!(listed(&wrong)[0], "missing content.data.components[500].label");
}
