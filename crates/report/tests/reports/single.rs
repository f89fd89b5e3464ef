//! Reports of records in every state: whole, cut off, edited, old, and with texts that want to be more than text.

use report::{Options, ReportError, Source, Template, write};
use serde_json::{Value, json};

use crate::record::{PAGE, Record, changed, piece};

#[test]
fn a_report_says_how_it_went_and_shows_every_step() {
    let record = Record::new().started().tree().observed(1, 0, 1).tapped(2, 1, changed());
    let failed = json!({"change": "unknown", "failure": {"reason": "no_change", "message": "it did not move"}});
    let record = record.tapped(4, 2, failed).ended(9, "failed", "stuck");
    let (html, made) = record.report(false).unwrap();
    let index = piece(&html, "index");
    for (field, expected) in [
        ("goal", json!("Switch it on")),
        ("state", json!("failed")),
        ("reason", json!("stuck")),
        ("took", json!(12_500)),
        ("inputTokens", json!(200)),
        ("cost", json!(1.0)),
        // A problem that ended the run is told as its cause.
        ("trouble", Value::Null),
        ("missing", json!([])),
    ] {
        assert_eq!(index[field], expected, "{field}");
    }
    assert_eq!(index["why"]["first"]["step"], 2, "{index:#}");
    // The top of the report says what `task why` says, whose causes have a test each.
    let why = history::why(&history::Run::read(record.path()).unwrap(), false);
    for (field, expected) in [
        ("summary", json!(why.summary)),
        ("next", json!(why.next)),
        ("step", json!(why.first.as_ref().map(|first| first.step))),
        ("what", json!(why.first.as_ref().map(|first| &first.what))),
    ] {
        let told = &index["why"];
        assert_eq!(told.get(field).unwrap_or(&told["first"][field]), &expected, "{field}");
    }
    // What came before the first step is part of it, and the last entry is part of the last.
    assert_eq!(index["steps"].as_array().unwrap().len(), 2);
    assert_eq!((&index["steps"][0]["before"], &index["steps"][0]["after"]), (&json!(1), &json!(2)));
    assert_eq!(index["steps"][1]["marks"], json!(["touch", "error"]));
    let step = piece(&html, "step-0");
    let acted = step["moments"].as_array().unwrap().iter().find(|one| one["event"]["kind"] == "acted").unwrap();
    assert_eq!(acted["event"]["points"], json!([[0.5, 0.5]]));
    assert_eq!(acted["event"]["target"]["text"], "Wi-Fi");
    assert_eq!(acted["event"]["effect"]["change"], "changed");
    assert!(html.contains("id=\"picture-1\" data-kind=\"image/jpeg\""));
    assert!(html.contains("id=\"outline-1\""));
    assert_eq!((made.steps, made.pictures, &made.missing), (2, 3, &Vec::new()));
}

#[test]
fn the_time_of_a_person_is_theirs() {
    let ask = || json!({"type": "ask_user", "question": "Which one?"});
    let tap = || json!({"type": "tap", "x": 1, "y": 1});
    let asked =
        |record: Record| record.entry("question", 2, 1, json!({"action": ask(), "rule": "", "words": "Which one?"}));
    let answered = |record: Record| {
        record
            .entry("effect", 32, 1, json!({"action": ask(), "effect": {"change": "unchanged"}}))
            .entry("tool_result", 32, 1, json!({"tool": "ask_user", "ok": true, "result": "blue", "person": true}))
            .ended(33, "success", "finished")
    };
    let judged =
        json!({"action": tap(), "verdict": "ask", "rule": "pay", "reason": "", "allowed": true, "by": "person"});
    let again = json!({"taskId": "t", "settings": {}, "goal": "g", "device": "d", "model": "m", "dialect": "json"});
    let begun = || Record::new().started().tree().observed(1, 1, 1);
    // What the person took, and what the phone and the gate took.
    let rows: [(&str, Record, [u64; 2]); 6] = [
        ("answered", answered(asked(begun())), [30_000, 1_000]),
        ("answered, in an older record", answered(begun()), [31_000, 0]),
        (
            "the gate",
            begun()
                .entry("question", 2, 1, json!({"action": tap(), "rule": "pay"}))
                .entry("gate", 32, 1, judged)
                .ended(33, "success", "finished"),
            [30_000, 1_000],
        ),
        ("stopped meanwhile", asked(begun()).ended(32, "interrupted", "interrupt"), [30_000, 1_000]),
        ("killed meanwhile", asked(begun()), [0, 1_000]),
        ("killed meanwhile, then resumed", asked(begun()).entry("started", 32, 1, again), [0, 1_000]),
    ];
    for (name, record, [person, ours]) in rows {
        let (html, _) = record.report(false).unwrap();
        let phases = &piece(&html, "index")["phases"];
        let sum = ["gate", "act"].iter().filter_map(|phase| phases[phase].as_u64()).sum::<u64>();
        assert_eq!((&phases["person"], sum), (&json!(person), ours), "{name}: {phases}");
    }
}

