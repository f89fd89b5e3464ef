//! Broccoli (`com.flauschcode.broccoli`): recipes, in its own database.
//!
//! Routes: `recipes`, `search`, `recipe/ID`, `edit/new`, `edit/ID`, `cook/ID/STEP`, `categories` (a dialog: choose
//! which recipes are shown), `category` (a dialog: create one), `settings`, `about`. The app's own state includes the
//! unsaved form.

mod form;
mod screens;
mod store;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::form::Form;
use self::store::{Recipe, Recipes};
use crate::notices;

const PACKAGE: &str = "com.flauschcode.broccoli";
const COLOR: (u8, u8, u8) = (46, 125, 50);
/// The longest name of a category, in characters.
const LONGEST_NAME: usize = 60;

/// The state of Broccoli.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Broccoli {
    /// The current contents of the form, and its initial contents.
    form: Form,
    begun: Form,
    /// The name of the category being created.
    name: String,
    query: String,
    shelf: Shelf,
    newest_first: bool,
    menu: bool,
    drawer: bool,
    #[serde(skip)]
    store: Store<Recipes>,
}

/// Which recipes are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Shelf {
    #[default]
    All,
    Favorites,
    Unassigned,
    Category(String),
}

impl Shelf {
    fn name(&self) -> &str {
        match self {
            Self::All => "All recipes",
            Self::Favorites => "Favorites",
            Self::Unassigned => "Unassigned",
            Self::Category(name) => name,
        }
    }

    fn holds(&self, recipe: &Recipe) -> bool {
        match self {
            Self::All => true,
            Self::Favorites => recipe.favorite,
            Self::Unassigned => recipe.categories.is_empty(),
            Self::Category(name) => recipe.categories.contains(name),
        }
    }
}

