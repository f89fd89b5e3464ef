//! RSA keys by which a phone knows a computer: where they lie, how a token is signed, how the public
//! key is shown to the phone.
//!
//! A phone sends 20 random bytes; the host signs them (PKCS#1 v1.5, as if they were a SHA-1 digest) with
//! each key it has, and shows its public key when none is known; then a person decides. TLS and pairing
//! by code are left to the adb server.

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
/// `arg0` of an `AUTH`: the host's signature of them.
pub(crate) const SIGNATURE: u32 = 2;
/// `arg0` of an `AUTH`: the host's public key.
pub(crate) const PUBLIC_KEY: u32 = 3;
/// How many signatures of one host are looked at.
const MAX_KEYS: usize = 64;
/// How many random bytes there are.
const TOKEN_LENGTH: usize = 20;

/// The keys of this computer, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub struct Keys(Vec<RsaPrivateKey>);

impl Keys {
    /// The keys in the usual places: `$HOME/.android/adbkey`, made when there is none, and those that
    /// `ADB_VENDOR_KEYS` names.
    pub fn usual() -> Result<Self> {
        let home = std::env::home_dir();
        Self::in_places(home.as_deref(), std::env::var_os("ADB_VENDOR_KEYS").as_deref())
    }

    /// The keys below `home`, and those in `vendor`, a list of files and folders like `PATH`.
    pub fn in_places(home: Option<&Path>, vendor: Option<&OsStr>) -> Result<Self> {
        let mut keys = vendor.map(files::vendor_keys).unwrap_or_default();
        if let Some(home) = home {
            keys.insert(0, files::user_key(home)?);
        }
        Ok(Self(keys))
    }

    /// One key, as PEM (PKCS#8 or PKCS#1).
    pub fn from_pem(pem: &str) -> Result<Self> {
        files::parse(pem).map(|key| Self(vec![key])).ok_or_else(|| Error::Protocol("no RSA key in PEM".to_owned()))
    }

    /// The first public key as Android writes it, with `comment` after it.
    pub fn public_key(&self, comment: &str) -> Option<String> {
        self.0.first().and_then(|key| android::encode(&key.to_public_key())).map(|key| format!("{key} {comment}"))
    }
}

/// Proves to the phone who we are: one answer per `AUTH` of the phone.
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

    /// The answer to a token: the next signature, then the public key.
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

/// The error for a phone that waits for a person's consent.
pub(crate) fn unauthorized(said: &str) -> Error {
    let how = "unlock the phone and accept the question `Allow USB debugging?`, then try again";
    Error::Unauthorized { reply: said.to_owned(), remedy: how.to_owned() }
}

/// What a phone asks of a host before it answers: a known key, or one it decides to trust.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// Public keys in Android's form that are trusted already.
    pub known: Vec<String>,
    /// Whether a new key is trusted when it is shown, as if a person had consented.
    pub consent: bool,
}

impl Demand {
    /// Asks the host for its key; returns when it is trusted, with the key if it is trusted from now on.
    pub(crate) async fn verify(&self, io: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> Result<Option<String>> {
        let known: Vec<RsaPublicKey> = self.known.iter().filter_map(|text| android::decode(text)).collect();
        let mut token = [0; TOKEN_LENGTH];
        for _ in 0..MAX_KEYS {
            OsRng.fill_bytes(&mut token);
            let asked = Packet::new(Command::Auth, TOKEN, 0, token.to_vec());
            io.write_all(&asked.encode(VERSION_OLDEST)).await?;
            io.flush().await?;
            let Some(answer) = Packet::read(io, VERSION_OLDEST).await? else {
                return Err(Error::Disconnected("the host went away when asked for its key".to_owned()));
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
                (command, _) => return Err(Error::Protocol(format!("`{command:?}` where a key was asked for"))),
            }
        }
        Err(Error::Refused("the host has too many keys".to_owned()))
    }
}
