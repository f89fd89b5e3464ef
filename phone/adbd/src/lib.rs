//! The phone on the wire: adb's services, over TCP or an in-memory pipe with the same bytes.
//!
//! Every service locks the phone for a moment, on a thread that may block, and never across a wait. Nothing heavy runs
//! on a runtime thread. Tests inject faults on the wire here ([`Faults`]) and query the phone through the control
//! service.

mod appium;
pub mod console;
mod control;
mod faults;
mod files;
mod framebuffer;
mod http;
mod portal;
mod ports;
mod process_table;
mod processes;
mod quick;
mod reverse;
mod shell;
mod shells;
mod turns;
mod u2;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use adb::auth::Demand;
use adb::daemon::{self, Services};
use adb::{Banner, Error, Result, Stream};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;

pub use self::faults::{Fault, Faults};
use self::turns::Turns;
use ::shell::Os;
use framework::Phone;

/// adbd's features. It announces only what it serves, since newer clients would use the rest.
const FEATURES: &[&str] = &[
    "shell_v2",
    "cmd",
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "apex",
    "abb",
    "fixed_push_symlink_timestamp",
    "abb_exec",
    "remount_shell",
    "track_app",
    "sendrecv_v2",
    "sendrecv_v2_dry_run_send",
];

/// The maximum number of different commands that are counted.
const MOST_HEARD: usize = 256;

/// How long init takes to restart adbd. Meanwhile the host reads the last output of the old one.
const RESTART: Duration = Duration::from_millis(50);
/// How long a rebooting phone still answers: `adb reboot` must receive its reply.
const GOES_DOWN: Duration = Duration::from_millis(300);

/// The file of known host keys, and the maximum length of a key.
const KEYS: &str = "/data/misc/adb/adb_keys";
const MAX_KEY: usize = 4096;

/// The name of the control service, for tests and evaluation only.
pub const CONTROL: &str = "localabstract:fingertip.control";

/// Returns the time in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// A phone with its adbd.
pub struct Adbd {
    phone: Turns,
    /// The injected faults.
    pub faults: Faults,
    snapshots: Mutex<Vec<framework::Snapshot>>,
    reverses: reverse::Reverses,
    /// The state of Appium's server while it runs.
    appium: Arc<Mutex<appium::Server>>,
    /// How often each command was received, by its first word.
    heard: Mutex<BTreeMap<String, u64>>,
}

impl Adbd {
    /// Puts a phone on the wire.
    pub fn new(phone: Phone, clock: Clock) -> Arc<Self> {
        Arc::new_cyclic(|adbd| Self {
            phone: Turns::new(phone, clock, adbd.clone()),
            faults: Faults::default(),
            snapshots: Mutex::new(Vec::new()),
            reverses: reverse::Reverses::default(),
            appium: Arc::default(),
            heard: Mutex::default(),
        })
    }

    /// Runs `work` with the phone on a thread that may block, after advancing the phone's clock.
    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Phone) -> T + Send + 'static,
    ) -> Result<T> {
        self.phone.with(work).await
    }

    /// Returns how often a command was received, by its first word. For tests.
    pub fn heard(&self, command: &str) -> u64 {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).get(command).copied().unwrap_or_default()
    }

    fn hear(&self, service: &str) {
        let command = service.split_once(':').map_or(service, |(_, command)| command);
        let word: String = command.split_whitespace().next().unwrap_or_default().chars().take(64).collect();
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if heard.len() < MOST_HEARD || heard.contains_key(&word) {
            *heard.entry(word).or_default() += 1;
        }
    }

    /// Returns how often the screen was drawn. For tests.
    pub async fn drawings(&self) -> Result<u64> {
        self.with(|phone| phone.drawings()).await
    }

    /// Returns a snapshot of the phone to write to disk.
    pub async fn save(&self) -> Result<framework::SavedPhone> {
        self.with(|phone| phone.save()).await
    }

    /// Returns adbd's banner.
    async fn banner(&self) -> Result<Banner> {
        let identity = self.with(|phone| Arc::clone(&phone.shared().identity)).await?;
        Ok(Banner::device(&identity.device, &identity.model.replace(' ', "_"), &identity.device, FEATURES))
    }

    /// Returns the authentication that a host must pass, if the profile requires it. The simulated user accepts every
    /// new key at once.
    async fn demand(&self) -> Result<Option<Demand>> {
        self.with(|phone| {
            let known = |keys: Vec<u8>| String::from_utf8_lossy(&keys).lines().map(str::to_owned).collect();
            let auth = phone.shared().identity.auth;
            auth.then(|| Demand { known: known(phone.read_as_system(KEYS).unwrap_or_default()), consent: true })
        })
        .await
    }

    /// Serves one connection until it ends or is cut.
    pub async fn serve<IO>(self: &Arc<Self>, io: IO) -> Result<()>
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let banner = self.banner().await?;
        let demand = self.demand().await?;
        tokio::select! {
            ended = daemon::serve_trusted(io, &banner, demand.as_ref(), Arc::clone(self)) => ended,
            () = self.faults.cut() => Err(Error::Disconnected("the wire was cut".to_owned())),
        }
    }

    /// Serves all connections until the future is dropped.
    pub async fn listen(self: Arc<Self>, listener: TcpListener) -> std::io::Result<()> {
        let mut connections = tokio::task::JoinSet::new();
        loop {
            tokio::select! {
                accepted = listener.accept() => {
                    let (socket, _) = accepted?;
                    // Sends small answers at once.
                    socket.set_nodelay(true)?;
                    let adbd = Arc::clone(&self);
                    connections.spawn(async move { adbd.serve(socket).await });
                }
                Some(_) = connections.join_next() => {}
            }
        }
    }
}

