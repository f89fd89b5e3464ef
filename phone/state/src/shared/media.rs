//! The media session: what plays. `dumpsys media_session` shows it, media keys change it, the player is its
//! face. Positions are by the phone's clock.

use serde::{Deserialize, Serialize};

/// The most tracks of a queue.
pub const MOST: usize = 500;

/// What plays, or would.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MediaSession {
    /// The package that plays; nothing has played yet without one.
    pub package: String,
    /// What plays one after the other.
    pub queue: Vec<Track>,
    /// Which of them it is.
    pub at: usize,
    /// When it began to play, less what had been played before; none while it stands still.
    pub since_ms: Option<i64>,
    /// Where it stands while it stands still, in milliseconds.
    pub position_ms: i64,
}

/// Something to hear.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Track {
    /// What it is called.
    pub title: String,
    /// Who made it.
    pub artist: String,
    /// What it is on.
    pub album: String,
    /// How long it is, in milliseconds.
    pub length_ms: i64,
}

impl MediaSession {
    /// What plays, or stands still.
    pub fn track(&self) -> Option<&Track> {
        self.queue.get(self.at)
    }

    /// Whether it plays.
    pub fn is_playing(&self) -> bool {
        self.since_ms.is_some() && self.track().is_some()
    }

    /// Where it is in its track.
    pub fn position(&self, now_ms: i64) -> i64 {
        let length = self.track().map_or(0, |track| track.length_ms);
        let position = self.since_ms.map_or(self.position_ms, |since| now_ms.saturating_sub(since));
        position.clamp(0, length.max(0))
    }

    /// Plays these from the beginning.
    pub fn play(&mut self, package: &str, queue: Vec<Track>, at: usize, now_ms: i64) {
        let at = at.min(queue.len().saturating_sub(1));
        *self = Self { package: package.to_owned(), queue, at, since_ms: Some(now_ms), position_ms: 0 };
        self.queue.truncate(MOST);
    }

    /// Goes on, or stands still.
    pub fn set_playing(&mut self, playing: bool, now_ms: i64) {
        let position = self.position(now_ms);
        self.position_ms = position;
        self.since_ms = (playing && self.track().is_some()).then(|| now_ms.saturating_sub(position));
    }

    /// To another track; past an end of the queue it stays.
    pub fn skip(&mut self, forward: bool, now_ms: i64) {
        let at = if forward { self.at + 1 } else { self.at.saturating_sub(1) };
        if at < self.queue.len() {
            self.at = at;
            self.position_ms = 0;
            self.since_ms = self.since_ms.map(|_| now_ms);
        }
    }

    /// Time has passed: what has ended gives way to the next, and the last one stops.
    pub fn tick(&mut self, now_ms: i64) {
        // A queue is bounded, and so are its turns.
        for _ in 0..=self.queue.len() {
            let (Some(since), Some(length)) = (self.since_ms, self.track().map(|track| track.length_ms.max(1))) else {
                return;
            };
            let ends = since.saturating_add(length);
            if now_ms < ends {
                return;
            }
            if self.at + 1 < self.queue.len() {
                self.at += 1;
                self.since_ms = Some(ends);
            } else {
                (self.since_ms, self.position_ms) = (None, 0);
            }
        }
    }

    /// A media key by Android's number. Whether it was one that something hears.
    pub fn key(&mut self, code: u32, now_ms: i64) -> bool {
        if self.track().is_none() {
            return false;
        }
        match code {
            // KEYCODE_HEADSETHOOK, KEYCODE_MEDIA_PLAY_PAUSE
            79 | 85 => self.set_playing(!self.is_playing(), now_ms),
            126 => self.set_playing(true, now_ms),
            127 => self.set_playing(false, now_ms),
            86 => {
                self.set_playing(false, now_ms);
                self.position_ms = 0;
            }
            87 => self.skip(true, now_ms),
            88 => self.skip(false, now_ms),
            _ => return false,
        }
        true
    }
}
