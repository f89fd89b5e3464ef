//! The desktop on disk after a restart.
#![expect(clippy::unwrap_used, reason = "a test says what it expects")]

#[path = "client/commands.rs"]
mod commands;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::sync::Arc;

use desktop::hub::{Hub, Options};
use desktop::journal::Rolling;
use desktop::state::Command;
use desktop::wire::Actor;
use proptest::prelude::*;

fn open(folder: &Path, commands: u64) -> Arc<Hub> {
    Hub::open(Some(folder), Options { rolling: Rolling { commands, bytes: 1 << 20 }, ..Options::default() }).unwrap()
}

fn error(folder: &Path) -> String {
    Hub::open(Some(folder), Options::default()).err().unwrap().to_string()
}

fn badge(count: u64) -> Command {
    let command =
        serde_json::json!({"deed": "batch", "actions": [{"type": "app.badge", "appId": "mail", "count": count}]});
    serde_json::from_value(command).unwrap()
}

fn badges(hub: &Hub, counts: std::ops::RangeInclusive<u64>) {
    for count in counts {
        assert_eq!(hub.apply(&Actor::Agent("a".into()), badge(count), count).unwrap().seq, Some(count));
    }
}

fn view(hub: &Hub) -> String {
    hub.look(|desktop, seq| serde_json::to_string(&desktop.view(seq)).unwrap())
}

/// Returns the files with this prefix, in order.
fn files(folder: &Path, start: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with(start));
    files.sort();
    files
}

#[test]
fn a_journal_torn_anywhere_in_its_last_line_loses_that_line_only() {
    let place = tempfile::tempdir().unwrap();
    badges(&open(place.path(), 100), 1..=3);
    let whole = fs::read(&files(place.path(), "journal")[0]).unwrap();
    let ends: Vec<_> = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    let [_, _, two, three] = ends[..] else { panic!("{ends:?}") };
    assert_eq!(three, whole.len());
    for end in two..three {
        // Cut off, or padded with unwritten zeros.
        for zeros in if end % 16 == 0 { vec![0, 1, 5000] } else { vec![0] } {
            let torn = tempfile::tempdir().unwrap();
            let file = torn.path().join("journal-000000000001.jsonl");
            let text = [&whole[..end], &vec![0; zeros]].concat();
            fs::write(&file, text).unwrap();
            let hub = open(torn.path(), 100);
            assert_eq!(hub.look(|desktop, seq| (seq, desktop.badge("mail"))), (2, 2), "{end} {zeros}");
            badges(&hub, 3..=4);
            drop(hub);
            assert_eq!(
                open(torn.path(), 100).look(|desktop, seq| (seq, desktop.badge("mail"))),
                (4, 4),
                "{end} {zeros}"
            );
        }
    }
    // Half a first line: the file is empty.
    for end in (0..ends[0]).step_by(5) {
        let torn = tempfile::tempdir().unwrap();
        fs::write(torn.path().join("journal-000000000001.jsonl"), &whole[..end]).unwrap();
        badges(&open(torn.path(), 100), 1..=1);
        assert_eq!(open(torn.path(), 100).look(|_, seq| seq), 1);
    }
}

/// Returns a line with its checksum.
fn sealed(line: &str) -> String {
    let open = line.strip_suffix('}').unwrap();
    format!("{open},\"crc\":\"{:08x}\"}}", crc32fast::hash(open.as_bytes()))
}

/// Returns a line without its checksum.
fn unsealed(line: &str) -> String {
    format!("{}}}", line.split_once(",\"crc\":").unwrap().0)
}

/// Returns the message to people about damage, if there was any.
fn told(hub: &Hub) -> Option<String> {
    hub.look(|desktop, _| desktop.notification("desktop-damaged").map(|told| told.show.body.clone()))
}

