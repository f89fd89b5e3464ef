//! Operations on the current screen: `read_screen`, `go_back`, `go_home`, `scroll`, `tap_label`.

use async_trait::async_trait;

use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Direction, Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;
use crate::read_screen::{SpokenScreen, says_nothing};

/// `read_screen`.
pub(super) struct ReadScreen;
/// `go_back`.
pub(super) struct GoBack;
/// `go_home`.
pub(super) struct GoHome;
/// `scroll`.
pub(super) struct Scroll;
/// `tap_label`.
pub(super) struct TapLabel;

#[async_trait]
impl Operation for ReadScreen {
    fn only_answers(&self) -> bool {
        true
    }

    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let front = work.context.look().and_then(|look| look.app().map(str::to_owned));
        let label = match &front {
            Some(package) => work.app(package).await?.map(|app| app.label),
            None => None,
        };
        let screen = work.context.look().map_or((1080, 2400), |look| (look.screen().w, look.screen().h));
        let tree = work.seen().unwrap_or_default();
        // If the elements have no text, the picture may.
        let texts = if says_nothing(&tree) { work.context.read_picture().await? } else { Vec::new() };
        let spoken = SpokenScreen::of(&tree, &texts, screen, label.as_deref(), work.language());
        Ok(Begin::Done(spoken.to_speech()))
    }

    async fn check(&self, _: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(Check::NotYet)
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

/// Identifies the screen, to detect a change.
fn identity(work: &Work<'_>) -> String {
    work.context.look().map_or_else(String::new, |look| format!("{:016x}", look.identity()))
}

#[async_trait]
impl Operation for GoBack {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let before = identity(work);
        work.keep_before(before);
        Ok(Begin::Go(Ways::default().or_moves(vec![Move::Key("KEYCODE_BACK")])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        work.look().await?;
        Ok(match identity(work) != work.kept_text("before") {
            true => Check::Done(work.told("back", &[])),
            false => Check::Stop(work.problem("nothing_changed", "nothing behind", &[])),
        })
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }

    fn lasts(&self) -> bool {
        false
    }
}

#[async_trait]
impl Operation for GoHome {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        if is_home(work).await? {
            return Ok(Begin::Done(work.told("home", &[])));
        }
        Ok(Begin::Go(Ways::default().or_moves(vec![Move::Key("KEYCODE_HOME")])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(match is_home(work).await? {
            true => Check::Done(work.told("home", &[])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}

async fn is_home(work: &mut Work<'_>) -> Result<bool, Halt> {
    let front = work.front().await?;
    let home = work.home().await?;
    Ok(front.is_some() && front == home)
}

#[async_trait]
impl Operation for Scroll {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let direction = match work.text("direction") {
            "up" => Direction::Up,
            "left" => Direction::Left,
            "right" => Direction::Right,
            _ => Direction::Down,
        };
        let before = identity(work);
        work.keep_before(before);
        let times = if work.flag("to_end") { 15 } else { work.number("times").unwrap_or(1).clamp(1, 20) };
        let moves = (0..times).map(|_| Move::Scroll(direction)).collect();
        Ok(Begin::Go(Ways::default().or_moves(moves)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(match identity(work) != work.kept_text("before") {
            true => Check::Done(work.told("scrolled", &[("direction", work.text("direction"))])),
            false => {
                Check::Stop(work.problem("at_the_end", "nothing further", &[("direction", work.text("direction"))]))
            }
        })
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }

    fn lasts(&self) -> bool {
        false
    }
}

#[async_trait]
impl Operation for TapLabel {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let before = identity(work);
        work.keep_before(before);
        let sought = match work.number("position").and_then(|number| usize::try_from(number).ok()) {
            Some(number) if work.text("label").is_empty() => Sought::Item(number),
            _ => Sought::Says(work.text("label").to_owned()),
        };
        Ok(Begin::Go(Ways::default().or_touches(vec![Move::Press(sought)])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let changed = identity(work) != work.kept_text("before");
        let label = work.text("label");
        Ok(match changed {
            true => Check::Done(work.told("pressed", &[("label", label)])),
            // The press may have an invisible effect, and pressing was all that was asked for.
            false => Check::Done(work.told("pressed in vain", &[("label", label)])),
        })
    }

    fn goes_on_from_screen(&self) -> bool {
        true
    }

    fn lasts(&self) -> bool {
        false
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        Some(work.problem("not_on_screen", "not on screen", &[("label", work.text("label"))]))
    }
}
