//! Records the screen as H.264, in an MP4 file or as a raw stream.
//!
//! A phone's screen is mostly still and mostly flat, so a small encoder is enough: unchanged macroblocks are skipped,
//! those that continue the block to their left or above are predicted from it, and the rest is written raw (`I_PCM`).
//! Nothing is lost but colour between pixels, every player can read it, and it needs no library. It uses the Baseline
//! profile with CAVLC; names are those of ITU-T H.264.

mod bits;
mod h264;
mod mp4;

pub use self::h264::Encoder;
pub use self::mp4::{Sample, file};
