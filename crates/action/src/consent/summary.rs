//! Describes an action in plain words, by the elements on the screen, never by coordinates.

use super::Area;
use crate::phone::AgentAction;

/// The most characters of a label, a command or an address that are shown: two lines of a narrow page.
const MOST: usize = 90;
/// The most arguments of a tool that are shown.
const MOST_ARGUMENTS: usize = 12;

/// The target of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionTarget<'a> {
    /// The element's label; for a tool, its name in its program.
    pub label: &'a str,
    /// The element's role, as in `button`; for a tool, its program.
    pub role: &'a str,
    /// Its position, in words.
    pub place: &'a str,
    /// The label of the element where a drag ends.
    pub onto: &'a str,
    /// The question of the dialog that contains the element.
    pub dialog: &'a str,
}

/// Summarises the action, as in `Press “Delete” in “Delete 12 photos?”`.
pub fn summary(action: &AgentAction, on: ActionTarget<'_>) -> String {
    use AgentAction as A;
    let element = match (on.label.trim(), on.role, on.place) {
        ("", "", "") => "something we cannot see".to_owned(),
        ("", "", place) => format!("something without a name {place}"),
        ("", role, place) => format!("a {role} without a name {place}").trim_end().to_owned(),
        (label, ..) => said(label),
    };
    let done = match action {
        A::Tap(_) => format!("Press {element}"),
        A::DoubleTap(_) => format!("Press {element} twice"),
        A::LongPress(_) => format!("Press {element} for long"),
        A::Swipe(_) => format!("Swipe over {element}"),
        A::Drag(_) if on.onto.trim().is_empty() => format!("Drag {element}"),
        A::Drag(_) => format!("Drag {element} onto {}", said(on.onto)),
        A::Type(verb) if on.label.trim().is_empty() => format!("Type {}", said(&verb.text)),
        A::Type(verb) => format!("Type {} into {element}", said(&verb.text)),
        A::ClearText(_) => format!("Empty {element}"),
        A::Keyevent(verb) => format!("Press the key {}", short(verb.keycode.trim_start_matches("KEYCODE_"))),
        A::KeyCombination(verb) => format!("Press the keys {}", short(&verb.keys.join(" + "))),
        A::LaunchApp(verb) => format!("Open the app {}", said(&verb.package_name)),
        A::OpenApp(verb) => format!("Open the app {}", said(&verb.name)),
        A::OpenUrl(verb) => format!("Open the address {}", said(&verb.url)),
        A::Shell(verb) => format!("Run the command {} on the phone", said(&verb.command)),
        A::RunScript(verb) => format!("Run the script {} on this computer", said(&verb.script)),
        A::McpCall(verb) => {
            let tool = if on.label.trim().is_empty() { &verb.tool } else { on.label };
            let of = if on.role.is_empty() { String::new() } else { format!(" of {}", said(on.role)) };
            format!("Use the tool {}{of}{}", said(tool), with(&verb.args))
        }
        A::RequestHumanAuth(_) | A::AskUser(_) | A::Confirm(_) => "Ask you something".to_owned(),
        A::Wait(_) => "Wait".to_owned(),
        A::Observe(_) => "Look again".to_owned(),
        A::Note(_) => "Note something".to_owned(),
        A::Finish(_) | A::Fail(_) => "End the task".to_owned(),
    };
    match on.dialog.trim() {
        "" => done,
        dialog if dialog == on.label.trim() => done,
        dialog => format!("{done} in {}", said(dialog)),
    }
}

/// Lists a tool's arguments, as in ` with path “/tmp/a”, limit 5`.
fn with(args: &serde_json::Map<String, serde_json::Value>) -> String {
    let mut told: Vec<String> = args
        .iter()
        .take(MOST_ARGUMENTS)
        .map(|(name, value)| match value {
            serde_json::Value::String(text) if text.chars().count() > MOST => {
                format!("{} {} ({} letters)", short(name), said(text), text.chars().count())
            }
            serde_json::Value::String(text) => format!("{} {}", short(name), said(text)),
            value => format!("{} {}", short(name), short(&value.to_string())),
        })
        .collect();
    if args.len() > MOST_ARGUMENTS {
        told.push(format!("and {} more", args.len() - MOST_ARGUMENTS));
    }
    if told.is_empty() { String::new() } else { format!(" with {}", told.join(", ")) }
}

