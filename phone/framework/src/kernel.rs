//! Updates the kernel's view of the phone before its files are read.

use std::sync::Arc;

use super::Phone;
use machine::files::KernelState;
use shell::{Os, Process};

impl Phone {
    /// Sets the processes of the shells, which `/proc` shows next to the phone's own.
    pub fn tell_shells(&mut self, shells: Vec<Process>) {
        self.background.shells = shells;
    }

    /// Updates `/proc`. Costs a few comparisons unless the set of processes has changed: contents are generated on
    /// read.
    pub(super) fn tell_kernel(&mut self) {
        /// Spreads process ids, so that different sets have different sums.
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let runs = self.activities.running.values().map(|pid| u64::from(*pid).wrapping_mul(SPREAD));
        let shells = self.background.shells.iter().map(|shell| u64::from(shell.pid).wrapping_mul(SPREAD));
        let runs = runs.chain(shells).fold(self.activities.running.len() as u64, u64::wrapping_add);
        let known = self.shared.files.kernel();
        let processes = match known.runs == runs && !known.processes.is_empty() {
            true => Arc::clone(&known.processes),
            false => Arc::new(self.processes().into_iter().chain(self.background.shells.iter().cloned()).collect()),
        };
        let brightness = self.shared.settings.system_number("screen_brightness", 128).clamp(0, 255);
        let state = KernelState {
            now_ms: self.shared.clock.now_ms,
            up_ms: self.shared.clock.uptime_ms,
            battery: self.shared.hardware.battery,
            charging: self.shared.hardware.power.plugged(),
            wifi: self.shared.settings.on("wifi_on"),
            brightness: u8::try_from(brightness).unwrap_or(128),
            runs,
            processes,
        };
        self.shared.files.tell_kernel(state);
    }
}
