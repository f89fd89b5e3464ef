//! The layout of the clock's four tabs: the title above, the tabs below, and the floating button.

use kit::widgets;
use toolkit::{Event, Icon, Kind, Size, View};

/// Builds one of the four tabs.
pub(super) fn tab(route: &str, title: &str, content: Vec<View>) -> View {
    let tabs = [
        (Icon::Alarm, "Alarm", "menu_alarm"),
        (Icon::Clock, "Clock", "menu_clock"),
        (Icon::Timer, "Timer", "menu_timer"),
        (Icon::Stopwatch, "Stopwatch", "menu_stopwatch"),
    ];
    let mut parts = vec![widgets::home_bar(title, Vec::new())];
    parts.push(View::column(content).height(Size::Weight(1.0)));
    parts.push(widgets::tabs(&tabs, route));
    widgets::screen(parts)
}

/// Builds the floating button of a tab.
pub(super) fn fab(icon: Icon, description: &str, event: Event) -> View {
    View::new(Kind::Fab(icon)).id("fab").description(description).on_click(event)
}
