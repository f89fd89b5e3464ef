//! Messages on the socket of one phone's live picture, `/ws/phone/{id}`. The picture itself is binary and documented in
//! `docs/protocol.md`; everything else is one of these, as JSON.

use action::phone::AgentAction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Messages from the server to a page that watches a phone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum PhoneServerMessage {
    /// The size of the picture: sent before the first frame, and whenever it changes. A whole frame follows.
    Screen {
        /// Its width, in the phone's pixels.
        width: u32,
        /// Its height.
        height: u32,
        /// Whether the phone hides its screen: an app requested that, and the picture is black.
        secure: bool,
    },
    /// The elements on the screen, with secrets masked: sent when they change, to pages that watch them.
    Elements {
        /// The elements, in the order of the numbers that models see.
        elements: Vec<PhoneElement>,
    },
    /// The phone is disconnected or cannot be captured. The server keeps trying.
    Trouble {
        /// The problem, for people.
        message: String,
    },
    /// The phone is back.
    Back {},
    /// A message was carried out.
    Result {
        /// The page's number for it.
        re: u64,
    },
    /// A message was not carried out.
    Error {
        /// The page's number for it, if it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// Why, for programs: `held` if a task or a client has the phone, `unsupported` if the phone does not support
        /// it, `unreachable` if the phone is disconnected, `refused` if the gate refuses it, `limit` if there are
        /// too many, otherwise the fault of the message.
        code: String,
        /// Why, for people.
        message: String,
    },
}

/// Messages from a page that watches a phone to the server. `n` is the page's number for a message; its answer has
/// it as `re`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum PhoneClientMessage {
    /// A frame was painted: the next may come.
    Shown {
        /// Its number.
        frame: u32,
    },
    /// A person's action on the phone.
    Input {
        /// The page's number for this message.
        n: u64,
        /// The action.
        action: AgentAction,
    },
    /// A finger that is followed while it moves.
    Touch {
        /// The page's number for this message.
        n: u64,
        /// What the finger does.
        phase: TouchPhase,
        /// The horizontal position, in the phone's pixels.
        x: f64,
        /// The vertical position, from the top.
        y: f64,
    },
    /// Two fingers that move apart or together.
    Pinch {
        /// The page's number for this message.
        n: u64,
        /// The midpoint between them, in the phone's pixels.
        x: f64,
        /// The midpoint, from the top.
        y: f64,
        /// How far apart they end, as a multiple of where they begin: 2 makes things twice as large.
        scale: f64,
    },
    /// Rotates the phone.
    Rotate {
        /// The page's number for this message.
        n: u64,
        /// The orientation.
        to: Turn,
    },
    /// The wheel of a mouse.
    Scroll {
        /// The page's number for this message.
        n: u64,
        /// The pointer's horizontal position, in the phone's pixels.
        x: f64,
        /// Its vertical position, from the top.
        y: f64,
        /// By how many of the phone's pixels the content moves to the left.
        dx: f64,
        /// By how many it moves up.
        dy: f64,
    },
    /// Whether the page wants the elements on the screen.
    WatchElements {
        /// Whether it wants them from now on.
        on: bool,
    },
    /// The page is not visible: no frames until it continues.
    Pause {},
    /// The page is visible again: a whole frame, and then the changes.
    GoOn {},
}

/// A phase of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TouchPhase {
    /// It touches the glass.
    Down,
    /// It moves on it.
    Move,
    /// It leaves it.
    Up,
    /// The touch is discarded.
    Cancel,
}

/// A phone's orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// Upright, and locked.
    Portrait,
    /// On its side, and locked.
    Landscape,
    /// From the phone's own sensor.
    Auto,
}

/// An element on a phone's screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneElement {
    /// Its number, as models see it.
    pub index: u32,
    /// Its text, or its label.
    pub label: String,
    /// Its role.
    pub role: ElementRole,
    /// Left, top, right and bottom, in the phone's pixels.
    pub bounds: [i32; 4],
    /// Whether a tap does something.
    pub clickable: bool,
    /// Whether text can be entered.
    pub editable: bool,
    /// Whether it scrolls.
    pub scrollable: bool,
    /// Whether it is on, for elements that can be on or off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Whether it has the input focus.
    pub focused: bool,
    /// Whether what is entered is hidden.
    pub password: bool,
}

/// The role of an element, in plain words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElementRole {
    /// A button.
    Button,
    /// A text.
    Text,
    /// A text field.
    Field,
    /// A switch.
    Switch,
    /// A checkbox.
    Checkbox,
    /// A scrolling list.
    List,
    /// A picture.
    Image,
    /// A tab.
    Tab,
    /// A link.
    Link,
    /// Anything else.
    Other,
}
