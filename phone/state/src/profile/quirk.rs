//! Quirks: deviations of some makers' phones from a Pixel. Any profile may have any of them.
//!
//! Each names its source. Only the framework implements them (`framework::quirks`).

use std::fmt;

use serde::{Deserialize, Serialize};

/// One quirk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quirk {
    /// `input` is refused until "USB debugging (Security settings)" is on. Xiaomi: Genymobile/scrcpy#1865, #4795.
    InputForbidden,
    /// Touches are accepted and reach nothing, as under a pocket mode or a pinned screen. Xiaomi:
    /// DeviceFarmer/STFService.apk#144.
    TouchesIgnored,
    /// The shell may not change settings. Realme, Oppo, Poco: appium/appium#13802, whyakari/TermuxDisableProcces#1.
    SettingsForbidden,
    /// `uiautomator` is killed whenever it runs. Sony: dtmilano/AndroidViewClient#181.
    DumpDies,
    /// Animations never rest, so `uiautomator` gives up. Pixel 9: mobile-next/mobilewright#117.
    NeverIdle,
    /// `uiautomator` gets no window. Android 9: dtmilano/AndroidViewClient#257.
    NoRootNode,
    /// Every picture of an app is black. zai-org/Open-AutoGLM#11.
    BlackPictures,
    /// There is a second display, and `screencap` warns before its picture. Galaxy Fold: callstack/agent-device#184.
    SecondDisplay,
    /// The dynamic linker warns before the output of each command. Android 5 to 7: Egoistically/ALAuto#131,
    /// leapdroid-team/leapdroid#53.
    LinkerWarnings,
    /// `monkey` finds no physical keys and starts nothing. Boards and boxes: gitlab.arm.com, tooling/lisa!408.
    MonkeyWithoutKeys,
    /// The keyboard loses some of the letters that `input text` types. Samsung:
    /// Automattic/simplenote-android#351, termux/termux-app#686.
    KeyboardEatsText,
    /// The clipboard command refuses the shell: since Android 10 only the app in front may read the clipboard
    /// (developer.android.com, privacy changes in Android 10).
    ClipboardDenied,
    /// The command that changes the keyboard is refused. Oppo: AirtestProject/AirtestIDE#781.
    KeyboardLocked,
    /// An app that leaves the screen is ended. Huawei, Smartisan: termux/termux-app#1172,
    /// openatx/uiautomator2#15.
    KillsBackground,
    /// Another user of the phone is closed to the shell, and `pm list packages` fails. Samsung's Secure Folder:
    /// mobile-dev-inc/Maestro#418, mozilla/web-ext#2904.
    SecureFolder,
    /// The screen does not turn: a TV box has one orientation.
    RotationStuck,
    /// `dumpsys window` does not answer in time; the line is that of AOSP's `dumpsys.cpp`.
    WindowDumpTimesOut,
    /// The window manager names no focused window. Android 10 to 13: SonicCloudOrg/sonic-agent#359,
    /// S2-group/android-runner#32.
    NoFocus,
    /// `getprop NAME` answers nothing.
    EmptyProperties,
    /// No space is left on the shared storage.
    StorageFull,
    /// Every `input` takes more than a second, because it starts a Java program of its own on a slow processor.
    SlowInput,
}

impl Quirk {
    /// All quirks.
    pub const ALL: &[Self] = &[
        Self::InputForbidden,
        Self::TouchesIgnored,
        Self::SettingsForbidden,
        Self::DumpDies,
        Self::NeverIdle,
        Self::NoRootNode,
        Self::BlackPictures,
        Self::SecondDisplay,
        Self::LinkerWarnings,
        Self::MonkeyWithoutKeys,
        Self::KeyboardEatsText,
        Self::ClipboardDenied,
        Self::KeyboardLocked,
        Self::KillsBackground,
        Self::SecureFolder,
        Self::RotationStuck,
        Self::WindowDumpTimesOut,
        Self::NoFocus,
        Self::EmptyProperties,
        Self::StorageFull,
        Self::SlowInput,
    ];
}

impl fmt::Display for Quirk {
    /// Writes its name as a profile has it, such as `input-forbidden`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = serde_json::to_value(self).map_err(|_| fmt::Error)?;
        f.write_str(name.as_str().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quirk_is_listed_and_has_a_name_that_a_profile_can_use() {
        assert!(Quirk::ALL.is_sorted(), "in the order of their declaration, each once");
        for quirk in Quirk::ALL {
            let read: Quirk = serde_json::from_value(quirk.to_string().into()).unwrap();
            assert_eq!(read, *quirk);
        }
        assert_eq!(Quirk::ALL.last().map(|last| *last as usize), Some(Quirk::ALL.len() - 1));
    }
}
