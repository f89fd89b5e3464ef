//! What gestures on the home screen mean: the launcher understands them, whoever sees the finger sends them.

use toolkit::Event;

/// What a swipe up on the home screen means. A view cannot say that it is swiped, so whoever sees the
/// gesture on the route `home` sends this.
pub fn swipe_up() -> Event {
    Event::new("all_apps")
}

/// What a swipe down on all apps means, when the list is at its top.
pub fn swipe_down() -> Event {
    Event::new("navigate_up")
}
