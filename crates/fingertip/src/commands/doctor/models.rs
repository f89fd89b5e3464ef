//! Checks the configured models: whether their keys are set, and whether their endpoints answer.

use std::time::Duration;

use anyhow::{Context, Result};
use model::{Choice, Endpoint, ModelConfig, System};

use super::Finding;
use crate::config::Config;
use crate::plain_text::plain;

/// How long an endpoint may take to list its models.
const PATIENCE: Duration = Duration::from_secs(3);
/// How much of the list is read, in bytes.
const MOST_BODY: usize = 4 << 20;

pub(super) async fn look(config: &Config) -> Vec<Finding> {
    let advice = "run `fingertip config init` and add one to the file, or give an address with `--model`";
    if config.models.is_empty() {
        return vec![Finding::warn("models", "none is configured; only the built-in planner is available", advice)];
    }
    let mut findings = Vec::new();
    if config.default_model.is_none() {
        let fix = "set `default_model` in the configuration, or give `--model NAME`";
        findings.push(Finding::warn("models", "there is no default model", fix));
    }
    for (name, model) in &config.models {
        findings.push(one(name, model).await);
    }
    findings
}

async fn one(name: &str, config: &ModelConfig) -> Finding {
    let check = format!("model {}", plain(name, 80));
    let env = |name: &str| std::env::var(name).ok();
    // Opening validates the address, the key and the headers, and sends nothing.
    let choice = Choice::Http(name.to_owned(), Box::new(config.clone()));
    if let Err(error) = Endpoint::open(choice, None, env, std::sync::Arc::new(System)) {
        return Finding::fail(check, error.to_string(), "fix its configuration, or set the environment variable");
    }
    let fix = "start the server, or fix `base_url` in its configuration";
    match tokio::time::timeout(PATIENCE, ask(config)).await {
        Ok(Ok((200, body))) => {
            let listed: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
            let names: Vec<&str> =
                listed["data"].as_array().into_iter().flatten().filter_map(|model| model["id"].as_str()).collect();
            match () {
                () if config.model.is_empty() && names.is_empty() => {
                    Finding::warn(check, "answers, but lists no model", "name one with `model` in its configuration")
                }
                () if !config.model.is_empty() && !names.is_empty() && !names.contains(&config.model.as_str()) => {
                    let some: Vec<String> = names.iter().take(5).map(|name| plain(name, 60)).collect();
                    let message =
                        format!("answers, but does not list `{}`; it lists {}", config.model, some.join(", "));
                    Finding::warn(check, message, "check `model` in its configuration")
                }
                () => Finding::ok(check, "answers"),
            }
        }
        Ok(Ok((status @ (401 | 403), _))) => {
            let key = match (&config.key_env, &config.stored_key) {
                (Some(name), _) => name,
                (None, Some(_)) => "it was entered on the desktop",
                (None, None) => "none is configured: set `key_env`",
            };
            Finding::fail(check, format!("rejects the key ({status})"), format!("check the key ({key})"))
        }
        Ok(Ok((404, _))) => Finding::warn(check, "answers, but has no list of models", "if tasks fail, fix `base_url`"),
        Ok(Ok((status, _))) => Finding::warn(check, format!("answers {status} to the request for its models"), fix),
        Ok(Err(error)) => Finding::fail(check, format!("{error:#}"), fix),
        Err(_) => Finding::fail(check, format!("no answer within {} s", PATIENCE.as_secs()), fix),
    }
}

/// Requests the list of models and returns the status and the body.
async fn ask(config: &ModelConfig) -> Result<(u16, Vec<u8>)> {
    let address = list_of(&config.base_url);
    let client = crate::web::client(&address, PATIENCE)?;
    let mut request = client.get(&address);
    let key = config.key(|name| std::env::var(name).ok()).ok().flatten();
    if let Some(value) = key.and_then(|key| key.authorization()) {
        request = request.header(reqwest::header::AUTHORIZATION, value);
    }
    for (name, value) in &config.headers {
        request = request.header(name, value);
    }
    for (name, variable) in &config.headers_env {
        request = request.header(name, std::env::var(variable).unwrap_or_default());
    }
    // The address may contain a secret.
    let response = request.send().await.map_err(reqwest::Error::without_url).context("does not answer")?;
    let status = response.status().as_u16();
    Ok((status, crate::web::body(response, MOST_BODY).await?))
}

/// Returns where an endpoint lists its models. Keeps the query, because some endpoints expect the key there.
fn list_of(base_url: &str) -> String {
    let (address, query) = match base_url.trim().split_once('?') {
        Some((address, query)) => (address, format!("?{query}")),
        None => (base_url.trim(), String::new()),
    };
    let address = address.trim_end_matches('/');
    let address = address.strip_suffix("/chat/completions").unwrap_or(address);
    let has_path = address.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    format!("{address}{}/models{query}", if has_path { "" } else { "/v1" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_listed_beside_where_they_are_asked() {
        for (base, expected) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/models"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1/models"),
            ("https://a.example/api/v1/", "https://a.example/api/v1/models"),
            ("https://a.example/v1/chat/completions?key=1", "https://a.example/v1/models?key=1"),
        ] {
            assert_eq!(list_of(base), expected);
        }
    }
}
