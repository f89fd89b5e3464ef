//! Opens services of one phone through the adb server. A service needs two requests on a new socket, first for the
//! phone and then for the service; the first is sent ahead of time, while the previous service is still running.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::TcpStream;

use super::Server;
use crate::Result;

/// One phone of an adb server.
#[derive(Debug)]
pub(crate) struct Transport {
    server: Server,
    serial: String,
    spare: Arc<Mutex<Option<TcpStream>>>,
}

impl Transport {
    pub(crate) fn new(server: Server, serial: String) -> Self {
        Self { server, serial, spare: Arc::default() }
    }

    pub(crate) fn server(&self) -> &Server {
        &self.server
    }

    /// Opens a socket to a service of the phone.
    pub(crate) async fn open(&self, service: &str) -> Result<TcpStream> {
        let spare = lock(&self.spare).take().filter(is_open);
        let opened = self.server.open_on(spare, &self.serial, service).await?;
        self.prepare();
        Ok(opened)
    }

    /// Sends the next request for the phone. If that fails, the next call repeats it and reports the error.
    fn prepare(&self) {
        let (server, serial, spare) = (self.server.clone(), self.serial.clone(), Arc::downgrade(&self.spare));
        tokio::spawn(async move {
            let Ok(socket) = server.transport(&serial).await else { return };
            if let Some(spare) = spare.upgrade() {
                *lock(&spare) = Some(socket);
            }
        });
    }
}

/// Whether the socket is still open: the adb server closes the sockets of a disconnected phone, and sends nothing until
/// asked.
fn is_open(socket: &TcpStream) -> bool {
    let read = socket.try_read(&mut [0]);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

fn lock(spare: &Mutex<Option<TcpStream>>) -> std::sync::MutexGuard<'_, Option<TcpStream>> {
    spare.lock().unwrap_or_else(PoisonError::into_inner)
}
