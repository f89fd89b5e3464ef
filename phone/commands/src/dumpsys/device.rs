//! `dumpsys power`, `battery`, `telephony.registry`, `notification`, `wifi`, `audio`, `meminfo` and other services that
//! clients query occasionally.

use super::super::arguments::hash;
use super::super::{Io, System, defaults};
use state::shared::Shared;
use state::shared::alarms::{CLOCK, SET_BY_APPS};

/// `dumpsys power`
pub(super) fn power(io: &mut Io, system: &dyn System) {
    let awake = system.is_awake();
    let (wakefulness, state) = if awake { ("Awake", "ON") } else { ("Asleep", "OFF") };
    let shared = system.shared();
    io.out("POWER MANAGER (dumpsys power)\n\nPower Manager State:");
    io.out(format!("  Settings power_manager_constants:\n    no_cached_wake_locks=true\n  mDirty=0x0\n  mWakefulness={wakefulness}\n  mWakefulnessChanging=false"));
    io.out(format!(
        "  mInteractive={awake}\n  mIsPowered=true\n  mPlugType=2\n  mBatteryLevel={}\n  mDockState=0",
        shared.hardware.battery
    ));
    io.out(format!(
        "  mStayOn={}\n  mProximityPositive=false\n  mBootCompleted=true\n  mSystemReady=true",
        shared.settings.on("stay_on_while_plugged_in")
    ));
    io.out(format!("  mHalAutoSuspendModeEnabled={}\n  mHalInteractiveModeEnabled={awake}", !awake));
    io.out(format!(
        "  mWakeLockSummary=0x0\n  mNotifyLongScheduled=(none)\n  mUserActivitySummary=0x{}",
        u8::from(awake)
    ));
    io.out("  mRequestWaitForNegativeProximity=false\n  mSandmanScheduled=false\n  mBatteryLevelLow=false\n  mDeviceIdleMode=false");
    io.out(format!("  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={awake}"));
    io.out(format!("\nSettings and Configuration:\n  mScreenOffTimeoutSetting={}\n  mStayOnWhilePluggedInSetting={}\n  Low power: {}", shared.settings.system_number("screen_off_timeout", 60_000), u8::from(shared.settings.on("stay_on_while_plugged_in")), shared.settings.on("low_power")));
    io.out(format!("\nWake Locks: size=0\n\nSuspend Blockers: size=4\n  PowerManagerService.WakeLocks: ref count=0\n  PowerManagerService.Display: ref count={}", u8::from(awake)));
    io.out(format!("\nDisplay Power: state={state}"));
}

/// `dumpsys telephony.registry`
pub(super) fn telephony(io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    let (state, number) = match &shared.calls.current {
        Some((number, state)) => (if state == "ringing" { 1 } else { 2 }, number.as_str()),
        None => (0, ""),
    };
    let service = i32::from(shared.settings.on("airplane_mode_on")) * 3;
    let data = if shared.settings.on("mobile_data") && service == 0 { 2 } else { 0 };
    io.out("last known state:\n  Phone Id=0");
    io.out(format!(
        "    mCallState={state}\n    mRingingCallState={}\n    mForegroundCallState={}",
        u8::from(state == 1),
        u8::from(state == 2)
    ));
    io.out(format!("    mCallIncomingNumber={}", if state == 1 { number } else { "" }));
    io.out(format!("    mServiceState={{mVoiceRegState={service}({}), mDataRegState={service}, mOperatorAlphaLong=T-Mobile, isManualNetworkSelection=false}}", if service == 0 { "IN_SERVICE" } else { "POWER_OFF" }));
    io.out(format!("    mDataConnectionState={data}\n    mUserMobileDataState={}", shared.settings.on("mobile_data")));
}

