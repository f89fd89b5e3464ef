//! XPath over the accessibility tree, as far as people use it for screens: steps, axes, predicates, and the string and
//! number functions of XPath 1.0. `parse` parses queries; this module evaluates them, with a limit on the work.

mod parse;

use self::parse::{Axis, Expression, Operator, Step};
use toolkit::tree::Node;

/// The maximum number of evaluation steps of a query.
const MOST_WORK: usize = 2_000_000;
const TOO_LONG: &str = "the query takes too long";

/// The attributes of a node, in Appium's order.
pub(super) const ATTRIBUTES: &[&str] = &[
    "index",
    "package",
    "class",
    "text",
    "content-desc",
    "resource-id",
    "hint",
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "long-clickable",
    "password",
    "scrollable",
    "selected",
    "bounds",
    "displayed",
];

/// Returns an attribute as text; none if no node has an attribute of this name.
pub(super) fn attribute(node: &Node, name: &str) -> Option<String> {
    let flag = |on: bool| Some(on.to_string());
    match name {
        "index" => Some(node.index.to_string()),
        "package" => Some(node.package.clone()),
        "class" => Some(node.class.to_owned()),
        "text" => Some(node.text.clone()),
        "content-desc" => Some(node.content_desc.clone()),
        "resource-id" => Some(node.resource_id.clone()),
        "hint" => Some(node.hint.clone()),
        "checkable" => flag(node.checkable),
        "checked" => flag(node.checked),
        "clickable" => flag(node.clickable),
        "enabled" => flag(node.enabled),
        "focusable" => flag(node.focusable),
        "focused" => flag(node.focused),
        "long-clickable" => flag(node.long_clickable),
        "password" => flag(node.password),
        "scrollable" => flag(node.scrollable),
        "selected" => flag(node.selected),
        "displayed" => flag(!node.bounds.is_empty()),
        "bounds" => {
            let bounds = node.bounds;
            Some(format!("[{},{}][{},{}]", bounds.left, bounds.top, bounds.right, bounds.bottom))
        }
        _ => None,
    }
}

/// The tree with its nodes numbered in reading order; 0 is the root `hierarchy`.
pub(super) struct Tree<'n> {
    nodes: Vec<Entry<'n>>,
}

struct Entry<'n> {
    node: Option<&'n Node>,
    parent: usize,
    path: Vec<usize>,
    children: Vec<usize>,
}

impl<'n> Tree<'n> {
    pub(super) fn new(roots: &'n [Node]) -> Self {
        let mut tree = Self { nodes: vec![Entry { node: None, parent: 0, path: Vec::new(), children: Vec::new() }] };
        tree.add(roots, 0);
        tree
    }

    fn add(&mut self, nodes: &'n [Node], parent: usize) {
        for (place, node) in nodes.iter().enumerate() {
            let number = self.nodes.len();
            let mut path = self.nodes[parent].path.clone();
            path.push(place);
            self.nodes.push(Entry { node: Some(node), parent, path, children: Vec::new() });
            self.nodes[parent].children.push(number);
            self.add(&node.children, number);
        }
    }

    /// Returns the number of the node at a position.
    pub(super) fn number(&self, path: &[usize]) -> usize {
        self.nodes.iter().position(|entry| entry.path == path).unwrap_or(0)
    }

    fn descendants(&self, from: usize, found: &mut Vec<usize>) {
        for child in &self.nodes[from].children {
            found.push(*child);
            self.descendants(*child, found);
        }
    }

    fn ancestors(&self, from: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = from;
        while at != 0 {
            at = self.nodes[at].parent;
            found.push(at);
        }
        found
    }

