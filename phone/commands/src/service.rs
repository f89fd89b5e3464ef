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
    ("adb", "android.debug.IAdbManager"),
    ("alarm", "android.app.IAlarmManager"),
    ("app_hibernation", "android.apphibernation.IAppHibernationService"),
    ("app_prediction", "android.app.prediction.IPredictionManager"),
    ("appops", "com.android.internal.app.IAppOpsService"),
    ("appwidget", "com.android.internal.appwidget.IAppWidgetService"),
    ("attestation_verification", "android.security.attestationverification.IAttestationVerificationManagerService"),
    ("audio", "android.media.IAudioService"),
    ("autofill", "android.view.autofill.IAutoFillManager"),
    ("backup", "android.app.backup.IBackupManager"),
    ("battery", ""),
    ("batterystats", "com.android.internal.app.IBatteryStats"),
    ("biometric", "android.hardware.biometrics.IBiometricService"),
    ("blob_store", "android.app.blob.IBlobStoreManager"),
    ("bluetooth_manager", "android.bluetooth.IBluetoothManager"),
    ("carrier_config", "com.android.internal.telephony.ICarrierConfigLoader"),
    ("clipboard", "android.content.IClipboard"),
    ("color_display", "android.hardware.display.IColorDisplayManager"),
    ("companiondevice", "android.companion.ICompanionDeviceManager"),
    ("connectivity", "android.net.IConnectivityManager"),
    ("content", "android.content.IContentService"),
    ("content_capture", "android.view.contentcapture.IContentCaptureManager"),
    ("country_detector", "android.location.ICountryDetector"),
    ("cpuinfo", ""),
    ("crossprofileapps", "android.content.pm.ICrossProfileApps"),
    ("dbinfo", ""),
    ("device_config", ""),
    ("device_policy", "android.app.admin.IDevicePolicyManager"),
    ("deviceidle", "android.os.IDeviceIdleController"),
    ("diskstats", ""),
    ("display", "android.hardware.display.IDisplayManager"),
    ("dreams", "android.service.dreams.IDreamManager"),
    ("dropbox", "com.android.internal.os.IDropBoxManagerService"),
    ("ethernet", "android.net.IEthernetManager"),
    ("fingerprint", "android.hardware.fingerprint.IFingerprintService"),
    ("game", "android.app.IGameManagerService"),
    ("gfxinfo", ""),
    ("graphicsstats", "android.view.IGraphicsStats"),
    ("hardware_properties", "android.os.IHardwarePropertiesManager"),
    ("imms", "com.android.internal.telephony.IMms"),
    ("incident", "android.os.IIncidentManager"),
    ("incidentcompanion", "android.os.IIncidentCompanion"),
    ("input", "android.hardware.input.IInputManager"),
    ("input_method", "com.android.internal.view.IInputMethodManager"),
    ("iphonesubinfo", "com.android.internal.telephony.IPhoneSubInfo"),
    ("ipsec", "android.net.IIpSecService"),
    ("isms", "com.android.internal.telephony.ISms"),
    ("isub", "com.android.internal.telephony.ISub"),
    ("jobscheduler", "android.app.job.IJobScheduler"),
    ("launcherapps", "android.content.pm.ILauncherApps"),
    ("locale", "android.app.ILocaleManager"),
    ("location", "android.location.ILocationManager"),
    ("lock_settings", "com.android.internal.widget.ILockSettings"),
    ("media.audio_flinger", "android.media.IAudioFlingerService"),
    ("media.camera", "android.hardware.ICameraService"),
    ("media.metrics", "android.media.IMediaMetricsService"),
    ("media.player", "android.media.IMediaPlayerService"),
    ("media_projection", "android.media.projection.IMediaProjectionManager"),
    ("media_router", "android.media.IMediaRouterService"),
    ("media_session", "android.media.session.ISessionManager"),
    ("meminfo", ""),
    ("midi", "android.media.midi.IMidiManager"),
    ("mount", "android.os.storage.IStorageManager"),
    ("netpolicy", "android.net.INetworkPolicyManager"),
    ("netstats", "android.net.INetworkStatsService"),
    ("network_management", "android.os.INetworkManagementService"),
    ("network_stack", "android.net.INetworkStackConnector"),
    ("network_watchlist", "com.android.internal.net.INetworkWatchlistManager"),
    ("nfc", "android.nfc.INfcAdapter"),
    ("notification", "android.app.INotificationManager"),
    ("notification_history", ""),
    ("oem_lock", "android.service.oemlock.IOemLockService"),
    ("otadexopt", "android.content.pm.IOtaDexopt"),
    ("overlay", "android.content.om.IOverlayManager"),
    ("package", "android.content.pm.IPackageManager"),
    ("package_native", "android.content.pm.IPackageManagerNative"),
    ("people", "android.app.people.IPeopleManager"),
    ("permission", "android.os.IPermissionController"),
    ("permissionmgr", "android.permission.IPermissionManager"),
    ("phone", "com.android.internal.telephony.ITelephony"),
    ("platform_compat", "com.android.internal.compat.IPlatformCompat"),
    ("power", "android.os.IPowerManager"),
    ("print", "android.print.IPrintManager"),
    ("processinfo", "android.os.IProcessInfoService"),
    ("procstats", "com.android.internal.app.procstats.IProcessStats"),
    ("reboot_readiness", "android.scheduling.IRebootReadinessManager"),
    ("restrictions", "android.content.IRestrictionsManager"),
    ("role", "android.app.role.IRoleManager"),
    ("rollback", "android.content.rollback.IRollbackManager"),
    ("scheduling_policy", "android.os.ISchedulingPolicyService"),
    ("search", "android.app.ISearchManager"),
    ("sensor_privacy", "android.hardware.ISensorPrivacyManager"),
    ("sensorservice", "android.gui.SensorServer"),
    ("settings", ""),
    ("shortcut", "android.content.pm.IShortcutService"),
    ("simphonebook", "com.android.internal.telephony.IIccPhoneBook"),
    ("slice", "android.app.slice.ISliceManager"),
    ("soundtrigger", "com.android.internal.app.ISoundTriggerService"),
    ("stats", ""),
    ("statusbar", "com.android.internal.statusbar.IStatusBarService"),
    ("storagestats", "android.app.usage.IStorageStatsManager"),
    ("suspend_control", "android.system.suspend.ISuspendControlService"),
    ("system_config", "android.os.ISystemConfig"),
    ("system_update", "android.os.ISystemUpdateManager"),
    ("telecom", "com.android.internal.telecom.ITelecomService"),
    ("telephony.registry", "com.android.internal.telephony.ITelephonyRegistry"),
    ("telephony_ims", "android.telephony.ims.aidl.IImsRcsController"),
    ("tethering", "android.net.ITetheringConnector"),
    ("textclassification", "android.service.textclassifier.ITextClassifierService"),
    ("textservices", "com.android.internal.textservice.ITextServicesManager"),
    ("thermalservice", "android.os.IThermalService"),
    ("time_detector", "android.app.timedetector.ITimeDetectorService"),
    ("time_zone_detector", "android.app.timezonedetector.ITimeZoneDetectorService"),
    ("transparency", ""),
    ("trust", "android.app.trust.ITrustManager"),
    ("uimode", "android.app.IUiModeManager"),
    ("updatelock", "android.os.IUpdateLock"),
    ("uri_grants", "android.app.IUriGrantsManager"),
    ("usagestats", "android.app.usage.IUsageStatsManager"),
    ("usb", "android.hardware.usb.IUsbManager"),
    ("user", "android.os.IUserManager"),
    ("vibrator", "android.os.IVibratorService"),
    ("vibrator_manager", "android.os.IVibratorManagerService"),
    ("virtualdevice", "android.companion.virtual.IVirtualDeviceManager"),
    ("voiceinteraction", "com.android.internal.app.IVoiceInteractionManagerService"),
    ("vpn_management", "android.net.IVpnManager"),
    ("wallpaper", "android.app.IWallpaperManager"),
    ("webviewupdate", "android.webkit.IWebViewUpdateService"),
    ("wifi", "android.net.wifi.IWifiManager"),
    ("wifip2p", "android.net.wifi.p2p.IWifiP2pManager"),
    ("wifiscanner", "android.net.wifi.IWifiScanner"),
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
