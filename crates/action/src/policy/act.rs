//! What sort of thing a deed is, as far as the rules tell deeds apart.
//!
//! The match over the phone's verbs is exhaustive, so a new verb does not compile until somebody has
//! decided what it is.

use super::Deed;
use super::words::Hazard;
use crate::phone::AgentAction;

/// The sort of a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A finger on an element.
    Touch,
    /// A finger across the screen.
    Slide,
    /// Text into a field.
    Text,
    /// What sets off the element or the form that has the focus: Enter, the middle of the pad, paste.
    Submit,
    /// Any other key.
    Key,
    /// An app comes to the front.
    Launch,
    /// An address is opened.
    Url,
    /// A command for the phone's shell.
    Shell,
    /// A script on the host.
    Script,
    /// A tool of another program.
    Tool,
    /// Something between the agent and its person, or for the agent alone.
    Inward,
    /// A step of a plan.
    Op,
    /// A change on the desktop.
    Desktop,
}

/// What sort of thing `deed` is.
pub(super) fn act(deed: Deed<'_>) -> Act {
    use AgentAction as A;
    match deed {
        Deed::Op { .. } => Act::Op,
        Deed::Os(_) => Act::Desktop,
        Deed::Phone(action) => match action {
            A::Tap(_) | A::DoubleTap(_) | A::LongPress(_) | A::Drag(_) => Act::Touch,
            A::Swipe(_) => Act::Slide,
            // A line break in the text is the Enter key.
            A::Type(verb) if verb.text.contains(['\n', '\r']) => Act::Submit,
            A::Type(_) | A::ClearText(_) => Act::Text,
            A::Keyevent(verb) if submits(&verb.keycode) => Act::Submit,
            A::KeyCombination(verb) if verb.keys.iter().any(|key| submits(key)) || pastes(&verb.keys) => Act::Submit,
            A::Keyevent(_) | A::KeyCombination(_) => Act::Key,
            A::LaunchApp(_) | A::OpenApp(_) => Act::Launch,
            A::OpenUrl(_) => Act::Url,
            A::Shell(_) => Act::Shell,
            A::RunScript(_) => Act::Script,
            A::McpCall(_) => Act::Tool,
            A::RequestHumanAuth(_)
            | A::AskUser(_)
            | A::Confirm(_)
            | A::Wait(_)
            | A::Observe(_)
            | A::Note(_)
            | A::Finish(_)
            | A::Fail(_) => Act::Inward,
        },
    }
}

/// Keys that set something off, by name and by the number Android gives them (`KeyEvent.java`).
const SUBMITS: &[(&str, &str)] = &[
    ("ENTER", "66"),
    ("NUMPAD_ENTER", "160"),
    ("DPAD_CENTER", "23"),
    ("SPACE", "62"),
    ("PASTE", "279"),
    ("BUTTON_A", "96"),
    ("BUTTON_SELECT", "109"),
    ("BUTTON_START", "108"),
];

fn submits(key: &str) -> bool {
    let name = bare(key);
    SUBMITS.iter().any(|(known, number)| name == *known || name == *number)
}

/// Ctrl and V.
fn pastes(keys: &[String]) -> bool {
    let has = |names: &[&str]| keys.iter().any(|key| names.contains(&bare(key).as_str()));
    has(&["CTRL_LEFT", "CTRL_RIGHT", "CTRL", "113", "114"]) && has(&["V", "50"])
}

/// The key without prefix and case; `066` is `66`.
fn bare(key: &str) -> String {
    let name = key.trim().to_ascii_uppercase();
    let name = name.strip_prefix("KEYCODE_").unwrap_or(&name);
    name.parse::<u32>().map_or_else(|_| name.to_owned(), |number| number.to_string())
}

/// The operations of a plan that are confirmed at any confidence.
const ALWAYS_ASKED_OPS: &[(&str, Hazard)] = &[
    ("pay", Hazard::Pays),
    ("delete_items", Hazard::Deletes),
    ("uninstall_app", Hazard::Deletes),
    ("share_location", Hazard::Locates),
    ("factory_reset", Hazard::Resets),
];

/// Why the operation `name` is always asked about, if it is.
pub(super) fn op_hazard(name: &str) -> Option<Hazard> {
    let name = name.trim().to_ascii_lowercase().replace('-', "_");
    ALWAYS_ASKED_OPS.iter().find(|(op, _)| *op == name).map(|(_, hazard)| *hazard)
}
