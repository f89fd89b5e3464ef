//! Turns one line of a journal into what a report says about it. A line of a kind that this version does not know says
//! nothing.

use serde_json::Value;

use crate::lines::{Line, list, milliseconds, some_text, text};
use crate::texts::Cutter;
use crate::wire::{ActionEffect, Element, MomentEvent, Repair};

/// Returns what the line says; an effect is merged into its action by `steps`.
pub(crate) fn event(line: &Line, size: Option<[f64; 2]>, cut: &mut Cutter) -> Option<MomentEvent> {
    Some(match line.kind() {
        "started" => MomentEvent::Started { resumed: line.is("resumed") },
        "observation" => MomentEvent::Looked {
            picture: line.get("screenshot").get("number").and_then(Value::as_u64),
            withheld: line.some_text("withheld"),
            app: line.some_text("app"),
            elements: line.number("elements"),
        },
        "prediction" => replied(line, cut),
        "gate" => MomentEvent::Judged {
            action: cut.value(line.get("action")),
            verdict: line.text("verdict").to_owned(),
            rule: line.text("rule").to_owned(),
            reason: cut.text(line.text("reason")),
            allowed: line.is("allowed"),
            by: line.text("by").to_owned(),
            target: target(line),
            package: line.some_text("package"),
            remembered: Some(line.get("remember")).filter(|value| !value.is_null()).map(|value| words(value, cut)),
        },
        "question" => MomentEvent::Asked {
            action: cut.value(line.get("action")),
            rule: line.text("rule").to_owned(),
            words: cut.text(line.text("words")),
        },
        "intent" => MomentEvent::Acted {
            number: line.number("number"),
            action: cut.value(line.get("action")),
            points: points(line, size),
            target: target(line),
            outward: line.get("outward").as_bool().unwrap_or(true),
            effect: None,
        },
        "effect" => MomentEvent::Acted {
            number: line.number("number"),
            action: cut.value(line.get("action")),
            points: Vec::new(),
            target: None,
            outward: false,
            effect: Some(effect(line, cut)),
        },
        "tool_result" => MomentEvent::Answered {
            tool: line.text("tool").to_owned(),
            ok: line.is("ok"),
            text: cut.text(&line.some_text("result").or_else(|| line.some_text("error")).unwrap_or_default()),
            person: line.is("person"),
        },
        "note" => MomentEvent::Noted { text: cut.text(line.text("text")) },
        "plan" => MomentEvent::Planned {
            intent: text(line.get("plan"), "intent").to_owned(),
            steps: list(line.get("plan"), "steps").iter().map(|step| text(step, "op").to_owned()).collect(),
        },
        "plan_step" => {
            MomentEvent::PlanStep { index: line.get("progress").get("step").and_then(Value::as_u64).map_or(0, whole) }
        }
        "step_result" => step_result(line, cut),
        "retry" => MomentEvent::Retried {
            of: line.text("of").to_owned(),
            failed: line.number("failed").map_or(0, whole),
            why: cut.text(line.text("why")),
            delay: milliseconds(line.get("delay")).unwrap_or_default(),
        },
        "hidden" => MomentEvent::Hid { places: whole(list_of(line.get("places")).len() as u64) },
        "paused" => MomentEvent::Paused { reason: line.text("reason").to_owned() },
        "continued" => MomentEvent::Continued { paused: milliseconds(line.get("paused")).unwrap_or_default() },
        "ended" => {
            let summary = line.get("summary");
            MomentEvent::Ended {
                status: text(summary, "status").to_owned(),
                reason: text(summary, "reason").to_owned(),
                message: cut.text(text(summary, "message")),
                error: some_text(summary, "error").map(|error| cut.text(&error)),
            }
        }
        _ => return None,
    })
}

