//! One remembered choice: who asked for what, and what the person said.

use std::fmt;

use policy::Pattern;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Who asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Requester {
    /// The gate, before something leaves the process.
    Gate,
    /// An agent of this name, with a dialog of its own.
    Agent(String),
}

impl fmt::Display for Requester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gate => f.write_str("gate"),
            Self::Agent(name) => write!(f, "agent:{name}"),
        }
    }
}

impl Serialize for Requester {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Requester {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.strip_prefix("agent:") {
            Some(name) if !name.is_empty() => Ok(Self::Agent(name.to_owned())),
            _ if text == "gate" => Ok(Self::Gate),
            _ => Err(de::Error::custom(format_args!("`who` is `gate` or `agent:NAME`, not `{text}`"))),
        }
    }
}

/// The key of a choice: who asked for what. Two are the same only if every letter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChoiceKey {
    /// Who asked.
    pub who: Requester,
    /// For what: an agent's tool, or what the gate calls it.
    pub what: String,
    /// In which context, if the agent told one from another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

impl ChoiceKey {
    /// What an agent's dialog asks for.
    pub fn by_agent(name: &str, tool: &str, context: Option<&str>) -> Self {
        Self { who: Requester::Agent(name.to_owned()), what: tool.to_owned(), context: context.map(str::to_owned) }
    }

    /// What the gate asks for. The pattern's printed form is cut for people to read; here it is whole.
    pub fn by_gate(pattern: &Pattern) -> Self {
        let (kind, text) = pattern.parts();
        let what = format!("{kind} {text}");
        Self { who: Requester::Gate, what, context: None }
    }

    /// How long its texts are.
    pub(super) fn bytes(&self) -> usize {
        let name = match &self.who {
            Requester::Gate => 0,
            Requester::Agent(name) => name.len(),
        };
        name + self.what.len() + self.context.as_ref().map_or(0, String::len)
    }
}

/// A remembered choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// What was asked.
    #[serde(flatten)]
    pub asked: ChoiceKey,
    /// Yes or no.
    pub allow: bool,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Choice {
    /// What it is called when it is listed and revoked: the same in every process.
    pub fn id(&self) -> String {
        let ChoiceKey { who, what, context } = &self.asked;
        let (who, has, context) = (who.to_string(), context.is_some(), context.as_deref().unwrap_or_default());
        // FNV-1a, each text behind its length. Two that share a name are revoked together, and asked again.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for text in [who.as_str(), what, if has { "in" } else { "" }, context] {
            for byte in text.len().to_le_bytes().iter().chain(text.as_bytes()) {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{hash:016x}")
    }
}

/// A remembered choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RememberedChoice")]
pub struct ListedChoice {
    /// What it is called when it is revoked.
    pub id: String,
    /// Who asked: `gate`, or `agent:NAME`.
    pub who: String,
    /// For what.
    pub what: String,
    /// In which context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Yes or no.
    pub allow: bool,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl From<Choice> for ListedChoice {
    fn from(choice: Choice) -> Self {
        let id = choice.id();
        let Choice { asked: ChoiceKey { who, what, context }, allow, at } = choice;
        Self { id, who: who.to_string(), what, context, allow, at }
    }
}

/// The choices that people wanted remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceList {
    /// In the order in which they were made.
    pub choices: Vec<ListedChoice>,
}

impl<'de> Deserialize<'de> for Choice {
    /// Field by field: with `flatten`, a mistake would be reported without its line, and a field that is
    /// misspelt would go unnoticed.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Flat {
            who: Requester,
            what: String,
            #[serde(default)]
            context: Option<String>,
            allow: bool,
            at: u64,
        }
        let Flat { who, what, context, allow, at } = Flat::deserialize(deserializer)?;
        Ok(Self { asked: ChoiceKey { who, what, context }, allow, at })
    }
}
