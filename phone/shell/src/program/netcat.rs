//! `nc`: connects its streams, or a command's, to a port of the phone. It reaches no other host: the phone has no
//! network, and its ports are not backed by sockets of the host computer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::super::Input;
use super::super::job::PipedCommand;
use super::super::ports::{Connection, Listener, PortError};
use super::call::Call;
use super::options::Options;

/// How many bytes one read from a connection takes.
const CHUNK: usize = 16 << 10;
/// The phone's own addresses, besides those that begin with `127.`.
const OWN: &[&str] = &["localhost", "ip6-localhost", "0.0.0.0", "::", "::1", "10.0.2.16"];

/// The timeouts given on the command line.
struct Times {
    /// `-w`: limits the wait for a connection.
    connect: Option<Duration>,
    /// `-W`: limits the time without traffic.
    idle: Option<Duration>,
    /// `-q`: the delay after the end of the input.
    quit: Option<Duration>,
}

/// `nc HOST PORT`, `nc -l -p PORT [COMMAND...]`
pub(super) fn nc(call: &mut Call<'_>) -> i32 {
    let options = match call.options("+46ELlntUuzvp:q:W:w:s:f:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let (port, times) = match read_numbers(&options) {
        Ok(numbers) => numbers,
        Err(message) => return call.fail(message),
    };
    let listens = options.has('l') || options.has('L');
    for (one, other) in [('L', 'w'), ('L', 'u'), ('l', 'L')] {
        if options.has(one) && options.has(other) {
            return call.fail(format!("No '{one}' with '{other}' (see \"--help\")"));
        }
    }
    if let Some(file) = options.value('f') {
        return call.fail(format!("{file}: Permission denied"));
    }
    if options.has('U') {
        return call.fail(if listens { "bind: Permission denied" } else { "connect: Connection refused" });
    }
    if let Some(address) = options.value('s').filter(|address| !is_own(address)) {
        let why =
            if is_number(address) { "Cannot assign requested address" } else { "No address associated with hostname" };
        return call.fail(format!("bind: {why}"));
    }
    if listens {
        return listen(call, &options, port, &times);
    }
    let [host, port] = options.operands.as_slice() else {
        return call.fail("bad argument count (see \"--help\")");
    };
    let Ok(number) = port.parse::<u16>() else {
        return call.fail(format!("{host}:{port}: servname not supported for ai_socktype"));
    };
    match (is_own(host), is_number(host)) {
        (true, _) => {}
        (false, true) => return call.fail("connect: Network is unreachable"),
        (false, false) => return call.fail(format!("{host}:{port}: No address associated with hostname")),
    }
    if options.has('u') {
        // A datagram reaches no listener, and the sender gets no error.
        return call.status;
    }
    match call.os.connect(number) {
        Err(error) => call.fail(format!("connect: {error}")),
        Ok(_) if options.has('z') => call.status,
        Ok(connection) => talk(call, connection, None, &times),
    }
}

fn is_own(host: &str) -> bool {
    OWN.contains(&host) || host.starts_with("127.") && is_number(host)
}

/// Whether the host is an address rather than a name.
fn is_number(host: &str) -> bool {
    host.contains(':') || host.chars().all(|sign| sign.is_ascii_digit() || sign == '.')
}

/// Reads the port of `-p` (0 without one) and the timeouts.
fn read_numbers(options: &Options) -> Result<(u16, Times), String> {
    let number = |letter: char, most: u64| match options.value(letter) {
        None => Ok(None),
        Some(text) => match text.parse::<u64>() {
            Err(_) => Err(format!("not integer: {text}")),
            Ok(0) => Err(format!("-{letter} < 1 (see \"--help\")")),
            Ok(number) if number > most => Err(format!("-{letter} > {most} (see \"--help\")")),
            Ok(number) => Ok(Some(number)),
        },
    };
    let seconds =
        |letter: char| number(letter, i32::MAX.unsigned_abs().into()).map(|time| time.map(Duration::from_secs));
    let port = number('p', u16::MAX.into())?.and_then(|port| u16::try_from(port).ok()).unwrap_or_default();
    Ok((port, Times { connect: seconds('w')?, idle: seconds('W')?, quit: seconds('q')? }))
}

/// Waits for a connection and serves it; with `-L`, serves one after the other.
fn listen(call: &mut Call<'_>, options: &Options, port: u16, times: &Times) -> i32 {
    if options.has('u') {
        return call.fail("socket: Permission denied");
    }
    let Some(process) = call.shell.budget.process.clone() else { return call.fail("bind: Permission denied") };
    let listener = match call.os.listen(port, &process) {
        Ok(listener) => listener,
        Err(error @ PortError::TooMany) => return call.fail(format!("socket: {error}")),
        Err(error) => return call.fail(format!("bind: {error}")),
    };
    if port == 0 {
        call.io.out(format!("{}\n", listener.port));
    }
    loop {
        let connection = match accept(call, &listener, times.connect) {
            Ok(connection) => connection,
            Err(status) => return status,
        };
        let command = match options.operands.as_slice() {
            [] => None,
            words => match call.shell.start_piped(words, call.os) {
                None => return call.fail("fork: Try again"),
                command => command,
            },
        };
        let status = talk(call, connection, command, times);
        if !options.has('L') || call.shell.budget.stopped() {
            return status;
        }
    }
}

