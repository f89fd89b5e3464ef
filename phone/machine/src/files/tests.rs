//! The file system as the user `shell` sees it.

use super::*;

const NOW: i64 = 1_700_000_000_000;

fn check(what: Result<(), FileError>, expected: Result<(), &str>) {
    assert_eq!(what.map_err(|error| error.to_string()), expected.map_err(str::to_owned));
}

#[test]
fn links_lead_to_shared_storage() {
    let mut files = Files::phone(NOW);
    check(files.write("/sdcard/Download/a.txt", b"hi".to_vec(), NOW), Ok(()));
    assert_eq!(files.real_path("/sdcard/Download/a.txt"), Ok("/storage/emulated/0/Download/a.txt".to_owned()));
    let stat = files.stat("/mnt/sdcard/Download/../Download/./a.txt").unwrap();
    assert_eq!((mode_text(&stat).as_str(), user_name(stat.uid), stat.size), ("-rw-rw----", "u0_a185".to_owned(), 2));
    assert_eq!(files.lstat("/sdcard").unwrap().kind, Kind::Link);
    assert_eq!(files.lstat("/sdcard/").unwrap().kind, Kind::Directory);
    assert_eq!(files.stat("/sdcard").unwrap().mode(), 0o042_770);
}

#[test]
fn android_says_no_in_its_own_words() {
    let mut files = Files::phone(NOW);
    for (result, expected) in [
        (files.write("/system/x", Vec::new(), NOW), "Read-only file system"),
        (files.write("/x", Vec::new(), NOW), "Read-only file system"),
        (files.write("/data/x", Vec::new(), NOW), "Permission denied"),
        (files.write("/proc/meminfo", Vec::new(), NOW), "Permission denied"),
        (files.write("/nope/x", Vec::new(), NOW), "No such file or directory"),
        (files.write("/sdcard", Vec::new(), NOW), "Is a directory"),
        (files.write("/system/etc/hosts/x", Vec::new(), NOW), "Not a directory"),
        (files.make_dir("/sdcard/DCIM", NOW), "File exists"),
        (files.remove("/sdcard/DCIM", NOW), "Directory not empty"),
        (files.remove("/system/etc/hosts", NOW), "Read-only file system"),
        (files.remove("/data/local/tmp", NOW), "Permission denied"),
        (files.rename("/sdcard/DCIM", "/sdcard/DCIM/x", NOW), "Invalid argument"),
        (files.list("/data").map(|_| ()), "Permission denied"),
        (files.read("/data/system").map(|_| ()), "Is a directory"),
        (files.chmod("/system/bin/sh", 0o777), "Read-only file system"),
        (files.chmod("/data", 0o777), "Operation not permitted"),
        (files.stat("").map(|_| ()), "No such file or directory"),
        (files.write(&format!("/sdcard/{}", "x".repeat(256)), Vec::new(), NOW), "File name too long"),
    ] {
        check(result, Err(expected));
    }
}

#[test]
fn a_clone_keeps_what_was() {
    let mut files = Files::phone(NOW);
    files.write("/data/local/tmp/a", b"one".to_vec(), NOW).unwrap();
    let before = files.clone();
    files.append("/data/local/tmp/a", b" two", NOW + 1).unwrap();
    files.rename("/data/local/tmp/a", "/data/local/tmp/b", NOW + 2).unwrap();
    assert_eq!(files.read("/data/local/tmp/b").unwrap().as_slice(), b"one two");
    assert_eq!(before.read("/data/local/tmp/a").unwrap().as_slice(), b"one");
    assert_eq!(before.stat("/data/local/tmp/a").unwrap().mtime_ms, NOW);
}

#[test]
fn space_and_depth_end() {
    let mut files = Files::phone(NOW);
    let fresh = files.used();
    check(files.write("/sdcard/big", vec![0; 300 << 20], NOW), Ok(()));
    check(files.write("/sdcard/big2", vec![0; 300 << 20], NOW), Err("No space left on device"));
    check(files.remove("/sdcard/big", NOW), Ok(()));
    assert_eq!(files.used(), fresh);
    let mut path = "/sdcard".to_owned();
    let mut made = 0;
    loop {
        path.push_str("/d");
        if files.make_dir(&path, NOW).is_err() {
            break;
        }
        made += 1;
    }
    assert_eq!(made, MAX_DEPTH - 3);
    check(files.remove_all("/sdcard/d", NOW), Ok(()));
    assert_eq!(files.used(), fresh);
}

#[test]
fn links_that_bite_their_tail() {
    let mut files = Files::phone(NOW);
    check(files.link("b", "/data/local/tmp/a", NOW), Ok(()));
    check(files.link("a", "/data/local/tmp/b", NOW), Ok(()));
    check(files.read("/data/local/tmp/a").map(|_| ()), Err("Too many symbolic links encountered"));
    check(files.remove("/data/local/tmp/a", NOW), Ok(()));
}

#[test]
fn devices() {
    let mut files = Files::phone(NOW);
    assert!(files.read("/dev/null").unwrap().is_empty());
    assert_eq!(files.read_up_to("/dev/zero", 3).unwrap().as_slice(), [0, 0, 0]);
    check(files.write("/dev/null", b"x".to_vec(), NOW), Ok(()));
}
