//! The preinstalled packages of a Pixel with Android 14 that have no window here: the framework, background services
//! and providers. Commands list, resolve and dump them.
//!
//! [`PATHS`] holds the locations of the system's APKs, for these packages and for the apps. A package listed there is a
//! system app.

use crate::shared::Package;

/// A package without a window.
pub struct Stock {
    /// Its name, such as `com.android.phone`.
    pub package: &'static str,
    label: &'static str,
    version_name: &'static str,
    version_code: u64,
}

impl Stock {
    /// Returns its record on a phone that was created at `now_ms`.
    pub fn record(&self, now_ms: i64) -> Package {
        Package {
            label: self.label.to_owned(),
            version_name: self.version_name.to_owned(),
            version_code: self.version_code,
            system: true,
            enabled: true,
            // Files of the system image are dated 1 January 2009, as in AOSP builds.
            installed_ms: IMAGE_MS.min(now_ms),
            ..Package::default()
        }
    }
}

/// 1 January 2009, 00:00 UTC.
const IMAGE_MS: i64 = 1_230_768_000_000;

const fn aosp(package: &'static str, label: &'static str) -> Stock {
    Stock { package, label, version_name: "14", version_code: 34 }
}

const fn module(package: &'static str, label: &'static str) -> Stock {
    Stock { package, label, version_name: "aml_34", version_code: 341_411_000 }
}

