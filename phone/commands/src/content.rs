//! `content`: queries and changes the phone's content providers (`com.android.commands.content.Content`).

mod blocked;
mod calendar;
mod condition;
mod deskclock;
mod media;
mod mime;
pub(super) mod portal;
mod row;
mod tables;

use super::arguments::Arguments;
use super::{Exit, Io, System, done};
use condition::Condition;
pub use mime::type_of;
pub(super) use row::{Row, Value};

const USAGE: &str = "\
usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--extra <BINDING>...]
  <URI> a content provider URI.
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null
usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>] [--extra <BINDING>...]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] [--where <WHERE>] [--bind <BINDING> [--bind <BINDING>...]]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>] [--extra <BINDING>...]
  <PROJECTION> is a list of colon separated column names and is formatted:
  <COLUMN_NAME>[:<COLUMN_NAME>...]
  <SORT_ORDER> is the order in which rows in the result should be sorted.
usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>] [--extra <BINDING> ...]
usage: adb shell content read --uri <URI> [--user <USER_ID>]
usage: adb shell content write --uri <URI> [--user <USER_ID>]
usage: adb shell content gettype --uri <URI> [--user <USER_ID>]
";

/// A parsed request.
#[derive(Default)]
struct Request {
    uri: Option<String>,
    projection: Option<String>,
    condition: Option<String>,
    sort: Option<String>,
    values: Row,
}

/// `content …`
pub(super) fn run(args: &[String], io: &mut Io, system: &mut dyn System) -> Exit {
    let mut words = Arguments::new(args);
    let verb = words.next().unwrap_or_default();
    let request = match verb {
        "query" | "insert" | "update" | "delete" | "call" | "read" | "write" | "gettype" => parse(&mut words),
        _ => Err(format!("Unsupported operation: {verb}")),
    };
    let request = request.and_then(|request| match request.uri {
        Some(_) => Ok(request),
        None => Err("Content provider URI not specified. Did you specify --uri argument?".to_owned()),
    });
    match request {
        Ok(request) => perform(verb, &request, io, system),
        Err(why) => {
            io.err(USAGE);
            io.err(format!("[ERROR] {why}"));
        }
    }
    // `Content.main` catches all exceptions and exits with 0.
    done()
}

fn parse(words: &mut Arguments<'_>) -> Result<Request, String> {
    let mut request = Request::default();
    while let Some(option) = words.next() {
        let mut value = || {
            let value = words.next().filter(|value| !value.starts_with("--"));
            value.map(str::to_owned).ok_or_else(|| format!("No value after the argument {option}"))
        };
        match option {
            "--uri" => request.uri = Some(value()?),
            "--projection" => request.projection = Some(value()?),
            "--where" => request.condition = Some(value()?),
            "--sort" => request.sort = Some(value()?),
            "--bind" | "--extra" => {
                let text = value()?;
                let mut parts = text.splitn(3, ':');
                let (Some(column), Some(kind), Some(held)) = (parts.next(), parts.next(), parts.next()) else {
                    return Err(format!("Binding not well formed: {text}"));
                };
                let held = match kind {
                    "n" => Value::Null,
                    "s" => Value::Text(held.to_owned()),
                    "b" => Value::Number(i64::from(held.eq_ignore_ascii_case("true") || held == "1")),
                    "i" | "l" => {
                        Value::Number(held.trim().parse().map_err(|_| format!("For input string: \"{held}\""))?)
                    }
                    "f" | "d" => Value::Text(held.to_owned()),
                    _ => return Err(format!("Unsupported type: {kind}")),
                };
                if option == "--bind" {
                    request.values.push((column.to_owned(), held));
                }
            }
            "--user" | "--method" | "--arg" => drop(value()?),
            _ => return Err(format!("Unsupported argument: {option}")),
        }
    }
    Ok(request)
}

