//! Handles obstacles: a dark or locked screen, a permission prompt, a pop-up, a crashed app, a keyboard over the
//! button, a target further down. Removes a known obstacle with a touch that passes the gate, or reports it.

use std::time::Duration;

use action::phone::{AgentAction, Shell};
use device::tree::Tree;
use device::{Reading, Visibility};
use serde_json::{Map, Value};

use super::moves::scroll;
use crate::affordance::{FindMethod, Sought, find, pressed};
use crate::context::Context;
use crate::deadline::Halt;
use crate::human::{Answer, Asks};
use crate::operations::{Direction, Problem};

/// How often a missing element is looked for, and the pauses between looks.
const LOOKS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(120);
/// How many screens are scrolled.
const MOST_SCROLLS: u32 = 15;
/// How many obstacles are removed in one step.
const MOST_ASIDE: u32 = 6;

/// The packages that show permission prompts.
const PROMPTS: &[&str] =
    &["com.android.permissioncontroller", "com.google.android.permissioncontroller", "com.android.packageinstaller"];

/// The measures taken against the obstacles of a move.
#[derive(Clone, Debug, Default)]
pub(in crate::mind) struct Aside {
    looks: u32,
    scrolls: u32,
    aside: u32,
    hid_keyboard: bool,
    /// The screen before it was scrolled.
    before: Option<u64>,
    /// The app crashed, and its crash message was dismissed.
    crashed: bool,
    /// The person refused a prompt on the way.
    pub(in crate::mind) refused: bool,
}

impl Aside {
    /// Whether scrolling no longer changes the screen: the end is reached.
    pub(super) fn at_the_end(&mut self, context: &Context) -> bool {
        let Some(identity) = context.look().map(|look| look.identity()) else { return false };
        self.before.replace(identity) == Some(identity)
    }
}

/// What to do about a missing element.
pub(super) enum Missing {
    Do(AgentAction),
    LookAgain,
    /// The screen it leads to is already shown.
    PastIt,
    NotThere,
    /// The screen cannot be read.
    Unreadable,
}

/// Returns what to do about a window over the app that must be answered first.
pub(in crate::mind) fn in_the_way(context: &Context, aside: &mut Aside) -> Option<Result<AgentAction, Problem>> {
    let look = context.look()?;
    let tree = look.tree()?;
    let front = look.app().unwrap_or_default();
    let prompt = PROMPTS.contains(&front) || tree.nodes.iter().any(|node| PROMPTS.contains(&node.package.as_str()));
    if prompt {
        if aside.refused {
            return Some(match tap(tree, "deny") {
                Some(deny) if aside.aside < MOST_ASIDE => {
                    aside.aside += 1;
                    Ok(deny)
                }
                _ => Err(without_permission(context)),
            });
        }
        aside.aside += 1;
        return tap(tree, "allow").filter(|_| aside.aside <= MOST_ASIDE).map(Ok);
    }
    if aside.refused {
        return Some(Err(without_permission(context)));
    }
    let crashed = find(tree, &Sought::Named("close_app"), FindMethod::Search).and_then(|place| pressed(tree, place));
    if let Some((x, y)) = crashed {
        aside.crashed = true;
        return Some(Ok(AgentAction::tap(x.into(), y.into())));
    }
    // It may work after a restart.
    aside.crashed.then(|| Err(problem(context, "app_crashed", "app crashed").retryable()))
}

fn without_permission(context: &Context) -> Problem {
    problem(context, "permission_denied", "without permission")
}

/// A problem with its sentence, in the language of the request.
fn problem(context: &Context, code: &'static str, key: &str) -> Problem {
    Problem::new(code, planner::phrase(&context.language, &format!("told {key}"), &[]))
}

