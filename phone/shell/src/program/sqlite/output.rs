//! Formats rows in the output modes of sqlite3's shell.

use rusqlite::types::ValueRef;

/// An output mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    List,
    Csv,
    Json,
    Line,
    Column,
    Table,
    Box,
    Markdown,
    Html,
    Tabs,
    Quote,
    Insert,
}

impl Mode {
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "list" => Self::List,
            "csv" => Self::Csv,
            "json" => Self::Json,
            "line" | "lines" => Self::Line,
            "column" | "columns" => Self::Column,
            "table" => Self::Table,
            "box" => Self::Box,
            "markdown" => Self::Markdown,
            "html" => Self::Html,
            "tabs" | "tab" => Self::Tabs,
            "quote" => Self::Quote,
            "insert" => Self::Insert,
            _ => return None,
        })
    }

    fn in_columns(self) -> bool {
        matches!(self, Self::Column | Self::Table | Self::Box | Self::Markdown)
    }
}

/// The current output settings.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) mode: Mode,
    /// Whether a header is printed; none for the mode's default.
    pub(super) header: Option<bool>,
    pub(super) separator: Option<String>,
    pub(super) null: String,
    pub(super) newline: String,
    /// The table name for the mode `insert`.
    pub(super) table: String,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            header: None,
            separator: None,
            null: String::new(),
            newline: "\n".to_owned(),
            table: "table".to_owned(),
        }
    }
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

impl Cell {
    pub(super) fn read(value: Option<ValueRef<'_>>) -> Self {
        match value {
            None | Some(ValueRef::Null) => Self::Null,
            Some(ValueRef::Integer(number)) => Self::Integer(number),
            Some(ValueRef::Real(number)) => Self::Real(number),
            Some(ValueRef::Text(text)) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            Some(ValueRef::Blob(bytes)) => Self::Blob(bytes.to_vec()),
        }
    }

    /// Formats the value without quotes.
    fn plain(&self, null: &str) -> String {
        match self {
            Self::Null => null.to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => real(*number, 15),
            Self::Text(text) => text.clone(),
            // A blob is printed up to its first zero byte, as in C.
            Self::Blob(bytes) => {
                String::from_utf8_lossy(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).into_owned()
            }
        }
    }

    /// Formats the value as an SQL literal.
    pub(super) fn quoted(&self) -> String {
        match self {
            Self::Null => "NULL".to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => real(*number, 20),
            Self::Text(text) => format!("'{}'", text.replace('\'', "''")),
            Self::Blob(bytes) => format!("X'{}'", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
        }
    }

    fn json(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) if number.is_finite() => real(*number, 20),
            Self::Real(number) => if *number > 0.0 { "1e999" } else { "-1e999" }.to_owned(),
            Self::Text(text) => json_text(text),
            Self::Blob(bytes) => json_text(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>()),
        }
    }
}

fn json_text(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\u{8}' => written.push_str("\\b"),
            '\u{c}' => written.push_str("\\f"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            c if c < ' ' => written.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => written.push(c),
        }
    }
    written.push('"');
    written
}

