//! The tasks of a data folder, at the server that owns it: HTTP on this machine, with the owner's secret.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use task::{Event, News, Open, Page, Reply, Spec, View};

/// How long a connection may take to be made: the server is on this machine.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the server may take for what it answers at once.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long a file may take.
const FILE_TIMEOUT: Duration = Duration::from_secs(300);
/// How much of an answer is read: a page of tasks with the longest goals.
const MOST_BODY: usize = 32 << 20;
/// The longest line of a stream.
const MOST_LINE: usize = 1 << 20;

/// A server that runs.
pub(crate) struct Remote {
    /// Where it answers.
    pub(crate) url: String,
    secret: String,
    client: Client,
}

/// A question that waits, with the address at which somebody on another device answers it.
pub(crate) struct Asked {
    pub(crate) question: Open,
    pub(crate) url: String,
    /// Where that works.
    pub(crate) note: String,
}

/// A remembered choice, as the server lists it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// What it is called when it is revoked.
    pub(crate) id: String,
    /// Who asked: `gate`, or `agent:NAME`.
    pub(crate) who: String,
    /// For what.
    pub(crate) what: String,
    /// In which context.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) context: Option<String>,
    /// Yes or no.
    pub(crate) allow: bool,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
}

impl Remote {
    /// The server that answers there, and lets in whoever knows the secret.
    pub(super) fn new(url: String, secret: String) -> Result<Self> {
        Ok(Self { url, secret, client: crate::web::client("http://", CONNECT_TIMEOUT)? })
    }

    pub(super) async fn start(&self, spec: &Spec) -> Result<String> {
        #[derive(Deserialize)]
        struct Made {
            task_id: String,
        }
        let body = json!({
            "goal": spec.goal, "device": spec.device, "model": spec.model, "dialect": spec.dialect,
            "max_steps": spec.max_steps, "yes": spec.yes,
        });
        let made: Made = self.json(self.request(Method::POST, "/api/tasks").json(&body)).await?;
        Ok(made.task_id)
    }

    pub(super) async fn resume(&self, id: &str, max_steps: Option<u32>) -> Result<()> {
        let query = max_steps.map_or_else(String::new, |most| format!("?max_steps={most}"));
        self.send(self.request(Method::POST, &format!("/api/tasks/{}/resume{query}", name(id)?))).await.map(drop)
    }

    pub(super) async fn cancel(&self, id: &str) -> Result<()> {
        self.send(self.request(Method::POST, &format!("/api/tasks/{}/cancel", name(id)?))).await.map(drop)
    }

    pub(super) async fn list(&self, limit: usize) -> Result<Page> {
        self.json(self.request(Method::GET, &format!("/api/tasks?limit={limit}"))).await
    }

    pub(super) async fn show(&self, id: &str) -> Result<View> {
        self.json(self.request(Method::GET, &format!("/api/tasks/{}", name(id)?))).await
    }

    pub(super) async fn answer(&self, question: &str, reply: Reply) -> Result<()> {
        let body = match reply {
            Reply::Give { name: called, bytes } => {
                let path = format!("/api/questions/{}/file?name={}", name(question)?, encoded(&called));
                let request = self.request(Method::POST, &path).timeout(FILE_TIMEOUT).body(bytes);
                return self.sent(request).await.map(drop);
            }
            Reply::Approve { text, remember } => json!({"kind": "approve", "text": text, "remember": remember}),
            Reply::Reject { why } => json!({"kind": "reject", "why": why}),
            Reply::Cancel {} => json!({"kind": "cancel"}),
            // People at the desktop may still answer.
            Reply::Nobody => return Ok(()),
        };
        let path = format!("/api/questions/{}/answer", name(question)?);
        self.send(self.request(Method::POST, &path).json(&body)).await.map(drop)
    }

    /// The questions that wait for an answer.
    pub(super) async fn asked(&self) -> Result<Vec<Asked>> {
        #[derive(Deserialize)]
        struct Listed {
            questions: Vec<Linked>,
        }
        #[derive(Deserialize)]
        struct Linked {
            #[serde(flatten)]
            question: Open,
            link: Link,
        }
        #[derive(Deserialize)]
        struct Link {
            url: String,
            note: String,
        }
        let listed: Listed = self.json(self.request(Method::GET, "/api/questions")).await?;
        let asked = |Linked { question, link }: Linked| {
            // Without a public address it is a path of this server.
            let url = if link.url.starts_with('/') { format!("{}{}", self.url, link.url) } else { link.url };
            Asked { question, url, note: link.note }
        };
        Ok(listed.questions.into_iter().map(asked).collect())
    }

