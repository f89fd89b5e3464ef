//! The accessibility tree, and its XML as `uiautomator dump` writes it
//! (AOSP `AccessibilityNodeInfoDumper.java`: names, order and the characters it replaces).

#[cfg(test)]
mod tests;

use std::fmt::Write;

use serde::Serialize;

use super::Rect;
use super::layout::{Laid, bullets};
use super::scene::{LaidOutWindow, Scene};
use super::state::{UiState, UiStates};
use super::touch::touchable;
use super::view::{Kind, View};
use super::window::WindowKind;

/// Options of a dump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DumpOptions {
    /// Dump all windows; otherwise only the active one, as `uiautomator dump` does.
    pub all_windows: bool,
    /// Skip layouts without content, as `--compressed` does.
    pub compressed: bool,
}

/// A node of the accessibility tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names of uiautomator's attributes")]
pub struct Node {
    pub index: usize,
    pub text: String,
    pub resource_id: String,
    pub class: &'static str,
    pub package: String,
    pub content_desc: String,
    pub checkable: bool,
    pub checked: bool,
    pub clickable: bool,
    pub enabled: bool,
    pub focusable: bool,
    pub focused: bool,
    pub scrollable: bool,
    pub long_clickable: bool,
    pub password: bool,
    pub selected: bool,
    pub bounds: Rect,
    /// The hint of a field; Android reports it as the text while the field is empty.
    pub hint: String,
    pub children: Vec<Node>,
}

/// Returns the trees of a scene: one root for each window, the highest last.
pub fn nodes(scene: &Scene<'_>, states: &UiStates, what: DumpOptions) -> Vec<Node> {
    let active = scene.active();
    let covered = active.is_some_and(|shown| shown.window.kind == WindowKind::Shade);
    let wanted = |shown: &&LaidOutWindow<'_>| {
        // A toolbar belongs to the field below it, and is touched as if it were part of that window. A banner is
        // included because it takes touches: a reader of the dump must learn of the incoming call that it announces.
        let over = matches!(shown.window.kind, WindowKind::TextToolbar | WindowKind::HeadsUp) && !covered;
        what.all_windows || over || active.is_some_and(|active| active.window.key == shown.window.key)
    };
    let mut roots: Vec<Node> =
        scene.windows.iter().filter(wanted).filter_map(|shown| window(scene, shown, states, what)).collect();
    for (index, root) in roots.iter_mut().enumerate() {
        root.index = index;
    }
    roots
}

/// Returns the tree as XML.
pub fn xml(scene: &Scene<'_>, states: &UiStates, what: DumpOptions) -> String {
    let mut out = String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>");
    let _ = write!(out, "<hierarchy rotation=\"{}\">", scene.display.rotation % 4);
    for node in nodes(scene, states, what) {
        write_node(&mut out, &node, true);
    }
    out.push_str("</hierarchy>");
    out
}

fn window(scene: &Scene<'_>, shown: &LaidOutWindow<'_>, states: &UiStates, what: DumpOptions) -> Option<Node> {
    let nothing = UiState::default();
    let state = states.get(&shown.window.key).unwrap_or(&nothing);
    let children = children_lists(&shown.laid);
    let content = describe(shown, state, &children, 0, what)?;
    let frame = |class, resource_id: &str, bounds, children| Node {
        class,
        resource_id: resource_id.to_owned(),
        package: shown.window.package.clone(),
        enabled: true,
        bounds,
        children,
        ..Node::default()
    };
    const FRAME: &str = "android.widget.FrameLayout";
    Some(match shown.window.kind {
        // Android wraps the content of every activity in these views.
        WindowKind::App => {
            let content = frame(FRAME, "android:id/content", shown.rect, vec![content]);
            frame(FRAME, "", scene.display.bounds(), vec![content])
        }
        _ => frame(FRAME, "", shown.rect, vec![content]),
    })
}

fn children_lists(laid: &Laid<'_>) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); laid.nodes.len()];
    for (number, placed) in laid.nodes.iter().enumerate() {
        if let Some(list) = placed.parent.and_then(|parent| lists.get_mut(parent)) {
            list.push(number);
        }
    }
    lists
}

fn describe(
    shown: &LaidOutWindow<'_>,
    state: &UiState,
    lists: &[Vec<usize>],
    number: usize,
    what: DumpOptions,
) -> Option<Node> {
    let placed = shown.laid.nodes.get(number)?;
    if placed.clip.is_empty() {
        return None;
    }
    let view = placed.view;
    let mut node = Node {
        class: match view.kind {
            Kind::Column | Kind::Panes if placed.scrolled.is_some() => "android.widget.ScrollView",
            ref kind => class(kind),
        },
        package: shown.window.package.clone(),
        content_desc: view.description.clone(),
        clickable: view.on_click.is_some() || matches!(view.kind, Kind::Field { .. }),
        enabled: view.enabled,
        focusable: touchable(view) || placed.scrolled.is_some(),
        focused: view.focused || state.has_focus(&view.id),
        scrollable: placed.scrolled.is_some_and(|scrolled| scrolled.max > 0),
        long_clickable: view.on_long_click.is_some() || matches!(view.kind, Kind::Field { .. }),
        selected: view.selected,
        bounds: placed.clip,
        ..Node::default()
    };
    if !view.id.is_empty() {
        // An id with a colon is already complete: `android:id/title`, or a name that is not in an app's resources.
        node.resource_id =
            if view.id.contains(':') { view.id.clone() } else { format!("{}:id/{}", shown.window.package, view.id) };
    }
    say(&mut node, view);
    for &child in &lists[number] {
        let Some(mut child) = describe(shown, state, lists, child, what) else { continue };
        if what.compressed && nothing_to_say(&child) {
            node.children.append(&mut child.children);
        } else {
            node.children.push(child);
        }
    }
    for (index, child) in node.children.iter_mut().enumerate() {
        child.index = index;
    }
    Some(node)
}

