//! A page that watches one phone: sends frames of its picture, and performs the person's input.
//!
//! One async task per page, and nothing is queued for a page: the phone's only loop has the latest picture, and at most
//! [`IN_FLIGHT`] frames are under way. A slow page gets the latest frame when it is ready, with everything that changed
//! meanwhile. The person's input is performed in order, next to the frames.

mod elements;
mod hand;
mod read;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use desktop::wire::{PhoneClientMessage, PhoneServerMessage};
use task::{PhoneNews, PhoneWatch, Screen, Seen, Service};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use self::hand::Hand;
use crate::app_state::AppState;
use crate::limit::Bucket;

/// The longest message of such a page, which is a text to type.
pub(crate) const MOST_MESSAGE: usize = 256 << 10;

/// How many frames may be under way that the page has not painted yet.
const IN_FLIGHT: usize = 2;
/// How many messages beyond the limit a page may send before it is disconnected.
const MOST_BEYOND: u32 = 100;
/// The server shuts down; reconnect later.
const GOING_AWAY: u16 = 1001;
/// The page violates a limit.
const POLICY: u16 = 1008;

/// Why a connection ends.
enum End {
    /// The page is gone.
    Gone,
    /// We close it, with this code and reason.
    Close(u16, &'static str),
}

/// The last frame sent to the page.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SentFrame {
    number: u32,
    size: (u32, u32),
    secure: bool,
}

/// One page's connection.
struct Watcher {
    state: Arc<AppState>,
    tasks: Arc<Service>,
    /// The phone.
    id: String,
    socket: WebSocket,
    bucket: Bucket,
    beyond: u32,
    heard: Instant,
    /// `None` while the page is hidden.
    watch: Option<PhoneWatch>,
    /// Whether the page needs the elements on the screen.
    elements: bool,
    sent: Option<SentFrame>,
    in_flight: VecDeque<u32>,
    trouble: bool,
    hand: Hand,
}

/// Serves one page that watches this phone, until it or the server ends.
pub(crate) async fn serve(
    state: Arc<AppState>,
    tasks: Arc<Service>,
    id: String,
    socket: WebSocket,
    _place: OwnedSemaphorePermit,
) {
    let bucket = Bucket::new(state.config.messages_per_second, state.now());
    let watch = Some(tasks.watch_phone(&id).await);
    let hand = Hand::new(Arc::clone(&tasks), id.clone());
    let mut watcher = Watcher {
        state,
        tasks,
        id,
        socket,
        bucket,
        beyond: 0,
        heard: Instant::now(),
        watch,
        elements: false,
        sent: None,
        in_flight: VecDeque::new(),
        trouble: false,
        hand,
    };
    let end = watcher.run().await;
    watcher.hand.let_go();
    if let End::Close(code, reason) = end {
        let farewell = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        let said = timeout(watcher.state.config.goodbye, watcher.socket.send(farewell)).await;
        tracing::debug!(
            device = watcher.id,
            reason,
            said = said.is_ok(),
            "a page that watched a phone was disconnected"
        );
    }
}

