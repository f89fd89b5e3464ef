//! Touches and keys without a session. They read no input and finish at once, so they run like any other request that
//! locks the phone once. An interactive shell gets a session with its thread at the first line that is anything else.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::time::Duration;

use adb::shell::ShellPacket;
use adb::{Result, Stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::Adbd;
use shell::{Os, Outcome, QuickScript, Shell};

/// How long a stream may wait for its OKAY. A touch has usually finished by then, and its answer goes out in the same
/// packet.
const GRANTED_BY: Duration = Duration::from_millis(2);

/// Runs one command in a new shell, which is created once the phone is locked.
pub(super) async fn command(
    adbd: &Adbd,
    shell: impl FnOnce() -> Shell + Send + 'static,
    script: QuickScript,
    mut stream: Stream,
) -> Result<()> {
    let (_, outcome) = run(adbd, shell, script, &stream).await?;
    let status = ShellPacket::Exit(u8::try_from(outcome.status & 0xff).unwrap_or(u8::MAX));
    let mut bytes = written(outcome);
    status.append_to(&mut bytes);
    stream.write_all(&bytes).await?;
    Ok(())
}

/// The part of an interactive shell's stream that needs a session.
pub(super) struct Rest {
    pub(super) shell: Shell,
    /// Bytes that were read but not run.
    pub(super) read: Vec<u8>,
}

/// Serves an interactive shell up to the first command that is more than a touch; none at the end of the stream.
pub(super) async fn lines(adbd: &Adbd, mut shell: Shell, stream: &mut Stream) -> Result<Option<Rest>> {
    stream.accept();
    let mut buffer = vec![0; 16 << 10];
    loop {
        let Ok(length @ 1..) = stream.read(&mut buffer).await else { return Ok(None) };
        let read = buffer.get(..length).unwrap_or_default();
        let Some(script) = whole_line(read).and_then(QuickScript::parse) else {
            return Ok(Some(Rest { shell, read: read.to_vec() }));
        };
        let outcome;
        (shell, outcome) = run(adbd, move || shell, script, stream).await?;
        stream.write_all(&written(outcome)).await?;
    }
}

/// Returns the line of an input packet that consists of exactly one line.
fn whole_line(packet: &[u8]) -> Option<&str> {
    let (head, line) = packet.split_first_chunk::<5>()?;
    let [id, length @ ..] = *head;
    let whole = id == 0 && usize::try_from(u32::from_le_bytes(length)) == Ok(line.len());
    let line = line.strip_suffix(b"\n").filter(|line| whole && !line.contains(&b'\n'))?;
    std::str::from_utf8(line).ok()
}

/// Runs a script and lets the time pass that the phone needs for it.
async fn run(
    adbd: &Adbd,
    shell: impl FnOnce() -> Shell + Send + 'static,
    script: QuickScript,
    stream: &Stream,
) -> Result<(Shell, Outcome)> {
    let mut running = pin!(adbd.with(move |phone| {
        let mut shell = shell();
        let user = phone.user();
        phone.files_as(user);
        // A command that panics counts as killed.
        let ran = catch_unwind(AssertUnwindSafe(|| shell.run_quick(&script, phone)));
        (shell, ran.unwrap_or_else(|_| Outcome { status: 137, ..Outcome::default() }))
    }));
    let (shell, outcome) = match tokio::time::timeout(GRANTED_BY, &mut running).await {
        Ok(ran) => ran?,
        Err(_) => {
            stream.accept();
            running.await?
        }
    };
    if outcome.waits_ms > 0 {
        stream.accept();
        tokio::time::sleep(Duration::from_millis(outcome.waits_ms)).await;
    }
    Ok((shell, outcome))
}

/// Encodes the output in packets. Stderr comes first: it is from the touch, and stdout is from the `echo` after it.
fn written(outcome: Outcome) -> Vec<u8> {
    let mut bytes = Vec::new();
    if !outcome.stderr.is_empty() {
        ShellPacket::Stderr(outcome.stderr).append_to(&mut bytes);
    }
    if !outcome.stdout.is_empty() {
        ShellPacket::Stdout(outcome.stdout).append_to(&mut bytes);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::whole_line;

    #[test]
    fn a_line_is_taken_only_whole_and_alone() {
        for (packet, line) in [
            (&b"\0\x03\0\0\0ab\n"[..], Some("ab")),
            (b"\0\x01\0\0\0\n", Some("")),
            (b"\0\x02\0\0\0ab", None),
            (b"\0\x04\0\0\0ab\n", None),
            (b"\0\x02\0\0\0ab\n", None),
            (b"\0\x05\0\0\0ab\nc\n", None),
            (b"\0\x02\0\0\0\xff\n", None),
            (b"\x04\0\0\0\0", None),
            (b"\x04\x02\0\0\0a\n", None),
            (b"\0\x03\0", None),
            (b"", None),
        ] {
            assert_eq!(whole_line(packet), line, "{}", packet.escape_ascii());
        }
    }
}
