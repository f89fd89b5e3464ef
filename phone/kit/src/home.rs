//! Events of gestures on the home screen: the launcher handles them, the gesture recogniser sends them.

use toolkit::Event;

/// The event of a swipe up on the home screen. Views have no such gesture, so the gesture recogniser sends this on the
/// route `home`.
pub fn swipe_up() -> Event {
    Event::new("all_apps")
}
