//! Date and time pickers: the dialogs of Android's `DatePicker` and `TimePicker`, with their ids and content
//! descriptions (AOSP `date_picker_material.xml`, `time_picker_material.xml`).
//!
//! An app keeps the picker in its state, shows [`DatePicker::view`] on a route whose layer is a dialog, and passes its
//! events to [`DatePicker::event`] until a value is chosen. Times are tapped, or typed in the text input mode.

mod date;
mod time;

pub use self::date::DatePicker;
pub use self::time::TimePicker;
use state::shared::Shared;
use toolkit::languages::{self, Language};
use toolkit::{Color, Event, Kind, Size, View};

/// The result of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked<T> {
    /// Not an event of the picker.
    Nothing,
    /// The picker's view has changed.
    Changed,
    /// The user cancelled.
    Cancelled,
    /// The user chose this value.
    Chosen(T),
}

/// Builds a picker's dialog: the chosen value, the choices, and the buttons, with `lead` before them. The picker
/// belongs to the system and uses the system's language, not the app's.
fn card(header: View, list: &str, body: Vec<View>, lead: Option<View>, shared: &Shared) -> View {
    let header = header.background(Color::PrimaryContainer, 0.0).padding(24.0, 16.0);
    let mut buttons: Vec<View> = lead.into_iter().collect();
    buttons.push(View::new(Kind::Space).width(Size::Weight(1.0)));
    buttons.push(View::button("Cancel", Event::new("picker_cancel")).id("android:id/button2").height(Size::Dp(48.0)));
    buttons.push(View::button("OK", Event::new("picker_ok")).id("android:id/button1").height(Size::Dp(48.0)));
    let buttons = View::row(buttons).id("android:id/buttonPanel").padding(12.0, 8.0).gap(4.0);
    let mut card = View::column(vec![header, View::list(list, body).padding(8.0, 4.0), buttons])
        .id("android:id/parentPanel")
        .background(Color::Surface, 4.0)
        .style(|style| style.elevation = 6.0);
    if let Some(language) = Language::of(&shared.locale) {
        languages::translate(&mut card, language);
    }
    card
}
