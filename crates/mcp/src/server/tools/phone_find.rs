//! `phone_find`: scrolls until an element is visible.

use std::sync::Arc;

use action::phone::{AgentAction, Swipe};
use schemars::JsonSchema;
use serde::Deserialize;
use task::device::Tree;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::phone::{Done, ScreenOptions, words};
use super::super::tool::{Hints, Tool};

/// The most swipes.
const MOST_SWIPES: u32 = 30;

/// Scrolls until an element is visible.
pub(crate) struct PhoneFind;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The words or part of them
    text: String,
    /// Default: down
    #[serde(default)]
    direction: Direction,
    #[serde(default)]
    device: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Direction {
    #[default]
    Down,
    Up,
    Left,
    Right,
}

impl Tool for PhoneFind {
    type Arguments = Arguments;
    type Output = Done;
    const NAME: &'static str = "phone_find";
    const TITLE: &'static str = "Scroll until something is seen";
    const ABOUT: &'static str = "Scrolls until an element with these words is on the screen, and shows it.";
    const HINTS: Hints = Hints::Acts;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Done>, Problem> {
        let Arguments { text, direction, device } = arguments;
        let wanted = fold(&text);
        if wanted.is_empty() {
            return Err(Problem::new("`text` must be the words to look for"));
        }
        let id = call.phone(device.as_deref()).await?;
        let mut look = call.shared.service.look(&id, false).await?;
        let mut held = None;
        for swipes in 0..=MOST_SWIPES {
            let found = look.tree.as_deref().and_then(|tree| number_of(tree, &wanted));
            let size = look.size;
            if let Some(number) = found {
                let shown = call.shown(&id, look, ScreenOptions::default());
                let message = format!("found: element {number}");
                let text = format!("{message}\n{}", shown.text.unwrap_or_default());
                let data = Done { ok: true, message, task_id: held, screen: Some(shown.data) };
                return Ok(Answer::saying(data, text));
            }
            if swipes == MOST_SWIPES {
                break;
            }
            let before = look.tree.clone();
            let swipe = direction.swipe(size.w, size.h);
            let (attached, report) = call.carry_out(&id, vec![swipe.into()], format!("look for {text}")).await?;
            held = Some(attached.task.clone());
            let (ok, said) = words(&report);
            match report.screen {
                Some(screen) if ok => look = screen,
                _ => return Err(Problem(said)),
            }
            // The end of the list.
            if same(before.as_deref(), look.tree.as_deref()) {
                break;
            }
        }
        let shown = call.shown(&id, look, ScreenOptions::default());
        let message = format!("no element says `{}`; the list ends here", text.chars().take(60).collect::<String>());
        let text = format!("{message}\n{}", shown.text.unwrap_or_default());
        let data = Done { ok: false, message, task_id: held, screen: Some(shown.data) };
        Ok(Answer { failed: true, ..Answer::saying(data, text) })
    }
}

impl Direction {
    /// Returns a swipe over the middle of the screen, slow enough that nothing is flung past.
    fn swipe(self, width: u32, height: u32) -> AgentAction {
        let (w, h) = (f64::from(width), f64::from(height));
        let (near, far, middle) = (0.3, 0.7, 0.5);
        let ((x1, y1), (x2, y2)) = match self {
            Self::Down => ((middle, far), (middle, near)),
            Self::Up => ((middle, near), (middle, far)),
            Self::Right => ((far, middle), (near, middle)),
            Self::Left => ((near, middle), (far, middle)),
        };
        let point = |part: f64, whole: f64| action::Finite::new(part * whole).unwrap_or_default();
        let duration_ms = action::Finite::from(600);
        AgentAction::Swipe(Swipe {
            x1: point(x1, w),
            y1: point(y1, h),
            x2: point(x2, w),
            y2: point(y2, h),
            duration_ms,
            reason: None,
        })
    }
}

/// Returns the element with these words: exact matches before partial ones.
pub(super) fn number_of(tree: &Tree, wanted: &str) -> Option<usize> {
    let elements = tree.elements();
    let whole = elements.iter().find(|element| fold(&element.label) == wanted);
    let part = || elements.iter().find(|element| fold(&element.label).contains(wanted));
    whole.or_else(part).map(|element| element.number)
}

pub(super) fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn same(before: Option<&Tree>, after: Option<&Tree>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => {
            let labels =
                |tree: &Tree| tree.nodes.iter().map(|node| (node.label().to_owned(), node.bounds)).collect::<Vec<_>>();
            labels(before) == labels(after)
        }
        _ => false,
    }
}
