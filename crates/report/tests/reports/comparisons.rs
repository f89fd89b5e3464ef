//! Comparisons of two runs: what is aligned, what is said to be missing, and what is refused.

use report::ReportError;
use serde_json::{Value, json};

use crate::record::{Record, changed, piece};

fn run(task: &str) -> Record {
    Record::new().started_as(task).tree().observed(1, 0, 1)
}

/// A run that taps twice and is done.
fn good() -> Record {
    run("good").tapped(2, 1, changed()).tapped(4, 2, changed()).ended(9, "success", "finished")
}

/// A run whose second tap fails, and which types something before it gives up.
fn bad() -> Record {
    let failed = json!({"change": "unknown", "failure": {"reason": "phone", "message": "it did not move"}});
    let text = json!({"type": "type", "text": "hello"});
    run("bad")
        .tapped(2, 1, changed())
        .tapped(5, 2, failed)
        .entry(
            "prediction",
            8,
            3,
            json!({
                "thought": "Type it", "raw": "{}", "actions": [text], "attempts": 1,
                "usage": {"input_tokens": 50, "output_tokens": 5}, "prompt": {"number": 3, "characters": 9, "pictures": 0},
            }),
        )
        .ended(9, "failed", "gave_up")
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

#[test]
fn a_comparison_has_both_runs_their_steps_aligned_and_where_they_part() {
    let (html, made) = good().compared(&bad()).unwrap();
    let index = piece(&html, "index");
    for (at, expected) in [
        ("/a/task", json!("good")),
        ("/a/state", json!("success")),
        ("/b/state", json!("failed")),
        ("/a/steps", json!(2)),
        ("/b/steps", json!(3)),
        ("/a/took", json!(12_500)),
        ("/divergence/pair", json!(1)),
        ("/divergence/a", json!(2)),
        ("/divergence/b", json!(2)),
        ("/pairs/0/kind", json!("same")),
        ("/pairs/1/kind", json!("changed")),
        ("/pairs/1/b/trouble", json!("it did not move")),
        ("/pairs/2/kind", json!("only_b")),
        ("/pairs/2/b/step", json!(3)),
        ("/missing", json!([])),
    ] {
        assert_eq!(index.pointer(at), Some(&expected), "{at}: {index:#}");
    }
    assert_eq!(index["pairs"].as_array().unwrap().len(), 3);
    assert!(index.pointer("/pairs/2/a").is_none());
    assert!(index["b"]["why"].as_str().is_some_and(|why| !why.is_empty()), "{index:#}");
    // Every pair has all that happened in both steps, and every picture that a line names is in the file.
    for (place, pair) in index["pairs"].as_array().unwrap().iter().enumerate() {
        let steps = piece(&html, &format!("pair-{place}"));
        for side in ["a", "b"] {
            assert_eq!(steps[side]["step"], pair[side]["step"], "{place} {side}");
            for picture in [&pair[side]["before"], &pair[side]["after"]].into_iter().filter_map(Value::as_u64) {
                assert!(html.contains(&format!("id=\"picture-{picture}\"")), "{place} {side} {picture}");
            }
        }
        assert!(steps["b"].get("outline").is_none(), "{steps}");
    }
    // Both runs count their pictures from 1, and equal ones are stored once.
    assert_eq!((&index["pairs"][0]["a"]["before"], &index["pairs"][0]["b"]["before"]), (&json!(2), &json!(3)));
    assert!(html.contains("id=\"picture-3\" data-same=\"2\""));
    assert_eq!((made.steps, made.pictures), (5, 3));
}

#[test]
fn runs_that_never_part_say_so() {
    let other = || run("other").tapped(2, 1, changed()).tapped(4, 2, changed());
    let (html, _) = good().compared(&other().ended(9, "success", "finished")).unwrap();
    assert!(piece(&html, "index").get("divergence").is_none());
    // The same steps with another end part after the last one.
    let (html, _) = good().compared(&other().ended(9, "failed", "gave_up")).unwrap();
    assert_eq!(piece(&html, "index")["divergence"]["pair"], 2);
}

#[test]
fn what_the_records_lack_is_said_of_the_run_that_lacks_it() {
    let open = || run("open").tapped(2, 1, changed());
    let rows: [(&str, Record, &[&str]); 4] = [
        ("no end", open(), &["Second run: The record has no end"]),
        ("torn", open().with_text("{\"line\":\"eff"), &["Second run: The last line of the record is cut off"]),
        (
            "broken",
            open().with_text("not json\n").tapped(4, 2, changed()).ended(9, "success", "finished"),
            &["Second run: the record is damaged after step 1", "Second run: 1 line of the record cannot be read"],
        ),
        ("no step at all", Record::new().started_as("empty").ended(9, "failed", "model"), &[]),
    ];
    for (name, record, expected) in rows {
        let (html, made) = good().compared(&record).unwrap();
        let index = piece(&html, "index");
        let missing = texts(&index["missing"]);
        for sentence in expected {
            assert!(missing.iter().any(|one| one.starts_with(sentence)), "{name}: {missing:?}");
        }
        assert!(missing.iter().all(|one| made.missing.contains(&(*one).to_owned())), "{name}");
        assert!(!index["pairs"].as_array().unwrap().is_empty(), "{name}");
    }
    let gone = bad();
    std::fs::remove_file(gone.path().join("screenshots/000001.png")).unwrap();
    let (html, _) = good().compared(&gone).unwrap();
    assert_eq!(texts(&piece(&html, "end")["missing"]), ["1 picture is missing: its file is gone, or damaged."]);
}

#[test]
fn records_that_cannot_be_compared_are_errors() {
    type Expected = fn(&ReportError) -> bool;
    let newer = || Record { lines: vec!["{\"line\":\"journal\",\"version\":99}\n".to_owned()], ..Record::new() };
    let rubbish =
        || Record { lines: vec!["{\"line\":\"journal\",\"version\":1}\nrubbish\n".to_owned()], ..Record::new() };
    let rows: [(&str, Record, Expected); 4] = [
        ("the same task", good(), |error| matches!(error, ReportError::Same { .. })),
        ("a newer version", newer(), |error| matches!(error, ReportError::Newer { found: 99, .. })),
        ("nothing but damage", rubbish(), |error| matches!(error, ReportError::Damaged(_))),
        ("nothing", Record { lines: Vec::new(), ..Record::new() }, |error| {
            matches!(error, ReportError::None { .. } | ReportError::Damaged(_))
        }),
    ];
    for (name, record, expected) in rows {
        let error = good().compared(&record).unwrap_err();
        assert!(expected(&error), "{name}: {error}");
        let error = record.compared(&good()).unwrap_err();
        assert!(expected(&error), "{name}, the other way: {error}");
    }
}

#[test]
fn hostile_texts_stay_texts_and_long_ones_are_cut() {
    let hostile = "</script><script>alert(1)</script><!--index--><!--steps-->\u{2028}";
    let long = "x".repeat(1_000_000);
    let record = run("hostile").entry(
        "prediction",
        2,
        1,
        json!({
            "thought": hostile, "raw": long, "actions": [{"type": "type", "text": hostile}], "attempts": 1,
            "usage": {"input_tokens": 1, "output_tokens": 1}, "prompt": {"number": 1, "characters": 9, "pictures": 0},
        }),
    );
    let (html, made) = record.compared(&good()).unwrap();
    let pairs = piece(&html, "index")["pairs"].as_array().unwrap().len();
    let pictures = html.matches("id=\"picture-").count();
    // The page, the index, the pairs with their pictures, and the end.
    assert_eq!(html.matches("<script").count(), 3 + pairs + pictures);
    assert!(made.missing.iter().any(|one| one.contains("1 very long text is cut")), "{:?}", made.missing);
    assert!(made.bytes < 100_000, "{} bytes", made.bytes);
}

#[test]
fn an_edited_record_whose_step_numbers_come_back_is_compared_all_the_same() {
    let edited = run("edited").tapped(2, 2, changed()).tapped(4, 1, changed()).tapped(6, 7, changed());
    let (html, _) = good().compared(&edited).unwrap();
    let index = piece(&html, "index");
    let steps: Vec<&Value> = index["pairs"].as_array().unwrap().iter().map(|pair| &pair["b"]["step"]).collect();
    assert_eq!(steps, [&json!(2), &json!(7)]);
}
