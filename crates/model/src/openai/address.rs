//! The address of an endpoint, and the headers of every request.

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use crate::{Key, ModelConfig, ModelError};

/// The address of an endpoint.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// The URL for completions.
    pub(super) completions: Url,
    /// The URL of the list of models.
    pub(super) models: Url,
    /// For messages: without the query, which may contain secrets.
    pub(super) shown: String,
    /// Whether the connection stays on this machine.
    loopback: bool,
}

impl Address {
    /// Parses `base_url`: adds `/v1` if there is no path, and accepts full addresses of `chat/completions`.
    pub(super) fn read(base_url: &str) -> Result<Self, ModelError> {
        let refuse = |why: &str| {
            ModelError::Config(format!(
                "`base_url` {why}; expected an address such as `http://127.0.0.1:8080/v1` or `https://api.openai.com/v1`"
            ))
        };
        let mut url = Url::parse(base_url.trim()).map_err(|error| refuse(&format!("is not an address ({error})")))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(refuse("must begin with `http://` or `https://`"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refuse(
                "contains a user name or a password, which would appear in logs: use `key_env` or `headers_env`",
            ));
        }
        url.set_fragment(None);
        let path = url.path().trim_end_matches('/');
        let path = path.strip_suffix("/chat/completions").unwrap_or(path);
        let path = if path.is_empty() { "/v1" } else { path }.to_owned();
        let at = |tail: &str| {
            let mut url = url.clone();
            url.set_path(&format!("{path}/{tail}"));
            url
        };
        let mut shown = at("chat/completions");
        shown.set_query(None);
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let loopback = host == "localhost"
            || host.ends_with(".localhost")
            || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
        Ok(Self { completions: at("chat/completions"), models: at("models"), shown: shown.to_string(), loopback })
    }
}

/// The connection pool.
pub(super) fn client(address: &Address, config: &ModelConfig) -> Result<reqwest::Client, ModelError> {
    // It may already be installed, which is fine.
    drop(rustls::crypto::ring::default_provider().install_default());
    let mut builder = reqwest::Client::builder()
        .connect_timeout(config.connect_timeout)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .user_agent(concat!("fingertip/", env!("CARGO_PKG_VERSION")));
    if address.loopback {
        builder = builder.no_proxy();
    }
    if address.completions.scheme() == "http" {
        // Without this the platform's certificates are loaded, which fails if there are none.
        builder = builder.tls_certs_only([]);
    }
    builder
        .build()
        .map_err(|error| ModelError::Config(format!("no connection can be made: {}", super::refusal::cause(&error))))
}

/// The headers of every request, and the values that must not be shown.
pub(super) fn headers(
    config: &ModelConfig,
    key: Option<Key>,
    env: impl Fn(&str) -> Option<String>,
) -> Result<(HeaderMap, Vec<Key>), ModelError> {
    let mut headers = HeaderMap::new();
    let mut secrets = Vec::new();
    let mut add = |name: &str, value: &str, secret: Option<Key>| {
        let refuse = |what: &str| ModelError::Config(format!("the {what} of the header `{name}` cannot be sent"));
        let header = HeaderName::try_from(name).map_err(|_| refuse("name"))?;
        let mut value = HeaderValue::try_from(value).map_err(|_| refuse("value"))?;
        value.set_sensitive(true);
        headers.insert(header, value);
        secrets.extend(secret);
        Ok::<(), ModelError>(())
    };
    if let Some(key) = key {
        let value = format!("Bearer {}", key.reveal());
        add(AUTHORIZATION.as_str(), &value, Some(key))?;
    }
    for (name, value) in &config.headers {
        add(name, value, Key::new(value).filter(|_| value.len() >= 8))?;
    }
    for (name, variable) in &config.headers_env {
        let Some(value) = env(variable).as_deref().and_then(Key::new) else {
            return Err(ModelError::Config(format!(
                "the environment variable `{variable}` with the header `{name}` is not set"
            )));
        };
        let shown = value.reveal().to_owned();
        add(name, &shown, Some(value))?;
    }
    Ok((headers, secrets))
}
