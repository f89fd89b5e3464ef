//! The tasks of Broccoli: deleting and adding recipes.

mod dishes;

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::params;

use self::dishes::{INGREDIENTS, Recipe};
use super::gallery;
use super::host::{Host, fuzzy};
use super::person::{Element, Person};
use super::task::{Drawn, Random, Task};

const PACKAGE: &str = "com.flauschcode.broccoli";
const DATABASE: &str = "/data/data/com.flauschcode.broccoli/databases/broccoli";
const COLUMNS: &[&str] = &[
    "recipeId",
    "title",
    "imageName",
    "description",
    "servings",
    "preparationTime",
    "source",
    "ingredients",
    "directions",
    "favorite",
];

/// Returns all rows as text, by id.
fn rows(host: &Host) -> BTreeMap<i64, Vec<Option<String>>> {
    let database = host.database(DATABASE);
    let mut statement = database.prepare("SELECT * FROM recipes").unwrap();
    assert!(statement.column_names().eq(COLUMNS.iter().copied()));
    let read = statement.query_map([], |row| {
        let text = |at: usize| {
            row.get::<_, rusqlite::types::Value>(at).map(|value| match value {
                rusqlite::types::Value::Integer(number) => Some(number.to_string()),
                rusqlite::types::Value::Text(text) => Some(text),
                _ => None,
            })
        };
        Ok((row.get(0)?, (1..COLUMNS.len()).map(text).collect::<Result<_, _>>()?))
    });
    read.unwrap().map(Result::unwrap).collect()
}

/// Empties the table and inserts these recipes in the given order.
fn set_up(host: &Host, recipes: &[Recipe]) {
    host.set_clock();
    host.shell(&format!("am force-stop {PACKAGE}"));
    host.change_database(PACKAGE, DATABASE, |database| {
        database.execute("DELETE FROM recipes", []).unwrap();
        for recipe in recipes {
            let insert = "INSERT INTO recipes (title, imageName, description, servings, preparationTime, source, \
                          ingredients, directions, favorite) VALUES (?1, '', ?2, ?3, ?4, '', ?5, ?6, 0)";
            let Recipe { title, description, servings, time, ingredients, directions } = recipe;
            database.execute(insert, params![title, description, servings, time, ingredients, directions]).unwrap();
        }
    });
}

/// How the goal identifies the recipes to delete.
enum Named {
    Titles,
    Ingredient(&'static str),
    Duplicates,
}

/// Recipes to delete: the positions of the targets among all.
struct Delete {
    recipes: Vec<Recipe>,
    targets: BTreeSet<usize>,
    named: Named,
}

impl Drawn for Delete {
    fn goal(&self) -> String {
        let titles = || self.targets.iter().map(|target| self.recipes[*target].title.as_str()).collect::<Vec<_>>();
        match self.named {
            Named::Titles => format!("Delete the following recipes from Broccoli app: {}.", titles().join(", ")),
            Named::Ingredient(ingredient) => {
                format!("Delete the recipes from Broccoli app that use {ingredient} in the directions.")
            }
            Named::Duplicates => "Delete all but one of any recipes in the Broccoli app that are exact duplicates, \
                                  ensuring at least one instance of each unique recipe remains"
                .to_owned(),
        }
    }

    fn set_up(&self, host: &Host) {
        set_up(host, &self.recipes);
    }

