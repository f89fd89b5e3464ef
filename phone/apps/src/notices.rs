//! Messages for data that cannot be read or written, and limits of very long lists.

use kit::widgets;
use state::app::{Cx, StoreError};
use toolkit::{Color, Icon, Size, TextStyle, View};

/// The most rows built for a list: more than a user scrolls through, and a dump still takes only milliseconds.
pub(crate) const MOST_ROWS: usize = 400;

/// Builds the message shown instead of a list that cannot be read.
pub(crate) fn unreadable(error: &StoreError) -> View {
    widgets::empty(Icon::Info, &error.to_string())
}

/// Shows a toast if saving failed. Returns the value if it succeeded.
pub(crate) fn saved<T>(done: Result<T, StoreError>, cx: &mut Cx<'_>) -> Option<T> {
    match done {
        Ok(value) => Some(value),
        Err(error) => {
            cx.toast(error.to_string());
            None
        }
    }
}

/// Builds the last row of a list that shows only its first [`MOST_ROWS`] rows.
pub(crate) fn rest(total: usize) -> Option<View> {
    let hidden = total.checked_sub(MOST_ROWS).filter(|hidden| *hidden > 0)?;
    let text = View::text(format!("{hidden} more: search to find them")).text_style(TextStyle::BodySmall);
    Some(text.color(Color::Muted).padding(24.0, 16.0).width(Size::Fill))
}

/// Builds space at the end of a list, so that the floating button does not cover its last row.
pub(crate) fn below_button() -> View {
    View::column(Vec::new()).height(Size::Dp(80.0))
}

/// Cuts a text to at most `most` characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
