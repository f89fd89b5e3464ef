//! Checks which module gets which definition.

use action::schema::Named;
use schemars::{Schema, json_schema};

use super::families;

fn user() -> Schema {
    json_schema!({
        "title": "User",
        "properties": { "found": { "$ref": "#/$defs/Found" } },
        "$defs": {
            "Found": { "properties": { "code": { "$ref": "#/$defs/Code" } }, "type": "object" },
            "Code": { "enum": ["a"], "type": "string" },
        },
    })
}

fn found() -> Schema {
    json_schema!({
        "title": "Found",
        "properties": { "code": { "$ref": "#/$defs/Code" } },
        "type": "object",
        "$defs": { "Code": { "enum": ["a"], "type": "string" } },
    })
}

fn named(family: &'static str, schema: fn() -> Schema) -> Named {
    Named { name: family, family, about: "A sample.", schema }
}

fn check(named: &[Named], expected: &[(&str, &[&str], &[&str])]) {
    let families = families(named).unwrap();
    let found: Vec<(&str, Vec<&str>, Vec<String>)> = families
        .iter()
        .map(|family| {
            let own = family.definitions.iter().map(|definition| definition.name.as_str()).collect();
            let imports = family.imports.iter().map(|(name, from)| format!("{name} from {from}")).collect();
            (family.name, own, imports)
        })
        .collect();
    let expected: Vec<(&str, Vec<&str>, Vec<String>)> = expected
        .iter()
        .map(|(name, own, imports)| (*name, own.to_vec(), imports.iter().map(ToString::to_string).collect()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_shared_definition_belongs_to_its_own_schema_else_to_the_first() {
    check(&[named("one", user)], &[("one", &["User", "Found", "Code"], &[])]);
    check(
        &[named("one", user), named("two", found)],
        &[("one", &["User"], &["Found from two"]), ("two", &["Found", "Code"], &[])],
    );
    check(
        &[named("two", found), named("one", user)],
        &[("two", &["Found", "Code"], &[]), ("one", &["User"], &["Found from two"])],
    );
}

#[test]
fn two_types_of_one_name_in_a_family_are_an_error_and_in_two_families_are_not() {
    let other: fn() -> Schema = || json_schema!({ "title": "Code", "type": "number" });
    let error = families(&[named("one", found), named("one", other)]).unwrap_err().to_string();
    assert!(error.contains("two types called `Code`"), "{error}");
    check(&[named("one", found), named("two", other)], &[("one", &["Found", "Code"], &[]), ("two", &["Code"], &[])]);
}
