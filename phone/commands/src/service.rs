//! `service`: lists binder services and calls the transactions that scripts use.

mod call;

use super::arguments::Arguments;
use super::{Exit, Io, System, done};

/// The services of `service list`, `dumpsys -l` and `cmd -l`: name and interface.
pub(super) const SERVICES: &[(&str, &str)] = &[
    ("SurfaceFlinger", "android.ui.ISurfaceComposer"),
    ("accessibility", "android.view.accessibility.IAccessibilityManager"),
    ("account", "android.accounts.IAccountManager"),
    ("activity", "android.app.IActivityManager"),
    ("activity_task", "android.app.IActivityTaskManager"),
    ("alarm", "android.app.IAlarmManager"),
    ("appops", "com.android.internal.app.IAppOpsService"),
    ("appwidget", "com.android.internal.appwidget.IAppWidgetService"),
    ("audio", "android.media.IAudioService"),
    ("backup", "android.app.backup.IBackupManager"),
    ("battery", ""),
    ("batterystats", "com.android.internal.app.IBatteryStats"),
    ("bluetooth_manager", "android.bluetooth.IBluetoothManager"),
    ("carrier_config", "com.android.internal.telephony.ICarrierConfigLoader"),
    ("clipboard", "android.content.IClipboard"),
    ("connectivity", "android.net.IConnectivityManager"),
    ("content", "android.content.IContentService"),
    ("cpuinfo", ""),
    ("device_policy", "android.app.admin.IDevicePolicyManager"),
    ("deviceidle", "android.os.IDeviceIdleController"),
    ("diskstats", ""),
    ("display", "android.hardware.display.IDisplayManager"),
    ("dropbox", "com.android.internal.os.IDropBoxManagerService"),
    ("gfxinfo", ""),
    ("input", "android.hardware.input.IInputManager"),
    ("input_method", "com.android.internal.view.IInputMethodManager"),
    ("iphonesubinfo", "com.android.internal.telephony.IPhoneSubInfo"),
    ("isms", "com.android.internal.telephony.ISms"),
    ("jobscheduler", "android.app.job.IJobScheduler"),
    ("locale", "android.app.ILocaleManager"),
    ("location", "android.location.ILocationManager"),
    ("lock_settings", "com.android.internal.widget.ILockSettings"),
    ("media.audio_flinger", "android.media.IAudioFlingerService"),
    ("media.camera", "android.hardware.ICameraService"),
    ("media_session", "android.media.session.ISessionManager"),
    ("meminfo", ""),
    ("mount", "android.os.storage.IStorageManager"),
    ("netpolicy", "android.net.INetworkPolicyManager"),
    ("netstats", "android.net.INetworkStatsService"),
    ("nfc", "android.nfc.INfcAdapter"),
    ("notification", "android.app.INotificationManager"),
    ("overlay", "android.content.om.IOverlayManager"),
    ("package", "android.content.pm.IPackageManager"),
    ("permission", "android.os.IPermissionController"),
    ("permissionmgr", "android.permission.IPermissionManager"),
    ("phone", "com.android.internal.telephony.ITelephony"),
    ("power", "android.os.IPowerManager"),
    ("procstats", "com.android.internal.app.procstats.IProcessStats"),
    ("role", "android.app.role.IRoleManager"),
    ("sensor_privacy", "android.hardware.ISensorPrivacyManager"),
    ("sensorservice", "android.gui.SensorServer"),
    ("settings", ""),
    ("stats", ""),
    ("statusbar", "com.android.internal.statusbar.IStatusBarService"),
    ("telecom", "com.android.internal.telecom.ITelecomService"),
    ("telephony.registry", "com.android.internal.telephony.ITelephonyRegistry"),
    ("thermalservice", "android.os.IThermalService"),
    ("uimode", "android.app.IUiModeManager"),
    ("usagestats", "android.app.usage.IUsageStatsManager"),
    ("usb", "android.hardware.usb.IUsbManager"),
    ("user", "android.os.IUserManager"),
    ("vibrator_manager", "android.os.IVibratorManagerService"),
    ("wallpaper", "android.app.IWallpaperManager"),
    ("webviewupdate", "android.webkit.IWebViewUpdateService"),
    ("wifi", "android.net.wifi.IWifiManager"),
    ("window", "android.view.IWindowManager"),
];

/// Returns the interface of a service.
fn interface(name: &str) -> &'static str {
    SERVICES.iter().find(|(known, _)| *known == name).map_or("", |(_, interface)| interface)
}

/// Whether a service with this name exists.
pub(super) fn exists(name: &str) -> bool {
    SERVICES.iter().any(|(known, _)| *known == name)
}

/// `service list|check|call`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    match words.next() {
        Some("list") => {
            io.out(format!("Found {} services:", SERVICES.len()));
            for (at, (name, interface)) in SERVICES.iter().enumerate() {
                io.out(format!("{at}\t{name}: [{interface}]"));
            }
        }
        Some("check") => match words.next() {
            Some(name) => io.out(format!("Service {name}:{} found", if exists(name) { "" } else { " not" })),
            None => {
                io.err("service: No service specified for check");
                return Exit::Status(10);
            }
        },
        Some("call") => {
            let (Some(name), Some(code)) = (words.next(), words.next()) else {
                io.err("service: No service specified for call");
                return Exit::Status(10);
            };
            if !exists(name) {
                io.err(format!("service: Service {name} does not exist"));
                return Exit::Status(10);
            }
            let arguments = match call::arguments(words.rest()) {
                Ok(arguments) => arguments,
                Err(why) => {
                    io.err(format!("service: {why}"));
                    return Exit::Status(10);
                }
            };
            let code = code.parse().unwrap_or_default();
            io.out(format!("Result: {}", call::transact(name, code, &arguments, system).shown()));
        }
        _ => {
            io.out("Usage: service [-h|-?]\n       service list\n       service check SERVICE\n       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null | fd f | nfd n | afd f ] ...");
            return Exit::Status(10);
        }
    }
    done()
}
