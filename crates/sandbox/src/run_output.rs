//! What has come out of a sandbox so far: output, files, the status. This module limits the output, [`Collected`] the
//! files.

use std::io;

use crate::collected::Collected;
use crate::frame::Frame;
use crate::job::Limits;

/// The output so far.
#[derive(Default)]
pub(crate) struct RunOutput {
    /// Whether the script was started.
    pub(crate) started: bool,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// How many bytes were printed to each.
    pub(crate) printed: [u64; 2],
    pub(crate) collected: Collected,
    pub(crate) status: Option<i32>,
    /// Why a wall could not be built.
    pub(crate) failed: Option<String>,
    /// The walls around this run.
    pub(crate) walls: Vec<String>,
}

impl RunOutput {
    /// Whether anything is missing, of the outputs or the files.
    pub(crate) fn cut(&self) -> bool {
        self.printed[0] > self.stdout.len() as u64
            || self.printed[1] > self.stderr.len() as u64
            || self.collected.left_out_count > 0
    }

    /// Processes one frame.
    pub(crate) fn take(&mut self, frame: Frame, limits: &Limits) -> io::Result<()> {
        match frame {
            Frame::Started => self.started = true,
            Frame::Stdout(bytes) => keep(&mut self.stdout, &mut self.printed[0], &bytes, limits.output),
            Frame::Stderr(bytes) => keep(&mut self.stderr, &mut self.printed[1], &bytes, limits.output),
            Frame::File(path) => self.collected.begin(&path)?,
            Frame::Content(bytes) => self.collected.content(&bytes)?,
            Frame::Hole(length) => self.collected.hole(length)?,
            Frame::LeftOut(path, why) => self.collected.leave_out(&path, why),
            Frame::Exit(status) => {
                self.collected.complete()?;
                self.status = Some(status);
            }
            Frame::Failed(why) => self.failed = Some(String::from_utf8_lossy(&why).into_owned()),
        }
        Ok(())
    }
}

fn keep(kept: &mut Vec<u8>, all: &mut u64, bytes: &[u8], limit: usize) {
    let room = limit.saturating_sub(kept.len()).min(bytes.len());
    kept.extend_from_slice(bytes.get(..room).unwrap_or_default());
    *all += bytes.len() as u64;
}
