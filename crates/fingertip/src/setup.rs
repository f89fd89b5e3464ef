//! Implements the desktop's settings: reads and changes the configuration, and tests new entries. The rules for entries
//! are here; `config::live` makes sure that a file changes entirely or not at all.
//!
//! A typed key goes from the request into `model::Key` and from there into its file. It never appears in an answer, a
//! log or a message.

mod model;
mod phone;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use ::model::ModelConfig;
use async_trait::async_trait;
use server::http::{KeySource, ListedModel, NewModel, NewPhone, Settings, SettingsChange, Tried};
use server::{Setup, SetupError, Webhook};

use crate::config::{Change, Config, Edit, LiveConfig};

/// The settings of a running server.
pub(crate) struct ConfiguredSetup {
    config: Arc<LiveConfig>,
    /// Receives the new task settings.
    tasks: OnSettings,
    /// The address for other devices.
    public_url: Option<String>,
    /// Whether it is served over TLS.
    tls: bool,
}

/// A callback for new task settings.
pub(crate) type OnSettings = Box<dyn Fn(agent::Settings) + Send + Sync>;

/// The changes to make, or why not.
type Decided = Result<Vec<Change>, SetupError>;

impl ConfiguredSetup {
    pub(crate) fn new(config: Arc<LiveConfig>, tasks: OnSettings, public_url: Option<String>, tls: bool) -> Self {
        Self { config, tasks, public_url, tls }
    }

    async fn apply(&self, decide: impl FnOnce(&Config) -> Decided + Send + 'static) -> Result<Settings, SetupError> {
        let config = Arc::clone(&self.config);
        let changing = tokio::task::spawn_blocking(move || config.change(|config| Ok(decide(config)?)));
        let changed = changing.await.map_err(|error| SetupError::Broken(error.to_string()))?;
        let now = changed.map_err(|error| match error.downcast::<SetupError>() {
            Ok(refused) => refused,
            Err(error) => SetupError::Broken(format!("{error:#}")),
        })?;
        (self.tasks)(now.executor.clone());
        Ok(self.shown(&now))
    }

    fn shown(&self, config: &Config) -> Settings {
        let models = config.models.iter().map(|(name, model)| ListedModel {
            name: name.clone(),
            base_url: model::shown_url(&model.base_url),
            model: model.model.clone(),
            dialect: Some(model.dialect.as_str().to_owned()).filter(|dialect| dialect != "auto"),
            key: key_source(model),
        });
        Settings {
            models: models.collect(),
            default_model: config.default_model.clone(),
            phones: config.phones.clone(),
            always_confirm: config.executor.always_confirm,
            webhook: config.server.webhook.clone(),
            public_url: self.public_url.clone(),
            tls: self.tls,
            data: self.config.data().display().to_string(),
            config: self.config.file().display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

#[async_trait]
impl Setup for ConfiguredSetup {
    async fn settings(&self) -> Result<Settings, SetupError> {
        Ok(self.shown(&self.config.now()))
    }

    async fn change(&self, change: SettingsChange) -> Result<Settings, SetupError> {
        self.apply(move |config| changes(config, change)).await
    }

    async fn try_model(&self, entered: NewModel) -> Result<Tried, SetupError> {
        let config = self.config.now();
        let known = entered.name.as_deref().and_then(|name| config.models.get(name));
        model::try_it(model::read(&entered, known)?).await
    }

    async fn put_model(&self, name: &str, entered: NewModel) -> Result<Settings, SetupError> {
        let name = model::name(name)?;
        self.apply(move |config| model::put(config, name, &entered)).await
    }

    async fn remove_model(&self, name: &str) -> Result<Settings, SetupError> {
        let name = name.to_owned();
        let remove = move |config: &Config| {
            if !config.models.contains_key(&name) {
                return Err(SetupError::Missing("there is no model with that name".to_owned()));
            }
            Ok(vec![Change::File(Edit::RemoveModel(name.clone())), Change::Key(name, None)])
        };
        self.apply(remove).await
    }

    async fn try_phone(&self, phone: NewPhone) -> Result<Tried, SetupError> {
        Ok(phone::try_it(&phone::address(&phone)?).await)
    }

    async fn add_phone(&self, phone: NewPhone) -> Result<Settings, SetupError> {
        let address = phone::address(&phone)?;
        self.apply(move |config| phone::add(config, address)).await
    }

    async fn remove_phone(&self, address: &str) -> Result<Settings, SetupError> {
        let address = address.to_owned();
        self.apply(move |config| phone::remove(config, address)).await
    }

    fn webhook(&self) -> Option<Webhook> {
        let config = self.config.now();
        let after = Duration::from_secs(config.server.webhook_after.into());
        let private = config.server.webhook_private;
        config.server.webhook.clone().map(|url| Webhook { url, after, private })
    }
}

/// Turns a person's change into changes to the file.
fn changes(config: &Config, change: SettingsChange) -> Decided {
    let SettingsChange { always_confirm, default_model, webhook } = change;
    let mut edits = Vec::new();
    if let Some(on) = always_confirm.filter(|on| *on != config.executor.always_confirm) {
        edits.push(Edit::AlwaysConfirm(on));
    }
    if let Some(name) = default_model {
        let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        if name.as_ref().is_some_and(|name| !config.models.contains_key(name)) {
            let there: Vec<&str> = config.models.keys().map(String::as_str).collect();
            let there = if there.is_empty() { "none is configured yet".to_owned() } else { there.join(", ") };
            let message = format!("there is no model with that name; choose one of these: {there}");
            return Err(SetupError::invalid("defaultModel", message));
        }
        edits.push(Edit::DefaultModel(name));
    }
    if let Some(url) = webhook {
        edits.push(Edit::Webhook(web_address(&url, config.server.webhook_private)?));
    }
    Ok(edits.into_iter().map(Change::File).collect())
}

/// Checks the address of a webhook; `None` for an empty text. A name is only resolved when it is called.
fn web_address(url: &str, private: bool) -> Result<Option<String>, SetupError> {
    let url = url.trim();
    if url.is_empty() {
        return Ok(None);
    }
    let refused = || {
        let expected = "expected an address such as `https://hooks.example.org/fingertip`, without a name or password";
        SetupError::invalid("webhook", expected)
    };
    if !private && server::names_private_address(url) {
        let expected = "expected an address on the internet; `webhook_private = true` in the settings file allows one of \
                        this machine or its network";
        return Err(SetupError::invalid("webhook", expected));
    }
    let read = reqwest::Url::parse(url).ok().filter(|_| url.len() <= 2048).ok_or_else(refused)?;
    let plain = matches!(read.scheme(), "http" | "https") && read.username().is_empty() && read.password().is_none();
    if plain { Ok(Some(url.to_owned())) } else { Err(refused()) }
}

fn key_source(model: &ModelConfig) -> KeySource {
    match (&model.key_env, &model.stored_key) {
        (Some(name), _) if std::env::var_os(name).is_some_and(|value| !value.is_empty()) => KeySource::Environment,
        (Some(_), _) => KeySource::Missing,
        (None, Some(_)) => KeySource::Stored,
        (None, None) => KeySource::None,
    }
}
