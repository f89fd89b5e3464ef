//! Private files and folders: mode 0600 and 0700. On platforms without such modes, the platform's default applies.
//!
//! A folder that also contains foreign files keeps its mode.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

use super::Paths;

/// Creates a folder and its parents, unreadable for others. An existing folder is unchanged.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    builder().recursive(true).create(path)
}

/// Creates a folder that is unreadable for others and must not exist yet.
pub(crate) fn create_new_private_folder(path: &Path) -> io::Result<()> {
    builder().create(path)
}

fn builder() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are set on Unix only"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
}

/// Opens a file for reading and writing, and creates it if needed. An existing file becomes private.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// Makes a data folder of an earlier version private, with the folders in it. Their files are then out of reach,
/// whatever their modes. A failure is logged, and work continues.
#[cfg(unix)]
pub(super) fn tighten(paths: &Paths) {
    let tightened = only_ours(paths).and_then(|ours| if ours { close(paths.root()) } else { Ok(()) });
    if let Err(error) = tightened {
        tracing::warn!(folder = %paths.root().display(), %error, "other users may be able to read the data folder");
    }
}

#[cfg(not(unix))]
pub(super) fn tighten(_: &Paths) {}

/// Returns whether the folder contains only our files. `--data /tmp` must not make `/tmp` ours.
#[cfg(unix)]
fn only_ours(paths: &Paths) -> io::Result<bool> {
    let ours = paths.all();
    for entry in std::fs::read_dir(paths.root())? {
        let path = entry?.path();
        // Left next to its file by an interrupted write.
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let known = ours.contains(&path) || (name.starts_with("fingertip.toml.") && name.ends_with(".new"));
        if !known {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(unix)]
fn close(root: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let below = std::fs::read_dir(root)?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let folders = std::iter::once(root.to_owned()).chain(below.filter(|path| path.is_dir() && !path.is_symlink()));
    for folder in folders {
        let mode = std::fs::metadata(&folder)?.mode();
        if mode & 0o077 != 0 {
            std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode & 0o7700))?;
        }
    }
    Ok(())
}