/// `dumpsys notification [--noredact]`: without the option, texts are replaced by their lengths.
pub(super) fn notification(args: &[String], io: &mut Io, system: &dyn System) {
    let full = args.iter().any(|word| word == "--noredact");
    let said = |text: &str| {
        let length = text.encode_utf16().count();
        if full { format!("String ({text})") } else { format!("String [length={length}]") }
    };
    io.out("Current Notification Manager state:\n  Notification List:");
    for note in &system.shared().notifications {
        let (package, id, owner) = (&note.package, note.id, system.shared().packages.uid_of(&note.package));
        let tag = if note.tag.is_empty() { "null" } else { note.tag.as_str() };
        let category = if note.category.is_empty() { String::new() } else { format!(" category={}", note.category) };
        io.out(format!("    NotificationRecord(0x{:08x}: pkg={package} user=UserHandle{{0}} id={id} tag={tag} importance=3 key=0|{package}|{id}|{tag}|{owner}: Notification(channel=default shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x10 color=0x00000000{category} vis=PRIVATE))", hash(&format!("{package}{id}"))));
        io.out(format!("      uid={owner} userId=0\n      opPkg={package}\n      flags=0x10\n      pri=0\n      key=0|{package}|{id}|{tag}|{owner}\n      seen=true\n      when={}", note.date));
        io.out(format!(
            "      tickerText=null\n      extras={{\n          android.title={}\n          android.text={}\n      }}",
            said(&note.title),
            said(&note.text)
        ));
        if !note.actions.is_empty() {
            io.out("      actions={");
            for (place, action) in note.actions.iter().enumerate() {
                let intent = hash(&format!("{package}{id}{place}"));
                io.out(format!("        [{place}] \"{}\" -> PendingIntent{{{intent:07x}}}", action.title));
            }
            io.out("      }");
        }
    }
    io.out(format!("  \n  mZenMode={}", system.shared().settings.global.get("zen_mode").map_or("0", String::as_str)));
}

/// `dumpsys wifi`
pub(super) fn wifi(io: &mut Io, system: &dyn System) {
    let on = system.shared().settings.on("wifi_on");
    io.out(format!(
        "Wi-Fi is {}\nVerbose logging is off\nStay-awake conditions: 0",
        if on { "enabled" } else { "disabled" }
    ));
    if on {
        let network = system.shared().network().unwrap_or(defaults::SSID).to_owned();
        io.out(format!("mNetworkInfo [type: WIFI[], state: CONNECTED/CONNECTED, reason: (unspecified), extra: \"{}\", failover: false, available: true, roaming: false]", network));
        io.out(format!("mWifiInfo SSID: \"{}\", BSSID: 00:13:10:85:fe:01, MAC: {}, IP: /{}, Supplicant state: COMPLETED, RSSI: -50, Link speed: 65Mbps, Frequency: 2447MHz, Net ID: 0", network, system.shared().identity.mac, system.shared().identity.address));
    } else {
        io.out("mNetworkInfo [type: WIFI[], state: DISCONNECTED/DISCONNECTED, reason: (unspecified), extra: (none), failover: false, available: false, roaming: false]");
    }
}

/// `dumpsys connectivity`
pub(super) fn connectivity(io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    let network = if shared.settings.on("wifi_on") {
        Some(("WIFI", 100))
    } else if shared.settings.on("mobile_data") && !shared.settings.on("airplane_mode_on") {
        Some(("CELLULAR", 101))
    } else {
        None
    };
    io.out(format!(
        "NetworkProviders for: WIFI CELLULAR\n\nActive default network: {}",
        network.map_or("none".to_owned(), |(_, id)| id.to_string())
    ));
    io.out("\nCurrent Networks:");
    if let Some((kind, id)) = network {
        io.out(format!("  NetworkAgentInfo{{network{{{id}}}  handle{{432902426637}}  ni{{{kind} CONNECTED}} created validated  nc{{[ Transports: {kind} Capabilities: NOT_METERED&INTERNET&VALIDATED ]}} }}"));
    }
}

/// `dumpsys audio`
pub(super) fn audio(io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    io.out("Stream volumes (device: index)");
    let streams = [
        ("STREAM_VOICE_CALL", "volume_voice", 7),
        ("STREAM_SYSTEM", "volume_system", 7),
        ("STREAM_RING", "volume_ring", 7),
        ("STREAM_MUSIC", "volume_music", 15),
        ("STREAM_ALARM", "volume_alarm", 7),
        ("STREAM_NOTIFICATION", "volume_notification", 7),
    ];
    for (name, setting, most) in streams {
        let index = shared.settings.system_number(setting, 5);
        io.out(format!("- {name}:\n   Muted: {}\n   Min: 0\n   Max: {most}\n   streamVolume:{index}\n   Current: 2 (speaker): {index}\n   Devices: speaker(2)", index == 0));
    }
    let ringer = match shared.settings.global.get("mode_ringer").map(String::as_str) {
        Some("0") => "SILENT",
        Some("1") => "VIBRATE",
        _ => "NORMAL",
    };
    io.out(format!("\nRinger mode: \n- mode (internal) = {ringer}\n- mode (external) = {ringer}"));
    io.out(format!("\nMode : MODE_{}", if shared.calls.current.is_some() { "IN_CALL" } else { "NORMAL" }));
}

