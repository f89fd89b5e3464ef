//! Drawn maps for any app: a country or a town as data ([`Region`]), and a part of it as a graphic ([`draw`]) with
//! marks and routes on top. Coordinates are degrees of latitude and longitude.

pub mod liechtenstein;
pub mod town;

use toolkit::{Color, Graphic, Point, Shape, TextStyle};

/// Latitude and longitude, in degrees.
pub type Coordinates = (f64, f64);

/// The size of a degree of latitude in dp at zoom 0.
const DP_PER_DEGREE: f64 = 1.0;
/// The zoom levels; each doubles the scale of the one before.
pub const ZOOMS: std::ops::RangeInclusive<f32> = 9.0..=17.0;

/// The content of a map.
pub struct Region {
    /// Fields, forests, lakes, the lower first.
    pub areas: &'static [(Ground, &'static [Coordinates])],
    /// Rivers, roads, rails, borders, the lower first.
    pub lines: &'static [(LineKind, &'static [Coordinates])],
    /// The labels: kind (which decides the zoom they appear at), text, position.
    pub names: &'static [(Name, &'static str, Coordinates)],
}

/// The kind of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ground {
    Land,
    Forest,
    Park,
    Rock,
    Town,
    Water,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum LineKind {
    River,
    Stream,
    Motorway,
    Road,
    Street,
    Path,
    Rail,
    Border,
}

/// The kind of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Name {
    Country,
    Town,
    Village,
    Peak,
    Water,
    Street,
}

/// The visible part of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The centre.
    pub middle: Coordinates,
    /// The zoom level: see [`ZOOMS`].
    pub zoom: f32,
    /// Whether the dark theme is on.
    pub dark: bool,
}

/// A mark on a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The position.
    pub at: Coordinates,
    /// The shape.
    pub kind: MarkKind,
    /// The colour.
    pub color: Color,
    /// The label below it; may be empty.
    pub label: String,
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MarkKind {
    Pin,
    Dot,
    Flag,
    Position,
}

impl Viewport {
    /// Converts coordinates to dp from the centre.
    pub fn place(&self, at: Coordinates) -> Point {
        let scale = DP_PER_DEGREE * f64::from(self.zoom.clamp(*ZOOMS.start(), *ZOOMS.end())).exp2();
        // A degree of longitude is shorter away from the equator.
        let narrow = self.middle.0.to_radians().cos();
        let x = (at.1 - self.middle.1) * narrow * scale;
        let y = (self.middle.0 - at.0) * scale;
        (x as f32, y as f32)
    }

    /// Converts a point in dp from the centre to coordinates.
    pub fn coordinates(&self, (x, y): Point) -> Coordinates {
        let scale = DP_PER_DEGREE * f64::from(self.zoom.clamp(*ZOOMS.start(), *ZOOMS.end())).exp2();
        let narrow = self.middle.0.to_radians().cos().max(0.01);
        (self.middle.0 - f64::from(y) / scale, self.middle.1 + f64::from(x) / (scale * narrow))
    }

    /// Returns a viewport that shows all of these points, zoomed in no further than `nearest`.
    pub fn around(points: &[Coordinates], nearest: f32, dark: bool) -> Option<Self> {
        let first = points.first()?;
        let (mut low, mut high) = (*first, *first);
        for (lat, lon) in points {
            low = (low.0.min(*lat), low.1.min(*lon));
            high = (high.0.max(*lat), high.1.max(*lon));
        }
        let middle = (f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1));
        let wide = ((high.1 - low.1) * middle.0.to_radians().cos()).max(1e-6);
        let tall = (high.0 - low.0).max(1e-6);
        // A phone shows at least 300 by 320 dp of it.
        let zoom = (300.0 / wide).min(320.0 / tall).log2() as f32;
        Some(Self { middle, zoom: zoom.clamp(*ZOOMS.start(), nearest), dark })
    }
}