fn replied(line: &Line, cut: &mut Cutter) -> MomentEvent {
    let (usage, prompt) = (line.get("usage"), line.get("prompt"));
    let count = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or_default();
    MomentEvent::Replied {
        thought: cut.text(line.text("thought")),
        raw: cut.text(line.text("raw")),
        actions: line.get("actions").as_array().into_iter().flatten().map(|action| cut.value(action)).collect(),
        repairs: line
            .get("repairs")
            .as_array()
            .into_iter()
            .flatten()
            .map(|repair| Repair {
                code: text(repair, "code").to_owned(),
                path: text(repair, "path").to_owned(),
                message: cut.text(text(repair, "message")),
            })
            .collect(),
        error: line.some_text("error").map(|error| cut.text(&error)),
        prompt: prompt.get("characters").and_then(Value::as_u64),
        pictures: prompt.get("pictures").and_then(Value::as_u64).unwrap_or_default(),
        input_tokens: count("inputTokens").max(count("input_tokens")),
        cached_tokens: count("cachedTokens").max(count("cached_tokens")),
        output_tokens: count("outputTokens").max(count("output_tokens")),
        estimated: usage.get("estimated").and_then(Value::as_bool).unwrap_or_default(),
        cost: usage.get("cost").and_then(Value::as_f64).filter(|cost| cost.is_finite()),
        attempts: line.number("attempts").map_or(1, whole),
    }
}

fn step_result(line: &Line, cut: &mut Cutter) -> MomentEvent {
    let result = line.get("result");
    let checked = match line.get("checked") {
        Value::Null => list(result, "checked"),
        checked => checked.as_array().map_or(&[][..], Vec::as_slice),
    };
    MomentEvent::StepResult {
        index: result.get("step").and_then(Value::as_u64).map_or(0, whole),
        op: text(result, "op").to_owned(),
        status: text(result, "status").to_owned(),
        code: text(result, "code").to_owned(),
        message: cut.text(text(result, "message")),
        remedy: some_text(result, "remediation"),
        checked: checked.iter().map(|one| format!("{} → {}", text(one, "asked"), text(one, "said"))).collect(),
    }
}

/// Returns what an action touched: what the record says about the first place, or the gate's target of an older record.
fn target(line: &Line) -> Option<Element> {
    if let Some(touched) = line.get("touched").as_array().and_then(|touched| touched.first()) {
        return Some(touched_element(touched));
    }
    let target = line.get("target");
    target.is_object().then(|| Element {
        role: role(text(target, "role")),
        text: text(target, "label").to_owned(),
        id: text(target, "resourceId").to_owned(),
        ..Element::default()
    })
}

fn touched_element(touched: &Value) -> Element {
    let mut facts = Vec::new();
    let name = text(touched, "name");
    if !name.is_empty() && name != text(touched, "text") && name != text(touched, "description") {
        facts.push(format!("name: {name}"));
    }
    if let Some(hint) = some_text(touched, "hint") {
        facts.push(format!("hint: {hint}"));
    }
    for beside in list(touched, "neighbours") {
        facts.push(format!("{}: {}", text(beside, "side"), text(beside, "label")));
    }
    for around in list(touched, "containers") {
        let class = role(text(around, "class"));
        let words = [text(around, "label"), short_id(text(around, "id")), &class];
        let said: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        facts.push(format!("inside: {}", said.join(" · ")));
    }
    if let [number, of] = list(touched, "place")
        && of.as_u64().is_some_and(|of| of > 1)
    {
        facts.push(format!("place: {number} of {of} alike"));
    }
    Element {
        role: some_text(touched, "role").unwrap_or_else(|| role(text(touched, "class"))),
        text: some_text(touched, "text").unwrap_or_else(|| name.to_owned()),
        description: text(touched, "description").to_owned(),
        id: text(touched, "id").to_owned(),
        bounds: edges(touched.get("bounds")),
        states: states(touched),
        facts,
        ..Element::default()
    }
}

/// Returns the states of an element that hold.
fn states(touched: &Value) -> Vec<String> {
    list(touched, "state").iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Turns left, top, right, bottom into left, top, width, height.
fn edges(bounds: Option<&Value>) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = bounds?.as_array()?.iter().filter_map(Value::as_f64).collect();
    let [left, top, right, bottom] = *numbers.as_slice() else { return None };
    Some([left, top, right - left, bottom - top])
}

