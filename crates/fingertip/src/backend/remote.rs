//! A client for the server that owns a data folder: HTTP on this machine, with the owner's secret.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use action::sse::Reader;
use anyhow::{Context, Result, bail};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;
use task::permissions::ChoiceList;
use task::retention::{PruneReport, Retention};
use task::{Event, LinkedQuestion, ListFilter, NewTask, News, Page, QuestionList, Reply, Spec, TaskMade, View};

/// How long a connection may take: the server is on this machine.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the server may take for an immediate answer.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a file may take.
const FILE_TIMEOUT: Duration = Duration::from_secs(300);
/// The longest response that is read: a page of tasks with the longest goals.
const MOST_BODY: usize = 32 << 20;
/// The longest event of a stream.
const MOST_EVENT: usize = 1 << 20;

/// A running server.
pub(crate) struct Remote {
    /// Its base URL.
    pub(crate) url: String,
    secret: String,
    client: Client,
}

impl Remote {
    /// Creates a client for the server at `url`, which accepts this secret.
    pub(super) fn new(url: String, secret: String, data: &Path) -> Result<Self> {
        let client = crate::web::client_of_server(&url, data, CONNECT_TIMEOUT)?;
        Ok(Self { url, secret, client })
    }

    pub(super) async fn start(&self, spec: Spec) -> Result<String> {
        let body = NewTask::from(spec);
        let made: TaskMade = self.json(self.request(Method::POST, "/api/tasks").json(&body)).await?;
        Ok(made.task_id)
    }

    pub(super) async fn resume(&self, id: &str, max_steps: Option<u32>) -> Result<()> {
        let query = max_steps.map_or_else(String::new, |most| format!("?max_steps={most}"));
        self.send(self.request(Method::POST, &format!("/api/tasks/{}/resume{query}", name(id)?))).await.map(drop)
    }

    pub(super) async fn pause(&self, id: &str) -> Result<()> {
        self.send(self.request(Method::POST, &format!("/api/tasks/{}/pause", name(id)?))).await.map(drop)
    }

    pub(super) async fn go_on(&self, id: &str) -> Result<()> {
        self.send(self.request(Method::POST, &format!("/api/tasks/{}/continue", name(id)?))).await.map(drop)
    }

    pub(super) async fn undo(&self, id: &str) -> Result<Option<String>> {
        let answer = self.send(self.request(Method::POST, &format!("/api/tasks/{}/undo", name(id)?))).await?;
        if answer.is_empty() {
            return Ok(None);
        }
        let made: TaskMade = serde_json::from_slice(&answer).context("the server's answer cannot be read")?;
        Ok(Some(made.task_id))
    }

    pub(super) async fn cancel(&self, id: &str) -> Result<()> {
        self.send(self.request(Method::POST, &format!("/api/tasks/{}/cancel", name(id)?))).await.map(drop)
    }

    pub(super) async fn list(&self, limit: usize, filter: &ListFilter) -> Result<Page> {
        let mut path = format!("/api/tasks?limit={limit}");
        if !filter.states.is_empty() {
            let states: Vec<String> = filter
                .states
                .iter()
                .filter_map(|state| serde_json::to_value(state).ok()?.as_str().map(str::to_owned))
                .collect();
            path.push_str(&format!("&status={}", encoded(&states.join(","))));
        }
        if let Some(since) = filter.since {
            path.push_str(&format!("&since={}", encoded(&since.to_string())));
        }
        if let Some(text) = &filter.text {
            path.push_str(&format!("&grep={}", encoded(text)));
        }
        self.json(self.request(Method::GET, &path)).await
    }

    pub(super) async fn show(&self, id: &str) -> Result<View> {
        self.json(self.request(Method::GET, &format!("/api/tasks/{}", name(id)?))).await
    }

    pub(super) async fn prune(&self, rules: Retention, dry_run: bool) -> Result<PruneReport> {
        let Retention { keep_days, keep_runs, max_bytes, unfinished } = rules;
        let limits =
            format!("keep_days={keep_days}&keep_runs={keep_runs}&max_bytes={max_bytes}&unfinished={unfinished}");
        self.json(self.request(Method::POST, &format!("/api/history/prune?{limits}&dry_run={dry_run}"))).await
    }

    pub(super) async fn answer(&self, question: &str, reply: Reply) -> Result<()> {
        if let Reply::Give { name: called, bytes } = reply {
            let path = format!("/api/questions/{}/file?name={}", name(question)?, encoded(&called));
            let request = self.request(Method::POST, &path).timeout(FILE_TIMEOUT).body(bytes);
            return self.sent(request).await.map(drop);
        }
        // Without a person at the terminal, people at the desktop may still answer.
        let Some(body) = reply.to_json() else { return Ok(()) };
        let path = format!("/api/questions/{}/answer", name(question)?);
        let request = self.request(Method::POST, &path).header(CONTENT_TYPE, "application/json").body(body);
        self.send(request).await.map(drop)
    }

