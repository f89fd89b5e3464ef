//! Tests the tables of messages with codes, `data/codes.jsonl`, and of look-alikes, `data/look_alikes.jsonl`.
//!
//! A row lists the codes of its text; a look-alike lists none. `held` marks the rows that were set aside when the tables
//! were written: the word lists were not tuned on them, so their rate estimates how other messages fare.

use serde::Deserialize;

use super::*;

/// The least share of rows that must be right, of messages and of look-alikes, in percent.
const LEAST: usize = 98;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    lang: String,
    text: String,
    codes: Vec<String>,
    /// Who sent it, if the phone tells. The recogniser does not need it yet.
    #[serde(default)]
    sender: String,
    #[serde(default)]
    held: bool,
}

impl Row {
    /// Returns the shown text if it is wrong.
    fn wrong(&self) -> Option<String> {
        let mut expected = self.text.clone();
        for (at, code) in self.codes.iter().enumerate() {
            expected = expected.replace(code, &format!("[code {}]", at + 1));
        }
        let shown = Redactor::default().text(&self.text).into_owned();
        (shown != expected).then_some(shown)
    }
}

fn rows(text: &str) -> Vec<Row> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Prints every wrong row of one kind. Returns the rates if too many are wrong.
fn check(kind: &str, rows: &[Row]) -> Result<(), String> {
    let mut wrong = [0, 0];
    for row in rows {
        let Some(shown) = row.wrong() else { continue };
        wrong[usize::from(row.held)] += 1;
        let held = if row.held { "held " } else { "" };
        eprintln!("{held}{}: {:?} from {:?} became {shown:?}", row.lang, row.text, row.sender);
    }
    let held = rows.iter().filter(|row| row.held).count();
    let (right, all) = (rows.len() - wrong[0] - wrong[1], rows.len());
    let rates = format!("{kind}: {right} of {all} right; held out: {} of {held} right", held - wrong[1]);
    eprintln!("{rates}");
    if right * 100 >= all * LEAST { Ok(()) } else { Err(rates) }
}

#[test]
fn the_table_is_right() {
    let messages = rows(include_str!("data/codes.jsonl"));
    let look_alikes = rows(include_str!("data/look_alikes.jsonl"));
    assert!(messages.len() >= 150 && messages.iter().all(|row| !row.codes.is_empty()));
    assert!(look_alikes.len() >= 150 && look_alikes.iter().all(|row| row.codes.is_empty()));
    let checked = [check("messages", &messages), check("look-alikes", &look_alikes)];
    assert!(checked.iter().all(Result::is_ok), "{checked:?}");
}
