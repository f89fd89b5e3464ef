//! Desktop actions: the vocabulary with which agents act on the desktop that people see.
//!
//! A variant carries exactly its own fields; the fields that every action may carry (monitor, agent, request) are in
//! [`Envelope`]. The JSON Schema, the TypeScript types and the reference tables are generated from these types. Nothing
//! here knows the state of a desktop: the state decides whether a window exists, who holds its lock and where it fits.
//!
//! To add a verb: add its struct to the file of its family, a variant and a name to the list here, and a sample to
//! `os/samples.rs`.

mod component;
mod content;
mod create;
mod dialog;
mod envelope;
mod fields;
mod guards;
mod icons;
mod id;
mod notice;
mod read;
mod samples;
#[cfg(test)]
mod tests;
mod unit_enum;
mod update;
mod window;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::component::{
    BadgeComponent, BadgeVariant, ButtonComponent, ButtonSize, ButtonVariant, Cols, Component, ComponentLayout, Gap,
    ImageComponent, ImageFit, InputComponent, InputVariant, Length, ProgressComponent, ProgressVariant,
    SelectComponent, SelectOption, TextAlign, TextColor, TextComponent, TextVariant,
};
pub use self::content::{IframeContent, IframeContentData, Renderer, TableContentData, WindowContent};
pub use self::create::{DockEdge, StyleValue, WindowBounds, WindowCreate, WindowVariant};
pub use self::dialog::{DialogConfirm, PermissionOptions};
pub use self::envelope::{Addressed, Batch, Envelope, MAX_BATCH};
pub use self::guards::{
    is_component_layout, is_content_update_operation_valid, is_iframe_content_data, is_table_content_data,
    is_window_content_data,
};
pub use self::icons::{
    AppBadge, DesktopCreateShortcut, DesktopRefreshApps, DesktopRemoveShortcut, DesktopShortcut, DesktopUpdateShortcut,
    IconType, ShortcutType, ShortcutUpdates,
};
pub use self::id::{IdError, MAX_ID, MonitorId, WindowId, check_id};
pub use self::notice::{NotificationDismiss, NotificationShow, ToastAction, ToastDismiss, ToastShow, ToastVariant};
pub use self::read::{Checked, read, read_batch};
pub use self::samples::samples;
pub use self::update::{ContentData, ContentUpdateOperation, WindowUpdateContent};
pub use self::window::{
    WindowCapture, WindowClose, WindowFocus, WindowLock, WindowMaximize, WindowMinimize, WindowMove, WindowResize,
    WindowRestore, WindowSetContent, WindowSetTitle, WindowUnlock,
};

use self::read::Verb;
use crate::fields::Fields;

/// One action on the desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
#[expect(missing_docs, reason = "each variant is described on its struct")]
pub enum OsAction {
    #[serde(rename = "window.create")]
    WindowCreate(WindowCreate),
    #[serde(rename = "window.close")]
    WindowClose(WindowClose),
    #[serde(rename = "window.focus")]
    WindowFocus(WindowFocus),
    #[serde(rename = "window.minimize")]
    WindowMinimize(WindowMinimize),
    #[serde(rename = "window.maximize")]
    WindowMaximize(WindowMaximize),
    #[serde(rename = "window.restore")]
    WindowRestore(WindowRestore),
    #[serde(rename = "window.move")]
    WindowMove(WindowMove),
    #[serde(rename = "window.resize")]
    WindowResize(WindowResize),
    #[serde(rename = "window.setTitle")]
    WindowSetTitle(WindowSetTitle),
    #[serde(rename = "window.setContent")]
    WindowSetContent(WindowSetContent),
    #[serde(rename = "window.updateContent")]
    WindowUpdateContent(WindowUpdateContent),
    #[serde(rename = "window.lock")]
    WindowLock(WindowLock),
    #[serde(rename = "window.unlock")]
    WindowUnlock(WindowUnlock),
    #[serde(rename = "window.capture")]
    WindowCapture(WindowCapture),
    #[serde(rename = "notification.show")]
    NotificationShow(NotificationShow),
    #[serde(rename = "notification.dismiss")]
    NotificationDismiss(NotificationDismiss),
    #[serde(rename = "toast.show")]
    ToastShow(ToastShow),
    #[serde(rename = "toast.dismiss")]
    ToastDismiss(ToastDismiss),
    #[serde(rename = "dialog.confirm")]
    DialogConfirm(DialogConfirm),
    #[serde(rename = "app.badge")]
    AppBadge(AppBadge),
    #[serde(rename = "desktop.refreshApps")]
    DesktopRefreshApps(DesktopRefreshApps),
    #[serde(rename = "desktop.createShortcut")]
    DesktopCreateShortcut(DesktopCreateShortcut),
    #[serde(rename = "desktop.removeShortcut")]
    DesktopRemoveShortcut(DesktopRemoveShortcut),
    #[serde(rename = "desktop.updateShortcut")]
    DesktopUpdateShortcut(DesktopUpdateShortcut),
}

