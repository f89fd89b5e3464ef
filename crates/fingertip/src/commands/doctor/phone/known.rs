//! Known deviations of some phones: the symptom, the cause, the fix. One row each.

use serde::Serialize;

/// What to do about a problem that no row knows.
pub(super) const UNKNOWN: &str =
    "restart the phone and try again; if the problem persists, open an issue and attach the report";

/// A known quirk of phones.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Known {
    /// Its name.
    pub(super) name: &'static str,
    /// The cause, in words.
    #[serde(skip)]
    pub(super) cause: &'static str,
    /// What helps.
    #[serde(skip)]
    pub(super) cure: &'static str,
    /// Parts of a phone's message that show it; none if a check finds it in another way.
    #[serde(skip)]
    shows: &'static [&'static str],
}

/// Every known quirk.
#[rustfmt::skip]
pub(super) const KNOWN: &[Known] = &[
    Known { name: "input-forbidden", cause: "the phone refuses touches and keys that come over adb", cure: "in the developer options switch on `USB debugging (Security settings)` (Xiaomi, Redmi, Poco), or switch off `Permission monitoring` (Oppo, Realme), then restart the phone", shows: &["INJECT_EVENTS", "does not allow input over adb"] },
    Known { name: "touches-ignored", cause: "the phone accepts touches, but nothing on the screen responds", cure: "leave screen pinning, remove the cover, turn off pocket mode, and switch on `USB debugging (Security settings)` if there is one", shows: &[] },
    Known { name: "settings-forbidden", cause: "adb may not change settings on this phone", cure: "in the developer options switch on `USB debugging (Security settings)`, or switch off `Permission monitoring` (Oppo, Realme, OnePlus)", shows: &["WRITE_SECURE_SETTINGS", "Permission denial: writing to settings"] },
    Known { name: "dump-dies", cause: "the phone kills `uiautomator`, so that the elements of a screen cannot be read", cure: "close other automation tools (Appium, accessibility services) and restart the phone; until then tasks read the picture alone", shows: &["Killed", "status 137"] },
    Known { name: "never-idle", cause: "something on the screen moves all the time, and `uiautomator` waits for it to stop", cure: "in the developer options set all three animation scales to off, and stop videos and live wallpapers", shows: &["idle state"] },
    Known { name: "no-root-node", cause: "`uiautomator` gets no window from the phone", cure: "unlock the phone, and switch the screen off and on; if that does not help, restart the phone", shows: &["null root node"] },
    Known { name: "black-pictures", cause: "the app in front hides itself from pictures, or the phone does so for all apps", cure: "leave the protected app (bank, password manager, private tab); on a managed phone the company decides it", shows: &[] },
    Known { name: "second-display", cause: "the phone has more than one display, and the first one is used", cure: "unfold the phone or take off the second screen, if the wrong one is shown", shows: &["Multiple displays were found"] },
    Known { name: "linker-warnings", cause: "the phone prints a warning before the answer of each command", cure: "nothing: the warnings are skipped; an update of the phone removes them", shows: &["WARNING: linker"] },
    Known { name: "monkey-without-keys", cause: "`monkey` starts no app, because the phone has no physical keys", cure: "nothing: apps are started in another way", shows: &["SYS_KEYS has no physical keys"] },
    Known { name: "keyboard-eats-text", cause: "the phone's keyboard loses or changes letters that are typed", cure: "switch off predictive text and auto-correction in the keyboard's settings, or use Gboard; or install ADBKeyBoard, which types texts as they are", shows: &["instead of the typed text"] },
    Known { name: "clipboard-denied", cause: "adb may not use the phone's clipboard", cure: "nothing: texts are typed in another way; install ADBKeyBoard for other alphabets", shows: &["not allowed to access the clipboard"] },
    Known { name: "keyboard-locked", cause: "adb may not change the keyboard, so that ADBKeyBoard cannot be used", cure: "choose `ADB Keyboard` in the phone's language settings yourself, or switch off `Permission monitoring` in the developer options", shows: &[] },
    Known { name: "no-unicode", cause: "adb types English letters only", cure: "install ADBKeyBoard on the phone (github.com/senzhk/ADBKeyBoard) for other alphabets and emoji", shows: &[] },
    Known { name: "kills-background", cause: "the phone ends apps as soon as they leave the screen", cure: "exempt the apps from battery optimisation: Settings, Battery, and lock them in the list of recent apps; see dontkillmyapp.com", shows: &[] },
    Known { name: "secure-folder", cause: "another user of the phone, such as Samsung's Secure Folder or a work profile, is closed to adb", cure: "nothing: only the apps of the main user are used", shows: &["does not have permission to access user"] },
    Known { name: "rotation-stuck", cause: "the screen does not turn", cure: "nothing, if the device has one orientation; otherwise switch off the rotation lock of a case or a launcher", shows: &[] },
    Known { name: "window-dump-times-out", cause: "the phone's window manager does not report in time", cure: "wait until the phone has started up, close heavy apps, and restart the phone", shows: &["DUMP TIMEOUT"] },
    Known { name: "no-focus", cause: "the window manager names no window in front", cure: "nothing: the app in front is read from the activity manager", shows: &[] },
    Known { name: "empty-properties", cause: "the phone does not tell its model and version", cure: "nothing; write the model into the report yourself", shows: &[] },
    Known { name: "storage-full", cause: "the phone has no room for files", cure: "free some space: Settings, Storage", shows: &["No space left on device"] },
    Known { name: "slow-input", cause: "the phone takes more than a second for one touch", cure: "close other apps and leave the power saving mode; an old phone may stay slow", shows: &[] },
    Known { name: "locked", cause: "the phone is locked", cure: "unlock it, and let its screen stay on while it charges (developer options, `Stay awake`)", shows: &[] },
    Known { name: "wire-drops", cause: "the connection to the phone was lost during the checks", cure: "use another cable or port; over Wi-Fi keep the phone awake and near", shows: &["was disconnected", "cannot be reached"] },
];

