//! Values that Android's services keep in memory and that no app reads: an overridden temperature, the idle mode, the
//! standby bucket of an app. The commands that set such a value also print it, so that a client can check it.
//!
//! A reboot clears it, as on a phone. It is not saved.

use std::collections::BTreeMap;

/// The maximum number of values. A service that has more forgets nothing and takes no more.
const MOST: usize = 10_000;
/// The maximum length of a name or value, in bytes.
const LONGEST: usize = 4096;

/// The values of all services, each with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceState {
    values: BTreeMap<(String, String), String>,
}

impl ServiceState {
    /// Returns a value.
    pub fn get(&self, service: &str, name: &str) -> Option<&str> {
        self.values.get(&(service.to_owned(), name.to_owned())).map(String::as_str)
    }

    /// Sets a value. Returns whether there was room.
    pub fn set(&mut self, service: &str, name: &str, value: &str) -> bool {
        let key = (service.to_owned(), name.to_owned());
        let fits = name.len() <= LONGEST && value.len() <= LONGEST;
        if !fits || (self.values.len() >= MOST && !self.values.contains_key(&key)) {
            return false;
        }
        self.values.insert(key, value.to_owned());
        true
    }

    /// Removes a value. Returns whether there was one.
    pub fn remove(&mut self, service: &str, name: &str) -> bool {
        self.values.remove(&(service.to_owned(), name.to_owned())).is_some()
    }

    /// Removes all values of a service whose name begins with `prefix`.
    pub fn remove_all(&mut self, service: &str, prefix: &str) {
        self.values.retain(|(owner, name), _| owner != service || !name.starts_with(prefix));
    }

    /// Returns the names and values of a service, sorted by name.
    pub fn of<'a>(&'a self, service: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let own = self.values.iter().filter(move |((owner, _), _)| owner == service);
        own.map(|((_, name), value)| (name.as_str(), value.as_str()))
    }

    /// Forgets everything, at a reboot.
    pub fn clear(&mut self) {
        self.values.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_sees_its_own_values_only_and_takes_no_more_than_fits() {
        let mut state = ServiceState::default();
        assert!(state.set("a", "x", "1") && state.set("a", "y", "2") && state.set("b", "x", "3"));
        assert_eq!(state.of("a").collect::<Vec<_>>(), [("x", "1"), ("y", "2")]);
        assert!(!state.set("a", &"n".repeat(LONGEST + 1), "1"));
        state.remove_all("a", "x");
        assert_eq!((state.get("a", "x"), state.get("a", "y"), state.get("b", "x")), (None, Some("2"), Some("3")));
        for number in 0..2 * MOST {
            state.set("c", &number.to_string(), "");
        }
        assert_eq!(state.values.len(), MOST);
        assert!(state.set("a", "y", "4"), "a known value may change");
        state.clear();
        assert_eq!(state, ServiceState::default());
    }
}
