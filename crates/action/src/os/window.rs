//! Actions on an existing window: position, size, title, content, lock, picture.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content::WindowContent;
use super::fields::{ANY, OsFields};
use super::id::{ID, WINDOW_ID};
use super::read::Verb;
use crate::fields::Fields;
use crate::number::Finite;

/// A verb whose only field is the window.
macro_rules! on_window {
    ($(#[$doc:meta])+ $verb:ident = $name:literal) => {
        $(#[$doc])+
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $verb {
            /// The window.
            #[schemars(regex(pattern = WINDOW_ID))]
            pub window_id: String,
        }

        impl Verb for $verb {
            const NAME: &'static str = $name;
            fn read(fields: &mut Fields<'_, '_>) -> Self {
                Self { window_id: fields.window_id() }
            }
        }
    };
}

on_window! {
    /// Close a window and remove it.
    ///
    /// If it had the focus, the topmost window that is left gets it.
    WindowClose = "window.close"
}

on_window! {
    /// Bring a window to the front and give it the focus.
    ///
    /// A minimized window becomes visible. Widgets stay below standard windows; panels stay where they
    /// are.
    WindowFocus = "window.focus"
}

on_window! {
    /// Hide a window without closing it.
    ///
    /// Widgets and panels cannot be minimized; for them nothing happens.
    WindowMinimize = "window.minimize"
}

on_window! {
    /// Let a window fill its monitor.
    ///
    /// Its position is kept for `window.restore`.
    WindowMaximize = "window.maximize"
}

on_window! {
    /// Restore a minimized or maximized window.
    WindowRestore = "window.restore"
}

on_window! {
    /// Take a picture of a window as PNG.
    ///
    /// The picture is returned in a separate event, after the batch that requested it.
    WindowCapture = "window.capture"
}

/// Move a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowMove {
    /// The window.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// Distance from the left edge of the monitor, in pixels.
    pub x: Finite,
    /// Distance from the top edge of the monitor, in pixels.
    pub y: Finite,
}

impl Verb for WindowMove {
    const NAME: &'static str = "window.move";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { window_id: fields.window_id(), x: fields.req_number("x", ANY), y: fields.req_number("y", ANY) }
    }
}

/// Change the size of a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowResize {
    /// The window.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// Width in pixels.
    pub w: Finite,
    /// Height in pixels.
    pub h: Finite,
}

impl Verb for WindowResize {
    const NAME: &'static str = "window.resize";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { window_id: fields.window_id(), w: fields.req_number("w", ANY), h: fields.req_number("h", ANY) }
    }
}

/// Change the title of a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowSetTitle {
    /// The window.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// The text of the title bar.
    pub title: String,
}

impl Verb for WindowSetTitle {
    const NAME: &'static str = "window.setTitle";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { window_id: fields.window_id(), title: fields.req_text("title") }
    }
}

/// Replace the content of a window.
///
/// Refused while another agent holds the window's lock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowSetContent {
    /// The window.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// The new content.
    pub content: WindowContent,
}

impl Verb for WindowSetContent {
    const NAME: &'static str = "window.setContent";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { window_id: fields.window_id(), content: WindowContent::read(fields) }
    }
}

/// Prevent other agents from changing a window.
///
/// People can still change it. The lock is released when the agent leaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowLock {
    /// The window.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// The agent that locks it, which must be the sender.
    #[schemars(regex(pattern = ID))]
    pub agent_id: String,
}

impl Verb for WindowLock {
    const NAME: &'static str = "window.lock";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { window_id: fields.window_id(), agent_id: fields.id("agentId") }
    }
}

/// Allow other agents to change a window again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowUnlock {
    /// The window.
    #[schemars(regex(pattern = WINDOW_ID))]
    pub window_id: String,
    /// The agent that locked it, which must be the sender.
    #[schemars(regex(pattern = ID))]
    pub agent_id: String,
}

impl Verb for WindowUnlock {
    const NAME: &'static str = "window.unlock";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { window_id: fields.window_id(), agent_id: fields.id("agentId") }
    }
}
