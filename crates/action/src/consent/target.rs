//! The target of an action that needs consent: its labels and its position in words, never in coordinates.

use super::Area;

/// The most characters of a label, a command or an address that are shown: two lines of a narrow page.
const MOST: usize = 90;

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

#[cfg(test)]
mod tests {
    use super::*;

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
