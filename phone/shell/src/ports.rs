//! The ports on which the phone's own programs listen. No socket of the host computer is involved: a connection is two
//! bounded pipes in memory, and a write waits until the other end has read. Dropping an end closes it: the other end
//! reads the remaining bytes and then the end of the stream.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ShellProcess;

/// One end of a connection.
pub type Connection = tokio::io::DuplexStream;

/// Bytes that may be buffered in each direction.
const ROOM: usize = 64 << 10;
/// Maximum number of open ports.
const MAX_OPEN: usize = 256;
/// Connections that may wait to be accepted: toybox passes a backlog of 5, and Linux admits one more.
const BACKLOG: usize = 6;
/// Linux's range of ephemeral ports.
const EPHEMERAL: std::ops::RangeInclusive<u16> = 37_137..=60_999;

/// Creates a connection and returns both ends.
pub fn connection() -> (Connection, Connection) {
    tokio::io::duplex(ROOM)
}

/// Why a port cannot be opened or reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PortError {
    /// The port is already open.
    #[error("Address already in use")]
    InUse,
    /// This user may not open the port.
    #[error("Permission denied")]
    Denied,
    /// Too many ports are open.
    #[error("Too many open files")]
    TooMany,
    /// The port is closed.
    #[error("Connection refused")]
    Refused,
}

/// All open ports.
#[derive(Debug, Default)]
pub struct Ports {
    open: Mutex<BTreeMap<u16, Open>>,
}

#[derive(Debug)]
struct Open {
    /// The process to nudge for a new connection.
    process: Arc<ShellProcess>,
    /// Connections that wait to be accepted.
    waiting: VecDeque<Connection>,
}

/// An open port, which closes when dropped.
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

    /// Opens a port for a process, which is nudged for each connection. Port 0 picks a free port.
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

    /// Connects to the listener on a port.
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

    /// Whether a port is open.
    pub fn is_open(&self, port: u16) -> bool {
        self.lock().contains_key(&port)
    }
}

impl Listener {
    /// Accepts the next connection, if one is waiting.
    pub fn accept(&self) -> Option<Connection> {
        self.ports.lock().get_mut(&self.port)?.waiting.pop_front()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // Drops the connections that were never accepted after releasing the lock.
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
