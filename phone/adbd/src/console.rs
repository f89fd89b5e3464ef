//! The console of an emulator (`adb emu …`, or telnet to port 5554): reads lines, answers `OK` or `KO: …`. Its commands
//! act on the phone.
//!
//! The length of a line is limited, and garbage gets the emulator's answer. With a token, only help works before
//! `auth`.

mod avd;
mod device;
mod events;
mod telephony;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::Adbd;
use framework::Snapshot;

/// The maximum length of a line.
const MAX_LINE: usize = 4096;
/// The maximum number of connections.
const MAX_CONNECTIONS: usize = 16;

/// The reply of a command: text before `OK`, or the text after `KO: `.
type Reply = Result<String, String>;

/// The console of a phone.
pub struct Console {
    adbd: Arc<Adbd>,
    /// The token that clients must send first; empty for none.
    token: String,
    /// The name of the virtual device.
    name: String,
    snapshots: Mutex<BTreeMap<String, (Snapshot, i64)>>,
    /// Bits per second down and up, minimum and maximum delay in milliseconds.
    network: Mutex<[u64; 4]>,
    killed: Notify,
}

impl Console {
    /// Creates a console for this phone. With an empty token, clients need not authenticate.
    pub fn new(adbd: Arc<Adbd>, name: &str, token: &str) -> Arc<Self> {
        Arc::new(Self {
            adbd,
            token: token.to_owned(),
            name: name.to_owned(),
            snapshots: Mutex::default(),
            network: Mutex::default(),
            killed: Notify::new(),
        })
    }

    /// Serves all connections until a client sends `kill`.
    pub async fn listen(self: Arc<Self>, listener: TcpListener) -> std::io::Result<()> {
        let mut connections = tokio::task::JoinSet::new();
        loop {
            tokio::select! {
                accepted = listener.accept(), if connections.len() < MAX_CONNECTIONS => {
                    let (socket, _) = accepted?;
                    socket.set_nodelay(true)?;
                    let console = Arc::clone(&self);
                    connections.spawn(async move { console.serve(socket).await });
                }
                () = self.killed.notified() => return Ok(()),
                Some(_) = connections.join_next() => {}
            }
        }
    }

    /// Serves one connection until the client quits.
    pub async fn serve(&self, io: impl AsyncRead + AsyncWrite + Unpin) -> std::io::Result<()> {
        let mut io = BufReader::new(io);
        let mut trusted = self.token.is_empty();
        let greeting = match trusted {
            true => READY.to_owned(),
            false => "Android Console: Authentication required\r\nAndroid Console: type 'auth <auth_token>' to \
                      authenticate\r\nAndroid Console: you can find your <auth_token> in \r\n\
                      '~/.emulator_console_auth_token'\r\nOK\r\n"
                .to_owned(),
        };
        io.write_all(greeting.as_bytes()).await?;
        io.flush().await?;
        while let Some(line) = next_line(&mut io).await? {
            let Some(line) = line else {
                say(&mut io, &Err("line too long".to_owned())).await?;
                continue;
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "" => continue,
                "quit" | "exit" => return Ok(()),
                "auth" if rest.trim() == self.token || self.token.is_empty() => {
                    trusted = true;
                    io.write_all(READY.as_bytes()).await?;
                    io.flush().await?;
                }
                "auth" => {
                    let text = "authentication token does not match ~/.emulator_console_auth_token";
                    say(&mut io, &Err(text.to_owned())).await?;
                }
                "kill" if trusted => {
                    io.write_all(b"OK: killing emulator, bye bye\r\n").await?;
                    io.flush().await?;
                    self.killed.notify_one();
                    return Ok(());
                }
                _ => {
                    let reply = self.carry_out(word, rest.trim(), trusted).await;
                    say(&mut io, &reply).await?;
                }
            }
        }
        Ok(())
    }

