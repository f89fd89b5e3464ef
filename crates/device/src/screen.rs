//! Takes pictures of the screen, in the faster of two formats.
//!
//! `screencap` sends raw pixels, four bytes each; `screencap -p` sends a PNG that the phone encoded. A slow phone on a
//! fast wire is quicker with the first. Both are measured once.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;

use crate::DeviceError;
use crate::clock::Clock;
use crate::connection::Connection;
use crate::picture::{Picture, PictureError};
use crate::wire::{Connect, Limit};

const RAW: &str = "screencap";
const PNG: &str = "screencap -p";

/// The format of a phone's pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Raw pixels.
    Raw,
    /// PNG.
    Png,
}

/// Takes pictures and remembers the format.
#[derive(Debug, Default)]
pub(crate) struct Camera {
    format: Mutex<Option<Format>>,
    size: Mutex<Option<(u32, u32)>>,
    /// The size of the status bar, when it was last queried and visible.
    status_bar: Mutex<Option<(u32, u32)>>,
    /// The last PNG picture, with its original bytes.
    last: Mutex<Option<(Bytes, Picture)>>,
}

impl Camera {
    /// Returns the format, once it is known.
    pub(crate) fn format(&self) -> Option<Format> {
        *self.format.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The size of the last picture.
    pub(crate) fn size(&self) -> Option<(u32, u32)> {
        *self.size.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a picture.
    pub(crate) async fn take<C: Connect>(
        &self,
        phone: &Connection<C>,
        clock: &dyn Clock,
    ) -> Result<Picture, DeviceError> {
        let picture = match self.format() {
            Some(Format::Png) => self.png(phone).await?,
            Some(Format::Raw) => match raw(phone).await {
                // The format may change with the display, for example to another pixel format.
                Err(DeviceError::Picture(error)) if !matches!(error, PictureError::Secure(_)) => {
                    let picture = png(phone).await?;
                    self.use_format(Format::Png);
                    picture
                }
                taken => taken?,
            },
            None => self.measure(phone, clock).await?,
        };
        *self.size.lock().unwrap_or_else(PoisonError::into_inner) = Some((picture.width, picture.height));
        Ok(self.mask(picture))
    }

    /// Takes a PNG. If it equals the last one byte for byte, it reuses that picture with everything computed for it, so
    /// that a screen at rest is decoded once.
    async fn png<C: Connect>(&self, phone: &Connection<C>) -> Result<Picture, DeviceError> {
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = Bytes::from(phone.bytes(PNG, Limit::LONG).await?);
        let same = last().as_ref().filter(|(known, _)| *known == bytes).map(|(_, picture)| picture.clone());
        if let Some(picture) = same {
            return Ok(picture);
        }
        let picture = self.mask(read(bytes.clone(), Picture::from_png).await?);
        *last() = Some((bytes, picture.clone()));
        Ok(picture)
    }

    /// Remembers the size of the status bar, which comparisons ignore.
    pub(crate) fn set_status_bar(&self, size: Option<(u32, u32)>) {
        *self.status_bar.lock().unwrap_or_else(PoisonError::into_inner) = size;
    }

    /// Returns the picture with the known status bar.
    pub(crate) fn mask(&self, picture: Picture) -> Picture {
        let bar = *self.status_bar.lock().unwrap_or_else(PoisonError::into_inner);
        // Another width belongs to another rotation; no bar takes more than an eighth of a screen.
        let rows = bar.filter(|(width, height)| *width == picture.width && *height <= picture.height / 8);
        picture.with_status_bar(rows.map_or(0, |(_, height)| height))
    }

    async fn measure<C: Connect>(&self, phone: &Connection<C>, clock: &dyn Clock) -> Result<Picture, DeviceError> {
        // The PNG comes first: a phone that draws only on demand draws for the first picture, and that is not part of
        // the transfer.
        let began = clock.now();
        let first = png(phone).await;
        let between = clock.now();
        match (raw(phone).await, first) {
            (Ok(_), Ok(picture)) => {
                let (png, raw) = (between.saturating_sub(began), clock.now().saturating_sub(between));
                self.use_format(if raw < png { Format::Raw } else { Format::Png });
                Ok(picture)
            }
            (Ok(picture), Err(DeviceError::Picture(_))) => {
                self.use_format(Format::Raw);
                Ok(picture)
            }
            (Err(DeviceError::Picture(error)), Ok(picture)) if !matches!(error, PictureError::Secure(_)) => {
                self.use_format(Format::Png);
                Ok(picture)
            }
            // A protected screen says nothing about speed.
            (_, taken) => taken,
        }
    }

    fn use_format(&self, format: Format) {
        *self.format.lock().unwrap_or_else(PoisonError::into_inner) = Some(format);
    }
}

async fn raw<C: Connect>(phone: &Connection<C>) -> Result<Picture, DeviceError> {
    read(phone.bytes(RAW, Limit::LONG).await?.into(), Picture::from_raw).await
}

async fn png<C: Connect>(phone: &Connection<C>) -> Result<Picture, DeviceError> {
    read(phone.bytes(PNG, Limit::LONG).await?.into(), Picture::from_png).await
}

/// Reads a picture on a blocking thread, because a black one is examined pixel by pixel.
async fn read(bytes: Bytes, read: fn(Bytes) -> Result<Picture, PictureError>) -> Result<Picture, DeviceError> {
    let read = tokio::task::spawn_blocking(move || read(bytes)).await;
    Ok(read.map_err(|error| PictureError::Broken(error.to_string()))??)
}

/// Returns the size from `wm size`: an override, which comes last, wins.
pub fn wm_size(said: &str) -> Option<(u32, u32)> {
    let size = |line: &str| {
        let (what, size) = line.split_once(':')?;
        what.trim().ends_with("size").then_some(())?;
        let (width, height) = size.trim().split_once('x')?;
        let side = |text: &str| text.trim().parse::<u32>().ok().filter(|side| (1..=16_384).contains(side));
        Some((side(width)?, side(height)?))
    };
    said.lines().filter_map(size).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_size_wins() {
        let rows = [
            ("Physical size: 1080x2400\n", Some((1080, 2400))),
            ("Physical size: 1080x2400\r\nOverride size: 720x1600\r\n", Some((720, 1600))),
            ("Physical size: 0x0\n", None),
            ("Error: whatever\n", None),
            ("", None),
        ];
        for (said, expected) in rows {
            assert_eq!(wm_size(said), expected, "{said}");
        }
    }
}
