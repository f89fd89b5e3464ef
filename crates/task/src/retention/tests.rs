//! The choice as a table, and deletions that are cut off.

use jiff::ToSpan;
use tempfile::TempDir;

use super::*;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

fn run(id: &str, days: i64, bytes: u64, stays: bool) -> KeptRun {
    KeptRun { id: id.to_owned(), last: NOW.checked_sub((days * 24).hours()).unwrap(), bytes, stays }
}

#[test]
fn what_is_over_a_limit_goes_and_what_must_stay_stays() {
    let runs = || vec![run("a", 1, 10, false), run("b", 5, 10, true), run("c", 9, 10, false), run("d", 99, 10, false)];
    // (days, runs, bytes, what goes)
    let rows: &[(u32, u32, u64, &[&str])] = &[
        (0, 0, 0, &[]),
        (90, 0, 0, &["d"]),
        (4, 0, 0, &["d", "c"]),
        (99, 0, 0, &[]),
        (0, 2, 0, &["d", "c"]),
        (0, 1, 0, &["d", "c"]),
        (0, 0, 30, &["d"]),
        // The newest is too large on its own; the one that must stay does not help.
        (0, 0, 5, &["d", "c", "a"]),
        (4, 1, 5, &["d", "c", "a"]),
    ];
    for (keep_days, keep_runs, max_bytes, goes) in rows {
        let rules =
            Retention { keep_days: *keep_days, keep_runs: *keep_runs, max_bytes: *max_bytes, unfinished: false };
        let chosen = rules.choose("task", runs(), NOW);
        assert_eq!(chosen.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), *goes, "{rules:?}");
        assert!(chosen.iter().all(|one| one.why.contains("than")));
    }
    // A clock that was set back deletes nothing.
    let rules = Retention { keep_days: 1, ..Retention::default() };
    assert!(rules.choose("task", vec![run("future", -400, 1, false)], NOW).is_empty());
}

fn made(names: &[&str]) -> TempDir {
    let root = TempDir::new().unwrap();
    for name in names {
        fs::create_dir_all(root.path().join(name).join("files/deep")).unwrap();
        fs::write(root.path().join(name).join("files/deep/one"), [0; 100]).unwrap();
    }
    root
}

fn listed(root: &TempDir) -> Vec<String> {
    let mut names: Vec<String> =
        entries(root.path()).unwrap().iter().map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_deletion_that_is_cut_off_leaves_no_half_a_run() {
    let root = made(&["one", "two"]);
    set_aside(&root.path().join("one")).unwrap();
    // The process is killed here: the run is gone from every listing, the other one is whole.
    assert_eq!(listed(&root), [".deleted-one", "two"]);
    // A run of that name comes back, from a fleet's record, and goes again.
    fs::create_dir(root.path().join("one")).unwrap();
    set_aside(&root.path().join("one")).unwrap();
    remove_remains(root.path()).unwrap();
    assert_eq!(listed(&root), ["two"]);
    assert_eq!(size(&root.path().join("two")), 100);
    remove_remains(&root.path().join("nothing")).unwrap();
    assert!(set_aside(&root.path().join("nothing")).is_err());
}

#[test]
fn a_link_is_neither_followed_nor_its_target_deleted() {
    let (root, outside) = (made(&["one"]), made(&["mine"]));
    std::os::unix::fs::symlink(outside.path(), root.path().join("one/link")).unwrap();
    assert!(size(&root.path().join("one")) < 200);
    set_aside(&root.path().join("one")).unwrap();
    remove_remains(root.path()).unwrap();
    assert_eq!((listed(&root).len(), listed(&outside)), (0, vec!["mine".to_owned()]));
}

#[test]
fn scripts_that_may_run_stay() {
    let root = made(&["done", "running", ".deleted-x"]);
    fs::write(root.path().join("done/result.json"), "{}").unwrap();
    let mut runs: Vec<_> = script_runs(root.path()).unwrap().into_iter().map(|(run, _)| (run.id, run.stays)).collect();
    runs.sort();
    assert_eq!(runs, [("done".to_owned(), false), ("running".to_owned(), true)]);
}

#[test]
fn a_pin_comes_and_goes() {
    let root = made(&["one"]);
    let folder = root.path().join("one");
    assert!(!is_pinned(&folder));
    pin(&folder, false).unwrap();
    pin(&folder, true).unwrap();
    assert!(is_pinned(&folder));
    pin(&folder, false).unwrap();
    assert!(!is_pinned(&folder));
    assert!(pin(&root.path().join("nothing"), true).is_err());
}
