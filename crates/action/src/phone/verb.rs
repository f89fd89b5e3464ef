//! What a verb is: how it is read, and the facts about it that everybody else goes by.
//!
//! The facts stand in the table of `phone.rs`, one row a verb, and nowhere else: the gate, the device's
//! waiting, the executor and the prompts ask [`AgentAction::verb`](super::AgentAction::verb) instead of
//! matching over verbs. Nothing here carries anything out.

use std::time::Duration;

use crate::fields::Fields;
use crate::number::Finite;

/// One verb of the phone: what every struct of the table provides.
pub(super) trait Verb: Sized {
    /// Its `type`.
    const NAME: &'static str;
    /// Reads the fields; never fails, what is wrong is noted.
    fn read(fields: &mut Fields<'_, '_>) -> Self;
    /// One with telling values, as prompts and tests show it.
    fn sample() -> Self;
    /// Hands over every text in it but the reason: what could hold a secret.
    fn texts(&mut self, each: &mut dyn FnMut(&mut String));
    /// The field without which there is nothing to send, when it is empty.
    fn empty_field(&self) -> Option<&'static str> {
        None
    }
    /// The points at which it meets an element, in the order of the touch; see [`Aims`].
    fn points(&self) -> Vec<(Finite, Finite)> {
        Vec::new()
    }
}

/// The facts about a verb, whatever its values are: a row of the table in `phone.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerbFacts {
    /// Its `type`.
    pub name: &'static str,
    /// What sort of thing it is to the gate.
    pub class: Class,
    /// What it acts on.
    pub aims: Aims,
    /// How long its screen takes to settle.
    pub settles: Settles,
    /// Where it takes effect.
    pub reaches: Reaches,
    /// Whether its effect shows on the screen, so that looking tells whether it was carried out.
    pub shows: bool,
    /// Whether nothing may follow it: the task ends.
    pub ends: bool,
    /// Whether it is there to be repeated while nothing changes, and says nothing of being stuck.
    pub repeats: bool,
}

impl VerbFacts {
    /// Whether something leaves the process: what the gate must pass and the journal must announce.
    pub fn leaves_process(&self) -> bool {
        match self.reaches {
            Reaches::Phone | Reaches::Host | Reaches::Tool => true,
            Reaches::Person | Reaches::Nothing => false,
        }
    }
}

/// The sort of a verb, as far as the gate's rules tell verbs apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A finger on an element.
    Touch,
    /// A finger across the screen.
    Slide,
    /// Text into a field.
    Text,
    /// A key.
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
    Internal,
}

/// What a verb acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aims {
    /// Nothing on the screen.
    Nothing,
    /// The element that has the focus.
    Focus,
    /// The element under one point. A swipe too: where it ends it only scrolls.
    Point,
    /// The elements under two points: what is dragged, and what it is dropped on.
    TwoPoints,
}

/// How long a screen is watched that does not move after an action, by the delays of the specification (E3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settles {
    /// 0.3 s: text appears at once.
    AsText,
    /// 0.5 s: a view answers a finger.
    AsTouch,
    /// 0.8 s: another activity comes to the front.
    AsNavigation,
}

impl Settles {
    /// The time.
    pub fn bound(self) -> Duration {
        Duration::from_millis(match self {
            Self::AsText => 300,
            Self::AsTouch => 500,
            Self::AsNavigation => 800,
        })
    }
}

/// Where a verb takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaches {
    /// On the phone.
    Phone,
    /// On the computer that Fingertip runs on.
    Host,
    /// In a tool of another program.
    Tool,
    /// With the person, who is asked or told.
    Person,
    /// In the task alone.
    Nothing,
}

/// Makes the enum of actions and everything that goes through all verbs, from one row a verb.
macro_rules! verb_table {
    ($($verb:ident $class:ident, $aims:ident, $settles:ident, $reaches:ident, $shows:literal, $ends:literal, $repeats:literal;)+) => {
        /// One action on a phone (or, for some, on behalf of the one who uses it).
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "each variant is described on its struct")]
        pub enum AgentAction {
            $($verb($verb),)+
        }

        impl AgentAction {
            /// The facts about its verb.
            pub fn verb(&self) -> &'static VerbFacts {
                match self {
                    $(Self::$verb(_) => const {
                        &VerbFacts {
                            name: $verb::NAME,
                            class: Class::$class,
                            aims: Aims::$aims,
                            settles: Settles::$settles,
                            reaches: Reaches::$reaches,
                            shows: $shows,
                            ends: $ends,
                            repeats: $repeats,
                        }
                    },)+
                }
            }

            /// Why the agent does it, in its own words.
            pub fn reason(&self) -> Option<&str> {
                match self {
                    $(Self::$verb(verb) => verb.reason.as_deref(),)+
                }
            }

            /// The same action with another reason.
            #[must_use]
            pub fn with_reason(mut self, reason: Option<String>) -> Self {
                match &mut self {
                    $(Self::$verb(verb) => verb.reason = reason,)+
                }
                self
            }

            /// Hands over every text in it, the reason too: what could hold a secret.
            pub fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
                match self {
                    $(Self::$verb(verb) => {
                        verb.texts(each);
                        verb.reason.iter_mut().for_each(each);
                    })+
                }
            }

            /// The points at which it meets an element, as many as [`Aims`] says.
            pub fn points(&self) -> Vec<(crate::Finite, crate::Finite)> {
                match self {
                    $(Self::$verb(verb) => verb.points(),)+
                }
            }

            /// The field without which there is nothing to send, when it is empty.
            pub(super) fn empty_field(&self) -> Option<&'static str> {
                match self {
                    $(Self::$verb(verb) => verb.empty_field(),)+
                }
            }

            /// Reads the action of that type from its fields.
            fn read_as(name: &str, fields: &mut crate::fields::Fields<'_, '_>) -> Option<Self> {
                match name {
                    $($verb::NAME => Some(Self::$verb($verb::read(fields))),)+
                    _ => None,
                }
            }
        }

        /// One action of every type, with telling values.
        pub fn samples() -> Vec<AgentAction> {
            vec![$(AgentAction::$verb($verb::sample()),)+]
        }
    };
}
pub(super) use verb_table;
