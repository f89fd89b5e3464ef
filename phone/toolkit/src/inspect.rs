//! Finds layout faults on a screen: views that are cut off, overlap, are too small to touch or have no accessible name.
//! App authors can call it, and tests run it on every screen.

use super::layout::{Laid, Placed};
use super::scene::Scene;
use super::view::{Kind, View};
use super::window::WindowKind;

/// The smallest touch target, in dp.
const TARGET_DP: f32 = 48.0;
/// The tolerance for rounding to whole pixels.
const ROUNDING: i32 = 2;

/// Describes the faults in the app windows of a screen, each with its position.
pub fn inspect(scene: &Scene<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let theirs = |kind| matches!(kind, WindowKind::App | WindowKind::Dialog | WindowKind::Sheet);
    // While the keyboard is shown, it may take the room it needs.
    let typing = scene.windows.iter().any(|shown| shown.window.kind == WindowKind::Ime);
    for shown in scene.windows.iter().filter(|shown| theirs(shown.window.kind)) {
        let target = scene.display.px(TARGET_DP) - ROUNDING;
        for node in 0..shown.laid.nodes.len() {
            let placed = &shown.laid.nodes[node];
            if placed.clip.is_empty() {
                continue;
            }
            let mut fault = |what: &str| faults.push(format!("{what}: {}", described(placed)));
            if !typing && is_cut(&shown.laid, placed) {
                fault("cut off");
            }
            if placed.text.as_ref().is_some_and(|text| text.height > placed.bounds.height() + ROUNDING)
                && !matches!(placed.view.kind, Kind::Field { .. })
            {
                fault("text cut off");
            }
            if lies_over(&shown.laid, node) {
                fault("overlaps its neighbour");
            }
            if is_touched(placed.view) && placed.view.enabled {
                let whole = placed.clip == placed.bounds;
                if whole && (placed.bounds.width() < target || placed.bounds.height() < target) {
                    fault("too small to touch");
                }
                if !has_name(placed.view) && !is_on_a_page(&shown.laid, node) {
                    fault("has no name");
                }
            }
        }
    }
    faults
}

/// Whether a view is part of a web page; many pages have elements without names.
fn is_on_a_page(laid: &Laid<'_>, node: usize) -> bool {
    laid.ancestors(node).any(|number| laid.nodes[number].view.id == "webview")
}

/// Whether a view extends beyond its parent and no parent scrolls.
fn is_cut(laid: &Laid<'_>, placed: &Placed<'_>) -> bool {
    let Some(parent) = placed.parent.and_then(|parent| laid.nodes.get(parent)) else { return false };
    if placed.bounds.is_empty() {
        return false;
    }
    let (inner, outer) = (placed.bounds, parent.bounds);
    let across = inner.left + ROUNDING < outer.left || inner.right - ROUNDING > outer.right;
    let along = inner.top + ROUNDING < outer.top || inner.bottom - ROUNDING > outer.bottom;
    let scrolls = parent.scrolled.is_some();
    across || (along && !scrolls)
}

/// Whether a view covers its next sibling in a container that places them side by side.
fn lies_over(laid: &Laid<'_>, node: usize) -> bool {
    let placed = &laid.nodes[node];
    let Some(parent) = placed.parent else { return false };
    if !matches!(laid.nodes[parent].view.kind, Kind::Row | Kind::Column | Kind::Panes | Kind::List | Kind::Grid { .. })
    {
        return false;
    }
    let next = laid.nodes.iter().find(|other| other.parent == Some(parent) && other.index == placed.index + 1);
    next.is_some_and(|next| {
        let both = placed.bounds.intersect(&next.bounds);
        both.width() > ROUNDING && both.height() > ROUNDING
    })
}

fn is_touched(view: &View) -> bool {
    view.on_click.is_some()
        || view.on_long_click.is_some()
        || matches!(view.kind, Kind::Field { .. } | Kind::Slider { .. })
}

/// Whether accessibility has a name for the view.
fn has_name(view: &View) -> bool {
    let hint = match &view.kind {
        Kind::Field { hint, .. } => !hint.is_empty(),
        _ => false,
    };
    hint || !view.text.is_empty() || !view.description.is_empty() || view.children.iter().any(has_name)
}

fn described(placed: &Placed<'_>) -> String {
    let view = placed.view;
    let kind = format!("{:?}", view.kind);
    let kind = kind.split([' ', '(', '{']).next().unwrap_or_default();
    let name: String = format!("{}{}", view.text, view.description).chars().take(40).collect();
    let rect = placed.bounds;
    format!("{kind} `{}` \"{name}\" [{},{}][{},{}]", view.id, rect.left, rect.top, rect.right, rect.bottom)
}