    async fn carry_out(&self, word: &str, rest: &str, trusted: bool) -> Reply {
        match word {
            "help" | "h" | "?" => return Ok(help(rest, trusted)),
            "ping" => return Ok("I am alive!".to_owned()),
            "avd" if !trusted && rest == "name" => return Ok(self.name.clone()),
            _ if !trusted => return Err(UNKNOWN.to_owned()),
            _ => {}
        }
        match word {
            "gsm" => telephony::gsm(self, rest).await,
            "sms" => telephony::sms(self, rest).await,
            "geo" => device::geo(self, rest).await,
            "power" => device::power(self, rest).await,
            "network" => device::network(self, rest),
            "rotate" => device::rotate(self).await,
            "sensor" => device::sensor(self, rest).await,
            "finger" => device::finger(self, rest).await,
            "redir" => device::redir(rest),
            "event" => events::event(self, rest).await,
            "avd" => avd::avd(self, rest).await,
            _ => Err(UNKNOWN.to_owned()),
        }
    }

    /// Runs `work` with the phone.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut framework::Phone) -> T + Send + 'static,
    ) -> Result<T, String> {
        self.adbd.with(work).await.map_err(|error| error.to_string())
    }

    fn network(&self) -> std::sync::MutexGuard<'_, [u64; 4]> {
        self.network.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn snapshots(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, (Snapshot, i64)>> {
        self.snapshots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const READY: &str = "Android Console: type 'help' for a list of commands\r\nOK\r\n";
const UNKNOWN: &str = "unknown command, try 'help'";

/// All commands, in the order of `help`.
const COMMANDS: &[(&str, &str)] = &[
    ("help|h|?", "print a list of commands"),
    ("event", "simulate hardware events"),
    ("geo", "Geo-location commands"),
    ("gsm", "GSM related commands"),
    ("kill", "terminate the emulator"),
    ("network", "manage network settings"),
    ("power", "power related commands"),
    ("quit|exit", "quit control session"),
    ("redir", "manage port redirections"),
    ("sms", "SMS related commands"),
    ("avd", "control virtual device execution"),
    ("sensor", "manage emulator sensors"),
    ("finger", "manage emulator finger print"),
    ("ping", "check if the emulator is alive"),
    ("rotate", "rotate the screen by 90 degrees"),
];

fn help(rest: &str, trusted: bool) -> String {
    if let Some((name, text)) = COMMANDS.iter().find(|(name, _)| name.split('|').any(|name| name == rest)) {
        return format!("{name}: {text}");
    }
    if !trusted {
        return "Android console commands:\r\n\r\n    help|h|?         print a list of commands\r\n    \
                auth             user authentication for the emulator console\r\n    \
                avd name         query virtual device name\r\n    ping             check if the emulator is alive\r\n    \
                quit|exit        quit control session\r\n"
            .to_owned();
    }
    let lines: String = COMMANDS.iter().map(|(name, text)| format!("    {name:<16} {text}\r\n")).collect();
    format!("Android console commands:\r\n\r\n{lines}\r\nfor command-specific help, type 'help <command>'\r\n")
}

/// Reads the next line; none in place of a line that is too long, whose rest is skipped. Invalid UTF-8 becomes
/// replacement characters, which no command contains.
async fn next_line(io: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<Option<Option<String>>> {
    let mut line = Vec::new();
    if (&mut *io).take(MAX_LINE as u64).read_until(b'\n', &mut line).await? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") && line.len() >= MAX_LINE {
        loop {
            let mut more = Vec::new();
            let read = (&mut *io).take(MAX_LINE as u64).read_until(b'\n', &mut more).await?;
            if read == 0 || more.ends_with(b"\n") {
                return Ok(Some(None));
            }
        }
    }
    Ok(Some(Some(String::from_utf8_lossy(&line).trim().to_owned())))
}

async fn say(io: &mut (impl AsyncWrite + Unpin), reply: &Reply) -> std::io::Result<()> {
    let text = match reply {
        Ok(text) if text.is_empty() => "OK\r\n".to_owned(),
        Ok(text) => format!("{}\r\nOK\r\n", text.trim_end_matches("\r\n")),
        Err(why) => format!("KO: {why}\r\n"),
    };
    io.write_all(text.as_bytes()).await?;
    io.flush().await
}

/// Splits off the first word.
fn split(rest: &str) -> (&str, &str) {
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    (word, rest.trim_start())
}