/// Decides what to do about a missing element: wait for a slow screen, hide the keyboard, dismiss a pop-up, scroll
/// down.
///
/// `past_it` says whether the move's destination is on the screen: an app that was left half-way may reopen there.
pub(super) async fn missing(
    context: &mut Context,
    aside: &mut Aside,
    sought: &Sought,
    past_it: bool,
) -> Result<Missing, Halt> {
    if aside.looks < LOOKS {
        aside.looks += 1;
        context.pause(PAUSE * aside.looks).await?;
        context.look_again_now().await?;
        return Ok(Missing::LookAgain);
    }
    if past_it {
        return Ok(Missing::PastIt);
    }
    let Some((tree, identity, screen)) = context.look().and_then(|look| {
        let screen = look.screen();
        Some((look.tree()?.clone(), look.identity(), (screen.w, screen.h)))
    }) else {
        return Ok(Missing::Unreadable);
    };
    if !aside.hid_keyboard {
        aside.hid_keyboard = true;
        let said = context.read(&Reading::Service("input_method")).await?;
        if said.contains("mInputShown=true") {
            aside.looks = 0;
            return Ok(Missing::Do(AgentAction::key("KEYCODE_BACK")));
        }
    }
    // A sheet or dialog may be closed; a full screen is dismissed only if it offers that itself.
    let whole =
        tree.nodes.first().is_none_or(|root| root.bounds.area() * 10 > i64::from(screen.0) * i64::from(screen.1) * 9);
    let put_aside = tap(&tree, "dismiss").or_else(|| tap(&tree, "close").filter(|_| !whole));
    if aside.aside < MOST_ASIDE
        && let Some(dismiss) = put_aside
    {
        aside.aside += 1;
        aside.looks = 0;
        return Ok(Missing::Do(dismiss));
    }
    let further = match sought {
        Sought::Says(_) | Sought::Exactly(_) => true,
        Sought::Named(name) => name.starts_with("switch_"),
        Sought::OnPageOf(..) | Sought::Beside(..) | Sought::Described(_) | Sought::Item(_) | Sought::Caret => false,
    };
    let scrolls = further && tree.nodes.iter().any(|node| node.state.scrollable);
    let moved = aside.before.replace(identity) != Some(identity);
    if scrolls && moved && aside.scrolls < MOST_SCROLLS {
        aside.scrolls += 1;
        aside.looks = LOOKS;
        return Ok(Missing::Do(scroll(Direction::Down, Some(&tree), screen)));
    }
    Ok(Missing::NotThere)
}

/// Taps an element, found by a known layout or by its usual names.
pub(in crate::mind) fn tap(tree: &Tree, name: &'static str) -> Option<AgentAction> {
    let sought = Sought::Named(name);
    let place = find(tree, &sought, FindMethod::Layout).or_else(|| find(tree, &sought, FindMethod::Search))?;
    let (x, y) = pressed(tree, place)?;
    Some(AgentAction::tap(x.into(), y.into()))
}

/// Wakes and unlocks the screen if that needs no person; otherwise asks the person.
pub(in crate::mind) async fn unlock(
    context: &mut Context,
    kept: &mut Map<String, Value>,
) -> Result<Option<Result<AgentAction, Problem>>, Halt> {
    let tried = |kept: &mut Map<String, Value>, what: &str| kept.insert(format!("tried {what}"), true.into()).is_some();
    let off = context.look().and_then(|look| look.visibility()) == Some(Visibility::Off);
    if off && !tried(kept, "waking") {
        return Ok(Some(Ok(AgentAction::key("KEYCODE_WAKEUP"))));
    }
    if !is_locked(context).await? {
        kept.remove("tried waking");
        kept.remove("tried unlocking");
        return Ok(None);
    }
    if !tried(kept, "unlocking") {
        let command = "wm dismiss-keyguard".to_owned();
        return Ok(Some(Ok(AgentAction::Shell(Shell { command, reason: None }))));
    }
    let message = planner::phrase(&context.language, "told unlock first", &[]);
    let most = context.settings().ask_timeout;
    let answer = context.ask_person(Asks::Attention { message }, most).await?;
    if matches!(answer, Some(Answer::Yes { .. })) && !is_locked(context).await? {
        context.look_again_now().await?;
        return Ok(None);
    }
    Ok(Some(Err(problem(context, "locked", "phone locked"))))
}

/// Whether the lock screen is shown, in the wording of the window manager on various Android versions.
async fn is_locked(context: &mut Context) -> Result<bool, Halt> {
    let said = context.read(&Reading::Service("window")).await?;
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    Ok(says(&[
        "mShowingLockscreen=true",
        "mDreamingLockscreen=true",
        "isStatusBarKeyguard=true",
        "isKeyguardShowing=true",
    ]) || said.contains("KeyguardServiceDelegate") && says(&["    showing=true", "  showing=true"]))
}