impl Services for Adbd {
    async fn trusted(&self, key: &str) {
        let line: String = key.chars().filter(|c| !c.is_control()).take(MAX_KEY).collect();
        // If the key cannot be stored, the host is asked again next time.
        _ = self
            .with(move |phone| {
                let mut keys = phone.read_as_system(KEYS).unwrap_or_default();
                keys.extend(line.bytes().chain([b'\n']));
                phone.write_as_system(KEYS, keys);
            })
            .await;
    }

    async fn open(&self, service: &str, stream: Stream) -> Result<()> {
        if service == CONTROL {
            return control::serve(self, stream).await;
        }
        self.hear(service);
        self.faults.before(service).await?;
        let served = self.dispatch(service, stream).await;
        self.faults.after(service).await?;
        served
    }
}

impl Adbd {
    /// `adb root` and `adb unroot`: adbd reports what it does and restarts, which ends all connections.
    async fn restart_as(&self, root: bool, mut stream: Stream) -> Result<()> {
        let text = match (self.with(move |phone| phone.set_root(root)).await?, root) {
            (None, true) => "adbd cannot run as root in production builds\n",
            (None, false) | (Some(false), false) => "adbd not running as root\n",
            (Some(false), true) => "adbd is already running as root\n",
            (Some(true), true) => "restarting adbd as root\n",
            (Some(true), false) => "restarting adbd as non root\n",
        };
        stream.write_all(text.as_bytes()).await?;
        if text.starts_with("restarting") {
            drop(stream);
            tokio::time::sleep(RESTART).await;
            self.faults.cut_now();
        }
        Ok(())
    }

    async fn dispatch(&self, service: &str, stream: Stream) -> Result<()> {
        let (name, rest) = service.split_once(':').unwrap_or((service, ""));
        let rest = rest.trim_end_matches('\0');
        match name {
            _ if name == "shell" || name.starts_with("shell,") => shell::serve(self, name, rest, stream).await,
            "exec" => shell::exec(self, rest, stream).await,
            "abb" | "abb_exec" => shell::binder(self, name, rest, stream).await,
            "sync" => files::serve(self, stream).await,
            "framebuffer" => framebuffer::serve(self, stream).await,
            "reverse" => self.reverses.serve(rest, stream).await,
            "tcp" => self.connect(rest, stream).await,
            "root" => self.restart_as(true, stream).await,
            "unroot" => self.restart_as(false, stream).await,
            "remount" => {
                let root = self.with(|phone| phone.user() == machine::files::ROOT).await?;
                let text = if root { "remount succeeded\n" } else { "Not running as root. Try \"adb root\" first.\n" };
                write_reply(stream, text).await
            }
            "tcpip" => match rest.parse::<u16>() {
                Ok(port @ 1..) => write_reply(stream, &format!("restarting in TCP mode port: {port}\n")).await,
                _ => write_reply(stream, "invalid port\n").await,
            },
            "jdwp" if !service.contains(':') => processes::list(stream).await,
            "track-jdwp" => processes::track_jdwp(stream).await,
            "track-app" => processes::track_app(stream).await,
            "usb" => write_reply(stream, "restarting in USB mode\n").await,
            "reboot" => self.reboot(stream).await,
            _ => Err(Error::Refused(format!("unknown service `{name}`"))),
        }
    }
}

impl Adbd {
    /// Accepts `reboot:` of any kind. The phone then goes down with all its connections and boots again.
    async fn reboot(&self, stream: Stream) -> Result<()> {
        stream.accept();
        self.restart().await
    }

    /// Takes the phone down after a moment, with all its connections, and boots it again.
    async fn restart(&self) -> Result<()> {
        tokio::time::sleep(GOES_DOWN).await;
        self.with(Phone::reboot).await?;
        // Background processes are gone, and so are their ports.
        self.phone.state().processes.kill_all();
        self.faults.cut_now();
        Ok(())
    }
}

/// Writes one reply and closes the stream.
async fn write_reply(mut stream: Stream, text: &str) -> Result<()> {
    stream.write_all(text.as_bytes()).await?;
    Ok(())
}
