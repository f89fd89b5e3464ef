//! Contacts (`com.google.android.contacts`): the list with its letters, search, a contact's details, and the form for
//! creating and editing contacts.
//!
//! Routes: `list`, `search`, `detail/ID`, `new`, `edit/ID`, and over a form `label` and `label_word`. The contacts are
//! in [`Shared::contacts`]; the app's own state is only the unsaved form.

mod editor;
mod letters;
mod screens;

use serde::{Deserialize, Serialize};

use self::editor::Form;
use kit::{icons, people, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::{Contact, Shared};
use toolkit::{Event, View};

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
    /// The page of a list that is too long for one.
    page: usize,
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
            ("label", _) => self.label_choice(),
            ("label_word", _) => self.label_word(),
            _ => self.list(shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        if route.starts_with("label") { Layer::Dialog } else { Layer::Screen }
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
                let first = people::found(&self.query, cx.shared).next().map(|contact| contact.id);
                if let Some(id) = first {
                    cx.push(format!("detail/{id}"));
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
            "labels" => cx.push("label"),
            "label" => self.choose_label(&event.value, cx),
            "word" => self.form.word.clone_from(&event.value),
            "label_done" => {
                let word = self.form.word.trim().to_owned();
                if !word.is_empty() {
                    self.form.label = word;
                }
                cx.pop();
            }
            "page" => self.page = event.value.parse().unwrap_or(0),
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

    fn stop(&mut self, _shared: &mut Shared) {
        *self = Self::default();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Contacts {
    /// Saves the form: `new` creates a contact, `edit/ID` changes it.
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
        // A profile may assign any ids; a new one is above all of them.
        let taken = cx.shared.contacts.iter().map(|contact| contact.id).max().unwrap_or(0);
        cx.shared.ids.skip_to(taken);
        let mut contact = Contact { id: cx.shared.new_id(), ..Contact::default() };
        form.fill(&mut contact);
        let route = format!("detail/{}", contact.id);
        cx.shared.contacts.push(contact);
        cx.toast("Contact saved");
        cx.effects.push(Effect::HideKeyboard);
        cx.effects.push(Effect::Replace(route));
    }
}
