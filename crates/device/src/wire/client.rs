//! Implements the wire with the adb client: through an adb server, or directly to a phone's adbd.

use std::time::Duration;

use adb::host::Server;
use adb::shell::ShellPacket;
use adb::{Client, Error, Options};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::session::{self, Idle};
use super::{Connect, Limit, Output, Wire, WireError};
use crate::shell_command::short_name;

/// How many times `keep` is read before a command that never stops printing is abandoned.
const READ_FACTOR: usize = 64;
/// After this much silence, a command's standard input is closed.
const QUIET: Duration = Duration::from_millis(10);

/// The route to one phone.
#[derive(Clone, Debug)]
pub struct Adb {
    route: Route,
    options: Options,
}

#[derive(Clone, Debug)]
enum Route {
    Server { server: Server, serial: String },
    Direct { address: String },
}

impl Adb {
    /// Through the adb server, under this serial.
    pub fn through(server: Server, serial: impl Into<String>, options: Options) -> Self {
        Self { route: Route::Server { server, serial: serial.into() }, options }
    }

    /// Directly to the phone's adbd at `HOST:PORT`.
    pub fn direct(address: impl Into<String>, options: Options) -> Self {
        Self { route: Route::Direct { address: address.into() }, options }
    }

    /// Returns the phone's name: its serial or its address.
    pub fn id(&self) -> &str {
        match &self.route {
            Route::Server { serial, .. } => serial,
            Route::Direct { address } => address,
        }
    }
}

impl Connect for Adb {
    type Wire = Reached;

    async fn connect(&self) -> Result<Reached, WireError> {
        let connected = match &self.route {
            Route::Direct { address } => Client::direct(address, self.options.clone()).await,
            Route::Server { server, serial } => {
                match Client::through(server, Some(serial), self.options.clone()).await {
                    // The server forgets a network phone that it lost.
                    Err(Error::NoDevice(_) | Error::Offline(_)) if serial.contains(':') => {
                        server.connect(serial).await.map_err(|error| unsent(&error))?;
                        Client::through(server, Some(serial), self.options.clone()).await
                    }
                    connected => connected,
                }
            }
        };
        let client = connected.map_err(|error| unsent(&error))?;
        Ok(Reached { client, direct: matches!(self.route, Route::Direct { .. }), idle: Idle::default() })
    }
}

/// A connected phone.
#[derive(Clone, Debug)]
pub struct Reached {
    client: Client,
    /// Whether the connection is ours, so that its loss is known at once.
    direct: bool,
    /// Through an adb server: the shell that waits for the next touch.
    idle: Idle,
}

impl Reached {
    /// Creates a phone over an existing connection.
    pub fn over(client: Client) -> Self {
        Self { client, direct: true, idle: Idle::default() }
    }

    /// Returns the client itself, for operations beyond this interface (files, forwards).
    pub fn client(&self) -> &Client {
        &self.client
    }
}

impl Wire for Reached {
    type Stream = adb::Stream;

    async fn shell(&self, command: &str, limit: Limit) -> Result<Output, WireError> {
        let client = self.client.with_timeout(limit.time);
        if !client.has("shell_v2") {
            let said = client.with_max_output(limit.keep.saturating_mul(READ_FACTOR)).shell(command).await;
            let mut said = said.map_err(|error| sent(&error, command))?.stdout;
            let cut = said.len() > limit.keep;
            said.truncate(limit.keep);
            return Ok(Output { status: None, stdout: said, stderr: Vec::new(), cut });
        }
        let wrong = |error: Error| sent(&error, command);
        if !self.direct && session::fits(command) {
            return self.idle.run(&client, command).await.map_err(wrong);
        }
        let stream = client.open(&format!("shell,v2,raw:{command}")).await.map_err(wrong)?;
        let mut stream = BufReader::new(stream);
        let mut told = false;
        let mut output = Output::default();
        let mut left = limit.keep.saturating_mul(READ_FACTOR);
        loop {
            // A command that reads its input would wait for ever. Most end before that: closing the input of each would
            // cost a packet in both directions.
            if !told && tokio::time::timeout(QUIET, stream.fill_buf()).await.is_err() {
                drop(stream.write_all(&ShellPacket::CloseStdin.encode()).await);
                told = true;
            }
            let Some(packet) = ShellPacket::read(&mut stream).await.map_err(wrong)? else { break };
            match packet {
                ShellPacket::Stdout(data) => {
                    left = left.saturating_sub(data.len());
                    output.cut |= keep(&mut output.stdout, &data, limit.keep);
                }
                ShellPacket::Stderr(data) => {
                    left = left.saturating_sub(data.len());
                    output.cut |= keep(&mut output.stderr, &data, limit.keep);
                }
                ShellPacket::Exit(status) => {
                    output.status = Some(i32::from(status));
                    return Ok(output);
                }
                ShellPacket::Stdin(_) | ShellPacket::CloseStdin | ShellPacket::WindowSize(_) => {}
            }
            if left == 0 {
                return Ok(output);
            }
        }
        Err(WireError::Dropped("the command ended without an exit status".to_owned()))
    }

