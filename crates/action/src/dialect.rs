//! The dialects of models: how each model family writes its thought and its actions, and how it is prompted.
//!
//! One file per model family. A dialect reads a reply ([`read`]) and writes an action in its own format ([`write`]).
//! The prompt ([`ask`]) is built from that: the same code writes the prompt's examples and the replies that the tests
//! read back, so a prompt cannot teach a format that the reader does not understand.
//!
//! To add a dialect: add a file that implements [`Dialect`], a line in [`ALL`], lines in `scenarios/dialects.jsonl`,
//! and a test in `auto.rs` if the dialect can be recognised.

mod agentcpm;
mod aguvis;
mod android_lab;
mod android_world;
mod appagent;
mod attempt;
mod auto;
mod autoglm;
mod call;
mod claude;
mod coordinates;
mod executor;
mod gelab;
mod gemini;
mod gui_owl;
mod keys;
mod mai_ui;
mod mobile_agent;
mod mobile_use;
mod mobilerun;
mod openai;
mod openpocket;
mod os_atlas;
mod out;
mod prompt;
mod qwen25_vl;
mod qwen3_vl;
mod refusal;
mod reply_context;
#[cfg(test)]
mod tests;
mod text;
mod ui_tars;
mod write;

pub use self::coordinates::{Direction, Grid, smart_resize};
pub use self::keys::key_name;
pub use self::out::{MAX_ACTIONS, Step, Touch, TouchKind};
pub use self::prompt::ask;
pub use self::refusal::{Refusal, RefusalCode};
pub use self::reply_context::{Element, ReplyContext, Size};

use self::out::Out;
use crate::finding::{Finding, nearest};
use crate::phone::{AgentAction, ModelStepOutput};

/// The longest reply that is read.
pub const MAX_REPLY: usize = 1 << 20;

/// The format of a model family.
trait Dialect: Sync {
    /// The name that configuration uses.
    fn name(&self) -> &'static str;
    /// The models with this format, in one sentence.
    fn about(&self) -> &'static str;
    /// Its coordinate system.
    fn grid(&self) -> Grid;
    /// The shape of a reply, in words: part of the prompt, and of the message if a reply has no action.
    fn shape(&self) -> &'static str;
    /// Reads a reply.
    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal>;
    /// Writes an action in this dialect; `None` if the dialect cannot express it.
    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String>;
    /// Writes a touch on a numbered element; `None` if the dialect cannot express it.
    fn write_touch(&self, _touch: &Touch) -> Option<String> {
        None
    }
    /// Writes a scroll that shows more content in one direction; `None` if the dialect cannot express it.
    fn write_scroll(&self, _way: Direction, _scene: &ReplyContext<'_>) -> Option<String> {
        None
    }
    /// Writes a whole reply with a thought and its actions.
    fn reply(&self, thought: &str, actions: &[String]) -> String;
    /// Whether one reply may hold several actions.
    fn takes_several(&self) -> bool {
        true
    }
}

/// Every dialect but `auto`, which chooses among them.
const ALL: &[&dyn Dialect] = &[
    &openpocket::OpenPocket,
    &executor::Executor,
    &mai_ui::DIALECT,
    &autoglm::AutoGlm,
    &ui_tars::UiTars { name: "ui-tars", grid: Grid::Per(1000) },
    &ui_tars::UiTars { name: "ui-tars-1.5", grid: Grid::Resized },
    &qwen25_vl::DIALECT,
    &qwen3_vl::DIALECT,
    &gui_owl::DIALECT,
    &claude::Claude,
    &openai::OpenAi,
    &gemini::Gemini,
    &android_world::AndroidWorld,
    &android_lab::AndroidLab,
    &mobile_agent::MobileAgent,
    &mobilerun::Mobilerun,
    &appagent::AppAgent,
    &gelab::Gelab,
    &agentcpm::AgentCpm,
    &os_atlas::OsAtlas,
    &aguvis::Aguvis,
];

/// A dialect by the name that configuration and commands use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DialectName(Choice);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// Detected from each reply.
    Auto,
    /// The dialect at this index of [`ALL`].
    One(usize),
}

impl DialectName {
    /// Detects the dialect of each reply.
    pub const AUTO: Self = Self(Choice::Auto);

    /// Finds a dialect by name.
    pub fn find(name: &str) -> Result<Self, UnknownDialect> {
        let wanted = name.trim().to_lowercase();
        if wanted == "auto" {
            return Ok(Self::AUTO);
        }
        match ALL.iter().position(|dialect| dialect.name() == wanted) {
            Some(place) => Ok(Self(Choice::One(place))),
            None => Err(UnknownDialect {
                name: name.to_owned(),
                nearest: nearest(&wanted, Self::names()).map(str::to_owned),
            }),
        }
    }

    /// Every name, `auto` first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once("auto").chain(ALL.iter().map(|dialect| dialect.name()))
    }

    /// Every dialect except `auto`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ALL.len()).map(|place| Self(Choice::One(place)))
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        self.dialect().map_or("auto", Dialect::name)
    }

    /// The models with this format.
    pub fn about(self) -> &'static str {
        self.dialect().map_or("any dialect, detected from the reply", Dialect::about)
    }

    /// Its coordinate system; `auto` has none.
    pub fn grid(self) -> Option<Grid> {
        self.dialect().map(Dialect::grid)
    }

    fn dialect(self) -> Option<&'static dyn Dialect> {
        match self.0 {
            Choice::Auto => None,
            Choice::One(place) => ALL.get(place).copied(),
        }
    }
}

