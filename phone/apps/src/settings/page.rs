//! A page of Settings: its route, its title, its activity and what it shows. `pages` lists them all.

use super::Settings;
use state::app::Activity;
use state::shared::Shared;
use toolkit::View;

/// What a page shows, made of state, what is shared, and what the page is about.
pub(super) type Rows = fn(&Settings, &Shared, &str) -> Vec<View>;

/// A page.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) activity: Activity,
    pub(super) title: &'static str,
    pub(super) rows: Rows,
    /// Whether it is about something that its route names (`app/com.whatsapp`), so that search skips it.
    pub(super) needs_subject: bool,
}

/// A page with an activity of its own.
pub(super) const fn page(
    route: &'static str,
    title: &'static str,
    class: &'static str,
    actions: &'static [&'static str],
    rows: Rows,
) -> Page {
    let activity = Activity { class, route, actions, schemes: &[] };
    Page { activity, title, rows, needs_subject: false }
}

/// A page that is only reached from another.
pub(super) const fn sub(route: &'static str, title: &'static str, rows: Rows) -> Page {
    page(route, title, ".SubSettings", &[], rows)
}

/// A page about something that its route names.
pub(super) const fn about_one(mut page: Page, schemes: &'static [&'static str]) -> Page {
    page.activity.schemes = schemes;
    page.needs_subject = true;
    page
}