    /// Returns the nodes along an axis, nearest first.
    fn along(&self, axis: Axis, from: usize) -> Vec<usize> {
        let siblings = || &self.nodes[self.nodes[from].parent].children;
        match axis {
            Axis::Child => self.nodes[from].children.clone(),
            Axis::Parent if from == 0 => Vec::new(),
            Axis::Parent => vec![self.nodes[from].parent],
            Axis::Own => vec![from],
            Axis::Descendant | Axis::DescendantOrOwn => {
                let mut found = if axis == Axis::DescendantOrOwn { vec![from] } else { Vec::new() };
                self.descendants(from, &mut found);
                found
            }
            Axis::Ancestor => self.ancestors(from),
            Axis::AncestorOrOwn => std::iter::once(from).chain(self.ancestors(from)).collect(),
            Axis::FollowingSibling if from != 0 => siblings().iter().copied().filter(|other| *other > from).collect(),
            Axis::PrecedingSibling if from != 0 => {
                siblings().iter().rev().copied().filter(|other| *other < from).collect()
            }
            Axis::Following => {
                // The descendants of a node have the numbers right after it.
                let mut inside = Vec::new();
                self.descendants(from, &mut inside);
                (from + 1 + inside.len()..self.nodes.len()).collect()
            }
            Axis::Preceding => {
                let above = self.ancestors(from);
                (1..from).rev().filter(|number| !above.contains(number)).collect()
            }
            Axis::FollowingSibling | Axis::PrecedingSibling | Axis::Attribute => Vec::new(),
        }
    }

    fn attribute(&self, number: usize, name: &str) -> Option<String> {
        match self.nodes[number].node {
            Some(node) => attribute(node, name),
            None => (name == "class").then(|| "hierarchy".to_owned()),
        }
    }

    fn class(&self, number: usize) -> &str {
        self.nodes[number].node.map_or("hierarchy", |node| node.class)
    }
}

/// A parsed query.
pub(super) struct XPath(Expression);

/// The value of an expression.
#[derive(Clone, Debug)]
enum Value {
    Nodes(Vec<usize>),
    /// The values of nodes' attributes.
    Texts(Vec<String>),
    Text(String),
    Number(f64),
    Truth(bool),
}

impl Value {
    fn truth(&self) -> bool {
        match self {
            Self::Nodes(nodes) => !nodes.is_empty(),
            Self::Texts(texts) => !texts.is_empty(),
            Self::Text(text) => !text.is_empty(),
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Truth(truth) => *truth,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Nodes(_) => String::new(),
            Self::Texts(texts) => texts.first().cloned().unwrap_or_default(),
            Self::Text(text) => text.clone(),
            Self::Number(number) if number.fract() == 0.0 => format!("{number:.0}"),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
        }
    }

    fn number(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Truth(truth) => f64::from(u8::from(*truth)),
            other => other.text().trim().parse().unwrap_or(f64::NAN),
        }
    }
}

/// The context of an evaluation.
struct EvaluationContext<'t, 'n> {
    tree: &'t Tree<'n>,
    node: usize,
    position: usize,
    last: usize,
    work: &'t std::cell::Cell<usize>,
}

impl XPath {
    /// Parses a query.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        parse::parse(text).map(Self)
    }

    /// Returns the positions of the selected nodes, in reading order.
    pub(super) fn select(&self, tree: &Tree<'_>, from: usize) -> Result<Vec<Vec<usize>>, String> {
        let work = std::cell::Cell::new(0);
        let at = EvaluationContext { tree, node: from, position: 1, last: 1, work: &work };
        match evaluate(&self.0, &at)? {
            Value::Nodes(mut nodes) => {
                nodes.sort_unstable();
                nodes.dedup();
                Ok(nodes.into_iter().filter(|node| *node != 0).map(|node| tree.nodes[node].path.clone()).collect())
            }
            _ => Err("the query does not mean nodes".to_owned()),
        }
    }
}

