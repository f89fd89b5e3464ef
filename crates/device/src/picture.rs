//! A picture of a phone's screen, kept as received: raw pixels or a PNG.
//!
//! Conversions are lazy: raw pixels are encoded when a caller needs a PNG ([`Picture::png`]), and a PNG is decoded when
//! a caller compares it ([`Picture::fingerprint`]). Both belong on a blocking thread; the `async` variants take care of
//! that. Clones share the results.
//!
//! Width and height come from the picture itself, so they are right under rotation and overrides, whatever the phone
//! reports elsewhere. A screen that its app has marked as secure is black; [`Visibility`](crate::Visibility) tells that
//! apart.

mod pixels;
pub mod regions;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use self::pixels::{check_size, decode, encode, fingerprint, is_black, is_png_black};

/// A picture of a screen.
#[derive(Clone)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Whether everything between the bars is black, as in a secure window: the status and navigation bars are separate
    /// windows and may show.
    pub black: bool,
    /// The number of rows at the top that belong to the status bar: comparisons ignore them.
    status_bar: u32,
    /// Four bytes per pixel, if the phone sent raw pixels.
    raw: Option<Bytes>,
    png: Arc<OnceLock<Bytes>>,
    fingerprint: Arc<OnceLock<u64>>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} x {}, black: {})", self.width, self.height, self.black)
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, self.black) == (other.width, other.height, other.black)
            && self.fingerprint() == other.fingerprint()
    }
}

impl Eq for Picture {}

/// The reason why the phone's output is not a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The phone refused: the screen is protected.
    #[error("the screen is protected against pictures: {0}")]
    Secure(String),
    /// It is a text from the phone instead.
    #[error("the phone could not take a picture: {0}")]
    Said(String),
    /// It is truncated or corrupt.
    #[error("the picture is broken: {0}")]
    Broken(String),
    /// It is larger than any screen.
    #[error("the picture is {width} x {height}; each side may have at most {} pixels", pixels::MAX_SIDE)]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
}

/// How far into the output a picture may begin.
const LONGEST_WARNING: usize = 4_096;

impl Picture {
    /// Reads a PNG as the phone sent it: whether it is complete, its size, and whether it is black.
    pub fn from_png(png: impl Into<Bytes>) -> Result<Self, PictureError> {
        // A phone with several displays prints a warning first, into the same stream.
        let mut png: Bytes = png.into();
        let signature = b"\x89PNG\r\n\x1a\n";
        let start = png[..png.len().min(LONGEST_WARNING)].windows(8).position(|eight| eight == signature);
        match start {
            Some(start) => drop(png.split_to(start)),
            None => return Err(said(&png)),
        }
        let ((width, height), black) = is_png_black(&png)?;
        Ok(Self { black, ..Self::made(width, height, None, Some(png), None) })
    }

