//! Exports a drawing as PNG, JPEG or SVG.

use std::fmt::Write;

use toolkit::{Sketch, jpeg};

/// Pixels per dp in exported files: the density of current phones.
const SCALE: f32 = 2.625;

/// The file formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    #[default]
    Png,
    Svg,
    Jpg,
}

impl Format {
    /// All formats with their names.
    pub(super) const ALL: &[(Self, &str)] = &[(Self::Png, "PNG"), (Self::Svg, "SVG"), (Self::Jpg, "JPG")];

    /// Returns the format with this name.
    pub(super) fn named(name: &str) -> Self {
        Self::ALL.iter().find(|(_, known)| *known == name).map_or(Self::Png, |(format, _)| *format)
    }

    /// Returns the file extension.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Jpg => "jpg",
        }
    }
}

/// Encodes a drawing; `None` if it is too large.
pub(super) fn file(sketch: &Sketch, size: (f32, f32), paper: (u8, u8, u8), format: Format) -> Option<Vec<u8>> {
    match format {
        Format::Svg => Some(svg(sketch, size, paper).into_bytes()),
        Format::Png => sketch.picture(size, SCALE, paper)?.to_png().ok(),
        Format::Jpg => Some(jpeg::encode(&sketch.picture(size, SCALE, paper)?, 92)),
    }
}

fn svg(sketch: &Sketch, (width, height): (f32, f32), paper: (u8, u8, u8)) -> String {
    let hex = |(red, green, blue): (u8, u8, u8)| format!("#{red:02x}{green:02x}{blue:02x}");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        hex(paper)
    );
    for stroke in sketch.strokes() {
        let mut path = String::new();
        for (number, (x, y)) in stroke.points.iter().enumerate() {
            // A stroke of one point is a dot.
            let word = if number == 0 { "M" } else { " L" };
            _ = write!(path, "{word}{x:.2},{y:.2}");
            if stroke.points.len() == 1 {
                _ = write!(path, " L{x:.2},{y:.2}");
            }
        }
        _ = writeln!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            hex(stroke.color),
            stroke.width
        );
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use toolkit::{Stroke, decode};

    use super::*;

    #[test]
    fn a_drawing_becomes_a_file_of_its_kind() {
        let mut sketch = Sketch::default();
        sketch.push(Stroke { color: (255, 0, 0), width: 6.0, points: vec![(10.0, 10.0), (90.0, 10.0)] });
        let file = |format| file(&sketch, (100.0, 40.0), (255, 255, 255), format).unwrap();
        for format in [Format::Png, Format::Jpg] {
            let pixels = decode(&file(format)).unwrap();
            assert_eq!((pixels.width, pixels.height), (263, 105), "{format:?}");
            let middle = &pixels.rgba[(26 * 263 + 130) * 4..][..3];
            assert!(middle[0] > 230 && middle[1] < 40, "{format:?}: {middle:?}");
        }
        assert!(file(Format::Png).starts_with(b"\x89PNG") && file(Format::Jpg).starts_with(b"\xff\xd8"));
        let svg = String::from_utf8(file(Format::Svg)).unwrap();
        assert!(svg.contains("M10.00,10.00 L90.00,10.00") && svg.contains("stroke=\"#ff0000\""), "{svg}");
    }
}
