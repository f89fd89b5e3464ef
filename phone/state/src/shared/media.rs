//! The media session. `dumpsys media_session` prints it, media keys control it, and the music player displays it.
//! Positions follow the phone's clock.

use serde::{Deserialize, Serialize};

/// The maximum number of tracks in a queue.
const MOST: usize = 500;

/// The state of the media session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MediaSession {
    /// The package that plays; empty if nothing has played yet.
    pub package: String,
    /// The queue of tracks.
    pub queue: Vec<Track>,
    /// The index of the current track.
    pub at: usize,
    /// When it began to play, minus the time played before; none while paused.
    pub since_ms: Option<i64>,
    /// The position while paused, in milliseconds.
    pub position_ms: i64,
}

/// A track.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Track {
    /// The title.
    pub title: String,
    /// The artist.
    pub artist: String,
    /// The album.
    pub album: String,
    /// The length, in milliseconds.
    pub length_ms: i64,
}

impl MediaSession {
    /// Returns the current track, playing or paused.
    pub fn track(&self) -> Option<&Track> {
        self.queue.get(self.at)
    }

    /// Whether it plays.
    pub fn is_playing(&self) -> bool {
        self.since_ms.is_some() && self.track().is_some()
    }

    /// Returns the position in the current track.
    pub fn position(&self, now_ms: i64) -> i64 {
        let length = self.track().map_or(0, |track| track.length_ms);
        let position = self.since_ms.map_or(self.position_ms, |since| now_ms.saturating_sub(since));
        position.clamp(0, length.max(0))
    }

    /// Plays a queue, starting with the track at `at`.
    pub fn play(&mut self, package: &str, queue: Vec<Track>, at: usize, now_ms: i64) {
        let at = at.min(queue.len().saturating_sub(1));
        *self = Self { package: package.to_owned(), queue, at, since_ms: Some(now_ms), position_ms: 0 };
        self.queue.truncate(MOST);
    }

    /// Resumes or pauses.
    pub fn set_playing(&mut self, playing: bool, now_ms: i64) {
        let position = self.position(now_ms);
        self.position_ms = position;
        self.since_ms = (playing && self.track().is_some()).then(|| now_ms.saturating_sub(position));
    }

    /// Skips to the next or previous track; does nothing at an end of the queue.
    pub fn skip(&mut self, forward: bool, now_ms: i64) {
        let at = if forward { self.at + 1 } else { self.at.saturating_sub(1) };
        if at < self.queue.len() {
            self.at = at;
            self.position_ms = 0;
            self.since_ms = self.since_ms.map(|_| now_ms);
        }
    }

    /// Advances to the next track when one has ended, and stops after the last.
    pub fn tick(&mut self, now_ms: i64) {
        // The queue is bounded, and so is this loop.
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

    /// Drops the tracks that are too many.
    pub(super) fn enforce_limits(&mut self) {
        self.queue.truncate(MOST);
    }

    /// Handles a media key by Android's key code. Returns whether it had an effect.
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
