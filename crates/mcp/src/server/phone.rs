//! A phone held by an agent: taken at its first action, free again when the agent ends or is idle for a while.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use task::agent::{AimedAction, Change, Report};
use task::device::Tree;
use task::{Attached, Holder, TaskError};
use tokio::time::{Instant, timeout_at};

use super::answer::{Answer, Problem};
use super::call::Call;
use super::screen::{self, Screen};

/// How long to wait for the end of an agent's own task.
const OWN_TASK_ENDS: Duration = Duration::from_secs(5);

/// Which parts of a screen are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScreenOptions {
    pub(super) picture: bool,
    pub(super) elements: bool,
}

/// The outcome of an action.
#[derive(Debug, Serialize)]
pub(super) struct Done {
    /// Whether it was carried out.
    pub(super) ok: bool,
    /// The outcome in words.
    pub(super) message: String,
    /// The task that records it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) task_id: Option<String>,
    /// The current screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) screen: Option<Screen>,
}

impl Call {
    /// Returns the id of the requested phone.
    pub(super) async fn phone(&self, name: Option<&str>) -> Result<String, Problem> {
        let known = name.is_some_and(|name| self.client.last_shown(name).is_some());
        match name {
            Some(name) if known => Ok(name.to_owned()),
            name => Ok(self.shared.phone(name).await?),
        }
    }

    /// Returns a phone that this agent holds, taking it if necessary.
    async fn attached(&self, device: &str) -> Result<Arc<Attached>, Problem> {
        let mut phones = self.client.phones.lock().await;
        if let Some(held) = phones.get(device).filter(|held| !held.is_over()) {
            return Ok(Arc::clone(held));
        }
        let attached = Arc::new(self.attach(device).await?);
        phones.retain(|_, held| !held.is_over());
        phones.insert(device.to_owned(), Arc::clone(&attached));
        Ok(attached)
    }

    /// Takes the phone. If one of this agent's own tasks still has it, such as one that was just stopped, waits a
    /// moment for its end.
    async fn attach(&self, device: &str) -> Result<Attached, Problem> {
        let until = Instant::now() + OWN_TASK_ENDS;
        let mut changes = self.shared.service.phone_changes();
        loop {
            match self.shared.service.attach(Some(device), &self.agent).await {
                Err(TaskError::Held { holder: Holder::Task(task), .. })
                    if self.standing(&task).await.is_ok() && timeout_at(until, changes.next()).await.is_ok() => {}
                taken => return Ok(taken?),
            }
        }
    }

    /// Carries out these actions on the phone, up to the first that fails.
    pub(super) async fn carry_out(
        &self,
        device: &str,
        actions: Vec<AimedAction>,
        reason: String,
    ) -> Result<(Arc<Attached>, Report), Problem> {
        let attached = self.attached(device).await?;
        self.waits_for(&attached.task);
        let report = self.shared.service.carry_out(&attached, actions, reason).await?;
        Ok((attached, report))
    }

    /// Returns a phone's screen, as this agent sees it. Does not take the phone from its holder.
    pub(super) async fn observe(&self, name: Option<&str>, wanted: ScreenOptions) -> Result<Answer<Screen>, Problem> {
        let device = self.phone(name).await?;
        let look = self.shared.service.look(&device, wanted.picture).await?;
        Ok(self.shown(&device, look, wanted))
    }

    /// Numbers a screen for this agent and puts it into words.
    pub(super) fn shown(&self, device: &str, look: task::agent::Screen, wanted: ScreenOptions) -> Answer<Screen> {
        let number = self.client.show(device, look.tree.clone(), look.size);
        let size = [look.size.w, look.size.h];
        let mut text = format!("{} {}x{} #{number}\n", look.app.as_deref().unwrap_or("?"), size[0], size[1]);
        if let Some(remark) = &look.remark {
            text.push_str(&format!("({remark})\n"));
        }
        match look.tree.as_deref() {
            Some(tree) => text.push_str(&screen::lines(tree)),
            None => text.push_str("(the elements cannot be read; ask for the picture)\n"),
        }
        text.truncate(text.trim_end().len());
        let listed = |tree: &Tree| screen::listed(tree);
        let data = Screen {
            device: device.to_owned(),
            screen: number,
            app: look.app,
            size,
            remark: look.remark,
            elements: look.tree.as_deref().filter(|_| wanted.elements).map(listed),
        };
        let pictures = look.picture.filter(|_| wanted.picture).into_iter().collect();
        Answer { pictures, ..Answer::saying(data, text) }
    }

    /// Returns the outcome of a request, with the resulting screen.
    pub(super) fn told(&self, attached: &Attached, report: Report, wanted: Option<ScreenOptions>) -> Answer<Done> {
        let (ok, mut message) = words(&report);
        let task_id = Some(attached.task.clone());
        let shown = wanted.zip(report.screen).map(|(wanted, look)| self.shown(&attached.device, look, wanted));
        let mut pictures = Vec::new();
        let mut data = Done { ok, message: message.clone(), task_id, screen: None };
        if let Some(shown) = shown {
            message = format!("{message}\n{}", shown.text.unwrap_or_default());
            pictures = shown.pictures;
            data.screen = Some(shown.data);
        }
        Answer { data, text: Some(message), pictures, failed: !ok }
    }
}

/// Describes the outcome of the actions; returns whether all were done.
pub(super) fn words(report: &Report) -> (bool, String) {
    let failed = report.outcomes.iter().find_map(|outcome| outcome.effect.failure.as_ref());
    let mut said: Vec<String> = Vec::new();
    match (failed, report.outcomes.last()) {
        (Some(failure), _) => said.push(format!("not done: {}", failure.message)),
        (None, None) => said.push("not done".to_owned()),
        (None, Some(last)) => said.push(
            match last.effect.change {
                Change::Changed if last.effect.still_moving => "done; the screen is still moving",
                Change::Changed => "done",
                Change::Unchanged => "done; the screen did not change",
                Change::Unknown => "done",
            }
            .to_owned(),
        ),
    }
    // The reason of a failure is already in the text.
    let told = report.results.iter().filter(|result| result.ok || failed.is_none());
    said.extend(told.map(|result| format!("{}: {}", result.tool, result.text)));
    said.extend(report.problems.iter().cloned());
    let fine = failed.is_none() && report.results.iter().all(|result| result.ok);
    (fine && !report.outcomes.is_empty(), said.join("\n"))
}
