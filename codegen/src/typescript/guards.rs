//! Guards: `isX(value: unknown): value is X`, structural, from the same shapes as the types.
//!
//! The checks of single values are written by hand, in `web/src/protocol-runtime.ts`, and called here as `is.string`,
//! `is.list` and so on. Unknown fields are allowed.

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use serde_json::Value;

use super::layout::{Test, WIDTH, literal, member};
use super::values_of;
use crate::shape::{Choice, Definition, Field, Names, Range, Shape};

/// Returns the guard of a definition.
pub(super) fn definition(definition: &Definition) -> String {
    let mut local = Local { of: &definition.name, functions: String::new() };
    let test = match definition.shape.literals() {
        Some(_) => Test::call(format!("is.oneOf(value, {})", values_of(definition))),
        None => local.test(&definition.shape, "value"),
    };
    let name = &definition.name;
    let guard = function(&format!("export function is{name}(value: unknown): value is {name}"), &test);
    format!("\n/** Whether the value is a valid `{name}`. */\n{guard}{}", local.functions)
}

fn function(head: &str, test: &Test) -> String {
    format!("{head} {{\n{}}}\n", test.returned())
}

/// Returns guards by the first part of a dotted `type` (`window.`, `toast.`), for a union whose types have one.
///
/// A type that already has the name of such a guard would give it another meaning: that is an error.
pub(super) fn prefixes(definition: &Definition, names: &Names<'_>) -> Result<String> {
    let Shape::Union(choices) = &definition.shape else { return Ok(String::new()) };
    let tags: Option<Vec<(&str, &str)>> = choices.iter().map(|choice| choice.shape.tag(names)).collect();
    let mut prefixes: Vec<&str> = Vec::new();
    for (field, word) in tags.unwrap_or_default() {
        let Some((prefix, _)) = word.split_once('.').filter(|_| field == "type") else { return Ok(String::new()) };
        if !prefixes.contains(&prefix) {
            prefixes.push(prefix);
        }
    }
    let union = &definition.name;
    let mut text = String::new();
    for prefix in prefixes {
        let mut letters = prefix.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        let name = format!("{first}{}Action", letters.as_str());
        ensure!(
            !names.contains_key(name.as_str()),
            "`{name}` is to mean every `{prefix}.` action of `{union}`, but a type has that name; \
             give it another with `#[schemars(rename = …)]`"
        );
        _ = write!(
            text,
            "\n/** An action whose `type` begins with `{prefix}.`. */\n\
             export type {name} = Extract<{union}, {{ type: `{prefix}.${{string}}` }}>;\n\n\
             /** Whether an action's `type` begins with `{prefix}.`. */\n\
             export function is{name}(action: {union}): action is {name} {{\n  \
             return action.type.startsWith('{prefix}.');\n}}\n"
        );
    }
    Ok(text)
}

/// The guard being written, with its helper functions.
struct Local<'d> {
    of: &'d str,
    functions: String,
}