    fn untouched(&self) -> f64 {
        f64::from(u8::from(self.targets.is_empty()))
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Broccoli");
        match self.named {
            Named::Titles => {
                for target in &self.targets {
                    person.scroll_and_tap(&self.recipes[*target].title);
                    delete(person);
                    to_top(person);
                }
            }
            Named::Ingredient(ingredient) => {
                let wanted = |texts: &[String]| texts.iter().any(|text| text.to_lowercase().contains(ingredient));
                visit(person, |texts| wanted(texts));
            }
            Named::Duplicates => {
                let mut known: Vec<Vec<String>> = Vec::new();
                visit(person, |texts| {
                    let twice = known.iter().any(|one| one == texts);
                    known.push(texts.to_vec());
                    twice
                });
            }
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let expected = self.recipes.iter().enumerate().filter(|(place, _)| !self.targets.contains(place));
        let mut expected: Vec<Vec<Option<String>>> = expected.map(|(_, recipe)| columns(recipe)).collect();
        let mut left: Vec<Vec<Option<String>>> = rows(host).into_values().collect();
        if matches!(self.named, Named::Duplicates) {
            // Either of two equal recipes may be deleted, so only their order can differ.
            expected.sort();
            left.sort();
        }
        f64::from(u8::from(left == expected))
    }
}

/// Returns the columns of a recipe as set up.
fn columns(recipe: &Recipe) -> Vec<Option<String>> {
    let Recipe { title, description, servings, time, ingredients, directions } = recipe.clone();
    let empty = String::new;
    [title, empty(), description, servings, time, empty(), ingredients, directions, "0".to_owned()].map(Some).to_vec()
}

fn is(row: &[Option<String>], recipe: &Recipe) -> bool {
    row == columns(recipe)
}

/// Deletes the open recipe.
fn delete(person: &Person<'_>) {
    person.tap("More options");
    person.tap("Delete");
    person.tap("OK");
}

/// Scrolls the list to the top.
fn to_top(person: &Person<'_>) {
    for _ in 0..4 {
        person.swipe((540, 700), (540, 2000), 100);
    }
}

/// Opens and reads every recipe, and deletes those for which `is_to_go` returns true.
fn visit(person: &Person<'_>, mut is_to_go: impl FnMut(&[String]) -> bool) {
    let cards = |person: &Person<'_>| -> Vec<Element> {
        person.look().into_iter().filter(|element| element.id.ends_with(":id/card_view")).collect()
    };
    let seen = cards(person);
    let Some(first) = seen.first() else { return };
    let (top, high) = (first.bounds[1], first.bounds[3] - first.bounds[1]);
    let pitch = seen.get(1).map_or(high, |second| second.bounds[1] - top);
    // How far the list was scrolled and how many recipes were read, as a person would remember it. Every card has the
    // same height, so a card's index follows from its position, and positions after a swipe of less than a card tell
    // how far the list moved.
    let (mut moved, mut read) = (0, 0);
    let full = |cards: &[Element]| cards.iter().find(|card| card.bounds[3] - card.bounds[1] == high).cloned();
    loop {
        let seen = cards(person);
        let Some(rhythm) = full(&seen) else { return };
        let next = seen
            .iter()
            .find(|card| card.bounds[3] - card.bounds[1] == high && (card.bounds[1] - top + moved) / pitch == read);
        let Some(card) = next else {
            person.drag((540, 1800), (540, 1800 - pitch * 9 / 10));
            let Some(after) = full(&cards(person)) else { return };
            let by = (rhythm.bounds[1] - after.bounds[1]).rem_euclid(pitch);
            if by == 0 {
                return;
            }
            moved += by;
            continue;
        };
        person.tap_on(card);
        if is_to_go(&page(person)) {
            delete(person);
            to_top(person);
            moved = 0;
        } else {
            person.back();
            read += 1;
        }
    }
}

/// Returns all texts of the open page.
fn page(person: &Person<'_>) -> Vec<String> {
    let mut texts = person.texts();
    for _ in 0..6 {
        if texts.iter().any(|text| text == "Cooking assistant") {
            break;
        }
        person.swipe((540, 1800), (540, 800), 400);
        for text in person.texts() {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    texts
}

/// Recipes to add.
struct Add {
    recipes: Vec<Recipe>,
    noise: Vec<Recipe>,
}

impl Drawn for Add {
    fn goal(&self) -> String {
        let told: String = self.recipes.iter().map(written).collect();
        format!("Add the following recipes into the Broccoli app:\n{}", told.trim_end())
    }

    fn set_up(&self, host: &Host) {
        set_up(host, &self.noise);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Broccoli");
        for recipe in &self.recipes {
            add(person, recipe);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        added(host, &self.noise, &self.recipes)
    }
}

/// Where the recipes to add are given.
enum RecipeSource {
    /// In a note of Markor; if set, only those with this duration.
    Note(Option<&'static str>),
    /// In a picture, which the person sees instead of reading the tree.
    Picture,
}

/// Recipes to add that are given elsewhere on the phone.
struct AddFrom {
    /// All recipes that are given.
    told: Vec<Recipe>,
    wanted: Vec<Recipe>,
    noise: Vec<Recipe>,
    place: RecipeSource,
}

impl Drawn for AddFrom {
    fn goal(&self) -> String {
        match self.place {
            RecipeSource::Note(None) => {
                "Add the recipes from recipes.txt in Markor to the Broccoli recipe app.".to_owned()
            }
            RecipeSource::Note(Some(time)) => format!(
                "Add the recipes from recipes.txt in Markor that take {time} to prepare into the Broccoli recipe app."
            ),
            RecipeSource::Picture => {
                "Add the recipes from recipes.jpg in Simple Gallery Pro to the Broccoli recipe app.".to_owned()
            }
        }
    }

    fn set_up(&self, host: &Host) {
        set_up(host, &self.noise);
        match self.place {
            RecipeSource::Note(_) => {
                host.shell("mkdir -p /storage/emulated/0/Documents/Markor");
                host.shell("rm -rf /storage/emulated/0/Documents/Markor/*");
                let text: String = self.told.iter().map(written).collect();
                host.push("/storage/emulated/0/Documents/Markor/recipes.txt", text.as_bytes());
            }
            RecipeSource::Picture => {
                host.empty_storage();
                host.push("/storage/emulated/0/DCIM/recipes.jpg", &gallery::picture(500, 700));
            }
        }
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        let recipes = match self.place {
            RecipeSource::Note(time) => {
                person.open("Markor");
                person.scroll_and_tap("recipes.txt");
                let fields = person.look().into_iter().filter(|element| element.class.ends_with("EditText"));
                let text = fields.max_by_key(|element| element.text.len()).unwrap().text;
                let told = text.split("\n\n").filter(|block| !block.trim().is_empty()).map(read);
                told.filter(|recipe| time.is_none_or(|time| recipe.time == time)).collect()
            }
            RecipeSource::Picture => {
                person.open("Simple Gallery Pro");
                person.tap("DCIM");
                person.tap("recipes.jpg");
                self.told.clone()
            }
        };
        person.open("Broccoli");
        for recipe in &recipes {
            add(person, recipe);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        added(host, &self.noise, &self.wanted)
    }
}

const LABELS: [&str; 6] =
    ["Recipe: ", "description: ", "servings: ", "preparation time: ", "ingredients: ", "directions: "];

/// Formats a recipe as a block of text.
fn written(recipe: &Recipe) -> String {
    let Recipe { title, description, servings, time, ingredients, directions } = recipe;
    let lines = LABELS.iter().zip([title, description, servings, time, ingredients, directions]);
    lines.map(|(label, text)| format!("{label}{text}\n")).collect::<String>() + "\n"
}

/// Parses a recipe from a block of text.
fn read(block: &str) -> Recipe {
    let text = |label: &str| block.lines().find_map(|line| line.strip_prefix(label)).unwrap().to_owned();
    let [title, description, servings, time, ingredients, directions] = LABELS.map(text);
    Recipe { title, description, servings, time, ingredients, directions }
}

/// Fills in the form and saves it.
fn add(person: &Person<'_>, recipe: &Recipe) {
    person.tap("Add recipe");
    for (label, text) in [
        ("Title", &recipe.title),
        ("Description", &recipe.description),
        ("Servings", &recipe.servings),
        ("Preparation time", &recipe.time),
        ("Ingredients", &recipe.ingredients),
        ("Directions", &recipe.directions),
    ] {
        person.scroll_and_tap(label);
        // The keyboard has no accents, and the score ignores them.
        person.type_text(&text.replace('é', "e"));
    }
    person.tap("Save");
}

/// Returns 1 if the old rows are unchanged and exactly these were added.
fn added(host: &Host, before: &[Recipe], wanted: &[Recipe]) -> f64 {
    let rows: Vec<Vec<Option<String>>> = rows(host).into_values().collect();
    if rows.len() != before.len() + wanted.len() || !rows.iter().zip(before).all(|(row, old)| is(row, old)) {
        return 0.0;
    }
    let alike = |row: &[Option<String>], recipe: &Recipe| {
        let pairs = columns(recipe).into_iter().zip(row).enumerate().filter(|(place, _)| *place != 1);
        pairs.into_iter().all(|(_, (wanted, found))| found.as_ref().is_some_and(|found| fuzzy(found, &wanted.unwrap())))
    };
    let new = &rows[before.len()..];
    f64::from(u8::from(wanted.iter().all(|recipe| new.iter().any(|row| alike(row, recipe)))))
}

fn by_title(targets: usize, noise: usize, random: &mut Random) -> Box<dyn Drawn> {
    let mut recipes = dishes::recipes(dishes::DISHES.len(), random);
    recipes.truncate(targets + noise.min(dishes::DISHES.len() - targets));
    let others = recipes[targets..].to_vec();
    while recipes.len() < targets + noise {
        let of = random.one(&others).clone();
        recipes.extend(dishes::variations(&of, 1, false, random));
    }
    shuffled(recipes, (0..targets).collect(), Named::Titles, random)
}

/// Shuffles the recipes.
fn shuffled(recipes: Vec<Recipe>, targets: BTreeSet<usize>, named: Named, random: &mut Random) -> Box<dyn Drawn> {
    let order = random.some(&(0..recipes.len()).collect::<Vec<_>>(), recipes.len());
    let targets = order.iter().enumerate().filter(|(_, old)| targets.contains(old)).map(|(new, _)| new).collect();
    Box::new(Delete { recipes: order.iter().map(|old| recipes[*old].clone()).collect(), targets, named })
}

fn by_ingredient(random: &mut Random) -> Box<dyn Drawn> {
    let ingredient = *random.one(INGREDIENTS);
    let mut recipes = dishes::recipes(dishes::DISHES.len(), random);
    recipes.extend(dishes::recipes(4, random));
    let uses = |recipe: &Recipe| recipe.directions.to_lowercase().contains(ingredient);
    let targets = (0..recipes.len()).filter(|place| uses(&recipes[*place])).collect();
    shuffled(recipes, targets, Named::Ingredient(ingredient), random)
}

fn duplicates(noise: usize, alike: bool, random: &mut Random) -> Box<dyn Drawn> {
    let mut recipes = dishes::recipes(1 + noise.min(10), random);
    if alike {
        let first = recipes[0].clone();
        recipes.truncate(1);
        // As many with this title and, out of thirty, this description.
        recipes.extend(dishes::variations(&first, noise, noise == 30, random));
    }
    recipes.push(recipes[0].clone());
    shuffled(recipes, [0].into(), Named::Duplicates, random)
}

fn adding(count: usize, random: &mut Random) -> Box<dyn Drawn> {
    let mut all = dishes::recipes(10 + count, random);
    let noise = all.split_off(count);
    Box::new(Add { recipes: all, noise })
}

fn told(place: RecipeSource, random: &mut Random) -> Box<dyn Drawn> {
    let (wanted, others) = if matches!(place, RecipeSource::Note(Some(_))) { (3, 40) } else { (3, 0) };
    let mut all = dishes::recipes(wanted + others + 10, random);
    let mut noise = all.split_off(wanted + others);
    if let RecipeSource::Note(Some(time)) = place {
        noise.clone_from(&all[wanted..].to_vec());
        for (number, recipe) in all.iter_mut().enumerate() {
            match number < wanted {
                true => time.clone_into(&mut recipe.time),
                false if recipe.time == time => "5 hrs".clone_into(&mut recipe.time),
                false => {}
            }
        }
    }
    let order = random.some(&(0..all.len()).collect::<Vec<_>>(), all.len());
    let told = order.iter().map(|old| all[*old].clone()).collect();
    all.truncate(wanted);
    Box::new(AddFrom { told, wanted: all, noise, place })
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "RecipeDeleteSingleRecipe", draw: |random| by_title(1, 0, random) },
    Task { name: "RecipeDeleteSingleWithRecipeWithNoise", draw: |random| by_title(1, 29, random) },
    Task { name: "RecipeDeleteMultipleRecipes", draw: |random| by_title(3, 0, random) },
    Task { name: "RecipeDeleteMultipleRecipesWithNoise", draw: |random| by_title(3, 29, random) },
    Task { name: "RecipeDeleteMultipleRecipesWithConstraint", draw: by_ingredient },
    Task { name: "RecipeDeleteDuplicateRecipes", draw: |random| duplicates(5, false, random) },
    Task { name: "RecipeDeleteDuplicateRecipes2", draw: |random| duplicates(10, true, random) },
    Task { name: "RecipeDeleteDuplicateRecipes3", draw: |random| duplicates(30, true, random) },
    Task { name: "RecipeAddSingleRecipe", draw: |random| adding(1, random) },
    Task { name: "RecipeAddMultipleRecipes", draw: |random| adding(3, random) },
    Task { name: "RecipeAddMultipleRecipesFromMarkor", draw: |random| told(RecipeSource::Note(None), random) },
    Task {
        name: "RecipeAddMultipleRecipesFromMarkor2",
        draw: |random| told(RecipeSource::Note(Some(*random.one(dishes::TIMES))), random),
    },
    Task { name: "RecipeAddMultipleRecipesFromImage", draw: |random| told(RecipeSource::Picture, random) },
];