fn evaluate(expression: &Expression, at: &EvaluationContext<'_, '_>) -> Result<Value, String> {
    at.work.set(at.work.get() + 1);
    if at.work.get() > MOST_WORK {
        return Err(TOO_LONG.to_owned());
    }
    Ok(match expression {
        Expression::Text(text) => Value::Text(text.clone()),
        Expression::Number(number) => Value::Number(*number),
        Expression::Negative(inner) => Value::Number(-evaluate(inner, at)?.number()),
        Expression::Path { absolute, steps } => walk(*absolute, steps, at)?,
        Expression::Filtered(inner, predicates) => match evaluate(inner, at)? {
            Value::Nodes(mut nodes) => {
                nodes.sort_unstable();
                for predicate in predicates {
                    nodes = keep(nodes, predicate, at)?;
                }
                Value::Nodes(nodes)
            }
            other => other,
        },
        Expression::Binary(Operator::Or, left, right) => {
            Value::Truth(evaluate(left, at)?.truth() || evaluate(right, at)?.truth())
        }
        Expression::Binary(Operator::And, left, right) => {
            Value::Truth(evaluate(left, at)?.truth() && evaluate(right, at)?.truth())
        }
        Expression::Binary(Operator::Union, left, right) => match (evaluate(left, at)?, evaluate(right, at)?) {
            (Value::Nodes(mut left), Value::Nodes(right)) => {
                left.extend(right);
                Value::Nodes(left)
            }
            _ => return Err("`|` joins nodes only".to_owned()),
        },
        Expression::Binary(operator, left, right) => binary(*operator, &evaluate(left, at)?, &evaluate(right, at)?),
        Expression::Call(name, arguments) => call(name, arguments, at)?,
    })
}

fn walk(absolute: bool, steps: &[Step], at: &EvaluationContext<'_, '_>) -> Result<Value, String> {
    let mut nodes = vec![if absolute { 0 } else { at.node }];
    for (number, step) in steps.iter().enumerate() {
        if step.axis == Axis::Attribute {
            let names: Vec<&str> = if step.name == "*" { ATTRIBUTES.to_vec() } else { vec![&step.name] };
            let texts = nodes.iter().flat_map(|node| names.iter().filter_map(|name| at.tree.attribute(*node, name)));
            return Ok(Value::Texts(texts.collect()));
        }
        // An absolute path may begin with the root `hierarchy`.
        let named_root = absolute && number == 0 && step.axis == Axis::Child && step.name == "hierarchy";
        let mut next = Vec::new();
        for node in &nodes {
            let along = if named_root { vec![0] } else { at.tree.along(step.axis, *node) };
            let is = |node: &usize| step.name == "*" || step.name == "node()" || at.tree.class(*node) == step.name;
            at.work.set(at.work.get() + along.len());
            if at.work.get() > MOST_WORK {
                return Err(TOO_LONG.to_owned());
            }
            let mut found: Vec<usize> = along.into_iter().filter(is).collect();
            for predicate in &step.predicates {
                found = keep(found, predicate, at)?;
            }
            next.extend(found);
        }
        next.sort_unstable();
        next.dedup();
        nodes = next;
    }
    Ok(Value::Nodes(nodes))
}

/// Filters nodes by a predicate; a number selects by position.
fn keep(nodes: Vec<usize>, predicate: &Expression, at: &EvaluationContext<'_, '_>) -> Result<Vec<usize>, String> {
    let last = nodes.len();
    let mut kept = Vec::new();
    for (place, node) in nodes.into_iter().enumerate() {
        let here = EvaluationContext { tree: at.tree, node, position: place + 1, last, work: at.work };
        let holds = match evaluate(predicate, &here)? {
            Value::Number(number) => number == (place + 1) as f64,
            other => other.truth(),
        };
        if holds {
            kept.push(node);
        }
    }
    Ok(kept)
}

