//! Tells whether SQL only reads. Used for `sqlite3` and for tool arguments; it parses nothing beyond that.

/// First words of statements that change nothing.
const READS: &[&str] =
    &["select", "explain", "values", "with", "show", "describe", ".tables", ".schema", ".help", ".indexes"];

/// Words that change data wherever they occur: a `with` may lead to a `delete`.
const CHANGES: &[&str] = &[
    "delete",
    "drop",
    "update",
    "insert",
    "replace",
    "alter",
    "create",
    "truncate",
    "attach",
    "detach",
    "vacuum",
    "grant",
    "revoke",
    "merge",
    "call",
    "exec",
    "execute",
    "copy",
    "into",
    "writefile",
    "load_extension",
    "edit",
];

/// Whether every statement of `sql` only reads.
pub(crate) fn only_reads(sql: &str) -> bool {
    let lower = sql.to_ascii_lowercase();
    let reads = |statement: &str| {
        let first = statement.split(|c: char| c.is_whitespace() || c == '(').find(|word| !word.is_empty());
        first.is_none_or(|first| READS.contains(&first))
    };
    let words = || lower.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    // A comment can separate a word from its statement, so a text with comments is never certain.
    let plain = !lower.contains("--") && !lower.contains("/*");
    plain && lower.split(';').all(reads) && !words().any(|word| CHANGES.contains(&word))
}

/// Whether a text is SQL that changes data: it, or a later statement of it, begins with such a word.
pub(crate) fn changes(text: &str) -> bool {
    const BEGINS: &[(&str, &[&str])] = &[
        ("delete", &["from"]),
        ("drop", &["table", "database", "view", "index", "schema", "user", "column", "collection", "if"]),
        ("truncate", &[]),
        ("update", &[]),
        ("insert", &["into", "or"]),
        ("replace", &["into"]),
        ("alter", &["table", "user", "role", "database"]),
        ("grant", &[]),
        ("revoke", &[]),
        ("merge", &["into"]),
    ];
    let lower = text.to_ascii_lowercase();
    lower.split(';').any(|statement| {
        let mut words = statement.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return false };
        let Some((_, seconds)) = BEGINS.iter().find(|(begins, _)| *begins == first) else { return false };
        let second = words.next().unwrap_or_default();
        let third = words.next().unwrap_or_default();
        match first {
            "update" => third == "set" || words.next() == Some("set"),
            "truncate" => second == "table",
            "grant" | "revoke" => third == "on" || third == "to" || second == "all",
            _ => seconds.contains(&second),
        }
    })
}
