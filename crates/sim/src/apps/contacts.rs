//! Contacts (`com.google.android.contacts`): the list with its letters, search, one person, and the form
//! in which people are made and changed.
//!
//! Routes: `list`, `search`, `detail/ID`, `new`, `edit/ID`. The people are in [`Shared::contacts`]; only
//! what is being typed is state of this app.

mod screens;

use serde::{Deserialize, Serialize};

use super::{icons, people, widgets};
use crate::app::{Activity, App, Cx, Effect, Intent, Manifest};
use crate::shared::{Contact, Shared};
use crate::ui::{Event, View};

const PACKAGE: &str = "com.google.android.contacts";
const MAIN: &str = "com.android.contacts.activities.PeopleActivity";
const EDITOR: &str = "com.google.android.apps.contacts.editor.ContactEditorActivity";
const DETAIL: &str = "com.google.android.apps.contacts.quickcontact.QuickContactActivity";

/// The state of Contacts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Contacts {
    query: String,
    /// Whether the menu is open.
    menu: bool,
    form: Form,
}

/// What stands in the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    first: String,
    last: String,
    phone: String,
    email: String,
}

impl Form {
    /// What is known of somebody.
    fn of(contact: &Contact) -> Self {
        let (first, last) = contact.name.split_once(' ').unwrap_or((&contact.name, ""));
        Self {
            first: first.to_owned(),
            last: last.to_owned(),
            phone: contact.numbers.first().cloned().unwrap_or_default(),
            email: contact.emails.first().cloned().unwrap_or_default(),
        }
    }

    /// What another app has given.
    fn given(intent: &Intent) -> Self {
        let name = intent.extra("name").unwrap_or_default();
        let (first, last) = name.split_once(' ').unwrap_or((name, ""));
        let phone = intent.data.as_deref().and_then(|data| data.strip_prefix("tel:")).map(widgets::unescape);
        Self {
            first: first.to_owned(),
            last: last.to_owned(),
            phone: intent.extra("phone").map(str::to_owned).or(phone).unwrap_or_default(),
            email: intent.extra("email").unwrap_or_default().to_owned(),
        }
    }

    /// First and last name; without them, what else there is.
    fn name(&self) -> String {
        let name = format!("{} {}", self.first.trim(), self.last.trim()).trim().to_owned();
        let others = [&self.phone, &self.email].map(|text| text.trim().to_owned());
        std::iter::once(name).chain(others).find(|name| !name.is_empty()).unwrap_or_default()
    }

    /// Puts number and address in the first place of what a contact has.
    fn fill(&self, contact: &mut Contact) {
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
    }
}

