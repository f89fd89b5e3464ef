//! `control_call`: the speaker, the microphone and the hold of the current call. Precondition: a call is going on.
//! Strategy: the button on the screen of the call, which the phone app shows while a call lasts; Android offers no
//! command for it. Done when that button shows the state.

use action::plan::Step;
use async_trait::async_trait;

use super::calls::{Line, line};
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{FindMethod, Sought, find, switch_of};
use crate::deadline::Halt;

/// `control_call`.
pub(super) struct ControlCall;

const DIAL: &str = "android.intent.action.DIAL";

/// A command, its button, the state of the button afterwards, and the command that undoes it.
#[rustfmt::skip]
const COMMANDS: &[(&str, &str, bool, &str)] = &[
    ("speaker-on", "call_speaker", true, "speaker-off"),
    ("speaker-off", "call_speaker", false, "speaker-on"),
    ("mute", "call_mute", true, "unmute"),
    ("unmute", "call_mute", false, "mute"),
    ("hold", "call_hold", true, "resume"),
    ("resume", "call_hold", false, "hold"),
];

fn command(work: &Work<'_>) -> Option<(&'static str, &'static str, bool, &'static str)> {
    COMMANDS.iter().find(|(name, ..)| *name == work.text("command")).copied()
}

/// Whether the button is on; `None` if it is not on the screen. Apps mark it as checked or as selected.
async fn is_on(work: &mut Work<'_>, button: &'static str) -> Result<Option<bool>, Halt> {
    let Some(tree) = work.look().await? else { return Ok(None) };
    let sought = Sought::Named(button);
    let place = find(&tree, &sought, FindMethod::Layout).or_else(|| find(&tree, &sought, FindMethod::Search));
    Ok(place.map(|place| {
        let own = tree.nodes.get(place).is_some_and(|node| node.state.selected || node.state.checked);
        own || switch_of(&tree, place).is_some_and(|(_, on)| on)
    }))
}

#[async_trait]
impl Operation for ControlCall {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        match line(work).await? {
            Line::Busy => {}
            Line::Ringing => return Ok(work.problem("ringing", "answer first", &[]).into()),
            Line::Idle => return Ok(work.problem("no_call", "no call to control", &[]).into()),
        }
        let (Some((.., button, _, back)), Some(dialler)) = (command(work), work.handler(DIAL, Some("tel:")).await?)
        else {
            return Ok(work.problem("no_way", "not in the call screen", &[]).into());
        };
        work.can_be_undone_by(&Step::new("control_call").with("command", back));
        let press = vec![Move::Launch(dialler), Move::UnlessDone, Move::Press(Sought::Named(button))];
        Ok(Begin::Go(Ways::default().or_touches(press)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some((name, button, on, _)) = command(work) else { return Ok(Check::NotYet) };
        Ok(match line(work).await? == Line::Busy && is_on(work, button).await? == Some(on) {
            true => Check::Done(work.told("call control", &[("command", name)])),
            false => Check::NotYet,
        })
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        Some(work.problem("no_way", "not in the call screen", &[]))
    }

    // The check looks at the button before it is pressed a second time.
    fn lasts(&self) -> bool {
        false
    }
}
