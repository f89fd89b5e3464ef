//! Films of the screen: H.264 in an MP4 file, or bare.
//!
//! The screen of a phone is mostly still and mostly flat, so a small encoder is enough: what has not changed since the
//! last picture is skipped, what continues the block to its left or above is predicted from it, and the rest is written
//! as it is (`I_PCM`). Nothing is lost but colour between pixels, every player reads it, and it needs no library. It
//! is of the Baseline profile with CAVLC; names are those of ITU-T H.264.

mod bits;
mod h264;
mod mp4;

pub use self::h264::Encoder;
pub use self::mp4::{Sample, file};
