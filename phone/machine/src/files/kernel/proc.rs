//! `/proc` except for its processes.

use super::{Builder, CORES, KernelState, Names};
use crate::process::SHELL_PID;

/// The kernel counts time in hundredths of a second.
const TICKS: i64 = 100;

const MEMINFO: &[(&str, u64)] = &[
    ("MemTotal", 7_870_472),
    ("MemFree", 812_344),
    ("MemAvailable", 3_921_080),
    ("Buffers", 5_120),
    ("Cached", 3_012_456),
    ("SwapCached", 10_240),
    ("Active", 2_611_208),
    ("Inactive", 2_018_940),
    ("Active(anon)", 1_204_116),
    ("Inactive(anon)", 612_880),
    ("Active(file)", 1_407_092),
    ("Inactive(file)", 1_406_060),
    ("Unevictable", 121_360),
    ("Mlocked", 121_360),
    ("SwapTotal", 3_145_724),
    ("SwapFree", 2_621_436),
    ("Dirty", 1_204),
    ("Writeback", 0),
    ("AnonPages", 1_722_004),
    ("Mapped", 1_108_212),
    ("Shmem", 41_212),
    ("KReclaimable", 262_144),
    ("Slab", 412_920),
    ("KernelStack", 48_304),
    ("PageTables", 88_012),
    ("CommitLimit", 7_080_960),
    ("Committed_AS", 92_114_220),
    ("VmallocTotal", 259_653_632),
    ("VmallocUsed", 158_220),
];

const MOUNTS: &str = "\
/dev/block/dm-4 / ext4 ro,seclabel,relatime 0 0
tmpfs /dev tmpfs rw,seclabel,nosuid,relatime,size=3918448k,nr_inodes=979612,mode=755 0 0
devpts /dev/pts devpts rw,seclabel,relatime,mode=600,ptmxmode=000 0 0
proc /proc proc rw,relatime,gid=3009,hidepid=invisible 0 0
sysfs /sys sysfs rw,seclabel,relatime 0 0
selinuxfs /sys/fs/selinux selinuxfs rw,relatime 0 0
tmpfs /mnt tmpfs rw,seclabel,nosuid,nodev,noexec,relatime,size=3918448k,nr_inodes=979612,mode=755,gid=1000 0 0
tmpfs /apex tmpfs rw,seclabel,nosuid,nodev,noexec,relatime,size=3918448k,nr_inodes=979612,mode=755 0 0
/dev/block/dm-5 /vendor ext4 ro,seclabel,relatime 0 0
/dev/block/dm-6 /product ext4 ro,seclabel,relatime 0 0
/dev/block/dm-7 /system_ext ext4 ro,seclabel,relatime 0 0
/dev/block/sda8 /metadata ext4 rw,seclabel,nosuid,nodev,noatime,sync 0 0
/dev/block/dm-52 /data f2fs rw,lazytime,seclabel,nosuid,nodev,noatime,background_gc=on,nogc_merge,discard 0 0
/dev/fuse /storage/emulated fuse rw,lazytime,nosuid,nodev,noexec,noatime,user_id=0,group_id=0,allow_other 0 0
";

pub(super) fn fill(builder: &mut Builder, state: &KernelState, names: &Names, up_ms: i64) {
    let jiffies = up_ms * TICKS / 1000;
    let cores = CORES.len() as i64;
    let (seconds, hundredths) = (up_ms / 1000, up_ms / 10 % 100);
    builder.file("proc/uptime", format!("{seconds}.{hundredths:02} {}.{hundredths:02}\n", seconds * cores * 9 / 10));
    let last = state.processes.iter().map(|process| process.pid).max().unwrap_or(SHELL_PID).max(SHELL_PID);
    builder.file("proc/loadavg", format!("1.20 1.10 1.05 2/2310 {last}\n"));
    let meminfo = MEMINFO.iter().map(|(name, kb)| format!("{:<16}{kb:>8} kB\n", format!("{name}:")));
    builder.file("proc/meminfo", meminfo.collect::<String>());
    builder.file("proc/cpuinfo", cpuinfo());
    builder.file("proc/stat", stat(state, jiffies, cores));
    builder.file("proc/version", format!("{}\n", names.line));
    builder.file(
        "proc/filesystems",
        "nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\nnodev\tselinuxfs\n\text4\n\tf2fs\nnodev\tfuse\n",
    );
    builder.file(
        "proc/partitions",
        "major minor  #blocks  name\n\n   8        0  124870656 sda\n   8        8      65536 sda8\n",
    );
    builder.file(
        "proc/vmstat",
        format!(
            "nr_free_pages 203086\nnr_inactive_anon 153220\npgpgin {}\npgpgout {}\npgfault {}\n",
            jiffies * 2,
            jiffies,
            jiffies * 31
        ),
    );
    builder.file("proc/swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/block/zram0                        partition\t3145724\t\t524288\t\t-2\n");
    for path in ["proc/cmdline", "proc/kmsg", "proc/slabinfo", "proc/vmallocinfo"] {
        builder.put(path, 0o440, 0, super::Body::File(std::sync::Arc::default()));
    }
    builder.link("proc/self", &SHELL_PID.to_string());
    builder.link("proc/mounts", "self/mounts");
    builder.link("proc/net", "self/net");
    for (path, text) in [
        ("ostype", "Linux"),
        ("osrelease", names.release.as_str()),
        ("hostname", "localhost"),
        ("version", names.version.as_str()),
        ("pid_max", "32768"),
        ("threads-max", "59724"),
        ("random/boot_id", "3f1c2a7e-5b0d-4c7e-9a51-6d2f0c8b7e44"),
        ("random/entropy_avail", "256"),
    ] {
        builder.file(&format!("proc/sys/kernel/{path}"), format!("{text}\n"));
    }
    builder.file("proc/sys/net/ipv4/ip_forward", "0\n");
    builder.file("proc/sys/fs/file-max", "784432\n");
    builder.file("proc/sys/vm/swappiness", "100\n");
}