impl std::fmt::Debug for DialectName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An unknown dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no dialect `{name}`{}; see `fingertip parse --help` for the list", .nearest.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
pub struct UnknownDialect {
    /// The requested name.
    pub name: String,
    /// The closest known name.
    pub nearest: Option<String>,
}

/// A parsed reply.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedReply {
    /// The dialect of the reply.
    pub dialect: &'static str,
    /// The model's reasoning, if any.
    pub thought: String,
    /// The steps in order; never empty, and nothing follows the end of the task.
    pub steps: Vec<Step>,
    /// The repairs that were necessary.
    pub repairs: Vec<Finding>,
}

impl ParsedReply {
    /// Converts it to the executor's step; `None` while a touch on an element is unresolved.
    pub fn into_output(self, raw: &str) -> Option<ModelStepOutput> {
        let actions: Option<Vec<AgentAction>> = self
            .steps
            .into_iter()
            .map(|step| match step {
                Step::Act(action) => Some(action),
                Step::Touch(_) => None,
            })
            .collect();
        let actions = actions?;
        let action = actions.first()?.clone();
        Some(ModelStepOutput { thought: self.thought, action, actions, raw: raw.to_owned() })
    }
}

/// Reads a model's reply.
///
/// A refusal with [`RefusalCode::NoAction`], or a reply repaired with [`Code::TextOnly`](crate::Code::TextOnly), is
/// plain text: it neither made nor attempted a call. Every other refusal is an invalid action.
pub fn read(name: DialectName, raw: &str, context: &ReplyContext<'_>) -> Result<ParsedReply, Refusal> {
    if raw.len() > MAX_REPLY {
        return Err(Refusal::new(
            RefusalCode::TooLong,
            format!("the reply has {} bytes; at most {MAX_REPLY} are read", raw.len()),
        ));
    }
    if raw.trim().is_empty() {
        return Err(Refusal::new(RefusalCode::NoAction, "the reply is empty; say what to do next"));
    }
    let dialect = match name.dialect() {
        Some(dialect) => dialect,
        None => auto::recognise(raw, context).map_err(|refusal| or_attempt(refusal, raw, YOUR_FORMAT))?,
    };
    let shape = dialect.shape();
    let mut out = Out::new(context, dialect.grid());
    dialect.read(raw, &mut out)?;
    let collected = out.collected().settle(shape).map_err(|refusal| or_attempt(refusal, raw, shape))?;
    if collected.repairs.iter().any(|repair| repair.code == crate::Code::TextOnly) {
        if let Some(refusal) = attempt::refusal(raw, shape) {
            return Err(refusal);
        }
        if name == DialectName::AUTO {
            // A guessed dialect is not enough to take prose for the end of a task.
            return Err(Refusal::no_action(shape));
        }
    }
    Ok(ParsedReply {
        dialect: dialect.name(),
        thought: collected.thought,
        steps: collected.steps,
        repairs: collected.repairs.into_vec(),
    })
}

/// The expected format of a reply in an unknown dialect.
const YOUR_FORMAT: &str = "one call in the format you were given";

/// Returns the refusal, unless it claims that there was no call and the reply did attempt one.
fn or_attempt(refusal: Refusal, raw: &str, shape: &str) -> Refusal {
    match refusal.code {
        RefusalCode::NoAction => attempt::refusal(raw, shape).unwrap_or(refusal),
        _ => refusal,
    }
}

/// Reads a reply that needs no repair; any repair is an error.
pub fn read_strict(name: DialectName, raw: &str, context: &ReplyContext<'_>) -> Result<ParsedReply, Refusal> {
    let parsed = read(name, raw, context)?;
    match parsed.repairs.as_slice() {
        [] => Ok(parsed),
        [first, ..] => Err(Refusal {
            field: (!first.path.is_empty()).then(|| first.path.clone()),
            ..Refusal::new(RefusalCode::Repaired, format!("the reply needs a repair: {}", first.message))
        }),
    }
}

/// Converts a key name as models and people write it (`Return`, `ctrl`, `KEYCODE_BACK`) to Android's name. For an
/// unknown key, the refusal suggests the closest known name; `verb` is the action that presses it.
pub fn key(verb: &str, name: &str) -> Result<String, Refusal> {
    keys::android_key(name).ok_or_else(|| keys::unknown(verb, name))
}

/// Writes an action in a dialect, or returns `None` if the dialect cannot express it.
pub fn write(name: DialectName, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
    name.dialect()?.write(action, context)
}

/// Writes a touch on a numbered element, or returns `None` if the dialect cannot express it.
pub fn write_touch(name: DialectName, touch: &Touch) -> Option<String> {
    name.dialect()?.write_touch(touch)
}

/// Writes a whole reply with a thought and several actions; `None` if the dialect cannot express one of them.
pub fn write_reply(
    name: DialectName,
    thought: &str,
    actions: &[AgentAction],
    context: &ReplyContext<'_>,
) -> Option<String> {
    let dialect = name.dialect()?;
    if actions.is_empty() || (actions.len() > 1 && !dialect.takes_several()) {
        return None;
    }
    let written: Option<Vec<String>> = actions.iter().map(|action| dialect.write(action, context)).collect();
    Some(dialect.reply(thought, &written?))
}
