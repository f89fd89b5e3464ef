//! The control service: JSON lines in, JSON lines out. For tests and evaluation, which look at the whole
//! phone and make things go wrong. Not part of what a phone is to the product.

use std::sync::PoisonError;

use adb::{Result, Stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

use super::{Adbd, Fault};
use framework::{Phone, PopUp};
use state::profile::Happening;
use state::shared::CameraScene;

/// The longest request.
const MAX_LINE: u64 = 1 << 20;
/// How many snapshots are snapshots.
const MAX_SNAPSHOTS: usize = 64;

/// What can be asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// The whole state; its `deeds` are what a deed could change, and nothing that looking changes.
    State,
    /// Keeps the phone as it is; the answer has its number.
    Snapshot,
    /// The phone as it was.
    Restore { id: usize },
    /// The phone as it came.
    Reset,
    /// Adds a fault of the wire.
    Fault(Fault),
    /// Takes all faults back, on the wire and on the screen.
    Clear,
    /// Cuts every connection now; this one too.
    Cut,
    /// Makes the screen go wrong: `freeze`, `secure`, `no_tree`.
    Screen {
        mishap: String,
        #[serde(default = "yes")]
        on: bool,
    },
    /// A dialog, a sheet or a screen pops up: see [`PopUp`].
    PopUp(PopUp),
    /// A text message comes in.
    ReceiveSms { from: String, body: String },
    /// Somebody calls.
    ReceiveCall { from: String },
    /// Something happens that a profile could have scheduled: `{"op": "happen", "kind": "crash", "package": …}`.
    Happen(Happening),
    /// Puts something before the camera: `{"op": "camera_scene", "kind": "sign", "lines": ["ROOM 237"]}`.
    CameraScene(CameraScene),
    /// Grants an app all that it asks for, or takes it away so that the app has to ask.
    Permissions { package: String, granted: bool },
    /// What is wrong with the screen: what is cut off, lies over its neighbour, is too small to touch, has no name.
    Inspect,
    /// How long the phone itself has worked, in nanoseconds.
    Worked,
}

fn yes() -> bool {
    true
}

/// Serves one stream.
pub(super) async fn serve(adbd: &Adbd, stream: Stream) -> Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if (&mut stream).take(MAX_LINE).read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let (answer, cut) = answer(adbd, line.trim()).await?;
        let mut answer = answer.to_string();
        answer.push('\n');
        stream.write_all(answer.as_bytes()).await?;
        stream.flush().await?;
        if cut {
            adbd.faults.cut_now();
        }
    }
}

async fn answer(adbd: &Adbd, line: &str) -> Result<(Value, bool)> {
    let request = match serde_json::from_str::<Request>(line) {
        Ok(request) => request,
        Err(error) => return Ok((json!({"error": error.to_string()}), false)),
    };
    let mut cut = false;
    let done = json!({"ok": true});
    let answer = match request {
        Request::State => adbd.with(|phone| phone.whole_state()).await?,
        Request::Snapshot => {
            let snapshot = adbd.with(|phone| phone.snapshot()).await?;
            let mut snapshots = adbd.snapshots.lock().unwrap_or_else(PoisonError::into_inner);
            if snapshots.len() >= MAX_SNAPSHOTS {
                json!({"error": format!("there are {MAX_SNAPSHOTS} snapshots already")})
            } else {
                snapshots.push(snapshot);
                json!({"id": snapshots.len() - 1})
            }
        }
        Request::Restore { id } => {
            let snapshot = adbd.snapshots.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
            match snapshot {
                Some(snapshot) => {
                    adbd.with(move |phone| phone.restore(&snapshot)).await?;
                    done
                }
                None => json!({"error": format!("there is no snapshot {id}")}),
            }
        }
        Request::Reset => {
            adbd.with(Phone::reset).await?;
            done
        }
        Request::Fault(fault) => {
            adbd.faults.add(fault);
            done
        }
        Request::Clear => {
            adbd.faults.clear();
            adbd.with(|phone| {
                ["freeze", "secure", "no_tree"].iter().for_each(|mishap| _ = phone.set_mishap(mishap, false));
                phone.no_slow_screens();
            })
            .await?;
            done
        }
        Request::Cut => {
            cut = true;
            done
        }
        Request::Screen { mishap, on } => {
            let unknown = json!({"error": format!("there is no mishap `{mishap}`; there are freeze, secure, no_tree")});
            if adbd.with(move |phone| phone.set_mishap(&mishap, on)).await? { done } else { unknown }
        }
        Request::PopUp(popup) => match popup.problem() {
            Some(problem) => json!({"error": problem}),
            None => {
                adbd.with(move |phone| phone.pop_up(popup)).await?;
                done
            }
        },
        Request::ReceiveSms { from, body } => {
            adbd.with(move |phone| phone.receive_message(&from, &body)).await?;
            done
        }
        Request::ReceiveCall { from } => {
            adbd.with(move |phone| phone.receive_call(&from)).await?;
            done
        }
        Request::Happen(what) => {
            adbd.with(move |phone| phone.happen(what)).await?;
            done
        }
        Request::CameraScene(scene) => match scene.problem() {
            Some(problem) => json!({"error": problem}),
            None => {
                adbd.with(move |phone| phone.set_scene(scene)).await?;
                done
            }
        },
        Request::Permissions { package, granted } => {
            let unknown = json!({"error": format!("there is no package `{package}`")});
            if adbd.with(move |phone| phone.set_permissions(&package, granted)).await? { done } else { unknown }
        }
        Request::Inspect => json!({"faults": adbd.with(|phone| phone.inspect()).await?}),
        Request::Worked => json!({"ns": adbd.phone.worked_ns()}),
    };
    Ok((answer, cut))
}
