//! Planning a route: adds points at the centre of the map, and saves them as a track.

use kit::cartography::{self, Coordinates, Mark, MarkKind};
use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::app::{Cx, Effect};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::gpx::Gpx;
use super::screens::{TRACK, round};
use super::{OsmAnd, cut, folder, places};

/// The most points of a route.
const MAX_POINTS: usize = 200;

/// Returns the length of a line through these points in metres.
pub(super) fn length(points: &[Coordinates]) -> f64 {
    points.windows(2).map(|pair| cartography::distance(pair[0], pair[1])).sum()
}

/// Formats a length as `12.3 km` or `840 m`.
pub(super) fn metres(length: f64) -> String {
    if length >= 1_000.0 { format!("{:.1} km", length / 1_000.0) } else { format!("{length:.0} m") }
}

impl OsmAnd {
    fn points(&self) -> Vec<Coordinates> {
        self.plan.iter().map(|(at, _)| *at).collect()
    }

    pub(super) fn plan_screen(&self, shared: &Shared) -> View {
        let points = self.points();
        let done = View::button("Done", Event::new("plan_done")).id("done_button").height(Size::Dp(48.0));
        let search = View::icon_button(Icon::Search, "Search", Event::new("plan_search")).id("map_search_button");
        let close = View::icon_button(Icon::Close, "Close", Event::new("plan_close")).id("close_button");
        let title = View::text("Plan a route").text_style(TextStyle::Title).width(Size::Weight(1.0));
        let bar = widgets::bar(Some(close), title, vec![search, done.enabled(points.len() > 1)]);
        let dots = points.iter().map(|at| Mark { at: *at, kind: MarkKind::Dot, color: TRACK, label: String::new() });
        let line = if points.len() > 1 { vec![(TRACK, points.clone())] } else { Vec::new() };
        let cross = View::icon(Icon::Add).color(Color::Rgb(30, 30, 30)).width(Size::Dp(40.0)).height(Size::Dp(40.0));
        let zoom = View::column(vec![
            View::new(Kind::Space).height(Size::Weight(1.0)),
            View::row(vec![View::new(Kind::Space).width(Size::Weight(1.0)), Self::zoom_buttons()]),
        ]);
        let over = vec![cross, zoom.height(Size::Fill).padding(12.0, 12.0)];
        let map = self.map(shared, dots.collect(), &line, None, over);
        let far = View::text(metres(length(&points))).id("measurement_distance").text_style(TextStyle::Title);
        let count = View::text(format!("{} points", points.len())).id("measurement_points").color(Color::Muted);
        let here =
            View::text(format!("Middle of the map: {}", self.here())).id("map_middle").text_style(TextStyle::BodySmall);
        let undo =
            round(Icon::Backspace, "Undo", "undo_point_button", Event::new("plan_undo")).enabled(!points.is_empty());
        let mut add = View::button("+ Add", Event::new("plan_add")).id("add_point_button").description("+ Add");
        add.kind = Kind::Button { primary: true };
        let space = View::new(Kind::Space).width(Size::Weight(1.0));
        let buttons = View::row(vec![undo, space, add.height(Size::Dp(48.0))]).gap(8.0);
        let mut card = vec![View::row(vec![far, count]).gap(12.0), here.color(Color::Muted)];
        let rows = self.plan.iter().enumerate().rev().take(3).map(|(number, (_, name))| {
            View::text(format!("{}. {name}", number + 1)).id("point_name").text_style(TextStyle::BodySmall)
        });
        card.extend(rows);
        card.push(buttons);
        let card = View::column(card).padding(20.0, 14.0).gap(6.0).background(Color::Surface, 0.0);
        widgets::screen(vec![bar, map, card])
    }

    /// Names the centre of the map: a chosen search result, or coordinates.
    fn here(&self) -> String {
        let same = |(_, at): &&(String, Coordinates)| cartography::distance(*at, self.middle) < 1.0;
        self.found.iter().find(same).map_or_else(|| places::written(self.middle), |(name, _)| name.clone())
    }

    pub(super) fn plan_save_dialog(&self) -> View {
        let field = View::field("name_edit_text", &self.form.track, "Name of the track", "track_name");
        let field = widgets::submits(field, "track_save").height(Size::Dp(52.0)).background(Color::SurfaceVariant, 8.0);
        let folder = Row::new("Folder").summary("Tracks").icon(Icon::Files).view();
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("dismiss_button").height(Size::Dp(48.0));
        let save = View::button("Save", Event::new("track_save")).id("right_bottom_button").height(Size::Dp(48.0));
        overlays::dialog("Save as new track", vec![field, folder], vec![cancel, save])
    }

    /// Handles an event of planning. Returns whether it was one.
    pub(super) fn plan_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        match event.name.as_ref() {
            "plan_new" => {
                self.plan.clear();
                cx.effects.push(Effect::Replace("plan".to_owned()));
            }
            "plan_from" => {
                self.plan = vec![(self.middle, self.here())];
                cx.push("plan");
            }
            "plan_search" => self.open_search(true, cx),
            "plan_add" => {
                let last = self.plan.last().map(|(at, _)| *at);
                if self.plan.len() < MAX_POINTS && last != Some(self.middle) {
                    self.plan.push((self.middle, self.here()));
                }
            }
            "plan_undo" => drop(self.plan.pop()),
            "plan_close" if self.plan.is_empty() => cx.pop(),
            "plan_close" => {
                widgets::ask(cx, "Discard the route?", "It is not saved.", "Discard", Event::new("plan_discard"));
            }
            "plan_discard" => {
                self.plan.clear();
                cx.pop();
            }
            "plan_done" if self.plan.len() > 1 => cx.push("plan_done"),
            "plan_name" => {
                let format = "%Y-%m-%d_%H-%M_%a";
                self.form.track = clock::formatted(cx.shared.clock.now_ms, cx.shared.clock.utc_offset_min, format);
                cx.effects.push(Effect::Replace("plan_save".to_owned()));
            }
            "track_name" => self.form.track = cut(&event.value),
            "track_save" => {
                let gpx = Gpx { waypoints: Vec::new(), track: self.points() };
                match folder::save_track(cx.shared, &self.form.track, &gpx) {
                    Ok(name) => {
                        self.plan.clear();
                        cx.pop();
                        cx.effects.push(Effect::Replace(format!("track/{name}")));
                        cx.toast(format!("{name}.gpx is saved"));
                    }
                    Err(error) => cx.toast(error),
                }
            }
            _ => return false,
        }
        true
    }
}

/// Builds the sheet for a finished route.
pub(super) fn done_sheet() -> View {
    let row = |icon: Icon, text: &str, id: &str, event: &'static str| {
        Row::new(text).icon(icon).id(id).on(Event::new(event)).view()
    };
    overlays::sheet(vec![
        View::text("Route is done").text_style(TextStyle::Title).padding(20.0, 8.0).align(Align::Start),
        row(Icon::Add, "Save as new track", "save_as_new_track", "plan_name"),
        row(Icon::ArrowBack, "Continue planning", "continue_planning", "navigate_up"),
    ])
}
