//! A phone over adb.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use action::phone::AgentAction;
use action::phone::limits::{self, duration};
use async_trait::async_trait;

use crate::apps;
use crate::clock::{Clock, SystemClock};
use crate::connection::Connection;
use crate::device::{Acted, Actuator, Observer, Ran, Shot};
use crate::dump::Dumper;
use crate::error::DeviceError;
use crate::foreground::{self, Foreground, Visibility};
use crate::gesture::{self, Gesture};
use crate::picture::Picture;
use crate::push_file::push_file;
use crate::reading::{self, Reading};
use crate::screen::{Camera, Format, wm_size};
use crate::settle::{Pace, Settled, pause, settle};
use crate::shell_command::{sendable, short_name};
use crate::touch_panel::{self, Panels};
use crate::tree::Tree;
use crate::typing::{Memory, Typist};
use crate::wire::{Adb, Connect, Limit};
use crate::{act, contacts};
use action::{App, Directory};

/// How long a command of a person or a model may run.
const SHELL_TIME: Duration = Duration::from_secs(60);

/// Options of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether a field is inspected before and after text is typed.
    pub verify_text: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { verify_text: true }
    }
}

/// A phone over adb. It connects on first use, and reconnects after the connection was lost.
pub struct AdbDevice<C: Connect = Adb> {
    id: String,
    phone: Connection<C>,
    clock: Arc<dyn Clock>,
    options: Options,
    camera: Camera,
    dumper: Dumper,
    memory: Memory,
    panels: Panels,
    apps: Mutex<Option<Arc<[App]>>>,
    /// The size from `wm size`, for a touch before the first picture.
    size: Mutex<Option<(u32, u32)>>,
}

impl AdbDevice<Adb> {
    /// Creates a phone that is reached by this route.
    pub fn adb(route: Adb) -> Self {
        let id = route.id().to_owned();
        Self::new(id, route, Arc::new(SystemClock::default()), Options::default())
    }
}

impl<C: Connect> AdbDevice<C> {
    /// Creates a phone with this name that is reached by any means.
    pub fn new(id: impl Into<String>, connect: C, clock: Arc<dyn Clock>, options: Options) -> Self {
        Self {
            id: id.into(),
            phone: Connection::new(connect),
            clock,
            options,
            camera: Camera::default(),
            dumper: Dumper::default(),
            memory: Memory::default(),
            panels: Panels::default(),
            apps: Mutex::new(None),
            size: Mutex::new(None),
        }
    }

    /// Returns the format of its pictures, once that was measured.
    pub fn capture_format(&self) -> Option<Format> {
        self.camera.format()
    }

    /// Forgets the list of apps, for example after an installation.
    pub fn forget_apps(&self) {
        *self.apps.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether something borrowed from the person has not been returned yet.
    pub fn owes(&self) -> bool {
        !self.memory.borrowed.is_empty()
    }

    async fn picture(&self) -> Result<Picture, DeviceError> {
        self.camera.take(&self.phone, self.clock.as_ref()).await
    }

    /// Returns the app in front, and remembers the status bar's position for the next picture.
    async fn foreground(&self) -> Result<Option<Foreground>, DeviceError> {
        let windows = foreground::fetch(&self.phone).await?;
        self.camera.set_status_bar(windows.status_bar);
        Ok(windows.front)
    }

    /// Returns the size of the screen: that of the last picture, otherwise from the phone.
    async fn size(&self) -> Result<(u32, u32), DeviceError> {
        let asked = *self.size.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(size) = self.camera.size().or(asked) {
            return Ok(size);
        }
        self.made_size().await
    }

    /// Returns the native size of the screen, whatever its orientation.
    async fn made_size(&self) -> Result<(u32, u32), DeviceError> {
        let said = self.phone.query("wm size", Limit::SHORT).await?.text();
        let unreadable = || DeviceError::Unreadable { command: short_name("wm size"), said: said.trim().to_owned() };
        let size = wm_size(&said).ok_or_else(unreadable)?;
        *self.size.lock().unwrap_or_else(PoisonError::into_inner) = Some(size);
        Ok(size)
    }

    fn typist(&self) -> Typist<'_, C> {
        Typist {
            phone: &self.phone,
            dumper: &self.dumper,
            clock: self.clock.as_ref(),
            memory: &self.memory,
            verify: self.options.verify_text,
        }
    }

