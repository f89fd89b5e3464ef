//! The defaults of a stock phone: a Pixel's properties and settings before any change.

use std::collections::BTreeMap;

use machine::identity::{BuildType, Identity};
use state::shared::Settings;

/// The preinstalled keyboard.
pub const KEYBOARD: &str = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME";

/// senzhk's keyboard, which types texts sent over adb.
pub const ADB_KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";

/// The keyboard of uiautomator2.
pub const UIAUTOMATOR2_KEYBOARD: &str = "com.github.uiautomator/.AdbKeyboard";

/// The physical display's id, as printed by `dumpsys SurfaceFlinger --display-id`.
pub const DISPLAY_ID: &str = "4619827259835644672";

/// The Wi-Fi network in range.
pub const SSID: &str = "AndroidWifi";

/// The package that shows web content in apps where there is no WebView of its own.
pub const WEBVIEW: &str = "com.android.chrome";

/// The battery level, in percent.
pub const BATTERY: u8 = 88;

/// Returns the system properties.
pub fn props(identity: &Identity) -> BTreeMap<String, String> {
    let Identity { serial, model, device, brand, manufacturer, build, abi, locale, timezone, .. } = identity;
    let (kind, keys) = (build.kind.name(), build.kind.keys());
    let debuggable = if build.kind == BuildType::Userdebug { "1" } else { "0" };
    let secure = if identity.auth { "1" } else { "0" };
    let density = identity.density.to_string();
    let sdk = build.sdk.to_string();
    let (fingerprint, display) = (identity.fingerprint(), identity.display_id());
    let description = format!("{device}-{kind} {} {} {} {keys}", build.release, build.id, build.incremental);
    let mut kernel = build.kernel.splitn(3, '.');
    let kernel = [kernel.next(), kernel.next()].map(Option::unwrap_or_default).join(".");
    let abis = if abi == "arm64-v8a" { "arm64-v8a,armeabi-v7a,armeabi" } else { abi };
    let narrow = if abi == "arm64-v8a" { "armeabi-v7a,armeabi" } else { "" };
    let hardware = if identity.emulator { "ranchu" } else { device };
    let fixed = [
        ("dalvik.vm.heapsize", "512m"),
        ("dev.bootcomplete", "1"),
        ("gsm.operator.alpha", "T-Mobile"),
        ("gsm.operator.iso-country", "us"),
        ("gsm.sim.state", "LOADED"),
        ("init.svc.adbd", "running"),
        ("init.svc.bootanim", "stopped"),
        ("init.svc.surfaceflinger", "running"),
        ("init.svc.zygote", "running"),
        ("persist.sys.usb.config", "adb"),
        ("ro.bootmode", "unknown"),
        ("ro.build.characteristics", if identity.emulator { "emulator" } else { "nosdcard" }),
        ("ro.build.date.utc", "1704764103"),
        ("ro.build.host", "abfarm-release-2004-0001"),
        ("ro.build.user", "android-build"),
        ("ro.build.version.codename", "REL"),
        ("ro.com.google.gmsversion", "14_202402"),
        ("ro.crypto.state", "encrypted"),
        ("ro.opengles.version", "196610"),
        ("ro.product.first_api_level", "33"),
        ("ro.secure", "1"),
        ("ro.treble.enabled", "true"),
        ("ro.zygote", "zygote64"),
        ("service.adb.tcp.port", "5555"),
        ("service.bootanim.exit", "1"),
        ("sys.boot_completed", "1"),
        ("sys.usb.config", "adb"),
        ("sys.usb.state", "adb"),
    ];
    let own = [
        ("net.hostname", "localhost"),
        ("persist.sys.locale", locale.as_str()),
        ("persist.sys.timezone", timezone),
        ("ro.adb.secure", secure),
        ("ro.boot.hardware", hardware),
        ("ro.boot.serialno", serial),
        ("ro.build.description", &description),
        ("ro.build.display.id", &display),
        ("ro.build.fingerprint", &fingerprint),
        ("ro.build.id", &build.id),
        ("ro.build.product", device),
        ("ro.build.tags", keys),
        ("ro.build.type", kind),
        ("ro.build.version.incremental", &build.incremental),
        ("ro.build.version.release", &build.release),
        ("ro.build.version.release_or_codename", &build.release),
        ("ro.build.version.sdk", &sdk),
        ("ro.build.version.security_patch", &build.security_patch),
        ("ro.debuggable", debuggable),
        ("ro.hardware", hardware),
        ("ro.kernel.version", &kernel),
        ("ro.product.board", device),
        ("ro.product.cpu.abi", abi),
        ("ro.product.cpu.abilist", abis),
        ("ro.product.cpu.abilist32", narrow),
        ("ro.product.cpu.abilist64", abi),
        ("ro.product.locale", locale),
        ("ro.serialno", serial),
        ("ro.sf.lcd_density", &density),
    ];
    let mut props = own_map(fixed.into_iter().chain(own));
    for part in ["", "odm.", "product.", "system.", "system_ext.", "vendor."] {
        let named =
            [("brand", brand), ("device", device), ("manufacturer", manufacturer), ("model", model), ("name", device)];
        for (name, value) in named {
            props.insert(format!("ro.product.{part}{name}"), value.clone());
        }
        let partition = if part.is_empty() { "bootimage." } else { part };
        props.insert(format!("ro.{partition}build.fingerprint"), fingerprint.clone());
    }
    if identity.emulator {
        props.extend([("ro.kernel.qemu", "1"), ("ro.boot.qemu", "1")].map(|(key, on)| (key.to_owned(), on.to_owned())));
    }
    props
}

