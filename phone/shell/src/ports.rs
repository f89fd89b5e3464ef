//! The ports of the phone on which its own programs listen. No socket of the computer is behind them: a connection is two
//! pipes in memory, each with so much room, and what is written waits until the other end reads it. An end that is
//! dropped is closed: the other one reads what is left, and then the end.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ShellProcess;

/// One end of a connection.
pub type Connection = tokio::io::DuplexStream;

/// What waits in each direction.
const ROOM: usize = 64 << 10;
/// How many may listen.
const MAX_OPEN: usize = 256;
/// How many connections a listener may have that it has not accepted: toybox asks for 5, and Linux lets one more in.
const BACKLOG: usize = 6;
/// Where Linux looks for a free port.
const EPHEMERAL: std::ops::RangeInclusive<u16> = 37_137..=60_999;

/// A new connection: both its ends.
pub fn connection() -> (Connection, Connection) {
    tokio::io::duplex(ROOM)
}

/// Why nobody can listen on a port, or be reached there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PortError {
    /// Another listens there.
    #[error("Address already in use")]
    InUse,
    /// The port is not for this user.
    #[error("Permission denied")]
    Denied,
    /// Too many listen.
    #[error("Too many open files")]
    TooMany,
    /// Nobody listens there.
    #[error("Connection refused")]
    Refused,
}

/// Every port on which a program listens.
#[derive(Debug, Default)]
pub struct Ports {
    open: Mutex<BTreeMap<u16, Open>>,
}

#[derive(Debug)]
struct Open {
    /// Who is told of a new connection.
    process: Arc<ShellProcess>,
    /// What was not accepted yet.
    waiting: VecDeque<Connection>,
}

/// An open port, closed when it is dropped.
#[derive(Debug)]
pub struct Listener {
    ports: Arc<Ports>,
    /// Its number.
    pub port: u16,
}

impl Ports {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u16, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a port for a process, which is nudged for each connection; for 0, one that is free.
    pub fn listen(self: &Arc<Self>, port: u16, process: &Arc<ShellProcess>) -> Result<Listener, PortError> {
        let mut open = self.lock();
        if open.len() >= MAX_OPEN {
            return Err(PortError::TooMany);
        }
        let port = match port {
            0 => EPHEMERAL.into_iter().find(|port| !open.contains_key(port)).ok_or(PortError::InUse)?,
            port if open.contains_key(&port) => return Err(PortError::InUse),
            port => port,
        };
        open.insert(port, Open { process: Arc::clone(process), waiting: VecDeque::new() });
        Ok(Listener { ports: Arc::clone(self), port })
    }

    /// Connects with whoever listens on a port.
    pub fn connect(&self, port: u16) -> Result<Connection, PortError> {
        let mut open = self.lock();
        let listener = open.get_mut(&port).filter(|open| open.waiting.len() < BACKLOG).ok_or(PortError::Refused)?;
        let (ours, theirs) = connection();
        listener.waiting.push_back(theirs);
        let process = Arc::clone(&listener.process);
        drop(open);
        process.nudge();
        Ok(ours)
    }

    /// Whether somebody listens on a port.
    pub fn is_open(&self, port: u16) -> bool {
        self.lock().contains_key(&port)
    }
}

impl Listener {
    /// The next connection, if there is one.
    pub fn accept(&self) -> Option<Connection> {
        self.ports.lock().get_mut(&self.port)?.waiting.pop_front()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // What was never accepted is closed when nobody else is kept from the table.
        let closed = self.ports.lock().remove(&self.port);
        drop(closed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Session, ShellProcess};
    use super::{BACKLOG, MAX_OPEN, PortError, Ports};

    #[test]
    fn so_many_listen_and_so_many_wait() {
        let ports = Arc::new(Ports::default());
        let process = ShellProcess::new(&Session::new(), 1, 0, "sh");
        let mut listeners: Vec<_> = (0..MAX_OPEN).map(|_| ports.listen(0, &process).unwrap()).collect();
        assert_eq!(ports.listen(0, &process).unwrap_err(), PortError::TooMany);
        let listener = listeners.pop().unwrap();
        let port = listener.port;
        drop(listeners);
        assert_eq!(ports.listen(port, &process).unwrap_err(), PortError::InUse);
        let waiting: Vec<_> = (0..BACKLOG).map(|_| ports.connect(port).unwrap()).collect();
        assert_eq!(ports.connect(port).unwrap_err(), PortError::Refused);
        assert!(listener.accept().is_some());
        assert!(ports.connect(port).is_ok());
        drop((listener, waiting));
        assert!(!ports.is_open(port));
    }
}