impl App for Broccoli {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Broccoli",
            icon: Icon::Bowl,
            color: COLOR,
            version_name: "1.2.6",
            version_code: 1_002_006,
            system: false,
            activities: &[
                Activity {
                    class: "com.flauschcode.broccoli.MainActivity",
                    route: "recipes",
                    actions: &[],
                    schemes: &[],
                },
                Activity {
                    class: "com.flauschcode.broccoli.recipe.details.RecipeDetailsActivity",
                    route: "recipe",
                    actions: &[],
                    schemes: &[],
                },
                Activity {
                    class: "com.flauschcode.broccoli.recipe.crud.CreateAndEditRecipeActivity",
                    route: "edit/new",
                    actions: &["android.intent.action.SEND"],
                    schemes: &["text/plain"],
                },
            ],
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("recipe", id) => self.recipe(id, shared),
            ("edit", id) => self.editor(id, shared),
            ("cook", at) => self.cook(at, shared),
            ("categories", _) => self.choose_shelf(shared),
            ("category", _) => self.name_category(),
            ("settings", _) => self.settings(),
            ("about", _) => screens::about(),
            _ => self.recipes(shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        if matches!(route, "categories" | "category") { Layer::Dialog } else { Layer::Screen }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, subject) = widgets::split(route);
        let value = event.value.as_str();
        if self.form.change(event) {
            return;
        }
        if event.name != "menu" {
            self.menu = false;
        }
        if event.name != "drawer" {
            self.drawer = false;
        }
        match event.name.as_ref() {
            "drawer" => self.drawer = value == "open",
            "menu" => self.menu = value == "open",
            "query" => self.query = notices::cut(value, LONGEST_NAME),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search_src_text".to_owned()));
            }
            "shelf" => {
                self.shelf =
                    self.shelves(cx.shared).into_iter().find(|shelf| shelf.name() == value).unwrap_or_default();
                if screen == "categories" {
                    cx.pop();
                }
            }
            "name" => self.name = notices::cut(value, LONGEST_NAME),
            "make_category" => self.make_category(cx),
            "new" => self.begin(Form::default(), "new", cx),
            "edit" => {
                let recipe = self.store.rows_or_none(cx.shared).recipe(value).map(Form::of);
                if let Some(form) = recipe {
                    self.begin(form, value, cx);
                }
            }
            "save" => self.save_recipe(subject, cx),
            "discard" => self.leave_form(cx),
            "navigate_up" if screen == "edit" => {
                if !self.keep_editing(cx) {
                    self.leave_form(cx);
                }
            }
            "favorite" => {
                let Ok(id) = value.parse::<i64>() else { return };
                let flip = "UPDATE recipes SET favorite = CASE favorite WHEN 0 THEN 1 ELSE 0 END WHERE recipeId = ?1";
                notices::saved(self.store.change(cx.shared, |database| database.execute(flip, [id])), cx);
            }
            "delete_ask" => cx.effects.push(Effect::Dialog {
                title: "Delete recipe".to_owned(),
                message: "Are you sure that you want to delete this recipe?".to_owned(),
                buttons: vec![
                    ("Cancel".to_owned(), Event::new("cancel")),
                    ("OK".to_owned(), Event::with("delete", value)),
                ],
            }),
            "delete" => {
                let Ok(id) = value.parse::<i64>() else { return };
                let deleted = self.store.change(cx.shared, |database| store::delete(id, database));
                if notices::saved(deleted, cx).is_some() {
                    cx.toast("Recipe deleted");
                    cx.pop();
                }
            }
            "share" => self.share(value, cx),
            "order" => self.newest_first = value == "1",
            "step" => cx.effects.push(Effect::Replace(format!("cook/{value}"))),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        if route != "edit/new" {
            return "recipes".to_owned();
        }
        let extra = |name: &str| intent.extra(name).unwrap_or_default();
        self.form = Form::shared(extra("android.intent.extra.SUBJECT"), extra("android.intent.extra.TEXT"));
        self.begun = Form::default();
        "edit/new".to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if std::mem::take(&mut self.menu) || std::mem::take(&mut self.drawer) {
            return true;
        }
        widgets::split(route).0 == "edit" && self.keep_editing(cx)
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "recipe" | "cook" => "com.flauschcode.broccoli.recipe.details.RecipeDetailsActivity",
            "edit" | "category" => "com.flauschcode.broccoli.recipe.crud.CreateAndEditRecipeActivity",
            _ => "com.flauschcode.broccoli.MainActivity",
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[<Recipes as state::app::Database>::FILE]
    }

    fn stop(&mut self, _shared: &mut Shared) {
        *self = Self { newest_first: self.newest_first, ..Self::default() };
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Broccoli {
    /// Opens the form.
    fn begin(&mut self, form: Form, id: &str, cx: &mut Cx<'_>) {
        self.form = form.clone();
        self.begun = form;
        cx.push(format!("edit/{id}"));
    }

    /// Asks for confirmation if there are unsaved changes. Returns whether there are.
    fn keep_editing(&self, cx: &mut Cx<'_>) -> bool {
        let changed = self.form != self.begun;
        if changed {
            cx.effects.push(Effect::Dialog {
                title: "Discard changes?".to_owned(),
                message: String::new(),
                buttons: vec![
                    ("Keep editing".to_owned(), Event::new("cancel")),
                    ("Discard".to_owned(), Event::new("discard")),
                ],
            });
        }
        changed
    }

    fn leave_form(&mut self, cx: &mut Cx<'_>) {
        (self.form, self.begun) = (Form::default(), Form::default());
        cx.pop();
    }

    fn save_recipe(&mut self, id: &str, cx: &mut Cx<'_>) {
        let recipe = Recipe { id: id.parse().unwrap_or(0), ..self.form.recipe() };
        if recipe.title.is_empty() {
            return cx.toast("A recipe needs a title");
        }
        let saved = self.store.change(cx.shared, |database| store::put(&recipe, database));
        if notices::saved(saved, cx).is_some() {
            self.leave_form(cx);
        }
    }

    fn make_category(&mut self, cx: &mut Cx<'_>) {
        let name = std::mem::take(&mut self.name).trim().to_owned();
        let known = self.store.rows_or_none(cx.shared).categories.contains(&name);
        cx.pop();
        if name.is_empty() || known {
            return;
        }
        let made = self.store.change(cx.shared, |database| store::add_category(&name, database));
        if notices::saved(made, cx).is_some() {
            self.form.put_into(&name);
        }
    }

    /// Shares the recipe as text.
    fn share(&self, id: &str, cx: &mut Cx<'_>) {
        let rows = self.store.rows_or_none(cx.shared);
        let Some(recipe) = rows.recipe(id) else { return };
        let text = format!("{}\n\n{}\n\n{}", recipe.title, recipe.ingredients, recipe.directions);
        let extras = vec![("android.intent.extra.TEXT".to_owned(), text)];
        let action = Some("android.intent.action.SEND".to_owned());
        let kind = Some("text/plain".to_owned());
        cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
    }

    /// Returns the shelves: the fixed ones, then the categories.
    fn shelves(&self, shared: &Shared) -> Vec<Shelf> {
        let categories = self.store.rows_or_none(shared).categories.clone().into_iter().map(Shelf::Category);
        [Shelf::All, Shelf::Favorites, Shelf::Unassigned].into_iter().chain(categories).collect()
    }
}
