//! The dot commands of sqlite3's shell.

use super::Session;
use super::output::{Cell, Mode, unescape};
use machine::sqlite::described;

/// The schema entry of one object.
struct Stored {
    name: String,
    sql: String,
}

impl Session<'_, '_> {
    /// Runs a dot command; `false` if it failed and the error was printed.
    pub(super) fn dot(&mut self, command: &str) -> bool {
        let words: Vec<String> = words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let on = |word: &str| matches!(word, "on" | "yes" | "1" | "true");
        let answer = match words.as_slice() {
            ["tables" | "table", rest @ ..] => self.tables(rest.first().copied()),
            ["schema" | "fullschema", rest @ ..] => {
                self.schema(rest.iter().copied().find(|word| !word.starts_with('-')))
            }
            ["dump", rest @ ..] => self.dump(rest.iter().copied().find(|word| !word.starts_with('-'))),
            ["indexes" | "indices", rest @ ..] => self.indexes(rest.first().copied()),
            ["databases"] => {
                self.call.io.out("main:  r/w\n");
                Ok(())
            }
            ["headers" | "header", word] => {
                self.output.header = Some(on(word));
                Ok(())
            }
            ["mode", name, rest @ ..] if Mode::named(name).is_some() => {
                self.output.mode = Mode::named(name).unwrap_or_default();
                if let Some(table) = rest.first().filter(|_| self.output.mode == Mode::Insert) {
                    self.output.table = (*table).to_owned();
                }
                Ok(())
            }
            ["separator", text, ..] => {
                self.output.separator = Some(unescape(text));
                Ok(())
            }
            ["nullvalue", text] => {
                self.output.null = (*text).to_owned();
                Ok(())
            }
            ["print", rest @ ..] => {
                self.call.io.out(format!("{}\n", rest.join(" ")));
                Ok(())
            }
            ["read", path] => return self.read(path),
            ["quit" | "exit", ..] => {
                self.over = true;
                Ok(())
            }
            ["bail", word] => {
                self.bail = on(word);
                Ok(())
            }
            ["timeout" | "width" | "timer" | "changes" | "echo" | "eqp" | "stats" | "explain" | "log", ..] => Ok(()),
            ["help", ..] => {
                self.call.io.out(HELP);
                Ok(())
            }
            _ => {
                let name = words.first().copied().unwrap_or_default();
                self.call.io.err(format!(
                    "Error: unknown command or invalid arguments:  \"{name}\". Enter \".help\" for help\n"
                ));
                return false;
            }
        };
        match answer {
            Ok(()) => true,
            Err(error) => {
                let (text, ..) = described(&error);
                self.call.io.err(format!("Error: {text}\n"));
                false
            }
        }
    }

    fn stored(&self, kinds: &str, pattern: Option<&str>) -> Result<Vec<Stored>, rusqlite::Error> {
        let sql = format!(
            "SELECT name, coalesce(sql, '') FROM sqlite_schema WHERE type IN ({kinds}) \
             AND (?1 IS NULL OR tbl_name LIKE ?1 OR name LIKE ?1) ORDER BY rowid"
        );
        let mut statement = self.database.connection.prepare(&sql)?;
        let rows = statement.query_map([pattern], |row| Ok(Stored { name: row.get(0)?, sql: row.get(1)? }))?;
        rows.collect()
    }

    fn names(&self, kinds: &str, pattern: Option<&str>) -> Result<Vec<String>, rusqlite::Error> {
        let stored = self.stored(kinds, pattern)?;
        let mut names: Vec<String> =
            stored.into_iter().map(|stored| stored.name).filter(|name| !name.starts_with("sqlite_")).collect();
        names.sort_unstable();
        Ok(names)
    }

    fn tables(&mut self, pattern: Option<&str>) -> Result<(), rusqlite::Error> {
        let names = self.names("'table', 'view'", pattern)?;
        self.in_columns(&names);
        Ok(())
    }

