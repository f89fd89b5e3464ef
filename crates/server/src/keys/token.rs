//! A secret of 256 bits as text, and its hash, which is all that is stored and compared.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A secret; never printed by accident.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// Creates a token from 256 random bits.
    pub(crate) fn new(random: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(random))
    }

    /// Parses a stored token.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let whole = URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32);
        whole.then(|| Self(text.to_owned()))
    }

    /// The secret itself.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The SHA-256 of a secret. The secrets are random, so no salt and no slow hash is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash([u8; 32]);

impl Hash {
    /// Hashes a presented secret.
    pub(crate) fn of(presented: &str) -> Self {
        Self(Sha256::digest(presented.as_bytes()).into())
    }

    /// Hashes several parts, each preceded by its length so that none can pass for another.
    pub(crate) fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// Whether both are equal, in constant time.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the first 128 bits, as text for an address.
    pub(crate) fn short(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.get(..16).unwrap_or_default())
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = URL_SAFE_NO_PAD.decode(&text).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| serde::de::Error::custom("expected the hash of a token"))
    }
}
