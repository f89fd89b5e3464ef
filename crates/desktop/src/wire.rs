//! The messages between the server and a page: the types of the WebSocket protocol.
//!
//! The page applies [`Change`]s and nothing else, so the rules of the desktop are in one place, in Rust. Every string
//! called `html` is sanitised; everything else is shown as text. The page's types are generated from these.

mod agent;
mod audience;
mod change;
mod client;
mod content;
mod http;
mod phone;
mod server;
mod snapshot;
mod task;

use action::schema::{Named, of};

pub use self::agent::{
    ActionFeedback, ActionResult, ActionsRequest, AgentEvent, BatchReply, DialogAnswer, DialogState, Fault, Refusal,
    Rendering,
};
pub use self::audience::{Audience, NARRATOR};
pub use self::change::{Change, Placed};
pub use self::client::{ClientEvent, FormValue, HumanAnswer, Openable, PersonAction, PersonCommand};
pub use self::content::{Block, Part, SafeComponent, SafeContent, SafeLayout};
pub use self::http::{AgentList, Credential, ListedAgent, Login, NewAgent, PressDone};
pub use self::phone::{ElementRole, PhoneClientMessage, PhoneElement, PhoneServerMessage, TouchPhase, Turn};
pub use self::server::{Actor, ErrorEvent, ServerEvent};
pub use self::snapshot::{
    Dialog, Frame, HistoryEntry, HistoryKind, Monitor, Notification, Question, SafeFrame, SafeMonitor, SafeState,
    SafeWindow, Toast, Viewport,
};
pub use self::task::{PhoneEvent, PhoneHolder, PlannedStep, TaskEvent, TaskProgress};

/// Returns the schemas of the protocol, like [`action::schema::named`].
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] = &[
        Named {
            name: "server-event",
            family: "wire",
            about: "Messages from the server to a page.",
            schema: of::<ServerEvent>,
        },
        Named {
            name: "client-event",
            family: "wire",
            about: "Messages from a page to the server.",
            schema: of::<ClientEvent>,
        },
        Named {
            name: "agent-event",
            family: "wire",
            about: "Events that people cause, as an agent receives them.",
            schema: of::<AgentEvent>,
        },
        Named {
            name: "phone-server-message",
            family: "wire",
            about: "Messages from the server to a page that watches a phone.",
            schema: of::<PhoneServerMessage>,
        },
        Named {
            name: "phone-client-message",
            family: "wire",
            about: "Messages from a page that watches a phone to the server.",
            schema: of::<PhoneClientMessage>,
        },
    ];
    NAMED
}