    /// Reads the output of `screencap` without `-p`: width, height, format and (since Android 9) colour space as
    /// little-endian words, then four bytes per pixel.
    pub fn from_raw(raw: impl Into<Bytes>) -> Result<Self, PictureError> {
        let mut raw: Bytes = raw.into();
        let word =
            |at: usize| raw.get(at..at + 4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let (Some(width), Some(height), Some(format)) = (word(0), word(4), word(8)) else {
            return Err(said(&raw));
        };
        check_size(width, height).map_err(|error| if raw.is_ascii() { said(&raw) } else { error })?;
        let size = width as usize * height as usize * 4;
        let header = raw.len().saturating_sub(size);
        // RGBA_8888, or RGBX_8888.
        if !(format == 1 || format == 2) || !(header == 12 || header == 16) {
            return Err(PictureError::Broken(format!(
                "{} bytes in format {format} are not {width} x {height} pixels",
                raw.len()
            )));
        }
        drop(raw.split_to(header));
        let black = is_black(&raw, width, height);
        Ok(Self { black, ..Self::made(width, height, Some(raw), None, None) })
    }

    /// Creates a picture with known properties, for sources other than a phone.
    pub fn known(width: u32, height: u32, png: impl Into<Bytes>, fingerprint: u64) -> Self {
        Self::made(width, height, None, Some(png.into()), Some(fingerprint))
    }

    fn made(width: u32, height: u32, raw: Option<Bytes>, png: Option<Bytes>, fingerprint: Option<u64>) -> Self {
        let png = Arc::new(png.map_or_else(OnceLock::new, OnceLock::from));
        let fingerprint = Arc::new(fingerprint.map_or_else(OnceLock::new, OnceLock::from));
        Self { width, height, black: false, status_bar: 0, raw, png, fingerprint }
    }

    /// Returns the same picture, with this many rows of status bar at the top.
    #[must_use]
    pub fn with_status_bar(self, rows: u32) -> Self {
        // A status bar as tall as the screen is ignored.
        let rows = if rows < self.height { rows } else { 0 };
        if rows == self.status_bar {
            return self;
        }
        Self { status_bar: rows, fingerprint: Arc::default(), ..self }
    }

    /// Returns the number of rows of the status bar, which comparisons ignore.
    pub fn status_bar(&self) -> u32 {
        self.status_bar
    }

    /// Returns the PNG. For raw pixels the first call encodes it, which takes some ten milliseconds, so do not call it
    /// on a thread that serves others. [`Picture::encoded`] takes care of that.
    pub fn png(&self) -> Result<Bytes, PictureError> {
        if let (None, Some(raw)) = (self.png.get(), &self.raw) {
            // A concurrent second caller has computed the same.
            let made = encode(raw, self.width, self.height)?;
            drop(self.png.set(made.into()));
        }
        self.png.get().cloned().ok_or_else(|| PictureError::Broken("it has neither pixels nor a PNG".to_owned()))
    }

    /// [`Picture::png`] for async code.
    pub async fn encoded(&self) -> Result<Bytes, PictureError> {
        match self.png.get() {
            Some(png) => Ok(png.clone()),
            None => self.on_blocking_thread(Self::png).await?,
        }
    }

    /// Returns the pixels, four bytes each; decodes a PNG, so do not call it on a thread that serves others.
    pub fn pixels(&self) -> Result<Bytes, PictureError> {
        match (&self.raw, self.png.get()) {
            (Some(raw), _) => Ok(raw.clone()),
            (None, Some(png)) => Ok(decode(png)?.into()),
            (None, None) => Err(PictureError::Broken("it has neither pixels nor a PNG".to_owned())),
        }
    }

    /// Returns a fingerprint that is equal for equal pixels below the status bar, whose clock says nothing about the
    /// screen. Computed on the first call; [`Picture::compared`] does that without blocking others.
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| {
            let decoded;
            let pixels = match (&self.raw, self.png.get()) {
                (Some(raw), _) => raw.as_ref(),
                (None, Some(png)) => match decode(png) {
                    Ok(pixels) => {
                        decoded = pixels;
                        decoded.as_slice()
                    }
                    // Corrupt in the middle: only its bytes can be compared.
                    Err(_) => png.as_ref(),
                },
                (None, None) => &[],
            };
            let skipped = self.status_bar as usize * self.width as usize * 4;
            fingerprint(pixels.get(skipped..).unwrap_or(pixels), self.width)
        })
    }

    /// Returns the picture with its fingerprint computed.
    #[must_use]
    pub async fn compared(self) -> Self {
        if self.fingerprint.get().is_none() {
            // This fails only while the runtime shuts down; a later caller then computes it.
            drop(self.on_blocking_thread(Self::fingerprint).await);
        }
        self
    }

    async fn on_blocking_thread<T: Send + 'static>(&self, work: fn(&Self) -> T) -> Result<T, PictureError> {
        let picture = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&picture)).await;
        done.map_err(|error| PictureError::Broken(error.to_string()))
    }
}

/// Interprets a text instead of a picture. Phones report `Status: -1` or `Failed` for a screen with FLAG_SECURE.
fn said(bytes: &[u8]) -> PictureError {
    const SHOWN: usize = 200;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]);
    let text: String = text.trim().chars().take(SHOWN).collect();
    if text.is_empty() {
        PictureError::Said("nothing at all".to_owned())
    } else if text.contains("Status: -1") || text.contains("Failed") {
        PictureError::Secure(text)
    } else {
        PictureError::Said(text)
    }
}
