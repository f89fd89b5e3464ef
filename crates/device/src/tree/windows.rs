//! Tells windows apart: the app, and the phone's own bars around it.
//!
//! A dump lists one window, or all of them as roots, in any order. The clock in the status bar is then a text at the top
//! of the screen, like a title.

use super::{Node, Tree};

/// The package of the status bar, the navigation bar, the notification shade and the lock screen.
const SYSTEM_UI: &str = "com.android.systemui";
/// Packages whose narrow windows are handles at the edge of the screen.
const EDGES: [&str; 3] = ["gesture", "com.samsung.android.app.cocktailbarservice", "com.sec.android.app.launcher"];
/// The status bar's share of the screen's height is one in this many. The shade and the lock screen draw it themselves,
/// without ids on newer phones.
const STATUS_BAR_SHARE: i32 = 22;
/// Ids of the status bar and its parts (AOSP `status_bar.xml`, `keyguard_status_bar.xml`, One UI, MIUI).
const STATUS_BAR: &[&str] = &[
    "status_bar",
    "status_bar_container",
    "status_bar_contents",
    "status_bar_launch_animation_container",
    "phone_status_bar_view",
    "status_bar_start_side_container",
    "status_bar_end_side_container",
    "keyguard_header",
    "keyguard_status_bar",
    "system_icons",
    "system_icon_area",
    "statusIcons",
    "battery",
    "battery_percentage_view",
    "wifi_combo",
    "mobile_combo",
    "mobile_group",
    "notification_icon_area",
    "notificationIcons",
    "quick_status_bar_system_icons",
    "notification_lights_out",
    "carrier_text",
    "keyguard_carrier_text",
    "network_speed",
    "status_icon_area",
    "batteryRemainingIcon",
];
/// Ids of the other windows that the phone draws over every app.
const OTHER_BARS: &[&str] = &[
    "navigation_bar_frame",
    "navigation_bar_view",
    "nav_buttons",
    "floatball_window",
    "rounded_corners_top",
    "rounded_corners_bottom",
];

/// The size of a dialog, in hundredths of the window below it.
const SMALLEST_DIALOG: i64 = 6;
const LARGEST_DIALOG: i64 = 90;

impl Tree {
    /// Whether a node belongs to the status bar: the clock, the battery, the icons of notifications. Nothing there is
    /// part of an app, its title or a conversation. Costs one walk to the root.
    pub fn is_status_bar(&self, place: usize) -> bool {
        self.is_at_top_of_shade(place)
            || self.upwards(place).any(|at| {
                let node = &self.nodes[at];
                let at_top =
                    || node.parent.is_none() && is_strip(node) && node.bounds.top <= 0 && !has_id(node, OTHER_BARS);
                node.package == SYSTEM_UI && (has_id(node, STATUS_BAR) || at_top())
            })
    }

    /// Whether a node belongs to any window that the phone draws around or over every app: the status bar, the
    /// navigation bar, handles at the edge.
    pub fn is_system_bar(&self, place: usize) -> bool {
        self.is_at_top_of_shade(place)
            || self.upwards(place).any(|at| {
                let node = &self.nodes[at];
                let is_edge = || node.parent.is_none() && EDGES.contains(&node.package.as_str()) && is_narrow(node, 4);
                let is_bar = || has_id(node, STATUS_BAR) || has_id(node, OTHER_BARS);
                is_edge() || (node.package == SYSTEM_UI && (is_bar() || (node.parent.is_none() && is_strip(node))))
            })
    }

    /// Returns the root of the keyboard's window, if the dump lists it next to an app. A keyboard's own settings are an
    /// app.
    pub fn keyboard_window(&self) -> Option<usize> {
        let mut roots = (0..self.nodes.len()).filter(|place| self.nodes[*place].parent.is_none());
        let keyboard = roots.clone().find(|place| is_keyboard(&self.nodes[*place]))?;
        let is_app = |place: usize| !is_keyboard(&self.nodes[place]) && !self.is_system_bar(place);
        roots.any(is_app).then_some(keyboard)
    }

    fn is_at_top_of_shade(&self, place: usize) -> bool {
        let (Some(node), Some(root)) = (self.nodes.get(place), self.nodes.get(self.window(place))) else {
            return false;
        };
        let bottom = node.bounds.bottom.saturating_mul(STATUS_BAR_SHARE);
        node.package == SYSTEM_UI && root.bounds.top <= 0 && !node.bounds.is_empty() && bottom <= root.bounds.bottom
    }

    /// Returns the root of a node's window.
    pub fn window(&self, place: usize) -> usize {
        self.upwards(place).last().unwrap_or(place)
    }

    /// Returns the root of the window that floats over an app: a dialog, a menu, a sheet in its own window. None if
    /// there is only one window, or if the other ones are bars, handles or a keyboard.
    pub fn floating_window(&self) -> Option<usize> {
        let roots = self.nodes.iter().enumerate().filter(|(_, node)| node.parent.is_none() && !node.bounds.is_empty());
        let windows =
            roots.filter(|(place, node)| !self.is_system_bar(*place) && !is_strip(node) && !is_keyboard(node));
        let windows: Vec<(usize, i64)> = windows.map(|(place, node)| (place, node.bounds.area())).collect();
        let largest = windows.iter().map(|(_, area)| *area).max()?;
        // A picture of a call or a bubble is smaller than any dialog.
        let floats = |area: i64| area * 100 >= largest * SMALLEST_DIALOG && area * 100 <= largest * LARGEST_DIALOG;
        windows.into_iter().filter(|(_, area)| floats(*area)).min_by_key(|(_, area)| *area).map(|(place, _)| place)
    }

    /// Returns the size of the screen: of its largest window.
    pub fn screen(&self) -> (u32, u32) {
        let roots = self.nodes.iter().filter(|node| node.parent.is_none());
        let largest = roots.map(|root| root.bounds).max_by_key(|bounds| bounds.area()).unwrap_or_default();
        let size = |side: i32| u32::try_from(side).unwrap_or_default();
        (size(largest.right), size(largest.bottom))
    }

    /// A node and its ancestors. A parent precedes its children, so the walk ends.
    fn upwards(&self, place: usize) -> impl Iterator<Item = usize> {
        let known = Some(place).filter(|place| *place < self.nodes.len());
        std::iter::successors(known, |at| self.nodes[*at].parent.filter(|parent| parent < at))
    }
}

/// Whether a window is as narrow as a bar.
fn is_strip(root: &Node) -> bool {
    is_narrow(root, 6)
}

/// Whether a window is `times` as long as it is wide, or the other way round.
fn is_narrow(root: &Node, times: i32) -> bool {
    let bounds = root.bounds;
    let (width, height) = (bounds.right.saturating_sub(bounds.left), bounds.bottom.saturating_sub(bounds.top));
    !bounds.is_empty() && width.min(height).saturating_mul(times) <= width.max(height)
}

/// Whether a window is a keyboard, by the names that keyboards give their packages.
fn is_keyboard(root: &Node) -> bool {
    ["inputmethod", "keyboard", "honeyboard", "swiftkey"].iter().any(|part| root.package.contains(part))
}

fn has_id(node: &Node, ids: &[&str]) -> bool {
    node.resource_id.split_once(":id/").is_some_and(|(_, entry)| ids.contains(&entry))
}
