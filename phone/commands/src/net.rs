//! `ip`, `ifconfig`, `netstat`, `ping`: the phone's one network, while Wi-Fi is on.

use super::{Exit, Io, LongRunning, System, done};
use machine::identity::Identity;

fn connected(system: &dyn System) -> bool {
    system.shared().settings.on("wifi_on")
}

/// `ip …`
pub(super) fn ip(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let Identity { address: own, mac, .. } = &*system.shared().identity;
    let mut words = Vec::new();
    let mut all = args.iter().map(String::as_str);
    while let Some(word) = all.next() {
        match word {
            "-f" | "-family" => _ = all.next(),
            _ if word.starts_with('-') => {}
            _ => words.push(word),
        }
    }
    let up = connected(system);
    match words.as_slice() {
        ["route" | "r" | "ro", "get", address, ..] if up => {
            io.out(format!("{address} via 10.0.2.2 dev wlan0 table wlan0 src {own} uid 2000 \n    cache "));
        }
        ["route" | "r" | "ro", "get", ..] => {
            io.err("RTNETLINK answers: Network is unreachable");
            return Exit::Status(2);
        }
        ["route" | "r" | "ro", ..] => {
            if up {
                io.out(format!("10.0.2.0/24 dev wlan0 proto kernel scope link src {own} "));
            }
        }
        ["addr" | "address" | "a" | "ad" | "link" | "l", rest @ ..] => {
            let device = rest.iter().copied().find(|word| !matches!(*word, "show" | "s" | "list" | "dev" | "up"));
            if device.is_some_and(|device| !matches!(device, "lo" | "wlan0")) {
                io.err(format!("Device \"{}\" does not exist.", device.unwrap_or_default()));
                return Exit::Status(1);
            }
            let addresses = words.first().is_some_and(|word| word.starts_with('a'));
            if device != Some("wlan0") {
                io.out("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000");
                io.out("    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00");
                if addresses {
                    io.out("    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever");
                }
            }
            if device != Some("lo") {
                let (flags, state) = if up { (",UP,LOWER_UP", "UP") } else { ("", "DOWN") };
                io.out(format!(
                    "2: wlan0: <BROADCAST,MULTICAST{flags}> mtu 1500 qdisc fq_codel state {state} group default qlen 1000"
                ));
                io.out(format!("    link/ether {mac} brd ff:ff:ff:ff:ff:ff"));
                if up && addresses {
                    io.out(format!("    inet {own}/24 brd 10.0.2.255 scope global wlan0"));
                    io.out("       valid_lft forever preferred_lft forever");
                }
            }
        }
        ["rule" | "ru", ..] => io.out("0:\tfrom all lookup local\n32000:\tfrom all unreachable"),
        ["neigh" | "n", ..] => {
            if up {
                io.out("10.0.2.2 dev wlan0 lladdr 52:55:0a:00:02:02 REACHABLE");
            }
        }
        [] => {
            io.err("Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }");
            return Exit::Status(255);
        }
        [other, ..] => {
            io.err(format!("Object \"{other}\" is unknown, try \"ip help\"."));
            return Exit::Status(1);
        }
    }
    done()
}

/// `ifconfig [DEVICE]`
pub(super) fn ifconfig(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let Identity { address, mac, .. } = &*system.shared().identity;
    let device = args.iter().map(String::as_str).find(|word| !word.starts_with('-'));
    if let Some(other) = device.filter(|device| !matches!(*device, "lo" | "wlan0")) {
        io.err(format!("ifconfig: {other}: No such device"));
        return Exit::Status(1);
    }
    if device != Some("lo") {
        io.out(format!("wlan0     Link encap:Ethernet  HWaddr {mac}  Driver virtio_net"));
        if connected(system) {
            io.out(format!("          inet addr:{address}  Bcast:10.0.2.255  Mask:255.255.255.0 "));
            io.out("          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1");
        } else {
            io.out("          BROADCAST MULTICAST  MTU:1500  Metric:1");
        }
        io.out("          RX packets:2310 errors:0 dropped:0 overruns:0 frame:0 ");
        io.out("          TX packets:1964 errors:0 dropped:0 overruns:0 carrier:0 ");
        io.out("          collisions:0 txqueuelen:1000 \n          RX bytes:1438201 TX bytes:282713 \n");
    }
    if device != Some("wlan0") {
        io.out("lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0 ");
        io.out("          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n");
    }
    done()
}

/// `netstat`
pub(super) fn netstat(_: &[String], io: &mut Io, _: &mut dyn System) -> Exit {
    io.out("Active Internet connections (servers and established)");
    io.out("Proto Recv-Q Send-Q Local Address           Foreign Address         State      ");
    io.out("tcp        0      0 0.0.0.0:5555            0.0.0.0:*               LISTEN     ");
    done()
}

/// `ping [-c COUNT] HOST`
pub(super) fn ping(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let (mut count, mut host) = (None, None);
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-c" => count = words.next().and_then(|word| word.parse::<u32>().ok()),
            "-i" | "-W" | "-w" | "-s" | "-I" | "-t" => _ = words.next(),
            _ if word.starts_with('-') => {}
            _ => host = Some(word),
        }
    }
    let Some(host) = host else {
        io.err("ping: usage error: Destination address required");
        return Exit::Status(1);
    };
    let local = matches!(host, "localhost" | "127.0.0.1");
    if !local && !connected(system) {
        let numeric = host.chars().all(|c| c.is_ascii_digit() || c == '.');
        io.err(if numeric {
            "connect: Network is unreachable".to_owned()
        } else {
            format!("ping: unknown host {host}")
        });
        return Exit::Status(2);
    }
    let address = if local { "127.0.0.1" } else { host };
    io.out(format!("PING {host} ({address}) 56(84) bytes of data."));
    for at in 1..=count.unwrap_or(1).min(20) {
        io.out(format!("64 bytes from {address}: icmp_seq={at} ttl=64 time=0.{:03} ms", 40 + at));
    }
    let Some(count) = count else { return Exit::LongRunning(LongRunning::Forever) };
    let count = count.min(20);
    io.out(format!("\n--- {host} ping statistics ---"));
    let ms = 1000 * count.saturating_sub(1);
    io.out(format!("{count} packets transmitted, {count} received, 0% packet loss, time {ms}ms"));
    io.out("rtt min/avg/max/mdev = 0.041/0.050/0.060/0.005 ms");
    done()
}
