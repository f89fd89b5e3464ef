//! A model as a person enters it: validates it, stores it, and tests whether it answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::model::{Choice, Endpoint, Key, Message, Model, ModelConfig, ModelError, Prompt, Role, System};
use action::dialect::{self, DialectName, ReplyContext, Size};
use action::phone::{AgentAction, Finish};
use server::SetupError;
use server::http::{NewModel, Tried};

use super::Decided;
use crate::config::{Change, Config, Edit, ModelEntry};
use crate::plain_text::plain;

/// How long a model may take to answer: pages wait for thirty seconds.
const PATIENCE: Duration = Duration::from_secs(25);
/// How many models can be stored: more than anyone chooses from.
const MOST: usize = 64;
/// The longest text of each kind.
const LONGEST_URL: usize = 2048;
const LONGEST_NAME: usize = 64;
const LONGEST_MODEL: usize = 256;
const LONGEST_KEY: usize = 4096;

/// Replaces the query of an address, where some endpoints expect the key.
const HIDDEN_QUERY: &str = "?…";

/// Returns the address as it is shown.
pub(super) fn shown_url(url: &str) -> String {
    url.split_once('?').map_or_else(|| url.to_owned(), |(address, _)| format!("{address}{HIDDEN_QUERY}"))
}

/// Checks the name of a model: a word that is no address and has no other meaning.
pub(super) fn name(name: &str) -> Result<String, SetupError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let fits = !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(plain) && name != agent::PLAN;
    if fits && name != "try" {
        return Ok(name.to_owned());
    }
    let message = format!(
        "a name has at most {LONGEST_NAME} letters, digits, `-`, `_` and `.`, and is neither `{}` nor `try`",
        agent::PLAN
    );
    Err(SetupError::invalid("name", message))
}

/// Turns an entry into a configuration; `known` is the model stored under that name.
pub(super) fn read(entered: &NewModel, known: Option<&ModelConfig>) -> Result<ModelConfig, SetupError> {
    let url = entered.base_url.trim();
    // An address with a query comes back as it was shown, without the query.
    let base_url = match known {
        Some(known) if url.ends_with(HIDDEN_QUERY) && shown_url(&known.base_url) == url => known.base_url.clone(),
        _ => url.to_owned(),
    };
    within("baseUrl", &base_url, LONGEST_URL)?;
    let model = within("model", entered.model.trim(), LONGEST_MODEL)?.to_owned();
    let dialect = match entered.dialect.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => DialectName::find(name).map_err(|error| SetupError::invalid("dialect", error.to_string()))?,
        None => DialectName::AUTO,
    };
    let key_env = entered.key_env.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let variable = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if key_env.is_some_and(|name| name.len() > LONGEST_MODEL || !variable(name)) {
        let message = "expected the name of an environment variable, such as `OPENAI_API_KEY`, not the key itself";
        return Err(SetupError::invalid("keyEnv", message));
    }
    let mut config = known.cloned().unwrap_or_else(|| ModelConfig::at(""));
    let kept = config.stored_key.take();
    config.stored_key = match (&entered.key, key_env) {
        (Some(_), Some(_)) if entered.key.as_deref().is_some_and(|key| !key.trim().is_empty()) => {
            return Err(SetupError::invalid("key", "enter the key or the name of its environment variable, not both"));
        }
        (_, Some(_)) => None,
        (Some(typed), None) => key(typed)?,
        // A key only goes to the host it was entered for.
        (None, None) if kept.is_some() && !same_host(&config.base_url, &base_url) => {
            let message = "the address has changed; enter its key again, or an empty key for none";
            return Err(SetupError::invalid("key", message));
        }
        (None, None) => kept,
    };
    config.key_env = key_env.map(str::to_owned);
    (config.base_url, config.model, config.dialect) = (base_url, model, dialect);
    // Validates the address and sends nothing. A variable that is not set yet is not refused.
    let choice = Choice::Http(String::new(), Box::new(config.clone()));
    match Endpoint::open(choice, None, |_| Some("x".to_owned()), Arc::new(System)) {
        Ok(_) => Ok(config),
        Err(error) => Err(SetupError::invalid("baseUrl", plain(&error.to_string(), 400))),
    }
}

/// Returns the changes that store a model under this name. The first model becomes the default.
pub(super) fn put(config: &Config, name: String, entered: &NewModel) -> Decided {
    let known = config.models.get(&name);
    if known.is_none() && config.models.len() >= MOST {
        return Err(SetupError::invalid("name", format!("there are already {MOST} models; remove one first")));
    }
    let new = read(entered, known)?;
    let dialect = Some(new.dialect).filter(|dialect| *dialect != DialectName::AUTO);
    let entry = ModelEntry {
        base_url: new.base_url,
        model: new.model,
        dialect: dialect.map(|dialect| dialect.as_str().to_owned()),
        key_env: new.key_env,
    };
    let mut changes =
        vec![Change::Key(name.clone(), new.stored_key), Change::File(Edit::PutModel(name.clone(), entry))];
    if config.models.is_empty() {
        changes.push(Change::File(Edit::DefaultModel(Some(name))));
    }
    Ok(changes)
}

