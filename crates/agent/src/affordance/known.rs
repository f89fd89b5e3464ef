//! The tables: described layouts, and the names of elements in any app. Both are data in `layouts/`.
//!
//! A layout's file states the source of its ids. To add a layout: its file, and its line in [`FILES`].

use std::collections::HashMap;
use std::sync::LazyLock;

use device::tree::{Node, Role};
use serde::Deserialize;

const AFFORDANCES: &str = include_str!("../../layouts/affordances.json");
const FILES: &[&str] = &[
    include_str!("../../layouts/code.name.monkey.retromusic.json"),
    include_str!("../../layouts/com.android.camera2.json"),
    include_str!("../../layouts/com.dimowner.audiorecorder.json"),
    include_str!("../../layouts/com.android.chrome.json"),
    include_str!("../../layouts/com.android.dialer.json"),
    include_str!("../../layouts/com.android.permissioncontroller.json"),
    include_str!("../../layouts/com.android.settings.json"),
    include_str!("../../layouts/com.android.systemui.json"),
    include_str!("../../layouts/com.android.vending.json"),
    include_str!("../../layouts/com.google.android.apps.maps.json"),
    include_str!("../../layouts/com.google.android.apps.messaging.json"),
    include_str!("../../layouts/com.google.android.apps.walletnfcrel.json"),
    include_str!("../../layouts/com.google.android.apps.youtube.music.json"),
    include_str!("../../layouts/com.google.android.calendar.json"),
    include_str!("../../layouts/com.google.android.contacts.json"),
    include_str!("../../layouts/com.google.android.deskclock.json"),
    include_str!("../../layouts/com.google.android.dialer.json"),
    include_str!("../../layouts/com.google.android.documentsui.json"),
    include_str!("../../layouts/com.google.android.gm.json"),
    include_str!("../../layouts/com.google.android.keep.json"),
    include_str!("../../layouts/com.google.android.youtube.json"),
    include_str!("../../layouts/com.simplemobiletools.calendar.pro.json"),
    include_str!("../../layouts/com.simplemobiletools.gallery.pro.json"),
    include_str!("../../layouts/com.simplemobiletools.smsmessenger.json"),
    include_str!("../../layouts/com.spotify.music.json"),
    include_str!("../../layouts/com.whatsapp.json"),
    include_str!("../../layouts/net.cozic.joplin.json"),
    include_str!("../../layouts/net.gsantner.markor.json"),
    include_str!("../../layouts/net.osmand.json"),
    include_str!("../../layouts/org.tasks.json"),
];

/// The described layout of an app.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    pub(super) package: String,
    /// The source of its ids.
    #[cfg_attr(not(test), expect(dead_code, reason = "for readers of the file"))]
    pub(super) source: String,
    /// The marks by which an element is found, the most reliable first.
    pub(super) elements: HashMap<String, Vec<Mark>>,
}

/// How to recognise an element. If several fields are set, all must match.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Mark {
    /// The end of its resource id.
    id: Option<String>,
    description: Option<String>,
    text: Option<String>,
    /// The end of its class.
    class: Option<String>,
}

impl Mark {
    pub(super) fn fits(&self, node: &Node) -> bool {
        let id = node.resource_id.rsplit('/').next().unwrap_or_default();
        self.id.as_deref().is_none_or(|wanted| id == wanted)
            && self.description.as_deref().is_none_or(|wanted| node.description.trim() == wanted)
            && self.text.as_deref().is_none_or(|wanted| node.text.trim() == wanted)
            && self.class.as_deref().is_none_or(|wanted| node.class.ends_with(wanted))
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.id.is_none() && self.description.is_none() && self.text.is_none() && self.class.is_none()
    }
}

/// The appearance of an element for this purpose in any app.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Affordance {
    /// A field, or an element to press.
    pub(super) role: RequiredRole,
    /// Parts of its resource id.
    pub(super) ids: Vec<String>,
    /// Its text or description, in the known languages.
    pub(super) words: Vec<String>,
    /// Whether a label must be one of the words. Otherwise it may contain one: "Send a rose" sends no message.
    pub(super) exact: bool,
    /// Parts of the ids of elements that are something else.
    pub(super) not_ids: Vec<String>,
    /// Words of elements that are something else.
    pub(super) not_words: Vec<String>,
    /// Whether the only element of the role also counts, if nothing points to another.
    pub(super) only: bool,
}

impl Affordance {
    pub(super) fn is_field(&self) -> bool {
        self.role == RequiredRole::Field
    }
}

/// The role that an affordance must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RequiredRole {
    #[default]
    Button,
    Field,
}

impl RequiredRole {
    pub(super) fn fits(self, role: Role) -> bool {
        (self == Self::Field) == (role == Role::Field)
    }
}

/// The layouts. Skips unreadable files; a test ensures that all are readable.
pub(super) fn layouts() -> &'static [Layout] {
    static LAYOUTS: LazyLock<Vec<Layout>> =
        LazyLock::new(|| FILES.iter().filter_map(|file| serde_json::from_str(file).ok()).collect());
    &LAYOUTS
}

/// The names of elements in any app.
pub(super) fn affordances() -> &'static HashMap<String, Affordance> {
    static ALL: LazyLock<HashMap<String, Affordance>> =
        LazyLock::new(|| serde_json::from_str(AFFORDANCES).unwrap_or_default());
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_can_be_read_and_says_where_it_comes_from() {
        let all: HashMap<String, Affordance> = serde_json::from_str(AFFORDANCES).unwrap();
        for file in FILES {
            let layout: Layout = serde_json::from_str(file).unwrap_or_else(|error| panic!("{error} in {file}"));
            assert!(layout.source.len() > 10 && layout.package.contains('.'), "{layout:?}");
            for (name, marks) in &layout.elements {
                assert!(all.contains_key(name), "`{name}` of {} has no row in affordances.json", layout.package);
                assert!(!marks.is_empty() && marks.iter().all(|mark| !mark.is_empty()), "{name} {layout:?}");
            }
        }
        assert_eq!(layouts().len(), FILES.len());
        for (name, one) in &all {
            assert!(one.only || !one.ids.is_empty() || !one.words.is_empty(), "{name} is never found");
            let folded = |word: &&String| **word != super::super::folded(word);
            assert_eq!(one.words.iter().chain(&one.not_words).find(folded), None, "{name}");
        }
    }
}
