//! The form for creating and editing recipes.

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

use super::store::Recipe;
use super::{Broccoli, COLOR};
use crate::notices;

/// The longest text of a field, in characters.
const LONGEST: usize = 20_000;

/// The contents of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Form {
    title: String,
    description: String,
    servings: String,
    preparation_time: String,
    source: String,
    ingredients: String,
    directions: String,
    categories: Vec<String>,
}

impl Form {
    /// Fills the form with an existing recipe.
    pub(super) fn of(recipe: &Recipe) -> Self {
        let recipe = recipe.clone();
        Self {
            title: recipe.title,
            description: recipe.description,
            servings: recipe.servings,
            preparation_time: recipe.preparation_time,
            source: recipe.source,
            ingredients: recipe.ingredients,
            directions: recipe.directions,
            categories: recipe.categories,
        }
    }

    /// Fills the form with text shared by another app.
    pub(super) fn shared(title: &str, text: &str) -> Self {
        Self { title: notices::cut(title, 200), directions: notices::cut(text, LONGEST), ..Self::default() }
    }

    /// Returns the recipe, with surrounding whitespace trimmed.
    pub(super) fn recipe(&self) -> Recipe {
        let trimmed = |text: &str| text.trim().to_owned();
        Recipe {
            id: 0,
            title: trimmed(&self.title),
            description: trimmed(&self.description),
            servings: trimmed(&self.servings),
            preparation_time: trimmed(&self.preparation_time),
            source: trimmed(&self.source),
            ingredients: trimmed(&self.ingredients),
            directions: trimmed(&self.directions),
            favorite: false,
            categories: self.categories.clone(),
        }
    }

    /// Adds the recipe to a category, or removes it.
    pub(super) fn put_into(&mut self, category: &str) {
        if self.categories.iter().any(|known| known == category) {
            self.categories.retain(|known| known != category);
        } else {
            self.categories.push(category.to_owned());
        }
    }

    /// Applies an edit event. Returns whether it was one.
    pub(super) fn change(&mut self, event: &Event) -> bool {
        let field = match event.name.as_ref() {
            "title" => &mut self.title,
            "description" => &mut self.description,
            "servings" => &mut self.servings,
            "preparation_time" => &mut self.preparation_time,
            "source" => &mut self.source,
            "ingredients" => &mut self.ingredients,
            "directions" => &mut self.directions,
            "into" => {
                self.put_into(&event.value);
                return true;
            }
            _ => return false,
        };
        *field = notices::cut(&event.value, LONGEST);
        true
    }
}

/// Builds a field with a floating label, shown once it has content.
fn field(id: &str, text: &str, name: &str, event: &'static str, lines: bool) -> View {
    let mut field = View::field(id, text, name, event);
    if let Kind::Field { multiline, .. } = &mut field.kind {
        *multiline = lines;
    }
    let label = if text.is_empty() { View::new(Kind::Space).height(Size::Dp(16.0)) } else { View::text(name) };
    let label = label.text_style(TextStyle::Caption).color(Color::Primary);
    View::column(vec![label, field]).padding(20.0, 4.0).gap(4.0)
}

impl Broccoli {
    pub(super) fn editor(&self, id: &str, shared: &Shared) -> View {
        let form = &self.form;
        let photo =
            View::icon(Icon::Bowl).color(Color::Rgb(255, 255, 255)).width(Size::Dp(64.0)).height(Size::Dp(64.0));
        let photo = View::stack(vec![photo]).align(toolkit::Align::Center).width(Size::Fill).height(Size::Dp(120.0));
        let photo = photo.background(Color::Rgb(COLOR.0, COLOR.1, COLOR.2), 0.0);
        let mut rows = vec![photo.id("new_image"), field("new_title", &form.title, "Title", "title", false)];
        rows.push(self.categories(shared));
        rows.extend([
            field("new_description", &form.description, "Description", "description", true),
            field("new_servings", &form.servings, "Servings", "servings", false),
            field("new_preparation_time", &form.preparation_time, "Preparation time", "preparation_time", false),
            field("new_source", &form.source, "Source", "source", false),
            field("new_ingredients", &form.ingredients, "Ingredients", "ingredients", true),
            field("new_directions", &form.directions, "Directions", "directions", true),
            View::new(Kind::Space).height(Size::Dp(24.0)),
        ]);
        let title = if id == "new" { "Add recipe" } else { "Edit recipe" };
        let save = View::icon_button(Icon::Check, "Save", Event::new("save")).id("button_save_recipe");
        widgets::screen(vec![widgets::top_bar(title, vec![save]), View::list("form", rows)])
    }

    /// Builds the list of categories, the recipe's own checked, and a button to create one.
    fn categories(&self, shared: &Shared) -> View {
        let label = View::text("Categories").text_style(TextStyle::Label).color(Color::Muted);
        let mut rows = vec![label];
        for name in self.store.rows_or_none(shared).categories.iter().take(20) {
            let on = self.form.categories.contains(name);
            let tick = View::new(Kind::CheckBox { on }).description(name);
            let row = View::row(vec![tick, View::text(name).width(Size::Weight(1.0))]).gap(8.0);
            rows.push(row.height(Size::Dp(48.0)).on_click(Event::with("into", name)));
        }
        let add = View::row(vec![
            View::icon(Icon::Add).color(Color::Primary),
            View::text("New category").color(Color::Primary).width(Size::Weight(1.0)),
        ]);
        rows.push(add.id("new_categories").height(Size::Dp(48.0)).gap(12.0).on_click(Event::with("open", "category")));
        View::column(rows).padding(20.0, 4.0)
    }
}