/// All stock packages, sorted by name.
pub const STOCK: &[Stock] = &[
    aosp("android", "Android System"),
    aosp("com.android.backupconfirm", "com.android.backupconfirm"),
    aosp("com.android.bips", "Default Print Service"),
    module("com.android.bluetooth", "Bluetooth"),
    aosp("com.android.bluetoothmidiservice", "Bluetooth MIDI Service"),
    aosp("com.android.calllogbackup", "Call Log Backup/Restore"),
    aosp("com.android.carrierconfig", "com.android.carrierconfig"),
    aosp("com.android.carrierdefaultapp", "Carrier Communications"),
    aosp("com.android.certinstaller", "Certificate Installer"),
    aosp("com.android.companiondevicemanager", "Companion Device Manager"),
    aosp("com.android.cts.ctsshim", "com.android.cts.ctsshim"),
    aosp("com.android.cts.priv.ctsshim", "com.android.cts.priv.ctsshim"),
    aosp("com.android.dreams.basic", "Basic Daydreams"),
    aosp("com.android.dynsystem", "Dynamic System Updates"),
    aosp("com.android.emergency", "Personal Safety"),
    aosp("com.android.externalstorage", "External Storage"),
    aosp("com.android.htmlviewer", "HTML Viewer"),
    aosp("com.android.imsserviceentitlement", "Wi-Fi Calling"),
    aosp("com.android.inputdevices", "Input Devices"),
    aosp("com.android.internal.systemui.navbar.gestural", "Gesture Navigation Bar"),
    aosp("com.android.internal.systemui.navbar.threebutton", "3 Button Navigation Bar"),
    aosp("com.android.keychain", "Key Chain"),
    aosp("com.android.localtransport", "com.android.localtransport"),
    aosp("com.android.location.fused", "Fused Location"),
    aosp("com.android.managedprovisioning", "Work Setup"),
    aosp("com.android.mms.service", "MmsService"),
    aosp("com.android.mtp", "MTP Host"),
    aosp("com.android.musicfx", "MusicFX"),
    aosp("com.android.nfc", "NFC Service"),
    aosp("com.android.ons", "com.android.ons"),
    aosp("com.android.pacprocessor", "PacProcessor"),
    aosp("com.android.phone", "Phone Services"),
    aosp("com.android.printspooler", "Print Spooler"),
    aosp("com.android.providers.blockednumber", "Blocked Numbers Storage"),
    aosp("com.android.providers.calendar", "Calendar Storage"),
    aosp("com.android.providers.contacts", "Contacts Storage"),
    aosp("com.android.providers.contactkeys", "Contact Keys Storage"),
    aosp("com.android.providers.downloads", "Download Manager"),
    aosp("com.android.providers.downloads.ui", "Downloads"),
    aosp("com.android.providers.media", "Media Storage"),
    aosp("com.android.providers.partnerbookmarks", "com.android.providers.partnerbookmarks"),
    aosp("com.android.providers.settings", "Settings Storage"),
    aosp("com.android.providers.telephony", "Phone and Messaging Storage"),
    aosp("com.android.providers.userdictionary", "User Dictionary"),
    aosp("com.android.proxyhandler", "ProxyHandler"),
    aosp("com.android.safetycenter.resources", "Safety Center Resources"),
    aosp("com.android.se", "SecureElementApplication"),
    aosp("com.android.server.telecom", "Call Management"),
    aosp("com.android.settings.intelligence", "Settings Suggestions"),
    aosp("com.android.sharedstoragebackup", "com.android.sharedstoragebackup"),
    aosp("com.android.shell", "Shell"),
    aosp("com.android.simappdialog", "Sim App Dialog"),
    aosp("com.android.soundpicker", "Sounds"),
    aosp("com.android.statementservice", "Intent Filter Verification Service"),
    aosp("com.android.stk", "SIM Toolkit"),
    aosp("com.android.storagemanager", "Storage Manager"),
    aosp("com.android.systemui", "System UI"),
    aosp("com.android.traceur", "System Tracing"),
    Stock {
        package: "com.android.vending",
        label: "Google Play Store",
        version_name: "40.3.28-29 [0] [PR] 622415634",
        version_code: 84_032_860,
    },
    aosp("com.android.vpndialogs", "VpnDialogs"),
    aosp("com.android.wallpaper.livepicker", "Live Wallpaper Picker"),
    aosp("com.android.wallpaperbackup", "com.android.wallpaperbackup"),
    module("com.google.android.adservices.api", "Android System"),
    Stock {
        package: "com.google.android.apps.wellbeing",
        label: "Digital Wellbeing",
        version_name: "1.12.628261898.release",
        version_code: 539_872,
    },
    module("com.google.android.captiveportallogin", "Captive Portal Login"),
    module("com.google.android.cellbroadcastreceiver", "Wireless emergency alerts"),
    module("com.google.android.connectivity.resources", "System Connectivity Resources"),
    module("com.google.android.ext.services", "Android Services Library"),
    aosp("com.google.android.ext.shared", "Android Shared Library"),
    Stock {
        package: "com.google.android.gms",
        label: "Google Play services",
        version_name: "24.13.18 (190400-627556096)",
        version_code: 241_318_038,
    },
    aosp("com.google.android.gsf", "Google Services Framework"),
    Stock {
        package: "com.google.android.googlequicksearchbox",
        label: "Google",
        version_name: "15.13.36.28.arm64",
        version_code: 301_472_436,
    },
    Stock {
        package: "com.google.android.inputmethod.latin",
        label: "Gboard",
        version_name: "13.8.05.608354267-release-arm64-v8a",
        version_code: 102_608_354,
    },
    module("com.google.android.modulemetadata", "Main components"),
    module("com.google.android.networkstack", "Network manager"),
    aosp("com.google.android.packageinstaller", "Package installer"),
    module("com.google.android.providers.media.module", "Media"),
    aosp("com.google.android.setupwizard", "Android Setup"),
    Stock {
        package: "com.google.android.trichromelibrary_636723433",
        label: "Trichrome Library",
        version_name: "124.0.6367.234",
        version_code: 636_723_433,
    },
    Stock {
        package: "com.google.android.tts",
        label: "Speech Recognition and Synthesis from Google",
        version_name: "googletts.google-speech-apk_20240325.01_p0.617411459",
        version_code: 210_459_230,
    },
    Stock {
        package: "com.google.android.webview",
        label: "Android System WebView",
        version_name: "124.0.6367.234",
        version_code: 636_723_433,
    },
];

