//! `fingertip tree`: the elements of a screen, from a phone or from a file.

use std::path::PathBuf;
use std::process::ExitCode;

use agent::{ReadError, ReadText, Reader, SpokenScreen};
use anyhow::Result;
use clap::Args;
use device::{Observer, Tree};
use serde_json::json;
use task::folder::Paths;

use super::{dump_file, verdicts};
use crate::output;
use crate::phones::PhoneOptions;
use crate::reader::PictureReader;

/// Print the numbered elements on a phone's screen, or of a screen in a file
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip tree --device sim
  fingertip tree --spoken | espeak-ng
  fingertip tree --spoken --json | jq '.actions'
  fingertip tree --json | jq '.elements[].label'
  adb exec-out uiautomator dump /dev/tty | fingertip tree --from -
  fingertip tree --from window_dump.xml --gate --goal \"pay the bill\"
  fingertip tree --redact window_dump.xml > report.xml

A file is the output of `uiautomator dump`, of uiautomator2's `dump_hierarchy` or of Appium's page source. --redact
replaces letters by x and digits by 0 and keeps the structure, ids, app names and common words such as Send, so that
you can report a screen that is read or judged wrongly. Look through the result before you publish it. The exit code is
2 if the file cannot be read or is no dump.")]
pub(crate) struct PrintTree {
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    /// Describe the screen, its contents and its actions in at most sixty words; with --json, in parts and whole
    #[arg(long)]
    spoken: bool,
    /// Read the screen from this file as if a phone had sent it; `-` is standard input
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Say of each element whether pressing it would ask the person first
    #[arg(long, conflicts_with = "spoken")]
    gate: bool,
    /// The goal of the task that presses, for --gate
    #[arg(long, value_name = "TEXT", requires = "gate", default_value = "look around a bit")]
    goal: String,
    /// Print this dump with its texts replaced, to report a screen without what is on it; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "json", "spoken", "gate"])]
    redact: Option<PathBuf>,
    #[command(flatten)]
    which: PhoneOptions,
}

