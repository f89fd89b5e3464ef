//! `calculate` and `convert_units`: answers that need no phone.

use async_trait::async_trait;

use super::operation::{Answer, Begin, Problem};
use super::work::Work;
use crate::deadline::Halt;

/// `calculate`.
pub(super) struct Calculate;
/// `convert_units`.
pub(super) struct ConvertUnits;

/// A unit: what it measures, how many base units one of it is, and where its zero is.
struct Measure {
    dimension: &'static str,
    factor: f64,
    zero: f64,
}

/// Returns the unit of a symbol of `action::plan::UNITS`.
fn measure(symbol: &str) -> Option<Measure> {
    let (dimension, factor) = match symbol {
        "mm" => ("length", 0.001),
        "cm" => ("length", 0.01),
        "m" => ("length", 1.0),
        "km" => ("length", 1_000.0),
        "in" => ("length", 0.0254),
        "ft" => ("length", 0.3048),
        "yd" => ("length", 0.9144),
        "mi" => ("length", 1_609.344),
        "mg" => ("mass", 0.001),
        "g" => ("mass", 1.0),
        "kg" => ("mass", 1_000.0),
        "t" => ("mass", 1_000_000.0),
        "oz" => ("mass", 28.349_523_125),
        "lb" => ("mass", 453.592_37),
        "st" => ("mass", 6_350.293_18),
        "ml" => ("volume", 0.001),
        "cl" => ("volume", 0.01),
        "l" => ("volume", 1.0),
        "tsp" => ("volume", 0.004_928_921_593_75),
        "tbsp" => ("volume", 0.014_786_764_781_25),
        "floz" => ("volume", 0.029_573_529_562_5),
        "cup" => ("volume", 0.236_588_236_5),
        "pt" => ("volume", 0.473_176_473),
        "qt" => ("volume", 0.946_352_946),
        "gal" => ("volume", 3.785_411_784),
        "C" => return Some(Measure { dimension: "temperature", factor: 1.0, zero: 273.15 }),
        "F" => return Some(Measure { dimension: "temperature", factor: 5.0 / 9.0, zero: 459.67 * 5.0 / 9.0 }),
        "K" => ("temperature", 1.0),
        "kmh" => ("speed", 1.0),
        "mph" => ("speed", 1.609_344),
        "s" => ("time", 1.0),
        "min" => ("time", 60.0),
        "h" => ("time", 3_600.0),
        "d" => ("time", 86_400.0),
        "wk" => ("time", 604_800.0),
        "yr" => ("time", 31_556_952.0),
        "m2" => ("area", 1.0),
        "ft2" => ("area", 0.092_903_04),
        "acre" => ("area", 4_046.856_422_4),
        "ha" => ("area", 10_000.0),
        "km2" => ("area", 1_000_000.0),
        _ => return None,
    };
    Some(Measure { dimension, factor, zero: 0.0 })
}

/// Converts an amount; `None` if the units measure different things.
fn converted(amount: f64, from: &str, to: &str) -> Option<f64> {
    let (from, to) = (measure(from)?, measure(to)?);
    (from.dimension == to.dimension).then(|| (amount * from.factor + from.zero - to.zero) / to.factor)
}

/// Formats a number as people say it: at most four decimals, or six significant digits below one.
fn spoken(value: f64, point: &str) -> String {
    let decimals = match value.abs() {
        size if size >= 1.0 || size == 0.0 => 4,
        size if size >= 0.001 => 6,
        _ => 10,
    };
    let digits = format!("{value:.decimals$}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    let digits = if digits == "-0" { "0" } else { digits };
    digits.replace('.', point)
}

/// Whether the spoken number is not quite the value.
fn is_rounded(value: f64, spoken: &str) -> bool {
    spoken.replace(',', ".").parse::<f64>().is_ok_and(|said| (said - value).abs() > value.abs() * 1e-12)
}

#[async_trait]
impl Answer for Calculate {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let expression = work.text("expression").to_owned();
        let Some(value) = planner::calculate(&expression) else {
            return Ok(Problem::new("no_result", work.told("no result", &[("expression", &expression)])).into());
        };
        let result = spoken(value, &work.told("decimal point", &[]));
        let about = if is_rounded(value, &result) { "yes" } else { "" };
        Ok(Begin::Done(work.told("result", &[("result", &result), ("about", about)])))
    }
}

#[async_trait]
impl Answer for ConvertUnits {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (from, to) = (work.text("from").to_owned(), work.text("to").to_owned());
        let unit = |work: &Work<'_>, symbol: &str| work.told("unit", &[("unit", symbol)]);
        let amount = work.text("amount").parse::<f64>().ok().filter(|amount| amount.is_finite());
        let Some(value) = amount.and_then(|amount| converted(amount, &from, &to)) else {
            let values = [("from", unit(work, &from)), ("to", unit(work, &to))];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            return Ok(Problem::new("no_conversion", work.told("no conversion", &values)).into());
        };
        let point = work.told("decimal point", &[]);
        let result = spoken(value, &point);
        let about = if is_rounded(value, &result) { "yes" } else { "" };
        let (amount, from, to) = (spoken(amount.unwrap_or_default(), &point), unit(work, &from), unit(work, &to));
        let values = [("amount", amount.as_str()), ("from", &from), ("result", &result), ("to", &to), ("about", about)];
        Ok(Begin::Done(work.told("converted", &values)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_can_be_converted() {
        for unit in action::plan::UNITS {
            assert_eq!(converted(1.0, unit, unit).map(|value| (value * 1e6).round()), Some(1e6), "{unit}");
        }
        let said = |amount: f64, from: &str, to: &str| converted(amount, from, to).map(|value| spoken(value, "."));
        assert_eq!(said(5.0, "mi", "km").as_deref(), Some("8.0467"));
        assert_eq!(said(100.0, "C", "F").as_deref(), Some("212"));
        assert_eq!(said(-40.0, "F", "C").as_deref(), Some("-40"));
        assert_eq!(said(1.0, "l", "cup").as_deref(), Some("4.2268"));
        assert_eq!(said(2.0, "wk", "d").as_deref(), Some("14"));
        assert_eq!(said(1.0, "kg", "km"), None);
    }

    #[test]
    fn numbers_are_said_as_people_do() {
        assert_eq!(spoken(56.0, "."), "56");
        assert_eq!(spoken(0.1 + 0.2, "."), "0.3");
        assert_eq!(spoken(10.0 / 4.0, ","), "2,5");
        assert_eq!(spoken(-0.000_000_000_001, "."), "0");
        assert!(is_rounded(1.0 / 3.0, "0.333333"));
        assert!(!is_rounded(0.1 + 0.2, "0.3"));
    }
}
