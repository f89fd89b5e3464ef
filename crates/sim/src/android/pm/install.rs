//! Installing and removing. A session's parts lie where Android keeps them, in `/data/app/vmdlN.tmp`.

use super::super::arguments::Arguments;
use super::super::{Io, System, note};
use super::{Outcome, operand};

pub(super) fn run(verb: &str, words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    match verb {
        "install" => install(words, io, system),
        "install-existing" => existing(words, io, system),
        "install-create" => {
            let id = system.shared_mut().new_id();
            io.out(format!("Success: created install session [{id}]"));
            Ok(0)
        }
        "install-write" => write(words, io, system),
        "install-commit" => {
            let session = session(operand(words))?;
            let apk = system.read_file(&part(session)).map_err(|_| unknown(session))?;
            finish(&apk, io, system)
        }
        "install-abandon" => {
            session(operand(words))?;
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

fn part(session: u64) -> String {
    format!("/data/app/vmdl{session}.tmp/base.apk")
}

/// Passes over the options of an installation; gives `-S`.
fn options(words: &mut Arguments<'_>) -> Result<Option<usize>, String> {
    let mut size = None;
    while let Some(option) = words.option() {
        match option {
            "-S" => {
                let text = words.next().unwrap_or_default();
                let bytes = text.parse();
                size =
                    Some(bytes.map_err(|_| format!("java.lang.NumberFormatException: For input string: \"{text}\""))?);
            }
            "-i" | "-p" | "--user" | "--abi" | "--originating-uri" | "--referrer" | "--pkg" | "--install-location"
            | "--install-reason" | "--volume" | "--package-source" | "--update-ownership" | "--installer" => {
                _ = words.next();
            }
            _ if option.len() == 2 || option.starts_with("--") => {}
            // Several letters in one word, as in `-rtg`.
            _ if option[1..].chars().all(|letter| "rtgdflqa".contains(letter)) => {}
            _ => return Err(format!("java.lang.IllegalArgumentException: Unknown option {option}")),
        }
    }
    Ok(size)
}

/// So many bytes of stdin, as the command that streams an APK says.
fn stream(io: &Io, size: Option<usize>) -> Option<Vec<u8>> {
    match size {
        Some(size) => io.stdin.get(..size).map(<[u8]>::to_vec),
        None => Some(io.stdin.clone()),
    }
}

fn install(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let size = options(words)?;
    let apk = match words.next() {
        None | Some("-") if size.is_some() => match stream(io, size) {
            Some(apk) => apk,
            None => {
                io.err("Error: failed to write; unexpected end of stream");
                return Ok(1);
            }
        },
        None | Some("-") => {
            return Err("java.lang.IllegalArgumentException: Error: must either specify a package size or an APK file"
                .to_owned());
        }
        Some(path) => system
            .read_file(path)
            .map_err(|_| format!("java.lang.IllegalArgumentException: Error: Can't open file: {path}"))?,
    };
    finish(&apk, io, system)
}

fn finish(apk: &[u8], io: &mut Io, system: &mut dyn System) -> Outcome {
    match system.install(apk) {
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

fn existing(words: &mut Arguments<'_>, io: &mut Io, system: &dyn System) -> Outcome {
    let package = operand(words).unwrap_or_default();
    if system.shared().packages.contains_key(package) {
        io.out(format!("Package {package} installed for user: 0"));
        Ok(0)
    } else {
        io.err(format!("android.content.pm.PackageManager$NameNotFoundException: Package {package} doesn't exist"));
        Ok(1)
    }
}

/// `install-write [-S BYTES] SESSION NAME [PATH|-]`
fn write(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let size = options(words)?;
    let session = session(words.next())?;
    words.next().ok_or("java.lang.IllegalArgumentException: Argument expected after session id")?;
    let bytes = match words.next() {
        None | Some("-") => stream(io, size).unwrap_or_default(),
        Some(path) => system
            .read_file(path)
            .map_err(|_| format!("java.lang.IllegalArgumentException: Error: Can't open file: {path}"))?,
    };
    // The parts of one app come one by one; the first is the base.
    if system.read_file(&part(session)).is_err() {
        system.write_file(&part(session), &bytes).map_err(|why| format!("java.io.IOException: {why}"))?;
    }
    io.out(format!("Success: streamed {} bytes", bytes.len()));
    Ok(0)
}

fn uninstall(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Outcome {
    let for_user = words.rest().iter().any(|word| word == "--user");
    let Some(package) = operand(words) else {
        io.err("Error: package name not specified");
        return Ok(1);
    };
    if !system.shared().packages.contains_key(package) {
        let why = if for_user { "not installed for 0" } else { "DELETE_FAILED_INTERNAL_ERROR" };
        io.out(format!("Failure [{why}]"));
        return Ok(1);
    }
    match system.uninstall(package) {
        Ok(()) => {
            io.out("Success");
            Ok(0)
        }
        Err(why) => {
            io.out(format!("Failure [{why}]"));
            Ok(1)
        }
    }
}
