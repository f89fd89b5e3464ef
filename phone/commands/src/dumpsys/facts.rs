//! Services whose output public tools read in part: accounts, accessibility, appops, storage, sensors, roles and
//! others. Each is one function over the phone's state. A listed service without a function prints nothing.

use super::super::appops;
use super::super::arguments::hash;
use super::super::{Component, Io, System, defaults};

/// Prints a service.
type Dump = fn(&mut Io, &dyn System);

/// The services, sorted by name.
const DUMPS: &[(&str, Dump)] = &[
    ("accessibility", accessibility),
    ("account", account),
    ("appops", appops::dump),
    ("appwidget", |io, _| io.out("Providers:\n\nWidgets:\n\nHosts:")),
    ("backup", backup),
    ("batterystats", batterystats),
    ("clipboard", |io, _| io.out("Clipboard service state:")),
    ("content", |io, _| io.out("Data connected: true\nBattery level: normal\nAuto sync: u0=true")),
    ("dbinfo", dbinfo),
    ("device_policy", |io, _| {
        io.out("Current Device Policy Manager state:\n  Immutable state:\n    mHasFeature=true\n  No device owner\n\nEnabled Device Admins (User 0, provisioningState: 0):")
    }),
    ("diskstats", diskstats),
    ("dropbox", |io, _| io.out("Drop box contents: 0 entries\nMax entries: 1000")),
    ("iphonesubinfo", phone_numbers),
    ("isms", |io, _| io.out("IccSmsInterfaceManagerMap:\n  mDefaultSmsSubId=1")),
    ("jobscheduler", |io, _| io.out("Settings:\n  enable_job_scheduler=true\n\nRegistered 0 jobs:\n  None.")),
    ("lock_settings", lock_settings),
    ("media.audio_flinger", |io, _| {
        io.out("Clients:\n  pid    uid  name\nNotification Clients:\nGlobal session refs:")
    }),
    ("mount", mount),
    ("netpolicy", |io, _| {
        io.out("System ready: true\nRestrict background: false\nRestrict power: false\nDevice idle: false")
    }),
    ("netstats", |io, _| io.out("Active interfaces:\n  iface=wlan0 ident=[{type=1, ratType=COMBINED, metered=false}]")),
    ("nfc", nfc),
    ("overlay", overlays),
    ("permissionmgr", |io, _| io.out("Permissions:")),
    ("procstats", processes),
    ("role", roles),
    ("sensor_privacy", |io, _| io.out("Sensor privacy:\n  user 0:")),
    ("sensorservice", sensors),
    ("settings", settings),
    ("stats", |io, _| io.out("Statsd service dump:")),
    ("thermalservice", thermal),
    ("usb", usb),
    ("vibrator_manager", |io, _| io.out("VibratorManagerService:\n  vibratorIds=[0]\n  currentVibration=null")),
    ("wallpaper", |io, _| io.out("mDefaultWallpaperComponent=null\nSystem wallpaper state:\n User 0: id=1")),
    ("webviewupdate", webview),
];

/// Prints a service; `false` if it is not one of these.
pub(super) fn dump(name: &str, io: &mut Io, system: &dyn System) -> bool {
    let found = DUMPS.iter().find(|(known, _)| *known == name);
    found.inspect(|(_, dump)| dump(io, system)).is_some()
}

fn accessibility(io: &mut Io, system: &dyn System) {
    let secure = &system.shared().settings.secure;
    let value = |name: &str| secure.get(name).map_or("", String::as_str);
    let on = value("accessibility_enabled") == "1";
    let enabled: Vec<Component> =
        value("enabled_accessibility_services").split(':').filter(|_| on).filter_map(Component::parse).collect();
    let shown: Vec<String> = enabled.iter().map(|service| format!("{{{}}}", service.long())).collect();
    io.out("ACCESSIBILITY MANAGER (dumpsys accessibility)\n\ncurrentUserId=0\nUser state[");
    io.out(format!("     attributes:{{id=0, touchExplorationEnabled=false, serviceHandlesDoubleTap=false, displayMagnificationEnabled={}}}", value("accessibility_display_magnification_enabled") == "1"));
    io.out(format!("     installed services: {{\n     }}\n     Bound services:{{{}}}", shown.join(", ")));
    io.out(format!(
        "     Enabled services:{{{}}}\n     Binding services:{{}}\n     Crashed services:{{}}]",
        shown.join(", ")
    ));
}

