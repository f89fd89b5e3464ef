//! Keys by the names that models use.

use super::refusal::{Refusal, RefusalCode};
use super::text::folded;
use crate::finding::{nearest, quoted};

/// Android's key codes in the order of their numbers, without their `KEYCODE_` (AOSP `KeyEvent.java`).
const ANDROID: &str = "\
UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP DPAD_DOWN DPAD_LEFT \
DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G H I J K L M N O P Q R S T U V W \
X Y Z COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL GRAVE \
MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS \
MENU NOTIFICATION SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD \
MUTE PAGE_UP PAGE_DOWN PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z \
BUTTON_L1 BUTTON_R1 BUTTON_L2 BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE \
ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK \
MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5 \
F6 F7 F8 F9 F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1 NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 \
NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA \
NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN \
ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS TV_POWER TV_INPUT STB_POWER STB_INPUT \
AVR_POWER AVR_INPUT PROG_RED PROG_GREEN PROG_YELLOW PROG_BLUE APP_SWITCH BUTTON_1 BUTTON_2 BUTTON_3 BUTTON_4 \
BUTTON_5 BUTTON_6 BUTTON_7 BUTTON_8 BUTTON_9 BUTTON_10 BUTTON_11 BUTTON_12 BUTTON_13 BUTTON_14 BUTTON_15 \
BUTTON_16 LANGUAGE_SWITCH MANNER_MODE 3D_MODE CONTACTS CALENDAR MUSIC CALCULATOR ZENKAKU_HANKAKU EISU MUHENKAN \
HENKAN KATAKANA_HIRAGANA YEN RO KANA ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP \
PAIRING MEDIA_TOP_MENU 11 12 LAST_CHANNEL TV_DATA_SERVICE VOICE_ASSIST TV_RADIO_SERVICE TV_TELETEXT \
TV_NUMBER_ENTRY TV_TERRESTRIAL_ANALOG TV_TERRESTRIAL_DIGITAL TV_SATELLITE TV_SATELLITE_BS TV_SATELLITE_CS \
TV_SATELLITE_SERVICE TV_NETWORK TV_ANTENNA_CABLE TV_INPUT_HDMI_1 TV_INPUT_HDMI_2 TV_INPUT_HDMI_3 \
TV_INPUT_HDMI_4 TV_INPUT_COMPOSITE_1 TV_INPUT_COMPOSITE_2 TV_INPUT_COMPONENT_1 TV_INPUT_COMPONENT_2 \
TV_INPUT_VGA_1 TV_AUDIO_DESCRIPTION TV_AUDIO_DESCRIPTION_MIX_UP TV_AUDIO_DESCRIPTION_MIX_DOWN TV_ZOOM_MODE \
TV_CONTENTS_MENU TV_MEDIA_CONTEXT_MENU TV_TIMER_PROGRAMMING HELP NAVIGATE_PREVIOUS NAVIGATE_NEXT NAVIGATE_IN \
NAVIGATE_OUT STEM_PRIMARY STEM_1 STEM_2 STEM_3 DPAD_UP_LEFT DPAD_DOWN_LEFT DPAD_UP_RIGHT DPAD_DOWN_RIGHT \
MEDIA_SKIP_FORWARD MEDIA_SKIP_BACKWARD MEDIA_STEP_FORWARD MEDIA_STEP_BACKWARD SOFT_SLEEP CUT COPY PASTE \
SYSTEM_NAVIGATION_UP SYSTEM_NAVIGATION_DOWN SYSTEM_NAVIGATION_LEFT SYSTEM_NAVIGATION_RIGHT ALL_APPS REFRESH \
THUMBS_UP THUMBS_DOWN PROFILE_SWITCH";

