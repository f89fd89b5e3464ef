//! A person's page: sends it all events, and executes its messages.
//!
//! One async task per page. All pending events of the hub are fed and flushed once; the page's messages are executed at
//! once, without waiting. A page that is silent for too long, does not accept messages, or keeps sending too many is
//! disconnected; it reconnects and continues where it was.

mod dispatch;
mod read;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use desktop::hub::Subscription;
use desktop::wire::{ErrorEvent, ServerEvent};
use futures_util::SinkExt;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::app_state::AppState;
use crate::clients::Client;
use crate::limit::Bucket;

/// The read buffer of a connection. The library would take 128 KiB for every page.
pub(crate) const READ_BUFFER: usize = 8 << 10;

/// The server shuts down; reconnect later.
const GOING_AWAY: u16 = 1001;
/// The page breaks the protocol.
const BROKEN: u16 = 1002;
/// A text message is not UTF-8.
const NOT_TEXT: u16 = 1007;
/// The page violates a limit.
const POLICY: u16 = 1008;
/// A message is too large.
const TOO_LARGE: u16 = 1009;

/// How many messages beyond the limit a page may send before it is disconnected.
const MOST_BEYOND: u32 = 100;

/// One page's connection.
struct Page {
    state: Arc<AppState>,
    client: Arc<Client>,
    socket: WebSocket,
    bucket: Bucket,
    beyond: u32,
    heard: Instant,
}

/// Why a connection ends.
enum End {
    /// The page is gone.
    Gone,
    /// We close it, with this code and reason.
    Close(u16, &'static str),
}

/// Serves one page until it or the server ends.
pub(crate) async fn serve(
    state: Arc<AppState>,
    client: Arc<Client>,
    since: Option<u64>,
    epoch: Option<String>,
    socket: WebSocket,
) {
    let subscription = state.subscribe(since, epoch.as_deref());
    let bucket = Bucket::new(state.config.messages_per_second, state.now());
    let _open = state.agents.pages().open();
    let mut page = Page { state, client, socket, bucket, beyond: 0, heard: Instant::now() };
    page.state.connected.viewports.enter(page.client.id());
    let end = page.run(subscription).await;
    page.state.connected.viewports.leave(page.client.id());
    if let End::Close(code, reason) = end {
        let farewell = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        let said = timeout(page.state.config.goodbye, page.socket.send(farewell)).await;
        tracing::debug!(client = page.client.id(), reason, said = said.is_ok(), "a page was disconnected");
    }
}

impl Page {
    async fn run(&mut self, mut subscription: Subscription) -> End {
        let state = Arc::clone(&self.state);
        let mut ping = interval(state.config.ping_every);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let stopped = state.stopped();
        tokio::pin!(stopped);
        loop {
            let went_on = tokio::select! {
                () = &mut stopped => return End::Close(GOING_AWAY, "the server stops"),
                news = subscription.next() => match news {
                    Some(news) => self.send(news).await,
                    None => return End::Close(GOING_AWAY, "the desktop is gone"),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => {
                        tracing::info!(client = self.client.id(), %error, "a page's connection failed");
                        return broken(&error);
                    }
                    None => return End::Gone,
                },
                _ = ping.tick() => self.ping().await,
            };
            if let Err(end) = went_on {
                return end;
            }
        }
    }

    /// Feeds everything, then flushes: one write for all of it.
    async fn send(&mut self, news: Vec<Bytes>) -> Result<(), End> {
        let metrics = &self.state.measured.metrics;
        metrics.events_sent.add(news.len() as u64);
        metrics.bytes_sent.add(news.iter().map(|message| message.len() as u64).sum());
        let socket = &mut self.socket;
        let fed = async {
            for message in news {
                // The hub writes JSON; otherwise the page could not read it either.
                let Ok(text) = Utf8Bytes::try_from(message) else { continue };
                socket.feed(Message::Text(text)).await?;
            }
            socket.flush().await
        };
        within(self.state.config.silence, fed).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        let reply = match message {
            Message::Text(text) => self.take(&text).await?,
            Message::Binary(_) => Some(self.refused(dispatch::error(None, vec![read::not_text()]))),
            Message::Ping(_) | Message::Pong(_) => None,
            Message::Close(_) => return Err(End::Gone),
        };
        let Some(reply) = reply else { return Ok(()) };
        let text = serde_json::to_string(&reply).unwrap_or_default();
        within(self.state.config.silence, self.socket.send(Message::Text(text.into()))).await
    }

    /// Executes a message of the page and returns the answer.
    async fn take(&mut self, text: &str) -> Result<Option<ServerEvent>, End> {
        self.state.measured.metrics.messages.add(1);
        if self.bucket.take(self.state.now()).is_err() {
            self.beyond += 1;
            self.state.measured.metrics.messages_refused.add(1);
            if self.beyond > MOST_BEYOND {
                tracing::warn!(client = self.client.id(), "a page sends too much");
                return Err(End::Close(POLICY, "too many messages"));
            }
            let n = read::number(text.get(..text.len().min(4096)).unwrap_or_default());
            return Ok(Some(dispatch::error(n, vec![read::too_many()])));
        }
        self.beyond = self.beyond.saturating_sub(1);
        let reply = dispatch::dispatch(&self.state, &self.client, text).await;
        Ok(Some(self.refused(reply)))
    }

    /// Logs a rejection, once.
    fn refused(&self, reply: ServerEvent) -> ServerEvent {
        if let ServerEvent::Error(ErrorEvent { errors, .. }) = &reply {
            self.state.measured.metrics.messages_refused.add(1);
            // Not the message, which may contain typed text.
            let (code, path) = errors.first().map_or(("", ""), |first| (first.code.as_str(), first.path.as_str()));
            tracing::info!(client = self.client.id(), code, path, "refused a page's message");
        }
        reply
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > self.state.config.silence {
            return Err(End::Close(POLICY, "silent for too long"));
        }
        within(self.state.config.silence, self.socket.send(Message::Ping(Bytes::new()))).await
    }
}

/// Returns how to close a page's connection that broke the protocol: its further frames are meaningless. The library
/// only tells the cause in words.
fn broken(error: &axum::Error) -> End {
    let why = error.to_string();
    if why.contains("too long") || why.contains("Space limit") {
        End::Close(TOO_LARGE, "a message was too large")
    } else if why.contains("UTF-8") {
        End::Close(NOT_TEXT, "a text was not UTF-8")
    } else if why.contains("protocol") {
        End::Close(BROKEN, "this violates the WebSocket protocol")
    } else {
        End::Gone
    }
}

/// Waits for a page to accept something, with a time limit.
async fn within(longest: Duration, sent: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match timeout(longest, sent).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}