impl App for Contacts {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Contacts",
            icon,
            color,
            version_name: "4.22.37",
            version_code: 4_223_700,
            system: true,
            activities: &[
                Activity {
                    class: MAIN,
                    route: "list",
                    actions: &["android.intent.action.PICK"],
                    schemes: &["content"],
                },
                Activity {
                    class: MAIN,
                    route: "list",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["vnd.android.cursor.dir/contact", "vnd.android.cursor.dir/person"],
                },
                Activity {
                    class: EDITOR,
                    route: "new",
                    actions: &[
                        "android.intent.action.INSERT",
                        "android.intent.action.INSERT_OR_EDIT",
                        "com.android.contacts.action.SHOW_OR_CREATE_CONTACT",
                    ],
                    schemes: &["content://com.android.contacts", "tel", "mailto"],
                },
                Activity {
                    class: DETAIL,
                    route: "detail",
                    actions: &["android.intent.action.VIEW", "android.intent.action.EDIT"],
                    schemes: &["content://com.android.contacts"],
                },
            ],
            launchable: true,
            permissions: &["android.permission.READ_CONTACTS", "android.permission.WRITE_CONTACTS"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("detail", id) => self.detail(people::by_id(id, shared)),
            ("new", _) => self.editor("Create contact", None),
            ("edit", id) => self.editor("Edit contact", people::by_id(id, shared)),
            _ => screens::list(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (_, subject) = widgets::split(route);
        self.menu = event.name == "menu" && event.value == "open";
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("open_search_view_edit_text".to_owned()));
            }
            "query" => self.query.clone_from(&event.value),
            "submit" => {
                if let Some(contact) = people::found(&self.query, cx.shared).first() {
                    let route = format!("detail/{}", contact.id);
                    cx.push(route);
                }
            }
            "create" => {
                self.form = Form::default();
                cx.push("new");
                cx.effects.push(Effect::Focus("first_name".to_owned()));
            }
            "edit" => {
                if let Some(contact) = people::by_id(subject, cx.shared) {
                    self.form = Form::of(contact);
                    cx.push(format!("edit/{subject}"));
                }
            }
            "first" => self.form.first.clone_from(&event.value),
            "last" => self.form.last.clone_from(&event.value),
            "phone" => self.form.phone.clone_from(&event.value),
            "email" => self.form.email.clone_from(&event.value),
            "save" => self.save_form(subject, cx),
            "star" => {
                for contact in cx.shared.contacts.iter_mut().filter(|contact| contact.id.to_string() == subject) {
                    contact.starred = !contact.starred;
                }
            }
            "delete_ask" => {
                let message = "This contact will be permanently deleted from your device.";
                widgets::ask(cx, "Delete contact?", message, "Delete", Event::new("delete"));
            }
            "delete" => {
                let before = cx.shared.contacts.len();
                cx.shared.contacts.retain(|contact| contact.id.to_string() != subject);
                if cx.shared.contacts.len() < before {
                    cx.toast("Contact deleted");
                    cx.pop();
                }
            }
            "call" => {
                let intent = widgets::intent("android.intent.action.CALL", format!("tel:{}", event.value));
                cx.effects.push(Effect::Start(intent));
            }
            "text" => {
                let intent = widgets::intent("android.intent.action.SENDTO", format!("smsto:{}", event.value));
                cx.effects.push(Effect::Start(intent));
            }
            "mail" => {
                let intent = widgets::intent("android.intent.action.SENDTO", format!("mailto:{}", event.value));
                cx.effects.push(Effect::Start(intent));
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        self.menu = false;
        let id = intent.data.as_deref().and_then(|data| data.rsplit('/').next());
        match route {
            "new" => {
                self.form = Form::given(intent);
                "new".to_owned()
            }
            "detail" => match id.and_then(|id| people::by_id(id, cx.shared)) {
                Some(contact) if intent.action.as_deref() == Some("android.intent.action.EDIT") => {
                    self.form = Form::of(contact);
                    format!("edit/{}", contact.id)
                }
                Some(contact) => format!("detail/{}", contact.id),
                None => "list".to_owned(),
            },
            other => other.to_owned(),
        }
    }

    fn back(&mut self, _route: &str, _cx: &mut Cx<'_>) -> bool {
        std::mem::take(&mut self.menu)
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.READ_CONTACTS"]
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "new" | "edit" => EDITOR,
            "detail" => DETAIL,
            _ => MAIN,
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Contacts {
    /// Save was pressed: on `new` somebody comes into being, on `edit/ID` they change.
    fn save_form(&mut self, subject: &str, cx: &mut Cx<'_>) {
        let form = std::mem::take(&mut self.form);
        if form.name().is_empty() {
            cx.toast("Nothing to save. Contact discarded.");
            return cx.pop();
        }
        if let Some(contact) = cx.shared.contacts.iter_mut().find(|contact| contact.id.to_string() == subject) {
            form.fill(contact);
            cx.toast("Contact saved");
            return cx.pop();
        }
        // Ids may have been given by a profile; a new one is above all of them.
        let taken = cx.shared.contacts.iter().map(|contact| contact.id).max().unwrap_or(0);
        cx.shared.next_id = cx.shared.next_id.max(taken);
        let mut contact = Contact { id: cx.shared.new_id(), ..Contact::default() };
        form.fill(&mut contact);
        let route = format!("detail/{}", contact.id);
        cx.shared.contacts.push(contact);
        cx.toast("Contact saved");
        cx.effects.push(Effect::HideKeyboard);
        cx.effects.push(Effect::Replace(route));
    }
}