/// Draws a part of a region, with routes and marks on top.
pub fn draw(region: &Region, port: &Viewport, routes: &[(Color, Vec<Coordinates>)], marks: &[Mark]) -> Graphic {
    let place = |points: &[Coordinates]| points.iter().map(|at| port.place(*at)).collect::<Vec<_>>();
    let mut shapes = Vec::new();
    for (ground, points) in region.areas {
        shapes.push(Shape::Area { points: place(points), color: ground.color(port.dark) });
    }
    let near = port.zoom;
    // Draw all outlines before the fillings, so that crossings are open.
    for edge in [true, false] {
        for (way, points) in region.lines.iter().filter(|(way, _)| near >= way.from()) {
            let (width, filling, around) = way.look(near, port.dark);
            let (width, color) = if edge { (width + 2.0, around) } else { (width, Some(filling)) };
            if let Some(color) = color {
                shapes.push(Shape::Line { points: place(points), width, color });
            }
        }
    }
    for (color, points) in routes {
        shapes.push(Shape::Line { points: place(points), width: 8.0, color: Color::Rgb(255, 255, 255) });
        shapes.push(Shape::Line { points: place(points), width: 5.0, color: *color });
    }
    let mut written = PlacedLabels::default();
    // Label the marks before the map's own names.
    let mut over = Vec::new();
    for mark in marks {
        mark.draw(port, &mut over);
    }
    let mut labels = Vec::new();
    for mark in marks.iter().filter(|mark| !mark.label.is_empty()) {
        let (x, y) = port.place(mark.at);
        written.add((x, y + 16.0), &mark.label, TextStyle::Caption, mark.ink(port.dark), port.dark, &mut labels);
    }
    for (name, text, at) in region.names.iter().filter(|(name, ..)| near >= name.from()) {
        let (style, color) = name.look(port.dark);
        let (x, y) = port.place(*at);
        if matches!(name, Name::Town | Name::Village) {
            let dot = if port.dark { Color::Rgb(200, 204, 212) } else { Color::Rgb(70, 74, 82) };
            shapes.push(Shape::Dot { at: (x, y), radius: 2.5, color: dot });
        }
        let below = if matches!(name, Name::Country | Name::Water | Name::Street) { 0.0 } else { 12.0 };
        written.add((x, y + below), text, style, color, port.dark, &mut labels);
    }
    shapes.append(&mut over);
    shapes.append(&mut labels);
    Graphic::new(shapes)
}

/// Returns a colour for the light or the dark theme.
fn either(dark: bool, light: (u8, u8, u8), night: (u8, u8, u8)) -> Color {
    let (red, green, blue) = if dark { night } else { light };
    Color::Rgb(red, green, blue)
}

impl Ground {
    /// Returns the fill colour.
    pub fn color(self, dark: bool) -> Color {
        match self {
            Self::Land => either(dark, (243, 240, 231), (36, 41, 48)),
            Self::Forest => either(dark, (196, 222, 184), (34, 54, 44)),
            Self::Park => either(dark, (207, 234, 190), (38, 62, 48)),
            Self::Rock => either(dark, (226, 222, 214), (48, 51, 57)),
            Self::Town => either(dark, (226, 220, 213), (58, 60, 68)),
            Self::Water => either(dark, (158, 201, 232), (30, 58, 84)),
        }
    }
}

impl LineKind {
    /// Returns the zoom from which it is shown.
    fn from(self) -> f32 {
        match self {
            Self::River | Self::Motorway | Self::Border => 0.0,
            Self::Road | Self::Rail => 9.5,
            Self::Stream => 10.5,
            Self::Street => 11.0,
            Self::Path => 12.0,
        }
    }

