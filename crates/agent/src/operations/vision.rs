//! `launch_vision_mode`: opens the camera, tells the person to point it, and reads out the text in its picture.
//! Precondition: a camera app. Done when the camera is in front and shows its picture.

use async_trait::async_trait;
use device::tree::Tree;

use super::operation::{Begin, Check, Operation};
use super::photo::{STILL, camera};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;
use crate::reader::ReadText;

/// `launch_vision_mode`.
pub(super) struct LaunchVisionMode;

/// The key of the camera app.
const CAMERA: &str = "camera";
const PROMPTED: &str = "prompted";

/// The text in front of the camera, without the labels of the camera's buttons and the status bar.
fn before_the_camera(read: &[ReadText], tree: Option<&Tree>) -> Vec<String> {
    let nodes = || tree.into_iter().flat_map(|tree| &tree.nodes);
    let top = nodes().filter(|node| node.state.clickable || !node.label().is_empty()).map(|node| node.bounds.top).min();
    let labels: Vec<String> = nodes().map(|node| folded(node.label())).filter(|label| !label.is_empty()).collect();
    let outside = |text: &&ReadText| {
        text.bounds.bottom > top.unwrap_or_default()
            && !labels.contains(&folded(&text.text))
            && !text.text.trim().is_empty()
    };
    read.iter().filter(outside).map(|text| text.text.trim().to_owned()).collect()
}

/// How many of the words the sentence around them has, in the longest language.
const FRAME: usize = 12;

/// Cuts the text to half a minute of speech, with the sentence around it, and tells whether something is left out.
fn shortened(words: &str) -> (String, bool) {
    let all = words.split_whitespace().count();
    let short: Vec<&str> = words.split_whitespace().take(crate::MOST_WORDS - FRAME).collect();
    (short.join(" "), all > short.len())
}

#[async_trait]
impl Operation for LaunchVisionMode {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(camera) = camera(work).await? else {
            return Ok(work.problem("no_camera", "no camera", &[]).into());
        };
        work.keep(CAMERA, camera.clone());
        let open = Move::run(&["am", "start", "-a", STILL, "-p", &camera]);
        // A camera that is opened for the first time shows prompts.
        let past = || Move::PressIfThere(Sought::Named("dismiss"));
        let ways = Ways::default().or_moves(vec![open, past()]);
        Ok(Begin::Go(ways.or_touches(vec![Move::Launch(camera), past()])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let camera = work.kept_text(CAMERA).to_owned();
        let tree = work.look().await?;
        if work.front().await?.as_deref() != Some(camera.as_str()) {
            return Ok(Check::NotYet);
        }
        if work.kept_text(PROMPTED).is_empty() {
            work.keep(PROMPTED, "yes");
            let prompt = work.told("point the camera", &[]);
            work.say(&prompt);
        }
        let read = work.context.read_picture().await?;
        let lines = before_the_camera(&read, tree.as_deref());
        let (text, more) = shortened(&lines.join(". "));
        Ok(Check::Done(work.told("camera reads", &[("text", &text), ("more", if more { "yes" } else { "" })])))
    }

    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use device::tree::Bounds;

    use super::*;

    #[test]
    fn the_words_of_the_camera_itself_are_not_what_it_sees() {
        let tree = device::tree::parse(
            r#"<hierarchy rotation="0"><node text="" content-desc="Viewfinder" class="android.view.View" package="c" bounds="[0,24][360,500]" clickable="false" enabled="true"/><node text="" content-desc="Shutter" class="android.widget.Button" package="c" bounds="[140,520][220,600]" clickable="true" enabled="true"/></hierarchy>"#,
        )
        .unwrap();
        let text = |text: &str, top| ReadText {
            text: text.to_owned(),
            bounds: Bounds { left: 10, top, right: 90, bottom: top + 20 },
        };
        let read = [text("12:30", 2), text("ROOM 237", 100), text("shutter", 540), text(" ", 200)];
        assert_eq!(before_the_camera(&read, Some(&tree)), ["ROOM 237"]);
        assert_eq!(before_the_camera(&read[1..2], None), ["ROOM 237"]);
        let plan = |language: &str| {
            let mut plan = action::plan::ActionPlan::unknown(action::Finite::ZERO, "");
            plan.metadata.language = Some(language.to_owned());
            plan
        };
        for language in planner::languages() {
            let (text, more) = shortened(&"a ".repeat(100));
            assert!(more);
            let said = planner::told(&plan(language), "camera reads", &[("text", &text), ("more", "yes")]);
            assert!(said.split_whitespace().count() <= crate::MOST_WORDS && said.contains(&text), "{said}");
        }
    }
}
