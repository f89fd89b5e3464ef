//! Finds the app in front and the status bar, from one `dumpsys window`.
//!
//! Android 9 reports it in `dumpsys window windows`, Android 10 and later in `dumpsys window displays`, and all of them
//! in the full dump. That can be a megabyte, so it is filtered on the phone.

use crate::DeviceError;
use crate::connection::Connection;
use crate::wire::{Connect, Limit};

/// The query.
pub(crate) const QUESTION: &str =
    "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp|Window #|frame=|mFrame=|isOnScreen=|isVisible='";
/// The query for phones whose window manager names no window in front, or does not answer.
const RESUMED: &str = "dumpsys activity activities | grep -E 'ResumedActivity'";
/// The query about a black screen: flags of windows, and whether the screen is on.
const WHY_BLACK: &str = "dumpsys power | grep -E 'mWakefulness=|Display Power'; dumpsys window windows | grep -E \
     'mCurrentFocus|Window #|fl='";

/// The app in front.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Foreground {
    /// Its package.
    pub package: String,
    /// The full name of the activity, if known.
    pub activity: Option<String>,
}

/// Whether the picture shows the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// The picture shows the screen.
    Shown,
    /// The app hides it from pictures (FLAG_SECURE): the picture is black, the screen is not.
    Secure,
    /// The screen is off.
    Off,
    /// The picture is black for an unknown reason.
    Black,
}

/// The window manager's report about the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Windows {
    /// The app in front, if there is one.
    pub(crate) front: Option<Foreground>,
    /// The size of the status bar, while it is visible.
    pub(crate) status_bar: Option<(u32, u32)>,
}

/// Fetches the app in front and the status bar.
pub(crate) async fn fetch<C: Connect>(phone: &Connection<C>) -> Result<Windows, DeviceError> {
    // Without a match `grep` exits with 1, which is an answer too.
    let said = phone.query_unchecked(QUESTION, Limit::SHORT).await?.text();
    let front = match parse(&said) {
        // A second question, for phones whose window manager names nothing. A look does not fail because of it.
        None => {
            let said = phone.query_unchecked(RESUMED, Limit::SHORT).await.ok();
            said.and_then(|said| parse_resumed(&said.text()))
        }
        front => front,
    };
    Ok(Windows { front, status_bar: status_bar(&said) })
}

/// Fetches the reason for a black picture.
pub(crate) async fn fetch_why_black<C: Connect>(phone: &Connection<C>) -> Result<Visibility, DeviceError> {
    Ok(why_black(&phone.query_unchecked(WHY_BLACK, Limit::SHORT).await?.text()))
}

/// Reads the lines with `mCurrentFocus` and `mFocusedApp`; those of other displays may be `null`.
pub fn parse(dump: &str) -> Option<Foreground> {
    let values = |key: &str| {
        let key = format!("{key}=");
        dump.lines().filter_map(move |line| Some(line.trim().strip_prefix(&key)?.to_owned())).collect::<Vec<_>>()
    };
    let focused = values("mCurrentFocus");
    let app = || values("mFocusedApp").iter().find_map(|value| component(value));
    focused
        .iter()
        .find_map(|value| component(value).or_else(|| dialog_of(value)))
        .or_else(|| focused.iter().find_map(|value| system_window(value)))
        .or_else(app)
}

/// Reads `mResumedActivity: ActivityRecord{…}` (until Android 11), `ResumedActivity: …` and `topResumedActivity=…`
/// (from Android 10 on, the latter first).
pub fn parse_resumed(dump: &str) -> Option<Foreground> {
    let value = |key: &str| {
        let mut lines = dump.lines().filter_map(|line| line.trim().strip_prefix(key));
        lines.find_map(|value| component(value.trim_start_matches([':', '=', ' '])))
    };
    ["topResumedActivity", "mResumedActivity", "ResumedActivity"].into_iter().find_map(value)
}

/// Reads `Window{9a1b2c3 u0 com.pkg/com.pkg.Act}`, `ActivityRecord{1a2b u0 com.pkg/.Act t12}`, and Android 9's
/// `AppWindowToken{5a token=Token{6b ActivityRecord{7c u0 com.pkg/.Act t12}}}`.
fn component(value: &str) -> Option<Foreground> {
    let word = value.split([' ', '{', '}']).find(|word| word.contains('/') && !word.starts_with('/'))?;
    let (package, class) = word.split_once('/')?;
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._$".contains(&byte))
    };
    if !is_name(package) || !is_name(class) {
        return None;
    }
    let activity = if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
    Some(Foreground { package: package.to_owned(), activity: Some(activity) })
}