    async fn exec(&self, command: &str, limit: Limit) -> Result<Vec<u8>, WireError> {
        let client = self.client.with_timeout(limit.time).with_max_output(limit.keep);
        client.exec(command).await.map_err(|error| sent(&error, command))
    }

    async fn open(&self, service: &str, limit: Limit) -> Result<adb::Stream, WireError> {
        self.client.with_timeout(limit.time).open(service).await.map_err(|error| sent(&error, service))
    }

    async fn is_lost(&self) -> bool {
        // The adb server reports it with each call; asking first would double the cost of a tap.
        self.direct && !self.client.is_alive().await
    }
}

/// Appends as much as fits; returns whether something did not.
fn keep(kept: &mut Vec<u8>, data: &[u8], most: usize) -> bool {
    let room = most.saturating_sub(kept.len());
    kept.extend_from_slice(&data[..data.len().min(room)]);
    data.len() > room
}

/// Converts an error of a call that may have reached the phone.
pub(crate) fn sent(error: &Error, command: &str) -> WireError {
    match error {
        Error::Disconnected(why) => WireError::Dropped(why.clone()),
        Error::Timeout { after, .. } => WireError::Timeout { what: short_name(command), after: *after },
        Error::Refused(said) => WireError::Refused(said.replace(command, &short_name(command))),
        Error::TooManyStreams { .. } => WireError::Refused(error.to_string()),
        Error::Offline(_) | Error::NoDevice(_) => WireError::Unreachable(error.to_string()),
        Error::Unauthorized { .. } | Error::SeveralDevices(_) => WireError::NeedsPerson(error.to_string()),
        Error::Io { source, .. } if source.kind() == std::io::ErrorKind::ConnectionRefused => {
            WireError::Unreachable(error.to_string())
        }
        Error::Io { .. } => WireError::Dropped(error.to_string()),
        Error::TooLarge { limit, .. } => {
            WireError::Broken(format!("the output of {} is larger than the {limit} bytes allowed", short_name(command)))
        }
        Error::Protocol(_) => WireError::Broken(error.to_string()),
    }
}

/// Converts an error of connecting, when nothing was sent.
fn unsent(error: &Error) -> WireError {
    match sent(error, "connecting") {
        WireError::Dropped(why) => WireError::Unreachable(why),
        timeout @ WireError::Timeout { .. } => WireError::Unreachable(timeout.to_string()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded() {
        let mut kept = Vec::new();
        assert!(!keep(&mut kept, b"abc", 5));
        assert!(keep(&mut kept, b"defg", 5));
        assert_eq!(kept, b"abcde");
    }

    #[test]
    fn no_error_repeats_the_command() {
        let command = "input text 'my secret'";
        let service = format!("the phone does not offer the service `shell,v2,raw:{command}` (closed)");
        let errors = [
            Error::Refused(service),
            Error::Timeout { what: format!("`{command}`"), after: Duration::from_secs(1) },
            Error::TooLarge { what: format!("the request `{command}…`"), limit: 9 },
        ];
        for error in errors {
            let text = sent(&error, command).to_string();
            assert!(text.contains("input text") && !text.contains("secret"), "{text}");
        }
    }
}
