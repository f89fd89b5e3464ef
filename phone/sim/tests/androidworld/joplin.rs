//! The tasks of Joplin: four questions about notes.

use rusqlite::params;

use super::host::{Host, answers};
use super::person::Person;
use super::task::{Drawn, Random, Task};

const PACKAGE: &str = "net.cozic.joplin";
const DATABASE: &str = "/data/data/net.cozic.joplin/databases/joplin.sqlite";
/// 15 October 2023, 15:34 UTC.
const NOW: i64 = 1_697_384_040_000;
const HOUR: i64 = 3_600_000;
const FOLDERS: &[&str] = &[
    "Recipes",
    "Meeting Notes",
    "Travel Plans",
    "Home Repairs",
    "Reading List",
    "Garden",
    "Work Projects",
    "Budget 2023",
    "Gift Ideas",
    "Señor García's Class",
];
const TITLES: &[&str] = &[
    "Paint the fence",
    "Ask Anna's landlord (again)",
    "Oven at 180°",
    "Ideas for the café",
    "Call the plumber",
    "Sort the photos",
    "Order new filters",
    "Draft of the report",
    "Packing list",
    "Train to Zürich",
    "Books to return",
    "Seeds for spring",
];
const UNITS: &[&str] = &["cups", "grams", "tablespoons", "ounces"];
const INGREDIENTS: &[&str] = &["flour", "sugar", "rice", "butter", "lentils", "oats"];

#[derive(Clone, Debug)]
struct Note {
    folder: usize,
    title: String,
    body: String,
    is_todo: bool,
}

/// A question about notes, and its answer.
struct Question {
    notes: Vec<Note>,
    asked: Asked,
    expected: String,
}

enum Asked {
    /// How much of an ingredient a recipe needs.
    Ingredient(String, &'static str),
    Attendees(String),
    IsTodo(String),
    TodosIn(usize),
}

impl Drawn for Question {
    fn goal(&self) -> String {
        match &self.asked {
            Asked::Ingredient(title, ingredient) => format!(
                "What quantity of {ingredient} do I need for the recipe '{title}' in the Joplin app? Express your answer \
                 in the format <amount> <unit> without using abbreviations."
            ),
            Asked::Attendees(title) => format!(
                "How many attendees were present in the meeting titled '{title}' in the Joplin app? Express your answer \
                 as just a single number."
            ),
            Asked::IsTodo(title) => format!(
                "Is the note titled '{title}' in the Joplin app marked as a todo item? Respond with either 'True' if it \
                 is a todo or 'False' if not."
            ),
            Asked::TodosIn(folder) => format!(
                "How many to-dos do I have in the '{}' folder in the Joplin app? Express your answer as just a single \
                 number.",
                FOLDERS[*folder]
            ),
        }
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell(&format!("am force-stop {PACKAGE}"));
        host.change_database(PACKAGE, DATABASE, |database| {
            for table in ["notes", "notes_normalized", "folders"] {
                database.execute(&format!("DELETE FROM {table}"), []).unwrap();
            }
        });
        // Folders are inserted one by one, each with a pull and push of the whole database.
        for (number, title) in FOLDERS.iter().enumerate() {
            host.change_database(PACKAGE, DATABASE, |database| {
                let insert = "INSERT INTO folders (id, title, created_time, updated_time, user_created_time, \
                              user_updated_time, encryption_cipher_text, encryption_applied, parent_id, is_shared, \
                              share_id, master_key_id, icon, user_data) \
                              VALUES (?1, ?2, ?3, ?3, ?3, ?3, '', 0, '', 0, '', '', '', '')";
                database.execute(insert, params![folder_id(number), title, NOW]).unwrap();
            });
        }
        host.change_database(PACKAGE, DATABASE, |database| {
            for (number, note) in self.notes.iter().enumerate() {
                let updated = NOW - number as i64 * HOUR;
                let id = format!("{:032x}", number + 1);
                let Note { folder, title, body, is_todo } = note;
                let insert = "INSERT INTO notes (id, parent_id, title, body, is_todo, created_time, updated_time, \
                              user_created_time, user_updated_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?6, ?6)";
                let folder = folder_id(*folder);
                database.execute(insert, params![id, folder, title, body, is_todo, updated]).unwrap();
                let insert = "INSERT INTO notes_normalized (id, parent_id, title, body, is_todo, user_created_time, \
                              user_updated_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)";
                let (title, body) = (title.to_lowercase(), body.to_lowercase());
                database.execute(insert, params![id, folder, title, body, is_todo, updated]).unwrap();
            }
        });
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Joplin");
        Some(match &self.asked {
            Asked::Ingredient(title, ingredient) => {
                open_folder(person, "Recipes");
                person.scroll_and_tap(title);
                let line = line_with(person, ingredient);
                line.trim_end_matches(ingredient).trim_end_matches(" of ").trim().to_owned()
            }
            Asked::Attendees(title) => {
                open_folder(person, "Meeting Notes");
                person.scroll_and_tap(title);
                line_with(person, "Attendees").chars().filter(char::is_ascii_digit).collect()
            }
            Asked::IsTodo(title) => {
                person.tap("Search");
                person.type_text(title);
                // The checkbox is before the title, in the same row.
                let row = person.find(title).middle().1;
                let boxes = person.look().into_iter().filter(|element| element.class.ends_with("CheckBox"));
                let is = boxes.into_iter().any(|element| (element.middle().1 - row).abs() < 60);
                if is { "True".to_owned() } else { "False".to_owned() }
            }
            Asked::TodosIn(folder) => {
                open_folder(person, FOLDERS[*folder]);
                let mut todos: Vec<String> = Vec::new();
                for _ in 0..12 {
                    let seen = person.look();
                    for pair in seen.windows(2).filter(|pair| pair[0].class.ends_with("CheckBox")) {
                        if !todos.contains(&pair[1].text) {
                            todos.push(pair[1].text.clone());
                        }
                    }
                    person.swipe((540, 1800), (540, 900), 400);
                }
                todos.len().to_string()
            }
        })
    }