impl Local<'_> {
    /// Whether `subject` has the shape.
    fn test(&mut self, shape: &Shape, subject: &str) -> Test {
        match shape {
            Shape::Unknown => Test::And(Vec::new()),
            Shape::Null => Test::call(format!("{subject} === null")),
            Shape::Boolean => Test::call(format!("is.boolean({subject})")),
            Shape::Text => Test::call(format!("is.string({subject})")),
            Shape::Number(range) => Test::call(number(*range, subject)),
            Shape::Literal(value) => Test::call(format!("{subject} === {}", literal(value))),
            Shape::Named(name) => Test::call(format!("is{name}({subject})")),
            Shape::List(item) => self.each("is.list", item, subject),
            Shape::Map(item) => self.each("is.map", item, subject),
            Shape::Tuple(items) => {
                let list = Test::call(format!("is.list({subject})"));
                let length = Test::call(format!("{subject}.length === {}", items.len()));
                let item = |(index, item)| self.test(item, &format!("{subject}[{index}]"));
                Test::all([list, length].into_iter().chain(items.iter().enumerate().map(item)))
            }
            Shape::Object(fields) => {
                let object = Test::call(format!("is.object({subject})"));
                let tests: Vec<Test> = fields.iter().map(|field| self.field(field, subject)).collect();
                Test::all(std::iter::once(object).chain(tests))
            }
            Shape::Union(choices) => match shape.literals() {
                Some(values) if values.len() > 2 => {
                    let values: Vec<String> = values.into_iter().map(literal).collect();
                    Test::call(format!("is.oneOf({subject}, [{}])", values.join(", ")))
                }
                _ => {
                    Test::any(choices.iter().map(|Choice { shape, .. }| self.test(shape, subject)).collect::<Vec<_>>())
                }
            },
            Shape::All(shapes) => Test::all(shapes.iter().map(|shape| self.test(shape, subject)).collect::<Vec<_>>()),
        }
    }

    fn each(&mut self, check: &str, item: &Shape, subject: &str) -> Test {
        if *item == Shape::Unknown {
            return Test::call(format!("{check}({subject})"));
        }
        let predicate = self.predicate(item, "Item");
        Test::call(format!("{check}({subject}, {predicate})"))
    }

    fn field(&mut self, field: &Field, object: &str) -> Test {
        let subject = member(object, &field.name);
        if field.required {
            return match field.shape {
                Shape::Unknown => Test::call(format!("{subject} !== undefined")),
                _ => self.test(&field.shape, &subject),
            };
        }
        if field.shape == Shape::Unknown {
            return Test::And(Vec::new());
        }
        let mut letters = field.name.chars().filter(char::is_ascii_alphanumeric);
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        let predicate = self.predicate(&field.shape, &format!("{first}{}", letters.collect::<String>()));
        Test::call(format!("is.optional({subject}, {predicate})"))
    }

    /// Returns a function that tells whether a value has the shape: an existing one, or one written for the purpose.
    fn predicate(&mut self, shape: &Shape, purpose: &str) -> String {
        match shape {
            Shape::Boolean => return "is.boolean".to_owned(),
            Shape::Text => return "is.string".to_owned(),
            Shape::Number(range) if *range == Range::default() => return "is.number".to_owned(),
            Shape::Named(name) => return format!("is{name}"),
            Shape::List(item) if **item == Shape::Unknown => return "is.list".to_owned(),
            Shape::Map(item) if **item == Shape::Unknown => return "is.map".to_owned(),
            _ => {}
        }
        let written = self.functions.len();
        let test = self.test(shape, "item");
        let lambda = format!("(item) => {}", test.line());
        // A short one is written inline; a longer one, or one with another inside, gets a name.
        if lambda.len() <= WIDTH * 3 / 5 && lambda.matches("=>").count() == 1 {
            return lambda;
        }
        self.functions.truncate(written);
        let name = self.unused(&format!("is{}{purpose}", self.of));
        let test = self.test(shape, "value");
        let text = function(&format!("function {name}(value: unknown): boolean"), &test);
        _ = write!(self.functions, "\n{text}");
        name
    }

    fn unused(&self, name: &str) -> String {
        let mut names = std::iter::once(name.to_owned()).chain((2..).map(|count| format!("{name}{count}")));
        names.find(|name| !self.functions.contains(&format!("function {name}("))).unwrap_or_else(|| name.to_owned())
    }
}

fn number(Range { whole, least, most }: Range, subject: &str) -> String {
    let check = if whole { "is.integer" } else { "is.number" };
    let bound = |bound: Option<f64>, none: &str| bound.map_or_else(|| none.to_owned(), plain);
    match (least, most) {
        (None, None) => format!("{check}({subject})"),
        (_, None) => format!("{check}({subject}, {})", bound(least, "-Infinity")),
        (_, Some(_)) => format!("{check}({subject}, {}, {})", bound(least, "-Infinity"), bound(most, "Infinity")),
    }
}

/// Formats a bound as one writes it by hand: `0`, not `0.0`.
fn plain(bound: f64) -> String {
    Value::from(bound).to_string().trim_end_matches(".0").to_owned()
}
