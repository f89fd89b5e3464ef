//! `shell:`, `shell,v2:`, `exec:` and `abb_exec:`: connects a stream to a shell. The stream is accepted at once. Input
//! then reaches the command as it arrives, output is sent as it is written, and the end of one side ends the other.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use adb::shell::{FromHost, HostPart, ShellPacket};
use adb::{Error, Result, Stream};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::task::JoinHandle;

use super::{Adbd, quick};
use shell::session::Output;
use shell::{QuickScript, Script, Session, Shell};

/// The format in which output is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Raw bytes without a status.
    Plain,
    /// Packets for each stream, and the status.
    Packets,
}

/// `shell:CMD`, `shell,v2,TERM=xterm,raw:CMD`; without a command, an interactive shell. It gets a terminal if requested
/// (`pty`), or without a command unless `raw` is given.
pub(super) async fn serve(adbd: &Adbd, name: &str, command: &str, stream: Stream) -> Result<()> {
    let has = |wanted: &str| name.split(',').any(|word| word == wanted);
    let form = if has("v2") { Form::Packets } else { Form::Plain };
    let terminal = name.split(',').find_map(|word| word.strip_prefix("TERM="));
    let terminal = terminal.filter(|name| !name.is_empty()).unwrap_or("dumb");
    let reads_lines = command.trim().is_empty();
    let on_terminal = has("pty") || (reads_lines && !has("raw"));
    let mut stream = stream;
    let mut read = Vec::new();
    if form == Form::Packets
        && !on_terminal
        && let Some(script) = QuickScript::parse(command)
    {
        let terminal = terminal.to_owned();
        return quick::command(adbd, move || shell_on(&terminal), script, stream).await;
    }
    let mut shell = shell_on(terminal);
    if form == Form::Packets && !on_terminal && reads_lines {
        let Some(rest) = quick::lines(adbd, shell, &mut stream).await? else { return Ok(()) };
        (shell, read) = (rest.shell, rest.read);
    }
    let session = if on_terminal { Session::on_terminal() } else { Session::new() };
    let script = match reads_lines {
        // A shell without a terminal does not prompt.
        true => Script::Lines { prompts: on_terminal },
        false if on_terminal => Script::Text(command.to_owned()),
        false => Script::Text(together(form, command)),
    };
    converse(adbd, form, session, shell, script, Joining { stream, read }).await
}

/// Creates a shell with the `TERM` of its terminal.
fn shell_on(terminal: &str) -> Shell {
    let mut shell = Shell::new();
    shell.set_env("TERM", terminal);
    shell
}

/// Merges stderr into stdout if the format has only one stream.
fn together(form: Form, command: &str) -> String {
    match form {
        Form::Packets => command.to_owned(),
        Form::Plain => format!("exec 2>&1\n{command}"),
    }
}

/// `exec:CMD`: raw bytes in both directions.
pub(super) async fn exec(adbd: &Adbd, command: &str, stream: Stream) -> Result<()> {
    let script = Script::Text(together(Form::Plain, command));
    let joining = Joining { stream, read: Vec::new() };
    converse(adbd, Form::Plain, Session::new(), Shell::new(), script, joining).await
}

/// `abb_exec:package\0install\0-S\0102`: the words of `cmd`, separated by zeros; `abb:` with a status.
pub(super) async fn binder(adbd: &Adbd, name: &str, words: &str, stream: Stream) -> Result<()> {
    let quoted: Vec<String> = words.split('\0').map(adb::quote).collect();
    let command = format!("cmd {}", quoted.join(" "));
    if name == "abb" { serve(adbd, "shell,v2,raw", &command, stream).await } else { exec(adbd, &command, stream).await }
}

/// A stream to be connected to a shell.
struct Joining {
    stream: Stream,
    /// Bytes already read from it.
    read: Vec<u8>,
}

/// Connects a stream to a shell until one of them ends.
async fn converse(
    adbd: &Adbd,
    form: Form,
    session: Arc<Session>,
    shell: Shell,
    script: Script,
    Joining { stream, read }: Joining,
) -> Result<()> {
    let refused = || Error::Refused("the phone already runs its maximum number of shells".to_owned());
    let _request = adbd.phone.start_shell(&session, shell, script).ok_or_else(refused)?;
    stream.accept();
    let (reader, writer) = tokio::io::split(stream);
    let receiving = tokio::spawn(receive(read, reader, form, Arc::clone(&session)));
    let _joined = Joined { session: Arc::clone(&session), receiving };
    let sent = send(writer, form, &session).await;
    if adbd.phone.state().goes_down.swap(false, Ordering::Relaxed) {
        adbd.restart().await?;
    }
    sent
}

/// A stream connected to a shell.
struct Joined {
    session: Arc<Session>,
    receiving: JoinHandle<()>,
}

impl Drop for Joined {
    /// Hangs up when the shell has ended or its client is gone. Input sent before still arrives.
    fn drop(&mut self) {
        match self.session.ended() {
            true => self.receiving.abort(),
            false => self.session.close(),
        }
    }
}

/// Gives the shell the bytes already read and the bytes that arrive, until the client closes the stream.
async fn receive(read: Vec<u8>, mut reader: impl AsyncRead + Unpin, form: Form, session: Arc<Session>) {
    let mut buffer = vec![0; 16 << 10];
    let mut packets = FromHost::default();
    let mut bytes = read.as_slice();
    loop {
        match form {
            // Nothing was read yet.
            Form::Plain if bytes.is_empty() => {}
            Form::Plain => session.give(bytes).await,
            Form::Packets => {
                while let Some(part) = packets.next(&mut bytes) {
                    match part {
                        HostPart::Stdin(bytes) => session.give(bytes).await,
                        HostPart::CloseStdin => session.end_input(),
                        HostPart::WindowSize(size) => session.resize(&size),
                    }
                }
            }
        }
        let Ok(length @ 1..) = reader.read(&mut buffer).await else { return session.hang_up() };
        bytes = buffer.get(..length).unwrap_or_default();
    }
}

/// The maximum size of one write: a packet of a stream.
const MOST_AT_ONCE: usize = 256 << 10;

/// Sends the shell's output and finally its status. Pending output is sent in one write.
async fn send(mut writer: impl AsyncWrite + Unpin, form: Form, session: &Arc<Session>) -> Result<()> {
    let mut bytes = Vec::new();
    loop {
        let mut next = Some(session.output().await);
        let mut ended = false;
        while let Some(output) = next.take() {
            match (output, form) {
                (Output::Written(chunk), Form::Plain) if bytes.is_empty() => bytes = chunk.bytes,
                (Output::Written(chunk), Form::Plain) => bytes.extend(chunk.bytes),
                (Output::Written(chunk), Form::Packets) if chunk.stderr => {
                    ShellPacket::Stderr(chunk.bytes).append_to(&mut bytes);
                }
                (Output::Written(chunk), Form::Packets) => ShellPacket::Stdout(chunk.bytes).append_to(&mut bytes),
                (Output::Ended(_), Form::Plain) => ended = true,
                (Output::Ended(status), Form::Packets) => {
                    ShellPacket::Exit(u8::try_from(status & 0xff).unwrap_or(u8::MAX)).append_to(&mut bytes);
                    ended = true;
                }
            }
            if !ended && bytes.len() < MOST_AT_ONCE {
                next = session.take_output();
            }
        }
        writer.write_all(&bytes).await?;
        if ended {
            return Ok(());
        }
        bytes.clear();
    }
}