    /// The choices that people wanted remembered.
    pub(crate) async fn choices(&self) -> Result<Vec<Choice>> {
        #[derive(Deserialize)]
        struct Choices {
            choices: Vec<Choice>,
        }
        let listed: Choices = self.json(self.request(Method::GET, "/api/permissions")).await?;
        Ok(listed.choices)
    }

    /// Forgets a choice.
    pub(crate) async fn forget(&self, id: &str) -> Result<()> {
        self.send(self.request(Method::DELETE, &format!("/api/permissions/{}", name(id)?))).await.map(drop)
    }

    pub(super) async fn events(&self, id: &str) -> Result<Stream> {
        // No limit of time: a task takes as long as it takes, and the server sends signs of life.
        let request = self.request(Method::GET, &format!("/api/tasks/{}/events", name(id)?));
        let response = self.sent(request).await?;
        Ok(Stream { response, buffer: Vec::new(), url: self.url.clone() })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url)).bearer_auth(&self.secret)
    }

    async fn json<T: serde::de::DeserializeOwned>(&self, request: RequestBuilder) -> Result<T> {
        let body = self.send(request).await?;
        serde_json::from_slice(&body)
            .with_context(|| format!("the server at {} answered something else; is it of this version?", self.url))
    }

    async fn send(&self, request: RequestBuilder) -> Result<Vec<u8>> {
        let response = self.sent(request.timeout(TIMEOUT)).await?;
        crate::web::body(response, MOST_BODY).await
    }

    async fn sent(&self, request: RequestBuilder) -> Result<Response> {
        // The address stands in the message already.
        let sent = request.send().await.map_err(reqwest::Error::without_url);
        let response = sent.with_context(|| format!("the server at {} does not answer", self.url))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        let body = crate::web::body(response, MOST_BODY).await.unwrap_or_default();
        let said: Value = serde_json::from_slice(&body).unwrap_or_default();
        match said["error"]["message"].as_str() {
            Some(message) => bail!("{}", crate::terminal::plain(message, 2000)),
            None => bail!("the server at {} answered {status}; is it of this version?", self.url),
        }
    }
}

/// Server-sent events, as they come.
pub(crate) struct Stream {
    response: Response,
    buffer: Vec<u8>,
    url: String,
}

impl Stream {
    pub(super) async fn next(&mut self) -> Result<Option<News>> {
        loop {
            while let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                if let Some(news) = read(&line) {
                    return Ok(Some(news));
                }
            }
            if self.buffer.len() > MOST_LINE {
                bail!("the server at {} sent a line of more than {MOST_LINE} bytes", self.url);
            }
            let came = self.response.chunk().await.map_err(reqwest::Error::without_url);
            match came.with_context(|| format!("the connection to the server at {} broke off", self.url))? {
                Some(bytes) => self.buffer.extend_from_slice(&bytes),
                None => return Ok(None),
            }
        }
    }
}

/// What a line says; nothing for numbers, signs of life and kinds of events that are not known here.
fn read(line: &[u8]) -> Option<News> {
    let data = line.strip_prefix(b"data: ")?;
    if let Ok(event) = serde_json::from_slice::<Event>(data) {
        return Some(News::Event(event.into()));
    }
    let value: Value = serde_json::from_slice(data).ok()?;
    Some(News::Lagged { upto: value["upto"].as_u64()? })
}

/// A text as part of a query.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A name as part of a path: nothing in it leads elsewhere.
fn name(text: &str) -> Result<&str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let fits = !text.is_empty() && text.len() <= 64 && text.bytes().all(plain);
    if fits {
        Ok(text)
    } else {
        bail!("`{}` is no name; `fingertip task list` has them", crate::terminal::plain(text, 80))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_stream_are_read_and_others_passed_over() {
        let at = r#""task":"t","at":"2026-07-29T14:15:02Z""#;
        let line = format!("data: {{\"n\":7,{at},\"event\":\"thinking\",\"step\":3}}\n");
        assert!(matches!(read(line.as_bytes()), Some(News::Event(event)) if event.n == 7));
        assert_eq!(read(b"data: {\"upto\":9}\n"), Some(News::Lagged { upto: 9 }));
        for other in ["id: 7\n", ": still here\n", "\n", "event: lagged\n", "data: garbage\n"] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
        assert_eq!(encoded("mé & 1.png"), "m%C3%A9%20%26%201.png");
        assert!(name("../x").is_err() && name("").is_err() && name("20260729T141502123Z-4k9dz2m7").is_ok());
    }
}
