//! Runs that ended long ago, written to the disk as the service would have left them. Also used by the benchmark.

use std::fs;
use std::path::Path;

use serde_json::json;

/// The id of a run.
pub(crate) fn id(number: usize) -> String {
    format!("20260101T{number:06}000Z-aaaaaaaa")
}

/// Writes a run that ended with this status, or one that was cut off, with some pictures.
pub(crate) fn run(tasks: &Path, number: usize, status: Option<&str>) {
    let folder = tasks.join(id(number));
    fs::create_dir_all(folder.join("screenshots")).unwrap();
    for picture in 1..=4 {
        fs::write(folder.join(format!("screenshots/{picture:06}.png")), [0; 1_000]).unwrap();
    }
    let (day, hour, minute) = (1 + number / 1440, number / 60 % 24, number % 60);
    let at = format!("2026-01-{day:02}T{hour:02}:{minute:02}:00Z");
    let mut text = format!("{}\n", json!({"line": "journal", "version": 1}));
    text.push_str(&format!(
        "{}\n",
        json!({"line": "started", "at": at, "step": 0, "taskId": id(number), "goal": format!("goal {number}"),
        "device": "sim", "model": "m", "dialect": "d", "settings": {}})
    ));
    if let Some(status) = status {
        let reason = if status == "success" { "finished" } else { "gave_up" };
        let summary = json!({"taskId": id(number), "status": status, "reason": reason, "steps": 1, "duration": 1.0,
            "message": "done", "tokens": 0});
        text.push_str(&format!("{}\n", json!({"line": "ended", "at": at, "step": 1, "summary": summary})));
    }
    fs::write(folder.join("journal.jsonl"), text).unwrap();
}
