//! The TLS certificate of `serve`: a given one, or one generated for this machine and kept in the data folder. Commands
//! on this machine recognise the server by this exact certificate, whose copy lies next to the folder's lock.

mod pinned;
#[cfg(test)]
mod tests;
mod x509;

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use server::Tls;
use task::folder::{Paths, write_private};

pub(crate) use self::pinned::pinned;

/// How long a certificate is valid. Some systems reject certificates that are valid for more than 398 days.
const LIFETIME: SignedDuration = SignedDuration::from_hours(397 * 24);
/// How long before its expiry it is replaced.
const RENEW: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How far it is backdated, because clocks of other devices may be behind.
const BEFORE: SignedDuration = SignedDuration::from_hours(24);

/// What the stored certificate was made for.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    version: u64,
    names: Vec<String>,
    until: Timestamp,
}

/// Loads a given certificate and its key file.
pub(crate) fn given(certificate: &Path, key: &Path, names: Vec<String>) -> Result<Tls> {
    let read = |path: &Path| std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()));
    let (chain, secret) = (read(certificate)?, read(key)?);
    let files = || format!("cannot serve with `{}` and `{}`", certificate.display(), key.display());
    Tls::from_pem(&chain, &secret, names).with_context(files)
}

/// Returns the stored certificate of this machine. Generates a new one if its names have changed or it is about to
/// expire.
pub(crate) fn made(data: &Path, names: &[String], now: Timestamp, serial: [u8; 32]) -> Result<Tls> {
    let folder = folder(data);
    let (certificate, key, about) = (folder.join("cert.pem"), folder.join("key.pem"), folder.join("about.json"));
    let kept: Option<About> = std::fs::read(&about).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let holds = |kept: &About| names.iter().all(|name| kept.names.contains(name)) && now + RENEW < kept.until;
    if kept.as_ref().is_some_and(holds)
        && let Ok(tls) = given(&certificate, &key, hosts(names))
    {
        return Ok(tls);
    }
    let until = now + LIFETIME;
    let number = serial.first_chunk().context("a serial number needs sixteen bytes")?;
    let made = x509::make(names, now - BEFORE, until, number).context("cannot generate a certificate")?;
    let write = |path: &Path, bytes: &[u8]| {
        write_private(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
    };
    // Written last: a process killed before this point generates a new certificate next time.
    write(&key, pem("PRIVATE KEY", &made.key).as_bytes())?;
    write(&certificate, pem("CERTIFICATE", &made.certificate).as_bytes())?;
    write(&about, &serde_json::to_vec_pretty(&About { version: 1, names: names.to_vec(), until })?)?;
    given(&certificate, &key, hosts(names))
}

/// Stores the server's certificate where the commands of this machine find it.
pub(crate) fn announce(data: &Path, tls: &Tls) -> Result<()> {
    let path = served(data);
    write_private(&path, pem("CERTIFICATE", tls.certificate()).as_bytes())
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// Returns the names and addresses of this machine when it listens there.
pub(crate) fn names(listen: SocketAddr, public_host: Option<&str>) -> Vec<String> {
    let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
    if listen.ip().is_unspecified() {
        names.extend(outward(listen).map(|address| address.to_string()));
        let host = host_name();
        names.extend(host.iter().filter(|name| !name.contains('.')).map(|name| format!("{name}.local")));
        names.extend(host);
    } else {
        names.push(listen.ip().to_string());
    }
    names.extend(public_host.map(str::to_ascii_lowercase));
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Returns this machine's address as other machines see it: the one it would send from. Nothing is sent.
pub(crate) fn outward(listen: SocketAddr) -> Option<IpAddr> {
    let (from, to) = match listen {
        SocketAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        SocketAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let socket = UdpSocket::bind(from).ok()?;
    socket.connect(to).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|address| !address.is_unspecified())
}

/// Formats the fingerprint as browsers show it: `AB:CD:…`.
pub(crate) fn fingerprint(tls: &Tls) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, tls.certificate());
    digest.as_ref().iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":")
}

/// Returns the names that are not IP addresses.
fn hosts(names: &[String]) -> Vec<String> {
    names.iter().filter(|name| name.parse::<IpAddr>().is_err()).cloned().collect()
}

/// Returns this machine's host name, if it can be part of an address.
#[cfg(unix)]
fn host_name() -> Option<String> {
    let name = rustix::system::uname().nodename().to_str().ok()?.to_ascii_lowercase();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    (!name.is_empty() && name.len() <= 253 && name.bytes().all(plain)).then_some(name)
}

#[cfg(not(unix))]
fn host_name() -> Option<String> {
    None
}

fn folder(data: &Path) -> PathBuf {
    Paths::new(data).config().join("tls")
}

fn served(data: &Path) -> PathBuf {
    folder(data).join("served.pem")
}

fn pem(what: &str, bytes: &[u8]) -> String {
    let text = STANDARD.encode(bytes);
    let lines: Vec<&str> = text.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
    format!("-----BEGIN {what}-----\n{}\n-----END {what}-----\n", lines.join("\n"))
}