/// `dumpsys meminfo [PACKAGE]`
pub(super) fn meminfo(args: &[String], io: &mut Io, system: &dyn System) {
    let name = args.iter().map(String::as_str).find(|word| !word.starts_with('-'));
    match name {
        Some(name) => match system.pid(name) {
            Some(pid) => {
                let total = 60_000 + hash(name) % 90_000;
                io.out("Applications Memory Usage (in Kilobytes):\nUptime: 1000000 Realtime: 1000000\n");
                io.out(format!("** MEMINFO in pid {pid} [{name}] **\n                   Pss  Private  Private  SwapPss      Rss     Heap     Heap     Heap\n                 Total    Dirty    Clean    Dirty    Total     Size    Alloc     Free"));
                io.out(format!("        TOTAL   {total}    {total}        0        0   {total}    40000    30000    10000\n\n App Summary\n           TOTAL PSS:   {total}            TOTAL RSS:   {total}      TOTAL SWAP PSS:        0"));
            }
            None => io.out(format!("No process found for: {name}")),
        },
        None => {
            io.out(
                "Applications Memory Usage (in Kilobytes):\nUptime: 1000000 Realtime: 1000000\n\nTotal PSS by process:",
            );
            for name in system.shared().packages.installed.keys() {
                if let Some(pid) = system.pid(name) {
                    io.out(format!("    {:>7}K: {name} (pid {pid})", 60_000 + hash(name) % 90_000));
                }
            }
            io.out("\nTotal RAM: 8,000,000K (status normal)\n Free RAM: 4,200,000K\n Used RAM: 3,800,000K");
        }
    }
}

/// `dumpsys cpuinfo`
pub(super) fn cpuinfo(io: &mut Io, system: &dyn System) {
    io.out("Load: 0.10 / 0.08 / 0.05\nCPU usage from 60000ms to 0ms ago:");
    for name in system.shared().packages.installed.keys() {
        if let Some(pid) = system.pid(name) {
            io.out(format!("  0.{}% {pid}/{name}: 0.1% user + 0% kernel", hash(name) % 9 + 1));
        }
    }
    io.out("1.2% TOTAL: 0.7% user + 0.5% kernel");
}

/// `dumpsys media.camera`
pub(super) fn camera(io: &mut Io) {
    io.out("== Service global info: ==\n\nNumber of camera devices: 2\nNumber of normal camera devices: 2\n    Device 0 maps to \"0\"\n    Device 1 maps to \"1\"");
    io.out("Active Camera Clients:\n[]\nAllowed user IDs: 0\n\n== Camera service events log (most recent at top): ==");
}

/// `dumpsys media_session`
pub(super) fn media_session(io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    let media = &shared.media;
    if let Some(track) = media.track() {
        let (package, state) = (&media.package, if media.is_playing() { 3 } else { 2 });
        let (position, speed) = (media.position(shared.clock.now_ms), if media.is_playing() { "1.0" } else { "0.0" });
        let name = format!("{package}/{package} (userId=0)");
        io.out("MEDIA SESSION SERVICE (dumpsys media_session)\n\nRecord for full_user=0");
        io.out(format!("  Media button session is {name}\n  Sessions Stack - have 1 sessions:\n    {package} {name}"));
        io.out(format!(
            "      ownerPid={}, ownerUid={}, userId=0\n      package={package}\n      active=true",
            system.pid(package).unwrap_or(0),
            shared.packages.uid_of(package)
        ));
        io.out(format!("      state=PlaybackState {{state={state}, position={position}, buffered position=0, speed={speed}, updated={}, actions=823, custom actions=[], active item id={}, error=null}}", shared.clock.now_ms, media.at));
        io.out(format!("      metadata: size=5, description={}, {}, {}", track.title, track.artist, track.album));
        io.out(format!("      queueTitle=null, size={}", media.queue.len()));
        return;
    }
    io.out("MEDIA SESSION SERVICE (dumpsys media_session)\n\nRecord for full_user=0\n  Sessions Stack - have 0 sessions:\n  Media button session is null");
}

/// Returns the alarms of the calendar's provider, which sets them a day ahead (`CalendarAlarmManager`).
fn event_reminders(shared: &Shared) -> impl Iterator<Item = (i64, String, &'static str)> {
    const PROVIDER: &str = "com.android.providers.calendar";
    let (now, offset) = (shared.clock.now_ms, shared.clock.utc_offset_min);
    let soon = now..now.saturating_add(machine::calendar::DAY_MS);
    let times = shared.calendar.events.iter().flat_map(move |event| event.reminded_at(offset));
    let ahead = times.filter(move |at| soon.contains(at));
    ahead.map(|at| (at, "android.intent.action.EVENT_REMINDER".to_owned(), PROVIDER))
}

