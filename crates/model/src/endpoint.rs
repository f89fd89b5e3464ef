//! Resolves what the user chose: a name from the configuration, an address, `script:FILE` or `replay:FILE`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use action::dialect::DialectName;
use async_trait::async_trait;

use crate::config::nearest;
use crate::{Answer, Environment, Model, ModelConfig, ModelError, OpenAi, Prompt, Replay, Script, Traits};

/// A chosen model, before anything is opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// An endpoint, with its display name.
    Http(String, Box<ModelConfig>),
    /// A script.
    Script(PathBuf),
    /// A recording.
    Replay(PathBuf),
}

impl Choice {
    /// Resolves a word: a name in `models`, an address, `script:FILE` or `replay:FILE`.
    pub fn find(word: &str, models: &BTreeMap<String, ModelConfig>) -> Result<Self, ModelError> {
        let word = word.trim();
        if let Some(config) = models.get(word) {
            return Ok(Self::Http(word.to_owned(), Box::new(config.clone())));
        }
        if let Some(file) = word.strip_prefix("script:") {
            return Ok(Self::Script(Path::new(file).to_owned()));
        }
        if let Some(file) = word.strip_prefix("replay:") {
            return Ok(Self::Replay(Path::new(file).to_owned()));
        }
        if word.starts_with("http://") || word.starts_with("https://") {
            // Named by its host, so that a log shows where the answer came from.
            let host = word.split_once("://").map_or(word, |(_, rest)| rest);
            let host = host.split(['/', '?', '#']).next().unwrap_or_default();
            let host = host.rsplit('@').next().unwrap_or_default();
            return Ok(Self::Http(host.to_owned(), Box::new(ModelConfig::at(word))));
        }
        let shown: String = word.chars().filter(|c| !c.is_control()).take(60).collect();
        let known = match nearest(word, models.keys().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if models.is_empty() => "the configuration has no `[models.NAME]` yet".to_owned(),
            None => {
                let names: Vec<&str> = models.keys().map(String::as_str).take(20).collect();
                format!("the configuration has {}", names.join(", "))
            }
        };
        Err(ModelError::Config(format!(
            "there is no model `{shown}`: {known} (or give an address, `script:FILE` or `replay:FILE`)"
        )))
    }
}

/// An opened model.
#[expect(clippy::large_enum_variant, reason = "there is one of it a task")]
pub enum Endpoint {
    /// An OpenAI-compatible endpoint.
    Http(OpenAi),
    /// A script.
    Script(Script),
    /// A recording.
    Replay(Replay),
}

impl Endpoint {
    /// Opens the chosen model. `dialect` overrides the configured one; `env` is the environment, for keys.
    pub fn open(
        choice: Choice,
        dialect: Option<DialectName>,
        env: impl Fn(&str) -> Option<String>,
        environment: Arc<dyn Environment>,
    ) -> Result<Self, ModelError> {
        let traits = || Traits::of(dialect.unwrap_or(DialectName::AUTO));
        match choice {
            Choice::Http(name, mut config) => {
                config.dialect = dialect.unwrap_or(config.dialect);
                OpenAi::new(name, *config, env, environment).map(Self::Http)
            }
            Choice::Script(path) => Script::open(&path, traits(), environment).map(Self::Script),
            Choice::Replay(path) => Replay::open(&path, traits()).map(Self::Replay),
        }
    }
}

#[async_trait]
impl Model for Endpoint {
    fn name(&self) -> &str {
        match self {
            Self::Http(model) => model.name(),
            Self::Script(model) => model.name(),
            Self::Replay(model) => model.name(),
        }
    }

    fn traits(&self) -> &Traits {
        match self {
            Self::Http(model) => model.traits(),
            Self::Script(model) => model.traits(),
            Self::Replay(model) => model.traits(),
        }
    }

    async fn answer(&self, prompt: &Prompt) -> Result<Answer, ModelError> {
        match self {
            Self::Http(model) => model.answer(prompt).await,
            Self::Script(model) => model.answer(prompt).await,
            Self::Replay(model) => model.answer(prompt).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::System;

    fn models() -> BTreeMap<String, ModelConfig> {
        let config = ModelConfig { key_env: Some("KEY".to_owned()), ..ModelConfig::at("http://127.0.0.1:1") };
        BTreeMap::from([("local".to_owned(), config)])
    }

    #[test]
    fn a_word_is_a_name_an_address_or_a_file() {
        let find = |word: &str| Choice::find(word, &models());
        assert!(matches!(find("local"), Ok(Choice::Http(name, config)) if name == "local" && config.key_env.is_some()));
        assert_eq!(find("script:a b.jsonl"), Ok(Choice::Script("a b.jsonl".into())));
        assert_eq!(find("replay:/x"), Ok(Choice::Replay("/x".into())));
        let address = "http://localhost:11434";
        assert_eq!(find(address), Ok(Choice::Http("localhost:11434".to_owned(), Box::new(ModelConfig::at(address)))));
        let error = find("locl").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no model `locl`: did you mean `local`? (or give an address, `script:FILE` or `replay:FILE`)"
        );
        let none = Choice::find("gpt", &BTreeMap::new()).unwrap_err().to_string();
        assert!(none.contains("has no `[models.NAME]` yet"), "{none}");
    }

    #[test]
    fn what_is_chosen_is_opened_or_refused() {
        let open = |config: ModelConfig, dialect: Option<&str>| {
            let dialect = dialect.map(|name| DialectName::find(name).unwrap());
            let choice = Choice::Http("m".to_owned(), Box::new(config));
            Endpoint::open(choice, dialect, |_| None, Arc::new(System))
        };
        let endpoint = open(ModelConfig::at("http://localhost:1"), Some("claude")).unwrap();
        assert_eq!((endpoint.name(), endpoint.traits().dialect.as_str()), ("m", "claude"));
        let refused = |address: &str| open(ModelConfig::at(address), None).err().unwrap().to_string();
        for address in ["", "localhost:8080", "ftp://x/", "http://"] {
            assert!(refused(address).contains("expected an address such as"), "{address}");
        }
        let hidden = refused("http://me:hunter2@x/");
        assert!(hidden.contains("key_env") && !hidden.contains("hunter2"), "{hidden}");
        let config = models().remove("local").unwrap();
        assert!(open(config, None).err().unwrap().to_string().contains("`KEY`"));
        let bad = ModelConfig {
            headers: BTreeMap::from([("a b".to_owned(), "x".to_owned())]),
            ..ModelConfig::at("http://x")
        };
        assert_eq!(open(bad, None).err().unwrap().to_string(), "the name of the header `a b` cannot be sent");
        // This loads the platform's certificates and sends nothing.
        assert!(open(ModelConfig::at("https://api.example.com/v1"), None).is_ok());
    }
}