    fn score(&self, _host: &Host, answer: Option<&str>) -> f64 {
        f64::from(u8::from(answer.is_some_and(|answer| answers(answer, std::slice::from_ref(&self.expected)))))
    }
}

fn folder_id(number: usize) -> String {
    format!("{:032x}", 0xf0 + number)
}

fn open_folder(person: &Person<'_>, name: &str) {
    person.tap("Sidebar");
    person.scroll_and_tap(name);
}

/// Returns the first line of the open note that contains this word.
fn line_with(person: &Person<'_>, word: &str) -> String {
    for _ in 0..8 {
        if let Some(text) = person.texts().into_iter().find(|text| text.contains(word)) {
            return text;
        }
        person.swipe((540, 1800), (540, 900), 400);
    }
    panic!("no line has {word}: {:?}", person.texts());
}

/// Creates `count` unrelated notes in random folders. Their titles have numbers, so that no question refers to them.
fn noise(count: usize, random: &mut Random) -> Vec<Note> {
    let mut note = |number| Note {
        folder: random.between(0, FOLDERS.len() as i64 - 1) as usize,
        title: format!("{} {number}", random.one(TITLES)),
        body: format!("# Notes\n\n- {}\n- **{}**\n\n{}", random.letters(8), random.letters(6), random.letters(40)),
        is_todo: random.between(0, 1) == 1,
    };
    (0..count).map(&mut note).collect()
}

fn question(asked: Asked, note: Note, expected: String, random: &mut Random) -> Box<dyn Drawn> {
    let mut notes = noise(100, random);
    let place = random.between(0, 100) as usize;
    notes.insert(place, note);
    Box::new(Question { notes, asked, expected })
}

fn ingredient(random: &mut Random) -> Box<dyn Drawn> {
    let ingredient = *random.one(INGREDIENTS);
    let amount = format!("{} {}", random.between(1, 9), random.one(UNITS));
    let title = "Grandma's Pie (best)".to_owned();
    let body = format!(
        "## Ingredients\n\n- 1 pinch of salt\n- {amount} of {ingredient}\n\n## Directions\n\n1. Mix.\n2. Bake."
    );
    let note = Note { folder: 0, title: title.clone(), body, is_todo: false };
    question(Asked::Ingredient(title, ingredient), note, amount, random)
}

fn attendees(random: &mut Random) -> Box<dyn Drawn> {
    let count = random.between(5, 100);
    let title = "Quarterly planning".to_owned();
    let body = format!(
        "# {title}\n\n**Attendees**: {count}\n\n> Decided: we go on.\n\n| Topic | Who |\n|---|---|\n| Plan | Ada |"
    );
    let note = Note { folder: 1, title: title.clone(), body, is_todo: false };
    question(Asked::Attendees(title), note, count.to_string(), random)
}

fn is_todo(random: &mut Random) -> Box<dyn Drawn> {
    let is_todo = random.between(0, 1) == 1;
    let title = "Renew the library card".to_owned();
    let note = Note { folder: 4, title: title.clone(), body: "Bring a photo.".to_owned(), is_todo };
    let expected = if is_todo { "True" } else { "False" };
    question(Asked::IsTodo(title), note, expected.to_owned(), random)
}

fn todos(random: &mut Random) -> Box<dyn Drawn> {
    let folder = random.between(0, FOLDERS.len() as i64 - 1) as usize;
    let mut notes: Vec<Note> = noise(100, random)
        .into_iter()
        .map(|note| Note { is_todo: note.is_todo && note.folder != folder, ..note })
        .collect();
    for number in 0..3 {
        let place = random.between(0, 100) as usize;
        let title = format!("To do number {number}");
        notes.insert(place, Note { folder, title, body: String::new(), is_todo: true });
    }
    Box::new(Question { notes, asked: Asked::TodosIn(folder), expected: "3".to_owned() })
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "NotesRecipeIngredientCount", draw: ingredient },
    Task { name: "NotesMeetingAttendeeCount", draw: attendees },
    Task { name: "NotesIsTodo", draw: is_todo },
    Task { name: "NotesTodoItemCount", draw: todos },
];
