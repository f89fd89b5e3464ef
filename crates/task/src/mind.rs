//! Who decides what comes next in a task: the planner, the planner with a model behind it, a model alone, or a program
//! outside.

use std::sync::Arc;

use action::dialect::DialectName;
use agent::model::Model;
use agent::{Dialogues, Executor, ModelMind, OutsideMind, PLAN, PlanMind, Settings, Tools};
use device::Device;

use crate::environment::{Models, NoModel};

/// Who decides.
pub(crate) enum Decides {
    /// The planner, and this model for what it cannot do.
    Plan(Option<Arc<dyn Model>>),
    /// A model, from the first step on.
    Model(Arc<dyn Model>),
    /// A program outside.
    Outside(OutsideMind),
}

impl Decides {
    /// Who is meant by the word for a model. Without one the planner goes first, then the usual model.
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

    /// The same, for a program that is not the person: it chooses among the models that they have set up. What a phone
    /// shows goes to no address, and no file is opened, that it names.
    pub(crate) fn find_named(
        models: &dyn Models,
        word: Option<&str>,
        dialect: Option<DialectName>,
    ) -> Result<Self, NoModel> {
        match word.map(str::trim) {
            Some(word) if word != PLAN && !models.has(word) => {
                Err(NoModel(format!("there is no model `{}` in the configuration", crate::text::shown(word))))
            }
            word => Self::find(models, word, dialect),
        }
    }

    /// What they are called in lists and journals.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Plan(None) => PLAN.to_owned(),
            Self::Plan(Some(model)) => format!("{PLAN}, then {}", model.name()),
            Self::Model(model) => model.name().to_owned(),
            Self::Outside(mind) => agent::Mind::name(mind).to_owned(),
        }
    }

    /// The dialect of the model, where it decides alone.
    pub(crate) fn dialect(&self) -> &str {
        match self {
            Self::Model(model) => model.traits().dialect.as_str(),
            Self::Plan(_) | Self::Outside(_) => "",
        }
    }

    /// The loop with them in it.
    pub(crate) fn executor(
        self,
        device: Arc<dyn Device>,
        human: Arc<dyn agent::Human>,
        tools: Arc<dyn Tools>,
        settings: Settings,
        dialogues: Arc<dyn Dialogues>,
    ) -> Executor {
        match self {
            Self::Model(model) => Executor::new(device, ModelMind::new(model), human, tools, settings),
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
