//! RSA keys that identify a computer to a phone: where they are stored, how a token is signed, and how the public key
//! is sent to the phone.
//!
//! A phone sends 20 random bytes. The host signs them (PKCS#1 v1.5, as if they were a SHA-1 digest) with each of its
//! keys, and sends its public key if the phone knows none of them; then a person decides. TLS and pairing by code are
//! left to the adb server.

mod android;
mod files;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::path::Path;

use rsa::pkcs1v15::Pkcs1v15Sign;
use rsa::rand_core::{OsRng, RngCore};

use rsa::{RsaPrivateKey, RsaPublicKey};
use sha1::Sha1;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use crate::packet::{Command, Packet, VERSION_OLDEST};
use crate::{Error, Result};

/// `arg0` of an `AUTH`: the phone's random bytes.
pub(crate) const TOKEN: u32 = 1;
/// `arg0` of an `AUTH`: the host's signature of the random bytes.
pub(crate) const SIGNATURE: u32 = 2;
/// `arg0` of an `AUTH`: the host's public key.
pub(crate) const PUBLIC_KEY: u32 = 3;
/// The most signatures of one host that are checked.
const MAX_KEYS: usize = 64;
/// The number of random bytes.
const TOKEN_LENGTH: usize = 20;

/// The keys of this computer, in the order of use.
#[derive(Clone, Debug, Default)]
pub struct Keys(Vec<RsaPrivateKey>);

impl Keys {
    /// Loads the keys from the usual places: `$HOME/.android/adbkey`, created if it does not exist, and those named by
    /// `ADB_VENDOR_KEYS`.
    pub fn usual() -> Result<Self> {
        let home = std::env::home_dir();
        Self::in_places(home.as_deref(), std::env::var_os("ADB_VENDOR_KEYS").as_deref())
    }

    /// Loads the keys below `home`, and those in `vendor`, a list of files and folders like `PATH`.
    pub fn in_places(home: Option<&Path>, vendor: Option<&OsStr>) -> Result<Self> {
        let mut keys = vendor.map(files::vendor_keys).unwrap_or_default();
        if let Some(home) = home {
            keys.insert(0, files::user_key(home)?);
        }
        Ok(Self(keys))
    }

    /// Reads one key, as PEM (PKCS#8 or PKCS#1).
    pub fn from_pem(pem: &str) -> Result<Self> {
        files::parse(pem).map(|key| Self(vec![key])).ok_or_else(|| Error::Protocol("no RSA key in PEM".to_owned()))
    }

    /// Returns the first public key in Android's form, with `comment` after it.
    pub fn public_key(&self, comment: &str) -> Option<String> {
        self.0.first().and_then(|key| android::encode(&key.to_public_key())).map(|key| format!("{key} {comment}"))
    }
}

/// Proves our identity to the phone: one answer per `AUTH` of the phone.
#[derive(Debug)]
pub(crate) struct Proof {
    keys: Keys,
    tried: usize,
    shown: bool,
}

impl Proof {
    pub(crate) fn new(keys: Keys) -> Self {
        Self { keys, tried: 0, shown: false }
    }

    /// Whether the public key was sent, so that a person has to decide now.
    pub(crate) fn waits_for_a_person(&self) -> bool {
        self.shown
    }

    /// Answers a token: with the next signature, then with the public key.
    pub(crate) fn answer(&mut self, token: &[u8]) -> Result<Packet> {
        if let Some(key) = self.keys.0.get(self.tried) {
            self.tried += 1;
            let signature = key.sign(Pkcs1v15Sign::new::<Sha1>(), token);
            let signature =
                signature.map_err(|error| Error::Protocol(format!("the token cannot be signed: {error}")))?;
            return Ok(Packet::new(Command::Auth, SIGNATURE, 0, signature));
        }
        match self.keys.public_key("fingertip@localhost") {
            Some(key) if !self.shown => {
                self.shown = true;
                Ok(Packet::new(Command::Auth, PUBLIC_KEY, 0, [key.as_bytes(), b"\0"].concat()))
            }
            _ => Err(unauthorized("the phone refused every key")),
        }
    }
}

/// Returns the error for a phone that waits for a person's consent.
pub(crate) fn unauthorized(said: &str) -> Error {
    let how = "unlock the phone and accept the question `Allow USB debugging?`, then try again";
    Error::Unauthorized { reply: said.to_owned(), remedy: how.to_owned() }
}

/// The key that a phone demands from a host: a known one, or one that it decides to trust.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// Trusted public keys, in Android's form.
    pub known: Vec<String>,
    /// Whether a new key is trusted when it is sent, as if a person had consented.
    pub consent: bool,
}

impl Demand {
    /// Asks the host for its key. Returns once it is trusted, with the key if it is newly trusted.
    pub(crate) async fn verify(&self, io: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> Result<Option<String>> {
        let known: Vec<RsaPublicKey> = self.known.iter().filter_map(|text| android::decode(text)).collect();
        let mut token = [0; TOKEN_LENGTH];
        for _ in 0..MAX_KEYS {
            OsRng.fill_bytes(&mut token);
            let asked = Packet::new(Command::Auth, TOKEN, 0, token.to_vec());
            io.write_all(&asked.encode(VERSION_OLDEST)).await?;
            io.flush().await?;
            let Some(answer) = Packet::read(io, VERSION_OLDEST).await? else {
                return Err(Error::Disconnected("the host disconnected when asked for its key".to_owned()));
            };
            match (answer.command, answer.arg0) {
                (Command::Auth, SIGNATURE) => {
                    let signed = |key: &RsaPublicKey| key.verify(Pkcs1v15Sign::new::<Sha1>(), &token, &answer.payload);
                    if known.iter().any(|key| signed(key).is_ok()) {
                        return Ok(None);
                    }
                }
                (Command::Auth, PUBLIC_KEY) => {
                    let text = String::from_utf8_lossy(&answer.payload).trim_end_matches('\0').to_owned();
                    match android::decode(&text) {
                        Some(key) if known.contains(&key) => return Ok(None),
                        Some(_) if self.consent => return Ok(Some(text)),
                        _ => {}
                    }
                    return Err(Error::Refused("the host's key is not trusted".to_owned()));
                }
                (command, _) => return Err(Error::Protocol(format!("expected a key, received `{command:?}`"))),
            }
        }
        Err(Error::Refused("the host has too many keys".to_owned()))
    }
}
