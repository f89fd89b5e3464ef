//! Verbs: how each is read, and the facts about it that other modules use.
//!
//! The facts are in the table of `phone.rs`, one row per verb, and nowhere else: the gate, the device's settling, the
//! executor and the prompts ask [`AgentAction::verb`](super::AgentAction::verb) instead of matching over verbs. Nothing
//! here carries out an action.

use std::borrow::Cow;
use std::time::Duration;

use crate::fields::Fields;
use crate::number::Finite;

/// The interface that every struct of the table implements.
pub(super) trait Verb: Sized {
    /// Its `type`.
    const NAME: &'static str;
    /// Reads the fields; never fails, but records problems.
    fn read(fields: &mut Fields<'_, '_>) -> Self;
    /// Returns a sample with realistic values, as in prompts and tests.
    fn sample() -> Self;
    /// Calls `each` with every text except the reason, because it could contain a secret.
    fn texts(&mut self, each: &mut dyn FnMut(&mut String));
    /// Returns the required field if it is empty, so that there is nothing to send.
    fn empty_field(&self) -> Option<&'static str> {
        None
    }
    /// Returns what it carries besides its target, as one text: what is typed, opened or asked; for a gesture its
    /// direction. Empty for a touch, whose point says nothing about another phone.
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }
    /// Returns the points that it touches, in order; see [`Aims`].
    fn points(&self) -> Vec<(Finite, Finite)> {
        Vec::new()
    }
}

/// The facts about a verb, independent of its values: a row of the table in `phone.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerbFacts {
    /// Its `type`.
    pub name: &'static str,
    /// Its class in the gate's rules.
    pub class: Class,
    /// Its target.
    pub aims: Aims,
    /// How long its screen takes to settle.
    pub settles: Settles,
    /// Where it takes effect.
    pub reaches: Reaches,
    /// Whether its effect shows on the screen, so that a look tells whether it was carried out.
    pub shows: bool,
    /// Whether it ends the task, so that nothing may follow.
    pub ends: bool,
    /// Whether repeating it without a change is normal and no sign of being stuck.
    pub repeats: bool,
}

impl VerbFacts {
    /// Whether it leaves the process, so that it must pass the gate and be announced in the journal.
    pub fn leaves_process(&self) -> bool {
        match self.reaches {
            Reaches::Phone | Reaches::Host | Reaches::Tool => true,
            Reaches::Person | Reaches::Nothing => false,
        }
    }
}

/// The class of a verb, as far as the gate's rules distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Touches an element.
    Touch,
    /// Moves a finger across the screen.
    Slide,
    /// Types text into a field.
    Text,
    /// A key.
    Key,
    /// Brings an app to the front.
    Launch,
    /// Opens an address.
    Url,
    /// A command for the phone's shell.
    Shell,
    /// A script on the host.
    Script,
    /// A tool of another program.
    Tool,
    /// Communicates with the person, or serves the agent alone.
    Internal,
}

/// The target of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aims {
    /// Nothing on the screen.
    Nothing,
    /// The focused element.
    Focus,
    /// The element under one point. Also for a swipe, which only scrolls at its end.
    Point,
    /// The elements under two points: the dragged element, and its drop target.
    TwoPoints,
}

/// How long an unchanged screen is watched after an action, from the delays of the specification (E3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settles {
    /// 0.3 s: text appears at once.
    AsText,
    /// 0.5 s: a view responds to a finger.
    AsTouch,
    /// 0.8 s: another activity comes to the front.
    AsNavigation,
}

impl Settles {
    /// Returns the time.
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
    /// With the person, who gets a question or a message.
    Person,
    /// Only in the task.
    Nothing,
}

/// Generates the enum of actions and all code that covers every verb, from one row per verb.
macro_rules! verb_table {
    ($($verb:ident $class:ident, $aims:ident, $settles:ident, $reaches:ident, $shows:literal, $ends:literal, $repeats:literal;)+) => {
        /// One action on a phone (or, for some, on behalf of its user).
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "each variant is described on its struct")]
        pub enum AgentAction {
            $($verb($verb),)+
        }

        impl AgentAction {
            /// Returns the facts about its verb.
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

            /// Returns the agent's reason, in its own words.
            pub fn reason(&self) -> Option<&str> {
                match self {
                    $(Self::$verb(verb) => verb.reason.as_deref(),)+
                }
            }

            /// Returns the same action with another reason.
            #[must_use]
            pub fn with_reason(mut self, reason: Option<String>) -> Self {
                match &mut self {
                    $(Self::$verb(verb) => verb.reason = reason,)+
                }
                self
            }

            /// Calls `each` with every text, including the reason, because it could contain a secret.
            pub fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
                match self {
                    $(Self::$verb(verb) => {
                        verb.texts(each);
                        verb.reason.iter_mut().for_each(each);
                    })+
                }
            }

            /// Returns what it carries besides its target, as one text; empty if that is nothing.
            pub fn value(&self) -> std::borrow::Cow<'_, str> {
                match self {
                    $(Self::$verb(verb) => verb.value(),)+
                }
            }

            /// Returns the points that it touches, as many as [`Aims`] says.
            pub fn points(&self) -> Vec<(crate::Finite, crate::Finite)> {
                match self {
                    $(Self::$verb(verb) => verb.points(),)+
                }
            }

            /// Returns where the gesture begins and ends: like [`Self::points`], and the end of a swipe.
            pub fn ends(&self) -> Vec<(crate::Finite, crate::Finite)> {
                match self {
                    Self::Swipe(swipe) => vec![(swipe.x1, swipe.y1), (swipe.x2, swipe.y2)],
                    action => action.points(),
                }
            }

            /// Returns the required field if it is empty, so that there is nothing to send.
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

        /// Returns one action of every type, with realistic values.
        pub fn samples() -> Vec<AgentAction> {
            vec![$(AgentAction::$verb($verb::sample()),)+]
        }
    };
}
pub(super) use verb_table;