/// Formats a number like `%!.15g`: always with a decimal point, never as minus zero.
fn real(number: f64, digits: usize) -> String {
    if number == 0.0 {
        return "0.0".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    // The shortest representation is as exact as 17 digits.
    let scientific = format!("{number:.*e}", digits.min(17) - 1);
    let shortest = format!("{number:e}");
    let scientific = if digits > 15 && shortest.len() < scientific.len() { shortest } else { scientific };
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        let text = if text.contains('.') { text.trim_end_matches('0') } else { text };
        if text.ends_with('.') { format!("{text}0") } else { text.to_owned() }
    };
    if (-5..i32::try_from(digits).unwrap_or(15)).contains(&exponent) {
        let places = usize::try_from(i32::try_from(mantissa.trim_start_matches('-').len()).unwrap_or(2) - 2 - exponent)
            .unwrap_or(0);
        let text = format!("{number:.places$}");
        return trimmed(&if text.contains('.') { text } else { text + ".0" });
    }
    let mantissa = trimmed(&if mantissa.contains('.') { mantissa.to_owned() } else { format!("{mantissa}.0") });
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// The rows of one statement.
pub(super) struct Table {
    names: Vec<String>,
    /// Rows held back until all are known, for the modes in columns.
    waiting: Vec<Vec<String>>,
    rows: usize,
}

impl Output {
    pub(super) fn begin(&self, names: Vec<String>) -> Table {
        Table { names, waiting: Vec::new(), rows: 0 }
    }
}

impl Table {
    pub(super) fn width(&self) -> usize {
        self.names.len()
    }

    pub(super) fn row(&mut self, cells: Vec<Cell>, how: &Output, out: &mut Vec<u8>) {
        let first = self.rows == 0;
        self.rows += 1;
        let plain = |cell: &Cell| cell.plain(&how.null);
        let header = first && how.header == Some(true);
        let mut put = |text: String| out.extend_from_slice(text.as_bytes());
        let separated = |texts: Vec<String>, separator: &str, end: &str| texts.join(separator) + end;
        match how.mode {
            Mode::List | Mode::Tabs => {
                let separator = how.separator.as_deref().unwrap_or(if how.mode == Mode::Tabs { "\t" } else { "|" });
                if header {
                    put(separated(self.names.clone(), separator, &how.newline));
                }
                put(separated(cells.iter().map(plain).collect(), separator, &how.newline));
            }
            Mode::Csv => {
                let separator = how.separator.as_deref().unwrap_or(",");
                // The shell ends CSV lines with CR LF only if `.mode` selected the mode.
                if header {
                    put(separated(
                        self.names.iter().map(|name| csv(name, separator)).collect(),
                        separator,
                        &how.newline,
                    ));
                }
                let cells = cells.iter().map(|cell| match cell {
                    Cell::Null => how.null.clone(),
                    cell => csv(&plain(cell), separator),
                });
                put(separated(cells.collect(), separator, &how.newline));
            }
            Mode::Quote => {
                let separator = how.separator.as_deref().unwrap_or(",");
                if header {
                    let names = self.names.iter().map(|name| Cell::Text(name.clone()).quoted());
                    put(separated(names.collect(), separator, &how.newline));
                }
                put(separated(cells.iter().map(Cell::quoted).collect(), separator, &how.newline));
            }
            Mode::Insert => {
                let cells: Vec<String> = cells.iter().map(Cell::quoted).collect();
                put(format!("INSERT INTO {} VALUES({});\n", how.table, cells.join(",")));
            }
            Mode::Json => {
                let fields =
                    self.names.iter().zip(&cells).map(|(name, cell)| format!("{}:{}", json_text(name), cell.json()));
                put(format!("{}{{{}}}", if first { "[" } else { ",\n" }, fields.collect::<Vec<_>>().join(",")));
            }
            Mode::Line => {
                let widest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
                if !first {
                    put("\n".to_owned());
                }
                for (name, cell) in self.names.iter().zip(&cells) {
                    put(format!("{name:>widest$} = {}\n", plain(cell)));
                }
            }
            Mode::Html => {
                let row = |tag: &str, texts: Vec<String>| {
                    let cells: Vec<String> =
                        texts.iter().map(|text| format!("<{tag}>{}</{tag}>\n", html(text))).collect();
                    format!("<TR>{}</TR>\n", cells.concat())
                };
                if header {
                    put(row("TH", self.names.clone()));
                }
                put(row("TD", cells.iter().map(plain).collect()));
            }
            Mode::Column | Mode::Table | Mode::Box | Mode::Markdown => {
                self.waiting.push(cells.iter().map(plain).collect());
            }
        }
    }

    pub(super) fn end(&mut self, how: &Output, out: &mut Vec<u8>) {
        if self.rows == 0 {
            return;
        }
        if how.mode == Mode::Json {
            out.extend_from_slice(b"]\n");
        }
        if how.mode.in_columns() {
            out.extend_from_slice(columns(&self.names, &self.waiting, how).as_bytes());
        }
    }
}

fn columns(names: &[String], rows: &[Vec<String>], how: &Output) -> String {
    let wide = |text: &String| text.chars().count();
    let widths: Vec<usize> = names
        .iter()
        .enumerate()
        .map(|(at, name)| rows.iter().filter_map(|row| row.get(at)).map(wide).chain([wide(name)]).max().unwrap_or(0))
        .collect();
    let left = |text: &String, width: usize| format!("{text:<width$}");
    let centred = |text: &String, width: usize| {
        let room = width.saturating_sub(text.chars().count());
        format!("{}{text}{}", " ".repeat(room / 2), " ".repeat(room - room / 2))
    };
    let joined =
        |cells: Vec<String>, open: &str, between: &str, close: &str| format!("{open}{}{close}\n", cells.join(between));
    let line = |sign: &str, pad: usize| widths.iter().map(|width| sign.repeat(width + pad)).collect::<Vec<_>>();
    let cells = |texts: &[String], write: &dyn Fn(&String, usize) -> String| {
        texts.iter().zip(&widths).map(|(text, width)| write(text, *width)).collect::<Vec<_>>()
    };
    let mut text = String::new();
    let (open, between, close) = match how.mode {
        Mode::Column => ("", "  ", ""),
        Mode::Box => ("│ ", " │ ", " │"),
        _ => ("| ", " | ", " |"),
    };
    match how.mode {
        Mode::Column => {
            if how.header != Some(false) {
                text += &joined(cells(names, &left), open, between, close);
                text += &joined(line("-", 0), open, between, close);
            }
        }
        Mode::Table => {
            text += &joined(line("-", 2), "+", "+", "+");
            text += &joined(cells(names, &centred), open, between, close);
            text += &joined(line("-", 2), "+", "+", "+");
        }
        Mode::Box => {
            text += &joined(line("─", 2), "┌", "┬", "┐");
            text += &joined(cells(names, &centred), open, between, close);
            text += &joined(line("─", 2), "├", "┼", "┤");
        }
        _ => {
            text += &joined(cells(names, &centred), open, between, close);
            text += &joined(line("-", 2), "|", "|", "|");
        }
    }
    for row in rows {
        text += &joined(cells(row, &left), open, between, close);
    }
    match how.mode {
        Mode::Table => text += &joined(line("-", 2), "+", "+", "+"),
        Mode::Box => text += &joined(line("─", 2), "└", "┴", "┘"),
        _ => {}
    }
    text
}

/// Formats a CSV field; special characters cause quoting.
fn csv(text: &str, separator: &str) -> String {
    let usual = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\'');
    if !text.is_empty() && text.chars().all(usual) && !text.contains(separator) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// Replaces escapes such as `\t`, as in a C string.
pub(super) fn unescape(text: &str) -> String {
    let mut read = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('t')) => read.push('\t'),
            ('\\', Some('n')) => read.push('\n'),
            ('\\', Some('r')) => read.push('\r'),
            ('\\', Some(other)) => read.push(other),
            (c, _) => read.push(c),
        }
    }
    read
}

