//! Broccoli's screens: the recipes, a recipe's page, cooking step by step, settings.

use kit::drawer::{Entry, drawer_bar, with_drawer};
use kit::overlays;
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::store::Recipe;
use super::{Broccoli, COLOR, Shelf};
use crate::notices;

const WHITE: Color = Color::Rgb(255, 255, 255);
const RED: Color = Color::Rgb(211, 47, 47);

/// A placeholder for a recipe's photo: a bowl on its own colour.
fn photo(title: &str, width: Size, height: f32, radius: f32) -> View {
    const COLORS: [(u8, u8, u8); 6] =
        [COLOR, (191, 96, 40), (121, 85, 72), (158, 120, 28), (84, 110, 58), (150, 62, 62)];
    let sum = title.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    let (red, green, blue) = COLORS.get(sum % COLORS.len()).copied().unwrap_or(COLOR);
    let color = Color::Rgb(red, green, blue);
    let bowl = View::icon(Icon::Bowl).color(WHITE).width(Size::Dp(height * 0.5)).height(Size::Dp(height * 0.5));
    View::stack(vec![bowl]).align(Align::Center).width(width).height(Size::Dp(height)).background(color, radius)
}

fn card(recipe: &Recipe) -> View {
    let one = |style: &mut toolkit::Style| style.max_lines = 1;
    let mut texts = vec![View::text(&recipe.title).id("card_text_view_title").text_style(TextStyle::Title).style(one)];
    if !recipe.description.is_empty() {
        let description = View::text(&recipe.description).id("card_text_view_description");
        texts.push(description.text_style(TextStyle::BodySmall).color(Color::Muted).style(one));
    }
    let mut parts =
        vec![photo(&recipe.title, Size::Dp(64.0), 64.0, 12.0), View::column(texts).width(Size::Weight(1.0)).gap(4.0)];
    if recipe.favorite {
        parts.push(View::icon(Icon::Heart).color(RED).description("Favorite"));
    }
    let card = View::row(parts).id("card_view").padding(12.0, 12.0).gap(16.0).background(Color::Surface, 16.0);
    let card = card.on_click(Event::with("open", format!("recipe/{}", recipe.id)));
    card.style(|style| {
        style.margin = [12.0, 4.0, 12.0, 4.0];
        style.elevation = 1.0;
    })
}

fn cards<'a>(recipes: impl Iterator<Item = &'a Recipe>, nothing: &str) -> View {
    let found: Vec<&Recipe> = recipes.collect();
    let mut rows: Vec<View> = found.iter().take(notices::MOST_ROWS).map(|recipe| card(recipe)).collect();
    rows.extend(notices::rest(found.len()));
    if rows.is_empty() {
        rows.push(widgets::empty(Icon::Bowl, nothing));
    } else {
        // Space, so that the floating button does not cover the last row.
        rows.push(View::new(Kind::Space).height(Size::Dp(80.0)));
    }
    View::list("recycler_view", rows)
}

pub(super) fn about() -> View {
    let version = Row::new("Version").summary("1.2.6").icon(Icon::Info).view();
    let what = Row::new("Recipes for everybody").summary("Your recipes stay on this phone").icon(Icon::Bowl).view();
    widgets::screen(vec![widgets::top_bar("About", Vec::new()), View::list("about", vec![version, what])])
}

