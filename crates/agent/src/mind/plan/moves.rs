//! Turns one move into actions on the current screen, or tells why it cannot.

use action::Finite;
use action::phone::{AgentAction, ClearText, LaunchApp, OpenUrl, Shell, Swipe};
use device::tree::{Node, Role, Tree};

use crate::affordance::{FindMethod, Sought, find, is_hint, pressed, switch_of};
use crate::operations::{Direction, Move};

/// The result of a move.
#[derive(Debug, PartialEq)]
pub(super) enum MoveOutcome {
    /// Carry out these actions, in order.
    Do(Vec<AgentAction>),
    /// Carry out these actions, then the same move on the next screen.
    DoPart(Vec<AgentAction>),
    /// Nothing is left to do.
    Done,
    /// A required element is not on the screen.
    Missing(Sought),
}

/// Turns a move into actions on this screen. If `how` is open, a known layout comes before a search.
pub(super) fn acts(one: &Move, tree: Option<&Tree>, how: Option<FindMethod>, screen: (u32, u32)) -> MoveOutcome {
    let place = |sought: &Sought| {
        let tree = tree?;
        let found = match how {
            Some(how) => find(tree, sought, how),
            None => find(tree, sought, FindMethod::Layout).or_else(|| find(tree, sought, FindMethod::Search)),
        };
        found.map(|place| (tree, place))
    };
    match one {
        Move::Run(command) => {
            MoveOutcome::Do(vec![AgentAction::Shell(Shell { command: command.clone(), reason: None })])
        }
        Move::Launch(package) => {
            MoveOutcome::Do(vec![AgentAction::LaunchApp(LaunchApp { package_name: package.clone(), reason: None })])
        }
        Move::Open(url) => MoveOutcome::Do(vec![AgentAction::OpenUrl(OpenUrl { url: url.clone(), reason: None })]),
        Move::See(texts) => {
            let shown = |text: &String| tree.is_some_and(|tree| tree.nodes.iter().any(|node| says(node, text)));
            match texts.iter().any(shown) {
                true => MoveOutcome::Done,
                false => MoveOutcome::Missing(Sought::Says(texts.first().cloned().unwrap_or_default())),
            }
        }
        Move::UnlessDone => MoveOutcome::Done,
        Move::BackIn(package) => {
            let front = tree.is_some_and(|tree| tree.nodes.iter().any(|node| node.package == *package));
            if front { MoveOutcome::Do(vec![AgentAction::key("KEYCODE_BACK")]) } else { MoveOutcome::Done }
        }
        Move::Key(key) => MoveOutcome::Do(vec![AgentAction::key(key)]),
        Move::Scroll(direction) => MoveOutcome::Do(vec![scroll(*direction, tree, screen)]),
        Move::Press(sought) => match place(sought).and_then(|(tree, place)| tap(tree, place)) {
            Some(tap) => MoveOutcome::Do(vec![tap]),
            None => MoveOutcome::Missing(sought.clone()),
        },
        Move::PressIfThere(sought) => match place(sought).and_then(|(tree, place)| tap(tree, place)) {
            Some(tap) => MoveOutcome::Do(vec![tap]),
            None => MoveOutcome::Done,
        },
        Move::PressUntil(_, until) if place(until).is_some() => MoveOutcome::Done,
        Move::PressUntil(sought, _) => match place(sought).and_then(|(tree, place)| tap(tree, place)) {
            Some(tap) => MoveOutcome::DoPart(vec![tap]),
            None => MoveOutcome::Missing(sought.clone()),
        },
        Move::Write(sought, text) => match place(sought) {
            Some((tree, place)) => write(tree, place, text),
            None => MoveOutcome::Missing(sought.clone()),
        },
        Move::Switch(sought, on) => match place(sought).and_then(|(tree, place)| Some((tree, switch_of(tree, place)?)))
        {
            Some((_, (_, is_on))) if is_on == *on => MoveOutcome::Done,
            Some((tree, (place, _))) => {
                tap(tree, place).map_or(MoveOutcome::Missing(sought.clone()), |tap| MoveOutcome::Do(vec![tap]))
            }
            None => MoveOutcome::Missing(sought.clone()),
        },
    }
}