#[test]
fn a_question_is_shown_once_and_also_without_its_answer() {
    let ask = json!({"type": "ask_user", "question": "Which one?"});
    let asked = || {
        let begun = Record::new().started().tree().observed(1, 1, 1);
        begun.entry("question", 2, 1, json!({"action": ask, "rule": "", "words": "Which one?"}))
    };
    let answered = asked()
        .entry("effect", 32, 1, json!({"action": ask, "effect": {"change": "unchanged"}}))
        .ended(33, "success", "finished");
    for (name, record, kind) in [("killed", asked(), "asked"), ("answered", answered, "acted")] {
        let (html, _) = record.report(false).unwrap();
        let step = piece(&html, "step-0");
        let kinds: Vec<_> = step["moments"].as_array().unwrap().iter().map(|one| &one["event"]["kind"]).collect();
        assert_eq!(kinds.iter().filter(|one| **one == "asked" || **one == "acted").count(), 1, "{name}: {kinds:?}");
        assert!(kinds.contains(&&json!(kind)), "{name}: {kinds:?}");
        let index = piece(&html, "index");
        assert_eq!(index["steps"][0]["marks"], json!(["question"]), "{name}");
        if kind == "asked" {
            let summary = index["why"]["summary"].as_str().unwrap();
            assert!(summary.contains("while it asked “Which one?”"), "{summary}");
        }
    }
}

#[test]
fn what_a_record_lacks_is_said() {
    let whole = || Record::new().started().tree().observed(1, 0, 1).tapped(2, 1, changed());
    let rows: [(&str, Record, &str); 6] = [
        ("no end", whole(), "The record has no end"),
        ("torn", whole().with_text("{\"line\":\"eff"), "The last line of the record is cut off"),
        (
            "broken",
            whole().with_text("not json\n").ended(9, "success", "finished"),
            "1 line of the record cannot be read",
        ),
        (
            "a kind of the future",
            whole().entry("dreamt", 3, 1, json!({})).ended(9, "success", "finished"),
            "1 line of a kind that this version does not know",
        ),
        ("no start", Record::new().tree().observed(1, 0, 1).tapped(2, 1, changed()), "The record has no beginning"),
        ("wrong types", whole().with(json!({"line": "gate", "at": 7, "step": "x", "action": []})), "has no end"),
    ];
    for (name, record, expected) in rows {
        let (html, made) = record.report(false).unwrap();
        assert!(made.missing.iter().any(|one| one.contains(expected)), "{name}: {:?}", made.missing);
        assert!(!piece(&html, "index")["steps"].as_array().unwrap().is_empty(), "{name}");
    }
}

