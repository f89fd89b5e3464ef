//! The scene in front of the camera: an object with text on it, so that a photo of it can be read.

use serde::{Deserialize, Serialize};

/// The maximum number of lines.
const MOST_LINES: usize = 40;
/// The maximum length of a line, in characters.
const LONGEST_LINE: usize = 200;

/// The scene in front of the camera.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CameraScene {
    /// The object.
    pub kind: SceneKind,
    /// Its text.
    pub lines: Vec<String>,
}

/// An object that carries text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneKind {
    /// A sign on a wall, in large letters.
    #[default]
    Sign,
    /// A sheet of paper on a table.
    Letter,
}

impl CameraScene {
    /// Creates one of several scenes from a seed, which also fills in its numbers.
    pub fn of(seed: u64) -> Self {
        let number = |from: u64, to: u64, place: u32| from + (seed >> place) % (to - from);
        let (kind, lines) = match seed % 4 {
            0 => (
                SceneKind::Sign,
                vec![
                    "OPENING HOURS".to_owned(),
                    format!("Mon-Fri {}:00-{}:30", number(7, 11, 8), number(16, 20, 16)),
                    "Sat 10:00-14:00".to_owned(),
                    "Sun closed".to_owned(),
                ],
            ),
            1 => (
                SceneKind::Letter,
                vec![
                    "Dear guest,".to_owned(),
                    format!("your room is number {}.", number(101, 480, 8)),
                    format!("Breakfast is served until {}:30.", number(9, 12, 24)),
                    "The house is closed at midnight.".to_owned(),
                    "Yours, the Harbour Inn".to_owned(),
                ],
            ),
            2 => (
                SceneKind::Sign,
                vec![
                    format!("PLATFORM {}", number(1, 15, 8)),
                    "Riverside Line".to_owned(),
                    format!("Next train {} min", number(2, 19, 16)),
                ],
            ),
            _ => (
                SceneKind::Letter,
                vec![
                    "CORNER CAFE".to_owned(),
                    format!("2 x Tea       {}.40", number(4, 8, 8)),
                    format!("1 x Cake      {}.90", number(3, 7, 16)),
                    "Thank you!".to_owned(),
                ],
            ),
        };
        Self { kind, lines }
    }

    /// Returns why the scene cannot be shown.
    pub fn problem(&self) -> Option<String> {
        if self.lines.is_empty() || self.lines.len() > MOST_LINES {
            return Some(format!("a scene has from 1 to {MOST_LINES} lines, not {}", self.lines.len()));
        }
        let long = self.lines.iter().find(|line| line.chars().count() > LONGEST_LINE)?;
        Some(format!("the line `{long}` is longer than {LONGEST_LINE} characters"))
    }
}
