//! The limits of the server.

use std::time::Duration;

/// The limits of the server. The defaults are for one machine and the people and agents on it.
#[derive(Clone, Debug)]
pub struct Config {
    /// Another address of the server, such as `https://desk.example`.
    pub public_url: Option<String>,
    /// How many connections there may be at once.
    pub connections: usize,
    /// How long a client may take to send the head of a request.
    pub header_timeout: Duration,
    /// How long a client may take to send a body, or to accept the next part of an answer.
    pub body_timeout: Duration,
    /// The largest body of `POST /api/actions`.
    pub actions_bytes: usize,
    /// The largest body of any other request.
    pub body_bytes: usize,
    /// The largest message of a page, pictures excepted.
    pub message_bytes: usize,
    /// The largest message of a page that carries a picture.
    pub picture_bytes: usize,
    /// How many messages a page may send per second; twice as many at once.
    pub messages_per_second: u32,
    /// How many requests an agent may send per second; twice as many at once.
    pub requests_per_second: u32,
    /// How often a page is pinged.
    pub ping_every: Duration,
    /// How long a page may be silent.
    pub silence: Duration,
    /// How long an agent's request waits for a page's feedback by default.
    pub feedback_timeout: Duration,
    /// The longest that it may wait.
    pub longest_wait: Duration,
    /// How long connections may take to end after the server was told to stop.
    pub goodbye: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            public_url: None,
            connections: 4096,
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            actions_bytes: 32 << 20,
            body_bytes: 64 << 10,
            message_bytes: 1 << 20,
            picture_bytes: 12 << 20,
            messages_per_second: 200,
            requests_per_second: 2_000,
            ping_every: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            feedback_timeout: Duration::from_secs(10),
            longest_wait: Duration::from_secs(60),
            goodbye: Duration::from_secs(3),
        }
    }
}
