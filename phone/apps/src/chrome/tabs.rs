//! Tabs and their back stacks.

use serde::{Deserialize, Serialize};

/// The most tabs; the oldest is closed first.
const MAX_TABS: usize = 50;
/// The most back stack entries of a tab.
const MAX_ENTRIES: usize = 50;
/// The address of a new tab.
pub(super) const NEW_TAB: &str = "chrome://newtab";

/// A visited page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Entry {
    pub(super) address: String,
    pub(super) title: String,
}

/// One tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tab {
    /// Never empty.
    entries: Vec<Entry>,
    at: usize,
    /// Whether another app opened it: Back at its start closes it.
    from_outside: bool,
}

/// All tabs; there is always at least one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Saved")]
pub(super) struct Tabs {
    tabs: Vec<Tab>,
    current: usize,
}

/// The saved form of the tabs, which is not trusted.
#[derive(Deserialize)]
struct Saved {
    tabs: Vec<Tab>,
    current: usize,
}

impl From<Saved> for Tabs {
    fn from(saved: Saved) -> Self {
        let mut tabs = saved.tabs;
        tabs.retain(|tab| !tab.entries.is_empty());
        tabs.truncate(MAX_TABS);
        for tab in &mut tabs {
            tab.entries.truncate(MAX_ENTRIES);
            tab.at = tab.at.min(tab.entries.len() - 1);
        }
        if tabs.is_empty() {
            return Self::default();
        }
        Self { current: saved.current.min(tabs.len() - 1), tabs }
    }
}

impl Default for Tabs {
    fn default() -> Self {
        Self { tabs: vec![Tab::new(false)], current: 0 }
    }
}

impl Tab {
    fn new(from_outside: bool) -> Self {
        let entry = Entry { address: NEW_TAB.to_owned(), title: "New tab".to_owned() };
        Self { entries: vec![entry], at: 0, from_outside }
    }

    /// Returns the page it shows.
    pub(super) fn entry(&self) -> Entry {
        self.entries.get(self.at).cloned().unwrap_or_default()
    }
}

impl Tabs {
    /// Returns all tabs, oldest first.
    pub(super) fn all(&self) -> &[Tab] {
        &self.tabs
    }

    /// Returns the index of the current tab.
    pub(super) fn current(&self) -> usize {
        self.current
    }

    fn tab(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.current)
    }

    /// Returns the current page.
    pub(super) fn entry(&self) -> Entry {
        self.tabs.get(self.current).map(Tab::entry).unwrap_or_default()
    }

    /// Whether it can go back, and forward.
    pub(super) fn ways(&self) -> (bool, bool) {
        self.tabs.get(self.current).map_or((false, false), |tab| (tab.at > 0, tab.at + 1 < tab.entries.len()))
    }

    /// Opens a tab and makes it current.
    pub(super) fn open(&mut self, from_outside: bool) {
        self.tabs.push(Tab::new(from_outside));
        if self.tabs.len() > MAX_TABS {
            self.tabs.remove(0);
        }
        self.current = self.tabs.len() - 1;
    }

    /// Opens a page in the current tab and drops the forward entries. An unused new-tab page is replaced if the tab was
    /// opened for this page.
    pub(super) fn go(&mut self, entry: Entry) {
        let Some(tab) = self.tab() else { return };
        tab.entries.truncate(tab.at + 1);
        if tab.from_outside && tab.entries.len() == 1 && tab.entry().address == NEW_TAB {
            tab.entries.clear();
        }
        tab.entries.push(entry);
        if tab.entries.len() > MAX_ENTRIES {
            tab.entries.remove(0);
        }
        tab.at = tab.entries.len() - 1;
    }

    /// Sets the title of the current page.
    pub(super) fn name(&mut self, title: &str) {
        if let Some(tab) = self.tab()
            && let Some(entry) = tab.entries.get_mut(tab.at)
        {
            title.clone_into(&mut entry.title);
        }
    }

    /// Goes back. Returns whether it could.
    pub(super) fn back(&mut self) -> bool {
        let Some(tab) = self.tab().filter(|tab| tab.at > 0) else { return false };
        tab.at -= 1;
        true
    }

    /// Goes forward. Returns whether it could.
    pub(super) fn forward(&mut self) -> bool {
        let Some(tab) = self.tab().filter(|tab| tab.at + 1 < tab.entries.len()) else { return false };
        tab.at += 1;
        true
    }

    /// Closes the current tab if another app opened it.
    pub(super) fn close_outsider(&mut self) {
        if self.tab().is_some_and(|tab| tab.from_outside) {
            self.close(self.current);
        }
    }

    /// Closes a tab. The one before it becomes current; after the last one closes, a new tab opens.
    pub(super) fn close(&mut self, number: usize) {
        if number >= self.tabs.len() {
            return;
        }
        self.tabs.remove(number);
        if self.tabs.is_empty() {
            *self = Self::default();
        } else if self.current > number || self.current >= self.tabs.len() {
            self.current -= 1;
        }
    }

    /// Makes a tab current.
    pub(super) fn choose(&mut self, number: usize) {
        if number < self.tabs.len() {
            self.current = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(tabs: &mut Tabs, address: &str) {
        tabs.go(Entry { address: address.to_owned(), title: String::new() });
    }

    #[test]
    fn a_tab_goes_back_and_forward_until_one_goes_elsewhere() {
        let mut tabs = Tabs::default();
        go(&mut tabs, "a");
        go(&mut tabs, "b");
        assert!(tabs.back() && tabs.entry().address == "a" && tabs.forward() && !tabs.forward());
        assert!(tabs.back() && tabs.back() && !tabs.back());
        assert_eq!(tabs.entry().address, NEW_TAB);
        go(&mut tabs, "c");
        assert_eq!((tabs.ways(), tabs.entry().address.as_str()), ((true, false), "c"));
    }

    #[test]
    fn a_tab_that_another_app_opened_ends_with_its_page() {
        let mut tabs = Tabs::default();
        go(&mut tabs, "a");
        tabs.open(true);
        go(&mut tabs, "b");
        assert!(!tabs.back());
        tabs.close_outsider();
        assert_eq!((tabs.entry().address.as_str(), tabs.all().len()), ("a", 1));
        tabs.close_outsider();
        tabs.close(0);
        tabs.close(7);
        assert_eq!((tabs.entry().address.as_str(), tabs.all().len()), (NEW_TAB, 1));
    }

    #[test]
    fn tabs_are_bounded_and_whatever_was_saved_is_mended() {
        let mut tabs = Tabs::default();
        for number in 0..200 {
            tabs.open(false);
            go(&mut tabs, &number.to_string());
        }
        assert_eq!((tabs.all().len(), tabs.entry().address.as_str()), (MAX_TABS, "199"));
        for (json, current) in [
            (r#"{"tabs":[],"current":9}"#, 0),
            (r#"{"tabs":[{"entries":[],"at":3,"from_outside":false}],"current":0}"#, 0),
            (r#"{"tabs":[{"entries":[{"address":"x"}],"at":3,"from_outside":false}],"current":5}"#, 0),
        ] {
            let read: Tabs = serde_json::from_str(json).unwrap();
            assert_eq!((read.current(), read.all().len()), (current, 1), "{json}");
            assert!(!read.entry().address.is_empty());
        }
    }
}