    /// Lists the questions that wait for an answer.
    pub(super) async fn questions(&self) -> Result<Vec<LinkedQuestion>> {
        let mut listed: QuestionList = self.json(self.request(Method::GET, "/api/questions")).await?;
        for linked in &mut listed.questions {
            // Without a public address the link is a path on this server.
            if linked.link.url.starts_with('/') {
                linked.link.url = format!("{}{}", self.url, linked.link.url);
            }
        }
        Ok(listed.questions)
    }

    /// Lists the remembered choices.
    pub(crate) async fn choices(&self) -> Result<ChoiceList> {
        self.json(self.request(Method::GET, "/api/permissions")).await
    }

    /// Forgets a choice.
    pub(crate) async fn forget(&self, id: &str) -> Result<()> {
        self.send(self.request(Method::DELETE, &format!("/api/permissions/{}", name(id)?))).await.map(drop)
    }

    pub(super) async fn events(&self, id: &str) -> Result<Stream> {
        // No timeout: a task takes as long as it takes, and the server sends keep-alives.
        let request = self.request(Method::GET, &format!("/api/tasks/{}/events", name(id)?));
        let response = self.sent(request).await?;
        Ok(Stream { response, reader: Reader::new(MOST_EVENT), ready: VecDeque::new(), url: self.url.clone() })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url)).bearer_auth(&self.secret)
    }

    async fn json<T: serde::de::DeserializeOwned>(&self, request: RequestBuilder) -> Result<T> {
        let body = self.send(request).await?;
        serde_json::from_slice(&body)
            .with_context(|| format!("the server at {} sent an unexpected answer; is it this version?", self.url))
    }

    async fn send(&self, request: RequestBuilder) -> Result<Vec<u8>> {
        let response = self.sent(request.timeout(TIMEOUT)).await?;
        crate::web::body(response, MOST_BODY).await
    }

    async fn sent(&self, request: RequestBuilder) -> Result<Response> {
        // The message already names the address.
        let sent = request.send().await.map_err(reqwest::Error::without_url);
        let response = sent.with_context(|| format!("the server at {} does not answer", self.url))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        let body = crate::web::body(response, MOST_BODY).await.unwrap_or_default();
        let answered: Value = serde_json::from_slice(&body).unwrap_or_default();
        match answered["error"]["message"].as_str() {
            Some(message) => bail!("{}", crate::plain_text::plain(message, 2000)),
            None => bail!("the server at {} answered {status}; is it this version?", self.url),
        }
    }
}

/// A stream of server-sent events.
pub(crate) struct Stream {
    response: Response,
    reader: Reader,
    /// Events that arrived with the last chunk and were not returned yet.
    ready: VecDeque<News>,
    url: String,
}

impl Stream {
    pub(super) async fn next(&mut self) -> Result<Option<News>> {
        loop {
            if let Some(news) = self.ready.pop_front() {
                return Ok(Some(news));
            }
            let came = self.response.chunk().await.map_err(reqwest::Error::without_url);
            let came = came.with_context(|| format!("lost the connection to the server at {}", self.url))?;
            let Some(piece) = came else { return Ok(None) };
            let events = self.reader.read(&piece);
            let events = events.with_context(|| format!("the server at {} sent an unreadable event", self.url))?;
            self.ready.extend(events.iter().filter_map(|event| news(&event.data)));
        }
    }
}

/// Parses an event; `None` for kinds that this version does not know.
fn news(data: &str) -> Option<News> {
    if let Ok(event) = serde_json::from_str::<Event>(data) {
        return Some(News::Event(event.into()));
    }
    let value: Value = serde_json::from_str(data).ok()?;
    Some(News::Lagged { upto: value["upto"].as_u64()? })
}

/// Percent-encodes a query value.
fn encoded(text: &str) -> String {
    const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
    utf8_percent_encode(text, PLAIN).to_string()
}

/// Checks an id before it becomes part of a path, so that it cannot lead elsewhere.
fn name(text: &str) -> Result<&str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let fits = !text.is_empty() && text.len() <= 64 && text.bytes().all(plain);
    if fits {
        Ok(text)
    } else {
        bail!("`{}` is not an id; `fingertip task list` lists them", crate::plain_text::plain(text, 80))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_a_stream_are_read_and_others_passed_over() {
        let at = r#""task":"t","at":"2026-07-29T14:15:02Z""#;
        let thinking = format!("{{\"n\":7,{at},\"event\":\"thinking\",\"step\":3}}");
        assert!(matches!(news(&thinking), Some(News::Event(event)) if event.n == 7));
        assert_eq!(news("{\"upto\":9}"), Some(News::Lagged { upto: 9 }));
        for other in ["", "garbage", "7", "{\"event\":\"new\"}", "{\"upto\":\"9\"}"] {
            assert_eq!(news(other), None, "{other}");
        }
    }

    #[test]
    fn names_lead_nowhere_else() {
        assert_eq!(encoded("mé & 1.png"), "m%C3%A9%20%26%201.png");
        assert!(name("../x").is_err() && name("").is_err() && name("20260729T141502123Z-4k9dz2m7").is_ok());
    }
}
