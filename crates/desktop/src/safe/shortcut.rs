//! Shortcuts as a page may show them: the icon's picture and the target pass the rules for addresses.

use action::os::{DesktopShortcut, IconType, ShortcutType};

use super::address;

/// A shortcut whose icon and target are safe to use; what is not is left empty.
pub fn shortcut(sent: &DesktopShortcut) -> DesktopShortcut {
    let mut safe = sent.clone();
    // Whatever is not said to be a picture is drawn as text.
    if safe.icon_type == Some(IconType::Image) {
        safe.icon = address::picture(&sent.icon).unwrap_or_default();
    }
    safe.target = match sent.kind {
        // A page of this server can be opened too; the rules for frames name which.
        ShortcutType::Url if sent.target.starts_with('/') => address::frame(&sent.target).unwrap_or_default(),
        ShortcutType::Url => address::link(&sent.target).unwrap_or_default(),
        ShortcutType::File => file(&sent.target),
        // The name of an action goes back to the server as it is; the page does nothing with it.
        ShortcutType::Action => sent.target.clone(),
    };
    safe
}

/// A path in the storage: relative, or under `/files/`; empty if it tries to leave.
fn file(target: &str) -> String {
    let absolute = if target.starts_with('/') { target.to_owned() } else { format!("/files/{target}") };
    if address::is_own_file(&absolute) { target.to_owned() } else { String::new() }
}
