//! Chooses the mind of a task: the planner, the planner backed by a model, a model alone, recorded steps, or an outside
//! program.

use std::sync::Arc;

use action::dialect::DialectName;
use action::macros::{Filled, Handover};
use agent::model::Model;
use agent::{
    Dialogues, Executor, ModelMind, OutsideMind, PLAN, PlanMind, REPLAY, ReplayMind, Settings, Tools, forget_last,
};
use device::Device;

use crate::environment::{Models, NoModel};

/// The mind of a task.
pub(crate) enum Decides {
    /// The planner, and this model for requests that it cannot handle.
    Plan(Option<Arc<dyn Model>>),
    /// A model, from the first step.
    Model(Arc<dyn Model>),
    /// Recorded steps, and this model where the phone differs from the record.
    Replay(Box<Filled>, Option<Arc<dyn Model>>),
    /// An outside program.
    Outside(OutsideMind),
}

impl Decides {
    /// Finds the mind for a model's name. Without a name, the planner comes first, then the default model.
    pub(crate) fn find(models: &dyn Models, word: Option<&str>, dialect: Option<DialectName>) -> Result<Self, NoModel> {
        match word.map(str::trim) {
            Some(PLAN) => Ok(Self::Plan(None)),
            Some(word) => match models.find(Some(word), dialect)? {
                Some(model) => Ok(Self::Model(model)),
                None => Err(NoModel(format!("there is no model `{word}`"))),
            },
            None => Ok(Self::Plan(models.find(None, dialect)?)),
        }
    }

    /// Like [`Decides::find`], but for a program rather than the person: it may only name models that the person has
    /// configured. Otherwise it could send screenshots to an address of its choice, or have a file opened.
    pub(crate) fn find_named(
        models: &dyn Models,
        word: Option<&str>,
        dialect: Option<DialectName>,
    ) -> Result<Self, NoModel> {
        check_named(models, word)?;
        Self::find(models, word, dialect)
    }

    /// Repeats recorded steps; a model is only looked for if it may take over.
    pub(crate) fn replay(
        models: &dyn Models,
        word: Option<&str>,
        dialect: Option<DialectName>,
        run: Box<Filled>,
        asked_by_program: bool,
    ) -> Result<Self, NoModel> {
        let word = word.map(str::trim).filter(|word| *word != PLAN);
        if asked_by_program {
            check_named(models, word)?;
        }
        let model = match run.handover {
            Handover::Never => None,
            Handover::Allowed => models.find(word, dialect)?,
        };
        Ok(Self::Replay(run, model))
    }

    /// Returns the name for lists and journals.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Plan(None) => PLAN.to_owned(),
            Self::Plan(Some(model)) => format!("{PLAN}, then {}", model.name()),
            Self::Model(model) => model.name().to_owned(),
            Self::Replay(_, None) => REPLAY.to_owned(),
            Self::Replay(_, Some(model)) => format!("{REPLAY}, then {}", model.name()),
            Self::Outside(mind) => agent::Mind::name(mind).to_owned(),
        }
    }

    /// Returns the model's dialect, if a model decides alone.
    pub(crate) fn dialect(&self) -> &str {
        match self {
            Self::Model(model) => model.traits().dialect.as_str(),
            Self::Plan(_) | Self::Replay(..) | Self::Outside(_) => "",
        }
    }

    /// Builds the executor with this mind.
    pub(crate) fn executor(
        self,
        device: Arc<dyn Device>,
        human: Arc<dyn agent::Human>,
        tools: Arc<dyn Tools>,
        settings: Settings,
        dialogues: Arc<dyn Dialogues>,
    ) -> Executor {
        if !matches!(self, Self::Plan(_)) {
            // The actions of a model or a program have no known undo or correction.
            forget_last(&*dialogues, device.id());
        }
        match self {
            Self::Model(model) => Executor::new(device, ModelMind::new(model), human, tools, settings),
            Self::Replay(run, model) => {
                let mind = ReplayMind::new(*run);
                let mind = match model {
                    Some(model) => mind.with_model(model),
                    None => mind,
                };
                Executor::new(device, mind, human, tools, settings)
            }
            Self::Outside(mind) => Executor::new(device, mind, human, tools, settings),
            Self::Plan(model) => {
                let mind = PlanMind::new().with_dialogues(dialogues);
                let mind = match model {
                    Some(model) => mind.with_model(model),
                    None => mind,
                };
                Executor::new(device, mind, human, tools, settings)
            }
        }
    }
}

/// Whether the person has configured this model, which a program names.
fn check_named(models: &dyn Models, word: Option<&str>) -> Result<(), NoModel> {
    match word.map(str::trim) {
        Some(word) if word != PLAN && !models.has(word) => {
            Err(NoModel(format!("there is no model `{}` in the configuration", crate::text::shown(word))))
        }
        _ => Ok(()),
    }
}