fn account(io: &mut Io, _: &dyn System) {
    io.out("User UserInfo{0:Owner:4c13}:\n  Accounts: 0\n\n  AccountId, Action_Type, timestamp, UID, TableName, Key\n  Accounts History\n\n  Active Sessions: 0\n\n  RegisteredServicesCache: 0 services");
}

fn backup(io: &mut Io, system: &dyn System) {
    let on = system.shared().settings.secure.get("backup_enabled").is_some_and(|value| value == "1");
    let state = if on { "enabled" } else { "disabled" };
    io.out(format!("Backup Manager is {state} / setup complete / not pending init\nAvailable transports:\n  * com.android.localtransport/.LocalTransport"));
}

fn batterystats(io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    let up = shared.clock.uptime_ms / 1000;
    io.out("Battery History (0% used, 0 used of 4096KB, 0 strings using 0):");
    io.out(format!(
        "                    0 (2) RESET:TIME: {}",
        shared.clock.local(shared.clock.now_ms).strftime("%Y-%m-%d-%H-%M-%S")
    ));
    io.out(format!(
        "                    0 (2) {:03} status=charging health=good plug=usb temp={}",
        shared.hardware.battery, shared.hardware.power.temperature
    ));
    io.out("\nDaily stats:\n\nStatistics since last charge:\n  System starts: 0, currently on battery: false");
    io.out(format!("  Estimated battery capacity: 4575 mAh\n  Total run time: {up}s realtime, {up}s uptime"));
}

/// The databases that apps keep open: none is, between two commands.
fn dbinfo(io: &mut Io, system: &dyn System) {
    io.out("Applications Database Info:");
    for name in system.shared().packages.installed.keys() {
        if let Some(pid) = system.pid(name) {
            io.out(format!("\n** Database info for pid {pid} [{name}] **\n\n"));
        }
    }
}

fn diskstats(io: &mut Io, system: &dyn System) {
    let files = &system.shared().files;
    let (total, used) = (files.capacity() / 1024, files.used() / 1024);
    let free = total.saturating_sub(used);
    io.out(format!("Latency: 1ms [512B Data Write]\nRecent Disk Write Speed (kB/s) = 42000\nData-Free: {free}K / {total}K total = {}% free", free * 100 / total.max(1)));
    io.out(
        "Cache-Free: 0K / 0K total = 0% free\nSystem-Free: 0K / 3000000K total = 0% free\nFile-based Encryption: true",
    );
}

fn phone_numbers(io: &mut Io, _: &dyn System) {
    io.out("Phone Subscriber Info:\n  Phone Type = GSM\n  Device ID = null");
}

fn lock_settings(io: &mut Io, system: &dyn System) {
    let kind = if system.shared().pin.is_some() { "Pin" } else { "None" };
    io.out(format!("Current lock settings service state:\n\nUser State:\n  User 0\n    CredentialType: {kind}"));
}

fn mount(io: &mut Io, _: &dyn System) {
    io.out("Disks:\n\nVolumes:\n  VolumeInfo{private}:\n    type=PRIVATE diskId=null partGuid=null mountFlags=0 mountUserId=-10000\n    state=MOUNTED\n    path=/data\n  VolumeInfo{emulated;0}:\n    type=EMULATED diskId=null partGuid= mountFlags=PRIMARY|VISIBLE mountUserId=0\n    state=MOUNTED\n    path=/storage/emulated\n\nPrimary storage UUID: null");
}

fn nfc(io: &mut Io, system: &dyn System) {
    io.out(format!(
        "mState={}\nmIsZeroClickRequested=false\nmScreenState=ON_UNLOCKED",
        if system.shared().settings.on("nfc_on") { "on" } else { "off" }
    ));
}

fn overlays(io: &mut Io, system: &dyn System) {
    let gestures = system.shared().settings.secure.get("navigation_mode").is_some_and(|mode| mode == "2");
    for (name, on) in [("gestural", gestures), ("threebutton", !gestures)] {
        let state = if on { "STATE_ENABLED" } else { "STATE_DISABLED" };
        io.out(format!("com.android.internal.systemui.navbar.{name}:0 {{\n  mPackageName...........: com.android.internal.systemui.navbar.{name}\n  mUserId................: 0\n  mTargetPackageName.....: android\n  mState.................: {state}\n  mIsEnabled.............: {on}\n}}"));
    }
}

