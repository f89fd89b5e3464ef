//! The protection levels of Android's own permissions: whether an app gets one at install time, by asking the user, by
//! a developer's `pm grant`, by its own switch in Settings (an app op), or never.

use crate::shared::permissions::group;

/// The protection level of a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Granted at install time to every app that requests it.
    Normal,
    /// Granted by the user.
    Runtime,
    /// Granted to system apps, and by `pm grant`.
    Development,
    /// Granted by a switch in Settings, which `appops` also sets.
    AppOp,
    /// Granted to apps signed by the phone's manufacturer.
    Signature,
}

/// Names without `android.permission.`.
const NORMAL: &[&str] = &[
    "ACCESS_LOCATION_EXTRA_COMMANDS",
    "ACCESS_NETWORK_STATE",
    "ACCESS_NOTIFICATION_POLICY",
    "ACCESS_WIFI_STATE",
    "BLUETOOTH",
    "BLUETOOTH_ADMIN",
    "BROADCAST_STICKY",
    "CALL_COMPANION_APP",
    "CHANGE_NETWORK_STATE",
    "CHANGE_WIFI_MULTICAST_STATE",
    "CHANGE_WIFI_STATE",
    "DISABLE_KEYGUARD",
    "EXPAND_STATUS_BAR",
    "FOREGROUND_SERVICE",
    "FOREGROUND_SERVICE_CAMERA",
    "FOREGROUND_SERVICE_DATA_SYNC",
    "FOREGROUND_SERVICE_LOCATION",
    "FOREGROUND_SERVICE_MEDIA_PLAYBACK",
    "FOREGROUND_SERVICE_MEDIA_PROJECTION",
    "FOREGROUND_SERVICE_MICROPHONE",
    "FOREGROUND_SERVICE_SPECIAL_USE",
    "GET_PACKAGE_SIZE",
    "HIDE_OVERLAY_WINDOWS",
    "HIGH_SAMPLING_RATE_SENSORS",
    "INSTALL_SHORTCUT",
    "INTERNET",
    "KILL_BACKGROUND_PROCESSES",
    "MODIFY_AUDIO_SETTINGS",
    "NFC",
    "QUERY_ALL_PACKAGES",
    "READ_SYNC_SETTINGS",
    "READ_SYNC_STATS",
    "RECEIVE_BOOT_COMPLETED",
    "REORDER_TASKS",
    "REQUEST_COMPANION_RUN_IN_BACKGROUND",
    "REQUEST_DELETE_PACKAGES",
    "REQUEST_IGNORE_BATTERY_OPTIMIZATIONS",
    "RUN_USER_INITIATED_JOBS",
    "SCHEDULE_EXACT_ALARM",
    "SET_ALARM",
    "SET_WALLPAPER",
    "SET_WALLPAPER_HINTS",
    "TRANSMIT_IR",
    "USE_BIOMETRIC",
    "USE_EXACT_ALARM",
    "USE_FINGERPRINT",
    "USE_FULL_SCREEN_INTENT",
    "VIBRATE",
    "WAKE_LOCK",
    "WRITE_SYNC_SETTINGS",
];

const DEVELOPMENT: &[&str] = &[
    "BATTERY_STATS",
    "CHANGE_CONFIGURATION",
    "DUMP",
    "GET_APP_OPS_STATS",
    "INTERACT_ACROSS_USERS",
    "INTERACT_ACROSS_USERS_FULL",
    "PACKAGE_USAGE_STATS",
    "READ_LOGS",
    "SET_ALWAYS_FINISH",
    "SET_ANIMATION_SCALE",
    "SET_DEBUG_APP",
    "SET_PROCESS_LIMIT",
    "SIGNAL_PERSISTENT_PROCESSES",
    "WRITE_SECURE_SETTINGS",
];

const APP_OP: &[&str] = &[
    "ACCESS_MOCK_LOCATION",
    "LOADER_USAGE_STATS",
    "MANAGE_EXTERNAL_STORAGE",
    "MANAGE_MEDIA",
    "REQUEST_INSTALL_PACKAGES",
    "SYSTEM_ALERT_WINDOW",
    "WRITE_SETTINGS",
];

/// Returns the protection level of a permission; none if Android does not define it.
pub fn protection(permission: &str) -> Option<Protection> {
    let Some(name) = permission.strip_prefix("android.permission.") else {
        // The permissions of Google's services are granted to every app that requests them.
        let normal = permission.starts_with("com.google.android.") || permission.starts_with("com.android.");
        return normal.then_some(Protection::Normal);
    };
    if group(permission).is_some() {
        return Some(Protection::Runtime);
    }
    let plausible =
        !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_uppercase() || b"_0123456789".contains(&letter));
    let lists = [(NORMAL, Protection::Normal), (DEVELOPMENT, Protection::Development), (APP_OP, Protection::AppOp)];
    let listed = lists.into_iter().find(|(names, _)| names.contains(&name)).map(|(_, protection)| protection);
    // The hundreds of others are reserved for the system.
    listed.or_else(|| plausible.then_some(Protection::Signature))
}

/// Whether `pm grant` and `pm revoke` may change the permission.
pub fn is_changeable(permission: &str) -> bool {
    matches!(protection(permission), Some(Protection::Runtime | Protection::Development))
}
