//! One remembered choice: the requester, the request, and the person's decision.

use std::fmt;

use policy::Pattern;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The requester of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Requester {
    /// The gate, before an action leaves the process.
    Gate,
    /// An agent of this name, with its own dialog.
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

/// The key of a choice: the requester and the request. Two keys are equal only if every letter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChoiceKey {
    /// The requester.
    pub who: Requester,
    /// The request: an agent's tool, or the gate's name for the action.
    pub what: String,
    /// The context, if the agent distinguishes several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

impl ChoiceKey {
    /// The key of an agent's dialog.
    pub fn by_agent(name: &str, tool: &str, context: Option<&str>) -> Self {
        Self { who: Requester::Agent(name.to_owned()), what: tool.to_owned(), context: context.map(str::to_owned) }
    }

    /// The key of a request by the gate. The pattern's display form is cut for people; this one is in full.
    pub fn by_gate(pattern: &Pattern) -> Self {
        let (kind, text) = pattern.parts();
        let what = format!("{kind} {text}");
        Self { who: Requester::Gate, what, context: None }
    }

    /// Returns the length of its texts.
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
    /// The key.
    #[serde(flatten)]
    pub asked: ChoiceKey,
    /// Whether it is allowed.
    pub allow: bool,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Choice {
    /// Returns the id for listing and revoking: the same in every process.
    pub fn id(&self) -> String {
        let ChoiceKey { who, what, context } = &self.asked;
        let (who, has, context) = (who.to_string(), context.is_some(), context.as_deref().unwrap_or_default());
        // FNV-1a, each text preceded by its length. Choices whose hashes collide are revoked together, and asked again.
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
    /// The id for revoking it.
    pub id: String,
    /// The requester: `gate`, or `agent:NAME`.
    pub who: String,
    /// The request.
    pub what: String,
    /// The context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Whether it is allowed.
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

/// The choices that people asked to remember.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceList {
    /// In the order in which they were made.
    pub choices: Vec<ListedChoice>,
}

impl<'de> Deserialize<'de> for Choice {
    /// Field by field: `flatten` would report an error without its line, and miss a misspelt field.
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
