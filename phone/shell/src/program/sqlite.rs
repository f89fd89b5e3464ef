//! `sqlite3 [OPTIONS] FILE [SQL…]`, as on developer builds: the real engine over the phone's files, with the output of
//! sqlite3's own shell (version 3.39, as in Android 14).

mod dot;
mod output;

use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::{Batch, Error};

use self::output::{Mode, Output};
use super::call::Call;
use machine::files::FileError;
use machine::sqlite::{Database, SIDE_FILES, described};

/// How many bytes of a statement are collected from the input.
const MAX_STATEMENT: usize = 16 << 20;

/// One run of the program.
struct Session<'c, 'a> {
    call: &'c mut Call<'a>,
    database: Database,
    output: Output,
    /// Whether to stop at the first error.
    bail: bool,
    /// Set by `.quit`.
    over: bool,
}

pub(super) fn sqlite3(call: &mut Call<'_>) -> i32 {
    if !call.os.has_root() {
        let shell = call.shell.scope.name.clone();
        call.io.err(format!("{shell}: sqlite3: inaccessible or not found\n"));
        return 127;
    }
    let mut output = Output::default();
    let (mut read_only, mut bail) = (false, false);
    let mut operands: Vec<String> = Vec::new();
    let mut first: Vec<String> = Vec::new();
    let args = call.args.to_vec();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            operands.push(word.clone());
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        match option {
            "header" => output.header = Some(true),
            "noheader" => output.header = Some(false),
            "readonly" => read_only = true,
            "bail" => bail = true,
            "batch" | "interactive" | "echo" | "stats" | "memtrace" | "safe" | "nofollow" => {}
            "version" => {
                return call.print(
                    "3.39.2 2022-07-21 15:24:47 698edb77537b67c41adc68f9b892db56bcf9a55e00371a61420f3ddd668ealt1\n",
                );
            }
            "help" => return call.print(HELP),
            "separator" | "nullvalue" | "newline" | "cmd" | "init" | "vfs" | "mmap" | "maxsize" | "lookaside"
            | "heap" => {
                let Some(value) = words.next() else {
                    return call.fail(format!("Error: missing argument to -{option}"));
                };
                match option {
                    "separator" => output.separator = Some(output::unescape(value)),
                    "nullvalue" => output.null.clone_from(value),
                    "newline" => output.newline = output::unescape(value),
                    "cmd" => first.push(value.clone()),
                    _ => {}
                }
            }
            _ => match Mode::named(option) {
                Some(mode) => output.mode = mode,
                None => {
                    call.io.err(format!("sqlite3: Error: unknown option: {word}\nUse -help for a list of options.\n"));
                    return 1;
                }
            },
        }
    }
    let (file, statements) = match operands.split_first() {
        Some((file, statements)) => (file.clone(), statements.to_vec()),
        None => (":memory:".to_owned(), Vec::new()),
    };
    let in_memory = matches!(file.as_str(), ":memory:" | "");
    let path = call.path(&file);
    let opened = if in_memory { Ok(Vec::new()) } else { read(call, &path) };
    let bytes = match opened {
        Ok(bytes) => bytes,
        Err(_) => {
            call.io.err(format!("Error: unable to open database \"{file}\": unable to open database file\n"));
            return 1;
        }
    };
    call.shell.budget.charge(bytes.len());
    let writable = in_memory || call.os.with_files(|files| files.access(&path, 2)) != Err(FileError::Denied);
    let database = match Database::open(&bytes, read_only || !writable) {
        Ok(database) => database,
        Err(error) => {
            let (text, code, _) = described(&error);
            call.io.err(format!("Error: in prepare, {text} ({code})\n"));
            return code;
        }
    };
    let mut session = Session { call, database, output, bail, over: false };
    let status = session.run(&first, &statements);
    let after = session.database.bytes().unwrap_or_else(|_| bytes.clone());
    if in_memory || after == bytes {
        return status;
    }
    match write(call, &path, after) {
        Ok(()) => status,
        Err(FileError::Full) => {
            call.io.err("Error: stepping, database or disk is full (13)\n");
            13
        }
        Err(_) => {
            call.io.err("Error: stepping, attempt to write a readonly database (8)\n");
            8
        }
    }
}

/// Reads a database. A missing file counts as empty if it could be created.
fn read(call: &mut Call<'_>, path: &str) -> Result<Vec<u8>, FileError> {
    call.os.with_files(|files| match files.read(path) {
        Ok(bytes) => Ok(bytes.to_vec()),
        Err(FileError::Missing) => {
            let folder = path.rsplit_once('/').map_or("/", |(folder, _)| if folder.is_empty() { "/" } else { folder });
            files.access(folder, 3).map(|()| Vec::new())
        }
        Err(error) => Err(error),
    })
}

