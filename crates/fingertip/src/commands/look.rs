//! `fingertip screenshot` and `fingertip tree`: what a phone shows.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use agent::{ReadError, ReadText, Reader};
use anyhow::{Result, bail};
use clap::Args;
use device::{Observer, Tree};
use serde_json::json;
use task::folder::Paths;

use crate::output;
use crate::phones::PhoneOptions;
use crate::reader::PictureReader;

/// Take a picture of a phone's screen, as PNG
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip screenshot screen.png --device sim
  fingertip screenshot > screen.png
  fingertip screenshot --json | jq -r .currentApp")]
pub(crate) struct Screenshot {
    /// Where to; without it, standard output
    file: Option<PathBuf>,
    /// As JSON on standard output: {"deviceId", "currentApp", "width", "height", "screenshotBase64", "capturedAt"}; with
    /// FILE the picture is written there as well
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: PhoneOptions,
}

impl Screenshot {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        if self.file.is_none() && !self.json && std::io::stdout().is_terminal() {
            bail!("a picture is not for a terminal: name a file, or send it on (fingertip screenshot > screen.png)");
        }
        let which = &self.which;
        let looked = which.with_phone(async |phone| Ok((phone.device.snapshot().await?, phone.device.id().to_owned())));
        let Some((shot, id)) = looked.await? else { return Ok(ExitCode::from(130)) };
        let captured_at = jiff::Timestamp::now().to_string();
        let picture = &shot.picture;
        if picture.black {
            output::hint("note: the screen is all black: it is off, or the app in front forbids pictures of it");
        }
        let png = picture.encoded().await?;
        match &self.file {
            None if self.json => {}
            None => output::bytes(&png)?,
            Some(path) => {
                if !output::file(path, png).await? {
                    return Ok(ExitCode::from(130));
                }
            }
        }
        if self.json {
            let mut snapshot = serde_json::to_value(shot.to_snapshot(&id, captured_at).await?)?;
            if let Some(path) = &self.file {
                snapshot["file"] = json!(path);
                snapshot["app"] = json!(shot.app.as_ref().map(|app| &app.package));
                snapshot["black"] = json!(picture.black);
            }
            output::line(snapshot)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Print what stands on a phone's screen: its elements, numbered
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip tree --device sim
  fingertip tree --spoken | espeak-ng
  fingertip tree --json | jq '.elements[].label'")]
pub(crate) struct PrintTree {
    /// Everything there is, as JSON
    #[arg(long)]
    json: bool,
    /// What the screen is, what it says and what can be done there, in at most sixty words
    #[arg(long, conflicts_with = "json")]
    spoken: bool,
    #[command(flatten)]
    which: PhoneOptions,
}

impl PrintTree {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        if self.spoken {
            let reader = PictureReader::new(Paths::new(self.which.data()?).ocr_models());
            let spoken = self.which.with_phone(async |phone| spoken(&*phone.device, &reader).await).await?;
            let Some(spoken) = spoken else { return Ok(ExitCode::from(130)) };
            output::line(spoken)?;
            return Ok(ExitCode::SUCCESS);
        }
        let tree = self.which.with_phone(async |phone| Ok(phone.device.tree().await?)).await?;
        let Some(tree) = tree else { return Ok(ExitCode::from(130)) };
        if self.json {
            let Tree { rotation, nodes, cut, .. } = &tree;
            output::json(&json!({"elements": tree.elements(), "rotation": rotation, "nodes": nodes, "cut": cut}))?;
            return Ok(ExitCode::SUCCESS);
        }
        output::bytes(readable(&tree).as_bytes())?;
        if tree.cut {
            output::hint("note: the tree was cut; there is more on the screen");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What the screen says, as it is read to somebody.
async fn spoken(device: &impl Observer, reader: &dyn Reader) -> Result<String> {
    let shot = device.snapshot().await?;
    // A screen without elements has its picture.
    let tree = match device.tree().await {
        Err(device::DeviceError::Tree(_)) => Tree::default(),
        tree => tree?,
    };
    let texts = if agent::says_nothing(&tree) { read(&shot.picture, reader).await } else { Vec::new() };
    let package = shot.app.map(|app| app.package);
    let apps = device.directory().await?.apps;
    let app = package.map(|package| match apps.into_iter().find(|app| app.package == package) {
        Some(app) => app.label,
        // What cannot be started by itself is what everything else is started from.
        None if package.contains("launcher") => "Home screen".to_owned(),
        None => package,
    });
    Ok(agent::read_screen_with_texts(&tree, &texts, (shot.picture.width, shot.picture.height), app.as_deref()))
}

/// What stands in a picture. That nobody can read it, or that it cannot be read, is a note and no failure.
async fn read(picture: &device::Picture, reader: &dyn Reader) -> Vec<ReadText> {
    let (width, height) = (picture.width, picture.height);
    let read = match picture.encoded().await {
        Ok(png) => reader.read(&model::Picture { png, width, height }).await,
        Err(error) => Err(ReadError::Failed(error.to_string())),
    };
    let why = match read {
        Ok(texts) => return texts,
        Err(ReadError::Unavailable) => "the models that read pictures are not there".to_owned(),
        Err(error) => error.to_string(),
    };
    output::hint(&format!("note: the picture was not read: {why} (`fingertip doctor` says how to get them)"));
    Vec::new()
}

/// One line an element: number, role, label, how it stands, where it is.
fn readable(tree: &Tree) -> String {
    let mut text = String::new();
    for element in tree.elements() {
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
        text.push_str(&format!(
            "{:>3}  {:<9} {}{state}  @ {x},{y}\n",
            element.number,
            element.role.as_str(),
            element.label
        ));
    }
    text
}
