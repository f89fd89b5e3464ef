//! Screen recordings in progress: `screenrecord`.
//!
//! The owner of the running command calls [`Phone::record`] periodically. An unchanged frame costs nothing. The file is
//! written when the recording ends: its time limit is reached, it is interrupted, or its client has disconnected.

use std::sync::Arc;

use super::Phone;
use commands::Film;
use machine::files::FileError;
use toolkit::Pixels;
use toolkit::video::{Encoder, Sample, file};

/// The sampling interval in milliseconds: 30 frames a second.
pub const EVERY_MS: u64 = 33;
/// The process id of the first recording of a phone; later ones count up.
const FIRST_PID: u32 = 20_000;
/// The most simultaneous recordings: the number of encoders in a phone.
const MOST: usize = 4;

/// A recording in progress.
pub(super) struct Recording {
    pub(super) pid: u32,
    film: Film,
    /// The user who started it, who will own the file.
    user: u32,
    encoder: Encoder,
    samples: Vec<Sample>,
    bytes: u64,
    last: Option<Arc<Pixels>>,
    begun_ms: i64,
    /// When the last frame was taken.
    shown_ms: i64,
}

impl Phone {
    /// Starts a recording. Returns its process id, or why it cannot start.
    pub(super) fn begin_recording(&mut self, film: Film) -> Result<u32, String> {
        if self.background.recordings.len() >= MOST {
            return Err("ERROR: unable to configure video/avc codec at the given size (err=-12)".to_owned());
        }
        if let Some(path) = &film.path {
            let made = self.shared.files.write(path, Vec::new(), self.shared.clock.now_ms);
            made.map_err(|error| format!("Unable to open '{path}': {error}"))?;
        }
        let (width, height) = self.display_now().size();
        let size = film.size.unwrap_or((width.unsigned_abs(), height.unsigned_abs()));
        self.background.next_recording += 1;
        let pid = FIRST_PID + self.background.next_recording;
        let now_ms = self.time.host_ms;
        let mut recording = Recording {
            pid,
            user: self.shared.files.user(),
            film,
            encoder: Encoder::new(size.0, size.1),
            samples: Vec::new(),
            bytes: 0,
            last: None,
            begun_ms: now_ms,
            shown_ms: now_ms,
        };
        recording.look(self.pixels(), now_ms);
        if self.profile.run_ahead {
            // Time runs ahead without waiting: the current frame lasts for the whole time.
            recording.shown_ms = now_ms - i64::try_from(recording.film.limit_ms).unwrap_or(0);
        }
        self.background.recordings.push(recording);
        if self.profile.run_ahead {
            self.end_recording(pid);
        }
        Ok(pid)
    }

    /// Takes a frame for a recording. Returns new bytes for standard output; `None` when the recording has ended.
    pub fn record(&mut self, pid: u32) -> Option<Vec<u8>> {
        let now_ms = self.time.host_ms;
        let over = {
            let recording = self.background.recordings.iter().find(|recording| recording.pid == pid)?;
            let lasted = u64::try_from(now_ms - recording.begun_ms).unwrap_or(0);
            let room = self.shared.files.capacity().saturating_sub(self.shared.files.used());
            lasted >= recording.film.limit_ms || recording.bytes >= room
        };
        if over {
            self.end_recording(pid);
            return None;
        }
        let pixels = self.pixels();
        let recording = self.background.recordings.iter_mut().find(|recording| recording.pid == pid)?;
        recording.look(pixels, now_ms);
        Some(if recording.film.path.is_none() { recording.take_bare() } else { Vec::new() })
    }

    /// Ends a recording and writes its file. Returns whether there was one.
    pub fn end_recording(&mut self, pid: u32) -> bool {
        let Some(place) = self.background.recordings.iter().position(|recording| recording.pid == pid) else {
            return false;
        };
        let mut recording = self.background.recordings.remove(place);
        recording.show_last(self.time.host_ms);
        let Some(path) = recording.film.path.clone() else { return true };
        let contents = if recording.film.bare { recording.take_bare() } else { recording.file() };
        let now_ms = self.shared.clock.now_ms;
        let files = self.files_as(recording.user);
        if files.write(&path, contents, now_ms) == Err(FileError::Full) {
            self.shared.log('E', "screenrecord", "write failed: No space left on device");
        }
        true
    }
}

impl Recording {
    fn look(&mut self, pixels: Arc<Pixels>, now_ms: i64) {
        if self.last.as_ref().is_some_and(|last| Arc::ptr_eq(last, &pixels)) {
            return;
        }
        self.show_last(now_ms);
        let (nal, key) = self.encoder.encode(&pixels);
        self.bytes += nal.len() as u64;
        self.samples.push(Sample { nal, ms: 1, key });
        (self.last, self.shown_ms) = (Some(pixels), now_ms);
    }

    /// Extends the last frame until now.
    fn show_last(&mut self, now_ms: i64) {
        if let Some(last) = self.samples.last_mut() {
            last.ms = u32::try_from(now_ms.saturating_sub(self.shown_ms)).unwrap_or(u32::MAX).max(1);
        }
    }

    fn file(&self) -> Vec<u8> {
        file(self.encoder.size(), &self.encoder.sps(), &self.encoder.pps(), &self.samples)
    }

    /// Takes the units not yet returned, each with a start code.
    fn take_bare(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for sample in std::mem::take(&mut self.samples) {
            let sets = if sample.key { vec![self.encoder.sps(), self.encoder.pps()] } else { Vec::new() };
            for unit in sets.iter().chain([&sample.nal]) {
                bytes.extend_from_slice(&[0, 0, 0, 1]);
                bytes.extend_from_slice(unit);
            }
        }
        self.bytes = 0;
        bytes
    }
}