    async fn installed(&self) -> Result<Arc<[App]>, DeviceError> {
        let known = self.apps.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(apps) = known {
            return Ok(apps);
        }
        let apps: Arc<[App]> = apps::fetch(&self.phone).await?.into();
        *self.apps.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&apps));
        Ok(apps)
    }

    async fn launch(&self, package: &str) -> Result<Acted, DeviceError> {
        let package = package.trim().to_owned();
        let output = self.phone.execute_unchecked(&act::launch(&package)?, Limit::LONG).await?;
        let Err(said) = act::started(&output) else { return Ok(Acted::Started { package }) };
        // Some phones have no `monkey`, and it does not see every icon.
        let found = self.phone.query_unchecked(&act::resolve(&package), Limit::SHORT).await?.text();
        let Some(component) = act::component(&found, &package) else {
            return Err(DeviceError::NotStartable { package, said });
        };
        self.phone.execute(&act::start(&component), Limit::LONG).await?;
        Ok(Acted::Started { package })
    }

    async fn open_app(&self, wanted: &str) -> Result<Acted, DeviceError> {
        let known = self.apps.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        let package = match apps::choose(&self.installed().await?, wanted) {
            Ok(app) => app.package.clone(),
            // The app may have been installed since.
            Err(_) if known => {
                self.forget_apps();
                apps::choose(&self.installed().await?, wanted)?.package.clone()
            }
            Err(error) => return Err(error),
        };
        self.launch(&package).await
    }

    async fn run(&self, command: &str) -> Result<Acted, DeviceError> {
        if !sendable(command) {
            return Err(DeviceError::Unsendable { what: "command" });
        }
        let limit = Limit { time: SHELL_TIME, keep: Ran::MOST };
        let output = self.phone.execute_unchecked(command.trim(), limit).await?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        Ok(Acted::Ran(Ran { status: output.status, stdout, stderr, cut: output.cut }))
    }
}

#[async_trait]
impl<C: Connect> Observer for AdbDevice<C> {
    fn id(&self) -> &str {
        &self.id
    }

    async fn snapshot(&self) -> Result<Shot, DeviceError> {
        // Both at once: the wire carries many streams.
        let (picture, app) = tokio::join!(self.picture(), self.foreground());
        let (picture, app) = (self.camera.mask(picture?), app?);
        let visibility =
            if picture.black { foreground::fetch_why_black(&self.phone).await? } else { Visibility::Shown };
        Ok(Shot { picture, app, visibility })
    }

    async fn capture(&self) -> Result<Picture, DeviceError> {
        self.picture().await
    }

    async fn why_black(&self) -> Result<Visibility, DeviceError> {
        foreground::fetch_why_black(&self.phone).await
    }

    async fn hides_typing(&self) -> Result<bool, DeviceError> {
        gesture::fetch_hides_typing(&self.phone).await
    }

    async fn tree(&self) -> Result<Tree, DeviceError> {
        self.dumper.fetch(&self.phone, self.clock.as_ref()).await
    }

    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError> {
        self.foreground().await
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        Ok(self.installed().await?.to_vec())
    }

    async fn directory(&self) -> Result<Directory, DeviceError> {
        Ok(Directory { contacts: contacts::fetch(&self.phone).await?, apps: self.apps().await? })
    }

    async fn read(&self, reading: &Reading<'_>) -> Result<String, DeviceError> {
        reading::read(&self.phone, reading).await
    }

    async fn settle(&self, pace: Pace, before: Option<&Picture>) -> Result<Settled<Picture>, DeviceError> {
        let before = match before {
            Some(before) => Some(before.clone().compared().await),
            None => None,
        };
        let was = before.map(|before| move |now: &Picture| *now == before);
        let look = async || Ok(self.picture().await?.compared().await);
        settle(pace, look, |a: &Picture, b: &Picture| a == b, was).await
    }
}

#[async_trait]
impl<C: Connect> Actuator for AdbDevice<C> {
    async fn act(&self, action: &AgentAction) -> Result<Acted, DeviceError> {
        limits::sendable(action)?;
        let size = if act::needs_size(action) { self.size().await? } else { (1, 1) };
        if let Some((command, time)) = act::input(action, size)? {
            self.phone.execute(&command, Limit::SHORT.and(time)).await?;
            return Ok(Acted::Touched);
        }
        match action {
            AgentAction::Type(text) => Ok(Acted::Typed(self.typist().enter(&text.text).await?)),
            AgentAction::ClearText(_) => Ok(Acted::Cleared { checked: self.typist().clear().await? }),
            AgentAction::LaunchApp(app) => self.launch(&app.package_name).await,
            AgentAction::OpenApp(app) => self.open_app(&app.name).await,
            AgentAction::OpenUrl(address) => {
                let (command, url) = act::address(&address.url)?;
                self.phone.execute(&command, Limit::LONG).await?;
                Ok(Acted::Opened { url })
            }
            AgentAction::Shell(shell) => self.run(&shell.command).await,
            AgentAction::Wait(wait) => {
                let time = duration(wait.duration_ms);
                pause(time).await;
                Ok(Acted::Waited { time })
            }
            AgentAction::Observe(_) => Ok(Acted::Observed),
            other => Err(DeviceError::NotForADevice { verb: other.name() }),
        }
    }

    async fn gesture(&self, gesture: &Gesture) -> Result<(), DeviceError> {
        let made = match gesture {
            Gesture::Turn(_) => self.made_size().await?,
            Gesture::Pinch { at, scale } => {
                return touch_panel::pinch(&self.phone, &self.panels, *at, *scale, self.size().await?).await;
            }
            _ => (1, 1),
        };
        gesture::perform(&self.phone, gesture, self.size().await?, made).await
    }

    async fn push_file(&self, name: &str, data: &[u8], modified: u32) -> Result<String, DeviceError> {
        push_file(&self.phone, name, data, modified).await
    }

    async fn release(&self) -> Result<(), DeviceError> {
        self.memory.borrowed.return_all(&self.phone).await
    }
}
