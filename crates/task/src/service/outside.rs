//! Programs outside that use a phone themselves, step by step: each has a task of its own, so that what it does is
//! gated, recorded, shown and stopped like everything else.

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

/// How many actions a program may have done before it has to take the phone anew.
const MOST_STEPS: u32 = 100_000;

/// A phone in the hands of a program outside. Once it is dropped the phone is free.
#[derive(Debug)]
pub struct Attached {
    /// The task that stands for it.
    pub task: String,
    /// The phone.
    pub device: String,
    hands: OutsideHands,
}

impl Service {
    /// Gives a free phone to the program of this name. Who has it otherwise is said; nobody is waited for.
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

    /// Has a program's wishes carried out. Where a person has the phone meanwhile that is said at once, and nothing is
    /// done.
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

    /// The id of a phone: the same however it is called.
    pub async fn phone_id(&self, name: Option<&str>) -> Result<String, TaskError> {
        Ok(self.reach(name).await?.id().to_owned())
    }

    /// The apps of a phone.
    pub async fn apps(&self, name: Option<&str>) -> Result<Vec<device::App>, TaskError> {
        Ok(self.reach(name).await?.apps().await?)
    }

    /// What a phone shows, with what is secret covered; the picture only where it is wanted. Looking takes it from
    /// nobody.
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
            Visibility::Black | Visibility::Secure => Some("the picture is black: the app may forbid pictures"),
        };
        let shot = redactor.shot(shot, tree).await?;
        let png = shot.picture.encoded().await.map_err(device::DeviceError::from)?;
        let (width, height) = (shot.picture.width, shot.picture.height);
        let picture = Some(agent::model::Picture { png, width, height });
        let (size, app) = (Size { w: width, h: height }, app.map(|app| app.package));
        Ok(Screen { app, size, tree: shown, picture, remark: remark.map(str::to_owned) })
    }

    /// What would be done for these words on this phone; nothing is.
    pub async fn plan(&self, name: Option<&str>, utterance: &str) -> Result<ActionPlan, TaskError> {
        if utterance.trim().is_empty() || utterance.len() > crate::spec::MOST_GOAL {
            return Err(TaskError::invalid("utterance", "must be some words, at most 64 KiB"));
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
    /// Whether the program lost the phone for good.
    pub fn is_over(&self) -> bool {
        self.hands.is_over()
    }
}

/// The size of a screen, by the element that fills it.
fn size(bounds: Bounds) -> Size {
    let side = |length: i32| u32::try_from(length).unwrap_or_default();
    Size { w: side(bounds.right), h: side(bounds.bottom) }
}
