//! Components and tables: texts stay text, numbers are clamped, pictures are checked.

use action::Finite;
use action::os::{
    Cols, Component, ComponentLayout, ImageComponent, Length, TableContentData, TextColor, TextComponent, TextVariant,
};

use super::{address, style};
use crate::wire::{SafeComponent, SafeContent, SafeLayout};

/// The most components a window shows.
const MAX_COMPONENTS: usize = 2_000;
/// The most options a field offers.
const MAX_OPTIONS: usize = 2_000;
/// The most rows a field is high.
const MAX_FIELD_ROWS: u64 = 100;
/// The most rows and columns of a table that are shown.
const MAX_ROWS: usize = 10_000;
const MAX_COLUMNS: usize = 256;
const MAX_CELLS: usize = 200_000;

pub(super) fn layout(sent: &ComponentLayout) -> SafeLayout {
    let mut components: Vec<SafeComponent> = sent.components.iter().take(MAX_COMPONENTS).map(component).collect();
    let more = sent.components.len().saturating_sub(MAX_COMPONENTS);
    if more > 0 {
        components.push(SafeComponent::Shown(Component::Text(TextComponent {
            content: format!("{more} more are not shown"),
            variant: Some(TextVariant::Caption),
            color: Some(TextColor::Muted),
            text_align: None,
        })));
    }
    let cols = sent.cols.as_ref().map(|cols| match cols {
        Cols::Count(count) => Cols::Count((*count).clamp(1, Cols::MAX)),
        Cols::Ratios(ratios) => {
            let kept: Vec<Finite> =
                ratios.iter().take(Cols::MAX as usize).map(|ratio| bounded(*ratio, 0.01, 1000.0)).collect();
            if kept.is_empty() { Cols::Count(1) } else { Cols::Ratios(kept) }
        }
    });
    SafeLayout { components, cols, gap: sent.gap }
}

fn component(sent: &Component) -> SafeComponent {
    let mut shown = sent.clone();
    match &mut shown {
        Component::Image(image) => return picture(image),
        Component::Progress(progress) => progress.value = bounded(progress.value, 0.0, 100.0),
        Component::Input(input) => input.rows = input.rows.map(|rows| rows.clamp(1, MAX_FIELD_ROWS)),
        Component::Select(select) => select.options.truncate(MAX_OPTIONS),
        Component::Button(_) | Component::Text(_) | Component::Badge(_) => {}
    }
    SafeComponent::Shown(shown)
}

fn picture(image: &ImageComponent) -> SafeComponent {
    match address::picture(&image.src) {
        Err(why) => SafeComponent::Blocked { blocked: why.to_owned() },
        Ok(src) => SafeComponent::Shown(Component::Image(ImageComponent {
            src,
            width: image.width.as_ref().and_then(length),
            height: image.height.as_ref().and_then(length),
            fit: image.fit,
        })),
    }
}

fn length(sent: &Length) -> Option<Length> {
    match sent {
        Length::Pixels(pixels) => Some(Length::Pixels(bounded(*pixels, 0.0, 10_000.0))),
        Length::Css(text) => style::length(text).map(Length::Css),
    }
}

fn bounded(number: Finite, least: f64, most: f64) -> Finite {
    Finite::new(number.get().clamp(least, most)).unwrap_or(Finite::ZERO)
}

/// Returns a table, cut to the size that a page can hold, with a last row that names the omitted part.
pub(super) fn table(sent: &TableContentData) -> SafeContent {
    let headers: Vec<String> = sent.headers.iter().take(MAX_COLUMNS).cloned().collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut cells = 0;
    for row in sent.rows.iter().take(MAX_ROWS) {
        cells += row.len().min(MAX_COLUMNS);
        if cells > MAX_CELLS {
            break;
        }
        rows.push(row.iter().take(MAX_COLUMNS).cloned().collect());
    }
    let more = sent.rows.len() - rows.len();
    if more > 0 {
        rows.push(vec![format!("{more} more rows are not shown")]);
    }
    SafeContent::Table { headers, rows }
}
