//! The capture loop of one phone: takes a picture, finds the changes, and decides when to capture again. A phone never
//! has two.

use std::sync::{Arc, Weak};

use agent::paint_pixels;
use bytes::Bytes;
use device::picture::PictureError;
use device::picture::regions::Tiles;
use device::tree::Bounds;
use device::{DeviceError, Picture, Visibility};

use super::guard::{Cover, Guard};
use super::pace::Pace;
use super::{Live, Screen, Seen, Streams};
use crate::error::TaskError;

/// Captures as long as there are watchers.
pub(super) async fn run(streams: Weak<Streams>, live: Arc<Live>) {
    let mut looks = Looks::default();
    let mut pace = Pace::default();
    loop {
        let Some(streams) = streams.upgrade() else { return };
        if streams.ends(&live) {
            return;
        }
        let clock = Arc::clone(&streams.clock);
        let began = clock.now();
        let looked = looks.look(&streams, &live).await;
        let now = clock.now();
        let next = match looked {
            Ok(changed) => {
                streams.set_trouble(&live.id, None);
                began + pace.looked(now, now.saturating_sub(began), changed)
            }
            Err(error) => {
                tell_trouble(&streams, &live, &error);
                now + pace.failed()
            }
        };
        drop(streams);
        tokio::select! {
            biased;
            () = live.touched.notified() => {
                looks.guard.touched();
                pace.touched(clock.now());
            }
            () = clock.sleep_until(next) => {}
            () = live.seen.closed() => {}
        }
    }
}

fn tell_trouble(streams: &Streams, live: &Live, error: &TaskError) {
    let message: Arc<str> = crate::text::cut(&error.to_string()).into();
    streams.set_trouble(&live.id, Some(&message));
    live.seen.send_if_modified(|seen| {
        // Only the first error is news: a disconnected phone phrases it differently each time.
        let news = seen.trouble.is_none();
        seen.trouble = Some(message);
        news
    });
}

/// State of the loop.
#[derive(Default)]
struct Looks {
    guard: Guard,
    /// The last picture as captured.
    last: Option<Raw>,
    /// Why the last picture was black, if it was.
    black: Option<Visibility>,
    /// Whether the last picture was withheld because it was not known what to hide.
    pending: bool,
}

/// A picture as captured.
#[derive(Clone)]
struct Raw {
    width: u32,
    height: u32,
    pixels: Bytes,
}

impl Looks {
    /// Captures once and publishes the changes. Returns whether there are any, or will be with the next capture.
    async fn look(&mut self, streams: &Streams, live: &Live) -> Result<bool, TaskError> {
        let device = streams.phones.reach(Some(&live.id)).await?;
        let redactor = streams.redactors.of(device.id());
        let now = streams.clock.now();
        let picture = if live.take_typed() || self.guard.asks(now) {
            let (picture, hides_typing) = tokio::join!(device.capture(), device.hides_typing());
            self.guard.told(now, hides_typing);
            picture
        } else {
            device.capture().await
        };
        // Typing began while the picture was taken.
        if live.take_typed() {
            self.guard.told_more(device.hides_typing().await);
        }
        let captured = u64::try_from(streams.clock.time().as_millisecond()).unwrap_or_default();
        let picture = match picture {
            // The phone refuses, as it does when an app hides its screen.
            Err(DeviceError::Picture(PictureError::Secure(why))) => match self.size(live) {
                Some(size) => return Ok(self.publish_blank(streams, live, size, captured).await),
                None => return Err(DeviceError::Picture(PictureError::Secure(why)).into()),
            },
            picture => picture?,
        };
        let black = picture.black;
        let (raw, same) = compare(picture, self.last.take()).await?;
        self.last = Some(raw.clone());
        if same && !self.pending && !self.guard.must_judge(&redactor) {
            clear_trouble(live);
            return Ok(false);
        }
        if !same {
            self.guard.changed();
        }
        self.black = match (black, self.black) {
            (false, _) => None,
            (true, Some(known)) if same => Some(known),
            (true, _) => Some(device.why_black().await.unwrap_or(Visibility::Black)),
        };
        let size = (raw.width, raw.height);
        let hidden = match self.guard.cover(device.as_ref(), &redactor, size).await {
            Cover::Paint(hidden) => hidden,
            Cover::Withhold => return Ok(self.publish_blank(streams, live, size, captured).await),
            Cover::Moving => {
                self.pending = true;
                return Ok(true);
            }
        };
        self.pending = false;
        let secure = self.black == Some(Visibility::Secure);
        Ok(publish(streams, live, raw, hidden, secure, captured).await)
    }

