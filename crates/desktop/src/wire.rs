//! The messages between the server and a page: what crosses the WebSocket, typed once.
//!
//! The page applies [`Change`]s and nothing else, so the rules of the desktop stand in one place, in
//! Rust. Every string here that is called `html` has been made safe; everything else is shown as text.
//! The page's types are generated from these.

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
pub use self::task::{PhoneEvent, PhoneHolder, TaskEvent, TaskProgress};

/// The schemas of the wire, in the manner of [`action::schema::named`].
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] = &[
        Named {
            name: "server-event",
            family: "wire",
            about: "What the server says to a page.",
            schema: of::<ServerEvent>,
        },
        Named {
            name: "client-event",
            family: "wire",
            about: "What a page says to the server.",
            schema: of::<ClientEvent>,
        },
        Named {
            name: "agent-event",
            family: "wire",
            about: "What an agent hears of people.",
            schema: of::<AgentEvent>,
        },
        Named {
            name: "phone-server-message",
            family: "wire",
            about: "What the server says to a page that watches a phone.",
            schema: of::<PhoneServerMessage>,
        },
        Named {
            name: "phone-client-message",
            family: "wire",
            about: "What a page that watches a phone says to the server.",
            schema: of::<PhoneClientMessage>,
        },
    ];
    NAMED
}