fn binary(operator: Operator, left: &Value, right: &Value) -> Value {
    let numbers = |combine: fn(f64, f64) -> f64| Value::Number(combine(left.number(), right.number()));
    let order = |holds: fn(f64, f64) -> bool| Value::Truth(holds(left.number(), right.number()));
    match operator {
        Operator::Add => numbers(|a, b| a + b),
        Operator::Subtract => numbers(|a, b| a - b),
        Operator::Multiply => numbers(|a, b| a * b),
        Operator::Divide => numbers(|a, b| a / b),
        Operator::Modulo => numbers(|a, b| a % b),
        Operator::Less => order(|a, b| a < b),
        Operator::LessOrEqual => order(|a, b| a <= b),
        Operator::Greater => order(|a, b| a > b),
        Operator::GreaterOrEqual => order(|a, b| a >= b),
        Operator::Equal => Value::Truth(equal(left, right)),
        Operator::NotEqual => Value::Truth(!equal(left, right)),
        Operator::Or | Operator::And | Operator::Union => Value::Truth(false),
    }
}

fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Texts(texts), other) | (other, Value::Texts(texts)) => match other {
            Value::Number(number) => texts.iter().any(|text| text.trim().parse() == Ok(*number)),
            Value::Texts(others) => texts.iter().any(|text| others.contains(text)),
            Value::Truth(truth) => *truth != texts.is_empty(),
            other => texts.contains(&other.text()),
        },
        (Value::Truth(_), _) | (_, Value::Truth(_)) => left.truth() == right.truth(),
        (Value::Number(_), _) | (_, Value::Number(_)) => left.number() == right.number(),
        _ => left.text() == right.text(),
    }
}

fn call(name: &str, arguments: &[Expression], at: &EvaluationContext<'_, '_>) -> Result<Value, String> {
    let value = |place: usize| match arguments.get(place) {
        Some(argument) => evaluate(argument, at),
        None => Err(format!("`{name}` wants more than it was given")),
    };
    let text = |place: usize| value(place).map(|value| value.text());
    Ok(match name {
        "position" => Value::Number(at.position as f64),
        "last" => Value::Number(at.last as f64),
        "true" => Value::Truth(true),
        "false" => Value::Truth(false),
        "not" => Value::Truth(!value(0)?.truth()),
        "boolean" => Value::Truth(value(0)?.truth()),
        "contains" => Value::Truth(text(0)?.contains(&text(1)?)),
        "starts-with" => Value::Truth(text(0)?.starts_with(&text(1)?)),
        "ends-with" => Value::Truth(text(0)?.ends_with(&text(1)?)),
        "matches" => {
            let pattern = regex_lite::Regex::new(&text(1)?).map_err(|error| error.to_string())?;
            Value::Truth(pattern.is_match(&text(0)?))
        }
        "lower-case" => Value::Text(text(0)?.to_lowercase()),
        "upper-case" => Value::Text(text(0)?.to_uppercase()),
        "string" => Value::Text(text(0)?),
        "number" => Value::Number(value(0)?.number()),
        "string-length" => Value::Number(text(0)?.chars().count() as f64),
        "normalize-space" => Value::Text(text(0)?.split_whitespace().collect::<Vec<_>>().join(" ")),
        "concat" => {
            let parts: Result<Vec<String>, String> = (0..arguments.len()).map(text).collect();
            Value::Text(parts?.concat())
        }
        "substring-before" => Value::Text(text(0)?.split_once(&text(1)?).map_or("", |(before, _)| before).to_owned()),
        "substring-after" => Value::Text(text(0)?.split_once(&text(1)?).map_or("", |(_, after)| after).to_owned()),
        "translate" => {
            let (from, to): (Vec<char>, Vec<char>) = (text(1)?.chars().collect(), text(2)?.chars().collect());
            let changed = |letter: char| match from.iter().position(|other| *other == letter) {
                Some(place) => to.get(place).copied(),
                None => Some(letter),
            };
            Value::Text(text(0)?.chars().filter_map(changed).collect())
        }
        "count" => match value(0)? {
            Value::Nodes(nodes) => Value::Number(nodes.len() as f64),
            Value::Texts(texts) => Value::Number(texts.len() as f64),
            _ => return Err("`count` counts nodes only".to_owned()),
        },
        "name" | "local-name" => Value::Text(at.tree.class(at.node).to_owned()),
        other => return Err(format!("there is no function `{other}`")),
    })
}

#[cfg(test)]
mod tests;