/// Reads `Window{… u0 Application Not Responding: com.pkg}`, `Window{… u0 Application Error: com.pkg}`.
fn dialog_of(value: &str) -> Option<Foreground> {
    let at = ["Application Not Responding: ", "Application Error: "].iter().find_map(|title| {
        let at = value.find(title)?;
        Some(at + title.len())
    })?;
    let package = value[at..].trim_end_matches('}').trim();
    (!package.is_empty()).then(|| Foreground { package: package.to_owned(), activity: None })
}

/// Recognises windows of the system: the shade, the lock screen.
fn system_window(value: &str) -> Option<Foreground> {
    const SYSTEM: [&str; 5] = ["NotificationShade", "StatusBar", "Keyguard", "Bouncer", "VolumeDialog"];
    SYSTEM
        .iter()
        .any(|name| value.contains(name))
        .then(|| Foreground { package: "com.android.systemui".to_owned(), activity: None })
}

/// Returns the size of the status bar at the top of the screen, from `Window #9 Window{7d u0 StatusBar}:`,
/// `Frames: parent=… frame=[0,0][1080,63] …` (before Android 10 `mFrame=[0,0][1080,63] …`) and `isOnScreen=true`,
/// `isVisible=true`; `None` while an app hides it.
pub fn status_bar(dump: &str) -> Option<(u32, u32)> {
    let mut lines =
        dump.lines().skip_while(|line| !(line.contains("Window #") && line.trim().ends_with(" StatusBar}:")));
    lines.next()?;
    let mut size = None;
    for line in lines.take_while(|line| !line.contains("Window #")) {
        if line.contains("isOnScreen=false") || line.contains("isVisible=false") {
            return None;
        }
        let frame = |word: &str| {
            let frame = word.strip_prefix("frame=").or_else(|| word.strip_prefix("mFrame="))?;
            let (width, height) = frame.strip_prefix("[0,0][")?.strip_suffix(']')?.split_once(',')?;
            Some((width.parse().ok()?, height.parse().ok()?))
        };
        size = size.or_else(|| line.split_whitespace().find_map(frame));
    }
    size.filter(|(width, height)| *width > 0 && *height > 0)
}

/// Reads the answer to the query about a black screen.
pub fn why_black(dump: &str) -> Visibility {
    let off = ["mWakefulness=Asleep", "mWakefulness=Dozing", "Display Power: state=OFF", "Display Power: state=DOZE"];
    if off.iter().any(|sign| dump.contains(sign)) {
        return Visibility::Off;
    }
    let focus = dump.lines().find_map(|line| line.trim().strip_prefix("mCurrentFocus="));
    let window = |line: &str| Some(line[line.find("Window{")?..].trim_end_matches([':', ' ']).to_owned());
    let mut current = None;
    for line in dump.lines() {
        if line.contains("Window #") {
            current = window(line);
        } else if secure_flag(line) && (focus.is_none() || current.is_none() || current.as_deref() == focus) {
            return Visibility::Secure;
        }
    }
    Visibility::Black
}

