//! The interface of a phone for all higher layers, independent of how it is reached.

use std::time::Duration;

use action::phone::{AgentAction, ScreenSnapshot};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::DeviceError;
use crate::foreground::{Foreground, Visibility};
use crate::gesture::Gesture;
use crate::picture::{Picture, PictureError};
use crate::reading::Reading;
use crate::settle::{Pace, Settled};
use crate::tree::Tree;
use crate::typing::{Checked, Typed};
use action::App;
use action::Directory;

/// The observing half of a phone: it changes nothing on it.
#[async_trait]
pub trait Observer: Send + Sync {
    /// Returns its name: its serial or its address.
    fn id(&self) -> &str;

    /// Takes a snapshot of the screen.
    async fn snapshot(&self) -> Result<Shot, DeviceError>;

    /// Takes only the picture, as fast as possible, for callers that poll.
    async fn capture(&self) -> Result<Picture, DeviceError> {
        Ok(self.snapshot().await?.picture)
    }

    /// Why the picture is black.
    async fn why_black(&self) -> Result<Visibility, DeviceError> {
        Ok(self.snapshot().await?.visibility)
    }

    /// Whether the focused field hides typed text, as far as the phone tells.
    async fn hides_typing(&self) -> Result<bool, DeviceError> {
        Ok(self.tree().await?.nodes.iter().any(|node| node.state.password && node.state.focused))
    }

    /// Returns the UI tree of its screen.
    async fn tree(&self) -> Result<Tree, DeviceError>;

    /// Returns the app in front, if there is one.
    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError>;

    /// Returns the apps that can be started, read once.
    async fn apps(&self) -> Result<Vec<App>, DeviceError>;

    /// Returns its contacts and apps.
    async fn directory(&self) -> Result<Directory, DeviceError>;

    /// Answers a query that changes nothing on it.
    async fn read(&self, reading: &Reading<'_>) -> Result<String, DeviceError>;

    /// Waits until the screen is still. `before` is the screen before the action.
    async fn settle(&self, pace: Pace, before: Option<&Picture>) -> Result<Settled<Picture>, DeviceError>;
}

/// The acting half of a phone.
///
/// Holding one means being able to touch the phone, so few components may: the last stage of a task's pipeline,
/// `fingertip act`, a person's own touches on the page, and benchmarks and tests of them. `cargo xtask tidy` holds the
/// list.
#[async_trait]
pub trait Actuator: Send + Sync {
    /// Carries out an action. It is never sent twice: if it is unknown whether it was carried out, the result is
    /// [`DeviceError::MaybeSent`].
    async fn act(&self, action: &AgentAction) -> Result<Acted, DeviceError>;

    /// Follows a person's gesture, if the phone supports it. It is not an action of an agent.
    async fn gesture(&self, gesture: &Gesture) -> Result<(), DeviceError> {
        Err(DeviceError::Unsupported { what: gesture.name(), why: None })
    }

    /// Copies a file to the phone without replacing any, tells the gallery, and returns its path. The name is the
    /// person's own; `modified` is in seconds since 1970.
    async fn push_file(&self, name: &str, data: &[u8], modified: u32) -> Result<String, DeviceError>;

    /// Returns everything borrowed from the person (keyboard, clipboard), if a call was dropped half-way.
    async fn release(&self) -> Result<(), DeviceError>;
}

/// A whole phone. Code that only looks takes an [`Observer`] instead.
pub trait Device: Observer + Actuator {}

impl<D: Observer + Actuator> Device for D {}

/// The state of a phone's screen at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The picture.
    pub picture: Picture,
    /// The app in front.
    pub app: Option<Foreground>,
    /// Whether the picture shows the screen's real content.
    pub visibility: Visibility,
}

impl Shot {
    /// The placeholder for an unknown app.
    pub const UNKNOWN_APP: &'static str = "unknown";

    /// Returns the shot as the specification's [`ScreenSnapshot`]. The size is the picture's own, so it is right for
    /// any rotation. The time is the caller's, as RFC 3339.
    pub async fn to_snapshot(&self, device_id: &str, captured_at: String) -> Result<ScreenSnapshot, PictureError> {
        let app = self.app.as_ref().map_or(Self::UNKNOWN_APP, |app| app.package.as_str());
        Ok(ScreenSnapshot {
            device_id: device_id.to_owned(),
            current_app: app.to_owned(),
            width: self.picture.width,
            height: self.picture.height,
            screenshot_base64: STANDARD.encode(self.picture.encoded().await?),
            captured_at,
        })
    }
}

/// The result of an action, as far as the phone tells.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "did", rename_all = "snake_case")]
pub enum Acted {
    /// A touch or a key.
    Touched,
    /// Text.
    Typed(Typed),
    /// The field was emptied.
    Cleared {
        /// Whether that was verified.
        checked: Checked,
    },
    /// An app was started.
    Started {
        /// Its package.
        package: String,
    },
    /// An address was opened.
    Opened {
        /// The address, as sent.
        url: String,
    },
    /// A command ran.
    Ran(Ran),
    /// Time passed.
    Waited {
        /// For how long.
        #[serde(skip)]
        time: Duration,
    },
    /// Nothing: the next look is the action.
    Observed,
}

/// The result of a shell command on the phone.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Ran {
    /// The exit status, if the phone reports it.
    pub status: Option<i32>,
    /// Its standard output, at most [`Ran::MOST`] bytes.
    pub stdout: String,
    /// Its standard error, at most [`Ran::MOST`] bytes.
    pub stderr: String,
    /// Whether there was more output.
    pub cut: bool,
}

impl Ran {
    /// The most bytes of each output that are kept.
    pub const MOST: usize = 64 << 10;
}
