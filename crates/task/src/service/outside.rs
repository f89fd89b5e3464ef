//! Outside programs that use a phone themselves, step by step. Each gets its own task, so that its actions are gated,
//! recorded, shown and stopped like all others.

use std::sync::Arc;

use action::dialect::Size;
use action::plan::ActionPlan;
use agent::{AimedAction, OutsideHands, OutsideMind, Report, Screen, Unheard};
use device::Visibility;
use device::tree::Bounds;

use super::Service;
use crate::error::TaskError;
use crate::mind::Decides;
use crate::queue::Holder;
use crate::spec::Spec;

/// How many actions a program may take before it has to attach again.
const MOST_STEPS: u32 = 100_000;

/// A phone held by an outside program. Dropping it frees the phone.
#[derive(Debug)]
pub struct Attached {
    /// The task that represents the program.
    pub task: String,
    /// The phone.
    pub device: String,
    hands: OutsideHands,
}

impl Service {
    /// Gives a free phone to the program of this name. If the phone has a holder, returns that as an error without
    /// waiting.
    pub async fn attach(self: &Arc<Self>, name: Option<&str>, client: &str) -> Result<Attached, TaskError> {
        let device = self.reach(name).await?.id().to_owned();
        if let Some(holder) = self.queue.standing(&device).holder {
            return Err(TaskError::Held { device, holder });
        }
        let (hands, mind) = OutsideMind::new(client, self.options.limits.idle);
        let spec = Spec {
            goal: format!("{client} uses the phone"),
            device: Some(device.clone()),
            max_steps: Some(MOST_STEPS),
            asked_by: Some(client.to_owned()),
            outside: true,
            ..Spec::default()
        };
        let task = self.start_with(spec, Some(Decides::Outside(mind))).await?;
        Ok(Attached { task, device, hands })
    }

    /// Carries out a program's actions. If a person has the phone meanwhile, returns that at once and does nothing.
    pub async fn carry_out(
        &self,
        attached: &Attached,
        actions: Vec<AimedAction>,
        reason: String,
    ) -> Result<Report, TaskError> {
        let held = |holder| TaskError::Held { device: attached.device.clone(), holder };
        let others = |holder: &Holder| *holder != Holder::Task(attached.task.clone());
        if let Some(holder) = self.queue.standing(&attached.device).holder.filter(others) {
            return Err(held(holder));
        }
        let done = attached.hands.carry_out(actions, reason).await;
        done.map_err(|unheard| match unheard {
            Unheard::Busy => TaskError::Full(unheard.to_string()),
            Unheard::Over => TaskError::state(&attached.task, "is over: the phone was given back"),
        })
    }

    /// Returns the id of a phone: the same under every name.
    pub async fn phone_id(&self, name: Option<&str>) -> Result<String, TaskError> {
        Ok(self.reach(name).await?.id().to_owned())
    }

    /// Lists the apps of a phone.
    pub async fn apps(&self, name: Option<&str>) -> Result<Vec<device::App>, TaskError> {
        Ok(self.reach(name).await?.apps().await?)
    }

    /// Returns the screen of a phone with secrets covered, and the picture only if wanted. Does not take the phone from
    /// its holder.
    pub async fn look(&self, name: &str, picture: bool) -> Result<Screen, TaskError> {
        let device = self.reach(Some(name)).await?;
        let redactor = self.redactors.of(device.id());
        if !picture {
            let (app, tree) = tokio::join!(device.current_app(), device.tree());
            let app = app.ok().flatten();
            let tree = redactor.tree(tree?, app.as_ref());
            let size = tree.nodes.first().map_or(Size { w: 0, h: 0 }, |root| size(root.bounds));
            let app = app.map(|app| app.package);
            return Ok(Screen { app, size, tree: Some(Arc::new(tree)), picture: None, remark: None });
        }
        let (shot, tree) = tokio::join!(device.snapshot(), device.tree());
        let (shot, tree) = (shot?, tree.ok());
        let app = shot.app.clone();
        let shown = tree.clone().map(|tree| Arc::new(redactor.tree(tree, app.as_ref())));
        let remark = match shot.visibility {
            Visibility::Shown => None,
            Visibility::Off => Some("the screen is off"),
            Visibility::Black | Visibility::Secure => Some("the picture is black: the app may forbid screenshots"),
        };
        let shot = redactor.shot(shot, tree).await?;
        let png = shot.picture.encoded().await.map_err(device::DeviceError::from)?;
        let (width, height) = (shot.picture.width, shot.picture.height);
        let picture = Some(agent::model::Picture { png, width, height });
        let (size, app) = (Size { w: width, h: height }, app.map(|app| app.package));
        Ok(Screen { app, size, tree: shown, picture, remark: remark.map(str::to_owned) })
    }

    /// Returns the plan for an utterance on this phone, without carrying it out.
    pub async fn plan(&self, name: Option<&str>, utterance: &str) -> Result<ActionPlan, TaskError> {
        if utterance.trim().is_empty() || utterance.len() > crate::spec::MOST_GOAL {
            return Err(TaskError::invalid("utterance", "must not be empty, and at most 64 KiB long"));
        }
        let device = self.reach(name).await?;
        let settings = self.settings();
        let model = Arc::clone(&self.environment.models);
        let model = super::blocking(move || Ok(model.find(None, None)?)).await?;
        let clock = &*self.environment.clock;
        let plan = agent::plan_words(&*device, model.as_deref(), clock, utterance, &settings).await?;
        plan.ok_or_else(|| TaskError::System("the planner cannot be used: its grammar is broken".to_owned()))
    }
}

impl Attached {
    /// Returns whether the program lost the phone permanently.
    pub fn is_over(&self) -> bool {
        self.hands.is_over()
    }
}

/// Returns the size of the screen, from the element that fills it.
fn size(bounds: Bounds) -> Size {
    let side = |length: i32| u32::try_from(length).unwrap_or_default();
    Size { w: side(bounds.right), h: side(bounds.bottom) }
}