/// Accepts the next connection, or returns the exit status if none arrives.
fn accept(call: &mut Call<'_>, listener: &Listener, most: Option<Duration>) -> Result<Connection, i32> {
    let until = most.and_then(|time| Instant::now().checked_add(time));
    if !call.flush() {
        return Err(call.status);
    }
    loop {
        if let Some(connection) = listener.accept() {
            return Ok(connection);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return Err(call.fail("Timeout"));
        }
        if call.io.stdin.wait_or_nudge(false, None, until).is_err() {
            return Err(ended(call));
        }
    }
}

/// Returns the status of a process that was killed.
fn ended(call: &Call<'_>) -> i32 {
    call.shell.budget.process.as_ref().and_then(|process| process.stopped()).unwrap_or(129)
}

/// Copies bytes in both directions until the connection or the command ends. Neither direction blocks the other.
fn talk(call: &mut Call<'_>, mut connection: Connection, mut command: Option<PipedCommand>, times: &Times) -> i32 {
    let Some(process) = call.shell.budget.process.clone() else { return call.status };
    let waker = Waker::from(Arc::clone(&process));
    let mut context = Context::from_waker(&waker);
    let mut buffer = vec![0; CHUNK];
    let mut input: Input = command.as_ref().map_or_else(|| call.io.stdin.clone(), |command| command.output.clone());
    let (mut incoming, mut outgoing, mut sent) = (Vec::new(), Vec::new(), 0);
    let (mut receives, mut sends) = (true, true);
    let (mut most, mut since) = (times.idle, Instant::now());
    let status = loop {
        if call.shell.budget.stopped() {
            break ended(call);
        }
        let mut moved = false;
        if receives && incoming.is_empty() {
            let mut into = ReadBuf::new(&mut buffer);
            match Pin::new(&mut connection).poll_read(&mut context, &mut into) {
                Poll::Pending => {}
                Poll::Ready(Ok(())) if !into.filled().is_empty() => incoming.extend_from_slice(into.filled()),
                Poll::Ready(_) => match &mut command {
                    None => break call.status,
                    Some(command) => (command.input, receives) = (None, false),
                },
            }
        }
        if !incoming.is_empty() {
            let taken = match &mut command {
                None => {
                    call.io.stdout.append(&mut incoming);
                    if !call.flush() {
                        break call.status;
                    }
                    call.shell.budget.renew();
                    1
                }
                Some(command) => deliver(command, &mut incoming),
            };
            moved |= taken > 0;
        }
        if sends && outgoing.is_empty() && input.is_ready() {
            moved = true;
            match input.chunk() {
                Some(bytes) => (outgoing, sent) = (bytes, 0),
                // The end of a command's output ends the connection; the end of stdin closes only one direction.
                None if command.is_some() => break call.status,
                None => {
                    sends = false;
                    most = times.quit;
                    // Closes one direction in memory, without waiting.
                    _ = Pin::new(&mut connection).poll_shutdown(&mut context);
                }
            }
        }
        if let Some(rest) = outgoing.get(sent..).filter(|rest| !rest.is_empty()) {
            match Pin::new(&mut connection).poll_write(&mut context, rest) {
                Poll::Pending => {}
                Poll::Ready(Ok(length @ 1..)) => (sent, moved) = (sent + length, true),
                Poll::Ready(_) => break call.status,
            }
            if sent >= outgoing.len() {
                outgoing.clear();
            }
        }
        if moved {
            since = Instant::now();
            continue;
        }
        let until = most.and_then(|time| since.checked_add(time));
        if until.is_some_and(|until| Instant::now() >= until) {
            break call.status;
        }
        call.shell.budget.renew();
        let room = command.as_ref().and_then(|command| command.input.as_ref()).filter(|_| !incoming.is_empty());
        if input.wait_or_nudge(sends && outgoing.is_empty(), room, until).is_err() {
            break ended(call);
        }
    };
    drop(connection);
    let Some(PipedCommand { process: child, input: to_child, output }) = command else { return status };
    // Closes the pipes first, so that the command sees the hang-up.
    drop((to_child, output, input));
    process.wait_for(&child).unwrap_or_else(|_| {
        child.kill(child.pid, 9);
        status
    })
}

/// Writes received bytes to a command as far as its pipe has room. Returns how many.
fn deliver(command: &mut PipedCommand, incoming: &mut Vec<u8>) -> usize {
    let written = command.input.as_ref().and_then(|input| input.write_some(incoming).ok());
    if written.is_none() {
        // The command has closed its input.
        command.input = None;
    }
    let taken = written.unwrap_or(incoming.len()).min(incoming.len());
    incoming.drain(..taken);
    taken
}