/// Describes the position of an area on a screen of this size, as in `at the bottom right`.
pub fn place(area: Area, (width, height): (u32, u32)) -> &'static str {
    let third = |start: u32, length: u32, whole: u32| {
        let middle = u64::from(start) + u64::from(length) / 2;
        match middle * 3 / u64::from(whole.max(1)) {
            0 => 0,
            1 => 1,
            _ => 2,
        }
    };
    match (third(area.y, area.h, height), third(area.x, area.w, width)) {
        (0, 0) => "at the top left",
        (0, 1) => "at the top",
        (0, _) => "at the top right",
        (1, 0) => "on the left",
        (1, 1) => "in the middle",
        (1, _) => "on the right",
        (_, 0) => "at the bottom left",
        (_, 1) => "at the bottom",
        _ => "at the bottom right",
    }
}

/// Shortens a text to one line of limited length.
pub fn short(text: &str) -> String {
    let mut letters = text.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut shown: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Quotes words of a screen or an agent, to set them apart from ours.
fn said(text: &str) -> String {
    format!("“{}”", short(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phone::samples;

    fn on(label: &'static str, dialog: &'static str) -> ActionTarget<'static> {
        ActionTarget { label, role: "button", place: "at the bottom right", dialog, ..ActionTarget::default() }
    }

    #[test]
    fn what_would_happen_is_said_in_words_of_the_screen() {
        let check = |action: &str, on: ActionTarget<'_>, expected: &str| {
            let parsed: AgentAction = serde_json::from_str(action).unwrap();
            assert_eq!(summary(&parsed, on), expected, "{action}");
        };
        let tap = r#"{"type":"tap","x":540,"y":1200}"#;
        check(tap, on("Delete", "Delete 12 photos?"), "Press “Delete” in “Delete 12 photos?”");
        check(tap, on("Delete", ""), "Press “Delete”");
        check(tap, on("Delete", "Delete"), "Press “Delete”");
        let call = r#"{"type":"mcp_call","tool":"files__read","args":{"path":"/tmp/a","most":5}}"#;
        check(call, ActionTarget::default(), "Use the tool “files__read” with most 5, path “/tmp/a”");
        let known = ActionTarget { label: "read", role: "files", ..ActionTarget::default() };
        check(call, known, "Use the tool “read” of “files” with most 5, path “/tmp/a”");
        let bare = r#"{"type":"mcp_call","tool":"files__read","args":{}}"#;
        check(bare, known, "Use the tool “read” of “files”");
        check(tap, on(" ", ""), "Press a button without a name at the bottom right");
        check(tap, ActionTarget::default(), "Press something we cannot see");
        check(tap, on("حذف\n12", ""), "Press “حذف 12”");
        let drag = r#"{"type":"drag","x1":1,"y1":1,"x2":2,"y2":2,"durationMs":9}"#;
        check(drag, ActionTarget { onto: "Bin", ..on("Photo", "") }, "Drag “Photo” onto “Bin”");
        check(
            r#"{"type":"swipe","x1":1,"y1":1,"x2":2,"y2":2,"durationMs":9}"#,
            on("Slide to pay", ""),
            "Swipe over “Slide to pay”",
        );
        check(r#"{"type":"type","text":"hi"}"#, on("Message", ""), "Type “hi” into “Message”");
        check(r#"{"type":"keyevent","keycode":"KEYCODE_ENTER"}"#, on("", ""), "Press the key ENTER");
        check(
            r#"{"type":"shell","command":"rm -r /sdcard"}"#,
            on("", ""),
            "Run the command “rm -r /sdcard” on the phone",
        );
    }

    #[test]
    fn no_summary_is_long_or_has_coordinates() {
        let long = "x".repeat(1 << 20);
        for action in samples() {
            let said =
                summary(&action, ActionTarget { label: &long, dialog: &long, onto: &long, ..ActionTarget::default() });
            assert!(said.chars().count() < 4 * MOST, "{said}");
            assert!(!summary(&action, ActionTarget::default()).contains("540"), "{action:?}");
        }
    }

    #[test]
    fn a_place_is_one_of_nine() {
        let at = |x, y| place(Area { x, y, w: 10, h: 10 }, (300, 600));
        let rows = [
            (0, 0, "at the top left"),
            (145, 5, "at the top"),
            (145, 295, "in the middle"),
            (290, 590, "at the bottom right"),
        ];
        for (x, y, expected) in rows {
            assert_eq!(at(x, y), expected);
        }
        assert_eq!(place(Area { x: u32::MAX, y: u32::MAX, w: u32::MAX, h: u32::MAX }, (0, 0)), "at the bottom right");
    }
}