/// Reads `fl=LAYOUT_IN_SCREEN SECURE HARDWARE_ACCELERATED`, or before Android 9 `fl=#81812100`, where 0x2000 is the
/// flag.
fn secure_flag(line: &str) -> bool {
    line.split("fl=").nth(1).is_some_and(|flags| {
        let number = flags.trim_start_matches('#').split(|c: char| !c.is_ascii_hexdigit()).next().unwrap_or_default();
        flags.split_whitespace().any(|flag| flag == "SECURE")
            || (flags.starts_with('#') && u32::from_str_radix(number, 16).is_ok_and(|flags| flags & 0x2000 != 0))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_app_in_front_is_read_from_every_spelling() {
        let rows = [
            // Android 14
            (
                "  mCurrentFocus=Window{b5b8d7 u0 com.android.settings/com.android.settings.Settings}\n  mFocusedApp=ActivityRecord{2ae21d7 u0 com.android.settings/.Settings t9}\n",
                Some(("com.android.settings", Some("com.android.settings.Settings"))),
            ),
            // Android 9
            (
                "  mCurrentFocus=null\n  mFocusedApp=AppWindowToken{5a5f3c4 token=Token{9d2e6d7 ActivityRecord{3e6d5b6 u0 com.whatsapp/.HomeActivity t5}}}\n",
                Some(("com.whatsapp", Some("com.whatsapp.HomeActivity"))),
            ),
            // Two displays
            (
                "  mCurrentFocus=null\r\n  mFocusedApp=null\r\n  mCurrentFocus=Window{1 u10 a.b/a.b.C}\r\n",
                Some(("a.b", Some("a.b.C"))),
            ),
            // A popup of the app
            (
                "  mCurrentFocus=Window{c1 u0 PopupWindow:5f1d2}\n  mFocusedApp=ActivityRecord{d2 u0 org.x/org.x.Main$Inner t1}\n",
                Some(("org.x", Some("org.x.Main$Inner"))),
            ),
            (
                "  mCurrentFocus=Window{c1 u0 NotificationShade}\n  mFocusedApp=ActivityRecord{d2 u0 a.b/.C t1}",
                Some(("com.android.systemui", None)),
            ),
            ("  mCurrentFocus=Window{7 u0 Application Not Responding: com.bad.app}\n", Some(("com.bad.app", None))),
            // Android 13 with the task
            (
                "    mFocusedApp=ActivityRecord{8e u0 com.android.chrome/com.google.android.apps.chrome.Main} t33}\n",
                Some(("com.android.chrome", Some("com.google.android.apps.chrome.Main"))),
            ),
            ("  mCurrentFocus=null\n  mFocusedApp=null\n", None),
            ("", None),
            // Reconstructed from public reports, with invented names. Android 14 with the task outside of the record:
            // openatx/uiautomator2#952
            (
                "    mCurrentFocus=Window{c838dbe u0 tv.example.video/tv.example.video.MainActivityV2}\n    mFocusedApp=ActivityRecord{d9b8281 u0 tv.example.video/.MainActivityV2} t57}\n",
                Some(("tv.example.video", Some("tv.example.video.MainActivityV2"))),
            ),
            // Samsung, Android 10: the focus is empty between two activities. S2-group/android-runner#28
            (
                "  mCurrentFocus=null\n  mFocusedApp=AppWindowToken{a70b1 token=Token{4c5 ActivityRecord{8e9 u0 com.sec.example.launcher/.activities.LauncherActivity t812}}}\n",
                Some(("com.sec.example.launcher", Some("com.sec.example.launcher.activities.LauncherActivity"))),
            ),
            // Several displays, Android 12 and 13: SonicCloudOrg/sonic-agent#359
            (
                "  mCurrentFocus=null\n  mFocusedApp=null\n  mCurrentFocus=Window{77aa u0 com.miui.example/com.miui.example.launcher.Launcher}\n  mFocusedApp=ActivityRecord{1f u0 com.miui.example/.launcher.Launcher t3}\n",
                Some(("com.miui.example", Some("com.miui.example.launcher.Launcher"))),
            ),
            // An old phone that starts an app: many empty lines first. appium/appium#5181
            (
                "  mCurrentFocus=null\n  mCurrentFocus=null\n  mCurrentFocus=Window{4412ce20 u0 com.example.safe/com.example.safe.ui.StartActivity}\n",
                Some(("com.example.safe", Some("com.example.safe.ui.StartActivity"))),
            ),
            // An activity that is closing (AOSP, `WindowState.toString`)
            (
                "  mCurrentFocus=Window{9f3 u0 com.huawei.example/com.huawei.example.unihome.UniHome EXITING}\n",
                Some(("com.huawei.example", Some("com.huawei.example.unihome.UniHome"))),
            ),
            // Samsung's second user: mobile-next/mobile-mcp#266
            (
                "  mCurrentFocus=Window{ab u150 com.example.bank/.Login}\n",
                Some(("com.example.bank", Some("com.example.bank.Login"))),
            ),
            // A service that does not answer, an answer in another language, a cut line
            ("*** SERVICE 'window' DUMP TIMEOUT (10000ms) EXPIRED ***\n", None),
            ("Dienst nicht gefunden: window\n", None),
            ("  mCurrentFocus=Window{9f3 u0 com.exa", None),
        ];
        for (dump, expected) in rows {
            let found = parse(dump);
            let found = found.as_ref().map(|app| (app.package.as_str(), app.activity.as_deref()));
            assert_eq!(found, expected, "{dump}");
        }
    }

    #[test]
    fn the_activity_manager_names_the_app_if_the_window_manager_does_not() {
        let rows = [
            // Android 9
            ("    mResumedActivity: ActivityRecord{8b2f5b1 u0 com.a/.Main t12}\n", Some("com.a")),
            // Android 10 and 11: per display, and one for all
            (
                "  ResumedActivity: ActivityRecord{1 u0 com.old/.Main t1}\n  topResumedActivity=ActivityRecord{2 u0 com.new/.Main t2}\n",
                Some("com.new"),
            ),
            // Android 13 and later
            ("  topResumedActivity=ActivityRecord{d9b8281 u0 com.b/.Main} t57}\n", Some("com.b")),
            // Two displays, one of them empty
            ("  ResumedActivity: null\n  ResumedActivity: ActivityRecord{1 u0 com.c/.Main t1}\n", Some("com.c")),
            ("  mResumedActivity: null\n", None),
            ("", None),
        ];
        for (dump, expected) in rows {
            let found = parse_resumed(dump);
            assert_eq!(found.as_ref().map(|app| app.package.as_str()), expected, "{dump}");
        }
    }

    #[test]
    fn the_status_bar_is_found_while_it_shows() {
        let window = |title: &str, frame: &str, shows: bool| {
            format!(
                "  Window #2 Window{{7d u0 {title}}}:\n    {frame}\n    isOnScreen={shows}\n    isVisible={shows}\n"
            )
        };
        let app = window("com.a/com.a.Main", "Frames: parent=[0,0][1080,2400] frame=[0,0][1080,2400]", true);
        let new = "Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,63] last=[0,0][1080,63]";
        let rows = [
            (window("StatusBar", new, true) + &app, Some((1080, 63))),
            (app.clone() + &window("StatusBar", "mFrame=[0,0][1440,84] last=[0,0][1440,84]", true), Some((1440, 84))),
            // An app in full screen hides it.
            (window("StatusBar", new, false) + &app, None),
            // The frame of the next window does not belong to it.
            (window("StatusBar", "", true) + &app, None),
            (window("StatusBar", "frame=[0,0][0,0]", true), None),
            (window("StatusBar", "frame=[0,5][9,-1] frame=[0,0][x,1]", true), None),
            (app, None),
            (String::new(), None),
        ];
        for (dump, expected) in rows {
            assert_eq!(status_bar(&dump), expected, "{dump}");
        }
    }

    #[test]
    fn a_black_picture_has_a_reason() {
        let window = |flags: &str| {
            format!(
                "  mWakefulness=Awake\nDisplay Power: state=ON\n  Window #0 Window{{1 u0 StatusBar}}:\n    fl=NOT_FOCUSABLE\n  Window #1 Window{{2 u0 com.bank/com.bank.Pin}}:\n      {flags}\n  mCurrentFocus=Window{{2 u0 com.bank/com.bank.Pin}}\n"
            )
        };
        assert_eq!(why_black(&window("fl=LAYOUT_IN_SCREEN SECURE HARDWARE_ACCELERATED")), Visibility::Secure);
        assert_eq!(why_black(&window("mAttrs={(0,0)(fillxfill) ty=1 fl=#81812100 wanim=0x1}")), Visibility::Secure);
        assert_eq!(why_black(&window("fl=#81810100")), Visibility::Black);
        assert_eq!(why_black("  mWakefulness=Dozing\n"), Visibility::Off);
        assert_eq!(why_black(""), Visibility::Black);
    }

    proptest! {
        #[test]
        fn any_dump_is_read(dump in "((mCurrentFocus|mFocusedApp)=|Window\\{|fl=#?|Window #1 | StatusBar\\}:\n|frame=\\[0,0\\]\\[|[ -~\n/{}é]){0,80}") {
            parse(&dump);
            status_bar(&dump);
            why_black(&dump);
        }
    }
}
