//! The folder of macros: `macros/NAME.toml` in the data folder. Files are written whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use action::macros::{Macro, is_name};

use crate::text::{MOST_BYTES, TextError, read};

/// The most macros that are listed.
const MOST_LISTED: usize = 1_000;
/// The end of a file's name.
const END: &str = ".toml";

/// Why a macro cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Not a name.
    #[error("`{0}` is not a name for a macro; expected lower-case letters, digits, `-` and `_`")]
    Name(String),
    /// No such macro.
    #[error("there is no macro `{name}` in {folder}; `fingertip macro list` shows all")]
    Missing {
        /// Its name.
        name: String,
        /// The folder.
        folder: String,
    },
    /// There is one of this name already.
    #[error("there is a macro `{0}` already; choose another name, or add `--replace`")]
    Exists(String),
    /// The file is not a macro.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The disk failed.
    #[error("{path}: {error}")]
    Disk {
        /// The file.
        path: String,
        /// The failure.
        error: io::Error,
    },
}

/// The folder of macros.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of macros in this data folder. It is created with the first macro.
    pub fn of(data: &Path) -> Self {
        Self { path: data.join("macros") }
    }

    /// Returns the path of a macro's file.
    pub fn file(&self, name: &str) -> Result<PathBuf, FolderError> {
        match is_name(name) {
            true => Ok(self.path.join(format!("{name}{END}"))),
            false => Err(FolderError::Name(name.to_owned())),
        }
    }

    /// Returns the names of all macros, in order.
    pub fn names(&self) -> Result<Vec<String>, FolderError> {
        let entries = match std::fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(disk(&self.path, error)),
        };
        let name = |entry: io::Result<std::fs::DirEntry>| -> Option<String> {
            let name = entry.ok()?.file_name().into_string().ok()?;
            name.strip_suffix(END).filter(|name| is_name(name)).map(str::to_owned)
        };
        let mut names: Vec<String> = entries.filter_map(name).take(MOST_LISTED).collect();
        names.sort();
        Ok(names)
    }

    /// Reads the text of a macro.
    pub fn text(&self, name: &str) -> Result<String, FolderError> {
        let path = self.file(name)?;
        match text_of(&path) {
            Err(FolderError::Disk { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                Err(FolderError::Missing { name: name.to_owned(), folder: self.path.display().to_string() })
            }
            text => text,
        }
    }

    /// Loads a macro.
    pub fn load(&self, name: &str) -> Result<Macro, FolderError> {
        let path = self.file(name)?;
        Ok(read(&path.display().to_string(), &self.text(name)?)?)
    }

    /// Saves the text of a macro, with its comments. `replace` says whether one of this name may be overwritten.
    pub fn save(&self, name: &str, text: &str, replace: bool) -> Result<PathBuf, FolderError> {
        let path = self.file(name)?;
        read(&path.display().to_string(), text)?;
        if !replace && path.exists() {
            return Err(FolderError::Exists(name.to_owned()));
        }
        create_folder(&self.path).map_err(|error| disk(&self.path, error))?;
        let part = self.path.join(format!(".{name}.{}.part", std::process::id()));
        let written = write_whole(&part, text).and_then(|()| std::fs::rename(&part, &path));
        if let Err(error) = written {
            let _ = std::fs::remove_file(&part);
            return Err(disk(&path, error));
        }
        Ok(path)
    }
}

/// Reads a file of any name, up to the size of a macro.
pub fn text_of(path: &Path) -> Result<String, FolderError> {
    let mut text = String::new();
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let read = File::open(path).and_then(|file| file.take(most).read_to_string(&mut text));
    read.map(|_| text).map_err(|error| disk(path, error))
}

/// Creates the folder for its owner alone, like all of the data folder: macros hold what people say to each other.
fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn disk(path: &Path, error: io::Error) -> FolderError {
    FolderError::Disk { path: path.display().to_string(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# mine\nversion = 1\nname = \"note\"\n[[step]]\ndo = { type = \"clear_text\" }\n";

    #[test]
    fn a_macro_is_kept_under_its_name() {
        let data = tempfile::tempdir().unwrap();
        let folder = Folder::of(data.path());
        assert_eq!(folder.names().unwrap(), Vec::<String>::new());
        assert!(matches!(folder.load("note"), Err(FolderError::Missing { .. })));
        folder.save("note", TEXT, false).unwrap();
        assert!(matches!(folder.save("note", TEXT, false), Err(FolderError::Exists(_))));
        folder.save("note", TEXT, true).unwrap();
        assert_eq!(folder.text("note").unwrap(), TEXT);
        assert_eq!(
            (folder.names().unwrap(), folder.load("note").unwrap().name),
            (vec!["note".to_owned()], "note".to_owned())
        );
        assert!(matches!(folder.save("bad", "version = 1", false), Err(FolderError::Text(_))));
        assert_eq!(std::fs::read_dir(data.path().join("macros")).unwrap().count(), 1, "nothing half-written stays");
    }

    #[test]
    #[cfg(unix)]
    fn a_macro_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let data = tempfile::tempdir().unwrap();
        let file = Folder::of(data.path()).save("note", TEXT, false).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = Folder::of(Path::new("/tmp/data"));
        for name in ["", ".", "..", "../x", "a/b", "/etc/passwd", "a\\b", "A", "a.toml", "a\0", ".hidden"] {
            assert!(matches!(folder.file(name), Err(FolderError::Name(_))), "{name:?}");
        }
    }
}