/// The locations of system APKs on a Pixel that do not follow from the package name.
const PATHS: &[(&str, &str)] = &[
    ("android", "/system/framework/framework-res.apk"),
    ("com.android.camera2", "/system/product/app/Camera2/Camera2.apk"),
    ("com.android.chrome", "/product/app/Chrome/Chrome.apk"),
    ("com.android.externalstorage", "/system/priv-app/ExternalStorageProvider/ExternalStorageProvider.apk"),
    ("com.android.nfc", "/system/app/NfcNci/NfcNci.apk"),
    ("com.android.phone", "/system/priv-app/TeleService/TeleService.apk"),
    ("com.android.providers.calendar", "/system/priv-app/CalendarProvider/CalendarProvider.apk"),
    ("com.android.providers.contacts", "/system/priv-app/ContactsProvider/ContactsProvider.apk"),
    ("com.android.providers.downloads", "/system/priv-app/DownloadProvider/DownloadProvider.apk"),
    ("com.android.providers.media", "/system/priv-app/MediaProviderLegacy/MediaProviderLegacy.apk"),
    ("com.android.providers.settings", "/system/priv-app/SettingsProvider/SettingsProvider.apk"),
    ("com.android.providers.telephony", "/system/priv-app/TelephonyProvider/TelephonyProvider.apk"),
    ("com.android.server.telecom", "/system/priv-app/Telecom/Telecom.apk"),
    ("com.android.settings", "/system_ext/priv-app/SettingsGoogle/SettingsGoogle.apk"),
    ("com.android.shell", "/system/priv-app/Shell/Shell.apk"),
    ("com.android.systemui", "/system_ext/priv-app/SystemUIGoogle/SystemUIGoogle.apk"),
    ("com.android.vending", "/product/priv-app/Phonesky/Phonesky.apk"),
    ("com.google.android.GoogleCamera", "/product/priv-app/GoogleCamera/GoogleCamera.apk"),
    ("com.google.android.apps.maps", "/product/app/Maps/Maps.apk"),
    ("com.google.android.apps.messaging", "/product/app/PrebuiltBugle/PrebuiltBugle.apk"),
    ("com.google.android.apps.nexuslauncher", "/system_ext/priv-app/NexusLauncherRelease/NexusLauncherRelease.apk"),
    ("com.google.android.apps.photos", "/product/app/Photos/Photos.apk"),
    ("com.google.android.apps.walletnfcrel", "/product/app/WalletPrebuilt/WalletPrebuilt.apk"),
    ("com.google.android.apps.wellbeing", "/product/priv-app/WellbeingPrebuilt/WellbeingPrebuilt.apk"),
    ("com.google.android.apps.youtube.music", "/product/app/YouTubeMusicPrebuilt/YouTubeMusicPrebuilt.apk"),
    ("com.google.android.calculator", "/product/app/CalculatorGooglePrebuilt/CalculatorGooglePrebuilt.apk"),
    ("com.google.android.calendar", "/product/app/CalendarGooglePrebuilt/CalendarGooglePrebuilt.apk"),
    ("com.google.android.contacts", "/product/app/GoogleContacts/GoogleContacts.apk"),
    ("com.google.android.deskclock", "/product/app/PrebuiltDeskClockGoogle/PrebuiltDeskClockGoogle.apk"),
    ("com.google.android.dialer", "/product/priv-app/GoogleDialer/GoogleDialer.apk"),
    ("com.google.android.documentsui", "/system/priv-app/DocumentsUIGoogle/DocumentsUIGoogle.apk"),
    ("com.google.android.gm", "/product/app/PrebuiltGmail/PrebuiltGmail.apk"),
    ("com.google.android.gms", "/product/priv-app/PrebuiltGmsCore/PrebuiltGmsCore.apk"),
    ("com.google.android.googlequicksearchbox", "/product/priv-app/Velvet/Velvet.apk"),
    ("com.google.android.gsf", "/system_ext/priv-app/GoogleServicesFramework/GoogleServicesFramework.apk"),
    ("com.google.android.inputmethod.latin", "/product/app/LatinIMEGooglePrebuilt/LatinIMEGooglePrebuilt.apk"),
    (
        "com.google.android.permissioncontroller",
        "/apex/com.android.permission/priv-app/GooglePermissionController@AP1A/GooglePermissionController.apk",
    ),
    ("com.google.android.tts", "/product/app/GoogleTTS/GoogleTTS.apk"),
    ("com.google.android.webview", "/product/app/WebViewGoogle/WebViewGoogle.apk"),
    ("com.google.android.youtube", "/product/app/YouTube/YouTube.apk"),
];

/// Returns the path of a system package's APK, if known.
pub fn path(package: &str) -> Option<&'static str> {
    PATHS.iter().find(|(known, _)| *known == package).map(|(_, path)| *path)
}
