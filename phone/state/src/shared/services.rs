//! The running services, which Android's activity manager calls active services. They end with their process, so they are
//! not saved.

use std::collections::BTreeMap;

/// The running services.
#[derive(Clone, Debug, Default)]
pub struct ActiveServices {
    /// By package and class, with whether each is in the foreground.
    running: BTreeMap<(String, String), bool>,
}

impl ActiveServices {
    /// Starts a service. One that already runs stays in the foreground if it was.
    pub fn start(&mut self, package: &str, class: &str, foreground: bool) {
        *self.running.entry((package.to_owned(), class.to_owned())).or_default() |= foreground;
    }

    /// Stops a service. Returns whether it was running.
    pub fn stop(&mut self, package: &str, class: &str) -> bool {
        self.running.remove(&(package.to_owned(), class.to_owned())).is_some()
    }

    /// Stops all services of a package, whose process has ended.
    pub fn stop_all_of(&mut self, package: &str) {
        self.running.retain(|(owner, _), _| owner != package);
    }

    /// Stops all services.
    pub fn stop_all(&mut self) {
        self.running.clear();
    }

    /// Returns the package and class of each service, and whether it is in the foreground.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        self.running.iter().map(|((package, class), foreground)| (package.as_str(), class.as_str(), *foreground))
    }
}
