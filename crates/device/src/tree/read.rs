//! Parses the dump. Tolerant: text before and after the XML, unknown attributes, unclosed entities, a cut-off end.
//! Bounded: bytes, nodes, depth. Never panics.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Bounds, Node, State, Tree};

/// The most nodes that are read; a real screen has a few hundred.
pub const MAX_NODES: usize = 20_000;
/// The longest dump.
pub const MAX_BYTES: usize = 16 << 20;
/// The deepest nesting.
pub(super) const MAX_DEPTH: usize = 512;

/// The reason why a dump is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// The screen never rests: an animation, a video, a progress bar.
    #[error("the screen keeps moving, so the phone provides no UI tree ({0})")]
    NotIdle(String),
    /// No window answers: it is still being drawn, or the screen is off or locked.
    #[error("no window provides a UI tree now ({0}); look again, or wake the phone")]
    NoRoot(String),
    /// There is no hierarchy in it; this is the text instead.
    #[error("the phone did not return a UI tree: {0}")]
    NotThere(String),
    /// It is longer than any screen's dump.
    #[error("the UI tree has {0} bytes; at most {MAX_BYTES} are read")]
    TooLong(usize),
}

/// Reads a dump.
pub fn parse(dump: &str) -> Result<Tree, TreeError> {
    if dump.len() > MAX_BYTES {
        return Err(TreeError::TooLong(dump.len()));
    }
    let Some(start) = dump.find("<hierarchy") else { return Err(not_there(dump)) };
    // `uiautomator dump --windows` wraps each window: <displays><display><window><hierarchy>.
    let has_windows = dump[..start].contains("<window");
    let mut reader = Reader::from_str(&dump[start..]);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    let mut tree = Tree::default();
    let mut open: Vec<usize> = Vec::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => match tag.name().as_ref() {
                "hierarchy" => tree.rotation = attribute(&tag, "rotation").parse().unwrap_or(tree.rotation),
                "display" | "window" | "windows" if attribute(&tag, "class").is_empty() => {}
                _ => {
                    if tree.nodes.len() >= MAX_NODES || open.len() >= MAX_DEPTH {
                        tree.cut = true;
                        break;
                    }
                    tree.nodes.push(node(&tag, open.last().copied()));
                    open.push(tree.nodes.len() - 1);
                }
            },
            Ok(Event::Empty(tag)) => {
                if tree.nodes.len() >= MAX_NODES {
                    tree.cut = true;
                    break;
                }
                tree.nodes.push(node(&tag, open.last().copied()));
            }
            Ok(Event::End(tag)) if tag.name().as_ref() == "hierarchy" => {
                if !has_windows {
                    break;
                }
                open.clear();
            }
            Ok(Event::End(_)) => _ = open.pop(),
            Ok(Event::Eof) => {
                tree.cut |= !open.is_empty();
                break;
            }
            // The nodes before the error are still valid.
            Err(_) => {
                tree.cut = true;
                break;
            }
            Ok(_) => {}
        }
    }
    Ok(tree)
}

/// Interprets the messages of `uiautomator dump` (AOSP `DumpCommand`).
pub(super) fn not_there(text: &str) -> TreeError {
    const SHOWN: usize = 200;
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines().find(|line| line.starts_with("ERROR")).or_else(|| lines().next()).unwrap_or("nothing at all");
    let line: String = line.chars().take(SHOWN).collect();
    match () {
        () if line.contains("could not get idle state") => TreeError::NotIdle(line),
        () if line.contains("null root node") => TreeError::NoRoot(line),
        () => TreeError::NotThere(line),
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    let found = tag.attributes().with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == name);
    found.map_or_else(String::new, |attribute| text_of(&attribute.value))
}

/// Returns an attribute's text with its entities resolved; unknown ones stay.
pub(super) fn text_of(value: &str) -> String {
    quick_xml::escape::unescape(value).map_or_else(|_| value.to_owned(), std::borrow::Cow::into_owned)
}

fn node(tag: &BytesStart<'_>, parent: Option<usize>) -> Node {
    let mut node = Node { parent, ..Node::default() };
    node.state.enabled = true;
    for attribute in tag.attributes().with_checks(false).flatten() {
        let value = || text_of(&attribute.value);
        let on = || attribute.value.as_ref() == "true";
        let State {
            checkable,
            checked,
            clickable,
            enabled,
            focusable,
            focused,
            scrollable,
            long_clickable,
            password,
            selected,
        } = &mut node.state;
        match attribute.key.as_ref() {
            "text" => node.text = value(),
            "content-desc" => node.description = value(),
            "hint" => node.hint = value(),
            "tooltip-text" | "tooltip" => node.tooltip = value(),
            "resource-id" => node.resource_id = value(),
            "class" => node.class = value(),
            "package" => node.package = value(),
            "bounds" => node.bounds = bounds(&value()).unwrap_or_default(),
            "checkable" => *checkable = on(),
            "checked" => *checked = on(),
            "clickable" => *clickable = on(),
            "enabled" => *enabled = on(),
            "focusable" => *focusable = on(),
            "focused" => *focused = on(),
            "scrollable" => *scrollable = on(),
            "long-clickable" => *long_clickable = on(),
            "password" => *password = on(),
            "selected" => *selected = on(),
            _ => {}
        }
    }
    node
}

/// Parses `[0,63][1080,210]`.
fn bounds(text: &str) -> Option<Bounds> {
    let mut numbers = text.split(['[', ']', ',']).filter(|part| !part.is_empty()).map(str::parse::<i32>);
    let mut next = || numbers.next()?.ok();
    Some(Bounds { left: next()?, top: next()?, right: next()?, bottom: next()? })
}
