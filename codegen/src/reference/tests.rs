//! Pages from small schemas.

use action::schema::Named;
use schemars::json_schema;

use super::pages;
use crate::family::families;

#[test]
fn a_page_has_a_section_for_each_type_and_for_what_it_mentions() {
    let sample = Named {
        name: "sample",
        family: "sample",
        about: "A sample.",
        schema: || {
            json_schema!({
                "title": "Sample",
                "description": "One sample.",
                "oneOf": [
                    { "$ref": "#/$defs/Close", "properties": { "type": { "const": "close" } }, "required": ["type"] },
                    { "$ref": "#/$defs/Show", "properties": { "type": { "const": "show" } }, "required": ["type"] },
                ],
                "$defs": {
                    "Close": { "type": "object", "description": "Close it." },
                    "Show": {
                        "type": "object",
                        "description": "Show it.",
                        "properties": {
                            "gap": { "$ref": "#/$defs/Gap", "description": "How far\napart | away.", "default": "sm" },
                            "rows": { "type": "array", "items": { "type": "array", "items": { "type": "string" } } },
                        },
                        "required": ["rows"],
                    },
                    "Gap": { "enum": ["sm", "md"], "type": "string", "description": "A distance." },
                },
            })
        },
    };
    let pages = pages(&families(&[sample]).unwrap(), &[]);
    let (_, page) = pages.iter().find(|(name, _)| name == "sample.md").unwrap();
    let (_, body) = page.split_once("sample.ts).\n").unwrap();
    let expected = r#"
## `close`

Close it.

| field | type | required | default | description |
| --- | --- | --- | --- | --- |
| `type` | `"close"` | yes |  |  |

## `show`

Show it.

| field | type | required | default | description |
| --- | --- | --- | --- | --- |
| `type` | `"show"` | yes |  |  |
| `rows` | list of list of text | yes |  |  |
| `gap` | [Gap](#gap) | no | `"sm"` | How far apart \| away. |

## Gap

A distance.

One of `"sm"`, `"md"`.
"#;
    assert_eq!(body, expected, "\n{body}");
}
