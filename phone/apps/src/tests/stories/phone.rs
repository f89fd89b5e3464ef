//! The launcher and Settings.

use super::check;

#[test]
fn wifi_is_turned_off_in_settings_and_another_network_is_joined() {
    check(
        "tap Settings
         on com.android.settings/.Settings
         tap Network & internet
         tap Internet
         see Connected
         tap Wi-Fi
         setting global/wifi_on = 0
         gone AndroidWifi
         tap Wi-Fi
         setting global/wifi_on = 1
         tap Linksys00042
         see Connect to Wi-Fi
         type password = correct horse
         tap Connect
         see Internet
         tap Linksys00042
         see Network details
         tap Forget
         gone Connected",
    );
}

#[test]
fn aeroplane_mode_takes_the_radios_with_it_and_brings_back_those_that_were_on() {
    check(
        "launch com.android.settings
         tap Connected devices
         tap Bluetooth
         setting global/bluetooth_on = 0
         back
         tap Network & internet
         tap Airplane mode
         setting global/airplane_mode_on = 1
         setting global/wifi_on = 0
         setting global/mobile_data = 1
         tap Airplane mode
         setting global/airplane_mode_on = 0
         setting global/wifi_on = 1
         setting global/bluetooth_on = 0
         setting global/wifi_saved_state = null",
    );
}

#[test]
fn the_screen_is_made_brighter_darker_and_larger() {
    check(
        "intent android.settings.DISPLAY_SETTINGS
         on com.android.settings/.Settings$DisplaySettingsActivity
         see 40%
         slide brightness_slider = 255
         setting system/screen_brightness = 255
         see 100%
         slide brightness_slider = 0
         setting system/screen_brightness = 1
         slide brightness_slider = nonsense
         setting system/screen_brightness = 1
         tap Dark theme
         setting secure/ui_night_mode = 2
         tap Auto-rotate screen
         setting system/accelerometer_rotation = 1
         tap Screen timeout
         tap 2 minutes
         setting system/screen_off_timeout = 120000
         back
         see After 2 minutes of inactivity
         tap Display size and text
         slide font_size_slider = 3
         setting system/font_scale = 1.3
         see 130%",
    );
}

#[test]
fn volumes_stay_within_their_streams() {
    check(
        "intent android.settings.SOUND_SETTINGS
         slide Media volume = 99
         setting system/volume_music = 15
         slide Alarm volume = 0
         setting system/volume_alarm = 1
         slide Ring & notification volume = 0
         setting system/volume_ring = 0
         tap Do Not Disturb
         tap Turn on now
         setting global/zen_mode = 1
         tap Turn off now
         setting global/zen_mode = 0",
    );
}

#[test]
fn location_battery_saver_and_mobile_data_have_their_switches() {
    check(
        "intent android.settings.LOCATION_SOURCE_SETTINGS
         tap Use location
         setting secure/location_mode = 3
         tap Use location
         setting secure/location_mode = 0
         intent android.settings.BATTERY_SAVER_SETTINGS
         tap Use Battery Saver
         setting global/low_power = 1
         intent android.settings.DATA_ROAMING_SETTINGS
         tap Mobile data
         setting global/mobile_data = 0
         intent android.settings.BLUETOOTH_SETTINGS
         tap Use Bluetooth
         setting global/bluetooth_on = 0
         gone Pixel Buds Pro",
    );
}

#[test]
fn settings_are_searched_by_what_stands_on_their_pages() {
    check(
        "launch com.android.settings
         tap Search settings
         type open_search_view_edit_text = airplane
         tap Airplane mode
         see Hotspot & tethering
         back
         type open_search_view_edit_text = xyzzy
         see No results",
    );
}

#[test]
fn the_build_number_makes_a_developer() {
    check(
        "launch com.android.settings
         tap About phone
         see Pixel 8
         see IMEI
         tap Build number
         tap Build number
         tap Build number
         toast You are now 4 steps away from being a developer.
         tap Build number
         tap Build number
         tap Build number
         toast You are now 1 step away from being a developer.
         tap Build number
         toast You are now a developer!
         setting global/development_settings_enabled = 1
         back
         tap System
         tap Developer options
         tap USB debugging
         setting global/adb_enabled = 1",
    );
}

#[test]
fn a_factory_reset_is_asked_and_then_not_done() {
    let world = check(
        "launch com.android.settings
         tap System
         tap Reset options
         tap Erase all data (factory reset)
         tap Erase all data
         see Erase all data?
         tap Erase all data
         toast Factory reset is not available on this device",
    );
    assert_eq!(world.shared.contacts.len(), 3);
}

#[test]
fn an_app_is_looked_at_allowed_something_stopped_and_uninstalled() {
    let world = check(
        "intent android.settings.APPLICATION_DETAILS_SETTINGS package:com.whatsapp
         see App info
         tap Permissions
         tap Camera
         tap Allow
         back
         see Camera
         back
         see 1 granted
         tap Force stop
         tap OK
         tap Uninstall
         tap OK
         toast Uninstalled WhatsApp",
    );
    assert!(!world.shared.packages.is_installed("com.whatsapp"));
    // A preinstalled app can be disabled, and then cannot be opened. Beside the apps with code there is one more.
    let count = crate::tests::system_apps().iter().filter(|app| app.manifest().launchable).count() + 1;
    let world = check(&format!(
        "launch com.android.settings
         tap Apps
         tap See all {count} apps
         tap Contacts
         tap Disable
         tap Disable app
         tap Enable",
    ));
    assert!(world.shared.packages.installed["com.google.android.contacts"].enabled);
}

#[test]
fn apps_are_searched_in_the_launcher_and_one_without_code_opens_too() {
    check(
        "see 12:41 PM
         see Wed, Oct 4
         tap All apps
         see Field Notes
         type search_container_all_apps = set
         see Settings
         gone Field Notes
         back
         see Field Notes
         type search_container_all_apps = xyz
         see No apps found matching \"xyz\"
         type search_container_all_apps = field
         enter search_container_all_apps
         on org.example.notes
         see Welcome to Field Notes
         back
         hold Field Notes
         tap App info
         see org.example.notes",
    );
}
