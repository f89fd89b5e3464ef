//! A model as it stands in the configuration: `[models.NAME]`.
//!
//! Plain serde data, whatever file it comes from. The key itself is never read from or written to it: there is only the
//! name of the environment variable that holds it. A key that a person typed in comes from [`crate::StoredKeys`].

use std::collections::BTreeMap;
use std::time::Duration;

use action::dialect::DialectName;
use serde::{Deserialize, Serialize};

use crate::{Key, ModelError, PictureRule, ToolStyle, Traits};

mod read;
#[cfg(test)]
mod tests;

pub(crate) use self::read::nearest;

/// A model as it is configured.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "read::Written", into = "read::Written")]
pub struct ModelConfig {
    /// Where it is: `http://127.0.0.1:8080/v1`. `/v1` is added where there is no path.
    pub base_url: String,
    /// The endpoint's name for it; empty for the first that the endpoint lists.
    pub model: String,
    /// How it writes.
    pub dialect: DialectName,
    /// The environment variable that holds the key.
    pub key_env: Option<String>,
    /// A key that was typed in, where no environment variable is named. Never part of the configuration's text.
    pub stored_key: Option<Key>,
    /// Whether it can be shown pictures.
    pub vision: bool,
    /// Whether the answer is asked for as a stream.
    pub stream: bool,
    /// How long one answer may take, from the request to its last word.
    pub timeout: Duration,
    /// How long a connection may take.
    pub connect_timeout: Duration,
    /// How long the first word may take: a local model reads the whole prompt first.
    pub first_token_timeout: Duration,
    /// How long the next word may take.
    pub idle_timeout: Duration,
    /// How often it is asked again after a failure, where that differs from what is set for tasks.
    pub max_retries: Option<u32>,
    /// How adventurous it is.
    pub temperature: Option<f64>,
    /// How long an answer may be.
    pub max_tokens: Option<u64>,
    /// How many tokens fit into prompt and answer.
    pub context_tokens: Option<u64>,
    /// How many earlier pictures go along.
    pub history_pictures: usize,
    /// The most pixels of a picture's longer side.
    pub picture_side: Option<u32>,
    /// The most pixels of a picture.
    pub picture_pixels: Option<u64>,
    /// Whether tools are offered through the API; by default where the dialect is made for that.
    pub native_tools: Option<bool>,
    /// What a million tokens of prompt cost.
    pub price_per_million_input: Option<f64>,
    /// What a million tokens of answer cost.
    pub price_per_million_output: Option<f64>,
    /// Headers to send along.
    pub headers: BTreeMap<String, String>,
    /// Headers whose values are in environment variables.
    pub headers_env: BTreeMap<String, String>,
    /// Fields to add to the body of each request.
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl ModelConfig {
    /// A model at an address, everything else as usual.
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

    /// How it wants to be asked.
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

    /// The key, from the environment that is given, else the one that was typed in. A variable that is named and not
    /// set is an error.
    pub fn key(&self, env: impl Fn(&str) -> Option<String>) -> Result<Option<Key>, ModelError> {
        let Some(name) = &self.key_env else { return Ok(self.stored_key.clone()) };
        match env(name).as_deref().and_then(Key::new) {
            Some(key) => Ok(Some(key)),
            None => Err(ModelError::Config(format!(
                "the environment variable `{name}`, which is to hold the key for `{}`, is not set",
                self.shown_url()
            ))),
        }
    }

    /// The address without its query, where some endpoints want the key.
    fn shown_url(&self) -> &str {
        self.base_url.split('?').next().unwrap_or_default()
    }
}

impl std::fmt::Debug for ModelConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Headers and extra fields may hold what should not be seen: their names are enough.
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
