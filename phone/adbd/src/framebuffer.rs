//! `framebuffer:`: the screen as raw pixels after a header that describes their format.

use adb::{Result, Stream};
use tokio::io::AsyncWriteExt;

use super::Adbd;
use commands::System;

/// Serves one stream: the header and one frame, then the end.
pub(super) async fn serve(adbd: &Adbd, mut stream: Stream) -> Result<()> {
    let pixels = adbd.with(System::screen_pixels).await?;
    let size = u32::try_from(pixels.rgba.len()).unwrap_or(u32::MAX);
    // AOSP `framebuffer_service.cpp`, `struct fbinfo` version 2: version, bits per pixel, colour space, size, width,
    // height, then offset and length of red, blue, green and alpha.
    let header = [2, 32, 0, size, pixels.width, pixels.height, 0, 8, 16, 8, 8, 8, 24, 8];
    let mut answer: Vec<u8> = header.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    // Sending the header alone would cost a packet and a round trip.
    answer.extend_from_slice(&pixels.rgba);
    stream.write_all(&answer).await?;
    Ok(())
}
