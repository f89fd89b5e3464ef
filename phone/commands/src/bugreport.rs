//! `bugreportz`, `bugreport`, `dumpstate`: a small bug report from the phone's actual state. `adb bugreport` pulls the
//! archive named here.

use super::{Exit, Io, System, done, dumpsys};

/// The folder of the archives, readable by the shell.
const FOLDER: &str = "/data/user_de/0/com.android.shell/files/bugreports";

/// The services that a report includes.
const SERVICES: &[&str] = &["battery", "power", "window", "activity", "notification", "wifi"];

/// `bugreportz [-p | -s | -v]`
pub(super) fn zipped(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let option = args.first().map(String::as_str);
    match option {
        Some("-v") => {
            // adb reads the version from stderr.
            io.err("1.2");
            return done();
        }
        None | Some("-p" | "-s") => {}
        Some(_) => {
            io.err("Usage: bugreportz [-hpsv]\n  -h: to display this help message\n  -p: display progress\n  -s: stream content to standard output\n  -v: to display the version");
            return Exit::Status(1);
        }
    }
    let (name, text) = report(system);
    let archive = archive(&[
        ("version.txt", b"2.0".as_slice()),
        ("main_entry.txt", format!("{name}.txt").as_bytes()),
        (&format!("{name}.txt"), &text),
    ]);
    if option == Some("-s") {
        io.stdout.extend_from_slice(&archive);
        return done();
    }
    let path = format!("{FOLDER}/{name}.zip");
    let shared = system.shared_mut();
    let now_ms = shared.clock.now_ms;
    let written = shared.files.as_system(|files| {
        files.make_dirs(FOLDER, now_ms)?;
        files.write(&path, archive, now_ms)?;
        files.chown(&path, 2000, 2000)
    });
    if let Err(error) = written {
        io.out(format!("FAIL:could not write {path}: {error}"));
        return Exit::Status(1);
    }
    if option == Some("-p") {
        io.out(format!("BEGIN:{path}"));
        (1..=4).for_each(|part| io.out(format!("PROGRESS:{}/100", part * 25)));
    }
    io.out(format!("OK:{path}"));
    done()
}

/// `bugreport`: prints only the text.
pub(super) fn flat(_: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let (_, text) = report(system);
    io.stdout.extend_from_slice(&text);
    done()
}

/// `dumpstate`
pub(super) fn dumpstate(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    flat(args, io, system)
}

/// Creates a report. Returns its name and its text.
fn report(system: &mut dyn System) -> (String, Vec<u8>) {
    let property = |system: &dyn System, name: &str| system.shared().props.get(name).cloned().unwrap_or_default();
    let shared = system.shared();
    let when = shared.clock.local(shared.clock.now_ms).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let device = property(system, "ro.product.device");
    let build = property(system, "ro.build.id");
    let mut text = format!(
        "========================================================\n== dumpstate: {when}\n\
         ========================================================\n\nBuild: {}\nBuild fingerprint: '{}'\n\
         Bootloader: {}\nRadio: {}\nNetwork: {}\n",
        property(system, "ro.build.display.id"),
        property(system, "ro.build.fingerprint"),
        property(system, "ro.bootloader"),
        property(system, "gsm.version.baseband"),
        property(system, "gsm.operator.alpha"),
    )
    .into_bytes();
    for (title, path) in [
        ("KERNEL", "/proc/version"),
        ("UPTIME", "/proc/uptime"),
        ("MEMORY INFO", "/proc/meminfo"),
        ("CPU INFO", "/proc/cpuinfo"),
    ] {
        text.extend_from_slice(format!("------ {title} ({path}) ------\n").as_bytes());
        text.extend(system.read_file(path).unwrap_or_default());
        text.push(b'\n');
    }
    for service in SERVICES {
        let mut section = Io::default();
        dumpsys::run(&[(*service).to_owned()], &mut section, system);
        text.extend_from_slice(format!("------ DUMPSYS {service} ------\n").as_bytes());
        text.extend(section.stdout);
    }
    let stamp: String = when.chars().map(|sign| if sign.is_ascii_digit() { sign } else { '-' }).collect();
    (format!("bugreport-{device}-{build}-{stamp}"), text)
}

/// Builds a ZIP archive with stored files: local headers, then the directory.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, contents) in files {
        let mut sum = flate2::Crc::new();
        sum.update(contents);
        let size = u32::try_from(contents.len()).unwrap_or(u32::MAX).to_le_bytes();
        let length = u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes();
        let at = u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
        // Version 2.0, no flags, stored, 1980-01-01.
        let shared =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0], &sum.sum().to_le_bytes()[..], &size, &size, &length, &[0, 0]]
                .concat();
        bytes.extend([b"PK\x03\x04", shared.as_slice(), name.as_bytes(), contents].concat());
        directory.extend([b"PK\x01\x02\x14\0", shared.as_slice(), &[0; 10], &at, name.as_bytes()].concat());
    }
    let count = u16::try_from(files.len()).unwrap_or(u16::MAX).to_le_bytes();
    let (size, at) = (directory.len() as u32, bytes.len() as u32);
    bytes.extend(directory);
    bytes.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &size.to_le_bytes(), &at.to_le_bytes(), &[0, 0]].concat());
    bytes
}
