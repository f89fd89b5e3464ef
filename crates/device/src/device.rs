//! What everybody above means by a phone, whatever it is reached by.

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

/// The looking half of a phone: nothing here changes anything on it.
#[async_trait]
pub trait Observer: Send + Sync {
    /// What it is called: its serial or its address.
    fn id(&self) -> &str;

    /// What it shows now.
    async fn snapshot(&self) -> Result<Shot, DeviceError>;

    /// The picture alone, and as fast as can be: for those who look again and again.
    async fn capture(&self) -> Result<Picture, DeviceError> {
        Ok(self.snapshot().await?.picture)
    }

    /// Why the picture is black.
    async fn why_black(&self) -> Result<Visibility, DeviceError> {
        Ok(self.snapshot().await?.visibility)
    }

    /// Whether what is typed now goes into a field that hides it, as far as the phone says.
    async fn hides_typing(&self) -> Result<bool, DeviceError> {
        Ok(self.tree().await?.nodes.iter().any(|node| node.state.password && node.state.focused))
    }

    /// What stands on its screen.
    async fn tree(&self) -> Result<Tree, DeviceError>;

    /// The app in front, if there is one.
    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError>;

    /// The apps that can be started, read once.
    async fn apps(&self) -> Result<Vec<App>, DeviceError>;

    /// The people and apps it knows.
    async fn directory(&self) -> Result<Directory, DeviceError>;

    /// What it says to a question, which changes nothing on it.
    async fn read(&self, reading: &Reading<'_>) -> Result<String, DeviceError>;

    /// Waits until the screen is still. `before` is what it showed before the action.
    async fn settle(&self, pace: Pace, before: Option<&Picture>) -> Result<Settled<Picture>, DeviceError>;
}

/// The acting half of a phone.
///
/// Holding one means being able to touch the phone, so few may: the last stage of a task's pipeline, `fingertip act`,
/// a person's own touches on the page, and what measures or tests them. `cargo xtask tidy` holds the list.
#[async_trait]
pub trait Actuator: Send + Sync {
    /// Carries out an action. It is never sent twice: where it may have been carried out and nobody knows,
    /// that is [`DeviceError::MaybeSent`].
    async fn act(&self, action: &AgentAction) -> Result<Acted, DeviceError>;

    /// Follows a person's hand, where the phone knows how: no action of an agent.
    async fn gesture(&self, gesture: &Gesture) -> Result<(), DeviceError> {
        Err(DeviceError::Unsupported { what: gesture.name(), why: None })
    }

    /// Puts a file on the phone, beside what is there, and tells the gallery; where it lies now. Its name is what
    /// a person called it, `modified` is in seconds since 1970.
    async fn push_file(&self, name: &str, data: &[u8], modified: u32) -> Result<String, DeviceError>;

    /// Gives the person back what is theirs (keyboard, clipboard), if a call was dropped half-way.
    async fn release(&self) -> Result<(), DeviceError>;
}

/// A whole phone. Whoever only looks asks for an [`Observer`] instead.
pub trait Device: Observer + Actuator {}

impl<D: Observer + Actuator> Device for D {}

/// What a phone showed at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The picture.
    pub picture: Picture,
    /// The app in front.
    pub app: Option<Foreground>,
    /// Whether the picture shows what is on the screen.
    pub visibility: Visibility,
}

impl Shot {
    /// What stands for an app that nobody knows.
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

/// What was done, as far as the phone says.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "did", rename_all = "snake_case")]
pub enum Acted {
    /// The finger or a key.
    Touched,
    /// Text.
    Typed(Typed),
    /// The field was emptied.
    Cleared {
        /// Whether that was seen.
        checked: Checked,
    },
    /// An app was started.
    Started {
        /// Its package.
        package: String,
    },
    /// An address was opened.
    Opened {
        /// The address, as it was sent.
        url: String,
    },
    /// A command ran.
    Ran(Ran),
    /// Time passed.
    Waited {
        /// How much.
        #[serde(skip)]
        time: Duration,
    },
    /// Nothing: the next look is the action.
    Observed,
}

/// What a command of the phone's shell did.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Ran {
    /// The exit status, from phones that tell it.
    pub status: Option<i32>,
    /// What it printed, at most [`Ran::MOST`] bytes.
    pub stdout: String,
    /// What it complained of, at most [`Ran::MOST`] bytes.
    pub stderr: String,
    /// Whether there was more.
    pub cut: bool,
}

impl Ran {
    /// How much of each output is kept.
    pub const MOST: usize = 64 << 10;
}
