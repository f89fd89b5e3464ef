//! A page of Settings: its route, title, activity and rows. `pages` lists them all.

use super::Settings;
use state::app::Activity;
use state::shared::Shared;
use toolkit::View;

/// Builds the rows of a page from the app's state, the shared state and the page's subject.
pub(super) type Rows = fn(&Settings, &Shared, &str) -> Vec<View>;

/// A page.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) activity: Activity,
    pub(super) title: &'static str,
    pub(super) rows: Rows,
    /// Whether its route names a subject (`app/com.whatsapp`), so that search skips it.
    pub(super) needs_subject: bool,
}

/// Creates a page with its own activity.
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

/// Creates a page that is only reached from another.
pub(super) const fn sub(route: &'static str, title: &'static str, rows: Rows) -> Page {
    page(route, title, ".SubSettings", &[], rows)
}

/// Makes a page take the subject that its route names.
pub(super) const fn about_one(mut page: Page, schemes: &'static [&'static str]) -> Page {
    page.activity.schemes = schemes;
    page.needs_subject = true;
    page
}