impl Watcher {
    async fn run(&mut self) -> End {
        let state = Arc::clone(&self.state);
        let mut ping = interval(state.config.ping_every);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let stopped = state.stopped();
        tokio::pin!(stopped);
        loop {
            let ready = self.in_flight.len() < IN_FLIGHT;
            let went_on = tokio::select! {
                () = &mut stopped => return End::Close(GOING_AWAY, "the server stops"),
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => {
                        tracing::info!(device = self.id, %error, "the connection of a page that watches a phone failed");
                        return End::Gone;
                    }
                    None => return End::Gone,
                },
                reply = self.hand.done() => self.say(&reply).await,
                news = next(self.watch.as_mut(), ready) => match news {
                    PhoneNews::Seen(seen) => self.show(seen).await,
                    PhoneNews::Elements(tree) => {
                        self.say(&PhoneServerMessage::Elements { elements: elements::listed(&tree) }).await
                    }
                },
                _ = ping.tick() => self.ping().await,
            };
            if let Err(end) = went_on {
                return end;
            }
        }
    }

    /// Sends the phone's news.
    async fn show(&mut self, seen: Seen) -> Result<(), End> {
        if let Some(message) = seen.trouble.as_ref().filter(|_| !self.trouble) {
            self.trouble = true;
            self.say(&PhoneServerMessage::Trouble { message: message.as_ref().to_owned() }).await?;
        }
        if seen.trouble.is_none() && std::mem::take(&mut self.trouble) {
            self.say(&PhoneServerMessage::Back {}).await?;
        }
        match seen.screen {
            Some(screen) => self.send_frame(&screen).await,
            None => Ok(()),
        }
    }

    async fn send_frame(&mut self, screen: &Arc<Screen>) -> Result<(), End> {
        let now = SentFrame { number: screen.number(), size: screen.size(), secure: screen.is_secure() };
        let before = self.sent.replace(now);
        if before == Some(now) {
            return Ok(());
        }
        if before.is_none_or(|before| (before.size, before.secure) != (now.size, now.secure)) {
            let (width, height) = now.size;
            self.say(&PhoneServerMessage::Screen { width, height, secure: now.secure }).await?;
        }
        // The page's frame is only a base if it has the same size.
        let after = before.filter(|before| before.size == now.size).map(|before| before.number);
        let frame = match screen.frame(after).await {
            Ok(Some(frame)) => frame,
            Ok(None) => return Ok(()),
            Err(error) => {
                tracing::warn!(device = self.id, %error, "a frame could not be made");
                self.sent = None;
                return Ok(());
            }
        };
        self.in_flight.push_back(now.number);
        self.state.measured.metrics.bytes_sent.add(frame.len() as u64);
        within(self.state.config.silence, self.socket.send(Message::Binary(frame))).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => self.take(&text).await,
            Message::Binary(_) => {
                self.say(&error(None, "wrong_type", "expected a text message with JSON, not bytes")).await
            }
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(End::Gone),
        }
    }

    /// Performs a message of the page.
    async fn take(&mut self, text: &str) -> Result<(), End> {
        self.state.measured.metrics.messages.add(1);
        let read = read::read(text);
        // Acknowledgements of frames are free, and come as often as frames go.
        let free = matches!(read, Ok(PhoneClientMessage::Shown { .. }));
        if !free && self.bucket.take(self.state.now()).is_err() {
            self.state.measured.metrics.messages_refused.add(1);
            self.beyond += 1;
            if self.beyond > MOST_BEYOND {
                tracing::warn!(device = self.id, "a page that watches a phone sends too much");
                return Err(End::Close(POLICY, "too many messages"));
            }
            let n = read.as_ref().map_or_else(|(n, _)| *n, read::number);
            return self.say(&error(n, "limit", "too many messages; wait a moment")).await;
        }
        self.beyond = self.beyond.saturating_sub(1);
        match read {
            Ok(message) => self.carry_out(message).await,
            Err((n, finding)) => {
                self.state.measured.metrics.messages_refused.add(1);
                let (code, path) = (finding.code.as_str(), finding.path.as_str());
                // Not the message, which may contain typed text.
                tracing::info!(device = self.id, code, path, "refused a message of a page that watches a phone");
                self.say(&error(n, code, finding.message)).await
            }
        }
    }

    async fn carry_out(&mut self, message: PhoneClientMessage) -> Result<(), End> {
        match message {
            PhoneClientMessage::Shown { frame } => self.in_flight.retain(|number| *number > frame),
            PhoneClientMessage::WatchElements { on } => {
                self.elements = on;
                if let Some(watch) = &mut self.watch {
                    watch.watch_elements(on);
                }
            }
            PhoneClientMessage::Pause {} => {
                (self.watch, self.sent) = (None, None);
                self.in_flight.clear();
            }
            PhoneClientMessage::GoOn {} => {
                if self.watch.is_none() {
                    let mut watch = self.tasks.watch_phone(&self.id).await;
                    watch.watch_elements(self.elements);
                    self.watch = Some(watch);
                }
            }
            message => {
                let replies: Vec<PhoneServerMessage> = self.hand.take(message);
                for reply in replies {
                    self.say(&reply).await?;
                }
            }
        }
        Ok(())
    }

    async fn say(&mut self, message: &PhoneServerMessage) -> Result<(), End> {
        let text = serde_json::to_string(message).unwrap_or_default();
        within(self.state.config.silence, self.socket.send(Message::Text(text.into()))).await
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > self.state.config.silence {
            return Err(End::Close(POLICY, "silent for too long"));
        }
        within(self.state.config.silence, self.socket.send(Message::Ping(Bytes::new()))).await
    }
}

/// Waits for news of a phone; forever while the page is hidden.
async fn next(watch: Option<&mut PhoneWatch>, pictures: bool) -> PhoneNews {
    match watch {
        Some(watch) => watch.next(pictures).await,
        None => std::future::pending().await,
    }
}

fn error(re: Option<u64>, code: &str, message: impl Into<String>) -> PhoneServerMessage {
    PhoneServerMessage::Error { re, code: code.to_owned(), message: message.into() }
}

/// Waits for a page to accept something, with a time limit.
async fn within(longest: Duration, sent: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match timeout(longest, sent).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}
