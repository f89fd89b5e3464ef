//! The built-in phone of a data folder, in the process that owns the folder: loads it, listens, saves it.
//!
//! Only this module knows how a simulated phone is stored between two commands.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use device::AdbDevice;
use sim::adbd::Adbd;
use sim::phone::{Phone, SavedPhone};
use sim::profile::Profile;
use task::folder::{Folder, Paths, write_private};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::{JoinHandle, JoinSet};

use super::{built_in_device, now_ms};

/// How long to wait after a failed accept.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// Opens a free port on the loopback interface.
pub(crate) async fn loopback() -> Result<TcpListener> {
    TcpListener::bind("127.0.0.1:0").await.context("cannot open a port for the built-in phone")
}

/// The running built-in phone of a data folder.
pub(crate) struct BuiltIn {
    /// The address of its adbd.
    pub(crate) address: String,
    keeper: Arc<Keeper>,
    listening: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

/// The phone, and the file that stores it between two commands, if it is stored.
struct Keeper {
    adbd: Arc<Adbd>,
    file: Option<PathBuf>,
    /// Two saves at once could leave the older state.
    saving: tokio::sync::Mutex<()>,
}

impl BuiltIn {
    /// Starts the folder's saved phone, or a new one from the profile.
    pub(crate) async fn start(folder: &Folder, profile: Profile, listener: TcpListener) -> Result<Self> {
        let file = state_file(folder);
        let phone = load(&file, profile)?;
        Self::run(phone, Some(file), listener)
    }

    /// Starts a copy of the folder's phone for read-only use; it is never saved.
    pub(crate) async fn copy(paths: &Paths) -> Result<Self> {
        Self::run(load(&state_file(paths), Profile::default())?, None, loopback().await?)
    }

    /// Starts a new phone for measurements, which is never saved and skips the delays of gestures.
    pub(crate) async fn fresh() -> Result<Self> {
        Self::run(sim::phone_of(Profile::default().running_ahead(), now_ms()), None, loopback().await?)
    }

    /// Starts a new phone from a profile, for tests.
    #[cfg(test)]
    pub(crate) async fn of(profile: Profile) -> Result<Self> {
        Self::run(sim::phone_of(profile, now_ms()), None, loopback().await?)
    }

    fn run(phone: Phone, file: Option<PathBuf>, listener: TcpListener) -> Result<Self> {
        let address = listener.local_addr()?.to_string();
        let adbd = Adbd::new(phone, Arc::new(now_ms));
        let keeper = Arc::new(Keeper { adbd, file, saving: tokio::sync::Mutex::default() });
        let listening = tokio::spawn(listen(Arc::clone(&keeper), listener));
        Ok(Self { address, keeper, listening: tokio::sync::Mutex::new(Some(listening)) })
    }

    /// Starts it for other commands too: the folder's lock file names its address.
    pub(crate) async fn share(folder: &Folder, profile: Profile, listener: TcpListener) -> Result<Self> {
        let phone = Self::start(folder, profile, listener).await?;
        folder.announce_phone(&phone.address)?;
        Ok(phone)
    }

    /// Whether this folder has a saved phone.
    pub(crate) fn is_saved(paths: &Paths) -> bool {
        state_file(paths).exists()
    }

    /// Returns the phone as commands use it.
    pub(crate) fn device(&self) -> AdbDevice {
        built_in_device(&self.address)
    }

    /// Returns its adbd, for callers that change the phone in ways no finger can.
    pub(crate) fn adbd(&self) -> Arc<Adbd> {
        Arc::clone(&self.keeper.adbd)
    }

    /// Saves the current state.
    pub(crate) async fn save(&self) -> Result<()> {
        save(Arc::clone(&self.keeper)).await
    }

    /// Disconnects all clients, so that no later change is lost, and saves the phone.
    pub(crate) async fn close(&self) -> Result<()> {
        if let Some(listening) = self.listening.lock().await.take() {
            listening.abort();
            let _ = listening.await;
        }
        self.save().await
    }
}

/// Serves every client. Saves the phone when one disconnects, so that a killed process loses little.
async fn listen(keeper: Arc<Keeper>, listener: TcpListener) {
    let gone = Notify::new();
    let serving = async {
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((socket, _)) => {
                        // Small answers leave at once.
                        let _ = socket.set_nodelay(true);
                        let adbd = Arc::clone(&keeper.adbd);
                        connections.spawn(async move { adbd.serve(socket).await });
                    }
                    // Running out of file descriptors, for example, is temporary.
                    Err(_) => tokio::time::sleep(ACCEPT_AGAIN).await,
                },
                Some(_) = connections.join_next() => gone.notify_one(),
            }
        }
    };
    let saving = async {
        loop {
            gone.notified().await;
            if let Err(error) = save(Arc::clone(&keeper)).await {
                tracing::warn!("{error:#}");
            }
        }
    };
    tokio::join!(serving, saving);
}

async fn save(keeper: Arc<Keeper>) -> Result<()> {
    let Some(path) = keeper.file.clone() else { return Ok(()) };
    let _alone = keeper.saving.lock().await;
    let saved = keeper.adbd.save().await?;
    if let Some(first) = saved.left_out().first() {
        let count = saved.left_out().len();
        crate::output::hint(&format!(
            "note: {count} files of the built-in phone are too large to be saved with it, such as `{first}`"
        ));
    }
    let written = tokio::task::spawn_blocking(move || {
        let cannot = || format!("cannot save the built-in phone in `{}`", path.display());
        write_private(&path, &saved.to_json()).with_context(cannot)
    });
    written.await.context("cannot save the built-in phone")?
}

fn state_file(paths: &Paths) -> PathBuf {
    paths.phone().join("state.json")
}

/// Loads the saved phone; without one, creates a new phone from the profile.
fn load(path: &Path, profile: Profile) -> Result<Phone> {
    let cannot = || format!("cannot load the built-in phone from `{}`", path.display());
    match std::fs::read(path) {
        Ok(text) => {
            let saved = SavedPhone::parse(&text).with_context(cannot)?;
            sim::load(profile, saved, now_ms()).with_context(cannot)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(sim::phone_of(profile, now_ms())),
        Err(error) => Err(error).with_context(cannot),
    }
}
