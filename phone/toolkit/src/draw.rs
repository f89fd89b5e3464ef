//! Draws a scene: every window in z-order, every view by its kind. `controls` draws the interactive views.

mod controls;
mod graphic;

use super::Rect;
use super::layout::Placed;
use super::paint::Canvas;
use super::scene::{LaidOutWindow, Scene, mirrors};
use super::screen::Display;
use super::state::{UiState, UiStates};
use super::style::{Align, Color, Icon};
use super::text::{self, Spec};
use super::theme::{self, Rgba, Theme};
use super::view::{Kind, View};
use super::window::WindowKind;

/// The scrim behind a dialog.
const DIM: Rgba = Rgba(0, 0, 0, 110);
/// The alpha of the overlay on a pressed view, in the ink colour.
const PRESSED_ALPHA: u8 = 30;
/// The alpha of the ink of a disabled view.
const DISABLED_ALPHA: u8 = 97;

/// Draws all windows, reusing the memory of an old frame if `spare` has the right size.
pub(super) fn draw(scene: &Scene<'_>, states: &UiStates, spare: Vec<u8>) -> Option<Canvas> {
    let theme = Theme::of(scene.display.dark);
    let (width, height) = scene.display.size();
    let app = scene.windows.iter().find(|shown| shown.window.kind == WindowKind::App);
    let paper = app.and_then(|shown| shown.window.view.style.background).map_or(theme.background, |it| theme.color(it));
    let mut canvas = Canvas::filled(width, height, paper, spare)?;
    let whole = scene.display.bounds();
    let nothing = UiState::default();
    let unturned = Display { right_to_left: false, ..scene.display.clone() };
    for (number, shown) in scene.windows.iter().enumerate() {
        match shown.window.kind {
            WindowKind::Shade => {
                // The scrim does not cover the keyboard that belongs to the dialog.
                let keyboard = scene.windows.iter().find(|shown| shown.window.kind == WindowKind::Ime);
                let bottom = keyboard.map_or(whole.bottom, |shown| shown.rect.top);
                canvas.fill(Rect { bottom, ..whole }, 0.0, DIM, whole);
            }
            WindowKind::Dialog | WindowKind::Sheet => canvas.fill(whole, 0.0, DIM, whole),
            // The keyboard extends below the navigation bar.
            WindowKind::Ime => {
                let paper = shown.window.view.style.background.map_or(theme.surface_variant, |it| theme.color(it));
                canvas.fill(Rect { bottom: whole.bottom, ..shown.rect }, 0.0, paper, whole);
            }
            WindowKind::App
            | WindowKind::TextToolbar
            | WindowKind::Toast
            | WindowKind::HeadsUp
            | WindowKind::Navigation
            | WindowKind::Status => {}
        }
        // The lowest window is already filled with its own colour.
        let blank = (number == 0 && shown.window.kind == WindowKind::App).then_some(paper);
        let (x, y) = shown.rect.center();
        let behind = canvas.pixel(x, y);
        let state = states.get(&shown.window.key).unwrap_or(&nothing);
        let display = if mirrors(scene.display, shown.window.kind) { scene.display } else { &unturned };
        Drawing { canvas: &mut canvas, display, theme, state }.window(shown, behind, blank, whole);
    }
    Some(canvas)
}

/// The state needed to draw one window.
struct Drawing<'a> {
    canvas: &'a mut Canvas,
    display: &'a Display,
    theme: &'static Theme,
    state: &'a UiState,
}

