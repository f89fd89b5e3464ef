//! The page of blocked numbers, after AOSP's `BlockedNumbersActivity` in Telecom: the list, and the dialog for a number.

use super::Dialer;
use kit::overlays;
use kit::widgets::{self, Row};
use state::shared::{BlockedNumber, Shared};
use toolkit::{Event, Icon, View};

/// Builds the list of blocked numbers.
pub(super) fn page(shared: &Shared) -> View {
    let explained = "You won't receive calls or texts from blocked numbers.";
    let mut rows = vec![
        View::text(explained).padding(16.0, 12.0),
        Row::new("Add a number").icon(Icon::Add).on(Event::new("block_ask")).view().id("add_blocked"),
    ];
    rows.extend(shared.blocked.iter().map(row));
    widgets::screen(vec![widgets::top_bar("Blocked numbers", Vec::new()), View::list("blocked_list", rows)])
}

fn row(blocked: &BlockedNumber) -> View {
    let unblock = View::icon_button(Icon::Close, "Unblock", Event::with("unblock_ask", blocked.number.as_str()));
    Row::new(&blocked.number).ids("blocked_number", "blocked_date").trailing(unblock.id("delete_blocked_number")).view()
}

impl Dialer {
    /// Builds the dialog for a number to block.
    pub(super) fn block_dialog(&self) -> View {
        let field = View::field("add_blocked_number", &self.blocking, "Phone number", "blocking");
        let buttons = vec![
            View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
            View::button("Block", Event::new("block")).id("android:id/button1"),
        ];
        overlays::dialog("Block calls and texts from", vec![widgets::submits(field, "block")], buttons)
    }
}
