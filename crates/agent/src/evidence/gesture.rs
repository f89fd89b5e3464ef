//! Classifies a gesture: where it begins and ends, whether it presses, whether it moves the focus first. Looks at no
//! screen.

use action::phone::{AgentAction, limits};

/// How far a finger may move and still press, in hundredths of the screen's shorter side: twice what Android allows.
const STRAY: u32 = 4;

/// Returns where a gesture begins and ends.
pub(super) fn ends(action: &AgentAction, screen: (u32, u32)) -> Vec<(i32, i32)> {
    let pixel = |point| {
        let (x, y) = limits::pixel(point, screen);
        (i32::try_from(x).unwrap_or(i32::MAX), i32::try_from(y).unwrap_or(i32::MAX))
    };
    action.ends().into_iter().map(pixel).collect()
}

/// Whether a gesture is a press where it begins: anything but a finger that moves far.
pub(super) fn presses(action: &AgentAction, screen: (u32, u32)) -> bool {
    if !matches!(action, AgentAction::Swipe(_)) {
        return true;
    }
    let far = i32::try_from(screen.0.min(screen.1) * STRAY / 100).unwrap_or(i32::MAX);
    match ends(action, screen).as_slice() {
        [(x1, y1), (x2, y2)] => x1.abs_diff(*x2).max(y1.abs_diff(*y2)) <= far.unsigned_abs(),
        _ => true,
    }
}

/// Whether keys that move the focus come before the key that presses.
pub(super) fn moves_focus(action: &AgentAction) -> bool {
    let moves = |key: &str| {
        let key = key.trim().to_ascii_uppercase();
        let name = key.strip_prefix("KEYCODE_").unwrap_or(&key);
        name == "TAB" || name == "61" || name.starts_with("DPAD_") || matches!(name, "19" | "20" | "21" | "22")
    };
    match action {
        AgentAction::KeyCombination(verb) => verb.keys.len() > 1 && verb.keys.iter().any(|key| moves(key)),
        AgentAction::Type(verb) => verb.text.contains('\t'),
        _ => false,
    }
}
