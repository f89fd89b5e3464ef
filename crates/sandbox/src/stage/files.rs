//! The files that a script left, handed out when nothing runs any more that could change them: plain files only, no links
//! and no devices.

use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use crate::frame::{Frame, LONGEST};
use crate::job::Limits;

/// How deep folders may lie in each other.
const DEEPEST: usize = 32;

/// Writes every file below `root`.
pub(super) fn hand_out(root: &Path, limits: &Limits, out: &mut impl Write) -> io::Result<()> {
    let mut left = limits.files;
    folder(root, root, DEEPEST, &mut left, out)
}

fn folder(root: &Path, at: &Path, depth: usize, left: &mut u64, out: &mut impl Write) -> io::Result<()> {
    for entry in fs::read_dir(at)?.flatten() {
        // The kind of the entry itself, not of what a link leads to.
        let kind = entry.file_type()?;
        let path = entry.path();
        if kind.is_dir() && depth > 0 {
            folder(root, &path, depth - 1, left, out)?;
        } else if kind.is_file() && *left > 0 {
            *left -= 1;
            let Ok(below) = path.strip_prefix(root) else { continue };
            let Ok(mut file) = File::open(&path) else { continue };
            Frame::File(below.as_os_str().as_bytes().to_vec()).write(out)?;
            let mut buffer = vec![0; LONGEST];
            while let count @ 1.. = file.read(&mut buffer)? {
                Frame::Content(buffer.get(..count).unwrap_or_default().to_vec()).write(out)?;
            }
        }
    }
    Ok(())
}
