//! Loads and creates key files: complete or not at all, readable by their owner only.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use rsa::RsaPrivateKey;
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, LineEnding};
use rsa::rand_core::OsRng;

use super::Keys;
use crate::{Error, Result};

/// The only size that Android supports.
const BITS: usize = 2048;
/// A key file has a few kilobytes; larger files are ignored.
const MAX_FILE: u64 = 64 * 1024;

/// Parses a PEM key, in either of the forms that adb has written.
pub(super) fn parse(pem: &str) -> Option<RsaPrivateKey> {
    RsaPrivateKey::from_pkcs8_pem(pem).ok().or_else(|| RsaPrivateKey::from_pkcs1_pem(pem).ok())
}

/// Returns the user's own key, created if it does not exist.
pub(super) fn user_key(home: &Path) -> Result<RsaPrivateKey> {
    let path = home.join(".android").join("adbkey");
    match read(&path) {
        Ok(Some(key)) => return Ok(key),
        Ok(None) => {
            let text = format!("`{}` is not an RSA key; move it away and a new one is created", path.display());
            return Err(Error::Unauthorized { reply: "the key cannot be read".to_owned(), remedy: text });
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(Error::io(path.display().to_string(), error)),
    }
    let failed = |error: &dyn std::fmt::Display| Error::Protocol(format!("could not create a key: {error}"));
    let key = RsaPrivateKey::new(&mut OsRng, BITS).map_err(|error| failed(&error))?;
    let pem = key.to_pkcs8_pem(LineEnding::LF).map_err(|error| failed(&error))?;
    let public = Keys(vec![key.clone()]).public_key("fingertip@localhost").unwrap_or_default();
    let written = fs::create_dir_all(home.join(".android")).and_then(|()| write_new(&path, pem.as_bytes()));
    match written {
        Ok(()) => {
            // Only for people and other tools: we derive it from the key.
            drop(write_new(&path.with_extension("pub"), public.as_bytes()));
            Ok(key)
        }
        // Another process created one in the meantime; it takes precedence.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let theirs = read(&path).map_err(|error| Error::io(path.display().to_string(), error))?;
            theirs.ok_or_else(|| failed(&"another program wrote something else"))
        }
        Err(error) => Err(Error::io(path.display().to_string(), error)),
    }
}

/// Returns the keys of a list like `PATH`: files, and the `*.adb_key` files of folders. Unreadable ones are skipped, as
/// adb does.
pub(super) fn vendor_keys(list: &OsStr) -> Vec<RsaPrivateKey> {
    let mut keys = Vec::new();
    for place in std::env::split_paths(list).filter(|place| !place.as_os_str().is_empty()) {
        let mut files: Vec<PathBuf> = match fs::read_dir(&place) {
            Ok(folder) => folder.filter_map(|entry| Some(entry.ok()?.path())).collect(),
            Err(_) => vec![place.clone()],
        };
        files.sort();
        files.retain(|file| *file == place || file.extension().is_some_and(|ending| ending == "adb_key"));
        keys.extend(files.iter().filter_map(|file| read(file).ok().flatten()));
    }
    keys
}

fn read(path: &Path) -> std::io::Result<Option<RsaPrivateKey>> {
    if fs::metadata(path)?.len() > MAX_FILE {
        return Ok(None);
    }
    Ok(parse(&String::from_utf8_lossy(&fs::read(path)?)))
}

/// Writes a new file: completely under another name first, then linked to its own.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let linked = written.and_then(|()| fs::hard_link(&draft, path));
    drop(fs::remove_file(&draft));
    linked
}