impl Broccoli {
    /// Builds the first screen.
    pub(super) fn recipes(&self, shared: &Shared) -> View {
        let search = View::icon_button(Icon::Search, "Search", Event::new("search")).id("action_search");
        let shelf = View::row(vec![
            View::text(self.shelf.name()).id("category_name").text_style(TextStyle::Label).color(Color::Primary),
            View::icon(Icon::Sort).color(Color::Primary).width(Size::Dp(18.0)).height(Size::Dp(18.0)),
        ]);
        let shelf = shelf.id("spinner").height(Size::Dp(48.0)).padding(20.0, 4.0).gap(8.0);
        let shelf = shelf.on_click(Event::with("open", "categories"));
        let list = match self.store.rows(shared) {
            Err(error) => View::list("recycler_view", vec![notices::unreadable(&error)]),
            Ok(rows) => {
                let mut shown: Vec<&Recipe> = rows.recipes.iter().filter(|recipe| self.shelf.holds(recipe)).collect();
                if self.newest_first {
                    shown.reverse();
                } else {
                    shown.sort_by_cached_key(|recipe| recipe.title.to_lowercase());
                }
                cards(shown.into_iter(), "No recipes here yet")
            }
        };
        let content = widgets::with_fab(list, "fab", Icon::Add, "Add recipe", Event::new("new"));
        let screen = widgets::screen(vec![drawer_bar("Broccoli", vec![search]), shelf, content]);
        let mut places: Vec<Entry> =
            self.shelves(shared).into_iter().take(30).map(|shelf| self.place(&shelf)).collect();
        places.push(Entry::Line);
        for (icon, name, route) in [(Icon::Settings, "Settings", "settings"), (Icon::Info, "About", "about")] {
            places.push(Entry::Place(icon, name.to_owned(), Event::with("open", route), false));
        }
        with_drawer(screen, self.drawer, "Broccoli", COLOR, places)
    }

    fn place(&self, shelf: &Shelf) -> Entry {
        let icon = match shelf {
            Shelf::All => Icon::Bowl,
            Shelf::Favorites => Icon::HeartOutline,
            Shelf::Unassigned | Shelf::Category(_) => Icon::Files,
        };
        Entry::Place(icon, shelf.name().to_owned(), Event::with("shelf", shelf.name()), *shelf == self.shelf)
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("search_src_text", &self.query, "Search");
        let rows = self.store.rows_or_none(shared);
        let matching = rows.recipes.iter().filter(|recipe| {
            let texts = [&recipe.title, &recipe.description, &recipe.ingredients, &recipe.source];
            texts.iter().any(|text| widgets::matches(text, &self.query))
        });
        widgets::screen(vec![bar, cards(matching, "Nothing found")])
    }

    pub(super) fn choose_shelf(&self, shared: &Shared) -> View {
        let rows = self
            .shelves(shared)
            .into_iter()
            .take(200)
            .map(|shelf| widgets::radio_row(shelf.name(), shelf == self.shelf, Event::with("shelf", shelf.name())));
        let list = View::list("categories", rows.collect()).height(Size::Wrap);
        overlays::dialog("Categories", vec![list], Vec::new())
    }

    pub(super) fn name_category(&self) -> View {
        let field = widgets::submits(View::field("category_name", &self.name, "Category", "name"), "make_category");
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
        let ok = View::button("OK", Event::new("make_category")).id("android:id/button1");
        overlays::dialog("New category", vec![field], vec![cancel, ok])
    }

