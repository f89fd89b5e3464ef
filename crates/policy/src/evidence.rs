//! The evidence about the target of an action. The caller that observes the phone gathers it; this crate judges it.
//!
//! The caller bounds all fields and leaves fields empty if it did not look. Words in the evidence can make a verdict
//! stricter, never milder, with one exception: a choice that plainly refuses counts as a refusal.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Grounding, Hazard};

/// The evidence about the target of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// Whether the gesture ends as a press on the element, whatever the verb.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pressed: bool,
    /// Whether the element is a switch, a checkbox or one of several options.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub toggles: bool,
    /// Whether the element is a plain button, not a row that opens a page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub button: bool,
    /// Whether the window offers few other choices: then each of them is an answer, whatever its class.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub few: bool,
    /// The texts inside the element, one entry each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// The question that the element answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The other texts of the window, the heading first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub screen: Vec<String>,
    /// Whether text was left unread in the label, in the question or in overlapping elements.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unread: bool,
    /// Whether the window shows more text than was read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub screen_unread: bool,
    /// How much of the target is visible to the gate.
    pub sight: Sight,
    /// The hazards of recent presses in this task and this app.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub led_by: Vec<Hazard>,
    /// The conversation that is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<Conversation>,
    /// The number or address that a call or message would go to, where the screen shows it instead of a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Words on the screen that address an agent, if they asked for this action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructed_by: Option<String>,
    /// The people that the screen shows as recipients: addressed, chosen in a list, or named above the button.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recipients: Vec<String>,
    /// Whether something is being attached, recorded or picked for a conversation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub attaching: bool,
    /// The attachment that a press would send: the name of a file, a picture or a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached: Option<String>,
    /// Whether a press calls a person although no word says so: a number, a name in the phone app.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dials: bool,
    /// Whether the screen is a pad of digits, on which `Delete` removes a digit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keypad: bool,
    /// Whether the switch is on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub on: bool,
    /// The changes of a contact form: the name and the numbers in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_form: Option<Vec<String>>,
    /// All texts in the fields of such a form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contact_fields: Vec<String>,
    /// Whether the element belongs to a filled-in form on a web page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub web_form: bool,
    /// The person's text that the action would lose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loses: Option<String>,
    /// Whether a program asked for the task, so that none of its words are the person's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub of_program: bool,
    /// The requests in the person's own words; `None` if the caller did not pass them.
    #[serde(skip)]
    pub grounding: Option<Arc<Grounding>>,
    /// The called tool of another program.
    #[serde(skip)]
    pub tool: Option<KnownTool>,
}

/// A tool of another program, as that program describes it. All fields are that program's claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownTool {
    /// The program's name for people.
    pub server: String,
    /// The tool's name in the program.
    pub name: String,
    /// The description that the program gives.
    pub description: String,
    /// A fingerprint of everything that the program says about the tool: it changes with the description or the
    /// arguments. Empty if nothing tracks it.
    pub fingerprint: String,
    /// Whether the program says that the tool destroys something.
    pub destroys: bool,
    /// Whether the person allowed the tool under another description.
    pub changed: bool,
}

/// A question, and the choices that answer it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Question {
    /// Whether the question has a window of its own, instead of a part of one.
    pub dialog: bool,
    /// Whether that window covers only a part of the screen.
    pub floats: bool,
    /// Its title, its message and its other texts.
    pub texts: Vec<String>,
    /// The other choices.
    pub choices: Vec<String>,
}

impl Question {
    /// Whether it is still the same question after this time. A clock that ran on in it, as in a recording, makes no
    /// other question; another time, as of an alarm, does.
    pub fn is_still(&self, other: &Self, elapsed: Duration) -> bool {
        let is_still = |(one, other): (&String, &String)| one == other || ran_on(one, other, elapsed);
        self.dialog == other.dialog
            && self.floats == other.floats
            && self.choices == other.choices
            && self.texts.len() == other.texts.len()
            && self.texts.iter().zip(&other.texts).all(is_still)
    }
}

/// How far a clock may be from where it should be, in seconds: looking at the screen takes a moment.
const SLACK: u64 = 4;

/// Whether two texts are the same clock, forwards or backwards, with this time in between.
fn ran_on(one: &str, other: &str, elapsed: Duration) -> bool {
    let (Some(one), Some(other)) = (clock(one), clock(other)) else { return false };
    one.abs_diff(other).abs_diff(elapsed.as_secs()) <= SLACK
}

/// The seconds of a text that is nothing but a time, as in `0:07` or `1:02:03.4`.
fn clock(text: &str) -> Option<u64> {
    let part = |part: &str| -> Option<u64> {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| is_number)
    };
    let text = text.trim();
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let parts = whole.split(':').map(part).collect::<Option<Vec<u64>>>()?;
    part(fraction)?;
    (2..=3).contains(&parts.len()).then(|| parts.into_iter().fold(0, |seconds, part| seconds * 60 + part))
}

/// How much of the target is visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// The caller did not look; nothing follows from it.
    #[default]
    NotLooked,
    /// An element is there and has a label.
    Known,
    /// An element is there, without a label.
    Unlabelled,
    /// The tree has no element at the touched point.
    Nothing,
    /// The screen has no tree.
    NoTree,
}

/// The conversation that a message would go to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Conversation {
    /// The title above it.
    pub title: String,
    /// Whether it is with one person or several, as far as the screen shows.
    pub kind: ConversationKind,
}

/// Whether a conversation is with one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConversationKind {
    /// With one person.
    Person,
    /// With several people.
    Group,
    /// The screen does not show it.
    #[default]
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_clock_makes_no_other_question() {
        let question =
            |text: &str| Question { texts: vec!["Send it?".to_owned(), text.to_owned()], ..Question::default() };
        let rows = [
            ("0:07", "0:09", 2, true),
            ("0:59", "1:31", 30, true),
            ("1:31", "0:59", 30, true),
            ("1:02:03.4", "1:02:05,6", 3, true),
            ("$20.00", "$20.00", 9, true),
            ("$20.00", "$25.00", 5, false),
            ("20:00", "25.00", 5, false),
            ("0:07 to Sam", "0:09 to Mallory", 2, false),
            ("12", "13", 1, false),
            ("0:07", "0:07:00:00", 0, false),
            // Another alarm.
            ("07:30", "06:00", 3, false),
            ("07:30", "06:00", 300, false),
        ];
        for (one, other, seconds, expected) in rows {
            let elapsed = Duration::from_secs(seconds);
            assert_eq!(question(one).is_still(&question(other), elapsed), expected, "{one} {other} {seconds}");
        }
    }
}
