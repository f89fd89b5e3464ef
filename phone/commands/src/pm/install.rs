//! Installs and removes packages. As in Android, staged files are in `/data/app/vmdlN.tmp` until they are installed or
//! abandoned.

use std::sync::Arc;

use super::super::arguments::{Arguments, hash};
use super::super::{Io, Removal, System, note};
use super::{Outcome, reader};
use state::packages::{InstallOptions, Part};
use state::shared::InstallSession;

pub(super) fn run(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    match verb {
        "install" => install(words, io, system),
        "install-existing" => existing(words, io, system),
        "install-create" => {
            let InstallArguments { options, .. } = install_arguments(words, io)?;
            let id = new_session(system);
            system.shared_mut().packages.sessions.insert(id, InstallSession { options, parts: Vec::new() });
            io.out(format!("Success: created install session [{id}]"));
            Ok(0)
        }
        "install-write" => write(words, io, system),
        "install-remove" => {
            let id = session(words.next())?;
            let name = words.next().unwrap_or_default().to_owned();
            let session = system.shared_mut().packages.sessions.get_mut(&id).ok_or_else(|| unknown(id))?;
            session.parts.retain(|part| *part != name);
            io.out("Success");
            Ok(0)
        }
        "install-commit" => commit(words, io, system),
        "install-abandon" => {
            let id = session(super::operand(words))?;
            system.shared_mut().packages.sessions.remove(&id).ok_or_else(|| unknown(id))?;
            forget(id, system);
            io.out("Success");
            Ok(0)
        }
        _ => uninstall(words, io, system),
    }
}

fn unknown(session: u64) -> String {
    format!("java.lang.SecurityException: Caller has no access to session {session}")
}

fn session(word: Option<&str>) -> Result<u64, String> {
    word.and_then(|word| word.parse().ok())
        .ok_or_else(|| format!("java.lang.NumberFormatException: For input string: \"{}\"", word.unwrap_or_default()))
}

/// Returns a session id that looks random and never repeats.
fn new_session(system: &mut dyn System) -> u64 {
    let shared = system.shared_mut();
    shared.packages.make_room_for_session();
    loop {
        let id = u64::from(hash(&format!("session {}", shared.new_id()))) + 1_000_000;
        if !shared.packages.sessions.contains_key(&id) {
            return id;
        }
    }
}

fn folder(session: u64) -> String {
    format!("/data/app/vmdl{session}.tmp")
}

/// The parsed options of an installation.
#[derive(Default)]
struct InstallArguments {
    options: InstallOptions,
    /// `-S`
    size: Option<usize>,
}

fn install_arguments(words: &mut Arguments<'_>, io: &mut Io) -> Result<InstallArguments, String> {
    let mut wanted = InstallArguments::default();
    while let Some(option) = words.option() {
        let options = &mut wanted.options;
        let mut value = || words.next().map(str::to_owned).ok_or_else(|| argument_expected(option));
        match option {
            "-S" => {
                let text = value()?;
                let bytes = text.parse();
                wanted.size =
                    Some(bytes.map_err(|_| format!("java.lang.NumberFormatException: For input string: \"{text}\""))?);
            }
            "-i" => options.installer = Some(value()?),
            "-p" => options.inherit = Some(value()?),
            "--user"
            | "--abi"
            | "--originating-uri"
            | "--referrer"
            | "--pkg"
            | "--install-location"
            | "--install-reason"
            | "--package-source"
            | "--staged-ready-timeout"
            | "--rollback-data-policy" => {
                value()?;
            }
            "--bypass-low-target-sdk-block" => options.old_target = true,
            _ if option.starts_with("--") => {}
            // Several letters in one word, such as `-rtg`.
            _ => {
                for letter in option.chars().skip(1) {
                    match letter {
                        't' => options.test_only = true,
                        'g' => options.grant = true,
                        'd' => options.downgrade = true,
                        'R' => options.no_replace = true,
                        'r' | 'f' | 'l' | 's' | 'q' | 'a' => {}
                        _ => {
                            io.err(format!("Error: Unknown option: {option}"));
                            return Err(format!("java.lang.IllegalArgumentException: Unknown option {option}"));
                        }
                    }
                }
            }
        }
    }
    Ok(wanted)
}

fn argument_expected(option: &str) -> String {
    format!("java.lang.IllegalArgumentException: Argument expected after \"{option}\"")
}

/// Takes `size` bytes from stdin, as given by the command that streams an APK.
fn stream(io: &mut Io, size: Option<usize>) -> Option<Vec<u8>> {
    let mut bytes = std::mem::take(&mut io.stdin);
    match size {
        Some(size) if size > bytes.len() => None,
        Some(size) => {
            io.stdin = bytes.split_off(size);
            Some(bytes)
        }
        None => Some(bytes),
    }
}

/// Reads a file with the permissions of the system server.
fn open(path: &str, io: &mut Io, system: &dyn System) -> Result<Vec<u8>, String> {
    system.read_file(path).map_err(|_| {
        io.err(format!("Error: Unable to open file: {path}"));
        if !path.starts_with("/data/local/tmp/") {
            io.err("Consider using a file under /data/local/tmp/");
        }
        io.err(format!("Error: Can't open file: {path}"));
        format!("java.lang.IllegalArgumentException: Error: Can't open file: {path}")
    })
}

