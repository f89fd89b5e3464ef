//! The icons on the desktop itself: apps with their badges, and shortcuts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{ANY, MAX_WHOLE, OsFields};
use super::id::ID;
use super::read::Verb;
use super::unit_enum::unit_enum;
use crate::fields::{Fields, Need};
use crate::finding::Code;
use crate::number::Finite;

unit_enum! {
    /// The type of a shortcut's icon.
    IconType { Emoji = "emoji", Image = "image" }
}

unit_enum! {
    /// What a shortcut opens.
    ShortcutType { File = "file", Url = "url", Action = "action" }
}

/// Set the number on an app's icon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppBadge {
    /// The app, by the name of its folder.
    #[schemars(regex(pattern = ID))]
    pub app_id: String,
    /// The number; 0 removes the badge.
    #[schemars(range(min = 0, max = MAX_WHOLE))]
    pub count: u64,
}

impl Verb for AppBadge {
    const NAME: &'static str = "app.badge";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { app_id: fields.id("appId"), count: fields.req_whole("count", 0..=MAX_WHOLE) }
    }
}

/// Read the list of apps again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DesktopRefreshApps {}

impl Verb for DesktopRefreshApps {
    const NAME: &'static str = "desktop.refreshApps";
    fn read(_: &mut Fields<'_, '_>) -> Self {
        Self {}
    }
}

/// Put a shortcut on the desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DesktopCreateShortcut {
    /// The shortcut.
    pub shortcut: DesktopShortcut,
}

/// A shortcut on the desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DesktopShortcut {
    /// Its name, unique among shortcuts.
    #[schemars(regex(pattern = ID))]
    pub id: String,
    /// The label below it.
    pub label: String,
    /// An emoji, or the path of a picture.
    pub icon: String,
    /// Whether the icon is an emoji or a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_type: Option<IconType>,
    /// What it opens.
    #[serde(rename = "type")]
    pub kind: ShortcutType,
    /// The path, address or action that it opens.
    pub target: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: Finite,
}

impl DesktopShortcut {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            id: fields.id("id"),
            label: fields.req_text("label"),
            icon: fields.req_text("icon"),
            icon_type: fields.opt_word("iconType"),
            kind: fields.req_word("type").unwrap_or(ShortcutType::File),
            target: fields.req_text("target"),
            created_at: fields.req_number("createdAt", ANY),
        }
    }

    fn nothing() -> Self {
        let text = String::new;
        let (kind, created_at) = (ShortcutType::File, Finite::ZERO);
        Self { id: text(), label: text(), icon: text(), icon_type: None, kind, target: text(), created_at }
    }

    /// Applies the changes in `updates`.
    pub fn update(&mut self, updates: ShortcutUpdates) {
        let ShortcutUpdates { label, icon, icon_type, kind, target } = updates;
        self.icon_type = icon_type.or(self.icon_type);
        self.kind = kind.unwrap_or(self.kind);
        for (field, update) in [(&mut self.label, label), (&mut self.icon, icon), (&mut self.target, target)] {
            if let Some(update) = update {
                *field = update;
            }
        }
    }
}

impl Verb for DesktopCreateShortcut {
    const NAME: &'static str = "desktop.createShortcut";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let shortcut = fields.object("shortcut", Need::Required, DesktopShortcut::read);
        Self { shortcut: shortcut.unwrap_or_else(DesktopShortcut::nothing) }
    }
}

/// Take a shortcut off the desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DesktopRemoveShortcut {
    /// The shortcut.
    #[schemars(regex(pattern = ID))]
    pub shortcut_id: String,
}

impl Verb for DesktopRemoveShortcut {
    const NAME: &'static str = "desktop.removeShortcut";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { shortcut_id: fields.id("shortcutId") }
    }
}

/// Change a shortcut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DesktopUpdateShortcut {
    /// The shortcut.
    #[schemars(regex(pattern = ID))]
    pub shortcut_id: String,
    /// The changes; absent fields stay.
    pub updates: ShortcutUpdates,
}

/// The changes to a shortcut. Its id and its creation time never change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShortcutUpdates {
    /// The label below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// An emoji, or the path of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Whether the icon is an emoji or a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_type: Option<IconType>,
    /// What it opens.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<ShortcutType>,
    /// The path, address or action that it opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

impl ShortcutUpdates {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        for name in ["id", "createdAt"] {
            if fields.raw(name).is_some() {
                fields.note(Code::NotAllowed, name, &format!("`{name}` of a shortcut cannot be changed"), &"nothing");
            }
        }
        Self {
            label: fields.opt_text("label"),
            icon: fields.opt_text("icon"),
            icon_type: fields.opt_word("iconType"),
            kind: fields.opt_word("type"),
            target: fields.opt_text("target"),
        }
    }
}

impl Verb for DesktopUpdateShortcut {
    const NAME: &'static str = "desktop.updateShortcut";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            shortcut_id: fields.id("shortcutId"),
            updates: fields.object("updates", Need::Required, ShortcutUpdates::read).unwrap_or_default(),
        }
    }
}
