//! awk's values: numbers, strings, and input that may be either.

use super::super::sort::leading;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Unset,
    Number(f64),
    Text(String),
    /// Input text, which counts as a number if it looks like one.
    Input(String),
}

impl Value {
    pub(super) fn number(&self) -> f64 {
        match self {
            Self::Unset => 0.0,
            Self::Number(number) => *number,
            Self::Text(text) | Self::Input(text) => leading(text),
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Unset => String::new(),
            Self::Number(number) => show(*number),
            Self::Text(text) | Self::Input(text) => text.clone(),
        }
    }

    pub(super) fn truth(&self) -> bool {
        match self {
            Self::Unset => false,
            Self::Number(number) => *number != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::Input(text) => match self.as_number() {
                Some(number) => number != 0.0,
                None => !text.is_empty(),
            },
        }
    }

    /// Returns the number if the value is one or looks like one.
    pub(super) fn as_number(&self) -> Option<f64> {
        match self {
            Self::Unset => Some(0.0),
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
            Self::Input(text) => {
                let text = text.trim();
                let plain = text.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
                if plain { text.parse().ok() } else { None }
            }
        }
    }

    /// Compares as awk does: as numbers if both are, otherwise as strings.
    pub(super) fn compare(&self, other: &Self) -> std::cmp::Ordering {
        match (self.as_number(), other.as_number()) {
            (Some(a), Some(b)) => a.total_cmp(&(b + 0.0)).then(std::cmp::Ordering::Equal),
            _ => self.text().cmp(&other.text()),
        }
    }
}

/// Formats a number as `print` does: integers without a fraction, others with six digits.
pub(super) fn show(number: f64) -> String {
    if number == number.trunc() && number.abs() < 1e16 {
        return format!("{}", number as i64);
    }
    if !number.is_finite() {
        return format!("{number}").to_lowercase();
    }
    let exponent = number.abs().log10().floor();
    if !(-5.0..6.0).contains(&exponent) {
        return format!("{number:.5e}");
    }
    let decimals = (5.0 - exponent).max(0.0) as usize;
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