/// Returns the default settings.
pub fn settings(identity: &Identity) -> Settings {
    let system = [
        ("accelerometer_rotation", "1"),
        ("alarm_alert_set", "1"),
        ("dim_screen", "1"),
        ("dtmf_tone", "1"),
        ("dtmf_tone_type", "0"),
        ("font_scale", "1.0"),
        ("haptic_feedback_enabled", "1"),
        ("hearing_aid", "0"),
        ("lockscreen_sounds_enabled", "1"),
        ("mode_ringer_streams_affected", "422"),
        ("mute_streams_affected", "111"),
        ("notification_light_pulse", "1"),
        ("peak_refresh_rate", "120.0"),
        ("pointer_location", "0"),
        ("pointer_speed", "0"),
        ("screen_brightness", "128"),
        ("screen_brightness_mode", "0"),
        ("screen_brightness_float", "0.5"),
        ("screen_off_timeout", "60000"),
        ("show_touches", "0"),
        ("sound_effects_enabled", "1"),
        ("time_12_24", "24"),
        ("user_rotation", "0"),
        ("vibrate_when_ringing", "0"),
        ("tty_mode", "0"),
        ("vibrate_on", "1"),
        ("volume_alarm", "6"),
        ("volume_music", "5"),
        ("volume_notification", "5"),
        ("volume_ring", "5"),
        ("volume_system", "7"),
        ("volume_voice", "4"),
    ];
    let secure = [
        ("accessibility_display_inversion_enabled", "0"),
        ("accessibility_display_magnification_enabled", "0"),
        ("accessibility_enabled", "0"),
        ("adaptive_sleep", "0"),
        ("android_id", "3f5a9c0d7be14a26"),
        ("backup_enabled", "0"),
        ("bluetooth_name", identity.model.as_str()),
        ("default_input_method", KEYBOARD),
        ("enabled_input_methods", KEYBOARD),
        ("doze_enabled", "1"),
        ("hide_secure_overlay_windows", "0"),
        ("immersive_mode_confirmations", "confirmed"),
        ("install_non_market_apps", "1"),
        ("lock_screen_show_notifications", "1"),
        ("location_mode", "3"),
        ("lockscreen.disabled", "0"),
        ("long_press_timeout", "400"),
        ("mock_location", "0"),
        ("navigation_mode", "0"),
        ("screensaver_enabled", "1"),
        ("selected_input_method_subtype", "-1"),
        ("show_ime_with_hard_keyboard", "1"),
        ("speak_password", "1"),
        ("touch_exploration_enabled", "0"),
        ("tts_default_rate", "100"),
        ("sms_default_application", "com.google.android.apps.messaging"),
        ("ui_night_mode", "1"),
        ("user_setup_complete", "1"),
        ("zen_duration", "0"),
    ];
    let global = [
        ("adb_enabled", "1"),
        ("adb_wifi_enabled", "0"),
        ("airplane_mode_on", "0"),
        ("airplane_mode_radios", "cell,bluetooth,uwb,wifi,wimax"),
        ("animator_duration_scale", "1.0"),
        ("auto_time", "1"),
        ("auto_time_zone", "1"),
        ("bluetooth_on", "1"),
        ("boot_count", "1"),
        ("call_auto_retry", "0"),
        ("captive_portal_mode", "1"),
        ("cell_on", "1"),
        ("data_roaming", "0"),
        ("development_settings_enabled", "1"),
        ("device_name", identity.model.as_str()),
        ("device_provisioned", "1"),
        ("heads_up_notifications_enabled", "1"),
        ("hidden_api_policy", "0"),
        ("low_power", "0"),
        ("low_power_trigger_level", "0"),
        ("mobile_data", "1"),
        ("mode_ringer", "2"),
        ("multi_cb", "0"),
        ("network_recommendations_enabled", "1"),
        ("nfc_on", "1"),
        ("ntp_server", "time.android.com"),
        ("package_verifier_user_consent", "1"),
        ("preferred_network_mode", "33"),
        ("private_dns_mode", "opportunistic"),
        ("stay_on_while_plugged_in", "0"),
        ("transition_animation_scale", "1.0"),
        ("theater_mode_on", "0"),
        ("usb_mass_storage_enabled", "1"),
        ("verifier_verify_adb_installs", "1"),
        ("wifi_on", "1"),
        ("wifi_scan_always_enabled", "0"),
        ("window_animation_scale", "1.0"),
        ("zen_mode", "0"),
    ];
    Settings { system: own_map(system), secure: own_map(secure), global: own_map(global), ..Settings::default() }
}

fn own_map<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> BTreeMap<String, String> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}