/// Asks the model for one action and parses the reply as a task would.
pub(super) async fn try_it(config: ModelConfig) -> Result<Tried, SetupError> {
    let began = Instant::now();
    let (ok, message) = match tokio::time::timeout(PATIENCE, ask(config)).await {
        Ok(came) => came,
        Err(_) => (false, late()),
    };
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Tried { ok, message, took_ms })
}

async fn ask(mut config: ModelConfig) -> (bool, String) {
    // A person waits in front of a form; a task has more patience.
    config.connect_timeout = config.connect_timeout.min(Duration::from_secs(8));
    config.timeout = PATIENCE;
    config.first_token_timeout = PATIENCE;
    let (dialect, key_env) = (config.dialect, config.key_env.clone());
    let choice = Choice::Http("the model".to_owned(), Box::new(config));
    let opened = Endpoint::open(choice, None, |name| std::env::var(name).ok(), Arc::new(System));
    let model = match opened {
        Ok(model) => model,
        Err(error) => return (false, plain(&error.to_string(), 400)),
    };
    let context = ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), ..ReplyContext::default() };
    let wanted = wanted(dialect, &context);
    let words = format!("This is a test of the connection. Reply with exactly this and nothing else:\n{wanted}");
    let prompt = Prompt { messages: vec![Message::text(Role::User, words)], tools: Vec::new() };
    match model.answer(&prompt).await {
        Ok(answer) => match dialect::read(dialect, &answer.raw, &context) {
            Ok(parsed) => {
                let who = if answer.model.is_empty() { "The model".to_owned() } else { plain(&answer.model, 80) };
                (true, format!("It works: {who} answered, and its reply was read as `{}`.", parsed.dialect))
            }
            Err(refusal) => {
                let (said, why) = (plain(&answer.raw, 120), plain(&refusal.message, 200));
                let advice = "Choose the dialect that this model writes, or another model.";
                (false, format!("It answers, but its reply is not an action: {why}. It said: “{said}”. {advice}"))
            }
        },
        Err(error) => (false, in_plain_words(&error, key_env.as_deref())),
    }
}

/// Writes an action in the dialect. A dialect that is still unknown is asked for as in a task: as `executor`.
fn wanted(dialect: DialectName, context: &ReplyContext<'_>) -> String {
    let done = AgentAction::Finish(Finish::saying(Some("ok".to_owned())));
    let written = |name: DialectName| dialect::write_reply(name, "It is a test.", std::slice::from_ref(&done), context);
    written(dialect).or_else(|| written(DialectName::find("executor").ok()?)).unwrap_or_default()
}

fn late() -> String {
    let seconds = PATIENCE.as_secs();
    format!(
        "There was no answer within {seconds} seconds. If the model is still loading, try again in a moment. \
         Otherwise, check the address."
    )
}

/// Explains an error to a person who filled in a form, and what to do.
fn in_plain_words(error: &ModelError, key_env: Option<&str>) -> String {
    let key = match key_env {
        Some(name) => format!("Check the key in the environment variable `{name}` of the server"),
        None => "Check the key".to_owned(),
    };
    match error {
        ModelError::Unreachable { url, reason, .. } => format!(
            "Couldn't reach a server at {} ({}). Is the model's server running, and is the address right?",
            plain(url, 200),
            plain(reason, 200)
        ),
        ModelError::Timeout { .. } => late(),
        ModelError::Key { message, .. } => {
            format!("The endpoint rejected the key: {}. {key}.", plain(message, 200))
        }
        ModelError::NotFound { message, model, .. } => format!(
            "The endpoint answers, but it has no model `{}`, or the path is wrong: {}. Check the model's name and \
             the address, which often ends in `/v1`.",
            plain(model, 80),
            plain(message, 200)
        ),
        ModelError::Busy { status, message, .. } => format!(
            "The endpoint cannot answer right now ({status}): {}. Wait a moment and try again.",
            plain(message, 200)
        ),
        ModelError::Garbage { reason, .. } => format!(
            "A server answers, but not like an OpenAI-compatible API: {}. Check the address, which often ends in \
             `/v1`.",
            plain(reason, 200)
        ),
        other => plain(&other.to_string(), 400),
    }
}

fn key(typed: &str) -> Result<Option<Key>, SetupError> {
    if typed.len() > LONGEST_KEY || typed.trim().chars().any(|c| c.is_control() || !c.is_ascii()) {
        let message = format!("a key is one line of at most {LONGEST_KEY} letters, digits and symbols");
        return Err(SetupError::invalid("key", message));
    }
    Ok(Key::new(typed))
}

fn within<'t>(field: &'static str, text: &'t str, most: usize) -> Result<&'t str, SetupError> {
    if text.len() > most || text.chars().any(char::is_control) {
        return Err(SetupError::invalid(field, format!("expected one line of at most {most} bytes")));
    }
    Ok(text)
}

fn same_host(one: &str, other: &str) -> bool {
    let origin = |url: &str| reqwest::Url::parse(url.trim()).ok().map(|url| url.origin());
    origin(one) == origin(other)
}
