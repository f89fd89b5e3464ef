//! Sends traces and metrics of finished tasks to OpenTelemetry, and keeps the sums for `/metrics`.
//!
//! `serve`, `run` and `worker` start it beside the task service. It reads a task's record when the task has ended, so it
//! costs a running task nothing. No task waits for it: an endpoint that hangs loses what does not fit into its queue,
//! and the log says how much. `history` builds what is sent.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use history::{Measures, Run, trace};
use jiff::Timestamp;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Url};
use serde::{Deserialize, Serialize};
use task::{EventKind, News, Service, Watching};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::web::client;

/// How many requests wait for the endpoint; `history` bounds each to some ten megabytes.
const WAITING: usize = 16;
/// How long a connection, and a whole request, may take.
const CONNECT: Duration = Duration::from_secs(3);
const REQUEST: Duration = Duration::from_secs(10);
/// How long the end of the process may wait for what is still to be sent.
const GOODBYE: Duration = Duration::from_secs(5);
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// `[telemetry]` in the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TelemetryConfig {
    /// The OTLP endpoint, without `/v1/traces`. Nothing is sent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) endpoint: Option<String>,
    /// The environment variable that holds extra headers, as `name=value,name=value`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) headers_env: Option<String>,
    /// Whether goals, thoughts and arguments of actions are sent too, as the record shows them.
    pub(crate) texts: bool,
}

/// The sums over all tasks that ended in this process.
pub(crate) type SharedMeasures = Arc<Mutex<Measures>>;

/// The running exporter.
pub(crate) struct Telemetry {
    measures: SharedMeasures,
    finish: oneshot::Sender<()>,
    working: JoinHandle<()>,
}

impl Telemetry {
    /// Starts it. Fails if the configuration is wrong, never because an endpoint is down.
    pub(crate) fn start(service: &Arc<Service>, config: &TelemetryConfig) -> Result<Self> {
        let endpoint = config.endpoint.as_deref().map(|url| Endpoint::new(url, config)).transpose()?;
        let measures = SharedMeasures::default();
        let (finish, finished) = oneshot::channel();
        let watching = service.watch_all(None);
        let work = Work {
            service: Arc::clone(service),
            measures: Arc::clone(&measures),
            texts: config.texts,
            sender: endpoint.map(Sender::start),
            began: Timestamp::now(),
        };
        Ok(Self { measures, finish, working: tokio::spawn(work.run(watching, finished)) })
    }

    /// The sums, for display.
    pub(crate) fn measures(&self) -> SharedMeasures {
        Arc::clone(&self.measures)
    }

    /// Sends the remaining data, within a few seconds. Call it once the tasks have ended.
    pub(crate) async fn finish(self) {
        let _ = self.finish.send(());
        if timeout(GOODBYE, self.working).await.is_err() {
            tracing::warn!("the telemetry endpoint does not answer; the last traces were not sent");
        }
    }
}

struct Work {
    service: Arc<Service>,
    measures: SharedMeasures,
    texts: bool,
    sender: Option<Sender>,
    began: Timestamp,
}

impl Work {
    async fn run(mut self, mut watching: Watching, mut finished: oneshot::Receiver<()>) {
        loop {
            let news = tokio::select! {
                // Events that have already happened are taken before the end.
                biased;
                news = watching.next() => news,
                _ = &mut finished => break,
            };
            match news {
                Some(News::Event(event)) if matches!(event.what, EventKind::Ended(_)) => {
                    self.ended(event.task.clone()).await
                }
                Some(News::Event(_)) => {}
                Some(News::Lagged { .. }) => tracing::warn!("telemetry fell behind; some tasks are not in it"),
                None => break,
            }
        }
        if let Some(sender) = self.sender.take() {
            sender.finish().await;
        }
    }

    async fn ended(&mut self, task: String) {
        // A task of another machine has no record here; that machine sends it.
        let Ok(folder) = self.service.task_folder(&task) else { return };
        let (measures, texts, sends) = (Arc::clone(&self.measures), self.texts, self.sender.is_some());
        let began = self.began;
        let made = tokio::task::spawn_blocking(move || {
            let run = if texts { Run::read(&folder) } else { Run::read_outline(&folder) };
            let run = run.inspect_err(|error| tracing::debug!(%error, "no telemetry of a task")).ok()?;
            let mut measures = measures.lock().unwrap_or_else(PoisonError::into_inner);
            measures.add(&run);
            sends.then(|| (trace(&run, VERSION, texts), measures.otlp(VERSION, began, Timestamp::now())))
        });
        if let (Ok(Some((trace, metrics))), Some(sender)) = (made.await, &mut self.sender) {
            sender.queue("v1/traces", trace.to_string());
            sender.queue("v1/metrics", metrics.to_string());
        }
    }
}

