//! Parses the output of `content query`.
//!
//! `Row: 0 _id=1, display_name=Smith, Sam, data1=+1 555` quotes nothing: a value may contain commas, equals signs and
//! line breaks. With a known projection, a row is cut at the names of its columns, in order; free text belongs in the
//! last column.

use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_command::{join_quoted, shell_command, short_name};
use crate::shell_error::complaint;
use crate::wire::{Connect, Limit};

/// The most rows that are read.
const MOST: usize = 50_000;

/// Returns the rows of a content provider; `None` if there is no such provider.
pub(crate) async fn query<C: Connect>(
    phone: &Connection<C>,
    uri: &str,
    columns: &[&str],
    filter: Option<&str>,
) -> Result<Option<Vec<Vec<String>>>, DeviceError> {
    let mut command = shell_command!("content", "query", "--uri", uri, "--projection", columns.join(":"));
    if let Some(filter) = filter {
        command = format!("{command} --where {}", join_quoted([filter]));
    }
    let output = phone.query_unchecked(&command, Limit::LONG).await?;
    let text = output.text();
    // A row's own text may look like a complaint; output with rows is an answer.
    if text.trim_start().starts_with("Row:") {
        return Ok(Some(parse(&text, columns)));
    }
    match complaint(&output) {
        None => Ok(Some(Vec::new())),
        Some(said) if said.contains("Could not find provider") => Ok(None),
        Some(said) => Err(DeviceError::Phone { command: short_name(&command), said, status: output.status }),
    }
}

/// Parses rows of these columns. Other text is skipped; `NULL` is empty.
pub fn parse(said: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let Some(first) = columns.first() else { return Vec::new() };
    let mut rows: Vec<String> = Vec::new();
    for line in said.lines() {
        // A value with a line break may look like anything except the next row.
        let start = format!("Row: {} {first}=", rows.len());
        if line.starts_with(&start) {
            if rows.len() >= MOST {
                break;
            }
            rows.push(line[start.len()..].to_owned());
        } else if let Some(row) = rows.last_mut() {
            row.push('\n');
            row.push_str(line);
        }
    }
    rows.iter().filter_map(|row| values(row, &columns[1..])).collect()
}

fn values(row: &str, later: &[&str]) -> Option<Vec<String>> {
    let mut values = Vec::with_capacity(later.len() + 1);
    let mut rest = row;
    for column in later {
        let (value, after) = rest.split_once(&format!(", {column}="))?;
        values.push(value);
        rest = after;
    }
    values.push(rest.trim_end_matches('\n'));
    Some(values.into_iter().map(|value| if value == "NULL" { String::new() } else { value.to_owned() }).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rows_are_cut_at_the_names_of_their_columns() {
        let said = "Row: 0 contact_id=1, data1=+1 555-0100, display_name=Smith, Sam = \"S\"\nRow: 1 contact_id=2, data1=NULL, display_name=two\nRow: 7 lines\nRow: 2 contact_id=3, data1=1, display_name=Ürsula 🦊\n";
        assert_eq!(
            parse(said, &["contact_id", "data1", "display_name"]),
            [["1", "+1 555-0100", "Smith, Sam = \"S\""], ["2", "", "two\nRow: 7 lines"], ["3", "1", "Ürsula 🦊"],]
        );
        assert!(parse("No result found.\n", &["a"]).is_empty());
        assert!(parse("Row: 0 a=1\n", &["a", "b"]).is_empty());
        assert!(parse("Row: 0 a=1\n", &[]).is_empty());
    }

    proptest! {
        #[test]
        fn written_rows_are_read_back(rows in prop::collection::vec(("[0-9+ ]{0,8}", "[^\r]{0,12}"), 0..6)) {
            let said: String = rows.iter().enumerate().map(|(n, (a, b))| format!("Row: {n} a={a}, b={b}\n")).collect();
            let read = parse(&said, &["a", "b"]);
            // Only a name that imitates the beginning of the next row can mislead the parser.
            if !rows.iter().any(|(_, b)| b.contains("Row:") || b.ends_with('\n') || b == "NULL") {
                let expected: Vec<Vec<String>> = rows.iter().map(|(a, b)| vec![a.clone(), b.clone()]).collect();
                prop_assert_eq!(read, expected);
            }
        }

        #[test]
        fn any_answer_is_read(said in "(Row: [0-9] |a=|, b=|[ -~\né]){0,60}") {
            parse(&said, &["a", "b"]);
        }
    }
}
