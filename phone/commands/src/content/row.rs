//! A row of a provider: named columns, each with a number, a text or null.

use std::fmt;

/// The value of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Number(i64),
    Text(String),
}

impl Value {
    /// Returns the value as a number, also if stored as text.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Null => None,
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("NULL"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Columns in the order in which they are printed.
pub(crate) type Row = Vec<(String, Value)>;

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

/// Builds a row from columns.
pub(super) fn row<const N: usize>(columns: [(&str, Value); N]) -> Row {
    columns.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Builds a text value.
pub(super) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Returns the value of a column.
fn column<'a>(values: &'a Row, name: &str) -> Option<&'a Value> {
    values.iter().find(|(column, _)| column == name).map(|(_, value)| value)
}

/// Returns a column as text; none if null.
pub(super) fn string(values: &Row, name: &str) -> Option<String> {
    column(values, name).filter(|value| **value != Value::Null).map(Value::to_string)
}

/// Returns a column as a number.
pub(super) fn number(values: &Row, name: &str) -> Option<i64> {
    column(values, name).and_then(Value::number)
}
