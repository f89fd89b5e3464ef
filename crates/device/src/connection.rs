//! The connection to a phone, which may break: established on demand, and again after it was lost.
//!
//! A query ([`Connection::query`]) is repeated once over a new connection. An action ([`Connection::execute`]) is
//! resent only if the first attempt certainly did not reach the phone; otherwise the result is
//! [`DeviceError::MaybeSent`], and the next call reconnects.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::DeviceError;
use crate::settle::{pause, within};
use crate::shell_command::short_name;
use crate::shell_error::checked;
use crate::wire::{Connect, Limit, Output, Wire, WireError};

/// The pauses between attempts to connect.
pub(crate) const BACK_OFF: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(200), Duration::from_millis(500), Duration::from_secs(1)];
/// How long one attempt may take.
const CONNECTING: Duration = Duration::from_secs(15);

/// Runs an operation over the current connection, and once more over a new one if that was lost.
macro_rules! again {
    ($phone:expr, $wire:ident => $work:expr) => {{
        let $wire = $phone.standing().await?;
        match $work.await {
            Err(why) if why.is_lost() => {
                $phone.forget(&$wire);
                let $wire = $phone.standing().await?;
                $work.await.inspect_err(|why| $phone.lost(&$wire, why))
            }
            done => done,
        }
    }};
}

/// The connection to a phone, and how to make another.
pub(crate) struct Connection<C: Connect> {
    connect: C,
    wire: Mutex<Option<Arc<C::Wire>>>,
}

impl<C: Connect> Connection<C> {
    /// Creates an unconnected connection.
    pub(crate) fn new(connect: C) -> Self {
        Self { connect, wire: Mutex::new(None) }
    }

    /// Runs a command that is safe to repeat; complaints from the phone are errors.
    pub(crate) async fn query(&self, command: &str, limit: Limit) -> Result<Output, DeviceError> {
        checked(command, self.query_unchecked(command, limit).await?)
    }

    /// Like [`Self::query`], but leaves the phone's complaints to the caller.
    pub(crate) async fn query_unchecked(&self, command: &str, limit: Limit) -> Result<Output, DeviceError> {
        Ok(again!(self, wire => within(&short_name(command), limit.time, wire.shell(command, limit)))?)
    }

    /// Returns the raw output of a command that is safe to repeat.
    pub(crate) async fn bytes(&self, command: &str, limit: Limit) -> Result<Vec<u8>, DeviceError> {
        Ok(again!(self, wire => within(&short_name(command), limit.time, wire.exec(command, limit)))?)
    }

    /// Opens a stream to a service.
    pub(crate) async fn open(&self, service: &str, limit: Limit) -> Result<<C::Wire as Wire>::Stream, WireError> {
        again!(self, wire => within(service, limit.time, wire.open(service, limit)))
    }

    /// Runs a command that must not be repeated; complaints from the phone are errors.
    pub(crate) async fn execute(&self, command: &str, limit: Limit) -> Result<Output, DeviceError> {
        checked(command, self.execute_unchecked(command, limit).await?)
    }

    /// Like [`Self::execute`], but leaves the phone's complaints to the caller.
    pub(crate) async fn execute_unchecked(&self, command: &str, limit: Limit) -> Result<Output, DeviceError> {
        let mut wire = self.standing().await?;
        let mut sent = within(&short_name(command), limit.time, wire.shell(command, limit)).await;
        if let Err(why @ WireError::Unreachable(_)) = &sent {
            self.lost(&wire, why);
            wire = self.standing().await?;
            sent = within(&short_name(command), limit.time, wire.shell(command, limit)).await;
        }
        if let Err(why) = &sent {
            self.lost(&wire, why);
        }
        sent.map_err(|why| match why.may_have_gone_out() {
            true => DeviceError::MaybeSent { command: short_name(command), why },
            false => DeviceError::Wire(why),
        })
    }

    /// Returns the current connection, or a new one.
    async fn standing(&self) -> Result<Arc<C::Wire>, WireError> {
        if let Some(wire) = self.current() {
            if !wire.is_lost().await {
                return Ok(wire);
            }
            self.forget(&wire);
        }
        let mut why = WireError::Unreachable("no attempt was made".to_owned());
        for delay in BACK_OFF {
            pause(delay).await;
            // Another call may have connected in the meantime.
            if let Some(wire) = self.current() {
                return Ok(wire);
            }
            match within("connecting", CONNECTING, self.connect.connect()).await {
                Ok(wire) => {
                    let wire = Arc::new(wire);
                    *self.slot() = Some(Arc::clone(&wire));
                    return Ok(wire);
                }
                Err(error) if error.is_lost() || matches!(error, WireError::Timeout { .. }) => why = error,
                Err(error) => return Err(error),
            }
        }
        // However it failed, nothing has been sent yet.
        Err(match why {
            WireError::Dropped(text) => WireError::Unreachable(text),
            WireError::Timeout { .. } => WireError::Unreachable(why.to_string()),
            why => why,
        })
    }

    fn current(&self) -> Option<Arc<C::Wire>> {
        self.slot().clone()
    }

    fn lost(&self, wire: &Arc<C::Wire>, why: &WireError) {
        if why.is_lost() {
            self.forget(wire);
        }
    }

    /// Forgets a connection, unless another has already replaced it.
    fn forget(&self, wire: &Arc<C::Wire>) {
        let mut slot = self.slot();
        if slot.as_ref().is_some_and(|held| Arc::ptr_eq(held, wire)) {
            *slot = None;
        }
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Arc<C::Wire>>> {
        self.wire.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
