//! Runs the readers on `scenarios/guards.jsonl`, the same rows that `web/test/protocol.test.ts` runs on the page's
//! guards.
//!
//! A row says whether a value has the right structure (`ok`) and, if the strict reader requires more, its outcome
//! (`strict`). A value that strict accepts always has the structure.

use action::json::Json;
use action::phone::{self, Capability, ModelStepOutput, ScreenSnapshot};
use action::{AgentAction, Code, Finding};
use action::{os, plan};
use serde::de::DeserializeOwned;

const SCENARIOS: &str = include_str!("../../../scenarios/guards.jsonl");

struct Row<'t> {
    guard: &'t str,
    value: &'t Json<'t>,
    ok: bool,
    strict: bool,
}

#[test]
fn the_readers_agree_with_the_pages_guards() {
    let mut read = 0;
    for (index, line) in SCENARIOS.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        // Not serde_json: it cannot represent the infinite numbers in some rows.
        let parsed = Json::strict(line).unwrap_or_else(|error| panic!("line {}: {error}", index + 1));
        let row = row(&parsed.value).unwrap_or_else(|| panic!("line {}: no `guard`, `value` or `ok`", index + 1));
        check(&row, index + 1);
        read += 1;
    }
    assert!(read >= 60, "only {read} rows");
}

fn row<'t>(value: &'t Json<'t>) -> Option<Row<'t>> {
    let object = value.as_object()?;
    let flag = |name| match object.get(name) {
        Some(Json::Bool(flag)) => Some(*flag),
        _ => None,
    };
    let ok = flag("ok")?;
    let guard = object.get("guard")?.as_text()?;
    Some(Row { guard, value: object.get("value")?, ok, strict: flag("strict").unwrap_or(ok) })
}

fn check(Row { guard, value, ok, strict }: &Row<'_>, line: usize) {
    assert!(*ok || !strict, "line {line}: strict cannot accept what lacks the structure");
    let accepted = match *guard {
        "isModelStepOutput" => reads::<ModelStepOutput>(value),
        "isScreenSnapshot" => reads::<ScreenSnapshot>(value),
        "isFinding" => reads::<Finding>(value),
        "isCode" => reads::<Code>(value),
        "isCapability" => reads::<Capability>(value),
        "isOsAction" => os::read(value).is_ok(),
        "isActionPlan" => plan::read(value).is_ok(),
        "isAgentAction" => phone::strict(value).is_ok(),
        verb => phone::strict(value).is_ok_and(|action| guard_of(&action) == verb),
    };
    assert_eq!(accepted, *strict, "line {line}: {guard} of {}", value.to_value());
}

fn reads<T: DeserializeOwned>(value: &Json<'_>) -> bool {
    serde_json::from_value::<T>(value.to_value()).is_ok()
}

/// `isDoubleTap` for a `double_tap`.
fn guard_of(action: &AgentAction) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    format!("is{}", action.name().split('_').map(capital).collect::<String>())
}
