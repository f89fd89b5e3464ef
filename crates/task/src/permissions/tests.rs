//! Which choices are remembered, for which requester, and how a faulty file is handled.

use std::fs;
use std::path::PathBuf;

use policy::Pattern;
use tempfile::TempDir;

use super::{ChoiceKey, MOST_BYTES_EACH, MOST_CHOICES, Permissions, PermissionsError};

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("config").join("permissions.json")
}

#[test]
fn a_choice_outlives_the_process_until_it_is_revoked() {
    let folder = tempfile::tempdir().unwrap();
    let mail = ChoiceKey::by_agent("mail", "send", Some("work"));
    let shell = ChoiceKey::by_gate(&Pattern::Shell("pm list …".into()));
    let permissions = Permissions::open(&file(&folder)).unwrap();
    assert_eq!(permissions.decision(&mail), None);
    permissions.remember(mail.clone(), true, 5).unwrap();
    permissions.remember(shell.clone(), false, 6).unwrap();
    permissions.remember(mail.clone(), false, 7).unwrap();

    let written = fs::read_to_string(file(&folder)).unwrap();
    let expected = serde_json::json!({"version": 1, "choices": [
        {"who": "agent:mail", "what": "send", "context": "work", "allow": false, "at": 7},
        {"who": "gate", "what": "shell pm list …", "allow": false, "at": 6},
    ]});
    assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), expected);

    let again = Permissions::open(&file(&folder)).unwrap();
    assert_eq!((again.decision(&mail), again.decision(&shell)), (Some(false), Some(false)));
    assert_eq!(again.list(), permissions.list());
    assert!(again.revoke(&mail).unwrap());
    assert!(!again.revoke(&mail).unwrap());
    let last = Permissions::open(&file(&folder)).unwrap();
    assert_eq!((last.decision(&mail), last.decision(&shell)), (None, Some(false)));
}

#[test]
fn an_agents_dialog_never_grants_what_the_gate_or_another_agent_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let permissions = Permissions::open(&file(&folder)).unwrap();
    let script = "x".repeat(60);
    for (name, tool, context) in [
        ("gate", "shell rm", None),
        ("gate", "rm", Some("shell")),
        ("a", "shell rm", None),
        ("a:b", "tool rm", Some("gate")),
        ("a", &format!("script {script}"), None),
    ] {
        permissions.remember(ChoiceKey::by_agent(name, tool, context), true, 1).unwrap();
    }
    // A script that differs only beyond the letters that a dialog shows is another choice.
    permissions.remember(ChoiceKey::by_gate(&Pattern::Script(format!("{script}echo"))), true, 1).unwrap();
    let asked = [
        ChoiceKey::by_gate(&Pattern::Shell("rm".into())),
        ChoiceKey::by_gate(&Pattern::Tool("rm".into())),
        ChoiceKey::by_gate(&Pattern::Script(format!("{script}rm"))),
        ChoiceKey::by_gate(&Pattern::Script(script.clone())),
        ChoiceKey::by_agent("a", "b:tool rm", Some("gate")),
        ChoiceKey::by_agent("a", "shell rm", Some("")),
        ChoiceKey::by_agent("A", "shell rm", None),
    ];
    for asked in asked {
        assert_eq!(permissions.decision(&asked), None, "{asked:?}");
    }
    // The written form gives the same after a restart.
    let again = Permissions::open(&file(&folder)).unwrap();
    assert_eq!(again.decision(&ChoiceKey::by_gate(&Pattern::Shell("rm".into()))), None);
    assert_eq!(again.decision(&ChoiceKey::by_agent("gate", "shell rm", None)), Some(true));
}

#[test]
fn a_file_that_is_not_right_is_an_error_and_stays() {
    let choice = r#"{"who":"gate","what":"x","allow":true,"at":1}"#;
    let cases = [
        ("", "line 1 column 0"),
        ("{\"version\":1,\n\"choices\":[}", "line 2 column 12"),
        (r#"{"choices":[]}"#, "missing field `version`"),
        (r#"{"version":2,"whatever":true}"#, "has format 2"),
        (r#"{"version":1,"choices":[{"who":"root","what":"x","allow":true,"at":1}]}"#, "not `root`"),
        (r#"{"version":1,"choices":[{"who":"agent:","what":"x","allow":true,"at":1}]}"#, "not `agent:`"),
        (r#"{"version":1,"choices":[{"who":"gate","what":"x","alow":true,"at":1}]}"#, "unknown field `alow`"),
        (r#"{"version":1,"choices":[{"who":"gate","what":"x","allow":"yes","at":1}]}"#, "line 1 column"),
        (&format!(r#"{{"version":1,"choices":[{choice}],"more":1}}"#), "unknown field `more`"),
    ];
    for (text, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("permissions.json");
        fs::write(&path, text).unwrap();
        let error = Permissions::open(&path).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("permissions.json"), "{text}: {error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn what_cannot_be_written_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let permissions = Permissions::open(&path).unwrap();
    // A file occupies the folder's path, so nothing can be written there, not even by root.
    fs::write(path.parent().unwrap(), "in the way").unwrap();
    let asked = ChoiceKey::by_agent("a", "b", None);
    assert!(matches!(permissions.remember(asked.clone(), true, 1), Err(PermissionsError::Folder(_))));
    assert_eq!(permissions.decision(&asked), None);
    fs::remove_file(path.parent().unwrap()).unwrap();
    permissions.remember(asked.clone(), true, 1).unwrap();
    assert_eq!(permissions.decision(&asked), Some(true));
}

#[test]
fn it_does_not_grow_without_bound() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("permissions.json");
    let choices: Vec<_> = (0..MOST_CHOICES)
        .map(|n| serde_json::json!({"who": "agent:a", "what": n.to_string(), "allow": true, "at": 1}))
        .collect();
    fs::write(&path, serde_json::json!({"version": 1, "choices": choices}).to_string()).unwrap();
    let permissions = Permissions::open(&path).unwrap();
    let more = ChoiceKey::by_agent("a", "more", None);
    assert!(matches!(permissions.remember(more.clone(), true, 1), Err(PermissionsError::Full)));
    permissions.remember(ChoiceKey::by_agent("a", "77", None), false, 2).unwrap();
    permissions.revoke(&ChoiceKey::by_agent("a", "5", None)).unwrap();
    permissions.remember(more.clone(), true, 1).unwrap();
    assert_eq!(permissions.decision(&more), Some(true));
    assert_eq!(permissions.decision(&ChoiceKey::by_agent("a", "77", None)), Some(false));
    assert_eq!(permissions.decision(&ChoiceKey::by_agent("a", "9999", None)), Some(true));
    let long = ChoiceKey::by_agent("a", &"x".repeat(MOST_BYTES_EACH), None);
    assert!(matches!(permissions.remember(long, true, 1), Err(PermissionsError::TooLong(_))));
}