fn processes(io: &mut Io, system: &dyn System) {
    io.out("AGGREGATED OVER LAST 24 HOURS:");
    for name in system.shared().packages.installed.keys().filter(|name| system.pid(name).is_some()) {
        let pss = 60_000 + hash(name) % 90_000;
        io.out(format!(
            "  * {name} / u0a{} / v1:\n           TOTAL: 100% ({pss}KB-{pss}KB-{pss}KB over 1)",
            system.shared().packages.uid_of(name) % 10_000
        ));
    }
}

fn roles(io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    io.out("ROLE MANAGER STATE (dumpsys role):\n{\n  user_states=[\n    {\n      user_id=0\n      roles=[");
    for (role, usual) in super::super::cmd::ROLES {
        let key = format!("role_holder:{role}");
        let holder = shared.settings.secure.get(&key).map_or(*usual, String::as_str);
        if shared.packages.is_installed(holder) {
            io.out(format!("        {{\n          name={role}\n          holders={holder}\n        }}"));
        }
    }
    io.out("      ]\n    }\n  ]\n}");
}

fn sensors(io: &mut Io, _: &dyn System) {
    const SENSORS: &[(&str, &str, u32)] = &[
        ("LSM6DSV Accelerometer", "android.sensor.accelerometer", 1),
        ("MMC5616 Magnetometer", "android.sensor.magnetic_field", 2),
        ("LSM6DSV Gyroscope", "android.sensor.gyroscope", 4),
        ("TMD3719 Ambient Light", "android.sensor.light", 5),
        ("ICP20100 Pressure", "android.sensor.pressure", 6),
        ("TMD3719 Proximity", "android.sensor.proximity", 8),
    ];
    io.out(format!(
        "Captured at: 00:00:00.000\nSensor Device:\nTotal {} h/w sensors, {} running 0 disabled clients:\nSensor List:",
        SENSORS.len(),
        0
    ));
    for (at, (name, kind, number)) in SENSORS.iter().enumerate() {
        io.out(format!(
            "{:#010x}) {name:<25} | vendor | ver: 1 | type: {kind}({number}) | perm: n/a | flags: 0x00000000",
            at + 1
        ));
    }
}

fn settings(io: &mut Io, system: &dyn System) {
    let settings = &system.shared().settings;
    for (title, table) in [("GLOBAL", &settings.global), ("SECURE", &settings.secure), ("SYSTEM", &settings.system)] {
        io.out(format!("{title} SETTINGS (user 0)"));
        for (id, (name, value)) in table.iter().enumerate() {
            io.out(format!(
                "_id:{} name:{name} pkg:android value:{value} default:{value} defaultSystemSet:true",
                id + 1
            ));
        }
    }
}

fn thermal(io: &mut Io, system: &dyn System) {
    let status = system.shared().service_state.get("thermalservice", "status");
    let celsius = f64::from(system.shared().hardware.power.temperature) / 10.0;
    io.out(format!(
        "IsStatusOverride: {}\nThermalEventListeners:\nThermal Status: {}",
        status.is_some(),
        status.unwrap_or("0")
    ));
    io.out(format!("Cached temperatures:\n\tTemperature{{mValue={celsius:.1}, mType=2, mName=battery, mStatus=0}}\nHAL Ready: true\nCurrent temperatures from HAL:\n\tTemperature{{mValue={celsius:.1}, mType=2, mName=battery, mStatus=0}}"));
}

fn usb(io: &mut Io, system: &dyn System) {
    let functions = system.shared().props.get("sys.usb.config").map_or("adb", String::as_str);
    io.out(format!("USB MANAGER STATE (dumpsys usb):\n{{\n  device_manager={{\n    handler={{\n      current_functions=[{functions}]\n      current_functions_applied=true\n      screen_locked={}\n      connected={}\n      configured=true\n    }}\n  }}\n}}", system.is_locked(), system.shared().hardware.power.usb));
}

fn webview(io: &mut Io, system: &dyn System) {
    io.out("Current WebView Update Service state");
    let mut names = ["com.google.android.webview", defaults::WEBVIEW].into_iter();
    let found = names.find_map(|name| Some((name, system.shared().packages.get(name)?)));
    match found {
        Some((name, package)) => io.out(format!(
            "  Current WebView package (name, version): ({name}, {})\n  Minimum WebView version code: 579009933",
            package.version_name
        )),
        None => io.out("  Current WebView package is null"),
    }
}