/// Writes a database back and removes the side files, which belonged to its old contents.
fn write(call: &mut Call<'_>, path: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let now_ms = call.io.now_ms;
    call.os.with_files(|files| {
        files.write(path, bytes, now_ms)?;
        for side in SIDE_FILES {
            // Usually no side file exists.
            _ = files.remove(&format!("{path}{side}"), now_ms);
        }
        Ok(())
    })
}

impl Session<'_, '_> {
    fn run(&mut self, first: &[String], statements: &[String]) -> i32 {
        for text in first.iter().chain(statements) {
            let status = self.command(text);
            if status != 0 {
                return status;
            }
            if self.over {
                return 0;
            }
        }
        if statements.is_empty() { self.input() } else { 0 }
    }

    /// Runs one argument of the command line: SQL or a dot command.
    fn command(&mut self, text: &str) -> i32 {
        if let Some(command) = text.trim_start().strip_prefix('.') {
            return i32::from(!self.dot(command));
        }
        match self.execute(text) {
            Ok(()) => 0,
            Err(Failed { prefix, text, code, .. }) => {
                self.call.io.err(format!("Error: {prefix}, {text}\n"));
                code.max(1)
            }
        }
    }

    /// Runs stdin line by line; a statement ends with its semicolon.
    fn input(&mut self) -> i32 {
        let (mut gathered, mut begun, mut number, mut errors) = (String::new(), 0, 0, 0);
        while !self.over && !self.call.exhausted() {
            let Some((line, _)) = self.call.io.stdin.line() else { break };
            number += 1;
            let line = String::from_utf8_lossy(&line).into_owned();
            if gathered.trim().is_empty() {
                gathered.clear();
                if let Some(command) = line.strip_prefix('.') {
                    errors += i32::from(!self.dot(command));
                    continue;
                }
                begun = number;
            }
            gathered.push_str(&line);
            gathered.push('\n');
            if gathered.len() > MAX_STATEMENT {
                break;
            }
            if output::is_complete(&gathered) {
                errors += self.statement(&gathered, begun);
                gathered.clear();
                if errors > 0 && self.bail {
                    return 1;
                }
            }
        }
        if !self.over && !gathered.trim().is_empty() {
            errors += self.statement(&gathered, begun);
        }
        i32::from(errors > 0)
    }

    fn statement(&mut self, sql: &str, line: i32) -> i32 {
        let Err(Failed { prefix, text, .. }) = self.execute(sql.trim_end_matches('\n')) else { return 0 };
        let kind = if prefix == "stepping" { "Runtime" } else { "Parse" };
        self.call.io.err(format!("{kind} error near line {line}: {text}\n"));
        1
    }

    /// Runs statements and prints their rows.
    fn execute(&mut self, sql: &str) -> Result<(), Failed> {
        let Self { call, database, output, .. } = self;
        let connection = &database.connection;
        let mut batch = Batch::new(connection, sql);
        loop {
            let mut statement = match batch.next() {
                Ok(Some(statement)) => statement,
                Ok(None) => return Ok(()),
                Err(error) => return Err(Failed::new("in prepare", &error)),
            };
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = statement.raw_query();
            let mut table = output.begin(names);
            loop {
                match rows.next() {
                    Ok(Some(row)) => {
                        let cells = (0..table.width()).map(|at| output::Cell::read(row.get_ref(at).ok())).collect();
                        table.row(cells, output, &mut call.io.stdout);
                        if call.exhausted() {
                            break;
                        }
                    }
                    Ok(None) => break,
                    Err(error) => {
                        table.end(output, &mut call.io.stdout);
                        return Err(Failed::new("stepping", &error));
                    }
                }
            }
            table.end(output, &mut call.io.stdout);
            if call.exhausted() {
                return Ok(());
            }
        }
    }
}

/// Why a statement failed, in the wording of sqlite3's shell.
struct Failed {
    prefix: &'static str,
    text: String,
    code: i32,
}

impl Failed {
    fn new(prefix: &'static str, error: &Error) -> Self {
        let (mut text, code, offset) = described(error);
        if code > 1 {
            text.push_str(&format!(" ({code})"));
        }
        if let (Some(offset), Error::SqlInputError { sql, .. }) = (offset, error) {
            text.push_str(&output::pointed_at(sql, offset));
        }
        Self { prefix, text, code }
    }
}

const HELP: &str = "\
Usage: sqlite3 [OPTIONS] FILENAME [SQL]
FILENAME is the name of an SQLite database. A new database is created
if the file does not previously exist.
";
