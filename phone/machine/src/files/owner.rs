//! Names of users and groups, and modes as `ls -l` prints them.
//!
//! Numbers from AOSP's `system/core/libcutils/include/private/android_filesystem_config.h`.

use super::{Kind, Stat};

/// The superuser.
pub const ROOT: u32 = 0;
/// The user `shell`, under which adbd runs commands.
pub const SHELL: u32 = 2000;
/// The group of shared storage.
pub(super) const MEDIA_RW: u32 = 1023;
/// The app that serves shared storage and owns its files since Android 11.
pub(super) const MEDIA_PROVIDER: u32 = 10_185;

/// The groups of the user `shell`, in the order of `id`.
pub const SHELL_GROUPS: [u32; 15] =
    [2000, 1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012];

/// Returns the name of a user: `root`, `shell`, `u0_a185`, or the number.
pub fn user_name(uid: u32) -> String {
    let known = match uid {
        0 => "root",
        1000 => "system",
        1001 => "radio",
        1002 => "bluetooth",
        1004 => "input",
        1007 => "log",
        1010 => "wifi",
        1011 => "adb",
        1013 => "media",
        1015 => "sdcard_rw",
        1023 => "media_rw",
        1028 => "sdcard_r",
        1078 => "ext_data_rw",
        1079 => "ext_obb_rw",
        2000 => "shell",
        2001 => "cache",
        3001 => "net_bt_admin",
        3002 => "net_bt",
        3003 => "inet",
        3006 => "net_bw_stats",
        3009 => "readproc",
        3011 => "uhid",
        3012 => "readtracefs",
        9997 => "everybody",
        9999 => "nobody",
        10_000..=19_999 => return format!("u0_a{}", uid - 10_000),
        // The groups of app caches.
        20_000..=29_999 => return format!("u0_a{}_cache", uid - 20_000),
        // The groups of an app shared by all Android users.
        50_000..=59_999 => return format!("all_a{}", uid - 50_000),
        _ => return uid.to_string(),
    };
    known.to_owned()
}

/// Returns the name of a group. Android has one table for users and groups.
pub fn group_name(gid: u32) -> String {
    user_name(gid)
}

/// Formats a mode as `drwxrws---`.
pub fn mode_text(stat: &Stat) -> String {
    let mut text = String::with_capacity(10);
    text.push(match stat.kind {
        Kind::File => '-',
        Kind::Directory => 'd',
        Kind::Link => 'l',
        Kind::Device => 'c',
    });
    let bits = stat.permissions;
    for (shift, special, letter) in [(6, 0o4000, 's'), (3, 0o2000, 's'), (0, 0o1000, 't')] {
        let three = bits >> shift;
        text.push(if three & 4 != 0 { 'r' } else { '-' });
        text.push(if three & 2 != 0 { 'w' } else { '-' });
        text.push(match (bits & special != 0, three & 1 != 0) {
            (true, true) => letter,
            (true, false) => letter.to_ascii_uppercase(),
            (false, true) => 'x',
            (false, false) => '-',
        });
    }
    text
}
