//! What crosses the socket of one phone's live picture, `/ws/phone/{id}`. The picture itself is binary, and is written
//! down in `docs/protocol.md`; everything else is one of these, as JSON.

use action::phone::AgentAction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the server says to a page that watches a phone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum PhoneServerMessage {
    /// How large the picture is: said before the first frame, and whenever it changes. A whole frame follows.
    Screen {
        /// Its width, in the phone's pixels.
        width: u32,
        /// Its height.
        height: u32,
        /// Whether the phone hides what it shows: an app asked for that, and the picture is black.
        secure: bool,
    },
    /// What stands on the screen, with what is secret masked: said when it changed, to those who watch it.
    Elements {
        /// The elements, in the order of a model's numbers.
        elements: Vec<PhoneElement>,
    },
    /// The phone is gone or cannot be looked at. The server keeps trying.
    Trouble {
        /// What is in the way, for people.
        message: String,
    },
    /// The phone is there again.
    Back {},
    /// A message was carried out.
    Result {
        /// The page's own number of it.
        re: u64,
    },
    /// A message was not carried out.
    Error {
        /// The page's own number of it, if it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u64>,
        /// Why, for programs: `held` when a task or a client has the phone, `unsupported` when the phone knows no such
        /// thing, `unreachable` when it is gone, `refused` when the gate does not let it pass, `limit` when there are
        /// too many, else how the message is wrong.
        code: String,
        /// Why, for people.
        message: String,
    },
}

/// What a page that watches a phone says to the server. `n` is the page's own number of a message; its answer has it
/// as `re`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum PhoneClientMessage {
    /// A frame was painted: the next may come.
    Shown {
        /// Its number.
        frame: u32,
    },
    /// Something that the person does on the phone.
    Input {
        /// The page's number of this message.
        n: u64,
        /// What.
        action: AgentAction,
    },
    /// A finger that is followed while it moves.
    Touch {
        /// The page's number of this message.
        n: u64,
        /// What the finger does.
        phase: TouchPhase,
        /// Where, in the phone's pixels.
        x: f64,
        /// Where, from the top.
        y: f64,
    },
    /// Two fingers that move apart or together.
    Pinch {
        /// The page's number of this message.
        n: u64,
        /// The middle between them, in the phone's pixels.
        x: f64,
        /// The middle, from the top.
        y: f64,
        /// How far apart they end, as a multiple of where they begin: 2 makes things twice as large.
        scale: f64,
    },
    /// The phone is turned.
    Rotate {
        /// The page's number of this message.
        n: u64,
        /// Which way.
        to: Turn,
    },
    /// The wheel of a mouse.
    Scroll {
        /// The page's number of this message.
        n: u64,
        /// Where the pointer is, in the phone's pixels.
        x: f64,
        /// Where, from the top.
        y: f64,
        /// By how many of the phone's pixels what is shown moves to the left.
        dx: f64,
        /// By how many it moves up.
        dy: f64,
    },
    /// Whether the page wants to know what stands on the screen.
    WatchElements {
        /// Whether it does from now on.
        on: bool,
    },
    /// Nobody sees the page: no frames until it says otherwise.
    Pause {},
    /// The page is seen again: a whole frame, and what changes from then on.
    GoOn {},
}

/// What a finger does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TouchPhase {
    /// It touches the glass.
    Down,
    /// It moves on it.
    Move,
    /// It leaves it.
    Up,
    /// It never was.
    Cancel,
}

/// Which way a phone is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// Upright, and it stays so.
    Portrait,
    /// On its side, and it stays so.
    Landscape,
    /// As the phone itself feels it.
    Auto,
}

/// Something on a phone's screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneElement {
    /// Its number, as models are given it.
    pub index: u32,
    /// What it says, or is called.
    pub label: String,
    /// What it is.
    pub role: ElementRole,
    /// Left, top, right and bottom, in the phone's pixels.
    pub bounds: [i32; 4],
    /// Whether a tap does something.
    pub clickable: bool,
    /// Whether text can be entered.
    pub editable: bool,
    /// Whether it scrolls.
    pub scrollable: bool,
    /// Whether it is on, for what can be on or off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Whether it has the input focus.
    pub focused: bool,
    /// Whether what is entered is hidden.
    pub password: bool,
}

/// What an element is, in plain words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElementRole {
    /// Something to press.
    Button,
    /// Words.
    Text,
    /// Where text is entered.
    Field,
    /// Something that is on or off.
    Switch,
    /// Something that is ticked or not.
    Checkbox,
    /// Things in a row, that scroll.
    List,
    /// A picture.
    Image,
    /// One of several pages.
    Tab,
    /// A way to somewhere else.
    Link,
    /// Anything else.
    Other,
}
