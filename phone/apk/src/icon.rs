//! The icon of an installed app: a PNG from its APK, or an adaptive icon made of PNGs and colours, scaled down once at
//! installation. Vector drawables and WebP are not supported; such an app shows its initial.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::resources::Resources;
use crate::xml::{self, Value};
use crate::zip::Zip;
use toolkit::{Picture, Pixels};

/// The stored width and height of an icon.
const SIDE: u32 = 96;
/// The largest file and the largest picture that are decoded.
const MOST_BYTES: usize = 4 << 20;
const MOST_SIDE: u32 = 2048;
/// `android.R.attr.drawable`.
const DRAWABLE: u32 = 0x0101_0199;

/// An icon, `SIDE` pixels wide and high, ready to be shown. It is serialised as Base64 of its bytes.
#[derive(Clone, PartialEq)]
pub struct AppIcon {
    /// The picture.
    pub picture: Picture,
}

impl AppIcon {
    fn new(rgba: Vec<u8>) -> Self {
        Self { picture: Picture::new(std::sync::Arc::new(Pixels { width: SIDE, height: SIDE, rgba })) }
    }
}

impl fmt::Debug for AppIcon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture.fmt(f)
    }
}

impl Serialize for AppIcon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use base64::Engine as _;
        let pixels = self.picture.pixels();
        let rgba = &pixels.rgba;
        serializer.serialize_str(&base64::engine::general_purpose::STANDARD.encode(rgba))
    }
}

impl<'de> Deserialize<'de> for AppIcon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use base64::Engine as _;
        use serde::de::Error;
        let text = String::deserialize(deserializer)?;
        let rgba = base64::engine::general_purpose::STANDARD.decode(text).map_err(D::Error::custom)?;
        if rgba.len() != (SIDE * SIDE * 4) as usize {
            return Err(D::Error::custom("the icon has an unexpected size"));
        }
        Ok(Self::new(rgba))
    }
}

/// Returns the first of these resources that can be drawn.
pub(crate) fn find(zip: &Zip<'_>, resources: &Resources<'_>, ids: &[u32]) -> Option<AppIcon> {
    let values = ids.iter().flat_map(|id| resources.values(*id));
    let mut rgba = values.take(64).find_map(|value| draw(zip, resources, &value, 0))?;
    // Later drawing expects premultiplied colours.
    for [red, green, blue, alpha] in rgba.as_chunks_mut::<4>().0 {
        for part in [red, green, blue] {
            *part = u8::try_from(u16::from(*part) * u16::from(*alpha) / 255).unwrap_or(u8::MAX);
        }
    }
    Some(AppIcon::new(rgba))
}

/// Draws a drawable as `SIDE` by `SIDE` pixels.
fn draw(zip: &Zip<'_>, resources: &Resources<'_>, value: &Value, depth: u8) -> Option<Vec<u8>> {
    match value {
        Value::Color([alpha, red, green, blue]) => Some([*red, *green, *blue, *alpha].repeat((SIDE * SIDE) as usize)),
        Value::Text(path) if path.ends_with(".png") => png(&zip.read(path, MOST_BYTES)?),
        Value::Text(path) if path.ends_with(".xml") && depth == 0 => adaptive(zip, resources, path),
        _ => None,
    }
}

/// Draws an `<adaptive-icon>`: a foreground over a background; the middle two thirds of both are visible.
fn adaptive(zip: &Zip<'_>, resources: &Resources<'_>, path: &str) -> Option<Vec<u8>> {
    let document = xml::read(&zip.read(path, MOST_BYTES)?)?;
    let root = document.children.first().filter(|root| root.name == "adaptive-icon")?;
    let layer = |name| {
        let values = match root.all(name).next()?.android(DRAWABLE)? {
            Value::Reference(id) => resources.values(*id),
            value => vec![value.clone()],
        };
        values.iter().take(16).find_map(|value| draw(zip, resources, value, 1))
    };
    let foreground = layer("foreground")?;
    let mut whole = layer("background").unwrap_or_else(|| [255; 4].repeat((SIDE * SIDE) as usize));
    for (below, above) in whole.as_chunks_mut::<4>().0.iter_mut().zip(foreground.as_chunks::<4>().0) {
        let alpha = u32::from(above[3]);
        for (to, from) in below.iter_mut().zip(above).take(3) {
            *to = u8::try_from((u32::from(*from) * alpha + u32::from(*to) * (255 - alpha)) / 255).unwrap_or(u8::MAX);
        }
        below[3] = below[3].max(above[3]);
    }
    let margin = SIDE / 6;
    Some(scaled(&whole, SIDE, (margin, margin, SIDE - 2 * margin, SIDE - 2 * margin)))
}

fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width == 0 || height == 0 || width > MOST_SIDE || height > MOST_SIDE {
        return None;
    }
    let mut raw = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut raw).ok()?;
    let rgba: Vec<u8> = match info.color_type {
        png::ColorType::Rgba => raw,
        png::ColorType::Rgb => raw.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
        png::ColorType::GrayscaleAlpha => raw.as_chunks::<2>().0.iter().flat_map(|[g, a]| [*g, *g, *g, *a]).collect(),
        png::ColorType::Grayscale => raw.iter().flat_map(|g| [*g, *g, *g, 255]).collect(),
        png::ColorType::Indexed => return None,
    };
    (rgba.len() >= width as usize * height as usize * 4).then(|| scaled(&rgba, width, (0, 0, width, height)))
}

/// Scales a part of a picture to `SIDE` by `SIDE` pixels, each the mean of those it covers.
fn scaled(rgba: &[u8], width: u32, (left, top, wide, high): (u32, u32, u32, u32)) -> Vec<u8> {
    let mut small = Vec::with_capacity((SIDE * SIDE * 4) as usize);
    for y in 0..SIDE {
        let rows = (top + y * high / SIDE)..(top + ((y + 1) * high / SIDE).max(y * high / SIDE + 1));
        for x in 0..SIDE {
            let columns = (left + x * wide / SIDE)..(left + ((x + 1) * wide / SIDE).max(x * wide / SIDE + 1));
            let (mut sums, mut alphas, mut count) = ([0_u64; 3], 0_u64, 0_u64);
            for row in rows.clone() {
                for column in columns.clone() {
                    let at = (row as usize * width as usize + column as usize) * 4;
                    let Some([r, g, b, a]) = rgba.get(at..at + 4) else { continue };
                    for (sum, part) in sums.iter_mut().zip([r, g, b]) {
                        *sum += u64::from(*part) * u64::from(*a);
                    }
                    alphas += u64::from(*a);
                    count += 1;
                }
            }
            let byte = |value: u64| u8::try_from(value).unwrap_or(u8::MAX);
            small.extend(sums.map(|sum| byte(sum / alphas.max(1))));
            small.push(byte(alphas / count.max(1)));
        }
    }
    small
}
