//! Reads the phone's state besides its screen: its people, apps and clock. Reading changes nothing, so it needs no gate
//! and no intent.

use std::sync::Arc;
use std::time::Duration;

use action::Directory;
use device::Reading;
use jiff::Timestamp;
use jiff::civil::DateTime;

use super::Context;
use crate::deadline::{Halt, boxed};
use crate::journal::Checked;

impl Context {
    /// Queries the phone; waits for it if it is gone.
    pub(crate) async fn read(&mut self, reading: &Reading<'_>) -> Result<String, Halt> {
        let observer = self.eyes.observer();
        loop {
            match self.deadline.wait(observer.read(reading)).await? {
                Ok(said) => {
                    self.eyes.checks.heard(reading, &said, &self.recorder.redactor);
                    return Ok(said);
                }
                Err(error) => self.deal_with(error).await?,
            }
        }
    }

    /// Begins a check of the phone's state: later readings are evidence.
    pub(crate) fn begin_check(&mut self) {
        self.eyes.checks.begin();
    }

    /// Ends the check.
    pub(crate) fn end_check(&mut self) {
        self.eyes.checks.end();
    }

    /// Takes the result of the last check.
    pub(crate) fn take_checked(&mut self) -> Vec<Checked> {
        self.eyes.checks.take()
    }

    /// The people and apps on the phone, read once.
    pub(crate) async fn directory(&mut self) -> Result<Arc<Directory>, Halt> {
        if let Some(known) = &self.eyes.directory {
            return Ok(Arc::clone(known));
        }
        let observer = self.eyes.observer();
        let directory = loop {
            match self.deadline.wait(observer.directory()).await? {
                Ok(directory) => break Arc::new(directory),
                Err(error) => self.deal_with(error).await?,
            }
        };
        self.eyes.directory = Some(Arc::clone(&directory));
        Ok(directory)
    }

    /// Discards the people and apps: a step may have changed them.
    pub(crate) fn forget_directory(&mut self) {
        self.eyes.directory = None;
    }

    /// Reads the app in front.
    pub(crate) async fn front(&mut self) -> Result<Option<String>, Halt> {
        let observer = self.eyes.observer();
        loop {
            match self.deadline.wait(observer.current_app()).await? {
                Ok(front) => return Ok(front.map(|front| front.package)),
                Err(error) => self.deal_with(error).await?,
            }
        }
    }

    /// Returns the time of the phone's clock, or of this computer's if the phone does not tell.
    pub(crate) async fn phone_time(&mut self) -> Result<DateTime, Halt> {
        let said = self.read(&Reading::Time).await?;
        // Without the offset: the phone's local time counts.
        let told = said.trim().get(..19).and_then(|told| told.parse().ok());
        let here = || self.deadline.clock.time().to_zoned(jiff::tz::TimeZone::system()).datetime();
        Ok(told.unwrap_or_else(here))
    }

    /// The moment on the phone's own clock, otherwise on ours.
    pub(crate) async fn phone_moment(&mut self) -> Result<Timestamp, Halt> {
        let said = self.read(&Reading::Time).await?;
        let told = Timestamp::strptime("%Y-%m-%dT%H:%M:%S%z", said.trim());
        Ok(told.unwrap_or_else(|_| self.deadline.clock.time()))
    }

    /// Takes a new look at the phone.
    pub(crate) async fn look_again_now(&mut self) -> Result<(), Halt> {
        boxed(self.observe_while_waiting()).await
    }

    /// The task's own clock.
    pub(crate) fn now(&self) -> Duration {
        self.deadline.clock.now()
    }

    /// Waits for so long, unless the task is halted first.
    pub(crate) async fn pause(&mut self, time: Duration) -> Result<(), Halt> {
        self.deadline.sleep(time).await
    }

    /// Records that a person said this: it counts as their wish, for the gate too.
    pub(crate) fn was_told(&mut self, said: &str) {
        self.trail.answered(said);
    }

    /// Records the people that the person's words mean, from the phone's contacts.
    pub(crate) fn means(&mut self, who: &str) {
        self.trail.means(who);
    }
}