/// `dumpsys alarm`
pub(super) fn alarm(io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    let stamp = |ms: i64| shared.clock.local(ms).strftime("%Y-%m-%d %H:%M:%S").to_string();
    io.out(format!("Current Alarm Manager state:\n  nowRTC={}", shared.clock.now_ms));
    let own = |what: &str| format!("{CLOCK}.{what}");
    let alarms = shared.alarm_clock.alarms.iter().filter_map(|alarm| Some((alarm.next_ms?, own("ALARM"), CLOCK)));
    let running = shared.alarm_clock.timers.iter().filter(|timer| !timer.rung);
    let timers = running.filter_map(|timer| Some((timer.ends_ms?, own("TIMER_EXPIRED"), CLOCK)));
    let mut pending: Vec<(i64, String, &str)> = alarms.chain(timers).chain(event_reminders(shared)).collect();
    for (package, times) in shared.service_state.of(SET_BY_APPS) {
        let times = times.split(' ').filter_map(|time| time.parse().ok());
        pending.extend(times.map(|at| (at, package.to_owned(), package)));
    }
    pending.sort_unstable();
    io.out(format!("  {} pending alarms:", pending.len()));
    for (number, (at, tag, package)) in pending.iter().enumerate() {
        io.out(format!(
            "    RTC_WAKEUP #{number}: Alarm{{{:x} type 0 origWhen {at} whenElapsed {at} {package}}}",
            hash(&format!("{tag}{at}"))
        ));
        io.out(format!(
            "      tag=*walarm*:{tag}\n      type=RTC_WAKEUP origWhen={} window=0 repeatInterval=0 count=0 flags=0x3",
            stamp(*at)
        ));
    }
    if let Some((_, at)) = shared.alarm_clock.next_alarm() {
        io.out(format!(
            "  Next alarm clock information: \n    user:0 pendingSend:false time:{at} = {} = {CLOCK}",
            stamp(at)
        ));
    }
}

/// Services whose output clients read only in part.
pub(super) fn other(name: &str, io: &mut Io, system: &dyn System) {
    let shared = system.shared();
    match name {
        "uimode" => {
            let mode = shared.settings.secure.get("ui_night_mode").map_or("1", String::as_str);
            io.out(format!(
                "Current UI Mode Service state:\n  mNightMode={mode} ({}) mComputedNightMode={}",
                if shared.settings.is_dark() { "yes" } else { "no" },
                shared.settings.is_dark()
            ));
        }
        "bluetooth_manager" => {
            let on = shared.settings.on("bluetooth_on");
            io.out(format!(
                "Bluetooth Status\n  enabled: {on}\n  state: {}\n  address: 00:00:00:00:5A:AD\n  name: {}",
                if on { "ON" } else { "OFF" },
                shared.settings.secure.get("bluetooth_name").map_or("", String::as_str)
            ));
        }
        "location" => {
            let on = shared.settings.secure.get("location_mode").is_some_and(|mode| mode != "0");
            io.out(format!("Location Manager State:\n  Location Setting: {on}"));
            if on {
                let state::shared::Position { latitude, longitude, altitude } = shared.hardware.position;
                io.out(format!(
                    "  Location Providers:\n    gps provider:\n      last location=Location[gps \
                     {latitude:.6},{longitude:.6} hAcc=5.0 et=+1h0m0s0ms alt={altitude:.1} vel=0.0]"
                ));
            }
        }
        "statusbar" => io.out("  mDisabled1=0x0\n  mDisabled2=0x0"),
        "deviceidle" => {
            let deep = shared.service_state.get("deviceidle", "deep").unwrap_or("ACTIVE");
            let light = shared.service_state.get("deviceidle", "light").unwrap_or("ACTIVE");
            io.out(format!(
                "  Whitelist system apps:\n    com.android.providers.downloads\n  mState={deep} mLightState={light}"
            ));
        }
        "user" => io.out(
            "Current user: 0\nUsers:\n  UserInfo{0:Owner:4c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED",
        ),
        "gfxinfo" => io.out("Applications Graphics Acceleration Info:\nUptime: 1000000 Realtime: 1000000"),
        _ => {
            if let Some(front) = system.front() {
                io.out(format!(
                    "    type=ACTIVITY_RESUMED package={} class={}",
                    front.component.package, front.component.class
                ));
            }
        }
    }
}
