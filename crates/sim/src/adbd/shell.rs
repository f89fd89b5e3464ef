//! `shell:`, `shell,v2:`, `exec:` and `abb_exec:`: a command's text in, what it wrote out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adb::shell::ShellPacket;
use adb::{Result, Stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::Adbd;
use crate::android::{LongRunning, logcat::Logcat};
use crate::phone::RECORD_EVERY_MS;
use crate::shell::{Outcome, Shell};

/// The longest line of an interactive shell, and the largest installation that is read.
const MAX_LINE: usize = 64 << 10;
const MAX_INPUT: usize = 256 << 20;
/// How often a log that is followed is looked at.
const LOG_EVERY: Duration = Duration::from_millis(100);

/// How what a command writes gets to the other end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Everything as it is, no status.
    Plain,
    /// Packets for each stream, and the status.
    Packets,
}

/// `shell:CMD`, `shell,v2,TERM=xterm,raw:CMD`; without a command, a shell that reads lines.
pub(super) async fn serve(adbd: &Adbd, name: &str, command: &str, mut stream: Stream) -> Result<()> {
    let form = if name.split(',').any(|word| word == "v2") { Form::Packets } else { Form::Plain };
    if command.trim().is_empty() {
        // On a terminal of its own unless told otherwise; without one a shell does not prompt.
        let prompts = !name.split(',').any(|word| word == "raw");
        return interactive(adbd, form, prompts, stream).await;
    }
    let input = match wanted_input(command) {
        0 => Vec::new(),
        size => read_input(&mut stream, form, size).await?,
    };
    run(adbd, form, command, input, stream).await
}

/// Runs a command and sends what it wrote, until the other end closes the stream. Without packets there is
/// one stream for both kinds of output, in the order in which they were written.
async fn run(adbd: &Adbd, form: Form, command: &str, input: Vec<u8>, mut stream: Stream) -> Result<()> {
    let script = match form {
        Form::Packets => command.to_owned(),
        Form::Plain => format!("exec 2>&1\n{command}"),
    };
    let running = async {
        let (_, outcome) = adbd.phone.shell(Shell::new(), script, input).await?;
        if outcome.waits_ms > 0 {
            tokio::time::sleep(Duration::from_millis(outcome.waits_ms)).await;
        }
        Ok::<_, adb::Error>(outcome)
    };
    stream.accept();
    let outcome = tokio::select! {
        outcome = running => outcome?,
        // Nobody reads what it would write: it ends.
        () = closed(&mut stream) => return Ok(()),
    };
    finish(adbd, form, outcome, stream).await
}

/// `exec:CMD`: raw bytes both ways.
pub(super) async fn exec(adbd: &Adbd, command: &str, mut stream: Stream) -> Result<()> {
    let input = match wanted_input(command) {
        0 => Vec::new(),
        size => read_input(&mut stream, Form::Plain, size).await?,
    };
    run(adbd, Form::Plain, command, input, stream).await
}

/// `abb_exec:package\0install\0-S\0102`: the words of `cmd`, separated by zeros.
pub(super) async fn binder(adbd: &Adbd, words: &str, stream: Stream) -> Result<()> {
    let quoted: Vec<String> = words.split('\0').map(adb::quote).collect();
    exec(adbd, &format!("cmd {}", quoted.join(" ")), stream).await
}

/// How many bytes a command reads: an installation says so with `-S`.
fn wanted_input(command: &str) -> usize {
    if !command.contains("install") {
        return 0;
    }
    let mut words = command.split_whitespace().map(|word| word.trim_matches('\''));
    let size = words.by_ref().find(|word| *word == "-S").and_then(|_| words.next());
    size.and_then(|size| size.parse().ok()).unwrap_or(0).min(MAX_INPUT)
}

async fn read_input(stream: &mut Stream, form: Form, size: usize) -> Result<Vec<u8>> {
    let mut input = Vec::new();
    match form {
        Form::Plain => {
            stream.take(size as u64).read_to_end(&mut input).await?;
        }
        Form::Packets => {
            while input.len() < size {
                match ShellPacket::read(stream).await? {
                    Some(ShellPacket::Stdin(bytes)) => input.extend_from_slice(&bytes),
                    Some(ShellPacket::CloseStdin) | None => break,
                    Some(_) => {}
                }
            }
            input.truncate(size);
        }
    }
    Ok(input)
}

/// Sends what a command wrote; goes on with one that goes on.
async fn finish(adbd: &Adbd, form: Form, outcome: Outcome, mut stream: Stream) -> Result<()> {
    write(&mut stream, form, &outcome.stdout, false).await?;
    write(&mut stream, form, &outcome.stderr, true).await?;
    if let Some(command) = outcome.long_running {
        return match adbd.with(move |phone| phone.take_long_running(command.id)).await? {
            Some(going_on) => run_on(adbd, form, going_on, &mut stream).await,
            None => Ok(()),
        };
    }
    if form == Form::Packets {
        let status = u8::try_from(outcome.status & 0xff).unwrap_or(u8::MAX);
        ShellPacket::Exit(status).write(&mut stream).await?;
    }
    Ok(())
}

