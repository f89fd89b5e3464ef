//! What Android logs while it starts, so that a log is never empty after a boot.

use super::Phone;
use state::shared::{SYSTEM_SERVER, SYSTEM_UI};

impl Phone {
    /// Writes the lines of a boot into the log.
    pub(super) fn log_boot(&mut self) {
        let release = self.profile.build.release.clone();
        let lines = [
            ("boot_progress_start", "2201".to_owned()),
            ("Zygote", format!("Forked child process {SYSTEM_SERVER}")),
            ("SystemServer", format!("Entered the Android system server! Android {release}")),
            ("boot_progress_system_run", "3164".to_owned()),
            ("SystemServerTiming", "StartServices".to_owned()),
            ("PackageManager", "Finished scanning system apps".to_owned()),
            ("boot_progress_ams_ready", "6027".to_owned()),
            ("ActivityManager", "System now ready".to_owned()),
            ("ActivityManager", format!("Start proc {SYSTEM_UI}:com.android.systemui for service")),
            ("boot_progress_enable_screen", "8421".to_owned()),
        ];
        for (tag, text) in lines {
            self.shared.log('I', tag, text);
        }
    }
}
