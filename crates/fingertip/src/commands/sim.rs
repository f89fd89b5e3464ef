//! `fingertip sim`: runs the simulated phone alone, for adb and its clients.

use std::io::{self, Read};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use sim::adbd::Adbd;
use sim::console::Console;
use sim::profile::{BUILT_IN, Profile};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::claim::own;
use crate::output;
use crate::phones::{BuiltIn, now_ms};
use crate::signals::Signals;

/// Run the simulated phone alone, for adb: `adb connect 127.0.0.1:5555`
#[derive(Args)]
#[command(after_help = "\
Prints one line on stdout when it is ready. Ctrl+C stops it. Without --data, each start is a new phone whose state is
not kept; with --data, it is the built-in phone of that folder (the same as `--device sim`) and is saved there.
A profile is one of these names, or a JSON file with the differences from the built-in phone: contacts, messages,
settings, apps, screen, locale, clock, time zone, build, storage, a PIN, scheduled events …
  user          a phone as people own it
  userdebug     the same with `adb root`, `su` and `sqlite3`
  emulator      an emulator as research tools expect it
  androidworld  that emulator with the apps of the AndroidWorld benchmark
  busy          many apps, 500 contacts, long histories, notifications, incoming messages and calls
  elderly       large text, large display size, few apps
  spanish       in Spanish, with Spanish contacts
  arabic        in Arabic, laid out from right to left
  small         a cheap phone of 720 x 1280
  tablet        a tablet
The seed (--seed) decides which people are on the phone.

Examples:
  fingertip sim
  fingertip sim --listen 127.0.0.1:0 --seed 7 --profile phone.json
  fingertip sim --profile emulator   # adb -s emulator-5554 root; adb -s emulator-5554 emu sms send 5551234 hello
  fingertip sim --data /tmp/phone     # meanwhile, elsewhere: fingertip tree --device sim --data /tmp/phone
  adb connect 127.0.0.1:5555 && adb -s 127.0.0.1:5555 shell input tap 540 1200")]
pub(crate) struct Sim {
    /// The address of its adbd; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:5555")]
    listen: String,
    /// Use another phone: its serial and ids derive from this number
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The kind of phone: `user`, `userdebug` (with root), `emulator`, `androidworld`, or a file with the differences
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,
    /// Run the built-in phone of this data folder; without it, the phone is not saved
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Sim {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let mut signals = Signals::new()?;
        let profile = self.profile()?;
        let listener = TcpListener::bind(&self.listen).await.with_context(|| {
            format!("cannot listen on `{}`; is another phone running? choose a port with --listen", self.listen)
        })?;
        let (address, emulator) = (listener.local_addr()?, profile.emulator);
        let Some(data) = &self.data else {
            let adbd = Adbd::new(sim::phone_of(profile, now_ms()), Arc::new(now_ms));
            let console = serve_console(emulator, address, &adbd).await;
            output::line(format_args!("Phone: {address}"))?;
            return tokio::select! {
                () = killed(console) => Ok(ExitCode::SUCCESS),
                ended = adbd.listen(listener) => ended.context("the phone's port failed").map(|()| ExitCode::SUCCESS),
                () = signals.next() => Ok(ExitCode::from(130)),
            };
        };
        let folder = tokio::select! {
            folder = own(data) => folder?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        if BuiltIn::is_saved(&folder) && (self.profile.is_some() || self.seed.is_some()) {
            output::hint("note: this folder already has a phone; --profile and --seed only apply to a new one");
        }
        let phone = BuiltIn::share(&folder, profile, listener).await?;
        let console = serve_console(emulator, address, &phone.adbd()).await;
        output::line(format_args!("Phone: {address}"))?;
        let ended = tokio::select! {
            () = killed(console) => ExitCode::SUCCESS,
            () = signals.next() => ExitCode::from(130),
        };
        phone.close().await?;
        Ok(ended)
    }

    fn profile(&self) -> Result<Profile> {
        let mut profile = match &self.profile {
            None => Profile::default(),
            Some(name) => match Profile::built_in_from(name, self.seed.unwrap_or(1)) {
                Some(profile) => profile,
                None => {
                    let known = BUILT_IN.join("`, `");
                    let text = read_bounded(name).with_context(|| {
                        format!("cannot read the profile `{name}`; the built-in ones are `{known}`")
                    })?;
                    Profile::parse(&text).with_context(|| format!("in `{name}`"))?
                }
            },
        };
        profile.seed = self.seed.unwrap_or(profile.seed);
        Ok(profile)
    }
}

/// The name of the virtual device.
const NAME: &str = "Fingertip";
/// The largest profile that is read.
const MAX_PROFILE: u64 = 64 << 20;

fn read_bounded(path: &str) -> Result<String> {
    let mut text = String::new();
    let read = std::fs::File::open(path)?.take(MAX_PROFILE + 1).read_to_string(&mut text)?;
    anyhow::ensure!(read as u64 <= MAX_PROFILE, "it is larger than {} MiB", MAX_PROFILE >> 20);
    Ok(text)
}

/// Serves the emulator's console on the port before adbd's, and announces the emulator to the adb server.
async fn serve_console(emulator: bool, address: SocketAddr, adbd: &Arc<Adbd>) -> Option<JoinHandle<io::Result<()>>> {
    if !emulator {
        return None;
    }
    let port = address.port().saturating_sub(1);
    let serving = match TcpListener::bind((address.ip(), port)).await {
        Ok(listener) => Some(tokio::spawn(Console::new(Arc::clone(adbd), NAME, &console_token()).listen(listener))),
        Err(error) => {
            output::hint(&format!("note: the console is off, because port {port} is not available: {error}"));
            None
        }
    };
    announce(address.port()).await;
    serving
}

/// Waits until a client sends `kill` to the console, as `adb emu kill` does.
async fn killed(console: Option<JoinHandle<io::Result<()>>>) {
    if let Some(console) = console {
        match console.await.unwrap_or_else(|error| Err(io::Error::other(error))) {
            Ok(()) => return,
            Err(error) => output::hint(&format!("note: the console of the emulator has ended: {error}")),
        }
    }
    std::future::pending().await
}

/// Returns the token that `adb emu` sends first, from the user's emulator file; empty if there is none.
fn console_token() -> String {
    let file = std::env::home_dir().map(|home| home.join(".emulator_console_auth_token"));
    let token = file.and_then(|file| read_bounded(file.to_str()?).ok());
    token.unwrap_or_default().trim().to_owned()
}

/// Tells a running adb server about an emulator on this port, as a booted emulator does. It appears as `emulator-N`,
/// where N is the port before adbd's.
async fn announce(port: u16) {
    let server = std::env::var("ANDROID_ADB_SERVER_PORT").ok().and_then(|port| port.parse().ok()).unwrap_or(5037_u16);
    let request = format!("host:emulator:{port}");
    // Without a server no announcement is needed; a server that starts later scans the ports itself.
    if let Ok(mut socket) = tokio::net::TcpStream::connect(("127.0.0.1", server)).await {
        _ = socket.write_all(format!("{:04x}{request}", request.len()).as_bytes()).await;
        _ = socket.shutdown().await;
    }
}
