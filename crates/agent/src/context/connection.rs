//! Handles a phone that is gone or needs its owner: waits, asks, retries, and records all of it.

use std::sync::Arc;
use std::time::Duration;

use action::LoopEvent;
use device::DeviceError;
use device::wire::WireError;

use super::Context;
use crate::deadline::{Halt, boxed};
use crate::error::AgentError;
use crate::event::Event;
use crate::human::{Answer, Asks};
use crate::journal::{JournalEntry, Retry, RetryOf};

/// The shortest and the longest pause between two attempts to reach a lost phone.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Whether the phone is gone.
pub(crate) fn is_lost(error: &DeviceError) -> bool {
    match error {
        DeviceError::Wire(why) | DeviceError::MaybeSent { why, .. } => why.is_lost(),
        _ => false,
    }
}

impl Context {
    /// Waits until a lost phone is back, or gives up.
    pub(crate) async fn reconnect(&mut self, error: DeviceError) -> Result<(), Halt> {
        let wait = self.settings.reconnect;
        self.emit(Event::Loop(LoopEvent::Disconnected { why: error.to_string(), wait_sec: wait.as_secs_f64() }));
        self.write_retry(RetryOf::Connection, 1, &error.to_string(), Duration::ZERO).await?;
        tracing::warn!("{error}; waiting up to {} s for the phone", wait.as_secs());
        let clock = Arc::clone(&self.deadline.clock);
        let until = clock.now().saturating_add(wait);
        let (mut last, mut pause) = (error, Duration::ZERO);
        loop {
            let left = until.saturating_sub(clock.now());
            self.deadline.sleep(pause.min(left)).await?;
            pause = (pause * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE);
            let left = until.saturating_sub(clock.now());
            let observer = self.eyes.observer();
            let reached = self.deadline.wait_for(observer.current_app(), left).await?;
            match reached {
                Some(Ok(_)) => {
                    self.emit(Event::Loop(LoopEvent::Reconnected));
                    tracing::info!("the phone is back");
                    return Ok(());
                }
                Some(Err(DeviceError::Wire(why @ WireError::NeedsPerson(_)))) => {
                    return Err(AgentError::Device(DeviceError::Wire(why)).into());
                }
                Some(Err(error)) => last = error,
                None => {}
            }
            if clock.now() >= until {
                return Err(AgentError::Disconnected { waited_s: wait.as_secs(), why: last }.into());
            }
        }
    }

    /// Waits for a lost phone; any other error ends the task.
    pub(crate) async fn deal_with(&mut self, error: DeviceError) -> Result<(), Halt> {
        if is_lost(&error) {
            return boxed(self.reconnect(error)).await;
        }
        Err(AgentError::Device(error).into())
    }

    /// Asks the person to fix a problem with the phone. Returns whether they did.
    pub(crate) async fn attention(&mut self, error: &DeviceError) -> Result<bool, Halt> {
        let asks = Asks::Attention { message: error.to_string() };
        Ok(matches!(self.ask(None, asks, self.settings.ask_timeout).await?, Some(Answer::Yes { .. })))
    }

    pub(crate) async fn pause_before_retry(&mut self, of: RetryOf, failed: u32, why: &str) -> Result<(), Halt> {
        let after = self.settings.retry_delay.before(failed);
        self.write_retry(of, failed, why, after).await?;
        let after_sec = after.as_secs_f64();
        self.emit(Event::Loop(LoopEvent::Retrying { step: self.step(), why: why.to_owned(), after_sec }));
        tracing::info!(step = self.step(), ?of, failed, "trying again: {}", self.recorder.redactor.text(why));
        self.deadline.sleep(after).await
    }

    async fn write_retry(&mut self, of: RetryOf, failed: u32, why: &str, delay: Duration) -> Result<(), Halt> {
        let retry = Retry { mark: self.mark(), of, failed, why: why.to_owned(), delay };
        self.write(JournalEntry::Retry(retry)).await
    }
}