/// Where to send, and with which headers.
struct Endpoint {
    base: Url,
    client: Client,
    headers: HeaderMap,
}

impl Endpoint {
    fn new(url: &str, config: &TelemetryConfig) -> Result<Self> {
        let mut base: Url =
            url.parse().with_context(|| format!("`endpoint` in `[telemetry]`: `{url}` is not an address"))?;
        if !matches!(base.scheme(), "http" | "https") {
            bail!("`endpoint` in `[telemetry]`: `{url}` must begin with http:// or https://");
        }
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        let headers = match &config.headers_env {
            None => HeaderMap::new(),
            Some(name) => {
                let text = std::env::var(name)
                    .with_context(|| format!("`headers_env` in `[telemetry]`: the variable `{name}` is not set"))?;
                headers(&text).with_context(|| format!("the variable `{name}` holds no headers"))?
            }
        };
        let client = client(base.as_str(), CONNECT)?;
        Ok(Self { base, client, headers })
    }

    async fn send(&self, path: &str, body: String) -> Result<(), String> {
        let url = self.base.join(path).map_err(|error| error.to_string())?;
        let request = self.client.post(url).headers(self.headers.clone()).header(CONTENT_TYPE, "application/json");
        let sent = request.timeout(REQUEST).body(body).send().await;
        // The address may hold a key, so no error shows it.
        let answer = sent.map_err(|error| error.without_url().to_string())?;
        match answer.status() {
            status if status.is_success() => Ok(()),
            status => Err(format!("it answered {status}")),
        }
    }
}

/// Reads `name=value,name=value`.
fn headers(text: &str) -> Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        // A value may be a key, so no message shows it.
        let (name, value) = pair.split_once('=').context("expected `name=value,name=value`")?;
        let name: HeaderName = name.trim().parse().context("a name is not valid")?;
        let mut value = HeaderValue::from_str(value.trim()).context("a value is not valid")?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(headers)
}

/// Sends one request after the other, and never makes anybody wait.
struct Sender {
    queue: mpsc::Sender<(&'static str, String)>,
    sending: JoinHandle<()>,
    /// The paths whose loss was logged and which have not fitted since.
    full: BTreeSet<&'static str>,
}

impl Sender {
    fn start(endpoint: Endpoint) -> Self {
        let (queue, mut queued) = mpsc::channel::<(&'static str, String)>(WAITING);
        let sending = tokio::spawn(async move {
            let mut works = true;
            while let Some((path, body)) = queued.recv().await {
                let sent = endpoint.send(path, body).await;
                match &sent {
                    Err(why) if works => tracing::warn!(why, path, "the telemetry endpoint took nothing"),
                    Err(why) => tracing::debug!(why, path, "the telemetry endpoint took nothing"),
                    Ok(()) if !works => tracing::info!("the telemetry endpoint works again"),
                    Ok(()) => {}
                }
                works = sent.is_ok();
            }
        });
        Self { queue, sending, full: BTreeSet::new() }
    }

    fn queue(&mut self, path: &'static str, body: String) {
        if self.queue.try_send((path, body)).is_ok() {
            self.full.remove(path);
        } else if self.full.insert(path) {
            tracing::warn!(path, "the telemetry endpoint is too slow; requests are dropped");
        }
    }

    async fn finish(self) {
        drop(self.queue);
        let _ = self.sending.await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_or_refused_without_showing_them() {
        for (text, expected) in [
            ("", Some(0)),
            ("authorization=Bearer abc=, x-team = phones ,", Some(2)),
            ("nonsense", None),
            ("na me=secret-1", None),
            ("name=secret\n1", None),
        ] {
            let read = headers(text);
            assert_eq!(read.as_ref().ok().map(HeaderMap::len), expected, "{text}");
            assert!(read.err().is_none_or(|error| !format!("{error:#}").contains("secret")), "{text}");
        }
    }

    #[test]
    fn an_endpoint_is_an_address() {
        let config = TelemetryConfig::default();
        for (url, expected) in [
            ("http://127.0.0.1:4318", Some("http://127.0.0.1:4318/v1/traces")),
            ("https://example.com/otlp", Some("https://example.com/otlp/v1/traces")),
            ("127.0.0.1:4318", None),
            ("file:///etc/passwd", None),
        ] {
            let url =
                Endpoint::new(url, &config).ok().map(|endpoint| endpoint.base.join("v1/traces").unwrap().to_string());
            assert_eq!(url.as_deref(), expected);
        }
    }
}
