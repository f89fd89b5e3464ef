//! Undoes a task when a person requests it: in a new task with the steps that undo its plan, or through the app.
//!
//! The app's button is located afresh, and pressed only if it is still there and still the same. A task that holds the
//! phone pauses meanwhile, and learns that a person acted.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use action::phone::AgentAction;
use action::plan::Step;
use agent::record::{ReadError, last_undo, read};
use agent::undo::{Undo, find};
use agent::{Dialogues, JournalEntry, Mark, Remembered, has_mask};
use device::Device;

use super::{Service, blocking};
use crate::error::TaskError;
use crate::queue::{Holder, Taker};
use crate::spec::Spec;

/// Returns the last undo in a task's journal; `None` if there is no journal yet. Blocking.
pub(super) fn on_record(folder: &Path) -> Result<Option<(Mark, Undo)>, TaskError> {
    match last_undo(folder) {
        Ok(undo) => Ok(undo),
        Err(ReadError::None { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The request that undoes the last one.
const UNDO: &str = "undo";

/// Returns the steps that undo a task's plan, from its journal. Blocking.
fn way_back(folder: &Path) -> Result<Vec<Step>, TaskError> {
    let entries = match read(folder) {
        Ok(entries) => entries,
        Err(ReadError::None { .. }) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let mut last = Vec::new();
    for entry in entries {
        if let JournalEntry::PlanStep(step) = entry? {
            last = step.progress.way_back;
        }
    }
    Ok(last)
}

/// The dialogue of a task that undoes another one. "Undo" means that task, even if another one used the phone since it
/// was queued; everything else is the dialogue of all tasks.
struct UndoDialogue {
    all: Arc<dyn Dialogues>,
    phone: String,
    /// The steps that undo the task.
    steps: Vec<Step>,
    /// Whether the task has begun to change the phone: from then on, "undo" means this task.
    begun: AtomicBool,
}

impl Dialogues for UndoDialogue {
    fn recall(&self) -> Remembered {
        let mut remembered = self.all.recall();
        if !self.begun.load(Ordering::Relaxed) {
            remembered.can_undo(&self.phone, self.steps.clone());
        }
        remembered
    }

    fn keep(&self, remembered: &Remembered) {
        let mut remembered = remembered.clone();
        let of_phone = remembered.undo.get(&self.phone).map_or(&[][..], Vec::as_slice);
        if !self.begun.load(Ordering::Relaxed) && of_phone == self.steps {
            let steps = self.all.recall().undo.remove(&self.phone).unwrap_or_default();
            remembered.can_undo(&self.phone, steps);
        } else {
            self.begun.store(true, Ordering::Relaxed);
        }
        self.all.keep(&remembered);
    }
}

impl Service {
    /// Returns the dialogue that a task continues: that of all tasks or, for a task that undoes another one, with the
    /// steps that undo it.
    pub(super) async fn dialogues_of(&self, spec: &Spec, phone: &str) -> Result<Arc<dyn Dialogues>, TaskError> {
        let all = Arc::clone(&self.dialogues) as Arc<dyn Dialogues>;
        let Some(undoes) = &spec.undoes else { return Ok(all) };
        let journal = self.folder(undoes);
        let steps = blocking(move || way_back(&journal)).await?;
        Ok(Arc::new(UndoDialogue { all, phone: phone.to_owned(), steps, begun: AtomicBool::new(false) }))
    }

    /// Undoes a task: by the undo steps that its operations named, in a new task whose id is returned; without such
    /// steps by the app's button, if that is still on the screen.
    pub async fn undo(self: &Arc<Self>, id: &str) -> Result<Option<String>, TaskError> {
        let view = self.show(id).await?;
        let folder = self.folder(&view.id);
        let journal = folder.clone();
        let steps = blocking(move || way_back(&journal)).await?;
        if !steps.is_empty() {
            if has_mask(&steps) {
                return Err(TaskError::state(id, "can't be undone: that takes a secret, which is not stored"));
            }
            let (device, undoes) = (Some(view.device.clone()), Some(view.id.clone()));
            let spec = Spec { goal: UNDO.to_owned(), device, undoes, ..Spec::default() };
            return self.start(spec).await.map(Some);
        }
        let Some((_, undo)) = blocking(move || on_record(&folder)).await? else {
            return Err(TaskError::state(id, "did nothing that an app offered to undo"));
        };
        if undo.until.is_some_and(|until| until <= self.environment.clock.time()) {
            return Err(TaskError::state(id, "can no longer be undone: the app's offer has expired"));
        }
        let Some(element) = undo.element else {
            let problem = format!("moved it to the app's bin (“{}”): restore it there, on the phone", undo.label);
            return Err(TaskError::state(id, problem));
        };
        let device = self.environment.phones.reach(Some(&view.device)).await?;
        let theirs = self.queue.standing(device.id()).holder == Some(Holder::Person);
        self.take(Some(&view.device), &Taker::Person).await?;
        let pressed = self.press_undo(&*device, &element).await;
        if !theirs {
            self.queue.release(device.id(), &Taker::Person).await;
        }
        if pressed? {
            return Ok(None);
        }
        let problem = format!("can no longer be undone: “{}” is no longer on the screen", undo.label);
        Err(TaskError::state(id, problem))
    }

    /// Presses the button. Returns whether it was there.
    async fn press_undo(&self, device: &dyn Device, element: &policy::Target) -> Result<bool, TaskError> {
        let Some((x, y)) = find(&device.tree().await?, element) else { return Ok(false) };
        tracing::info!(device = device.id(), "a person undoes an action through the app");
        device.act(&AgentAction::tap(x.into(), y.into())).await?;
        Ok(true)
    }
}
