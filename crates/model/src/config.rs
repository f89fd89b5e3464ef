//! A model in the configuration: `[models.NAME]`.
//!
//! Plain serde data, independent of the file format. It never contains the key itself, only the name of the environment
//! variable that holds it. A key that a person typed in comes from [`crate::StoredKeys`].

use std::collections::BTreeMap;
use std::time::Duration;

use action::dialect::DialectName;
use serde::{Deserialize, Serialize};

use crate::{Key, ModelError, PictureRule, ToolStyle, Traits};

mod read;
#[cfg(test)]
mod tests;

pub(crate) use self::read::nearest;

/// A configured model.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "read::Written", into = "read::Written")]
pub struct ModelConfig {
    /// The address: `http://127.0.0.1:8080/v1`. `/v1` is added if there is no path.
    pub base_url: String,
    /// The endpoint's name for the model; empty for the first that the endpoint lists.
    pub model: String,
    /// The format of its replies.
    pub dialect: DialectName,
    /// The environment variable that holds the key.
    pub key_env: Option<String>,
    /// A key that was typed in, used if no environment variable is named. Never written to the configuration.
    pub stored_key: Option<Key>,
    /// Whether it accepts pictures.
    pub vision: bool,
    /// Whether to request a stream.
    pub stream: bool,
    /// The timeout of one answer, from the request to the last token.
    pub timeout: Duration,
    /// The timeout of a connection.
    pub connect_timeout: Duration,
    /// The timeout of the first token: a local model reads the whole prompt first.
    pub first_token_timeout: Duration,
    /// The timeout between two tokens.
    pub idle_timeout: Duration,
    /// How often a failed request is retried, if that differs from the task settings.
    pub max_retries: Option<u32>,
    /// The sampling temperature.
    pub temperature: Option<f64>,
    /// The longest answer, in tokens.
    pub max_tokens: Option<u64>,
    /// The context size: tokens of prompt and answer together.
    pub context_tokens: Option<u64>,
    /// How many earlier pictures are sent along.
    pub history_pictures: usize,
    /// The limit of a picture's longer side, in pixels.
    pub picture_side: Option<u32>,
    /// The limit of a picture's area, in pixels.
    pub picture_pixels: Option<u64>,
    /// Whether tools are offered through the API; the default depends on the dialect.
    pub native_tools: Option<bool>,
    /// The price of a million input tokens.
    pub price_per_million_input: Option<f64>,
    /// The price of a million output tokens.
    pub price_per_million_output: Option<f64>,
    /// Extra headers.
    pub headers: BTreeMap<String, String>,
    /// Extra headers whose values are in environment variables.
    pub headers_env: BTreeMap<String, String>,
    /// Extra fields for the body of each request.
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl ModelConfig {
    /// A model at an address, with defaults for everything else.
    pub fn at(base_url: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            model: String::new(),
            dialect: DialectName::AUTO,
            key_env: None,
            stored_key: None,
            vision: true,
            stream: true,
            timeout: Duration::from_secs(300),
            connect_timeout: Duration::from_secs(10),
            first_token_timeout: Duration::from_secs(120),
            idle_timeout: Duration::from_secs(60),
            max_retries: None,
            temperature: None,
            max_tokens: None,
            context_tokens: None,
            history_pictures: Traits::HISTORY_PICTURES,
            picture_side: None,
            picture_pixels: None,
            native_tools: None,
            price_per_million_input: None,
            price_per_million_output: None,
            headers: BTreeMap::new(),
            headers_env: BTreeMap::new(),
            extra: serde_json::Map::new(),
        }
    }

    /// The model's traits, for building prompts.
    pub fn traits(&self) -> Traits {
        let usual = Traits::of(self.dialect);
        let mut picture: PictureRule = usual.picture;
        if let Some(side) = self.picture_side {
            picture = PictureRule { long_side: side, ..picture };
        }
        if let Some(pixels) = self.picture_pixels {
            picture = PictureRule { pixels, ..picture };
        }
        let tools = match self.native_tools {
            None => usual.tools,
            Some(true) => ToolStyle::Native,
            Some(false) => ToolStyle::Text,
        };
        Traits {
            vision: self.vision,
            picture,
            history_pictures: self.history_pictures,
            context_tokens: self.context_tokens,
            max_retries: self.max_retries,
            tools,
            ..usual
        }
    }

    /// Returns the key from the given environment, otherwise the one that was typed in. A variable that is named but
    /// not set is an error.
    pub fn key(&self, env: impl Fn(&str) -> Option<String>) -> Result<Option<Key>, ModelError> {
        let Some(name) = &self.key_env else { return Ok(self.stored_key.clone()) };
        match env(name).as_deref().and_then(Key::new) {
            Some(key) => Ok(Some(key)),
            None => Err(ModelError::Config(format!(
                "the environment variable `{name}` with the key for `{}` is not set",
                self.shown_url()
            ))),
        }
    }

    /// The address without its query, where some endpoints expect the key.
    fn shown_url(&self) -> &str {
        self.base_url.split('?').next().unwrap_or_default()
    }
}

impl std::fmt::Debug for ModelConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Headers and extra fields may contain secrets: print only their names.
        f.debug_struct("ModelConfig")
            .field("base_url", &self.shown_url())
            .field("model", &self.model)
            .field("dialect", &self.dialect)
            .field("key_env", &self.key_env)
            .field("vision", &self.vision)
            .field("headers", &self.headers.keys())
            .field("headers_env", &self.headers_env)
            .field("extra", &self.extra.keys())
            .finish_non_exhaustive()
    }
}
