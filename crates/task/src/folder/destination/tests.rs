//! The result of a write to every kind of path: one row each.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use super::super::{write_output, write_private};

const OLD: &[u8] = b"the old content, which is longer";
const NEW: &[u8] = b"new";

/// Prepares a folder of its own. The path to write is `out`.
type Prepare = fn(&Path);
/// Checks the folder afterwards.
type Check = fn(&Path);

/// The row's name, the preparation, part of the error if one is expected, the check.
#[rustfmt::skip]
const ROWS: &[(&str, Prepare, Option<&str>, Check)] = &[
    ("nothing", |_| {}, None, |at| assert_eq!(fs::read(at.join("out")).unwrap(), NEW)),
    ("a regular file keeps its permissions", |at| old(&at.join("out"), 0o640), None, |at| {
        assert_eq!((fs::read(at.join("out")).unwrap(), mode(&at.join("out"))), (NEW.to_vec(), 0o640));
    }),
    ("a regular file is replaced, not written into", |at| {
        old(&at.join("out"), 0o644);
        fs::hard_link(at.join("out"), at.join("other")).unwrap();
    }, None, |at| assert_eq!((fs::read(at.join("out")).unwrap(), fs::read(at.join("other")).unwrap()), (NEW.to_vec(), OLD.to_vec()))),
    ("a link stays, and its file is written", |at| {
        fs::create_dir(at.join("deep")).unwrap();
        old(&at.join("deep/file"), 0o604);
        symlink("deep/link", at.join("out")).unwrap();
        symlink("file", at.join("deep/link")).unwrap();
    }, None, |at| {
        assert_eq!((fs::read_link(at.join("out")).unwrap(), fs::read_link(at.join("deep/link")).unwrap()), ("deep/link".into(), "file".into()));
        assert_eq!((fs::read(at.join("deep/file")).unwrap(), mode(&at.join("deep/file"))), (NEW.to_vec(), 0o604));
    }),
    ("a link to nothing yet stays, and its file is made", |at| symlink("new/file", at.join("out")).unwrap(), None, |at| {
        assert!(at.join("out").is_symlink());
        assert_eq!(fs::read(at.join("new/file")).unwrap(), NEW);
    }),
    ("links in a circle", |at| {
        symlink("other", at.join("out")).unwrap();
        symlink("out", at.join("other")).unwrap();
    }, Some("too many symbolic links"), |at| assert!(at.join("out").is_symlink() && at.join("other").is_symlink())),
    ("a folder", |at| fs::create_dir(at.join("out")).unwrap(), Some("is a folder"), |at| assert!(at.join("out").is_dir())),
    ("a link to a folder", |at| symlink("/", at.join("out")).unwrap(), Some("is a folder"), |at| assert!(at.join("out").is_symlink())),
    ("a socket", |at| drop(UnixListener::bind(at.join("out")).unwrap()), Some("is a socket"), |at| {
        assert!(kind(&at.join("out")).is_socket());
    }),
    ("a device of its own", device, None, |at| assert!(fs::metadata(at.join("out")).unwrap().file_type().is_char_device())),
    ("a link to a device", |at| symlink("/dev/null", at.join("out")).unwrap(), None, |at| {
        assert!(at.join("out").is_symlink() && kind(Path::new("/dev/null")).is_char_device());
    }),
    ("a device that takes nothing", |at| symlink("/dev/full", at.join("out")).unwrap(), Some("No space left"), |at| {
        assert!(at.join("out").is_symlink() && kind(Path::new("/dev/full")).is_char_device());
    }),
    ("what a killed process of the same number left", |at| {
        for number in 0..50 {
            fs::write(at.join(format!("out.{}.{number}.new", std::process::id())), OLD).unwrap();
        }
    }, None, |at| {
        assert_eq!(fs::read(at.join("out")).unwrap(), NEW);
        fs::read_dir(at).unwrap().flatten().filter(|entry| entry.file_name() != "out").for_each(|entry| {
            assert_eq!(fs::read(entry.path()).unwrap(), OLD);
            fs::remove_file(entry.path()).unwrap();
        });
    }),
];

fn old(path: &Path, mode: u32) {
    fs::write(path, OLD).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Makes a node like `/dev/null`. Only root may, and not on every disk; otherwise this links to the real one.
fn device(at: &Path) {
    let made = Command::new("mknod").arg(at.join("out")).args(["c", "1", "3"]).output();
    let usable = made.is_ok_and(|made| made.status.success()) && fs::write(at.join("out"), "x").is_ok();
    if !usable {
        let _ = fs::remove_file(at.join("out"));
        symlink("/dev/null", at.join("out")).unwrap();
    }
}

fn kind(path: &Path) -> fs::FileType {
    fs::symlink_metadata(path).unwrap().file_type()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[test]
fn a_write_respects_what_is_at_the_path() {
    for (name, prepare, error, check) in ROWS {
        let place = tempfile::tempdir().unwrap();
        prepare(place.path());
        let written = write_output(&place.path().join("out"), NEW).map_err(|error| error.to_string());
        match (error, &written) {
            (None, Ok(())) => {}
            (Some(part), Err(why)) => assert!(why.contains(part), "{name}: {why}"),
            _ => panic!("{name}: {written:?}"),
        }
        check(place.path());
        let left = fs::read_dir(place.path()).unwrap().flatten().filter(|entry| entry.path().extension().is_some());
        assert_eq!(left.count(), 0, "{name}: something was left beside");
    }
}

#[test]
fn a_private_file_is_private_by_the_same_rule() {
    let place = tempfile::tempdir().unwrap();
    old(&place.path().join("file"), 0o644);
    symlink("file", place.path().join("out")).unwrap();
    write_private(&place.path().join("out"), NEW).unwrap();
    assert!(place.path().join("out").is_symlink());
    let file = place.path().join("file");
    assert_eq!((fs::read(&file).unwrap(), mode(&file)), (NEW.to_vec(), 0o600));
}

/// Not even root can create a file there.
#[test]
fn a_folder_that_takes_no_file_is_an_error() {
    for path in ["/proc/fingertip-output", "/proc/self/cwd", "/dev/null/out", "out/", "/", ".", ""] {
        write_output(Path::new(path), NEW).unwrap_err();
    }
    assert!(kind(Path::new("/dev/null")).is_char_device());
}

#[test]
fn a_fifo_and_a_descriptor_receive_the_bytes() {
    let place = tempfile::tempdir().unwrap();
    let fifo = place.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::read(fifo).unwrap()
    });
    write_output(&fifo, NEW).unwrap();
    assert_eq!(reader.join().unwrap(), NEW);
    assert!(kind(&fifo).is_fifo());
    // Like a shell's `>(program)`, or `/dev/stdout` in a redirection.
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), "before, ").unwrap();
    let descriptor = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file.as_file()));
    write_output(Path::new(&descriptor), NEW).unwrap();
    assert_eq!(fs::read(file.path()).unwrap(), b"before, new");
}