    /// Returns the size of the last published screen.
    fn size(&self, live: &Live) -> Option<(u32, u32)> {
        live.seen.borrow().screen.as_ref().map(|screen| screen.size())
    }

    /// Publishes a blank screen.
    async fn publish_blank(&mut self, streams: &Streams, live: &Live, size: (u32, u32), captured: u64) -> bool {
        // The next picture differs from the published screen, even if it equals the last capture.
        (self.last, self.pending) = (None, false);
        let everything = Bounds { left: 0, top: 0, right: i32::MAX, bottom: i32::MAX };
        let pixels = Bytes::from(vec![0; size.0 as usize * size.1 as usize * 4]);
        let raw = Raw { width: size.0, height: size.1, pixels };
        publish(streams, live, raw, vec![everything], true, captured).await
    }
}

/// Decodes a picture. Returns its pixels, and whether they equal the last ones.
async fn compare(picture: Picture, last: Option<Raw>) -> Result<(Raw, bool), TaskError> {
    let work = move || {
        let pixels = picture.pixels()?;
        let size = (picture.width, picture.height);
        let same = last.is_some_and(|last| (last.width, last.height) == size && last.pixels == pixels);
        Ok((Raw { width: size.0, height: size.1, pixels }, same))
    };
    on_blocking_thread(work).await.map_err(|error: PictureError| DeviceError::Picture(error).into())
}

/// Publishes the picture if it differs from the current screen. Returns whether it does.
async fn publish(streams: &Streams, live: &Live, raw: Raw, hidden: Vec<Bounds>, secure: bool, captured: u64) -> bool {
    let before = live.seen.borrow().screen.clone();
    let number = streams.next_number();
    let work = move || Ok::<_, PictureError>(next_screen(before.as_deref(), raw, &hidden, secure, (number, captured)));
    let Ok(screen) = on_blocking_thread(work).await else { return false };
    let Some(screen) = screen else {
        clear_trouble(live);
        return false;
    };
    live.seen.send_replace(Seen { screen: Some(Arc::new(screen)), trouble: None });
    live.redrawn.notify_one();
    true
}

/// Returns the phone's new screen, if it differs.
fn next_screen(
    before: Option<&Screen>,
    raw: Raw,
    hidden: &[Bounds],
    secure: bool,
    (number, captured): (u32, u64),
) -> Option<Screen> {
    let Raw { width, height, mut pixels } = raw;
    if !hidden.is_empty() {
        let mut painted = pixels.to_vec();
        paint_pixels(&mut painted, width, hidden);
        pixels = painted.into();
    }
    let tiles = match before.filter(|before| before.size() == (width, height)) {
        Some(before) => {
            let mut tiles = before.tiles.clone();
            if !tiles.compare(&before.pixels, &pixels, number) && before.secure == secure {
                return None;
            }
            tiles
        }
        None => Tiles::new(width, height, number),
    };
    Some(Screen::new(number, captured, secure, pixels, tiles))
}

/// Clears the problem: the phone is back, and its screen is unchanged.
fn clear_trouble(live: &Live) {
    live.seen.send_if_modified(|seen| seen.trouble.take().is_some());
}

async fn on_blocking_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(PictureError::Broken(error.to_string())))
}