    pub(super) fn settings(&self) -> View {
        let order = |title: &str, newest: bool| {
            let value = if newest { "1" } else { "0" };
            widgets::radio_row(title, self.newest_first == newest, Event::with("order", value))
        };
        let rows = vec![widgets::section("Order of recipes"), order("By title", false), order("Newest first", true)];
        widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("settings", rows)])
    }

    /// Builds a recipe's page.
    pub(super) fn recipe(&self, id: &str, shared: &Shared) -> View {
        let rows = self.store.rows_or_none(shared);
        let Some(recipe) = rows.recipe(id) else {
            let gone = widgets::empty(Icon::Bowl, "This recipe is gone");
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let (heart, word) = match recipe.favorite {
            true => (Icon::Heart, "Remove from favorites"),
            false => (Icon::HeartOutline, "Add to favorites"),
        };
        let actions = vec![
            View::icon_button(heart, word, Event::with("favorite", id)).id("action_favorite"),
            View::icon_button(Icon::Edit, "Edit", Event::with("edit", id)).id("action_edit"),
            widgets::menu_button(),
        ];
        let screen = widgets::screen(vec![widgets::top_bar("", actions), View::list("recipe", parts(recipe))]);
        let items = vec![("Share", Event::with("share", id)), ("Delete", Event::with("delete_ask", id))];
        widgets::with_menu(screen, self.menu, items)
    }

    /// Builds one step of the directions in large text, to read while cooking.
    pub(super) fn cook(&self, at: &str, shared: &Shared) -> View {
        let (id, step) = at.split_once('/').unwrap_or((at, "0"));
        let rows = self.store.rows_or_none(shared);
        let directions = rows.recipe(id).map(|recipe| steps(&recipe.directions)).unwrap_or_default();
        let step = step.parse::<usize>().unwrap_or(0).min(directions.len().saturating_sub(1));
        let text = directions.get(step).cloned().unwrap_or_default();
        let go = |icon, word: &str, to: Option<usize>| {
            let event = Event::with("step", format!("{id}/{}", to.unwrap_or(step)));
            View::icon_button(icon, word, event).enabled(to.is_some())
        };
        let next = (step + 1 < directions.len()).then_some(step + 1);
        let count = format!("{} / {}", step + 1, directions.len().max(1));
        let count = View::text(count).id("step").text_style(TextStyle::Label).color(Color::Muted);
        let foot = View::row(vec![
            go(Icon::Previous, "Previous step", step.checked_sub(1)),
            View::column(vec![count]).align(Align::Center).width(Size::Weight(1.0)),
            go(Icon::Next, "Next step", next),
        ]);
        let text = View::text(text).id("direction").text_style(TextStyle::Headline).padding(24.0, 32.0);
        let bar = widgets::top_bar("Cooking assistant", Vec::new());
        widgets::screen(vec![bar, View::list("steps", vec![text]), foot.padding(16.0, 8.0)])
    }
}

/// Returns the non-empty lines of a text.
fn steps(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).take(500).collect()
}

/// Builds the sections of a recipe's page, from top to bottom.
fn parts(recipe: &Recipe) -> Vec<View> {
    let title = View::text(&recipe.title).id("recipe_title").text_style(TextStyle::Headline);
    let mut parts = vec![photo(&recipe.title, Size::Fill, 168.0, 0.0), title.padding(20.0, 12.0)];
    if !recipe.description.is_empty() {
        let description = View::text(&recipe.description).id("recipe_description").color(Color::Muted);
        parts.push(description.style(|style| style.padding = [20.0, 0.0, 20.0, 12.0]));
    }
    for (icon, name, id, text) in [
        (Icon::Group, "Servings", "servings", &recipe.servings),
        (Icon::Clock, "Preparation time", "preparation_time", &recipe.preparation_time),
        (Icon::Web, "Source", "source", &recipe.source),
        (Icon::Files, "Categories", "recipe_categories", &recipe.categories.join(", ")),
    ] {
        if !text.is_empty() {
            parts.push(Row::new(text).summary(name).ids(id, "label").icon(icon).view());
        }
    }
    let ingredients = steps(&recipe.ingredients);
    if !ingredients.is_empty() {
        parts.push(widgets::section("Ingredients"));
        for line in ingredients {
            let dot = View::new(Kind::Space).width(Size::Dp(6.0)).height(Size::Dp(6.0)).background(Color::Primary, 3.0);
            let line = View::text(line).id("ingredient").width(Size::Weight(1.0));
            parts.push(View::row(vec![dot, line]).padding(20.0, 6.0).gap(14.0));
        }
    }
    let directions = steps(&recipe.directions);
    if !directions.is_empty() {
        parts.push(widgets::section("Directions"));
        for (number, line) in directions.iter().enumerate() {
            let place = View::text((number + 1).to_string()).text_style(TextStyle::Label).color(Color::Primary);
            let line = View::text(line).id("direction").width(Size::Weight(1.0));
            let row = View::row(vec![place.width(Size::Dp(20.0)), line]).align(Align::Start);
            parts.push(row.padding(20.0, 8.0).gap(12.0));
        }
        let cook = View::button("Cooking assistant", Event::with("open", format!("cook/{}/0", recipe.id)));
        parts.push(View::column(vec![cook.id("cook").height(Size::Dp(48.0))]).padding(20.0, 12.0));
    }
    parts.push(View::new(Kind::Space).height(Size::Dp(24.0)));
    parts
}
