//! The configuration as written in a file, and its errors.

use std::collections::BTreeMap;
use std::time::Duration;

use action::dialect::DialectName;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::ModelConfig;

macro_rules! written {
    ($($(#[$about:meta])* $name:ident: $kind:ty,)*) => {
        /// Every key that a file may contain.
        #[derive(Default, Serialize, Deserialize)]
        pub(super) struct Written {
            $(#[serde(default, skip_serializing_if = "Option::is_none")] $name: Option<$kind>,)*
            #[serde(flatten, skip_serializing)]
            unknown: BTreeMap<String, IgnoredAny>,
        }

        /// The names of the keys.
        pub(super) const KEYS: &[&str] = &[$(stringify!($name)),*];
    };
}

written! {
    base_url: String,
    model: String,
    dialect: String,
    key_env: String,
    vision: bool,
    stream: bool,
    timeout_s: f64,
    connect_timeout_s: f64,
    first_token_timeout_s: f64,
    idle_timeout_s: f64,
    max_retries: u32,
    temperature: f64,
    max_tokens: u64,
    context_tokens: u64,
    history_pictures: usize,
    picture_side: u32,
    picture_pixels: u64,
    native_tools: bool,
    price_per_million_input: f64,
    price_per_million_output: f64,
    headers: BTreeMap<String, String>,
    headers_env: BTreeMap<String, String>,
    extra: serde_json::Map<String, serde_json::Value>,
}

/// The longest time limit, in seconds: an hour.
const LONGEST: f64 = 3_600.0;
/// The most retries.
const MOST_RETRIES: u32 = 20;
/// The most earlier pictures.
const MOST_PICTURES: usize = 20;

impl TryFrom<Written> for ModelConfig {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        if let Some(key) = written.unknown.keys().next() {
            return Err(unknown(key));
        }
        let base_url = written.base_url.unwrap_or_default();
        if base_url.trim().is_empty() {
            return Err("`base_url` is missing; expected an address such as `http://127.0.0.1:8080/v1`".to_owned());
        }
        let usual = Self::at(base_url.trim());
        let dialect =
            written.dialect.as_deref().map(DialectName::find).transpose().map_err(|error| error.to_string())?;
        let config = Self {
            model: written.model.map(|model| model.trim().to_owned()).unwrap_or_default(),
            dialect: dialect.unwrap_or(usual.dialect),
            key_env: written.key_env.map(|name| variable("key_env", &name)).transpose()?,
            vision: written.vision.unwrap_or(usual.vision),
            stream: written.stream.unwrap_or(usual.stream),
            timeout: time("timeout_s", written.timeout_s, usual.timeout)?,
            connect_timeout: time("connect_timeout_s", written.connect_timeout_s, usual.connect_timeout)?,
            first_token_timeout: time(
                "first_token_timeout_s",
                written.first_token_timeout_s,
                usual.first_token_timeout,
            )?,
            idle_timeout: time("idle_timeout_s", written.idle_timeout_s, usual.idle_timeout)?,
            max_retries: within("max_retries", written.max_retries, 0, MOST_RETRIES)?,
            temperature: within("temperature", written.temperature, 0.0, 2.0)?,
            max_tokens: within("max_tokens", written.max_tokens, 1, 1 << 20)?,
            context_tokens: within("context_tokens", written.context_tokens, 1_024, 1 << 24)?,
            history_pictures: within("history_pictures", written.history_pictures, 0, MOST_PICTURES)?
                .unwrap_or(usual.history_pictures),
            picture_side: within("picture_side", written.picture_side, 64, 16_384)?,
            picture_pixels: within("picture_pixels", written.picture_pixels, 4_096, 1 << 26)?,
            native_tools: written.native_tools,
            price_per_million_input: within("price_per_million_input", written.price_per_million_input, 0.0, 1e6)?,
            price_per_million_output: within("price_per_million_output", written.price_per_million_output, 0.0, 1e6)?,
            headers: written.headers.unwrap_or_default(),
            headers_env: written.headers_env.unwrap_or_default(),
            extra: written.extra.unwrap_or_default(),
            ..usual
        };
        for name in config.headers_env.values() {
            variable("headers_env", name)?;
        }
        for name in ["model", "messages", "stream", "tools"] {
            if config.extra.contains_key(name) {
                return Err(format!("`extra.{name}` would replace a field that the client sets itself; leave it out"));
            }
        }
        Ok(config)
    }
}

impl From<ModelConfig> for Written {
    fn from(config: ModelConfig) -> Self {
        let seconds = |time: Duration| Some(time.as_secs_f64());
        Self {
            base_url: Some(config.base_url),
            model: Some(config.model).filter(|model| !model.is_empty()),
            dialect: Some(config.dialect.as_str().to_owned()),
            // The typed-in key is not written.
            key_env: config.key_env,
            vision: Some(config.vision),
            stream: Some(config.stream),
            timeout_s: seconds(config.timeout),
            connect_timeout_s: seconds(config.connect_timeout),
            first_token_timeout_s: seconds(config.first_token_timeout),
            idle_timeout_s: seconds(config.idle_timeout),
            max_retries: config.max_retries,
            temperature: config.temperature,
            max_tokens: config.max_tokens,
            context_tokens: config.context_tokens,
            history_pictures: Some(config.history_pictures),
            picture_side: config.picture_side,
            picture_pixels: config.picture_pixels,
            native_tools: config.native_tools,
            price_per_million_input: config.price_per_million_input,
            price_per_million_output: config.price_per_million_output,
            // `config show` must not print the values of headers.
            headers: Some(config.headers.into_keys().map(|name| (name, "…".to_owned())).collect())
                .filter(|headers: &BTreeMap<_, _>| !headers.is_empty()),
            headers_env: Some(config.headers_env).filter(|headers| !headers.is_empty()),
            extra: Some(config.extra).filter(|extra| !extra.is_empty()),
            unknown: BTreeMap::new(),
        }
    }
}

fn unknown(key: &str) -> String {
    let shown: String = key.chars().filter(|c| !c.is_control()).take(60).collect();
    if matches!(key, "key" | "api_key" | "apikey" | "token") {
        return format!(
            "a key does not belong in the configuration (`{shown}`); put it into an environment variable and name that in `key_env`"
        );
    }
    match nearest(key, KEYS.iter().copied()) {
        Some(near) => format!("there is no `{shown}` in a model's configuration; did you mean `{near}`?"),
        None => format!("there is no `{shown}` in a model's configuration; there are {}", KEYS.join(", ")),
    }
}

/// Returns the closest known name.
pub(crate) fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    // The cost is the product of the lengths, and a very long word is not a typo.
    if word.len() > 64 {
        return None;
    }
    let folded = word.trim().to_lowercase();
    known
        .map(|name| (strsim::jaro_winkler(&folded, name), name))
        .filter(|(score, _)| *score >= 0.72)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

fn variable(field: &str, name: &str) -> Result<String, String> {
    let name = name.trim();
    let fits = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if fits {
        return Ok(name.to_owned());
    }
    // The value is not shown: people often put the key itself here.
    Err(format!("`{field}` must be the name of an environment variable, such as `OPENAI_API_KEY`, not the key itself"))
}

fn time(field: &str, seconds: Option<f64>, usual: Duration) -> Result<Duration, String> {
    match within(field, seconds, 0.001, LONGEST)? {
        Some(seconds) => Ok(Duration::from_secs_f64(seconds)),
        None => Ok(usual),
    }
}

fn within<T: PartialOrd + std::fmt::Display>(
    field: &str,
    value: Option<T>,
    least: T,
    most: T,
) -> Result<Option<T>, String> {
    match value {
        Some(value) if !(value >= least && value <= most) => {
            Err(format!("`{field}` is `{value}`; it must be from {least} to {most}"))
        }
        value => Ok(value),
    }
}