/// Returns the statement with a marker below the error, as `shell_error_context` draws it.
pub(super) fn pointed_at(sql: &str, offset: usize) -> String {
    let blank = sql.len() - sql.trim_start().len();
    let (sql, offset) = (sql.trim_start(), offset.saturating_sub(blank));
    let before = sql.get(..offset).unwrap_or_default();
    let skipped = before.chars().count().saturating_sub(50);
    let shown: String = sql.chars().skip(skipped).take(78).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let at = before.chars().count() - skipped;
    if at < 25 {
        format!("\n  {}\n  {}^--- error here", shown.trim_end(), " ".repeat(at))
    } else {
        format!("\n  {}\n  {}error here ---^", shown.trim_end(), " ".repeat(at - 14))
    }
}

/// Whether the text ends with a statement's semicolon, outside quotes and comments. `CREATE TRIGGER` ends with its
/// `END;`.
pub(super) fn is_complete(sql: &str) -> bool {
    let bytes = sql.as_bytes();
    let mut at = 0;
    let mut ended = false;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\'' | b'"' | b'`' | b'[' => {
                let close = if *byte == b'[' { b']' } else { *byte };
                match bytes.iter().skip(at + 1).position(|other| *other == close) {
                    Some(length) => at += length + 1,
                    None => return false,
                }
                ended = false;
            }
            b'-' if bytes.get(at + 1) == Some(&b'-') => {
                at += bytes.iter().skip(at).position(|other| *other == b'\n').unwrap_or(bytes.len() - at);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => match sql.get(at + 2..).and_then(|rest| rest.find("*/")) {
                Some(length) => at += length + 3,
                None => return false,
            },
            b';' => ended = true,
            byte if byte.is_ascii_whitespace() => {}
            _ => ended = false,
        }
        at += 1;
    }
    let words: String = sql.split_whitespace().take(3).collect::<Vec<_>>().join(" ").to_ascii_uppercase();
    let trigger = words.starts_with("CREATE TRIGGER") || words.starts_with("CREATE TEMP") && words.ends_with("TRIGGER");
    let squeezed: String = sql.to_ascii_uppercase().split_whitespace().collect();
    ended && (!trigger || squeezed.ends_with("END;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_complete_at_its_semicolon() {
        let rows = [
            ("select 1;", true),
            ("select 1; -- so\n", true),
            ("select ';", false),
            ("select ';'", false),
            ("select 1 /* ; */", false),
            ("create trigger t after insert on a begin delete from b; ", false),
            ("create trigger t after insert on a begin delete from b; end;", true),
            ("select [a;", false),
            ("", false),
        ];
        for (sql, complete) in rows {
            assert_eq!(is_complete(sql), complete, "{sql}");
        }
    }

    #[test]
    fn numbers_read_as_sqlite_writes_them() {
        let rows = [
            (1.5, "1.5"),
            (3.0, "3.0"),
            (-0.0, "0.0"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.333333333333333"),
            (1e100, "1.0e+100"),
            (-2.5e-7, "-2.5e-07"),
            (123_456.789, "123456.789"),
            (1e15, "1.0e+15"),
            (1e14, "100000000000000.0"),
            (f64::INFINITY, "Inf"),
        ];
        for (number, reads) in rows {
            assert_eq!(real(number, 15), reads);
        }
    }
}