    /// Returns the width, the colour and the outline colour.
    fn look(self, zoom: f32, dark: bool) -> (f32, Color, Option<Color>) {
        let larger = ((zoom - 10.5) / 2.0).exp2().clamp(0.7, 4.0);
        match self {
            Self::River => (7.0 * larger, Ground::Water.color(dark), None),
            Self::Stream => (1.6 * larger, Ground::Water.color(dark), None),
            Self::Motorway => (
                4.0 * larger,
                either(dark, (250, 187, 94), (150, 104, 44)),
                Some(either(dark, (205, 133, 44), (70, 52, 26))),
            ),
            Self::Road => (
                3.2 * larger,
                either(dark, (255, 236, 160), (104, 98, 76)),
                Some(either(dark, (214, 188, 104), (52, 50, 42))),
            ),
            Self::Street => (
                2.2 * larger,
                either(dark, (255, 255, 255), (72, 77, 86)),
                Some(either(dark, (204, 200, 192), (40, 44, 50))),
            ),
            Self::Path => (1.2 * larger, either(dark, (178, 136, 100), (110, 92, 76)), None),
            Self::Rail => (1.6 * larger, either(dark, (120, 120, 128), (130, 134, 142)), None),
            Self::Border => (2.0, either(dark, (168, 108, 168), (150, 110, 150)), None),
        }
    }
}

impl Name {
    fn from(self) -> f32 {
        match self {
            Self::Country | Self::Town => 0.0,
            Self::Village => 10.8,
            Self::Water => 10.5,
            Self::Peak => 12.0,
            Self::Street => 13.5,
        }
    }

    fn look(self, dark: bool) -> (TextStyle, Color) {
        match self {
            Self::Country => (TextStyle::Label, either(dark, (136, 96, 136), (190, 160, 190))),
            Self::Town => (TextStyle::Label, either(dark, (40, 42, 48), (228, 230, 236))),
            Self::Village => (TextStyle::Caption, either(dark, (62, 64, 72), (206, 210, 218))),
            Self::Peak => (TextStyle::Caption, either(dark, (118, 90, 66), (190, 166, 142))),
            Self::Street => (TextStyle::Caption, either(dark, (96, 98, 106), (170, 174, 182))),
            Self::Water => (TextStyle::Caption, either(dark, (46, 104, 150), (134, 182, 220))),
        }
    }
}

impl Mark {
    fn draw(&self, port: &Viewport, shapes: &mut Vec<Shape>) {
        let (x, y) = port.place(self.at);
        let white = Color::Rgb(255, 255, 255);
        match self.kind {
            MarkKind::Pin => {
                let head = (x, y - 26.0);
                let body =
                    |out: f32| vec![(x - 10.0 - out, head.1 + 5.0), (x + 10.0 + out, head.1 + 5.0), (x, y + out)];
                shapes.push(Shape::Dot { at: head, radius: 14.0, color: white });
                shapes.push(Shape::Area { points: body(2.0), color: white });
                shapes.push(Shape::Dot { at: head, radius: 12.0, color: self.color });
                shapes.push(Shape::Area { points: body(0.0), color: self.color });
                shapes.push(Shape::Dot { at: head, radius: 5.0, color: white });
            }
            MarkKind::Dot => {
                shapes.push(Shape::Dot { at: (x, y), radius: 8.0, color: white });
                shapes.push(Shape::Dot { at: (x, y), radius: 6.0, color: self.color });
            }
            MarkKind::Flag => {
                let pole = vec![(x, y), (x, y - 30.0)];
                shapes.push(Shape::Line { points: pole, width: 3.0, color: Color::Rgb(60, 60, 60) });
                let cloth = vec![(x, y - 30.0), (x + 20.0, y - 24.0), (x, y - 16.0)];
                shapes.push(Shape::Area { points: cloth, color: self.color });
            }
            MarkKind::Position => {
                shapes.push(Shape::Dot { at: (x, y), radius: 10.0, color: white });
                shapes.push(Shape::Dot { at: (x, y), radius: 7.0, color: Color::Rgb(26, 115, 232) });
            }
        }
    }

    /// Returns the text colour.
    fn ink(&self, dark: bool) -> Color {
        either(dark, (40, 42, 48), (228, 230, 236))
    }
}

/// The bounds of the labels already placed; a label that would overlap one is left out.
#[derive(Default)]
struct PlacedLabels {
    taken: Vec<(Point, Point)>,
}

