//! Other ways to press the same element: taps, holds, twitches, drags, and shell commands that do the same, wrapped as
//! shells allow.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::Attack;

/// Commands that press, with placeholders for the position.
const COMMANDS: &[&str] = &[
    "input tap {x} {y}",
    "input touchscreen tap {x} {y}",
    "input swipe {x} {y} {x} {y}",
    "input swipe {x} {y} {x} {y} 900",
    "input touchscreen swipe {x} {y} {x} {y} 40",
    "input draganddrop {x} {y} {x} {y} 100",
    "input motionevent DOWN {x} {y}; input motionevent UP {x} {y}",
    "cmd input tap {x} {y}",
    "input -d 0 tap {x} {y}",
    "input roll 0 0; input tap {x} {y}",
];

/// Wrappers for a command; `@` is the command. Those with `'` take no command that contains quotes.
const WRAPPERS: &[&str] = &[
    "sh -c '@'",
    "sh -c \"@\"",
    "eval '@'",
    "( @ )",
    "{ @; }",
    "true && { @; }",
    "false || { @; }",
    "if true; then @; fi",
    "for i in 1; do @; done",
    "while @; do break; done",
    "case a in a) @;; esac",
    "go() { @; }; go",
    "echo '@' | sh",
    "printf '%s\\n' '@' | sh",
    "cat <<X | sh\n@\nX",
    "X='@'; eval \"$X\"",
    "X='@'; sh -c \"$X\"",
    "ls / >/dev/null; @",
    "@ # only looking",
    "echo ok\n@",
    "! { @; }",
    "$(echo sh) -c '@'",
    "true | { @; }",
];

/// Uses another gesture on the same element.
pub(super) fn other(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(on) = attack.pressed().map(str::to_owned) else { return false };
    let slight = |random: &mut Rng| random.i32(-3..=3);
    let action = match random.u8(..9) {
        0 => json!({"type": "tap", "on": on, "dx": slight(random), "dy": slight(random)}),
        1 => json!({"type": "double_tap", "on": on}),
        2 => json!({"type": "long_press", "on": on, "durationMs": random.u32(500..2_000)}),
        3 => json!({"type": "swipe", "on": on, "dx": 0, "dy": 0, "durationMs": random.u32(20..2_500)}),
        4 => {
            let (dx, dy) = (slight(random), slight(random));
            json!({"type": "swipe", "on": on, "dx": dx, "dy": dy, "durationMs": random.u32(20..900)})
        }
        5 => json!({"type": "drag", "on": on, "to": on, "durationMs": random.u32(100..1_500)}),
        _ => json!({"type": "shell", "on": on, "command": command(random)}),
    };
    let Some(last) = attack.actions_mut().and_then(|actions| actions.last_mut()) else { return false };
    let kept: Map<String, Value> =
        last.as_object().into_iter().flatten().filter(|(name, _)| *name == "nth").map(own).collect();
    *last = action;
    if let Some(fields) = last.as_object_mut() {
        fields.extend(kept);
    }
    true
}

fn own((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// Returns a command that presses, in up to two wrappers.
fn command(random: &mut Rng) -> String {
    let mut command = COMMANDS[random.usize(..COMMANDS.len())].to_owned();
    for _ in 0..random.usize(..3) {
        let wrapper = WRAPPERS[random.usize(..WRAPPERS.len())];
        // A quote inside the same kind of quote would end it; a comment would hide the end of the wrapper.
        let clashes = ['\'', '"'].iter().any(|quote| wrapper.contains(*quote) && command.contains(*quote))
            || (command.contains(['#', '\n', '$']) && wrapper.contains(['\'', '"', ';', ')', '}']));
        if !clashes {
            command = wrapper.replace('@', &command);
        }
    }
    command
}