/// Returns where an action lands, as fractions of the screen: as recorded, or from its coordinates.
fn points(line: &Line, size: Option<[f64; 2]>) -> Vec<[f64; 2]> {
    let recorded: Vec<[f64; 2]> =
        list_of(line.get("touched")).iter().filter_map(|one| pair(one.get("point")?)).collect();
    if !recorded.is_empty() {
        return recorded;
    }
    let Some([width, height]) = size.filter(|[width, height]| *width > 0.0 && *height > 0.0) else { return Vec::new() };
    let action = line.get("action");
    let at = |x: &str, y: &str| {
        let (x, y) = (action.get(x)?.as_f64()?, action.get(y)?.as_f64()?);
        Some([rounded((x / width).clamp(0.0, 1.0)), rounded((y / height).clamp(0.0, 1.0))])
    };
    [at("x", "y"), at("x1", "y1"), at("x2", "y2")].into_iter().flatten().collect()
}

fn pair(value: &Value) -> Option<[f64; 2]> {
    match value.as_array()?.as_slice() {
        [x, y] => Some([x.as_f64()?, y.as_f64()?]),
        _ => None,
    }
}

fn list_of(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Four digits are enough for a place on a screen.
pub(crate) fn rounded(fraction: f64) -> f64 {
    (fraction * 10_000.0).round() / 10_000.0
}

/// Returns a class without its package.
pub(crate) fn role(class: &str) -> String {
    class.rsplit('.').next().unwrap_or(class).to_owned()
}

/// Returns an id without its package.
fn short_id(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

fn effect(line: &Line, cut: &mut Cutter) -> ActionEffect {
    let effect = line.get("effect");
    let failure = effect.get("failure").unwrap_or(&Value::Null);
    let seen = match line.get("seen") {
        Value::Null => effect.get("seen").unwrap_or(&Value::Null),
        seen => seen,
    };
    let named = |one: &Value| {
        let (name, role) = (text(one, "name"), text(one, "role"));
        match (name, role) {
            ("", role) => role.to_owned(),
            (name, "") => format!("“{name}”"),
            // A text such as `128` alone says nothing.
            (name, role) => format!("{role} “{name}”"),
        }
    };
    let mut changed: Vec<String> = list(seen, "changed").iter().map(|one| change(&named(one), one)).collect();
    changed.extend(list(seen, "disappeared").iter().map(|one| format!("gone: {}", named(one))));
    ActionEffect {
        change: some_text(effect, "change").unwrap_or_else(|| "unknown".to_owned()),
        still_moving: effect.get("stillMoving").and_then(Value::as_bool).unwrap_or_default(),
        failure: some_text(failure, "reason"),
        message: some_text(failure, "message").map(|message| cut.text(&message)),
        retries: effect.get("retries").and_then(Value::as_u64).map_or(0, whole),
        undo: effect.get("undo").and_then(|undo| some_text(undo, "label")),
        told: Some(line.get("acted")).filter(|acted| !acted.is_null()).map(|acted| words(acted, cut)),
        appeared: list(seen, "appeared").iter().map(named).collect(),
        changed,
    }
}

fn change(name: &str, one: &Value) -> String {
    let state = |field: &str| {
        let words: Vec<&str> = list(one, field).iter().filter_map(Value::as_str).collect();
        words.join(", ")
    };
    let (was, now) = match (some_text(one, "was"), some_text(one, "now")) {
        (None, None) => (state("wasState"), state("nowState")),
        (was, now) => (was.unwrap_or_default(), now.unwrap_or_default()),
    };
    let or_nothing = |text: String| if text.is_empty() { "nothing".to_owned() } else { text };
    format!("{name}: {} → {}", or_nothing(was), or_nothing(now))
}

/// Writes a value as one text.
fn words(value: &Value, cut: &mut Cutter) -> String {
    match value {
        Value::String(text) => cut.text(text),
        other => cut.text(&other.to_string()),
    }
}

fn whole(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
