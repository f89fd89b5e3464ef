//! Every model's dialect: how it writes its thought and its actions, and how it wants to be asked.
//!
//! One file per model family. A dialect reads a reply ([`read`]), writes an action the way its models
//! write it ([`write`]), and from that the prompt is made ([`ask`]): the examples in a prompt are
//! written by the same code that the tests read back, so a prompt cannot teach what is not understood.
//!
//! To add one: a file beside the others that implements [`Dialect`], a line in [`ALL`], lines in
//! `scenarios/dialects.jsonl`, and a test in `auto.rs` if it can be told from the others.

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

/// A model family's way of writing.
trait Dialect: Sync {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;
    /// Which models write this way, in one sentence.
    fn about(&self) -> &'static str;
    /// The coordinates it speaks in.
    fn grid(&self) -> Grid;
    /// How a reply looks, in words: part of the prompt, and of the message when there is no action.
    fn shape(&self) -> &'static str;
    /// Reads a reply.
    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal>;
    /// Writes an action as its models do; `None` for what it has no words for.
    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String>;
    /// Writes a touch on an element by its number; `None` where the dialect has no words for that.
    fn write_touch(&self, _touch: &Touch) -> Option<String> {
        None
    }
    /// Writes that more of what lies one way is to be shown; `None` where the dialect has no words for that.
    fn write_scroll(&self, _way: Direction, _scene: &ReplyContext<'_>) -> Option<String> {
        None
    }
    /// A whole reply with a thought and the actions in it.
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

/// A dialect by name, as configuration and commands choose it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DialectName(Choice);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// Recognised from each reply.
    Auto,
    /// The one at this place of [`ALL`].
    One(usize),
}

impl DialectName {
    /// Recognises the dialect of each reply.
    pub const AUTO: Self = Self(Choice::Auto);

    /// The dialect of that name, or the reason why there is none.
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

    /// Every dialect but `auto`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ALL.len()).map(|place| Self(Choice::One(place)))
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        self.dialect().map_or("auto", Dialect::name)
    }

    /// Which models write this way.
    pub fn about(self) -> &'static str {
        self.dialect().map_or("whatever the reply is written in", Dialect::about)
    }

    /// The coordinates it speaks in; `auto` has none of its own.
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

/// A dialect nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no dialect `{name}`{}; see `fingertip parse --help` for the list", .nearest.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
pub struct UnknownDialect {
    /// The name that was asked for.
    pub name: String,
    /// The one that was most likely meant.
    pub nearest: Option<String>,
}

/// What a reply says.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedReply {
    /// The dialect it was read in.
    pub dialect: &'static str,
    /// The model's reasoning, as far as it gave any.
    pub thought: String,
    /// What to do, in order; never empty, and nothing follows the end of the task.
    pub steps: Vec<Step>,
    /// What had to be repaired.
    pub repairs: Vec<Finding>,
}

impl ParsedReply {
    /// The step as the executor takes it; `None` while a touch on an element is unresolved.
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
/// mere text: nothing was called, and nothing was tried to be. Every other refusal is an invalid action.
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
            // A guess at the dialect is too little to take prose for the end of a task.
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

/// What is expected of a reply whose dialect is not known.
const YOUR_FORMAT: &str = "one call in the format you were given";

/// The refusal, unless it says that nothing was called and the reply did try to call something.
fn or_attempt(refusal: Refusal, raw: &str, shape: &str) -> Refusal {
    match refusal.code {
        RefusalCode::NoAction => attempt::refusal(raw, shape).unwrap_or(refusal),
        _ => refusal,
    }
}

/// Reads a reply that needs no repair; every repair is an error.
pub fn read_strict(name: DialectName, raw: &str, context: &ReplyContext<'_>) -> Result<ParsedReply, Refusal> {
    let parsed = read(name, raw, context)?;
    match parsed.repairs.as_slice() {
        [] => Ok(parsed),
        [first, ..] => Err(Refusal {
            field: (!first.path.is_empty()).then(|| first.path.clone()),
            ..Refusal::new(RefusalCode::Repaired, format!("the reply is not as it should be: {}", first.message))
        }),
    }
}

/// Reads the name of a key as models and people write it (`Return`, `ctrl`, `KEYCODE_BACK`) and returns Android's name.
/// The refusal of an unknown one has the nearest known name; `verb` is the action that presses it.
pub fn key(verb: &str, name: &str) -> Result<String, Refusal> {
    keys::android_key(name).ok_or_else(|| keys::unknown(verb, name))
}

/// Writes an action as the models of a dialect do, or `None` where it has no words for it.
pub fn write(name: DialectName, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
    name.dialect()?.write(action, context)
}

/// Writes a touch on a numbered element, or `None` where the dialect has no words for it.
pub fn write_touch(name: DialectName, touch: &Touch) -> Option<String> {
    name.dialect()?.write_touch(touch)
}

/// Writes a whole reply: a thought and several actions; `None` where one of them has no words.
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
