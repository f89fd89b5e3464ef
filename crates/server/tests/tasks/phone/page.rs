//! A page as the socket sees it: paints what it gets, and acknowledges it.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use task::device::Picture;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::rig::Rig;

/// Longer than anything takes on the slowest machine; a test that gets here has failed.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct Frame {
    pub(super) number: u32,
    pub(super) whole: bool,
    pub(super) bytes: usize,
}

/// Receives the canvas, three bytes per pixel, and its width.
type Watches = Box<dyn FnMut(&[u8], u32) + Send>;

pub(super) struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) secure: bool,
    /// Three bytes each.
    pub(super) canvas: Vec<u8>,
    pub(super) frames: Vec<Frame>,
    /// All messages, as JSON.
    pub(super) said: Vec<Value>,
    pub(super) elements: Value,
    /// Whether it acknowledges painted frames.
    pub(super) paints: bool,
    /// Inspects the canvas after every frame.
    pub(super) watches: Option<Watches>,
    n: u64,
}

impl Page {
    pub(super) async fn open(rig: &Rig, phone: &str) -> Self {
        let mut request = format!("ws://{}/ws/phone/{phone}", rig.address).into_client_request().unwrap();
        request.headers_mut().insert("Authorization", format!("Bearer {}", rig.token).parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Self {
            socket,
            width: 0,
            height: 0,
            secure: false,
            canvas: Vec::new(),
            frames: Vec::new(),
            said: Vec::new(),
            elements: json!([]),
            paints: true,
            watches: None,
            n: 0,
        }
    }

    pub(super) async fn say(&mut self, message: &Value) {
        self.raw(Message::text(message.to_string())).await;
    }

    pub(super) async fn raw(&mut self, message: Message) {
        // A server that has disconnected us receives nothing any more.
        _ = self.socket.send(message).await;
    }

    /// Returns the next message except pings; `None` if the server closed.
    pub(super) async fn next(&mut self) -> Option<Message> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("something from the server") {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(message)) => return Some(message),
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Receives the next message, and paints it if it is a frame.
    pub(super) async fn hear(&mut self) {
        let message = self.next().await.expect("the server closed");
        self.take(message).await;
    }

    /// Sends a numbered message and returns the answer.
    pub(super) async fn try_to(&mut self, message: &Value) -> Value {
        self.n += 1;
        let (n, mut message) = (self.n, message.clone());
        message["n"] = json!(n);
        self.say(&message).await;
        loop {
            if let Some(answer) = self.said.iter().find(|value| value["re"] == n) {
                return answer.clone();
            }
            self.hear().await;
        }
    }

    async fn take(&mut self, message: Message) {
        match message {
            Message::Binary(bytes) => {
                self.paint(&bytes);
                if self.paints {
                    self.say(&json!({"type": "SHOWN", "frame": self.frames.last().unwrap().number})).await;
                }
            }
            Message::Text(text) => self.note(serde_json::from_str(&text).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    fn note(&mut self, value: Value) {
        if value["type"] == "SCREEN" {
            let side = |name: &str| u32::try_from(value[name].as_u64().unwrap()).unwrap();
            (self.width, self.height) = (side("width"), side("height"));
            self.secure = value["secure"].as_bool().unwrap();
            self.canvas.resize(self.width as usize * self.height as usize * 3, 0);
        }
        if value["type"] == "ELEMENTS" {
            self.elements = value["elements"].clone();
        }
        self.said.push(value);
    }

    pub(super) async fn ask(&mut self, message: &Value) {
        let answer = self.try_to(message).await;
        assert_eq!(answer["type"], "RESULT", "{message}: {answer}");
    }

    pub(super) async fn act(&mut self, action: Value) {
        self.ask(&json!({"type": "INPUT", "action": action})).await;
    }

    pub(super) async fn until_said(&mut self, kind: &str) {
        let from = self.said.len();
        while !self.said[from..].iter().any(|value| value["type"] == kind) {
            self.hear().await;
        }
    }

    /// Waits until the canvas is what the phone shows to people.
    pub(super) async fn until_shows(&mut self, rig: &Rig) {
        loop {
            let shown = screen(rig).await;
            if self.canvas == shown {
                return;
            }
            // Whatever it is now, it was something else before: a frame is on its way.
            if timeout(Duration::from_millis(500), self.hear()).await.is_err() {
                assert!(
                    screen(rig).await != self.canvas || shown == self.canvas,
                    "the picture stands still and is wrong"
                );
            }
        }
    }

    /// Checks that nothing arrives during this many looks at the phone.
    pub(super) async fn silent_for_looks(&mut self, rig: &Rig, phone: &str, looks: u64) {
        let adbd = rig.world.adbd(phone);
        let until = adbd.heard("screencap") + looks;
        let mut tick = tokio::time::interval(Duration::from_millis(20));
        let mut silent = 0;
        while adbd.heard("screencap") < until || silent < 5 {
            tokio::select! {
                message = self.socket.next() => match message {
                    Some(Ok(Message::Ping(_))) => {}
                    Some(Ok(message)) if !self.paints => {
                        self.take(message).await;
                        silent = 0;
                    }
                    other => panic!("the phone is at rest: {other:?}"),
                },
                _ = tick.tick() => silent += 1,
            }
        }
    }

    fn paint(&mut self, bytes: &[u8]) {
        let short = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
        let long = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(bytes[0], 1, "the version");
        let (whole, regions, number) = (bytes[1] & 1 == 1, short(2), long(4));
        let mut at = 16;
        for _ in 0..regions {
            let [x, y, w, h] = [0, 2, 4, 6].map(|offset| usize::from(short(at + offset)));
            assert_eq!(bytes[at + 8..at + 12], [0; 4], "PNG");
            let length = long(at + 12) as usize;
            let picture = Picture::from_png(bytes[at + 16..at + 16 + length].to_vec()).unwrap();
            assert_eq!((picture.width as usize, picture.height as usize), (w, h));
            let rgb = rgb(&picture);
            for row in 0..h {
                let to = ((y + row) * self.width as usize + x) * 3;
                self.canvas[to..to + w * 3].copy_from_slice(&rgb[row * w * 3..(row + 1) * w * 3]);
            }
            at += 16 + length;
        }
        assert_eq!(at, bytes.len());
        self.frames.push(Frame { number, whole, bytes: bytes.len() });
        if let Some(watches) = &mut self.watches {
            watches(&self.canvas, self.width);
        }
    }
}

pub(super) fn rgb(picture: &Picture) -> Vec<u8> {
    picture.pixels().unwrap().chunks(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Returns what the phone `one` shows to people.
pub(super) async fn screen(rig: &Rig) -> Vec<u8> {
    let (status, png) = rig.bytes(Some(&rig.token), "GET", "/api/devices/one/screen", "").await;
    assert_eq!(status, 200);
    rgb(&Picture::from_png(png).unwrap())
}
