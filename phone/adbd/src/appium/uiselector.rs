//! UiAutomator's selectors as Java expressions: `new UiSelector().text("Wi-Fi").instance(0)` and
//! `new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().text("About"))`.

use serde_json::{Value, json};

use super::Failure;
use super::elements::walk;
use crate::u2::select::matching;
use commands::{Gesture, System};
use framework::Phone;
use toolkit::tree::Node;

/// Maximum nesting depth of selectors, and how often a list is scrolled for one.
const DEEPEST: usize = 16;
const MOST_SWIPES: usize = 60;

/// A parsed expression: a constructor call and the method calls on it.
#[derive(Clone, Debug, PartialEq)]
struct NewExpression {
    class: String,
    arguments: Vec<Argument>,
    calls: Vec<(String, Vec<Argument>)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Argument {
    Text(String),
    Number(i64),
    Truth(bool),
    NewExpression(Box<NewExpression>),
}

/// Returns the positions of the nodes that match an expression. A `UiScrollable` scrolls until they are visible.
pub(super) fn find(phone: &mut Phone, text: &str) -> Result<Vec<Vec<usize>>, Failure> {
    let made = read(text).ok_or_else(|| {
        Failure::new("invalid selector", format!("Could not parse UiSelector argument: `{text}` is no such expression"))
    })?;
    match made.class.as_str() {
        "UiSelector" => Ok(places(&phone.nodes(), &selector(&made)?)),
        "UiScrollable" => scroll(phone, &made),
        other => Err(Failure::new("invalid selector", format!("Could not find class '{other}'"))),
    }
}

fn places(roots: &[Node], selector: &Value) -> Vec<Vec<usize>> {
    let mut wanted: Vec<Node> = matching(roots, selector).into_iter().map(|found| found.node).collect();
    let mut found = Vec::new();
    walk(roots, &mut Vec::new(), &mut |path, node| {
        if let Some(place) = wanted.iter().position(|other| other == node) {
            wanted.remove(place);
            found.push(path.to_vec());
        }
    });
    found
}

/// Converts to the selector format of uiautomator2's clients.
fn selector(made: &NewExpression) -> Result<Value, Failure> {
    let unknown = |name: &str| Failure::new("invalid selector", format!("UiSelector has no suitable method '{name}'"));
    let mut selector = serde_json::Map::new();
    let (mut axes, mut inner) = (Vec::new(), Vec::new());
    for (name, arguments) in &made.calls {
        let key = match name.as_str() {
            "childSelector" | "fromParent" => {
                let [Argument::NewExpression(next)] = arguments.as_slice() else { return Err(unknown(name)) };
                axes.push(json!(if name == "childSelector" { "child" } else { "sibling" }));
                inner.push(self::selector(next)?);
                continue;
            }
            "resourceId"
            | "resourceIdMatches"
            | "text"
            | "textContains"
            | "textStartsWith"
            | "textMatches"
            | "description"
            | "descriptionContains"
            | "descriptionStartsWith"
            | "descriptionMatches"
            | "className"
            | "classNameMatches"
            | "packageName"
            | "packageNameMatches"
            | "checkable"
            | "checked"
            | "clickable"
            | "enabled"
            | "focusable"
            | "focused"
            | "longClickable"
            | "scrollable"
            | "selected"
            | "index"
            | "instance" => name,
            _ => return Err(unknown(name)),
        };
        let value = match arguments.as_slice() {
            [] => json!(true),
            [Argument::Text(text)] => json!(text),
            [Argument::Number(number)] => json!(number),
            [Argument::Truth(truth)] => json!(truth),
            _ => return Err(unknown(name)),
        };
        selector.insert(key.clone(), value);
    }
    if selector.is_empty() {
        // Matches everything.
        selector.insert("enabled".to_owned(), json!(true));
    }
    selector.insert("childOrSibling".to_owned(), Value::Array(axes));
    selector.insert("childOrSiblingSelector".to_owned(), Value::Array(inner));
    Ok(Value::Object(selector))
}

fn scroll(phone: &mut Phone, made: &NewExpression) -> Result<Vec<Vec<usize>>, Failure> {
    let list = match made.arguments.as_slice() {
        [Argument::NewExpression(list)] => selector(list)?,
        _ => return Err(Failure::new("invalid selector", "UiScrollable wants a UiSelector")),
    };
    let wanted = made.calls.iter().find_map(|(name, arguments)| match (name.as_str(), arguments.as_slice()) {
        ("scrollIntoView", [Argument::NewExpression(wanted)]) => Some(selector(wanted)),
        ("scrollTextIntoView", [Argument::Text(text)]) => Some(Ok(json!({"text": text}))),
        ("scrollDescriptionIntoView", [Argument::Text(text)]) => Some(Ok(json!({"description": text}))),
        _ => None,
    });
    let Some(wanted) = wanted.transpose()? else { return Ok(places(&phone.nodes(), &list)) };
    // Searches from the top down, like UiScrollable.
    for direction in [1.0, -1.0] {
        for _ in 0..MOST_SWIPES {
            let nodes = phone.nodes();
            let found = places(&nodes, &wanted);
            if !found.is_empty() {
                return Ok(found);
            }
            let Some(area) = matching(&nodes, &list).into_iter().next().map(|found| found.node.bounds) else {
                return Ok(Vec::new());
            };
            let ((x, y), reach) = (area.center(), area.height() as f32 * 0.3 * direction);
            phone.gesture(Gesture::Swipe(x as f32, y as f32 - reach, x as f32, y as f32 + reach, 2000));
            if phone.nodes() == nodes {
                break;
            }
        }
    }
    Ok(places(&phone.nodes(), &wanted))
}

fn read(text: &str) -> Option<NewExpression> {
    let mut reader = Reader { rest: text.trim().trim_end_matches(';'), depth: 0 };
    let made = reader.made()?;
    reader.rest.trim().is_empty().then_some(made)
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, mark: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(mark) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn name(&mut self) -> Option<String> {
        let rest = self.rest.trim_start();
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        self.rest = after;
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn made(&mut self) -> Option<NewExpression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        // `new` is optional.
        if self.rest.trim_start().starts_with("new ") {
            self.take("new");
        }
        let class = self.name()?;
        let arguments = self.arguments()?;
        let mut calls = Vec::new();
        while self.take(".") {
            let name = self.name()?;
            calls.push((name, self.arguments()?));
        }
        self.depth -= 1;
        Some(NewExpression { class, arguments, calls })
    }

    fn arguments(&mut self) -> Option<Vec<Argument>> {
        let mut arguments = Vec::new();
        if !self.take("(") {
            return None;
        }
        while !self.take(")") {
            arguments.push(self.argument()?);
            if !self.rest.trim_start().starts_with(')') && !self.take(",") {
                return None;
            }
        }
        Some(arguments)
    }

    fn argument(&mut self) -> Option<Argument> {
        if self.take("\"") {
            return self.quoted().map(Argument::Text);
        }
        let rest = self.rest.trim_start();
        if rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') {
            let end = rest.find([',', ')']).unwrap_or(rest.len());
            let (number, after) = rest.split_at(end);
            self.rest = after;
            return number.trim().parse().ok().map(Argument::Number);
        }
        for (word, truth) in [("true", true), ("false", false)] {
            if self.take(word) {
                return Some(Argument::Truth(truth));
            }
        }
        self.made().map(|made| Argument::NewExpression(Box::new(made)))
    }