impl Drawing<'_> {
    fn window(&mut self, shown: &LaidOutWindow<'_>, behind: Rgba, blank: Option<Rgba>, whole: Rect) {
        // The background colour of each view, so that a readable ink can be chosen.
        let mut papers: Vec<Rgba> = Vec::with_capacity(shown.laid.nodes.len());
        for (number, placed) in shown.laid.nodes.iter().enumerate() {
            let outer = placed.parent.and_then(|parent| papers.get(parent)).copied().unwrap_or(behind);
            let paper = self.paper(placed.view).filter(|color| color.3 == 255).unwrap_or(outer);
            papers.push(paper);
            if placed.clip.is_empty() {
                continue;
            }
            let around = placed.parent.and_then(|parent| shown.laid.nodes.get(parent)).map_or(whole, |it| it.clip);
            let pressed = self.state.pressed.as_ref().is_some_and(|path| shown.laid.path(number) == *path);
            if number > 0 || blank.is_none_or(|color| color != paper) {
                self.background(placed, around);
            }
            self.view(placed, paper);
            if pressed {
                let ink = self.theme.ink(Color::OnSurface, paper).alpha(PRESSED_ALPHA);
                self.canvas.fill(placed.bounds, self.radius(placed), ink, placed.clip);
            }
        }
    }

    /// Returns the background of a view, which is painted before its content.
    fn paper(&self, view: &View) -> Option<Rgba> {
        let own = view.style.background.map(|color| self.theme.color(color));
        match view.kind {
            Kind::Button { .. } if !view.enabled => None,
            Kind::Button { primary: true } => own.or(Some(self.theme.primary)),
            Kind::Fab(_) => own.or(Some(self.theme.primary_container)),
            _ => own,
        }
    }

    fn radius(&self, placed: &Placed<'_>) -> f32 {
        let view = placed.view;
        let dp = match view.kind {
            _ if view.style.radius > 0.0 => view.style.radius,
            Kind::Button { .. } | Kind::IconButton(_) if view.style.background.is_none() => 100.0,
            Kind::Button { .. } => 100.0,
            Kind::Fab(_) => 16.0,
            _ => 0.0,
        };
        dp * self.display.scale()
    }

    fn background(&mut self, placed: &Placed<'_>, around: Rect) {
        let view = placed.view;
        let radius = self.radius(placed);
        let raised =
            if matches!(view.kind, Kind::Fab(_)) { view.style.elevation.max(4.0) } else { view.style.elevation };
        if raised > 0.0 {
            let depth = raised.min(24.0) * self.display.scale();
            self.canvas.shadow(placed.bounds, radius, depth, self.theme.dark, around);
        }
        let switched_off = !view.enabled && matches!(view.kind, Kind::Button { primary: true });
        let color = if switched_off { Some(self.theme.on_surface.alpha(31)) } else { self.paper(view) };
        if let Some(color) = color {
            self.canvas.fill(self.drawn(placed), radius, color, placed.clip);
        }
    }

    /// Returns the part of a view that is filled: a button's touch target is a little larger than its visible shape.
    fn drawn(&self, placed: &Placed<'_>) -> Rect {
        let beside = if matches!(placed.view.kind, Kind::Button { .. }) { self.display.px(4.0) } else { 0 };
        if placed.bounds.height() > 4 * beside { placed.bounds.inset(0, beside, 0, beside) } else { placed.bounds }
    }

    /// Returns the ink colour of a view: its own, or the default of its kind.
    fn ink(&self, view: &View, usual: Color, paper: Rgba) -> Rgba {
        let ink = self.theme.ink(view.style.color.unwrap_or(usual), paper);
        if view.enabled { ink } else { ink.alpha((u32::from(ink.3) * u32::from(DISABLED_ALPHA) / 255) as u8) }
    }

    fn view(&mut self, placed: &Placed<'_>, paper: Rgba) {
        let view = placed.view;
        let inner = self.inner(placed);
        match &view.kind {
            Kind::Column | Kind::Row | Kind::Panes | Kind::Stack | Kind::List | Kind::Grid { .. } | Kind::Space => {}
            Kind::Text => {
                let ink = self.ink(view, Color::OnSurface, paper);
                self.text(placed, inner, view.style.align, ink);
            }
            Kind::Button { primary } => {
                let usual = if *primary && view.enabled { Color::OnPrimary } else { Color::Primary };
                let usual = if view.enabled { usual } else { Color::OnSurface };
                let ink = self.ink(view, usual, paper);
                self.text(placed, inner, Align::Center, ink);
            }
            Kind::Icon(icon) => {
                let ink = self.ink(view, Color::Muted, paper);
                self.icon(*icon, square(inner, inner.width().min(inner.height())), ink, placed.clip);
            }
            Kind::IconButton(icon) | Kind::Fab(icon) => {
                let ink = self.ink(view, Color::OnSurface, paper);
                let side = self.display.px(24.0).min(inner.width()).min(inner.height());
                self.icon(*icon, square(inner, side), ink, placed.clip);
            }
            Kind::Graphic(graphic) => self.graphic(graphic, inner, placed.clip),
            Kind::Picture(picture) => self.canvas.picture(&picture.pixels(), inner, placed.clip),
            Kind::Canvas { sketch, .. } => {
                self.canvas.sketch(sketch, placed.bounds, self.display.scale(), placed.clip);
            }
            Kind::Avatar => self.avatar(placed, inner),
            Kind::Switch { on } => self.switch(placed, inner, *on, paper),
            Kind::CheckBox { on } => self.check_box(placed, inner, *on, paper),
            Kind::Radio { on } => self.radio(placed, inner, *on, paper),
            Kind::Slider { value, max, .. } => self.slider(placed, *value, *max),
            Kind::Field { hint, .. } => self.field(placed, hint, paper),
            Kind::Progress(percent) => self.progress(placed, inner, *percent),
            Kind::Divider => {
                let color = view.style.color.map_or(self.theme.outline, |color| self.theme.color(color));
                self.canvas.fill(placed.bounds, 0.0, color, placed.clip);
            }
        }
    }

    fn inner(&self, placed: &Placed<'_>) -> Rect {
        self.display.inside(placed.bounds, placed.view.style.padding)
    }

    /// Draws an icon; directional icons are mirrored in right-to-left layouts.
    fn icon(&mut self, icon: Icon, square: Rect, ink: Rgba, clip: Rect) {
        let turned = self.display.right_to_left
            && matches!(
                icon,
                Icon::ArrowBack
                    | Icon::Backspace
                    | Icon::ChevronLeft
                    | Icon::ChevronRight
                    | Icon::Enter
                    | Icon::NavBack
                    | Icon::Redo
                    | Icon::Send
                    | Icon::Undo
            );
        self.canvas.icon_turned(icon, square, ink, clip, turned);
    }

    /// Draws the text of a view; centred text is centred on both axes.
    fn text(&mut self, placed: &Placed<'_>, area: Rect, align: Align, ink: Rgba) {
        let Some(shaped) = &placed.text else { return };
        let align = self.aligned(align);
        let spare = (area.height() - shaped.height).max(0);
        let top = area.top + if align == Align::Center { spare / 2 } else { 0 };
        self.canvas.text(shaped, (area.left as f32, top as f32), ink, placed.clip, (align, area.width() as f32));
    }

    /// Resolves an alignment for the writing direction.
    fn aligned(&self, align: Align) -> Align {
        match align {
            Align::Start if self.display.right_to_left => Align::End,
            Align::End if self.display.right_to_left => Align::Start,
            align => align,
        }
    }

    fn avatar(&mut self, placed: &Placed<'_>, inner: Rect) {
        let side = inner.width().min(inner.height());
        let circle = square(inner, side);
        let color =
            placed.view.style.background.map_or_else(|| theme::avatar(&placed.view.text), |it| self.theme.color(it));
        self.canvas.fill(circle, side as f32 / 2.0, color, placed.clip);
        let letters = theme::initials(&placed.view.text);
        let size = side as f32 * if letters.chars().count() > 1 { 0.38 } else { 0.46 };
        let spec = Spec { size: (size * 64.0) as u32, line: side, weight: 500, width: None, max_lines: 1 };
        let shaped = text::shape(&letters, spec);
        let ink = placed.view.style.color.map_or(Rgba(255, 255, 255, 255), |it| self.theme.color(it));
        let left = circle.left as f32 + (side as f32 - shaped.width as f32) / 2.0;
        let at = (left, circle.top as f32);
        self.canvas.text(&shaped, at, ink, placed.clip, (Align::Start, side as f32));
    }
}

/// Returns a square in the middle of a rectangle.
fn square(room: Rect, side: i32) -> Rect {
    let left = room.left + (room.width() - side) / 2;
    let top = room.top + (room.height() - side) / 2;
    Rect::new(left, top, left + side, top + side)
}
