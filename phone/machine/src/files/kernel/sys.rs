//! `/sys`: the battery, the networks, the processors, the thermal zones.

use super::{Builder, CORES, KernelState};

/// The capacity of a Pixel 8's battery, in µAh.
const CHARGE_FULL: u32 = 4_485_000;

/// Thermal zones, in thousandths of a degree.
const THERMAL: [(&str, u32); 6] = [
    ("BIG", 41_000),
    ("MID", 40_000),
    ("LITTLE", 39_000),
    ("G3D", 38_000),
    ("battery", 29_400),
    ("VIRTUAL-SKIN", 31_200),
];

pub(super) fn fill(builder: &mut Builder, state: &KernelState) {
    power(builder, state);
    networks(builder, state);
    processors(builder);
    for (number, (kind, temperature)) in THERMAL.iter().enumerate() {
        let folder = format!("sys/class/thermal/thermal_zone{number}");
        builder.file(&format!("{folder}/type"), format!("{kind}\n"));
        builder.file(&format!("{folder}/temp"), format!("{temperature}\n"));
        builder.file(&format!("{folder}/mode"), "enabled\n");
    }
    // Android's brightness goes up to 255, the panel's up to 4095.
    let brightness = u32::from(state.brightness) * 4095 / 255;
    builder.file("sys/class/backlight/panel0-backlight/brightness", format!("{brightness}\n"));
    builder.file("sys/class/backlight/panel0-backlight/max_brightness", "4095\n");
    builder.file("sys/fs/selinux/enforce", "1");
    builder.file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    builder.file("sys/block/sda/size", "249741312\n");
    builder.file("sys/block/zram0/disksize", "3221225472\n");
    builder.file("sys/power/state", "freeze mem\n");
}

fn power(builder: &mut Builder, state: &KernelState) {
    let level = u32::from(state.battery.min(100));
    let status = match (state.charging, level) {
        (true, 100) => "Full",
        (true, _) => "Charging",
        (false, _) => "Discharging",
    };
    let current: i32 = if state.charging { 1_250_000 } else { -312_500 };
    for (name, value) in [
        ("capacity", level.to_string()),
        ("status", status.to_owned()),
        ("health", "Good".to_owned()),
        ("present", "1".to_owned()),
        ("technology", "Li-ion".to_owned()),
        ("type", "Battery".to_owned()),
        ("temp", "294".to_owned()),
        ("voltage_now", (3_600_000 + level * 7_500).to_string()),
        ("current_now", current.to_string()),
        ("charge_full", CHARGE_FULL.to_string()),
        ("charge_full_design", CHARGE_FULL.to_string()),
        ("charge_counter", (CHARGE_FULL / 100 * level).to_string()),
        ("cycle_count", "41".to_owned()),
    ] {
        builder.file(&format!("sys/class/power_supply/battery/{name}"), format!("{value}\n"));
    }
    let online = u8::from(state.charging);
    for (name, value) in [("online", online.to_string()), ("present", online.to_string()), ("type", "USB".to_owned())] {
        builder.file(&format!("sys/class/power_supply/usb/{name}"), format!("{value}\n"));
    }
}

fn networks(builder: &mut Builder, state: &KernelState) {
    for (index, (name, address, mtu, up)) in [
        ("lo", "00:00:00:00:00:00", 65_536, true),
        ("wlan0", "02:15:b2:00:00:00", 1_500, state.wifi),
        ("rmnet1", "", 1_500, false),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = format!("sys/class/net/{name}");
        let operstate = match (name, up) {
            ("lo", _) => "unknown",
            (_, true) => "up",
            (_, false) => "down",
        };
        for (file, value) in [
            ("address", address.to_owned()),
            ("mtu", mtu.to_string()),
            ("operstate", operstate.to_owned()),
            ("carrier", u8::from(up).to_string()),
            ("ifindex", (index + 1).to_string()),
            ("statistics/rx_bytes", if up { "1438201" } else { "0" }.to_owned()),
            ("statistics/tx_bytes", if up { "282713" } else { "0" }.to_owned()),
            ("statistics/rx_packets", if up { "2310" } else { "0" }.to_owned()),
            ("statistics/tx_packets", if up { "1964" } else { "0" }.to_owned()),
        ] {
            builder.file(&format!("{folder}/{file}"), format!("{value}\n"));
        }
    }
}

fn processors(builder: &mut Builder) {
    let all = format!("0-{}\n", CORES.len() - 1);
    for name in ["online", "possible", "present"] {
        builder.file(&format!("sys/devices/system/cpu/{name}"), all.clone());
    }
    builder.file("sys/devices/system/cpu/kernel_max", "31\n");
    builder.file("sys/devices/system/cpu/offline", "\n");
    for (number, (_, most, least)) in CORES.iter().enumerate() {
        let folder = format!("sys/devices/system/cpu/cpu{number}");
        builder.file(&format!("{folder}/online"), "1\n");
        builder.file(&format!("{folder}/topology/core_id"), format!("{number}\n"));
        builder.file(&format!("{folder}/topology/physical_package_id"), "0\n");
        for (name, value) in [
            ("cpuinfo_max_freq", most.to_string()),
            ("cpuinfo_min_freq", least.to_string()),
            ("scaling_max_freq", most.to_string()),
            ("scaling_min_freq", least.to_string()),
            ("scaling_cur_freq", ((most + least) / 2).to_string()),
            ("scaling_governor", "sched_pixel".to_owned()),
        ] {
            builder.file(&format!("{folder}/cpufreq/{name}"), format!("{value}\n"));
        }
    }
}