    fn quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut letters = self.rest.char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.rest = &self.rest[place + 1..];
                    return Some(text);
                }
                '\\' => text.push(match letters.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                }),
                other => text.push(other),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_selectors() {
        let rows = [
            (r#"new UiSelector().text("Wi-Fi")"#, Some(json!({"text": "Wi-Fi"}))),
            (
                r#"new UiSelector().className("a.B").instance(2).clickable(true);"#,
                Some(json!({"className": "a.B", "instance": 2, "clickable": true})),
            ),
            (r#"UiSelector().textContains("say \"hi\", you")"#, Some(json!({"textContains": "say \"hi\", you"}))),
            (r#"new UiSelector().text("open"#, None),
            (r#"new UiSelector().explode()"#, None),
            ("new UiSelector()).text(1)", None),
            ("", None),
        ];
        for (text, expected) in rows {
            let read = read(text).and_then(|made| selector(&made).ok());
            let read = read.map(|mut read| {
                let object = read.as_object_mut().unwrap();
                object.remove("childOrSibling");
                object.remove("childOrSiblingSelector");
                read
            });
            assert_eq!(read, expected, "{text}");
        }
        let nested = read(r#"new UiSelector().resourceId("x").childSelector(new UiSelector().text("y"))"#).unwrap();
        assert_eq!(selector(&nested).unwrap()["childOrSiblingSelector"][0]["text"], "y");
        assert_eq!(read(&"new UiSelector().childSelector(".repeat(100)), None);
    }
}
