//! Broccoli's database: recipes and their categories.

use rusqlite::{Connection, params};
use state::app::database::{number, text};
use state::app::{Database, DatabaseFile};

use super::PACKAGE;

/// The tables of categories; a database of an older version lacks them.
const CATEGORIES: &str = "CREATE TABLE IF NOT EXISTS categories \
     (categoryId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT); \
     CREATE TABLE IF NOT EXISTS recipes_categories \
     (recipeId INTEGER NOT NULL, categoryId INTEGER NOT NULL, PRIMARY KEY (recipeId, categoryId));";

/// `databases/broccoli`.
pub(super) struct Recipes;

/// A row of `recipes`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recipe {
    pub(super) id: i64,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) servings: String,
    pub(super) preparation_time: String,
    pub(super) source: String,
    pub(super) ingredients: String,
    pub(super) directions: String,
    pub(super) favorite: bool,
    /// The names of its categories.
    pub(super) categories: Vec<String>,
}

/// All data that Broccoli shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) recipes: Vec<Recipe>,
    pub(super) categories: Vec<String>,
}

impl Rows {
    /// Returns a recipe by its id.
    pub(super) fn recipe(&self, id: &str) -> Option<&Recipe> {
        let id = id.parse::<i64>().ok()?;
        self.recipes.iter().find(|recipe| recipe.id == id)
    }
}

impl Database for Recipes {
    const PACKAGE: &'static str = PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/broccoli",
        schema: "CREATE TABLE recipes (recipeId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT, \
                 imageName TEXT, description TEXT, servings TEXT, preparationTime TEXT, source TEXT, \
                 ingredients TEXT, directions TEXT, favorite INTEGER NOT NULL DEFAULT 0);",
    };
    type Rows = Rows;

    fn read(database: &Connection) -> Result<Rows, rusqlite::Error> {
        let mut statement = database.prepare("SELECT * FROM recipes ORDER BY recipeId")?;
        let recipes = statement.query_map([], |row| {
            Ok(Recipe {
                id: number(row, "recipeId")?,
                title: text(row, "title")?,
                description: text(row, "description")?,
                servings: text(row, "servings")?,
                preparation_time: text(row, "preparationTime")?,
                source: text(row, "source")?,
                ingredients: text(row, "ingredients")?,
                directions: text(row, "directions")?,
                favorite: number(row, "favorite")? != 0,
                categories: Vec::new(),
            })
        })?;
        let mut rows = Rows { recipes: recipes.collect::<Result<_, _>>()?, categories: Vec::new() };
        // A database of an older version has only recipes.
        if let Ok((categories, assigned)) = read_categories(database) {
            for (recipe, category) in assigned {
                if let Ok(found) = rows.recipes.binary_search_by_key(&recipe, |recipe| recipe.id)
                    && let Some(recipe) = rows.recipes.get_mut(found)
                {
                    recipe.categories.push(category);
                }
            }
            rows.categories = categories;
        }
        Ok(rows)
    }
}

type Categories = (Vec<String>, Vec<(i64, String)>);

fn read_categories(database: &Connection) -> Result<Categories, rusqlite::Error> {
    let mut statement = database.prepare("SELECT name FROM categories ORDER BY name COLLATE NOCASE")?;
    let names = statement.query_map([], |row| text(row, "name"))?.collect::<Result<_, _>>()?;
    let mut statement =
        database.prepare("SELECT recipeId, name FROM recipes_categories NATURAL JOIN categories ORDER BY name")?;
    let assigned = statement.query_map([], |row| Ok((number(row, "recipeId")?, text(row, "name")?)))?;
    Ok((names, assigned.collect::<Result<_, _>>()?))
}

/// Writes a recipe, as a new row if it has no id yet. Returns its id.
pub(super) fn put(recipe: &Recipe, database: &Connection) -> Result<i64, rusqlite::Error> {
    let id = if recipe.id == 0 {
        let insert = "INSERT INTO recipes (title, description, servings, preparationTime, source, ingredients, \
                      directions, imageName, favorite) VALUES ('', '', '', '', '', '', '', '', 0)";
        database.execute(insert, [])?;
        database.last_insert_rowid()
    } else {
        recipe.id
    };
    let update = "UPDATE recipes SET title = ?1, description = ?2, servings = ?3, preparationTime = ?4, \
                  source = ?5, ingredients = ?6, directions = ?7 WHERE recipeId = ?8";
    let fields = params![
        recipe.title,
        recipe.description,
        recipe.servings,
        recipe.preparation_time,
        recipe.source,
        recipe.ingredients,
        recipe.directions,
        id,
    ];
    database.execute(update, fields)?;
    database.execute_batch(CATEGORIES)?;
    database.execute("DELETE FROM recipes_categories WHERE recipeId = ?1", [id])?;
    for name in &recipe.categories {
        let insert = "INSERT OR IGNORE INTO recipes_categories SELECT ?1, categoryId FROM categories WHERE name = ?2";
        database.execute(insert, params![id, name])?;
    }
    Ok(id)
}

/// Creates a category.
pub(super) fn add_category(name: &str, database: &Connection) -> Result<(), rusqlite::Error> {
    database.execute_batch(CATEGORIES)?;
    database.execute("INSERT INTO categories (name) VALUES (?1)", [name])?;
    Ok(())
}

/// Deletes a recipe.
pub(super) fn delete(id: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    database.execute("DELETE FROM recipes WHERE recipeId = ?1", [id])?;
    // The table is absent in a database of an older version.
    _ = database.execute("DELETE FROM recipes_categories WHERE recipeId = ?1", [id]);
    Ok(())
}
