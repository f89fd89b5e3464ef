//! Shortcuts as a page may show them: the icon and the target must pass the rules for addresses.

use action::os::{DesktopShortcut, IconType, ShortcutType};

use super::address;

/// Returns a shortcut whose icon and target are safe to use; unsafe ones become empty.
pub fn shortcut(sent: &DesktopShortcut) -> DesktopShortcut {
    let mut safe = sent.clone();
    // An icon that is not declared as an image is drawn as text.
    if safe.icon_type == Some(IconType::Image) {
        safe.icon = address::picture(&sent.icon).unwrap_or_default();
    }
    safe.target = match sent.kind {
        // A page of this server can be opened too; the rules for frames decide which.
        ShortcutType::Url if sent.target.starts_with('/') => address::frame(&sent.target).unwrap_or_default(),
        ShortcutType::Url => address::link(&sent.target).unwrap_or_default(),
        ShortcutType::File => file(&sent.target),
        // The name of an action goes back to the server unchanged; the page does nothing with it.
        ShortcutType::Action => sent.target.clone(),
    };
    safe
}

/// Returns a path in the storage: relative, or under `/files/`; empty if it leaves the folder.
fn file(target: &str) -> String {
    // `javascript:x` would be a valid path, but an address to a program that turns it into a link.
    if target.contains(':') {
        return String::new();
    }
    let absolute = if target.starts_with('/') { target.to_owned() } else { format!("/files/{target}") };
    if address::is_own_file(&absolute) { target.to_owned() } else { String::new() }
}
