//! The keys that people typed in, by model, stored in one file. This is the only conversion of a [`Key`] to bytes:
//! write them only to a file that its owner alone can read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Key;

/// The format of the file.
const VERSION: u64 = 1;

/// The keys, by the names of their models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredKeys(BTreeMap<String, Key>);

/// The file. It has no `Debug`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u64,
    keys: BTreeMap<String, String>,
}

impl StoredKeys {
    /// Parses the file's content. Errors do not repeat any of it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let written: Written = serde_json::from_slice(bytes)
            .map_err(|error| format!("it cannot be read (line {}, column {})", error.line(), error.column()))?;
        if written.version != VERSION {
            return Err(format!("it has version {}, but only {VERSION} is supported", written.version));
        }
        let keys = written.keys.into_iter().filter_map(|(name, key)| Some((name, Key::new(&key)?)));
        Ok(Self(keys.collect()))
    }

    /// The content of the file, for its owner alone.
    pub fn to_private_file(&self) -> Vec<u8> {
        let keys = self.0.iter().map(|(name, key)| (name.clone(), key.reveal().to_owned())).collect();
        // Serialising two maps of text cannot fail.
        serde_json::to_vec_pretty(&Written { version: VERSION, keys }).unwrap_or_default()
    }

    /// The key for a model.
    pub fn get(&self, model: &str) -> Option<&Key> {
        self.0.get(model)
    }

    /// Sets or removes the key for a model.
    pub fn set(&mut self, model: &str, key: Option<Key>) {
        match key {
            Some(key) => _ = self.0.insert(model.to_owned(), key),
            None => _ = self.0.remove(model),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_from_their_file_and_are_seen_nowhere_else() {
        let mut keys = StoredKeys::default();
        keys.set("a", Key::new(" sk-secret "));
        keys.set("b", Key::new("other"));
        keys.set("b", None);
        let again = StoredKeys::read(&keys.to_private_file()).unwrap();
        assert_eq!(again, keys);
        assert_eq!((again.get("a"), again.get("b")), (Key::new("sk-secret").as_ref(), None));
        assert!(!format!("{again:?}").contains("sk-secret"));
    }

    #[test]
    fn what_is_wrong_with_the_file_is_said_without_a_key() {
        let rows: [&[u8]; 4] = [
            b"",
            b"{\"version\":1,\"keys\":{\"a\":\"sk-secret\"",
            b"{\"version\":9,\"keys\":{\"a\":\"sk-secret\"}}",
            b"[\"sk-secret\"]",
        ];
        for content in rows {
            let error = StoredKeys::read(content).unwrap_err();
            assert!(!error.contains("sk-secret"), "{error}");
        }
    }
}