#[test]
fn a_damaged_journal_is_opened_up_to_the_damage_and_the_rest_is_kept() {
    let place = tempfile::tempdir().unwrap();
    badges(&open(place.path(), 100), 1..=3);
    let whole = fs::read_to_string(&files(place.path(), "journal")[0]).unwrap();
    let line = |number: usize| whole.lines().nth(number - 1).unwrap().to_owned();
    let swap = |from: &str, to: &str| whole.replacen(from, to, 1);
    let cases = [
        ("a word", swap(r#""count":1"#, r#""count":oops"#), 0, "line 2: "),
        ("a digit", swap(r#""count":2"#, r#""count":7"#), 1, "checksum"),
        ("an empty line", swap(&line(3), ""), 1, "line 3: "),
        ("a missing line", swap(&format!("{}\n", line(3)), ""), 1, "found change 3, expected change 2"),
        ("a line twice", swap(&line(2), &format!("{0}\n{0}", line(2))), 1, "found change 1, expected change 2"),
        ("no checksum", swap(&line(4), &unsealed(&line(4))), 2, "no checksum"),
        ("the last line", swap(r#""count":3"#, r#""count":4"#), 2, "checksum"),
        ("another file", swap("desktop journal", "shopping list"), 0, "line 1: "),
        ("garbage behind", format!("{whole}garbage\n{{}}\n"), 3, "line 5: "),
    ];
    for (what, text, good, problem) in cases {
        assert_ne!(text, whole, "{what}");
        let damaged = tempfile::tempdir().unwrap();
        fs::write(damaged.path().join("journal-000000000001.jsonl"), &text).unwrap();
        let hub = open(damaged.path(), 100);
        assert_eq!(hub.look(|desktop, seq| (seq, desktop.badge("mail"))), (good + 1, good), "{what}");
        let body = told(&hub).unwrap();
        assert!(body.contains(problem) && body.contains("damaged-"), "{what}: {body}");
        let aside = files(damaged.path(), "damaged");
        assert_eq!(fs::read_to_string(aside[0].join("journal-000000000001.jsonl")).unwrap(), text, "{what}");
        // Work continues, and the message is shown only once.
        hub.apply(&Actor::System, badge(9), 9).unwrap();
        let before = view(&hub);
        drop(hub);
        let hub = open(damaged.path(), 100);
        assert_eq!((view(&hub), files(damaged.path(), "damaged").len()), (before, 1), "{what}");
    }
}

#[test]
fn any_flipped_bit_costs_at_most_what_comes_behind_it() {
    let place = tempfile::tempdir().unwrap();
    badges(&open(place.path(), 100), 1..=3);
    let whole = fs::read(&files(place.path(), "journal")[0]).unwrap();
    for bit in (0..whole.len() * 8).step_by(7) {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let before = whole[..bit / 8].iter().filter(|byte| **byte == b'\n').count() as u64;
        let damaged = tempfile::tempdir().unwrap();
        fs::write(damaged.path().join("journal-000000000001.jsonl"), &flipped).unwrap();
        let hub = open(damaged.path(), 100);
        assert_eq!(hub.look(|desktop, _| desktop.badge("mail")), before.saturating_sub(1), "bit {bit}");
        // A change at the end of the last line looks like a power cut.
        assert!(told(&hub).is_some() || bit / 8 == whole.len() - 1, "bit {bit}");
    }
}

#[test]
fn a_missing_file_and_what_is_behind_it_do_not_count() {
    let place = tempfile::tempdir().unwrap();
    for round in 0..3 {
        badges(&open(place.path(), 1000), round * 3 + 1..=round * 3 + 3);
        // The next file begins as if this one had been full.
        let next = place.path().join(format!("journal-{:012}.jsonl", round * 3 + 4));
        fs::write(next, "").unwrap();
    }
    for snapshot in files(place.path(), "snapshot") {
        fs::remove_file(snapshot).unwrap();
    }
    let journals = files(place.path(), "journal");
    fs::remove_file(&journals[1]).unwrap();
    let hub = open(place.path(), 1000);
    assert_eq!(hub.look(|desktop, _| desktop.badge("mail")), 3);
    assert!(told(&hub).unwrap().contains("a change is missing"));
    let aside = files(&files(place.path(), "damaged")[0], "journal");
    assert_eq!(aside.len(), 2, "{aside:?}");
}

#[test]
fn a_newer_format_is_left_alone() {
    let place = tempfile::tempdir().unwrap();
    badges(&open(place.path(), 100), 1..=2);
    let file = files(place.path(), "journal").remove(0);
    let whole = fs::read_to_string(&file).unwrap();
    for number in [0, 2] {
        let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
        lines[number] = sealed(&unsealed(&lines[number]).replacen(r#""v":2"#, r#""v":9"#, 1));
        let text = lines.join("\n") + "\n";
        fs::write(&file, &text).unwrap();
        assert!(error(place.path()).contains("has format 9"), "{number}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert!(files(place.path(), "damaged").is_empty());
    }
}

#[test]
fn a_journal_without_checksums_still_opens() {
    let place = tempfile::tempdir().unwrap();
    badges(&open(place.path(), 100), 1..=3);
    let file = files(place.path(), "journal").remove(0);
    let whole = fs::read_to_string(&file).unwrap();
    let old: String = whole.lines().map(|line| unsealed(line).replacen(r#""v":2"#, r#""v":1"#, 1) + "\n").collect();
    fs::write(&file, old).unwrap();
    let hub = open(place.path(), 100);
    assert_eq!((hub.look(|desktop, seq| (seq, desktop.badge("mail"))), told(&hub)), ((3, 3), None));
    badges(&hub, 4..=5);
    drop(hub);
    let hub = open(place.path(), 100);
    assert_eq!((hub.look(|desktop, seq| (seq, desktop.badge("mail"))), told(&hub)), ((5, 5), None));
}

#[test]
fn a_folder_that_cannot_be_used_is_an_error() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("desktop");
    fs::write(&folder, "in the way").unwrap();
    assert!(error(&folder).contains("cannot use"));
    assert_eq!(fs::read_to_string(&folder).unwrap(), "in the way");
}

#[test]
fn full_files_become_snapshots_and_old_ones_go() {
    let place = tempfile::tempdir().unwrap();
    // Closed and reopened in between, so that each full file has been processed.
    for round in 0..10 {
        badges(&open(place.path(), 8), round * 13 + 1..=round * 13 + 13);
    }
    assert_eq!(files(place.path(), "snapshot").len(), 2);
    let journals = files(place.path(), "journal");
    assert!((2..=4).contains(&journals.len()), "{journals:?}");
    let hub = open(place.path(), 8);
    assert_eq!(hub.look(|desktop, seq| (seq, desktop.badge("mail"))), (130, 130));
    let before = view(&hub);
    drop(hub);

    // The newest snapshot is damaged: the older one and the journal after it have everything.
    let newest = files(place.path(), "snapshot").remove(1);
    let text = fs::read(&newest).unwrap();
    fs::write(&newest, &text[..text.len() / 2]).unwrap();
    assert_eq!(view(&open(place.path(), 1000)), before);
    // A snapshot of a newer format is not skipped.
    let text = fs::read(&newest).unwrap();
    fs::write(&newest, r#"{"format":"fingertip desktop snapshot","v":9,"seq":1}"#).unwrap();
    assert!(error(place.path()).contains("has format 9"));
    fs::write(&newest, text).unwrap();
    // A flipped bit in each: then there is no starting point, and everything is set aside.
    for snapshot in files(place.path(), "snapshot") {
        let mut flipped = fs::read(&snapshot).unwrap();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 1;
        fs::write(&snapshot, flipped).unwrap();
    }
    let kept = files(place.path(), "journal").len() + files(place.path(), "snapshot").len();
    let hub = open(place.path(), 8);
    assert_eq!(hub.look(|desktop, _| desktop.badge("mail")), 0);
    assert!(told(&hub).unwrap().contains("snapshot-"));
    assert_eq!(files(&files(place.path(), "damaged")[0], "").len(), kept);
}

/// Set for the process that is killed: the folder that it writes to.
const KILLED: &str = "FINGERTIP_TEST_JOURNAL";

#[test]
fn a_killed_process_loses_nothing_that_it_had_acknowledged() {
    if let Some(folder) = std::env::var_os(KILLED) {
        let hub = open(Path::new(&folder), 64);
        for count in 1.. {
            let committed = hub.apply(&Actor::System, badge(count), count).unwrap();
            println!("\ndone {}", committed.seq.unwrap());
        }
    }
    let place = tempfile::tempdir().unwrap();
    let mut child = process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_killed_process_loses_nothing_that_it_had_acknowledged", "--nocapture"])
        .env(KILLED, place.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut done = 0;
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for number in lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("done ")?.parse().ok()) {
        done = number;
        if done == 1000 {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    let (seq, count) = open(place.path(), 64).look(|desktop, seq| (seq, desktop.badge("mail")));
    assert_eq!(seq, count);
    // The change that was being reported when it was killed may be there too.
    assert!(done >= 1000 && (done..=done + 1).contains(&seq), "{done} {seq}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_restart_changes_nothing(
        rounds in proptest::collection::vec(proptest::collection::vec(commands::command(), 0..24), 1..5),
        roll in 2..12_u64,
    ) {
        let place = tempfile::tempdir().unwrap();
        let mut before = None;
        let mut now = 0;
        for commands in rounds {
            let hub = open(place.path(), roll);
            if let Some(before) = before {
                prop_assert_eq!(view(&hub), before);
            }
            for (actor, command) in commands {
                now += 1;
                let _ = hub.apply(&actor, command, now);
            }
            before = Some(view(&hub));
        }
        prop_assert_eq!(Some(view(&open(place.path(), roll))), before);
    }
}

#[test]
fn whose_window_it_is_survives_and_follows_the_content() {
    let place = tempfile::tempdir().unwrap();
    let window = serde_json::json!({"type": "window.create", "windowId": "w", "title": "t", "shared": true,
        "bounds": {"x": 0, "y": 0, "w": 300, "h": 200}, "content": {"renderer": "text", "data": "one"}});
    let append = |data: &str| serde_json::json!({"type": "window.updateContent", "windowId": "w", "operation": {"op": "append", "data": data}});
    let set =
        serde_json::json!({"type": "window.setContent", "windowId": "w", "content": {"renderer": "text", "data": "x"}});
    let close = serde_json::json!({"type": "window.close", "windowId": "none"});
    let undo = serde_json::json!({"deed": "person", "actions": [{"type": "window.undo", "windowId": "w"}]});
    let batch = |actions: Vec<serde_json::Value>| serde_json::json!({"deed": "batch", "actions": actions});
    let (a, b) = (Actor::Agent("a".into()), Actor::Agent("b".into()));
    let rows = [
        ("who opened it", &a, batch(vec![window]), true, "a"),
        ("who gave it content", &b, batch(vec![append(" two")]), true, "b"),
        ("nothing was given", &a, batch(vec![append("")]), true, "b"),
        ("it was refused", &a, batch(vec![set.clone(), close]), false, "b"),
        ("another content", &a, batch(vec![set]), true, "a"),
        ("it was taken back", &Actor::Person("p".into()), undo.clone(), true, "b"),
        ("and once more", &Actor::Person("p".into()), undo, true, "a"),
    ];
    for (what, actor, command, done, expected) in rows {
        // A snapshot after every command: it must match the journal.
        let hub = open(place.path(), 1);
        let command: Command = serde_json::from_value(command).unwrap();
        assert_eq!(hub.apply(actor, command, 1).is_ok(), done, "{what}");
        let maker = |hub: &Hub| hub.look(|desktop, _| desktop.window("monitor-0/w").unwrap().made_by.clone());
        assert_eq!(maker(&hub).as_deref(), Some(expected), "{what}");
        drop(hub);
        assert_eq!(maker(&open(place.path(), 100)).as_deref(), Some(expected), "{what}, after a restart");
    }
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_what_is_on_disk() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("desktop");
    // Files that an older version left readable are made private, too.
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    badges(&open(&folder, 2), 1..=3);
    for path in files(&folder, "") {
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    }
    let hub = open(&folder, 2);
    for count in 4..=7 {
        hub.apply(&Actor::Agent("a".into()), badge(count), count).unwrap();
    }
    drop(hub);
    assert_eq!(mode(&folder), 0o700);
    let files = files(&folder, "");
    assert!(files.iter().any(|path| path.to_str().unwrap().contains("snapshot")), "{files:?}");
    for path in files {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}
