//! Modules from small schemas. The expected text is what prettier leaves alone.

use action::schema::Named;
use schemars::json_schema;

use super::module;
use crate::family::families;

fn check(named: Named, expected: &str) {
    let families = families(&[named]).unwrap();
    let text = module(&families[0]).unwrap();
    let (_, body) = text.split_once("protocol-runtime';\n\n").unwrap();
    assert_eq!(body, expected, "\n{body}");
}

fn named(schema: fn() -> schemars::Schema) -> Named {
    Named { name: "sample", family: "sample", about: "A sample.", schema }
}

#[test]
fn an_object_is_an_interface_with_its_comments() {
    let sample = named(|| {
        json_schema!({
            "title": "Sample",
            "description": "A sample.",
            "type": "object",
            "properties": {
                "count": { "type": "integer", "format": "uint32", "minimum": 0, "description": "How many." },
                "anything": true,
                "gap": { "enum": ["none", "sm", "it's"], "default": "sm", "description": "How far apart." },
                "data-id": { "type": ["string", "null"] },
                "cols": { "anyOf": [{ "type": "number" }, { "type": "array", "items": { "type": "number" } }] },
                "style": { "type": "object", "additionalProperties": { "type": ["string", "number"] } },
                "point": { "type": "array", "prefixItems": [{ "type": "number" }, { "type": "number" }], "minItems": 2, "maxItems": 2 },
                "args": { "type": "object", "additionalProperties": true },
            },
            "required": ["count", "anything", "point"],
        })
    });
    check(
        sample,
        "/** A sample. */
export interface Sample {
  /** How many. */
  count: number;
  anything: unknown;
  point: [number, number];
  args?: Record<string, unknown>;
  cols?: number | number[];
  'data-id'?: string | null;
  /** How far apart. Default: 'sm'. */
  gap?: 'none' | 'sm' | \"it's\";
  style?: Record<string, string | number>;
}

/** Whether the value is a valid `Sample`. */
export function isSample(value: unknown): value is Sample {
  return (
    is.object(value) &&
    is.integer(value.count, 0, 4294967295) &&
    value.anything !== undefined &&
    is.list(value.point) &&
    value.point.length === 2 &&
    is.number(value.point[0]) &&
    is.number(value.point[1]) &&
    is.optional(value.args, is.map) &&
    is.optional(value.cols, (item) => is.number(item) || is.list(item, is.number)) &&
    is.optional(value['data-id'], (item) => is.string(item) || item === null) &&
    is.optional(value.gap, (item) => is.oneOf(item, ['none', 'sm', \"it's\"])) &&
    is.optional(value.style, isSampleStyle)
  );
}

function isSampleStyle(value: unknown): boolean {
  return is.map(value, (item) => is.string(item) || is.number(item));
}
",
    );
}

#[test]
fn dotted_types_get_a_guard_for_each_prefix_and_shared_structs_keep_clear_of_the_tag() {
    let sample = named(|| {
        json_schema!({
            "title": "Sample",
            "oneOf": [
                { "$ref": "#/$defs/Show", "properties": { "type": { "const": "toast.show" } }, "required": ["type"], "type": "object" },
                { "$ref": "#/$defs/Id", "properties": { "type": { "const": "toast.dismiss" } }, "required": ["type"], "type": "object" },
                { "$ref": "#/$defs/Id", "properties": { "type": { "const": "window.close" } }, "required": ["type"], "type": "object" },
            ],
            "$defs": {
                "Id": { "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] },
                "Show": { "type": "object", "properties": { "message": { "type": "string" } }, "required": ["message"] },
            },
        })
    });
    check(
        sample,
        "export type Sample = Show | ({ type: 'toast.dismiss' } & Id) | ({ type: 'window.close' } & Id);

/** Whether the value is a valid `Sample`. */
export function isSample(value: unknown): value is Sample {
  return (
    isShow(value) ||
    (is.object(value) && value.type === 'toast.dismiss' && isId(value)) ||
    (is.object(value) && value.type === 'window.close' && isId(value))
  );
}

export interface Show {
  type: 'toast.show';
  message: string;
}

/** Whether the value is a valid `Show`. */
export function isShow(value: unknown): value is Show {
  return is.object(value) && value.type === 'toast.show' && is.string(value.message);
}

export interface Id {
  id: string;
}

/** Whether the value is a valid `Id`. */
export function isId(value: unknown): value is Id {
  return is.object(value) && is.string(value.id);
}

/** An action whose `type` begins with `toast.`. */
export type ToastAction = Extract<Sample, { type: `toast.${string}` }>;

/** Whether an action's `type` begins with `toast.`. */
export function isToastAction(action: Sample): action is ToastAction {
  return action.type.startsWith('toast.');
}

/** An action whose `type` begins with `window.`. */
export type WindowAction = Extract<Sample, { type: `window.${string}` }>;

/** Whether an action's `type` begins with `window.`. */
export function isWindowAction(action: Sample): action is WindowAction {
  return action.type.startsWith('window.');
}
",
    );
}

#[test]
fn adjacent_tags_and_documented_choices_are_one_a_line() {
    let sample = named(|| {
        json_schema!({
            "title": "Sample",
            "oneOf": [
                {
                    "description": "Words.",
                    "type": "object",
                    "properties": { "renderer": { "const": "text" }, "data": { "type": "string" } },
                    "required": ["renderer", "data"],
                },
                {
                    "type": "object",
                    "properties": { "renderer": { "const": "rows" }, "data": { "type": "array", "items": { "type": "array", "items": { "type": "string" } } } },
                    "required": ["renderer", "data"],
                },
                { "type": "null" },
            ],
        })
    });
    check(
        sample,
        "export type Sample =
  /** Words. */
  | { renderer: 'text'; data: string }
  | { renderer: 'rows'; data: string[][] }
  | null;

/** Whether the value is a valid `Sample`. */
export function isSample(value: unknown): value is Sample {
  return (
    (is.object(value) && value.renderer === 'text' && is.string(value.data)) ||
    (is.object(value) &&
      value.renderer === 'rows' &&
      is.list(value.data, (item) => is.list(item, is.string))) ||
    value === null
  );
}
",
    );
}

#[test]
fn a_type_must_not_take_the_name_of_a_prefix() {
    let sample = named(|| {
        json_schema!({
            "title": "Sample",
            "oneOf": [{ "$ref": "#/$defs/Show", "properties": { "type": { "const": "toast.show" } }, "required": ["type"] }],
            "$defs": {
                "Show": { "type": "object", "properties": { "action": { "$ref": "#/$defs/ToastAction" } } },
                "ToastAction": { "type": "object", "properties": { "label": { "type": "string" } } },
            },
        })
    });
    let error = module(&families(&[sample]).unwrap()[0]).unwrap_err().to_string();
    assert!(error.contains("`ToastAction` is to mean every `toast.` action"), "{error}");
}
