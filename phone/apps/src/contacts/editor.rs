//! The form for creating and editing contacts: names, a number and its label, an address.

use serde::{Deserialize, Serialize};

use super::Contacts;
use kit::overlays;
use kit::widgets;
use state::app::{Cx, Effect, Intent};
use state::shared::{Contact, PHONE_LABELS};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The field for a custom label.
const WORD: &str = "label_word";
/// The choice that opens it.
const CUSTOM: &str = "Custom";

/// The contents of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Form {
    pub(super) first: String,
    pub(super) last: String,
    pub(super) phone: String,
    /// The label of the number.
    pub(super) label: String,
    /// The custom label while it is typed.
    pub(super) word: String,
    pub(super) email: String,
}

impl Default for Form {
    fn default() -> Self {
        let nothing = String::new;
        Self {
            first: nothing(),
            last: nothing(),
            phone: nothing(),
            label: "Mobile".to_owned(),
            word: nothing(),
            email: nothing(),
        }
    }
}

impl Form {
    /// Fills the form with an existing contact.
    pub(super) fn of(contact: &Contact) -> Self {
        let (first, last) = contact.name.split_once(' ').unwrap_or((&contact.name, ""));
        Self {
            first: first.to_owned(),
            last: last.to_owned(),
            phone: contact.numbers.first().cloned().unwrap_or_default(),
            label: contact.label(0).to_owned(),
            email: contact.emails.first().cloned().unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Fills the form with another app's extras.
    pub(super) fn given(intent: &Intent) -> Self {
        let name = intent.extra("name").unwrap_or_default();
        let (first, last) = name.split_once(' ').unwrap_or((name, ""));
        let phone = intent.data.as_deref().and_then(|data| data.strip_prefix("tel:")).map(widgets::unescape);
        Self {
            first: first.to_owned(),
            last: last.to_owned(),
            phone: intent.extra("phone").map(str::to_owned).or(phone).unwrap_or_default(),
            email: intent.extra("email").unwrap_or_default().to_owned(),
            ..Self::default()
        }
    }

    /// Returns first and last name, or else the number or address.
    pub(super) fn name(&self) -> String {
        let name = format!("{} {}", self.first.trim(), self.last.trim()).trim().to_owned();
        let others = [&self.phone, &self.email].map(|text| text.trim().to_owned());
        std::iter::once(name).chain(others).find(|name| !name.is_empty()).unwrap_or_default()
    }

    /// Writes the form into a contact; number and address become its first ones.
    pub(super) fn fill(&self, contact: &mut Contact) {
        contact.name = self.name();
        for (text, list) in [(&self.phone, &mut contact.numbers), (&self.email, &mut contact.emails)] {
            let text = text.trim();
            match (text.is_empty(), list.first_mut()) {
                (false, Some(first)) => text.clone_into(first),
                (false, None) => list.push(text.to_owned()),
                (true, Some(_)) => drop(list.remove(0)),
                (true, None) => {}
            }
        }
        if !self.phone.trim().is_empty() {
            contact.set_label(0, &self.label);
        } else if !contact.labels.is_empty() {
            contact.labels.remove(0);
        }
    }
}

impl Contacts {
    pub(super) fn editor(&self, title: &str, contact: Option<&Contact>) -> View {
        let Form { first, last, phone, label, email, .. } = &self.form;
        let close = View::icon_button(Icon::Close, "Close", Event::new("navigate_up"));
        let title_view = View::text(title).text_style(TextStyle::Title).width(Size::Weight(1.0));
        let mut save = View::new(Kind::Button { primary: true }).id("toolbar_button").on_click(Event::new("save"));
        save.text = "Save".to_owned();
        let field = |icon: Option<Icon>, id: &str, text: &str, hint: &str, change: &'static str| {
            let field = View::field(id, text, hint, change).width(Size::Weight(1.0));
            let field = field.padding(16.0, 14.0).background(Color::SurfaceVariant, 8.0);
            let lead = icon.map_or_else(|| View::new(Kind::Space), |icon| View::icon(icon).color(Color::Muted));
            let lead = lead.width(Size::Dp(24.0)).height(Size::Dp(24.0));
            View::row(vec![lead, field]).gap(16.0).padding(16.0, 6.0)
        };
        let face = contact.map_or_else(|| self.form.name(), |contact| contact.name.clone());
        let picture = match face.is_empty() {
            true => View::icon(Icon::Contact).color(Color::Muted),
            false => widgets::avatar(&face),
        };
        let picture = picture.width(Size::Dp(72.0)).height(Size::Dp(72.0));
        let fields = vec![
            View::column(vec![picture]).align(Align::Center).padding(16.0, 12.0),
            field(Some(Icon::Person), "first_name", first, "First name", "first"),
            field(None, "last_name", last, "Last name", "last"),
            field(Some(Icon::Call), "phone", phone, "Phone", "phone"),
            label_row(label),
            field(Some(Icon::Email), "email", email, "Email", "email"),
        ];
        let bar = widgets::bar(Some(close), title_view, vec![save]);
        widgets::screen(vec![bar, View::list("contact_editor_fragment", fields)])
    }

    /// Builds the dialog for the number's label.
    pub(super) fn label_choice(&self) -> View {
        let names = PHONE_LABELS.iter().map(|(label, _)| *label).chain([CUSTOM]);
        let rows = names.map(|label| widgets::radio_row(label, self.form.label == label, Event::with("label", label)));
        let list = View::list("android:id/select_dialog_listview", rows.collect()).height(Size::Wrap);
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
        overlays::dialog("Phone label", vec![list], vec![cancel])
    }

    /// Builds the dialog for a custom label.
    pub(super) fn label_word(&self) -> View {
        let field = widgets::submits(View::field(WORD, &self.form.word, "Label name", "word"), "label_done");
        let buttons = vec![
            View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
            View::button("OK", Event::new("label_done")).id("android:id/button1"),
        ];
        overlays::dialog("Custom label name", vec![field], buttons)
    }

    pub(super) fn choose_label(&mut self, label: &str, cx: &mut Cx<'_>) {
        if label == CUSTOM {
            self.form.word.clear();
            cx.effects.push(Effect::Replace("label_word".to_owned()));
            cx.effects.push(Effect::Focus(WORD.to_owned()));
            return;
        }
        label.clone_into(&mut self.form.label);
        cx.pop();
    }
}

/// Builds the row with the number's label; a tap opens the choices.
fn label_row(label: &str) -> View {
    let text = View::text(label).id("android:id/text1").description(&format!("{label} Phone"));
    let text = text.width(Size::Weight(1.0)).style(|style| style.max_lines = 1);
    View::row(vec![text, View::icon(Icon::ChevronRight).color(Color::Muted)])
        .id("label_spinner")
        .height(Size::Dp(48.0))
        .padding(16.0, 0.0)
        .background(Color::SurfaceVariant, 8.0)
        .on_click(Event::new("labels"))
        .style(|style| style.margin = [56.0, 0.0, 96.0, 6.0])
}
