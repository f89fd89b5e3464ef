//! The control service for tests and evaluation: JSON lines in, JSON lines out. It inspects the whole phone and injects
//! faults. The product never uses it.

use std::sync::PoisonError;

use adb::{Result, Stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

use super::{Adbd, Fault};
use framework::{Phone, PopUp};
use state::profile::Happening;
use state::shared::CameraScene;

/// The maximum length of a request.
const MAX_LINE: u64 = 1 << 20;
/// The maximum number of snapshots.
const MAX_SNAPSHOTS: usize = 64;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Returns the whole state. Its `deeds` are the state that actions can change, without anything that looking
    /// changes.
    State,
    /// Takes a snapshot; the answer has its number.
    Snapshot,
    /// Restores a snapshot.
    Restore { id: usize },
    /// Restores the initial phone.
    Reset,
    /// Adds a fault on the wire.
    Fault(Fault),
    /// Removes all faults, on the wire and on the screen.
    Clear,
    /// Cuts all connections now, including this one.
    Cut,
    /// Adds a fault on the screen: `freeze`, `secure`, `no_tree`.
    Screen {
        mishap: String,
        #[serde(default = "yes")]
        on: bool,
    },
    /// Shows a dialog, a sheet or a screen: see [`PopUp`].
    PopUp(PopUp),
    /// Delivers a text message.
    ReceiveSms { from: String, body: String },
    /// Starts an incoming call.
    ReceiveCall { from: String },
    /// Triggers an event that a profile could have scheduled: `{"op": "happen", "kind": "crash", "package": …}`.
    Happen(Happening),
    /// Sets the scene in front of the camera: `{"op": "camera_scene", "kind": "sign", "lines": ["ROOM 237"]}`.
    CameraScene(CameraScene),
    /// Grants an app all permissions that it requests, or revokes them so that it has to ask.
    Permissions { package: String, granted: bool },
    /// Returns the layout problems of the screen: clipped or overlapping elements, touch targets that are too small or
    /// unnamed.
    Inspect,
    /// Returns how long the phone itself has worked, in nanoseconds.
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
                json!({"error": format!("the limit of {MAX_SNAPSHOTS} snapshots is reached")})
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
                None => json!({"error": format!("unknown snapshot `{id}`")}),
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
            let unknown =
                json!({"error": format!("unknown mishap `{mishap}`; expected `freeze`, `secure` or `no_tree`")});
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
            let unknown = json!({"error": format!("unknown package `{package}`")});
            if adbd.with(move |phone| phone.set_permissions(&package, granted)).await? { done } else { unknown }
        }
        Request::Inspect => json!({"faults": adbd.with(|phone| phone.inspect()).await?}),
        Request::Worked => json!({"ns": adbd.phone.worked_ns()}),
    };
    Ok((answer, cut))
}
