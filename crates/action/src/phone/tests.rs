//! The limits of an action when it is carried out, and the entries of its catalogue.

use super::*;
use crate::Finite;
use crate::json::Json;

#[test]
fn a_point_is_rounded_half_up_and_kept_on_the_screen() {
    let rows = [
        ((0.0, 0.0), (0, 0)),
        ((0.5, 1.49), (1, 1)),
        ((-3.0, 1e300), (0, 2399)),
        ((1079.5, 2399.4), (1079, 2399)),
        ((-0.5, -0.51), (0, 0)),
    ];
    for ((x, y), expected) in rows {
        let point = (Finite::new(x).unwrap(), Finite::new(y).unwrap());
        assert_eq!(limits::pixel(point, (1080, 2400)), expected, "{x}, {y}");
    }
    assert_eq!(limits::pixel((Finite::ZERO, Finite::ZERO), (0, 0)), (0, 0));
}

#[test]
fn times_are_bounded() {
    let seconds = |value: f64| Finite::new(value).unwrap();
    assert_eq!(limits::duration(seconds(1e9)).as_millis(), 60_000);
    assert_eq!(limits::duration(seconds(250.0)).as_millis(), 250);
    assert_eq!(limits::script_timeout(seconds(0.0)).as_secs(), 1);
    assert_eq!(limits::script_timeout(seconds(1e9)).as_secs(), 3600);
    assert_eq!(limits::auth_timeout(seconds(1.0)).as_secs(), 30);
    assert_eq!(limits::auth_timeout(seconds(1e9)).as_secs(), 1800);
    assert_eq!(limits::answer_timeout(seconds(120.0)).as_secs(), 120);
}

#[test]
fn what_is_empty_is_never_sent() {
    let rows = [
        (r#"{"type":"launch_app","packageName":" "}"#, Some("packageName")),
        (r#"{"type":"shell","command":""}"#, Some("command")),
        (r#"{"type":"run_script","script":"\n"}"#, Some("script")),
        (r#"{"type":"key_combination","keys":[]}"#, Some("keys")),
        (r#"{"type":"type","text":""}"#, None),
        (r#"{"type":"launch_app","packageName":"com.x"}"#, None),
    ];
    for (text, expected) in rows {
        let parsed = Json::strict(text).unwrap();
        let found = limits::sendable(&normalize(&parsed.value).action).err();
        assert_eq!(found.map(|limits::Refused::Empty { field, .. }| field), expected, "{text}");
    }
}

#[test]
fn the_catalogue_is_the_enum() {
    let names: Vec<&str> = verbs().iter().map(|verb| verb.name.as_str()).collect();
    let sampled = samples();
    assert_eq!(names, sampled.iter().map(AgentAction::name).collect::<Vec<_>>());
    for (verb, action) in verbs().iter().zip(&sampled) {
        assert!(verb.sentence.ends_with('.'), "`{}` lacks its sentence", verb.name);
        assert!(verb.fields.iter().any(|field| field.name == "reason" && !field.required), "{}", verb.name);
        let json = serde_json::to_value(action).unwrap();
        assert!(
            json.as_object()
                .unwrap()
                .keys()
                .filter(|key| *key != "type")
                .all(|key| verb.fields.iter().any(|field| field.name == *key))
        );
    }
}

/// For every verb: a missing required field gives one repair at its path, a missing optional field none.
#[test]
fn every_field_that_is_required_is_missed() {
    for verb in verbs() {
        let full = serde_json::to_value(sample(&verb.name).unwrap()).unwrap();
        for field in &verb.fields {
            let mut lacking = full.clone();
            lacking.as_object_mut().unwrap().remove(&field.name);
            let text = lacking.to_string();
            let findings = strict(&Json::strict(&text).unwrap().value).err().unwrap_or_default();
            let found: Vec<(&str, &str)> =
                findings.iter().map(|finding| (finding.code.as_str(), finding.path.as_str())).collect();
            let expected: &[(&str, &str)] = if field.required { &[("missing", &field.name)] } else { &[] };
            assert_eq!(found, expected, "{text}");
        }
    }
}

/// The columns of the table agree with each other and with the values.
#[test]
fn the_table_of_verbs_is_sound() {
    for action in samples() {
        let verb = action.verb();
        let points = match verb.aims {
            Aims::Nothing | Aims::Focus => 0,
            Aims::Point => 1,
            Aims::TwoPoints => 2,
        };
        assert_eq!(action.points().len(), points, "{}", verb.name);
        assert_eq!(verb.leaves_process(), verb.class != Class::Internal, "{}", verb.name);
        // Only an action on the phone can show there, and only such an action has a target.
        assert!(!verb.shows || verb.reaches == Reaches::Phone, "{}", verb.name);
        assert!(verb.aims == Aims::Nothing || verb.shows, "{}", verb.name);
        assert!(!verb.ends || !verb.leaves_process(), "{}", verb.name);
    }
    let ending: Vec<&str> =
        samples().iter().map(|action| action.verb()).filter(|verb| verb.ends).map(|verb| verb.name).collect();
    assert_eq!(ending, ["finish", "fail"]);
}

/// Every text of an action is passed on, so that a secret in a new field cannot be forgotten.
#[test]
fn every_text_of_an_action_is_handed_over() {
    fn texts(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::String(text) => found.push(text.clone()),
            serde_json::Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
            serde_json::Value::Object(fields) => {
                // Words of closed lists do not count as texts.
                let open = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "type" | "capability"));
                open.for_each(|(_, field)| texts(field, found));
            }
            _ => {}
        }
    }
    for action in samples() {
        let mut masked = action.with_reason(Some("because".to_owned()));
        masked.each_text(&mut |text| *text = "masked".to_owned());
        let mut found = Vec::new();
        texts(&serde_json::to_value(&masked).unwrap(), &mut found);
        assert!(!found.is_empty() && found.iter().all(|text| text == "masked"), "{masked:?}");
    }
}

/// Only the table's macro in this crate matches over every verb: code that needs a fact about a verb asks the table.
#[test]
fn no_other_file_lists_the_verbs() {
    fn files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    files(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    let (first, last) = ("::Observe(_)", "::ClearText(_)");
    for path in found.iter().filter(|path| !path.ends_with("phone/tests.rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        let listed = text
            .lines()
            .any(|line| line.trim_start().starts_with('|') && (line.contains(first) || line.contains(last)));
        assert!(!listed, "{} lists verbs; ask `AgentAction::verb`", path.display());
    }
}