impl PlacedLabels {
    fn add(&mut self, at: Point, text: &str, style: TextStyle, color: Color, dark: bool, shapes: &mut Vec<Shape>) {
        // Letters are about half as wide as they are high; only the painter knows exact widths.
        let letter = if style == TextStyle::Caption { 6.4 } else { 7.8 };
        let half = (text.chars().count() as f32 * letter / 2.0, 8.0);
        let over = |(other, room): &(Point, Point)| {
            (at.0 - other.0).abs() < half.0 + room.0 && (at.1 - other.1).abs() < half.1 + room.1
        };
        if self.taken.iter().any(over) {
            return;
        }
        self.taken.push((at, half));
        let edge = if dark { Color::Rgb(28, 32, 38) } else { Color::Rgb(255, 255, 255) };
        shapes.push(Shape::Label { at, text: text.to_owned(), style, color, edge });
    }
}

/// Returns the distance between two places in metres, along the surface of the Earth.
pub fn distance(from: Coordinates, to: Coordinates) -> f64 {
    const EARTH: f64 = 6_371_000.0;
    let (lat, lon) = ((to.0 - from.0).to_radians(), (to.1 - from.1).to_radians());
    let half =
        (lat / 2.0).sin().powi(2) + from.0.to_radians().cos() * to.0.to_radians().cos() * (lon / 2.0).sin().powi(2);
    2.0 * EARTH * half.sqrt().min(1.0).asin()
}

/// Parses coordinates: `47.1, 9.5`, `47.1 9.5`, `geo:47.1,9.5`.
pub fn read_coordinates(text: &str) -> Option<Coordinates> {
    let text = text.trim().trim_start_matches("geo:");
    let mut parts = text.split(|letter: char| letter == ',' || letter == ';' || letter.is_whitespace());
    let mut next =
        || parts.find(|part| !part.is_empty()).and_then(|part| part.trim_end_matches('°').parse::<f64>().ok());
    let (lat, lon) = (next()?, next()?);
    let rest = next().is_some();
    let fine = lat.is_finite() && lon.is_finite() && lat.abs() <= 90.0 && lon.abs() <= 180.0;
    (fine && !rest).then_some((lat, lon))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_where_it_is_and_back() {
        let port = Viewport { middle: (47.15, 9.55), zoom: 12.0, dark: false };
        for at in [(47.15, 9.55), (47.2, 9.5), (47.0688832, 9.5061564)] {
            let there = port.coordinates(port.place(at));
            assert!((there.0 - at.0).abs() < 1e-4 && (there.1 - at.1).abs() < 1e-4, "{at:?} {there:?}");
        }
        assert_eq!(port.place((47.15, 9.55)), (0.0, 0.0));
        let (x, y) = port.place((47.16, 9.56));
        assert!(x > 0.0 && y < 0.0);
    }

    #[test]
    fn coordinates_are_read_or_they_are_none() {
        for (text, reads) in [
            ("47.1, 9.5", Some((47.1, 9.5))),
            ("47.1 9.5", Some((47.1, 9.5))),
            (" -33.9,151.2 ", Some((-33.9, 151.2))),
            ("geo:47.1,9.5", Some((47.1, 9.5))),
            ("Vaduz", None),
            ("91, 9", None),
            ("1", None),
            ("1, 2, 3", None),
            ("NaN, 1", None),
            ("inf, 1", None),
        ] {
            assert_eq!(read_coordinates(text), reads, "{text}");
        }
    }

    #[test]
    fn distances_are_those_of_the_earth() {
        let metres = distance((47.0688832, 9.5061564), (47.23976, 9.5262837));
        assert!((metres - 19_060.0).abs() < 60.0, "{metres}");
        assert_eq!(distance((1.0, 1.0), (1.0, 1.0)), 0.0);
    }

    #[test]
    fn what_is_around_some_places_shows_them_all() {
        assert_eq!(Viewport::around(&[], 14.0, false), None);
        let places = [(47.07, 9.5), (47.24, 9.6)];
        let port = Viewport::around(&places, 14.0, false).unwrap();
        for at in places {
            let (x, y) = port.place(at);
            assert!(x.abs() <= 151.0 && y.abs() <= 161.0, "{x} {y}");
        }
        assert_eq!(Viewport::around(&places[..1], 14.0, false).unwrap().zoom, 14.0);
    }
}
