//! Examples for both readers: results of loose text, and refusals with their position.

use super::*;

/// Checks the result of `text`: the value and the number of repairs, or the error's position.
fn check<'t>(read: fn(&'t str) -> Result<Parsed<'t>, JsonError>, text: &'t str, expected: &str) {
    let found = match read(text) {
        Ok(parsed) => format!("{} +{}", parsed.value.to_value(), parsed.repairs.iter().count()),
        Err(error) => format!("{}:{}", error.line, error.column),
    };
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn strict_text_is_read_as_the_standard_says() {
    let rows = [
        ("null", "null +0"),
        (" [1, -2.5, 1e3, true] ", "[1,-2.5,1000.0,true] +0"),
        ("-0", "-0.0 +0"),
        (r#"{"a":{"b":[]},"c":"\u00e9\ud83d\ude00\n"}"#, r#"{"a":{"b":[]},"c":"é😀\n"} +0"#),
        // Accepted with a finding: each reader has a rule for them.
        (r#"{"a":1,"a":2}"#, r#"{"a":2} +1"#),
        ("1e999", "null +1"),
        ("18446744073709551615", "18446744073709551615 +0"),
        // Refused.
        ("", "1:1"),
        ("{\n  'a': 1}", "2:3"),
        ("[1,]", "1:4"),
        ("[1 2]", "1:4"),
        ("[1] x", "1:5"),
        ("01", "1:1"),
        ("1.", "1:1"),
        ("+1", "1:1"),
        ("\"a\nb\"", "1:3"),
        ("\"\\x\"", "1:2"),
        ("\"\\ud83d\"", "1:2"),
        ("\"open", "1:1"),
        ("nulls", "1:1"),
        ("True", "1:1"),
        ("NaN", "1:1"),
    ];
    for (text, expected) in rows {
        check(Json::strict, text, expected);
    }
}

#[test]
fn loose_text_is_mended_where_its_meaning_is_plain() {
    let rows = [
        // Quotes and literals of other languages.
        ("{'a': 'it's', b: True,}", r#"{"a":"it's","b":true} +6"#),
        ("{“a”：“b”，“c”：None}", r#"{"a":"b","c":null} +7"#),
        // Unescaped quotes: no structure follows them.
        (r#"{"m":"named "Tom", there","n":1}"#, r#"{"m":"named \"Tom\", there","n":1} +2"#),
        ("{\"m\":\"two\nlines\"}", r#"{"m":"two\nlines"} +1"#),
        (r#"{"m":"a\'b\q"}"#, r#"{"m":"a'b\\q"} +2"#),
        (r#"{"m":"half \ud83d pair"}"#, "{\"m\":\"half \u{fffd} pair\"} +1"),
        // Brackets.
        (r#"{"POINT":[480,320]","duration":1000}"#, r#"{"POINT":[480,320],"duration":1000} +1"#),
        ("[100,200)", "[100,200] +1"),
        (r#"{"c":(1, 2)}"#, r#"{"c":[1,2]} +1"#),
        (r#"{"c":[1,2}"#, r#"{"c":[1,2]} +1"#),
        (r#"{"a":{"b":"c"}"#, r#"{"a":{"b":"c"}} +1"#),
        (r#"{"a":{"b":"c"}</tool_call>"#, r#"{"a":{"b":"c"}} +1"#),
        // Text after the value is not read.
        (r#"{"a":1} and so on"#, r#"{"a":1} +0"#),
        // Cut off inside a string or a number: the rest is missing.
        (r#"{"text":"hel"#, "1:9"),
        (r#"{"x":[447, 8"#, "1:13"),
        (r#"{"a":mobile_use}"#, "1:6"),
        ("prose", "1:1"),
    ];
    for (text, expected) in rows {
        check(Json::loose, text, expected);
    }
}

#[test]
fn nesting_is_bounded() {
    let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    assert!(Json::strict(&deep(MAX_DEPTH)).is_ok());
    let error = Json::strict(&deep(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!(
        error.message,
        "expected at most 64 levels of lists and objects, found `1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]…`"
    );
    // Far deeper than any stack; refused at once.
    assert!(Json::loose(&"[{\"a\":".repeat(1_000_000)).is_err());
}