/// Generates code from the list of verbs: their names, and reading by name.
macro_rules! verbs {
    ($($verb:ident),+ $(,)?) => {
        impl OsAction {
            /// Every `type`, in the order of the enum.
            pub const NAMES: &'static [&'static str] = &[$($verb::NAME),+];

            /// Returns the `type` used in JSON.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$verb(_) => $verb::NAME),+
                }
            }

            /// Reads the fields of the verb `name`.
            fn by_name(name: &str, fields: &mut Fields<'_, '_>) -> Option<Self> {
                Some(match name {
                    $($verb::NAME => Self::$verb($verb::read(fields)),)+
                    _ => return None,
                })
            }
        }
    };
}

verbs!(
    WindowCreate,
    WindowClose,
    WindowFocus,
    WindowMinimize,
    WindowMaximize,
    WindowRestore,
    WindowMove,
    WindowResize,
    WindowSetTitle,
    WindowSetContent,
    WindowUpdateContent,
    WindowLock,
    WindowUnlock,
    WindowCapture,
    NotificationShow,
    NotificationDismiss,
    ToastShow,
    ToastDismiss,
    DialogConfirm,
    AppBadge,
    DesktopRefreshApps,
    DesktopCreateShortcut,
    DesktopRemoveShortcut,
    DesktopUpdateShortcut,
);

impl OsAction {
    /// Returns the target window's id as the action names it; [`WindowId::parse`] splits it.
    pub fn window_id(&self) -> Option<&str> {
        match self {
            Self::WindowCreate(verb) => Some(&verb.window_id),
            Self::WindowClose(verb) => Some(&verb.window_id),
            Self::WindowFocus(verb) => Some(&verb.window_id),
            Self::WindowMinimize(verb) => Some(&verb.window_id),
            Self::WindowMaximize(verb) => Some(&verb.window_id),
            Self::WindowRestore(verb) => Some(&verb.window_id),
            Self::WindowMove(verb) => Some(&verb.window_id),
            Self::WindowResize(verb) => Some(&verb.window_id),
            Self::WindowSetTitle(verb) => Some(&verb.window_id),
            Self::WindowSetContent(verb) => Some(&verb.window_id),
            Self::WindowUpdateContent(verb) => Some(&verb.window_id),
            Self::WindowLock(verb) => Some(&verb.window_id),
            Self::WindowUnlock(verb) => Some(&verb.window_id),
            Self::WindowCapture(verb) => Some(&verb.window_id),
            Self::NotificationShow(_)
            | Self::NotificationDismiss(_)
            | Self::ToastShow(_)
            | Self::ToastDismiss(_)
            | Self::DialogConfirm(_)
            | Self::AppBadge(_)
            | Self::DesktopRefreshApps(_)
            | Self::DesktopCreateShortcut(_)
            | Self::DesktopRemoveShortcut(_)
            | Self::DesktopUpdateShortcut(_) => None,
        }
    }

    /// Returns the agent that the action itself must name, for locking and unlocking.
    pub fn own_agent_id(&self) -> Option<&str> {
        match self {
            Self::WindowLock(verb) => Some(&verb.agent_id),
            Self::WindowUnlock(verb) => Some(&verb.agent_id),
            _ => None,
        }
    }

    /// Whether it concerns a window.
    pub fn is_window_action(&self) -> bool {
        self.name().starts_with("window.")
    }

    /// Whether it concerns a notification.
    pub fn is_notification_action(&self) -> bool {
        self.name().starts_with("notification.")
    }

    /// Whether it concerns a toast.
    pub fn is_toast_action(&self) -> bool {
        self.name().starts_with("toast.")
    }

    /// Whether it concerns a dialog.
    pub fn is_dialog_action(&self) -> bool {
        self.name().starts_with("dialog.")
    }

    /// Whether it concerns an app's icon.
    pub fn is_app_action(&self) -> bool {
        self.name().starts_with("app.")
    }

    /// Whether it concerns the desktop itself: its apps and shortcuts.
    pub fn is_desktop_action(&self) -> bool {
        self.name().starts_with("desktop.")
    }
}