/// Adds the files that describe the reading process, behind links from above.
pub(super) fn fill_own(builder: &mut Builder, state: &KernelState, up_ms: i64) {
    let own = format!("proc/{SHELL_PID}");
    builder.file(&format!("{own}/mounts"), MOUNTS);
    net(builder, &format!("{own}/net"), state, up_ms * TICKS / 1000);
}

fn cpuinfo() -> String {
    let core = |(number, (part, _, _)): (usize, &(u16, u32, u32))| {
        format!(
            "processor\t: {number}\nBogoMIPS\t: 49.15\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp \
             asimdhp cpuid asimdrdm jscvt fcma lrcpc dcpop sha3 asimddp sha512 asimdfhm dit uscat ilrcpc flagm ssbs sb \
             paca pacg dcpodp flagm2 frint i8mm bf16 bti\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: \
             0x1\nCPU part\t: {part:#x}\nCPU revision\t: 1\n\n"
        )
    };
    CORES.iter().enumerate().map(core).collect()
}

fn stat(state: &KernelState, jiffies: i64, cores: i64) -> String {
    // An idle phone works a tenth of its time.
    let row = |name: &str, count: i64| {
        let (user, nice, system) = (jiffies * count / 20, jiffies * count / 200, jiffies * count / 40);
        let idle = jiffies * count - user - nice - system;
        format!("{name} {user} {nice} {system} {idle} {} {} {} 0 0 0\n", count * 71, count * 40, count * 22)
    };
    let mut text = row("cpu ", cores);
    (0..cores).for_each(|core| text.push_str(&row(&format!("cpu{core}"), 1)));
    let booted = (state.now_ms - jiffies * 1000 / TICKS) / 1000;
    text.push_str(&format!(
        "intr {}\nctxt {}\nbtime {booted}\nprocesses {}\nprocs_running 1\nprocs_blocked 0\nsoftirq {} 0 0 0 0 0 0 0 0 0 0\n",
        jiffies * 52,
        jiffies * 88,
        14_000 + state.processes.len(),
        jiffies * 17
    ));
    text
}

fn net(builder: &mut Builder, folder: &str, state: &KernelState, jiffies: i64) {
    let (received, sent) = if state.wifi { (1_438_201 + jiffies, 282_713 + jiffies / 4) } else { (0, 0) };
    let head = "Inter-|   Receive                                                |  Transmit\n \
                face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n";
    let row = |name: &str, received: i64, sent: i64| {
        format!(
            "{name:>6}: {received:>7} {:>7}    0    0    0     0          0         0 {sent:>8} {:>7}    0    0    0     0       0          0\n",
            received / 622,
            sent / 143
        )
    };
    let rows = row("lo", 82_044, 82_044) + &row("wlan0", received, sent) + &row("rmnet1", 0, 0);
    builder.file(&format!("{folder}/dev"), format!("{head}{rows}"));
    let sockets = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    // adbd's own port.
    let adbd = "   0: 00000000:15B3 00000000:0000 0A 00000000:00000000 00:00000000 00000000  2000        0 24861 1 0000000000000000 100 0 0 10 0\n";
    builder.file(&format!("{folder}/tcp"), format!("{sockets}{adbd}"));
    builder.file(
        &format!("{folder}/tcp6"),
        sockets.replace(
            "local_address rem_address  ",
            "local_address                         remote_address                       ",
        ),
    );
    builder.file(&format!("{folder}/udp"), sockets.replace(" inode", " inode ref pointer drops"));
    builder.file(&format!("{folder}/unix"), "Num       RefCount Protocol Flags    Type St Inode Path\n0000000000000000: 00000002 00000000 00010000 0001 01 21542 /dev/socket/adbd\n0000000000000000: 00000002 00000000 00010000 0001 01 21004 /dev/socket/zygote\n");
    let route = "wlan0\t0002000A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n";
    let titles = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n";
    builder.file(&format!("{folder}/route"), format!("{titles}{}", if state.wifi { route } else { "" }));
    builder.file(
        &format!("{folder}/arp"),
        "IP address       HW type     Flags       HW address            Mask     Device\n",
    );
    builder.file(&format!("{folder}/wireless"), "Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE\n face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22\n");
}