/// Returns the row of this name.
pub(super) fn named(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

/// Returns the rows whose message a text contains.
pub(super) fn shown_by(text: &str) -> Vec<&'static Known> {
    KNOWN.iter().filter(|known| known.shows.iter().any(|part| text.contains(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_a_phone_names_its_quirk() {
        let rows = [
            (
                "java.lang.SecurityException: Injecting input events requires … INJECT_EVENTS permission.",
                "input-forbidden",
            ),
            (
                "Security exception: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS",
                "settings-forbidden",
            ),
            ("the phone did not carry out `uiautomator dump`: Killed", "dump-dies"),
            ("ERROR: could not get idle state.", "never-idle"),
            ("ERROR: null root node returned by UiTestAutomationBridge.", "no-root-node"),
            ("[Warning] Multiple displays were found, but no display id was specified!", "second-display"),
            ("WARNING: linker: libdvm.so has text relocations.", "linker-warnings"),
            ("** SYS_KEYS has no physical keys but with factor 2.0%.", "monkey-without-keys"),
            ("the field contains `helo` instead of the typed text (keys)", "keyboard-eats-text"),
            ("Shell does not have permission to access user 150", "secure-folder"),
            ("*** SERVICE 'window' DUMP TIMEOUT (10000ms) EXPIRED ***", "window-dump-times-out"),
            ("the phone was disconnected: end of stream", "wire-drops"),
            ("write failed: No space left on device", "storage-full"),
        ];
        for (text, name) in rows {
            assert_eq!(shown_by(text).first().map(|known| known.name), Some(name), "{text}");
        }
        assert!(shown_by("Success").is_empty());
        for known in KNOWN {
            assert_eq!(named(known.name), Some(known));
            assert!(!known.cause.is_empty() && !known.cure.is_empty() && !known.cause.ends_with('.'), "{}", known.name);
        }
        assert!(KNOWN.len() >= 15);
    }
}
