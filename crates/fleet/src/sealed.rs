//! Seals people's answers to the worker that asked, with a key that is used once.

use nkeys::XKey;
use serde::{Deserialize, Serialize};

use crate::error::FleetError;

/// A message that only the worker with the right key can open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    /// The sender's public key.
    from: String,
    /// The sealed bytes, in hexadecimal.
    bytes: String,
}

impl Sealed {
    /// Seals a message to a public key.
    pub(crate) fn new(plain: &[u8], to: &str) -> Result<Self, FleetError> {
        let bad = |error: nkeys::error::Error| FleetError::Invalid(format!("the worker's key is invalid: {error}"));
        let (mine, theirs) = (XKey::new(), XKey::from_public_key(to).map_err(bad)?);
        let sealed = mine.seal(plain, &theirs).map_err(bad)?;
        Ok(Self { from: mine.public_key(), bytes: sealed.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    /// Opens the message.
    pub(crate) fn open(&self, mine: &XKey) -> Result<Vec<u8>, FleetError> {
        let bad =
            || FleetError::Invalid("the answer is not sealed to this worker; refresh, then answer again".to_owned());
        let from = XKey::from_public_key(&self.from).map_err(|_| bad())?;
        let digits = self.bytes.as_bytes().chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).map_err(|_| bad())?;
            u8::from_str_radix(pair, 16).map_err(|_| bad())
        });
        let bytes = digits.collect::<Result<Vec<u8>, _>>()?;
        mine.open(&bytes, &from).map_err(|_| bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_worker_that_asked_reads_an_answer() {
        let (worker, other) = (XKey::new(), XKey::new());
        let sealed = Sealed::new(b"the code is 4711", &worker.public_key()).unwrap();
        let digits = |plain: &[u8]| plain.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert!(sealed.bytes.len() > digits(b"the code is 4711").len() && !sealed.bytes.contains(&digits(b"code")));
        assert_eq!(sealed.open(&worker).unwrap(), b"the code is 4711");
        assert!(sealed.open(&other).is_err());
        for bytes in ["", "x", "zz", "é"] {
            assert!(Sealed { bytes: bytes.to_owned(), ..sealed.clone() }.open(&worker).is_err(), "{bytes}");
        }
        assert!(Sealed::new(b"x", "no key").is_err());
    }
}