fn install(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let InstallArguments { options, size } = install_arguments(words, io)?;
    let mut parts = Vec::new();
    let paths: Vec<&str> = std::iter::from_fn(|| words.next()).collect();
    match paths.as_slice() {
        [] | ["-"] => {
            if size.is_none() {
                io.err("Error: must either specify a package size or an APK file");
                return Ok(1);
            }
            let Some(bytes) = stream(io, size) else {
                io.out(
                    "Failure [INSTALL_FAILED_INTERNAL_ERROR: Failed to write the session; unexpected end of stream]",
                );
                return Ok(1);
            };
            parts.push(Part { name: "base.apk".to_owned(), bytes: Arc::new(bytes) });
        }
        // The first file is the base, whatever its name; the others are its splits.
        paths => {
            for (at, path) in paths.iter().enumerate() {
                let bytes = open(path, io, system)?;
                if let Err(refusal) = reader(system).glance(&bytes, path) {
                    return Err(format!(
                        "java.lang.IllegalArgumentException: Error: Failed to parse APK file: {path}: {}",
                        refusal.message
                    ));
                }
                let own = path.rsplit('/').next().unwrap_or(path);
                let name = if at == 0 { "base.apk" } else { own };
                parts.push(Part { name: name.to_owned(), bytes: Arc::new(bytes) });
            }
        }
    }
    let id = new_session(system);
    finish(&parts, id, &options, io, system)
}

fn finish(parts: &[Part], id: u64, options: &InstallOptions, io: &mut Io, system: &mut dyn System) -> Outcome {
    match system.install(parts, &folder(id), options) {
        Ok(package) => {
            note(system.shared_mut(), "PackageManager", format!("Installed {package}"));
            io.out("Success");
            Ok(0)
        }
        Err(why) => {
            io.out(format!("Failure [{why}]"));
            Ok(1)
        }
    }
}

/// `install-commit SESSION`
fn commit(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let id = session(super::operand(words))?;
    let found = system.shared_mut().packages.sessions.remove(&id).ok_or_else(|| unknown(id))?;
    let mut parts = Vec::new();
    for name in found.parts {
        let path = format!("{}/{name}", folder(id));
        let bytes = system.shared_mut().files.as_system(|files| files.read(&path)).unwrap_or_default();
        parts.push(Part { name, bytes });
    }
    let outcome = finish(&parts, id, &found.options, io, system);
    forget(id, system);
    outcome
}

/// Removes the staged files.
fn forget(id: u64, system: &mut dyn System) {
    let now = system.shared().clock.now_ms;
    // The folder is missing if nothing was written.
    _ = system.shared_mut().files.as_system(|files| files.remove_all(&folder(id), now));
}

/// `install-write [-S BYTES] SESSION NAME [PATH|-]`
fn write(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let InstallArguments { size, .. } = install_arguments(words, io)?;
    let id = session(words.next())?;
    let name = words.next().ok_or("java.lang.IllegalArgumentException: Argument expected after session id")?;
    if !system.shared().packages.sessions.contains_key(&id) {
        return Err(unknown(id));
    }
    if name.is_empty() || name.contains('/') || matches!(name, "." | "..") || name.len() > 255 {
        return Err(format!("java.lang.IllegalArgumentException: Invalid name: {name}"));
    }
    let bytes = match words.next() {
        None | Some("-") => match stream(io, size) {
            Some(bytes) => bytes,
            None => {
                io.out("Error: failed to write; unexpected end of stream");
                return Ok(1);
            }
        },
        Some(path) => open(path, io, system)?,
    };
    let now = system.shared().clock.now_ms;
    let length = bytes.len();
    let path = format!("{}/{name}", folder(id));
    let written = system.shared_mut().files.as_system(|files| {
        files.make_dirs(&folder(id), now)?;
        files.write(&path, bytes, now)
    });
    if let Err(error) = written {
        io.out(format!("Error: failed to write; java.io.IOException: {error}"));
        return Ok(1);
    }
    if let Some(session) = system.shared_mut().packages.sessions.get_mut(&id) {
        session.parts.retain(|part| part != name);
        session.parts.push(name.to_owned());
    }
    io.out(format!("Success: streamed {length} bytes"));
    Ok(0)
}

fn existing(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let package = super::operand(words).unwrap_or_default();
    if system.install_existing(package) {
        io.out(format!("Package {package} installed for user: 0"));
        Ok(0)
    } else {
        io.err(format!("android.content.pm.PackageManager$NameNotFoundException: Package {package} doesn't exist"));
        Ok(1)
    }
}

fn uninstall(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let mut removal = Removal::default();
    while let Some(option) = words.option() {
        match option {
            "-k" => removal.keep_data = true,
            "--user" => {
                let user = words.next().ok_or_else(|| argument_expected(option))?;
                removal.for_user = user != "all";
            }
            "--versionCode" => _ = words.next(),
            _ => {
                io.err(format!("Error: Unknown option: {option}"));
                return Ok(1);
            }
        }
    }
    let Some(package) = words.next() else {
        io.err("Error: package name not specified");
        return Ok(1);
    };
    if !system.shared().packages.is_installed(package) {
        let why = if removal.for_user { "not installed for 0" } else { "DELETE_FAILED_INTERNAL_ERROR" };
        io.out(format!("Failure [{why}]"));
        return Ok(1);
    }
    match system.uninstall(package, removal) {
        Ok(()) => {
            note(system.shared_mut(), "PackageManager", format!("Removed {package}"));
            io.out("Success");
            Ok(0)
        }
        Err(why) => {
            io.out(format!("Failure [{why}]"));
            Ok(1)
        }
    }
}