impl PrintTree {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        if let Some(file) = &self.redact {
            output::bytes(dump_file::redacted(file)?.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.spoken {
            return self.speak().await;
        }
        let tree = match &self.from {
            Some(file) => Some(dump_file::tree(file)?),
            None => self.which.with_phone(async |phone| Ok(phone.device.tree().await?)).await?,
        };
        let Some(tree) = tree else { return Ok(ExitCode::from(130)) };
        let verdicts = self.gate.then(|| verdicts::of(&tree, &self.goal));
        if self.json {
            output::json(&as_json(&tree, verdicts.as_deref()))?;
            return Ok(ExitCode::SUCCESS);
        }
        output::bytes(readable(&tree, verdicts.as_deref()).as_bytes())?;
        if tree.cut {
            output::hint("note: the tree was cut short; there is more on the screen");
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn speak(&self) -> Result<ExitCode> {
        let spoken = match &self.from {
            Some(file) => {
                let tree = dump_file::tree(file)?;
                let app = front_package(&tree).and_then(agent::app_name);
                Some(SpokenScreen::of(&tree, &[], tree.screen(), app.as_deref(), "en"))
            }
            None => {
                let reader = PictureReader::new(Paths::new(self.which.data()?).ocr_models());
                self.which.with_phone(async |phone| spoken(&*phone.device, &reader).await).await?
            }
        };
        let Some(spoken) = spoken else { return Ok(ExitCode::from(130)) };
        match self.json {
            true => output::json(&json!(spoken))?,
            false => output::line(spoken.to_speech())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the package of the app that has most of the screen, in a dump that does not say which one is in front.
fn front_package(tree: &Tree) -> Option<&str> {
    let roots =
        (0..tree.nodes.len()).filter(|place| tree.nodes[*place].parent.is_none() && !tree.is_system_bar(*place));
    let front = tree.floating_window().or_else(|| roots.max_by_key(|place| tree.nodes[*place].bounds.area()))?;
    let package = tree.nodes[front..].iter().map(|node| node.package.as_str()).find(|package| !package.is_empty());
    package.filter(|package| *package != "com.android.systemui" && *package != "android")
}

/// Returns the elements, the gate's verdicts on them, the parts with a purpose, and the nodes.
pub(in crate::commands) fn as_json(tree: &Tree, verdicts: Option<&[Option<policy::Decision>]>) -> serde_json::Value {
    let Tree { rotation, nodes, cut, .. } = tree;
    let mut elements = json!(tree.elements());
    for (element, verdict) in elements.as_array_mut().into_iter().flatten().zip(verdicts.unwrap_or_default()) {
        element["gate"] = json!(verdict);
    }
    let agent::ScreenParts { title, message_field, send } = agent::screen_parts(tree, tree.screen());
    let parts = json!({"title": title, "messageField": message_field, "send": send});
    json!({"elements": elements, "parts": parts, "rotation": rotation, "nodes": nodes, "cut": cut})
}

/// Returns what a listener hears of the screen.
async fn spoken(device: &impl Observer, reader: &dyn Reader) -> Result<SpokenScreen> {
    let shot = device.snapshot().await?;
    // A screen without elements still has its picture.
    let tree = match device.tree().await {
        Err(device::DeviceError::Tree(_)) => Tree::default(),
        tree => tree?,
    };
    let texts = if agent::says_nothing(&tree) { read(&shot.picture, reader).await } else { Vec::new() };
    let package = shot.app.map(|app| app.package);
    let apps = device.directory().await?.apps;
    // The app that cannot be launched is the launcher, which launches everything else.
    let app = package.and_then(|package| match apps.into_iter().find(|app| app.package == package) {
        Some(app) => Some(app.label),
        None => agent::app_name(&package),
    });
    Ok(SpokenScreen::of(&tree, &texts, (shot.picture.width, shot.picture.height), app.as_deref(), "en"))
}

/// Reads the text in a picture. If that is impossible, prints a note and returns nothing.
async fn read(picture: &device::Picture, reader: &dyn Reader) -> Vec<ReadText> {
    let (width, height) = (picture.width, picture.height);
    let read = match picture.encoded().await {
        Ok(png) => reader.read(&model::Picture { png, width, height }).await,
        Err(error) => Err(ReadError::Failed(error.to_string())),
    };
    let why = match read {
        Ok(texts) => return texts,
        Err(ReadError::Unavailable) => "the models that read pictures are not installed".to_owned(),
        Err(error) => error.to_string(),
    };
    output::hint(&format!("note: the picture was not read: {why} (`fingertip doctor` says how to install them)"));
    Vec::new()
}

/// Renders one line per element: number, role, label, state, position, and what the gate would do.
pub(in crate::commands) fn readable(tree: &Tree, verdicts: Option<&[Option<policy::Decision>]>) -> String {
    let mut text = String::new();
    for (at, element) in tree.elements().into_iter().enumerate() {
        let node = &tree.nodes[element.node];
        let mut state = Vec::new();
        if node.state.checkable {
            state.push(if node.state.checked { "on" } else { "off" });
        }
        if node.state.focused {
            state.push("focused");
        }
        if node.state.selected {
            state.push("selected");
        }
        if !node.state.enabled {
            state.push("disabled");
        }
        let state = if state.is_empty() { String::new() } else { format!(" ({})", state.join(", ")) };
        let (x, y) = node.bounds.centre();
        let verdict = verdicts.and_then(|all| all.get(at)?.as_ref()).map_or_else(String::new, verdicts::said);
        text.push_str(&format!(
            "{:>3}  {:<9} {}{state}  @ {x},{y}{verdict}\n",
            element.number,
            element.role.as_str(),
            element.label
        ));
    }
    text
}