async fn write(stream: &mut Stream, form: Form, bytes: &[u8], complaint: bool) -> Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    match form {
        Form::Plain => stream.write_all(bytes).await?,
        Form::Packets => {
            // One packet's worth at a time, so that a large answer needs no second copy of itself.
            for part in bytes.chunks(256 << 10) {
                let packet =
                    if complaint { ShellPacket::Stderr(part.to_vec()) } else { ShellPacket::Stdout(part.to_vec()) };
                packet.write(stream).await?;
            }
        }
    }
    Ok(())
}

/// A command that goes on until the other end closes it.
async fn run_on(adbd: &Adbd, form: Form, command: LongRunning, stream: &mut Stream) -> Result<()> {
    match command {
        LongRunning::Forever => closed(stream).await,
        LongRunning::Uiautomator2 { .. } => {
            let running = Automator(&adbd.automator);
            running.0.store(true, Ordering::Relaxed);
            closed(stream).await;
        }
        LongRunning::Logcat(logcat) => return stream_log(adbd, form, logcat, stream).await,
        LongRunning::Recording { pid } => return record(adbd, form, pid, stream).await,
    }
    Ok(())
}

/// A uiautomator2 server that ends with its stream, also when the connection is cut.
struct Automator<'a>(&'a AtomicBool);

impl Drop for Automator<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Resolves when the other end has closed the stream.
async fn closed(stream: &mut Stream) {
    let mut nothing = [0; 256];
    while stream.read(&mut nothing).await.is_ok_and(|length| length > 0) {}
}

/// Keeps a film going until it is over, or until nobody waits for it any more.
async fn record(adbd: &Adbd, form: Form, pid: u32, stream: &mut Stream) -> Result<()> {
    let mut every = tokio::time::interval(Duration::from_millis(RECORD_EVERY_MS));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut nothing = [0; 64];
    loop {
        tokio::select! {
            read = stream.read(&mut nothing) => {
                if !read.is_ok_and(|length| length > 0) {
                    adbd.with(move |phone| phone.end_recording(pid)).await?;
                    return Ok(());
                }
            }
            _ = every.tick() => match adbd.with(move |phone| phone.record(pid)).await? {
                Some(bytes) => write(stream, form, &bytes, false).await?,
                None => break,
            }
        }
    }
    if form == Form::Packets {
        ShellPacket::Exit(0).write(stream).await?;
    }
    Ok(())
}

async fn stream_log(adbd: &Adbd, form: Form, logcat: Logcat, stream: &mut Stream) -> Result<()> {
    let mut seen = adbd.with(|phone| phone.shared().log.back().cloned()).await?;
    let mut every = tokio::time::interval(LOG_EVERY);
    let mut nothing = [0; 64];
    loop {
        tokio::select! {
            read = stream.read(&mut nothing) => {
                if !read.is_ok_and(|length| length > 0) {
                    return Ok(());
                }
            }
            _ = every.tick() => {
                let (logcat, before) = (logcat.clone(), seen.take());
                let news = adbd.with(move |phone| {
                    let log = &phone.shared().log;
                    let at = before.as_ref().and_then(|seen| log.iter().rposition(|line| line == seen));
                    let lines = log.iter().skip(at.map_or(0, |at| at + 1));
                    let lines = lines.filter_map(|line| logcat.line(line, phone.shared()));
                    let text: String = lines.map(|line| line + "\n").collect();
                    (text, log.back().cloned())
                });
                let (text, last) = news.await?;
                seen = last;
                write(stream, form, text.as_bytes(), false).await?;
            }
        }
    }
}

/// A shell that reads lines: `adb shell` without a command.
async fn interactive(adbd: &Adbd, form: Form, prompts: bool, mut stream: Stream) -> Result<()> {
    let prompt = match prompts {
        true => adbd.with(|phone| format!("{}:/ $ ", phone.profile().serial().to_lowercase())).await?,
        false => String::new(),
    };
    let mut shell = Shell::new();
    let mut pending = Vec::new();
    write(&mut stream, form, prompt.as_bytes(), false).await?;
    loop {
        let Some(more) = next_input(&mut stream, form).await? else { return Ok(()) };
        pending.extend_from_slice(&more);
        while let Some(end) = pending.iter().position(|byte| *byte == b'\n' || *byte == b'\r') {
            let line: Vec<u8> = pending.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if line == "exit" {
                if form == Form::Packets {
                    ShellPacket::Exit(0).write(&mut stream).await?;
                }
                return Ok(());
            }
            let outcome;
            (shell, outcome) = adbd.phone.shell(shell, line, Vec::new()).await?;
            if outcome.waits_ms > 0 {
                tokio::time::sleep(Duration::from_millis(outcome.waits_ms)).await;
            }
            write(&mut stream, form, &outcome.stdout, false).await?;
            write(&mut stream, form, &outcome.stderr, true).await?;
            write(&mut stream, form, prompt.as_bytes(), false).await?;
        }
        if pending.len() > MAX_LINE {
            pending.clear();
        }
    }
}

async fn next_input(stream: &mut Stream, form: Form) -> Result<Option<Vec<u8>>> {
    match form {
        Form::Plain => {
            let mut bytes = vec![0; 4096];
            let length = stream.read(&mut bytes).await?;
            bytes.truncate(length);
            Ok((length > 0).then_some(bytes))
        }
        Form::Packets => loop {
            match ShellPacket::read(stream).await? {
                Some(ShellPacket::Stdin(bytes)) => return Ok(Some(bytes)),
                Some(ShellPacket::CloseStdin) | None => return Ok(None),
                Some(_) => {}
            }
        },
    }
}
