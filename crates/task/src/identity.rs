//! The identity of a data folder. Only the owner of the folder can request it. A process that finds its own identity
//! elsewhere therefore knows that the process that left it is dead.

use std::path::Path;

use crate::folder::{Folder, FolderError, write_private};

/// The length of the random part, in letters: 128 bits.
const LENGTH: usize = 32;
/// Linux's id for the current boot. It distinguishes two machines with copies of one folder.
const BOOT: &str = "/proc/sys/kernel/random/boot_id";

/// Returns the identity of a data folder. It stays the same each time the folder is opened, until the machine restarts.
/// `random` is used if the folder has none yet.
pub fn identity(folder: &Folder, random: [u8; 32]) -> Result<String, FolderError> {
    let path = folder.config().join("identity");
    let id = match read(&path)? {
        Some(id) => id,
        None => {
            let id: String = random.iter().take(LENGTH / 2).map(|byte| format!("{byte:02x}")).collect();
            write_private(&path, id.as_bytes()).map_err(|source| FolderError::Disk { path, source })?;
            id
        }
    };
    let boot = std::fs::read_to_string(BOOT).unwrap_or_default();
    Ok(format!("{id}:{}", boot.trim()))
}

/// Reads the file; `None` if it is missing or invalid.
fn read(path: &Path) -> Result<Option<String>, FolderError> {
    let whole = |text: &String| text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8(bytes).ok().filter(whole)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(FolderError::Disk { path: path.to_owned(), source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_its_identity_and_has_it_to_itself() {
        let [one, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let of =
            |place: &tempfile::TempDir, random| identity(&Folder::open(place.path()).unwrap(), [random; 32]).unwrap();
        let first = of(&one, 1);
        assert!(first.starts_with(&"01".repeat(16)), "{first}");
        assert_eq!(of(&one, 2), first);
        assert_ne!(of(&other, 3), first);
        // Only the folder's owner can request the identity.
        let owned = Folder::open(one.path()).unwrap();
        assert!(Folder::open(one.path()).is_err());
        // An invalid identity is replaced.
        std::fs::write(owned.config().join("identity"), "\u{0}").unwrap();
        drop(owned);
        assert!(of(&one, 4).starts_with(&"04".repeat(16)));
    }
}
