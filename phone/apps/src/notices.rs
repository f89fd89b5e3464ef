//! What an app says when its data cannot be shown or changed, and how it shows lists that have no end.

use kit::widgets;
use state::app::{Cx, StoreError};
use toolkit::{Color, Icon, Size, TextStyle, View};

/// How many rows of a list are built: more than anybody scrolls through, and a dump stays within milliseconds.
pub(crate) const MOST_ROWS: usize = 400;

/// Instead of a list that cannot be read.
pub(crate) fn unreadable(error: &StoreError) -> View {
    widgets::empty(Icon::Info, &error.to_string())
}

/// Something could not be saved: says so. Whether it could.
pub(crate) fn saved<T>(done: Result<T, StoreError>, cx: &mut Cx<'_>) -> Option<T> {
    match done {
        Ok(value) => Some(value),
        Err(error) => {
            cx.toast(error.to_string());
            None
        }
    }
}

/// The end of a list of which only the first [`MOST_ROWS`] are built.
pub(crate) fn rest(total: usize) -> Option<View> {
    let hidden = total.checked_sub(MOST_ROWS).filter(|hidden| *hidden > 0)?;
    let text = View::text(format!("{hidden} more: search to find them")).text_style(TextStyle::BodySmall);
    Some(text.color(Color::Muted).padding(24.0, 16.0).width(Size::Fill))
}

/// Room at the end of a list, so that the round button over it does not cover its last row.
pub(crate) fn below_button() -> View {
    View::column(Vec::new()).height(Size::Dp(80.0))
}

/// A text that is not longer than `most` characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
