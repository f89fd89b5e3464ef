//! One owner at a time, and files that are always whole.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Folder, FolderError, read_versioned, write_output, write_private};

#[test]
fn one_process_owns_the_folder_and_says_where_it_is() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("new").join("data");
    assert_eq!(Folder::owner(&root), None);
    let folder = Folder::open(&root).unwrap();
    assert_eq!(folder.permissions(), root.join("config").join("permissions.json"));

    let starting = Folder::owner(&root).unwrap();
    assert_eq!((starting.pid, starting.url), (std::process::id(), None));
    folder.announce_phone("127.0.0.1:5555").unwrap();
    folder.announce("http://127.0.0.1:7717", Some("hush-hush")).unwrap();
    let owner = Folder::owner(&root).unwrap();
    assert_eq!(owner.url.as_deref(), Some("http://127.0.0.1:7717"));
    assert_eq!((owner.secret.as_deref(), owner.phone.as_deref()), (Some("hush-hush"), Some("127.0.0.1:5555")));
    assert!(!format!("{owner:?} {owner}").contains("hush"));

    let error = Folder::open(&root).unwrap_err();
    assert!(matches!(&error, FolderError::Taken { owner: taken, .. } if *taken == owner), "{error}");
    assert!(error.to_string().contains("http://127.0.0.1:7717") && !error.to_string().contains("hush"), "{error}");
    // A shorter line leaves no rest of the longer one.
    folder.announce("http://[::1]:1", None).unwrap();
    assert_eq!(Folder::owner(&root).unwrap().secret, None);
    assert!(!fs::read_to_string(root.join("lock")).unwrap().contains("hush"));

    drop(folder);
    assert_eq!(Folder::owner(&root), None);
    Folder::open(&root).unwrap();
}

#[test]
fn what_a_dead_process_left_is_not_believed() {
    let place = tempfile::tempdir().unwrap();
    let stale = r#"{"version":1,"pid":1,"url":"http://127.0.0.1:1","token":"old"}"#;
    for left in [stale, "", "half a li", "\u{0}"] {
        fs::write(place.path().join("lock"), left).unwrap();
        assert_eq!(Folder::owner(place.path()), None, "{left:?}");
        let folder = Folder::open(place.path()).unwrap();
        let owner = Folder::owner(place.path()).unwrap();
        assert_eq!((owner.pid, owner.url, owner.secret), (std::process::id(), None, None), "{left:?}");
        drop(folder);
    }
}

#[test]
fn those_who_only_look_never_keep_an_owner_out() {
    let place = tempfile::tempdir().unwrap();
    drop(Folder::open(place.path()).unwrap());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let _ = Folder::owner(place.path());
                }
            });
        }
        let opened: Vec<_> = (0..200).map(|_| Folder::open(place.path()).map(drop)).collect();
        done.store(true, Ordering::Relaxed);
        for result in opened {
            result.unwrap();
        }
    });
}

#[cfg(unix)]
#[test]
fn secrets_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("data");
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = Folder::open(&root).unwrap();
    assert_eq!((mode(&root), mode(&folder.lock_file())), (0o700, 0o600));
    let token = folder.config().join("token");
    write_output(&token, b"open").unwrap();
    write_private(&token, b"closed").unwrap();
    assert_eq!(mode(&token), 0o600);
    // A lock file with other permissions is corrected.
    drop(folder);
    fs::set_permissions(root.join("lock"), fs::Permissions::from_mode(0o644)).unwrap();
    let folder = Folder::open(&root).unwrap();
    assert_eq!(mode(&folder.lock_file()), 0o600);
    let deep = folder.runs().join("a").join("b");
    write_private(&deep, b"x").unwrap();
    assert_eq!((mode(&folder.runs()), mode(deep.parent().unwrap()), mode(&deep)), (0o700, 0o700, 0o600));
}

#[cfg(unix)]
#[test]
fn a_folder_of_an_earlier_version_is_closed_to_others_and_nobody_elses_is() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for (other, expected) in [(None, 0o700), (Some("letters"), 0o755)] {
        let place = tempfile::tempdir().unwrap();
        let (root, tasks) = (place.path().join("data"), place.path().join("data").join("tasks"));
        fs::create_dir_all(tasks.join("one")).unwrap();
        fs::write(root.join("fingertip.toml"), "").unwrap();
        if let Some(other) = other {
            fs::write(root.join(other), "").unwrap();
        }
        for folder in [&root, &tasks] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let folder = Folder::open(&root).unwrap();
        assert_eq!((mode(&root), mode(&tasks)), (expected, expected), "{other:?}");
        assert_eq!(mode(&folder.lock_file()), 0o600);
    }
}

#[test]
fn a_file_is_the_old_one_or_the_new_one() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("deep").join("state.json");
    write_output(&path, b"old").unwrap();
    write_output(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    // A failed rename leaves no temporary file.
    let folder = place.path().join("taken");
    fs::create_dir_all(folder.join("full")).unwrap();
    write_output(&folder, b"x").unwrap_err();
    let names: Vec<_> = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    write_output(std::path::Path::new("/"), b"x").unwrap_err();
}

#[test]
fn a_newer_format_is_left_alone() {
    #[derive(serde::Deserialize)]
    struct Body {
        n: u64,
    }
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("x.json");
    assert!(read_versioned::<Body>(&path, 1).unwrap().is_none());
    fs::write(&path, r#"{"version":1,"n":7}"#).unwrap();
    assert_eq!(read_versioned::<Body>(&path, 1).unwrap().unwrap().n, 7);
    fs::write(&path, r#"{"n":[1],"version":4}"#).unwrap();
    let error = read_versioned::<Body>(&path, 3).err().unwrap().to_string();
    assert!(error.contains("has format 4") && error.contains("up to 3") && error.contains("update"), "{error}");
    fs::write(&path, "{\"version\":1,\n\"n\":\"x\"}").unwrap();
    let error = read_versioned::<Body>(&path, 1).err().unwrap().to_string();
    assert!(error.contains("line 2 column"), "{error}");
}