/// Names of keys in other systems, without spaces, dashes and case.
const ALIASES: &[(&str, &str)] = &[
    ("enter", "ENTER"),
    ("return", "ENTER"),
    ("kpenter", "ENTER"),
    ("esc", "ESCAPE"),
    ("backspace", "DEL"),
    ("delete", "FORWARD_DEL"),
    ("del", "DEL"),
    ("recent", "APP_SWITCH"),
    ("recents", "APP_SWITCH"),
    ("recentapps", "APP_SWITCH"),
    ("overview", "APP_SWITCH"),
    ("switchapp", "APP_SWITCH"),
    ("appselect", "APP_SWITCH"),
    ("ctrl", "CTRL_LEFT"),
    ("control", "CTRL_LEFT"),
    ("controlleft", "CTRL_LEFT"),
    ("shift", "SHIFT_LEFT"),
    ("alt", "ALT_LEFT"),
    ("option", "ALT_LEFT"),
    ("opt", "ALT_LEFT"),
    ("cmd", "META_LEFT"),
    ("command", "META_LEFT"),
    ("meta", "META_LEFT"),
    ("win", "META_LEFT"),
    ("windows", "META_LEFT"),
    ("super", "META_LEFT"),
    ("up", "DPAD_UP"),
    ("down", "DPAD_DOWN"),
    ("left", "DPAD_LEFT"),
    ("right", "DPAD_RIGHT"),
    ("arrowup", "DPAD_UP"),
    ("arrowdown", "DPAD_DOWN"),
    ("arrowleft", "DPAD_LEFT"),
    ("arrowright", "DPAD_RIGHT"),
    ("center", "DPAD_CENTER"),
    ("pgup", "PAGE_UP"),
    ("prior", "PAGE_UP"),
    ("pgdn", "PAGE_DOWN"),
    ("pgdown", "PAGE_DOWN"),
    ("next", "PAGE_DOWN"),
    ("end", "MOVE_END"),
    ("ins", "INSERT"),
    ("caps", "CAPS_LOCK"),
    ("lock", "POWER"),
    ("volup", "VOLUME_UP"),
    ("voldown", "VOLUME_DOWN"),
    ("spacebar", "SPACE"),
    ("printscreen", "SYSRQ"),
    ("print", "SYSRQ"),
    ("equal", "EQUALS"),
    ("bracketleft", "LEFT_BRACKET"),
    ("bracketright", "RIGHT_BRACKET"),
    (",", "COMMA"),
    (".", "PERIOD"),
    ("/", "SLASH"),
    ("\\", "BACKSLASH"),
    (";", "SEMICOLON"),
    ("'", "APOSTROPHE"),
    ("`", "GRAVE"),
    ("=", "EQUALS"),
    ("[", "LEFT_BRACKET"),
    ("]", "RIGHT_BRACKET"),
    ("@", "AT"),
    ("#", "POUND"),
    ("*", "STAR"),
    ("audioplay", "MEDIA_PLAY_PAUSE"),
    ("audioraisevolume", "VOLUME_UP"),
    ("audiolowervolume", "VOLUME_DOWN"),
    ("audiomute", "VOLUME_MUTE"),
];

/// Returns the Android name of a key that a model named: `Return`, `ctrl`, `volume_up`, `KEYCODE_BACK`, `4`.
pub(crate) fn android_key(name: &str) -> Option<String> {
    let trimmed = name.trim();
    if trimmed == "-" {
        return Some("KEYCODE_MINUS".to_owned());
    }
    let word = folded(trimmed);
    if word.is_empty() || word.len() > 40 {
        return None;
    }
    let (stem, official) = match word.strip_prefix("keycode") {
        Some(stem) => (stem, true),
        None => (word.strip_prefix("xf86").unwrap_or(&word), false),
    };
    let alias = || ALIASES.iter().find(|(alias, _)| *alias == stem).map(|(_, code)| *code);
    let code = || ANDROID.split(' ').find(|code| folded(code) == stem);
    let found = if official { code() } else { alias().or_else(code) };
    found.map(|code| format!("KEYCODE_{code}"))
}

/// Returns the key that Android presses for this input, without `KEYCODE_`: `5` is the number of CALL, `KEYCODE_5` the
/// digit. Unlisted numbers and unknown keys are returned unchanged.
pub fn key_name(key: &str) -> String {
    let name = key.trim().to_ascii_uppercase();
    if let Some(name) = name.strip_prefix("KEYCODE_") {
        return name.to_owned();
    }
    match name.parse::<usize>() {
        // Beyond the end of the list (API 36).
        Ok(324) => "LOCK".to_owned(),
        Ok(number) => ANDROID.split(' ').nth(number).map_or(name, str::to_owned),
        Err(_) => name,
    }
}

/// Returns the refusal of an unknown key.
pub(crate) fn unknown(verb: &str, name: &str) -> Refusal {
    let near = nearest(name, ALIASES.iter().map(|(alias, _)| *alias).chain(ANDROID.split(' ')));
    Refusal {
        field: Some("key".to_owned()),
        nearest: near.map(str::to_owned),
        ..Refusal::new(
            RefusalCode::BadArgument,
            format!(
                "{} does not name a key of {}{}",
                quoted(name),
                quoted(verb),
                near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
            ),
        )
    }
}

/// Returns the name of a key without `KEYCODE_`, in lower case, as most dialects write it.
pub(crate) fn short_name(keycode: &str) -> Option<String> {
    let stem = keycode.strip_prefix("KEYCODE_")?;
    let modifier = [("CTRL_LEFT", "ctrl"), ("SHIFT_LEFT", "shift"), ("ALT_LEFT", "alt"), ("META_LEFT", "meta")];
    if let Some((_, name)) = modifier.iter().find(|(code, _)| *code == stem) {
        return Some((*name).to_owned());
    }
    ANDROID.split(' ').any(|code| code == stem).then(|| stem.to_lowercase())
}
