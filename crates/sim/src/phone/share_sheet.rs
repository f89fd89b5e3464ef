//! The share sheet: what an app gives away, and the apps that take it, for the person to choose one.

use super::Phone;
use crate::android::Component;
use crate::app::Intent;
use crate::apps::{icons, overlays, widgets};
use crate::ui::{Align, Color, Event, Icon, Kind, Size, TextStyle, View, Window, WindowKind};

/// The key of its window.
pub(super) const KEY: &str = "share_sheet";
/// Whose window it is.
const PACKAGE: &str = "android";
const TEXT: &str = "android.intent.extra.TEXT";
/// How many apps stand beside each other.
const COLUMNS: usize = 4;

impl Phone {
    /// Shows the sheet for an intent; with nobody to take it the person is told so.
    pub(super) fn share(&mut self, intent: Intent) {
        self.hide_keyboard_now();
        if self.takers(&intent).is_empty() {
            return self.toast("No apps can perform this action.");
        }
        self.ui.forget(KEY);
        self.sharing = Some(intent);
    }

    /// Who takes what is shared, by name: not the one who shares it.
    fn takers(&self, intent: &Intent) -> Vec<(String, Component)> {
        let from = self.front_package();
        let taking = self.resolve_intent(intent).into_iter().filter(|component| component.package != from);
        let mut takers: Vec<(String, Component)> =
            taking.map(|component| (widgets::label(&component.package, &self.shared), component)).collect();
        takers
            .sort_by(|one, other| (one.0.to_lowercase(), &one.1.class).cmp(&(other.0.to_lowercase(), &other.1.class)));
        takers.dedup_by(|later, first| later.1.package == first.1.package);
        takers
    }

    pub(super) fn share_window(&self) -> Option<Window> {
        let intent = self.sharing.as_ref()?;
        let text = intent.extra(TEXT).unwrap_or_default();
        let title = View::text("Share").id("android:id/title").text_style(TextStyle::Title);
        let mut body = vec![View::column(vec![title]).align(Align::Center).padding(16.0, 4.0)];
        if !text.is_empty() {
            let preview = View::text(text.trim()).id("android:id/content_preview_text").width(Size::Weight(1.0));
            let preview = preview.text_style(TextStyle::BodySmall).style(|style| style.max_lines = 2);
            let copy = View::icon_button(Icon::Copy, "Copy", Event::new("copy")).id("android:id/chooser_copy_button");
            let row = View::row(vec![preview, copy]).gap(8.0).background(Color::SurfaceVariant, 16.0);
            body.push(row.padding(16.0, 4.0).style(|style| style.margin = [16.0, 8.0, 16.0, 8.0]));
        }
        let cells = self.takers(intent).into_iter().map(|(label, component)| {
            let name = View::text(&label).id("android:id/text1").text_style(TextStyle::Caption);
            let name = name.style(|style| (style.max_lines, style.align) = (2, Align::Center));
            View::column(vec![icons::picture(&component.package, &self.shared, 48.0), name])
                .align(Align::Center)
                .gap(6.0)
                .padding(4.0, 8.0)
                .description(&label)
                .on_click(Event::with("taker", format!("{}/{}", component.package, component.class)))
        });
        let grid = View::new(Kind::Grid { columns: COLUMNS }).children(cells.collect()).width(Size::Fill);
        body.push(View::list("android:id/resolver_list", vec![grid]).height(Size::Wrap).padding(12.0, 4.0));
        let view = overlays::sheet(body);
        Some(Window { key: KEY.to_owned(), package: PACKAGE.to_owned(), view, kind: WindowKind::Sheet })
    }

    /// Somebody was chosen, or the text copied.
    pub(super) fn share_event(&mut self, event: &Event) {
        let Some(intent) = self.sharing.take() else { return };
        if event.name == "copy" {
            self.shared.clipboard = intent.extra(TEXT).map(str::to_owned);
            return;
        }
        let Some((package, class)) = event.value.split_once('/') else { return };
        let component = Some((package.to_owned(), class.to_owned()));
        if self.start_intent(&Intent { component, ..intent }).is_err() {
            self.toast("No app found to open this");
        }
    }
}
