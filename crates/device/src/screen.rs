//! Taking the screen's picture, in whichever of two ways this phone is faster at.
//!
//! `screencap` alone sends raw pixels, four bytes each, which we make into a PNG; `screencap -p` sends a
//! PNG that the phone made. A slow phone on a fast wire is quicker with the first. Both are measured once.

use std::sync::{Mutex, PoisonError};

use crate::DeviceError;
use crate::clock::Clock;
use crate::phone::Phone;
use crate::picture::{Picture, PictureError};
use crate::wire::{Connect, Limit};

const RAW: &str = "screencap";
const PNG: &str = "screencap -p";

/// How this phone's pictures are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As raw pixels.
    Raw,
    /// As a PNG.
    Png,
}

/// Takes pictures and remembers how.
#[derive(Debug, Default)]
pub(crate) struct Camera {
    way: Mutex<Option<Way>>,
    size: Mutex<Option<(u32, u32)>>,
}

impl Camera {
    /// The way that is used, once it is known.
    pub(crate) fn way(&self) -> Option<Way> {
        *self.way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The size of the last picture.
    pub(crate) fn size(&self) -> Option<(u32, u32)> {
        *self.size.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a picture.
    pub(crate) async fn take<C: Connect>(&self, phone: &Phone<C>, clock: &dyn Clock) -> Result<Picture, DeviceError> {
        let picture = match self.way() {
            Some(Way::Png) => png(phone).await?,
            Some(Way::Raw) => match raw(phone).await {
                // It may change with the display: another pixel format, say.
                Err(DeviceError::Picture(error)) if !matches!(error, PictureError::Secure(_)) => {
                    let picture = png(phone).await?;
                    self.use_way(Way::Png);
                    picture
                }
                taken => taken?,
            },
            None => self.measure(phone, clock).await?,
        };
        *self.size.lock().unwrap_or_else(PoisonError::into_inner) = Some((picture.width, picture.height));
        Ok(picture)
    }

    async fn measure<C: Connect>(&self, phone: &Phone<C>, clock: &dyn Clock) -> Result<Picture, DeviceError> {
        let began = clock.now();
        let first = raw(phone).await;
        let between = clock.now();
        match (first, png(phone).await) {
            (Ok(_), Ok(picture)) => {
                let (raw, png) = (between.saturating_sub(began), clock.now().saturating_sub(between));
                self.use_way(if raw < png { Way::Raw } else { Way::Png });
                Ok(picture)
            }
            (Ok(picture), Err(DeviceError::Picture(_))) => {
                self.use_way(Way::Raw);
                Ok(picture)
            }
            (Err(DeviceError::Picture(error)), Ok(picture)) if !matches!(error, PictureError::Secure(_)) => {
                self.use_way(Way::Png);
                Ok(picture)
            }
            // Of a protected screen nothing can be learnt about speed.
            (_, taken) => taken,
        }
    }

    fn use_way(&self, way: Way) {
        *self.way.lock().unwrap_or_else(PoisonError::into_inner) = Some(way);
    }
}

async fn raw<C: Connect>(phone: &Phone<C>) -> Result<Picture, DeviceError> {
    Ok(Picture::from_raw(&phone.bytes(RAW, Limit::LONG).await?)?)
}

async fn png<C: Connect>(phone: &Phone<C>) -> Result<Picture, DeviceError> {
    Ok(Picture::from_png(phone.bytes(PNG, Limit::LONG).await?)?)
}

/// The size that `wm size` gives: an override, which stands last, wins.
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