/// Whether the missing element was already pressed: the form it opens, or the list item that comes next, is on the
/// screen. A button alone is not enough: another question has an OK too.
pub(super) fn leads_to(pressed: &Move, next: &Move, tree: Option<&Tree>, how: Option<FindMethod>) -> bool {
    let is_sign = matches!(next, Move::Write(Sought::Named(_), _) | Move::Press(Sought::Says(_)));
    matches!(pressed, Move::Press(Sought::Named(_)))
        && is_sign
        && !matches!(acts(next, tree, how, (1, 1)), MoveOutcome::Missing(_))
}

fn says(node: &Node, text: &str) -> bool {
    node.text.contains(text) || node.description.contains(text)
}

fn tap(tree: &Tree, place: usize) -> Option<AgentAction> {
    let (x, y) = pressed(tree, place)?;
    Some(AgentAction::tap(x.into(), y.into()))
}

fn write(tree: &Tree, place: usize, text: &str) -> MoveOutcome {
    let Some(node) = tree.nodes.get(place) else { return MoveOutcome::Done };
    if node.text == text || text.is_empty() && is_hint(&node.text) {
        return MoveOutcome::Done;
    }
    let focused = node.state.focused && node.role() == Role::Field;
    let mut actions: Vec<AgentAction> = Vec::new();
    if !focused {
        actions.extend(tap(tree, place));
    }
    if !node.text.is_empty() && !is_hint(&node.text) {
        actions.push(AgentAction::ClearText(ClearText { reason: None }));
    }
    if !text.is_empty() {
        actions.push(AgentAction::text(text));
    }
    MoveOutcome::Do(actions)
}

/// A swipe over the middle of the scrollable area.
pub(in crate::mind) fn scroll(direction: Direction, tree: Option<&Tree>, (width, height): (u32, u32)) -> AgentAction {
    let whole = (0, 0, i32::try_from(width).unwrap_or(1080), i32::try_from(height).unwrap_or(2400));
    let list = tree.and_then(|tree| {
        let lists = tree.nodes.iter().filter(|node| node.state.scrollable && !node.bounds.is_empty());
        lists.max_by_key(|node| node.bounds.area()).map(|node| node.bounds)
    });
    let (left, top, right, bottom) = list.map_or(whole, |list| (list.left, list.top, list.right, list.bottom));
    let (x, y) = (left.midpoint(right), top.midpoint(bottom));
    let (across, along) = ((right - left) * 3 / 10, (bottom - top) * 3 / 10);
    let (x1, y1, x2, y2) = match direction {
        Direction::Down => (x, y + along, x, y - along),
        Direction::Up => (x, y - along, x, y + along),
        Direction::Right => (x + across, y, x - across, y),
        Direction::Left => (x - across, y, x + across, y),
    };
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(Finite::from);
    AgentAction::Swipe(Swipe { x1, y1, x2, y2, duration_ms: Swipe::default_duration(), reason: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_turned_until_the_day_is_there() {
        let node = |description: &str| Node {
            description: description.to_owned(),
            bounds: device::tree::Bounds { left: 0, top: 0, right: 100, bottom: 100 },
            state: device::tree::State { enabled: true, clickable: true, ..Default::default() },
            ..Node::default()
        };
        let screen = |nodes: &[&str]| Tree { nodes: nodes.iter().map(|one| node(one)).collect(), ..Tree::default() };
        let turn = Move::PressUntil(Sought::Named("next_month"), Sought::Described("2 October 2026".to_owned()));
        let come = |nodes: &[&str]| acts(&turn, Some(&screen(nodes)), Some(FindMethod::Search), (100, 100));
        assert_eq!(
            come(&["Next month", "2 September 2026"]),
            MoveOutcome::DoPart(vec![AgentAction::tap(50.into(), 50.into())])
        );
        assert_eq!(come(&["Next month", "2 October 2026"]), MoveOutcome::Done);
        assert_eq!(come(&["2 September 2026"]), MoveOutcome::Missing(Sought::Named("next_month")));
    }
}
