//! Which of a script's files are collected, and how the others are reported.

use std::os::unix::fs::MetadataExt as _;
use std::time::Duration;

use sandbox::{Finished, Limits, Reason};

use crate::machine::has_namespaces;
use crate::rig::{LONG, Rig};

/// The files that were left out, sorted by name.
fn left_out(done: &Finished) -> Vec<(&str, Reason)> {
    let mut left: Vec<(&str, Reason)> = done.left_out.iter().map(|left| (left.path.as_str(), left.why)).collect();
    left.sort_unstable();
    left
}

/// Thirty files that claim 250 MB each and take none, beside the data that the script really wrote.
#[test]
fn sparse_files_are_bounded_by_their_length_and_push_nothing_out() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::with(Limits::default());
    let script = "for n in $(seq -w 30); do truncate -s 250M f$n; done; echo result > zz.txt";
    let done = rig.run("sparse", script, LONG).unwrap();
    assert_eq!(done.files, ["f01", "zz.txt"], "one fits into 256 MiB beside the result");
    assert_eq!(rig.file("sparse", "files/zz.txt"), "result\n");
    assert!(done.cut);
    assert_eq!(done.left_out_count, 29);
    assert!(done.left_out.iter().all(|left| left.why == Reason::TotalSize), "{:?}", done.left_out);
    let about = std::fs::metadata(done.folder.join("files/f01")).unwrap();
    assert_eq!(about.len(), 250 << 20, "it is whole");
    assert!(about.blocks() < 1000, "its holes take no disk: {} blocks", about.blocks());
    let record: serde_json::Value = serde_json::from_str(&rig.file("sparse", "result.json")).unwrap();
    assert_eq!((&record["cut"], &record["left_out_count"]), (&true.into(), &29.into()), "{record}");
    assert_eq!(record["left_out"][0], serde_json::json!({"path": "f02", "why": "total_size"}));
}

/// Data between holes, at the beginning and at the end, is intact.
#[test]
fn a_file_with_holes_comes_out_as_it_was() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let script = "#!/usr/bin/env python3\nimport os\nf = open('holes', 'wb')\n\
                  for at in (0, 300000, 2000000):\n    f.seek(at); f.write(b'%d.' % at * 5000)\n\
                  f.truncate(5000000)\nopen('empty', 'wb').close()\nopen('dense', 'wb').write(b'd' * 200000)\n";
    let done = rig.run("holes", script, LONG).unwrap();
    assert_eq!((&done.files[..], done.cut), (&["dense".to_owned(), "empty".into(), "holes".into()][..], false));
    let mut expected = vec![0; 5_000_000];
    for at in [0, 300_000, 2_000_000] {
        let text = format!("{at}.").repeat(5000);
        expected[at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    let read = |name: &str| std::fs::read(done.folder.join("files").join(name)).unwrap();
    assert!(read("holes") == expected && read("dense") == [b'd'; 200_000] && read("empty").is_empty());
}

/// The script, the collected files, and the files that are left out.
type Row<'r> = (&'r str, &'r [&'r str], &'r [(&'r str, Reason)]);

#[test]
fn what_is_not_collected_is_named() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let deep = format!("mkdir -p {0} && echo x > {0}/f && echo y > near", "d/".repeat(40));
    let too_deep = "d/".repeat(33);
    let rows: &[Row<'_>] = &[
        ("echo x > f; mkdir empty", &["f"], &[]),
        ("echo x > f; ln -s f link", &["f"], &[("link", Reason::NotPlain)]),
        (&deep, &["near"], &[(too_deep.trim_end_matches('/'), Reason::TooDeep)]),
        ("echo x > \"$(printf 'a\\377')\"; echo y > ok", &["ok"], &[("a\u{fffd}", Reason::Name)]),
        ("echo x > f; chmod 000 f; mkdir d; echo y > d/g; chmod 000 d", &["d/g", "f"], &[]),
        ("truncate -s 7M a; truncate -s 7M b; head -c 900000 /dev/zero > c", &["a", "c"], &[("b", Reason::TotalSize)]),
    ];
    for (n, (script, files, left)) in rows.iter().enumerate() {
        let done = rig.run(&format!("r{n}"), script, LONG).unwrap();
        assert_eq!(
            (&done.files, &left_out(&done)[..]),
            (&files.iter().map(ToString::to_string).collect(), *left),
            "{script}"
        );
        assert_eq!(done.cut, !left.is_empty(), "{script}");
    }
}

/// The timeout passes while the script still writes: no file looks complete.
#[test]
fn a_run_that_is_killed_leaves_no_half_file() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    rig.run("late", "echo x > f; sleep 303", Duration::from_millis(700)).unwrap_err();
    let record: serde_json::Value = serde_json::from_str(&rig.file("late", "result.json")).unwrap();
    assert_eq!((&record["outcome"], &record["files"]), (&"timeout".into(), &serde_json::json!([])), "{record}");
}