#[test]
fn missing_and_damaged_files_are_counted() {
    let record = Record::new().started().observed(1, 0, 1).tapped(2, 1, changed()).ended(9, "success", "finished");
    std::fs::remove_file(record.path().join("screenshots/000001.png")).unwrap();
    std::fs::write(record.path().join("screenshots/000002.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01")
        .unwrap();
    let (html, made) = record.report(false).unwrap();
    let expected = [
        "2 pictures are missing: their files are gone, or damaged.",
        "The elements of 1 screen are missing: their file is gone, or damaged.",
    ];
    assert_eq!(made.missing, expected);
    assert_eq!(piece(&html, "end")["missing"], json!(expected));
}

#[test]
fn a_record_that_cannot_be_read_is_an_error() {
    let newer = Record { lines: vec!["{\"line\":\"journal\",\"version\":99}\n".to_owned()], ..Record::new() };
    assert!(matches!(newer.report(false), Err(ReportError::Newer { found: 99, .. })));
    let options = Options { full: false, program: String::new(), now: 0 };
    let nowhere = write(
        &Source { folder: "/nonexistent".into(), running: false },
        &Template::new(PAGE).unwrap(),
        &options,
        Vec::new(),
    );
    assert!(matches!(nowhere, Err(ReportError::None { .. })));
}

#[test]
fn hostile_texts_stay_texts_and_long_ones_are_cut() {
    let hostile = "</script><script>alert(1)</script><!--index--><!--steps-->\u{2028}";
    let long = "x".repeat(1_000_000);
    let record = Record::new().started().entry(
        "prediction",
        1,
        1,
        json!({
            "thought": hostile, "raw": long, "actions": [{"type": "type", "text": hostile}],
            "usage": {"inputTokens": 1, "outputTokens": 1}, "attempts": 1,
        }),
    );
    let (html, made) = record.report(false).unwrap();
    // The page, the index, the step, and the end.
    assert_eq!(html.matches("<script").count(), 4);
    assert!(made.bytes < 60_000, "{} bytes", made.bytes);
    assert!(made.missing.iter().any(|one| one.contains("1 very long text is cut")), "{:?}", made.missing);
    let said = &piece(&html, "step-0")["moments"][1]["event"];
    assert_eq!(said["thought"], hostile);
    assert!(said["raw"].as_str().unwrap().contains("975424 characters are left out"));
    let (html, made) = record.report(true).unwrap();
    assert_eq!(piece(&html, "step-0")["moments"][1]["event"]["raw"], json!(long));
    assert!(!made.missing.iter().any(|one| one.contains("cut in the middle")));
}

#[test]
fn equal_pictures_are_stored_once() {
    let mut record = Record::new().started().tree().observed(1, 0, 1);
    for step in 1..=5 {
        record = record.tapped(step * 2, step, changed());
    }
    for number in 2..=6 {
        std::fs::copy(
            record.path().join("screenshots/000001.png"),
            record.path().join(format!("screenshots/{number:06}.png")),
        )
        .unwrap();
    }
    let (html, made) = record.report(false).unwrap();
    assert_eq!(made.pictures, 1);
    assert_eq!(html.matches("data-same=\"1\"").count(), 5);
}

#[test]
fn the_same_record_gives_the_same_report() {
    let record =
        Record::new().started().tree().observed(1, 0, 1).tapped(2, 1, changed()).ended(5, "success", "finished");
    assert_eq!(record.report(false).unwrap(), record.report(false).unwrap());
}

#[test]
fn a_task_that_two_workers_of_a_fleet_did_is_one_report() {
    // The second worker's folder has the first one's entries, but not its pictures.
    let record = Record::new().started().tree().observed(1, 0, 1).tapped(2, 1, changed());
    std::fs::remove_file(record.path().join("screenshots/000001.png")).unwrap();
    let record = record.entry("paused", 4, 1, json!({"reason": "asked"}));
    let again = json!({"taskId": "t", "settings": {}, "goal": "Switch it on", "device": "phone-2", "model": "m", "dialect": "json"});
    let record = record.entry("started", 30, 1, again).observed(31, 2, 2).tapped(32, 2, changed());
    let (html, made) = record.ended(35, "success", "finished").report(false).unwrap();
    let index = piece(&html, "index");
    for (field, expected) in [("runs", json!(2)), ("device", json!("phone-2")), ("state", json!("success"))] {
        assert_eq!(index[field], expected, "{field}");
    }
    assert_eq!(index["steps"].as_array().unwrap().len(), 2);
    // The time between the workers is nobody's work.
    let worked = index["phases"].as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    assert!(worked < 10_000, "{worked}");
    assert_eq!(made.missing, ["1 picture is missing: its file is gone, or damaged."]);
}
