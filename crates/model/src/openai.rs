//! A client for OpenAI-compatible chat completions.

use std::sync::Arc;

use crate::{Answer, Model, ModelConfig, ModelError, Outside, Prompt, Traits};

/// An endpoint.
pub struct OpenAi {
    name: String,
    traits: Traits,
}

impl OpenAi {
    /// A client for a configured model. `env` is the environment, for keys.
    pub fn new(
        name: impl Into<String>,
        config: ModelConfig,
        env: impl Fn(&str) -> Option<String>,
        _outside: Arc<dyn Outside>,
    ) -> Result<Self, ModelError> {
        config.key(env)?;
        Ok(Self { name: name.into(), traits: config.traits() })
    }
}

impl Model for OpenAi {
    fn name(&self) -> &str {
        &self.name
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    async fn answer(&self, _: &Prompt) -> Result<Answer, ModelError> {
        Err(ModelError::Config("this endpoint cannot be asked yet".to_owned()))
    }
}