    fn indexes(&mut self, pattern: Option<&str>) -> Result<(), rusqlite::Error> {
        let names = self.names("'index'", pattern)?;
        self.in_columns(&names);
        Ok(())
    }

    /// Prints names in columns on an 80-column screen, column by column.
    fn in_columns(&mut self, names: &[String]) {
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let across = (80 / (widest + 2)).max(1);
        let down = names.len().div_ceil(across).max(1);
        for row in 0..down.min(names.len()) {
            let cells: Vec<String> =
                names.iter().skip(row).step_by(down).map(|name| format!("{name:<widest$}")).collect();
            self.call.io.out(format!("{}\n", cells.join("  ")));
        }
    }

    fn schema(&mut self, pattern: Option<&str>) -> Result<(), rusqlite::Error> {
        for Stored { sql, name } in self.stored("'table', 'index', 'view', 'trigger'", pattern)? {
            if !sql.is_empty() && !name.starts_with("sqlite_stat") {
                self.call.io.out(format!("{sql};\n"));
            }
        }
        Ok(())
    }

    fn dump(&mut self, pattern: Option<&str>) -> Result<(), rusqlite::Error> {
        self.call.io.out("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n");
        let tables = self.stored("'table'", pattern)?;
        let (own, tables): (Vec<_>, Vec<_>) = tables.into_iter().partition(|table| table.name.starts_with("sqlite_"));
        for Stored { name, sql } in &tables {
            self.call.io.out(format!("{sql};\n"));
            self.dump_rows(name)?;
        }
        for Stored { name, .. } in own.iter().filter(|table| table.name == "sqlite_sequence") {
            self.call.io.out("DELETE FROM sqlite_sequence;\n");
            self.dump_rows(name)?;
        }
        for Stored { sql, .. } in self.stored("'index', 'trigger', 'view'", pattern)? {
            if !sql.is_empty() {
                self.call.io.out(format!("{sql};\n"));
            }
        }
        self.call.io.out("COMMIT;\n");
        Ok(())
    }

    fn dump_rows(&mut self, table: &str) -> Result<(), rusqlite::Error> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let quoted = format!("\"{}\"", table.replace('"', "\"\""));
        let name = if table.chars().all(plain) && !table.starts_with(|c: char| c.is_ascii_digit()) {
            table.to_owned()
        } else {
            quoted.clone()
        };
        let mut statement = self.database.connection.prepare(&format!("SELECT * FROM {quoted}"))?;
        let width = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let cells: Vec<String> = (0..width).map(|at| Cell::read(row.get_ref(at).ok()).quoted()).collect();
            self.call.io.out(format!("INSERT INTO {name} VALUES({});\n", cells.join(",")));
            if self.call.exhausted() {
                break;
            }
        }
        Ok(())
    }

    /// `.read FILE`: runs a file as if it were typed.
    fn read(&mut self, path: &str) -> bool {
        let full = self.call.path(path);
        match self.call.os.with_files(|files| files.read(&full)) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                self.statement(&text, 1) == 0
            }
            Err(_) => {
                self.call.io.err(format!("Error: cannot open \"{path}\"\n"));
                false
            }
        }
    }
}

/// Splits a command into words; quotes group words.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '\'' | '"' => {
                let inside = rest.get(1..).unwrap_or_default();
                inside.split_once(first).unwrap_or((inside, ""))
            }
            _ => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

const HELP: &str = "\
.dump ?OBJECTS?          Render database content as SQL
.exit ?CODE?             Exit this program with return-code CODE
.headers on|off          Turn display of headers on or off
.indexes ?TABLE?         Show names of indexes
.mode MODE ?OPTIONS?     Set output mode
.nullvalue STRING        Use STRING in place of NULL values
.print STRING...         Print literal STRING
.quit                    Exit this program
.read FILE               Read input from FILE or command output
.schema ?PATTERN?        Show the CREATE statements matching PATTERN
.separator COL ?ROW?     Change the column and row separators
.tables ?TABLE?          List names of tables matching LIKE pattern TABLE
";
