//! The camera's screens: the viewfinder with its controls, the list of modes, a photo for another app.

use super::Camera;
use kit::clock;
use state::documents;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, Swipe, TextStyle, View};

const WHITE: Color = Color::Rgb(255, 255, 255);
const RED: Color = Color::Rgb(229, 57, 53);
/// The modes: names, routes and icons.
const MODES: &[(&str, &str, Icon)] = &[("Photo", "photo", Icon::Camera), ("Video", "video", Icon::Video)];

impl Camera {
    pub(super) fn screen(&self, route: &str, shared: &Shared) -> View {
        let reviewed = self.state.form.taken.as_ref().filter(|_| route == "review");
        let finder = View::new(Kind::Picture(self.picture(reviewed.unwrap_or(&shared.hardware.scene))))
            .id("preview_content")
            .width(Size::Fill)
            .height(Size::Weight(1.0));
        let mut finder = if route == "review" { finder.description("Photo") } else { finder.description("Viewfinder") };
        let choosing = matches!(route, "photo" | "video") && self.since_ms.is_none();
        if choosing {
            finder = finder.on_swipe(Swipe::Right, Event::with("modes", "open"));
        }
        let mut parts = Vec::new();
        if let Some(since) = self.since_ms.filter(|_| route == "video") {
            let seconds = shared.clock.now_ms.saturating_sub(since) / 1000;
            let time =
                View::text(clock::length(seconds)).id("recording_time").color(WHITE).text_style(TextStyle::Title);
            let dot = View::column(Vec::new()).width(Size::Dp(12.0)).height(Size::Dp(12.0)).background(RED, 6.0);
            let row = View::new(Kind::Row).children(vec![dot, time]).align(Align::Center).gap(8.0).padding(12.0, 8.0);
            parts.push(View::column(vec![row]).align(Align::Center));
        }
        parts.push(finder);
        if choosing {
            parts.push(modes_row(route));
        }
        parts.push(self.controls(route));
        let screen = View::column(parts).height(Size::Fill).background(Color::Rgb(0, 0, 0), 0.0);
        if self.modes && choosing { with_modes(screen, route) } else { screen }
    }

    fn controls(&self, route: &str) -> View {
        let side = |view: Option<View>| {
            let view = view.unwrap_or_else(|| View::new(Kind::Space).width(Size::Dp(48.0)));
            View::column(vec![view]).width(Size::Weight(1.0)).align(Align::Center)
        };
        let button = |icon, description: &str, id: &str, event: &'static str| {
            View::icon_button(icon, description, Event::new(event)).id(id).color(WHITE)
        };
        let controls = if route == "review" {
            vec![
                side(Some(button(Icon::Refresh, "Retake", "retake_button", "retake"))),
                side(Some(button(Icon::Check, "Done", "done_button", "done"))),
                side(Some(button(Icon::Close, "Cancel", "cancel_button", "cancel_capture"))),
            ]
        } else {
            let (icon, ink, paper) = match (route, self.since_ms) {
                ("video", Some(_)) => (Icon::Stop, WHITE, RED),
                ("video", None) => (Icon::Video, RED, WHITE),
                _ => (Icon::Camera, Color::Rgb(32, 33, 36), WHITE),
            };
            let shutter = View::new(Kind::Fab(icon)).id("shutter_button").description("Shutter");
            let shutter = shutter.on_click(Event::new("shutter")).background(paper, 36.0);
            let shutter = shutter.color(ink).width(Size::Dp(72.0)).height(Size::Dp(72.0));
            let last = self.state.last.as_ref().map(|path| {
                View::icon_button(Icon::Gallery, documents::name(path), Event::new("last"))
                    .id("rounded_thumbnail_view")
                    .color(WHITE)
            });
            let word = if self.state.front { "Switch to back camera" } else { "Switch to front camera" };
            let other = button(Icon::Refresh, word, "camera_toggle_button", "other_camera");
            vec![side(last), shutter, side(Some(other).filter(|_| self.since_ms.is_none()))]
        };
        View::row(controls).id("bottom_bar").padding(16.0, 24.0)
    }
}

/// Builds the names of the modes above the shutter.
fn modes_row(route: &str) -> View {
    let names = MODES.iter().map(|(name, mode, _)| {
        let chosen = *mode == route;
        let color = if chosen { Color::Rgb(32, 33, 36) } else { WHITE };
        let text = View::text(*name).id("mode_name").text_style(TextStyle::Label).color(color);
        let chip = View::stack(vec![text]).width(Size::Dp(88.0)).height(Size::Dp(48.0)).align(Align::Center);
        let chip = chip.selected(chosen).on_click(Event::with("mode", *mode));
        if chosen { chip.background(WHITE, 24.0) } else { chip }
    });
    let row = View::new(Kind::Row).children(names.collect()).gap(8.0).align(Align::Center);
    View::column(vec![row]).id("mode_switcher").align(Align::Center).padding(0.0, 8.0)
}

/// Adds the list of modes that a swipe from the left opens.
fn with_modes(screen: View, route: &str) -> View {
    let rows = MODES.iter().map(|(name, mode, icon)| {
        let text = View::text(*name).id("selector_text").color(WHITE).width(Size::Weight(1.0));
        View::row(vec![View::icon(*icon).color(WHITE), text])
            .id("mode_list_item")
            .padding(20.0, 16.0)
            .gap(20.0)
            .selected(*mode == route)
            .on_click(Event::with("mode", *mode))
    });
    let list = View::column(rows.collect()).id("mode_list_layout").width(Size::Dp(260.0)).height(Size::Fill);
    let list = list.background(Color::Rgb(38, 50, 56), 0.0).padding(0.0, 48.0);
    let beside = View::column(vec![list]).height(Size::Fill).description("Close modes");
    let beside = beside.on_click(Event::with("modes", "")).on_swipe(Swipe::Left, Event::with("modes", ""));
    View::stack(vec![screen, beside]).width(Size::Fill).height(Size::Fill)
}