/// Fills in the attributes that follow from the view's kind.
fn say(node: &mut Node, view: &View) {
    match &view.kind {
        // An avatar's text only determines its letters and its colour.
        Kind::Avatar => {}
        Kind::Field { hint, password, .. } => {
            node.hint.clone_from(hint);
            node.password = *password;
            node.text = match (view.text.is_empty(), *password) {
                (true, _) => hint.clone(),
                (false, true) => bullets(&view.text),
                (false, false) => view.text.clone(),
            };
        }
        Kind::Switch { on } | Kind::CheckBox { on } | Kind::Radio { on } => {
            (node.checkable, node.checked) = (true, *on);
            node.text.clone_from(&view.text);
        }
        Kind::Slider { value, .. } => node.text = value.to_string(),
        _ => node.text.clone_from(&view.text),
    }
    if let Some(on) = view.toggled {
        (node.class, node.checkable, node.checked) = ("android.widget.Switch", true, on);
    }
}

fn nothing_to_say(node: &Node) -> bool {
    let layout = matches!(
        node.class,
        "android.widget.LinearLayout" | "android.widget.FrameLayout" | "android.view.ViewGroup" | "android.view.View"
    );
    let silent = node.text.is_empty() && node.content_desc.is_empty();
    layout && silent && !(node.clickable || node.long_clickable || node.focusable || node.selected)
}

fn class(kind: &Kind) -> &'static str {
    match kind {
        Kind::Column | Kind::Row | Kind::Panes => "android.widget.LinearLayout",
        Kind::Stack => "android.widget.FrameLayout",
        Kind::List => "androidx.recyclerview.widget.RecyclerView",
        Kind::Grid { .. } => "android.view.ViewGroup",
        Kind::Text => "android.widget.TextView",
        Kind::Icon(_) | Kind::Avatar | Kind::Picture(_) => "android.widget.ImageView",
        Kind::Button { .. } => "android.widget.Button",
        Kind::Fab(_) | Kind::IconButton(_) => "android.widget.ImageButton",
        Kind::Switch { .. } => "android.widget.Switch",
        Kind::CheckBox { .. } => "android.widget.CheckBox",
        Kind::Radio { .. } => "android.widget.RadioButton",
        Kind::Slider { .. } => "android.widget.SeekBar",
        Kind::Field { .. } => "android.widget.EditText",
        Kind::Progress(_) => "android.widget.ProgressBar",
        Kind::Canvas { .. } | Kind::Divider | Kind::Graphic(_) | Kind::Space => "android.view.View",
    }
}

fn write_node(out: &mut String, node: &Node, root: bool) {
    let _ = write!(out, "<node index=\"{}\"", node.index);
    for (name, value) in [
        ("text", node.text.as_str()),
        ("resource-id", &node.resource_id),
        ("class", node.class),
        ("package", &node.package),
        ("content-desc", &node.content_desc),
    ] {
        let _ = write!(out, " {name}=\"");
        escape(out, value);
        out.push('"');
    }
    for (name, value) in [
        ("checkable", node.checkable),
        ("checked", node.checked),
        ("clickable", node.clickable),
        ("enabled", node.enabled),
        ("focusable", node.focusable),
        ("focused", node.focused),
        ("scrollable", node.scrollable),
        ("long-clickable", node.long_clickable),
        ("password", node.password),
        ("selected", node.selected),
    ] {
        let _ = write!(out, " {name}=\"{value}\"");
    }
    let Rect { left, top, right, bottom } = node.bounds;
    // Later siblings are drawn higher. A window's root has no siblings and reports 0.
    let order = if root { 0 } else { node.index + 1 };
    let _ = write!(out, " bounds=\"[{left},{top}][{right},{bottom}]\" drawing-order=\"{order}\" hint=\"");
    escape(out, &node.hint);
    out.push('"');
    if node.children.is_empty() {
        out.push_str(" />");
        return;
    }
    out.push('>');
    for child in &node.children {
        write_node(out, child, false);
    }
    out.push_str("</node>");
}

/// Escapes as Android does: characters that XML forbids become a dot (`stripInvalidXMLChars`); line breaks and
/// characters beyond the basic plane become numeric references (`KXmlSerializer`).
pub fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", u32::from(letter));
            }
            '\0'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fdd0}'..='\u{fddf}' => out.push('.'),
            '\u{fffe}' | '\u{ffff}' => out.push('.'),
            '\u{10000}'.. => {
                let _ = write!(out, "&#{};", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
}
