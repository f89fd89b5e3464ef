//! The top of the report says what `task why` says, for every fault that `history` tells apart: real runs, recorded as
//! tasks record them. A reader of either has the cause within thirty seconds.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

#[path = "../../../agent/tests/executor/fakes.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fakes;
#[path = "../../../history/tests/runs/fault_rows.rs"]
mod fault_rows;
#[path = "../reports/record.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod record;
#[path = "../../../agent/tests/executor/rig.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod rig;
#[path = "../../../history/tests/runs/script.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod script;

use history::{Run, why};
use report::{Options, Source, Template, write};
use serde_json::json;

use crate::fault_rows::{Row, rows};
use crate::record::{PAGE, piece};

#[tokio::test(start_paused = true)]
async fn the_top_of_the_report_says_what_why_says_for_every_fault() {
    let options = Options { full: false, program: "fingertip test".to_owned(), now: 0 };
    for Row { name, script, cause, step, what } in rows() {
        let (_, folder) = script.record().await;
        let why = why(&Run::read(folder.path()).unwrap(), false);
        assert_eq!(why.cause, cause, "{name}");
        let source = Source { folder: folder.path().to_owned(), running: false };
        let mut html = Vec::new();
        write(&source, &Template::new(PAGE).unwrap(), &options, &mut html).unwrap();
        let index = piece(&String::from_utf8(html).unwrap(), "index");
        let told = &index["why"];
        assert_eq!((&told["summary"], &told["next"]), (&json!(why.summary), &json!(why.next)), "{name}: {told}");
        let first = why.first.map(|first| json!({"step": first.step, "what": first.what}));
        assert_eq!(told.get("first"), first.as_ref(), "{name}: {told}");
        assert!(told["first"]["what"].as_str().unwrap_or_default().contains(what), "{name}: {told}");
        assert_eq!(told["first"]["step"].as_u64().unwrap_or_default(), u64::from(step), "{name}: {told}");
        // The cause is told once: no sentence about what is missing repeats it.
        assert!(!index["missing"].to_string().contains("has no end"), "{name}: {index:#}");
    }
}