fn perform(verb: &str, request: &Request, io: &mut Io, system: &mut dyn System) {
    let uri = request.uri.as_deref().unwrap_or_default();
    let bare = uri.strip_prefix("content://").unwrap_or(uri);
    let (authority, parts) = split(bare);
    if portal::serves(authority, system) {
        match verb {
            "query" => io.out(format!("Row: 0 result={}", portal::query(authority, &parts, system))),
            "insert" => portal::insert(authority, &parts, &request.values, system),
            _ => {}
        }
        return;
    }
    if !tables::is_provider(authority) {
        io.err(format!("[ERROR] Could not find provider: {authority}"));
        io.err(format!("Error while accessing provider:{authority}"));
        io.err(format!("java.lang.IllegalStateException: Could not find provider: {authority}"));
        io.err("\tat com.android.commands.content.Content$Command.execute(Content.java:513)");
        return;
    }
    let condition = match Condition::parse(request.condition.as_deref().unwrap_or_default()) {
        Ok(condition) => condition,
        Err(near) => {
            return fail(
                authority,
                &format!(
                    "android.database.sqlite.SQLiteException: near \"{near}\": syntax error (code 1 SQLITE_ERROR)"
                ),
                io,
            );
        }
    };
    let unknown = || format!("java.lang.IllegalArgumentException: Unknown URI: {uri}");
    if matches!(verb, "query" | "update" | "delete") {
        let rows = tables::rows(authority, &parts, system.shared()).unwrap_or_default();
        if let Some(column) = rows.first().and_then(|row| condition.unknown_column(row)) {
            let why =
                format!("no such column: {column} (code 1 SQLITE_ERROR): , while compiling: SELECT * FROM {authority}");
            return fail(authority, &format!("android.database.sqlite.SQLiteException: {why}"), io);
        }
    }
    match verb {
        "query" => match tables::rows(authority, &parts, system.shared()) {
            Some(rows) => query(authority, request, &condition, rows, io),
            None => fail(authority, &unknown(), io),
        },
        "insert" if tables::insert(authority, &parts, &request.values, system.shared_mut()) => {}
        "update" => {
            let picked = picked(authority, &parts, &condition, system);
            tables::update(authority, &parts, &picked, &request.values, system.shared_mut());
        }
        "delete" => {
            let picked = picked(authority, &parts, &condition, system);
            tables::delete(authority, &parts, &picked, system.shared_mut());
        }
        "gettype" => {
            let kind = type_of(&format!("content://{bare}"), system.shared());
            io.out(format!("Result: {}", kind.as_deref().unwrap_or("null")));
        }
        "call" => io.out("Result: null"),
        _ => fail(authority, &unknown(), io),
    }
}

/// Splits a URI without its scheme into the authority and the path segments.
fn split(bare: &str) -> (&str, Vec<&str>) {
    let bare = bare.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = bare.split_once('/').unwrap_or((bare, ""));
    (authority, path.split('/').filter(|part| !part.is_empty()).collect())
}

fn fail(authority: &str, thrown: &str, io: &mut Io) {
    io.err(format!("Error while accessing provider:{authority}\n{thrown}"));
    io.err("\tat android.database.DatabaseUtils.readExceptionFromParcel(DatabaseUtils.java:172)");
}

/// Returns the rows that a condition selects, by their first column.
fn picked(authority: &str, parts: &[&str], condition: &Condition, system: &dyn System) -> Vec<Row> {
    let rows = tables::rows(authority, parts, system.shared()).unwrap_or_default();
    rows.into_iter().filter(|row| condition.holds(row)).collect()
}

fn query(authority: &str, request: &Request, condition: &Condition, rows: Vec<Row>, io: &mut Io) {
    let mut rows: Vec<Row> = rows.into_iter().filter(|row| condition.holds(row)).collect();
    if let Some(sort) = &request.sort {
        let limit = condition::sort(&mut rows, sort);
        rows.truncate(limit);
    }
    for (at, row) in rows.iter().enumerate() {
        let mut shown = Vec::new();
        match &request.projection {
            None => shown.extend(row.iter().map(|(name, value)| format!("{name}={value}"))),
            Some(names) => {
                for name in names.split(':').filter(|name| !name.is_empty()) {
                    let Some((_, value)) = row.iter().find(|(column, _)| column == name) else {
                        let thrown = format!("java.lang.IllegalArgumentException: Invalid column {name}");
                        return fail(authority, &thrown, io);
                    };
                    shown.push(format!("{name}={value}"));
                }
            }
        }
        io.out(format!("Row: {at} {}", shown.join(", ")));
    }
    if rows.is_empty() {
        io.out("No result found.");
    }
}
