//! Collects the output of a command, within a limit.

use std::borrow::Cow;

use tokio::io::{AsyncRead, AsyncReadExt, BufReader};

use crate::shell::ShellPacket;
use crate::{Error, Result};

/// The output of a command and its exit status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShellOutput {
    /// The exit status; `None` from phones that only support the first version of the shell service.
    pub status: Option<i32>,
    /// Its stdout (with the first version, also its stderr).
    pub stdout: Vec<u8>,
    /// Its stderr.
    pub stderr: Vec<u8>,
}

impl ShellOutput {
    /// Returns stdout as text; invalid UTF-8 is replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }

    /// Returns stderr as text; invalid UTF-8 is replaced.
    pub fn error_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr)
    }

    /// Whether it succeeded, as far as the phone tells.
    pub fn ok(&self) -> bool {
        self.status.is_none_or(|status| status == 0)
    }
}

/// Collects shell v2 packets up to the exit status; without one the command was cut off.
pub(super) async fn collect(stream: &mut (impl AsyncRead + Unpin), limit: usize) -> Result<ShellOutput> {
    let mut stream = BufReader::new(stream);
    let mut output = ShellOutput::default();
    while let Some(packet) = ShellPacket::read(&mut stream).await? {
        match packet {
            ShellPacket::Stdout(data) => output.stdout.extend(data),
            ShellPacket::Stderr(data) => output.stderr.extend(data),
            ShellPacket::Exit(status) => {
                output.status = Some(i32::from(status));
                return Ok(output);
            }
            ShellPacket::Stdin(_) | ShellPacket::CloseStdin | ShellPacket::WindowSize(_) => {}
        }
        if output.stdout.len() + output.stderr.len() > limit {
            return Err(too_large(limit));
        }
    }
    Err(Error::Disconnected("the command ended without an exit status".to_owned()))
}

/// Reads a raw stream to its end.
pub(super) async fn read_all(stream: &mut (impl AsyncRead + Unpin), limit: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let bound = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    stream.take(bound).read_to_end(&mut bytes).await?;
    match bytes.len() > limit {
        true => Err(too_large(limit)),
        false => Ok(bytes),
    }
}

fn too_large(limit: usize) -> Error {
    Error::TooLarge { what: "the output of the command".to_owned(), limit }
}
