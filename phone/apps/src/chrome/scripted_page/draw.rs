//! The page "Color Challenge": shows three colours; the user's drawing must contain all three.

use std::collections::{BTreeMap, BTreeSet};

use super::{Progress, Random};
use toolkit::{Align, Color, Event, Kind, Phase, Pointer, Size, TextStyle, View};

/// The number of requested colours.
const ASKED: usize = 3;
/// The most colours in a palette.
const MAX_COLORS: usize = 64;
/// The width and height of the canvas, in the page's pixels.
const SIDE: f32 = 300.0;
/// The drawing colour before one is chosen.
const BLACK: Rgb = (0, 0, 0);

/// Red, green, blue.
type Rgb = (u8, u8, u8);

/// The colours of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Draw {
    /// The palette.
    pub(super) palette: Vec<Rgb>,
    /// The requested colours.
    pub(super) asked: Vec<Rgb>,
}

/// Parses the palette in a script: `availableColors = ['#ff0000', …]`.
fn palette(source: &str) -> Vec<Rgb> {
    let list =
        source.split_once("availableColors").and_then(|(_, rest)| rest.split_once('[')).map_or("", |(_, rest)| rest);
    let list = list.split(']').next().unwrap_or_default();
    let color = |text: &str| {
        let hex = text.get(..6)?;
        let number = u32::from_str_radix(hex, 16).ok()?;
        Some(((number >> 16) as u8, (number >> 8) as u8, number as u8))
    };
    list.split('#').skip(1).filter_map(color).take(MAX_COLORS).collect()
}

/// Returns the pixels of the strokes by position; later strokes cover earlier ones.
fn pixels(progress: &Progress) -> BTreeMap<(i32, i32), Rgb> {
    let mut drawn = BTreeMap::new();
    for stroke in progress.drawing.strokes() {
        for pair in stroke.points.windows(2) {
            let [from, to] = pair else { continue };
            let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).ceil().clamp(1.0, SIDE * 2.0) as i32;
            for step in 0..=steps {
                let part = step as f32 / steps as f32;
                let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                if (0.0..SIDE).contains(&at.0) && (0.0..SIDE).contains(&at.1) {
                    drawn.insert((at.0 as i32, at.1 as i32), stroke.color);
                }
            }
        }
    }
    drawn
}

impl Draw {
    pub(super) fn new(mut random: Random, source: &str) -> Option<Self> {
        let palette = palette(source);
        let mut left = palette.clone();
        let mut asked = Vec::new();
        while asked.len() < ASKED && !left.is_empty() {
            asked.push(left.remove(random.below(left.len())));
        }
        (!asked.is_empty()).then_some(Self { palette, asked })
    }

    pub(super) fn view(&self, progress: &Progress) -> Vec<View> {
        let square = |(red, green, blue): &Rgb| {
            let square = View::new(Kind::Space).width(Size::Dp(50.0)).height(Size::Dp(50.0));
            square.background(Color::Rgb(*red, *green, *blue), 0.0)
        };
        let center = |children: Vec<View>, gap: f32| {
            let row = View::new(Kind::Row).children(children).gap(gap).align(Align::Center);
            View::column(vec![row]).align(Align::Center).padding(8.0, 6.0)
        };
        let asked = center(self.asked.iter().map(square).collect(), 10.0);
        let sketch = progress.drawing.clone();
        let canvas = View::new(Kind::Canvas { sketch, on_draw: "draw" }).id("canvas");
        let canvas = canvas.width(Size::Dp(SIDE)).height(Size::Dp(SIDE)).background(Color::Rgb(255, 255, 255), 0.0);
        let frame = View::stack(vec![canvas]).padding(1.0, 1.0).background(Color::Rgb(0, 0, 0), 0.0);
        // The palette's buttons have no accessible name, as on the page.
        let choice = |(number, (red, green, blue)): (usize, &Rgb)| {
            let button = View::button("", Event::with("color", number.to_string()));
            let button = button.width(Size::Dp(48.0)).height(Size::Dp(48.0)).padding(1.0, 1.0);
            button.background(Color::Rgb(*red, *green, *blue), 2.0)
        };
        let rows = self.palette.iter().enumerate().map(choice).collect::<Vec<_>>();
        let mut parts = vec![asked, center(vec![frame], 0.0)];
        let text = View::text("Available Colors:").text_style(TextStyle::BodySmall).align(Align::Center);
        parts.push(text.width(Size::Fill));
        parts.extend(rows.chunks(6).map(|row| center(row.to_vec(), 6.0).padding(8.0, 3.0)));
        let button = |text: &str, id: &str, event: &'static str| {
            View::button(text, Event::new(event)).id(id).height(Size::Dp(48.0)).background(Color::SurfaceVariant, 4.0)
        };
        parts.push(center(
            vec![button("Clear", "clearButton", "clear_drawing"), button("Submit", "submitButton", "submit_drawing")],
            12.0,
        ));
        if progress.right {
            parts.push(View::text("Success!").id("result").align(Align::Center).width(Size::Fill).padding(8.0, 8.0));
        }
        parts
    }

    pub(super) fn event(&self, progress: &mut Progress, event: &Event) -> bool {
        match event.name.as_ref() {
            "draw" => {
                let color = progress.color.and_then(|number| self.palette.get(number)).copied().unwrap_or(BLACK);
                if let Some(pointer) = Pointer::read(&event.value) {
                    // As on the page, a finger that only comes down draws nothing yet.
                    let at = (pointer.at.0.clamp(0.0, SIDE), pointer.at.1.clamp(0.0, SIDE));
                    let phase = if pointer.phase == Phase::Up { Phase::Move } else { pointer.phase };
                    progress.drawing.follow(&Pointer { phase, at, ..pointer }, color, 1.0);
                }
            }
            "color" => progress.color = event.value.parse().ok(),
            "clear_drawing" => progress.drawing = toolkit::Sketch::default(),
            "submit_drawing" => {
                let used: BTreeSet<Rgb> = pixels(progress).into_values().collect();
                progress.right = self.asked.iter().all(|color| used.contains(color));
            }
            _ => return false,
        }
        true
    }
}
