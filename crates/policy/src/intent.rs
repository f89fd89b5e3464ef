//! Classifies intents by their action, wherever one is written: `am start -a …`, `intent:…;action=…;end`.
//!
//! A table of Android's own actions, and verbs for the actions of apps. It knows neither the shell nor addresses.

use super::effect::{Effect, named};

/// Android's actions by their last part (`Intent.java`, `Settings.java`, `DevicePolicyManager.java`).
const ACTIONS: &[(Effect, &[&str])] = &[
    (Effect::Resets, &["MASTER_CLEAR", "FACTORY_RESET", "MASTER_CLEAR_NOTIFICATION"]),
    (Effect::Deletes, &["DELETE", "UNINSTALL_PACKAGE", "UNINSTALL"]),
    (Effect::Installs, &["INSTALL_PACKAGE", "INSTALL", "INSTALL_INSTANT_APP_PACKAGE", "CONFIRM_INSTALL"]),
    (
        Effect::Sends,
        &[
            "CALL",
            "CALL_PRIVILEGED",
            "CALL_EMERGENCY",
            "CALL_BUTTON",
            "SEND",
            "SENDTO",
            "SEND_MULTIPLE",
            "RESPOND_VIA_MESSAGE",
            "ANSWER",
        ],
    ),
    (
        Effect::Security,
        &[
            "ADD_DEVICE_ADMIN",
            "SET_NEW_PASSWORD",
            "SET_NEW_PARENT_PROFILE_PASSWORD",
            "PROVISION_MANAGED_DEVICE",
            "PROVISION_MANAGED_PROFILE",
            "MANAGE_CREDENTIALS",
            "ADD_ACCOUNT_SETTINGS",
            "CHANGE_DEFAULT",
            "CHANGE_DEFAULT_DIALER",
        ],
    ),
    (
        Effect::Grants,
        &[
            "REQUEST_PERMISSIONS",
            "REQUEST_PERMISSIONS_FOR_OTHER",
            "MANAGE_APP_PERMISSIONS",
            "MANAGE_UNKNOWN_APP_SOURCES",
            "REQUEST_IGNORE_BATTERY_OPTIMIZATIONS",
            "REQUEST_ROLE",
            "GRANT",
        ],
    ),
    (Effect::Restarts, &["REBOOT", "SHUTDOWN", "ACTION_REQUEST_SHUTDOWN", "REQUEST_SHUTDOWN"]),
];

/// Returns the effect of an intent with this action, as far as its name tells.
pub(super) fn does(action: &str) -> Option<Effect> {
    let last = action.rsplit('.').next().unwrap_or(action).trim();
    let upper = last.to_ascii_uppercase();
    let known = ACTIONS.iter().find(|(_, actions)| actions.contains(&upper.as_str()));
    known.map(|(effect, _)| *effect).or_else(|| named(last))
}

/// Whether the data or type names an app package to install.
pub(super) fn is_package_file(data_or_type: &str) -> bool {
    let lower = data_or_type.to_ascii_lowercase();
    let path = lower.split(['?', '#']).next().unwrap_or_default();
    lower.contains("application/vnd.android.package-archive")
        || [".apk", ".apks", ".xapk", ".apkm", ".aab"].iter().any(|ending| path.ends_with(ending))
}
