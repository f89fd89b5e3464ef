//! `fingertip screenshot` and `fingertip tree`: print a phone's screen.

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

/// Take a screenshot of a phone, as PNG
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip screenshot screen.png --device sim
  fingertip screenshot > screen.png
  fingertip screenshot --json | jq -r .currentApp")]
pub(crate) struct Screenshot {
    /// The file to write; standard output if absent
    file: Option<PathBuf>,
    /// Print JSON on standard output: {"deviceId", "currentApp", "width", "height", "screenshotBase64", "capturedAt"};
    /// with FILE, also write the picture there
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: PhoneOptions,
}

impl Screenshot {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        if self.file.is_none() && !self.json && std::io::stdout().is_terminal() {
            bail!("cannot show a picture on a terminal; name a file, or redirect it (fingertip screenshot > a.png)");
        }
        let which = &self.which;
        let looked = which.with_phone(async |phone| Ok((phone.device.snapshot().await?, phone.device.id().to_owned())));
        let Some((shot, id)) = looked.await? else { return Ok(ExitCode::from(130)) };
        let captured_at = jiff::Timestamp::now().to_string();
        let picture = &shot.picture;
        if picture.black {
            output::hint("note: the picture is all black: the screen is off, or the app in front forbids screenshots");
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

/// Print the numbered elements on a phone's screen
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip tree --device sim
  fingertip tree --spoken | espeak-ng
  fingertip tree --json | jq '.elements[].label'")]
pub(crate) struct PrintTree {
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    /// Describe the screen, its contents and its actions in at most sixty words
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
            output::hint("note: the tree was cut short; there is more on the screen");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the screen as it is read aloud.
async fn spoken(device: &impl Observer, reader: &dyn Reader) -> Result<String> {
    let shot = device.snapshot().await?;
    // A screen without elements still has its picture.
    let tree = match device.tree().await {
        Err(device::DeviceError::Tree(_)) => Tree::default(),
        tree => tree?,
    };
    let texts = if agent::says_nothing(&tree) { read(&shot.picture, reader).await } else { Vec::new() };
    let package = shot.app.map(|app| app.package);
    let apps = device.directory().await?.apps;
    let app = package.map(|package| match apps.into_iter().find(|app| app.package == package) {
        Some(app) => app.label,
        // The app that cannot be launched is the launcher, which launches everything else.
        None if package.contains("launcher") => "Home screen".to_owned(),
        None => package,
    });
    Ok(agent::read_screen_with_texts(&tree, &texts, (shot.picture.width, shot.picture.height), app.as_deref()))
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

/// Renders one line per element: number, role, label, state, position.
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
