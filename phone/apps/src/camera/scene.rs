//! Draws the scene in front of the camera: a board on a wall or a sheet on a table, with its writing.

use std::sync::Arc;

use state::shared::{CameraScene, SceneKind};
use toolkit::{Align, Color, Display, Frame, Pixels, Size, TextStyle, UiStates, View, Window, WindowKind};

/// The size of a photo, in pixels.
const PHOTO: Display = Display {
    width: 720,
    height: 960,
    density_dpi: 240,
    rotation: 0,
    dark: false,
    font_scale: 1.0,
    right_to_left: false,
};

/// Draws a scene.
pub(super) fn draw(scene: &CameraScene) -> Arc<Pixels> {
    let (wall, paper, ink) = match scene.kind {
        SceneKind::Sign => (Color::Rgb(121, 134, 128), Color::Rgb(20, 66, 114), Color::Rgb(255, 255, 255)),
        SceneKind::Letter => (Color::Rgb(139, 94, 60), Color::Rgb(250, 247, 238), Color::Rgb(38, 38, 60)),
    };
    let line = |(number, text): (usize, &String)| {
        let style = match (scene.kind, number, scene.lines.len()) {
            (SceneKind::Sign, _, 0..=4) => TextStyle::Display,
            (SceneKind::Sign, _, 5..=8) => TextStyle::Headline,
            (SceneKind::Letter, 0, 0..=8) => TextStyle::Headline,
            (_, _, 0..=12) => TextStyle::Title,
            _ => TextStyle::Caption,
        };
        let text = View::text(text).text_style(style).color(ink).width(Size::Fill);
        if scene.kind == SceneKind::Sign { text.align(Align::Center) } else { text }
    };
    let board = View::column(scene.lines.iter().enumerate().map(line).collect())
        .gap(12.0)
        .padding(24.0, 32.0)
        .background(paper, if scene.kind == SceneKind::Sign { 12.0 } else { 0.0 })
        .style(|style| style.elevation = 10.0);
    let view = View::column(vec![board]).height(Size::Fill).padding(28.0, 72.0).background(wall, 0.0);
    let window = Window { key: "scene".to_owned(), package: String::new(), view, kind: WindowKind::App };
    Frame::default().render(&[window], &PHOTO, &UiStates::default(), 0)
}
