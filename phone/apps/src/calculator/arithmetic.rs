//! Evaluates formulas: exact fractions as long as they fit, floating point beyond. Pure.
//!
//! The syntax is that of the key pad: `+ − × ÷ % ( ) . ^ √ ! π e`. A percentage after plus or minus is relative to the
//! value before it: `200+10%` is 220.

/// Why a formula cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// A syntax error.
    Format,
    /// A division by zero.
    ByZero,
    /// The root or factorial of a value that has none.
    Domain,
    /// A result too large to show.
    TooLarge,
}

impl Problem {
    /// Returns the message on the display.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Format => "Format error",
            Self::ByZero => "Can't divide by 0",
            Self::Domain => "Domain error",
            Self::TooLarge => "Value is too large",
        }
    }
}

/// The deepest nesting of brackets.
const DEEPEST: usize = 64;

/// A number: a fraction in lowest terms with a positive denominator, or the nearest float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Exact(i128, i128),
    Near(f64),
}

use Number::{Exact, Near};

fn reduced(over: i128, under: i128) -> Number {
    let (mut a, mut b) = (over.unsigned_abs(), under.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = i128::try_from(a).unwrap_or(1).max(1);
    let sign = if under < 0 { -1 } else { 1 };
    Exact(over / divisor * sign, under / divisor * sign)
}

impl Number {
    fn near(self) -> f64 {
        match self {
            Exact(over, under) => over as f64 / under as f64,
            Near(value) => value,
        }
    }

    fn both(
        self,
        other: Self,
        exact: impl Fn(i128, i128, i128, i128) -> Option<Self>,
        near: fn(f64, f64) -> f64,
    ) -> Self {
        let made = match (self, other) {
            (Exact(a, b), Exact(c, d)) => exact(a, b, c, d),
            _ => None,
        };
        made.unwrap_or_else(|| Near(near(self.near(), other.near())))
    }

    fn plus(self, other: Self) -> Self {
        let exact = |a: i128, b: i128, c: i128, d: i128| {
            let over = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
            Some(reduced(over, b.checked_mul(d)?))
        };
        self.both(other, exact, |a, b| a + b)
    }

    fn times(self, other: Self) -> Self {
        self.both(other, |a, b, c, d| Some(reduced(a.checked_mul(c)?, b.checked_mul(d)?)), |a, b| a * b)
    }

    fn negated(self) -> Self {
        self.times(Exact(-1, 1))
    }

    fn over(self, other: Self) -> Result<Self, Problem> {
        if other.near() == 0.0 {
            return Err(Problem::ByZero);
        }
        Ok(self.both(other, |a, b, c, d| Some(reduced(a.checked_mul(d)?, b.checked_mul(c)?)), |a, b| a / b))
    }

    fn power(self, other: Self) -> Result<Self, Problem> {
        if let Exact(exponent, 1) = other
            && (0..=4096).contains(&exponent)
        {
            return Ok((0..exponent).fold(Exact(1, 1), |made, _| made.times(self)));
        }
        let value = self.near().powf(other.near());
        if value.is_nan() { Err(Problem::Domain) } else { Ok(Near(value)) }
    }

    fn root(self) -> Result<Self, Problem> {
        let value = self.near();
        if value < 0.0 {
            return Err(Problem::Domain);
        }
        // The root of a square is exact.
        let exact = |part: i128| {
            let root = (part as f64).sqrt().round() as i128;
            (root.checked_mul(root) == Some(part)).then_some(root)
        };
        if let Exact(over, under) = self
            && let (Some(over), Some(under)) = (exact(over), exact(under))
        {
            return Ok(Exact(over, under));
        }
        Ok(Near(value.sqrt()))
    }

    fn factorial(self) -> Result<Self, Problem> {
        match self {
            Exact(count @ 0..=170, 1) => Ok((2..=count).fold(Exact(1, 1), |made, by| made.times(Exact(by, 1)))),
            Exact(171.., 1) => Err(Problem::TooLarge),
            _ => Err(Problem::Domain),
        }
    }

    /// Formats the number for the display: 12 significant digits.
    pub(super) fn text(self) -> Result<String, Problem> {
        if let Exact(whole, 1) = self
            && whole.unsigned_abs() < 1_000_000_000_000_000
        {
            return Ok(whole.to_string().replace('-', "−"));
        }
        let value = self.near();
        if !value.is_finite() {
            return Err(Problem::TooLarge);
        }
        let size = value.abs();
        let text = if size != 0.0 && !(1e-6..1e13).contains(&size) {
            let scientific = format!("{value:.9e}");
            let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
            format!("{}E{exponent}", trimmed(digits))
        } else {
            let before = size.log10().floor().max(0.0) as usize + 1;
            trimmed(&format!("{value:.*}", 12_usize.saturating_sub(before)))
        };
        Ok(text.replace('-', "−"))
    }
}

fn trimmed(digits: &str) -> String {
    if !digits.contains('.') {
        return digits.to_owned();
    }
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Evaluates a formula.
pub(super) fn evaluate(formula: &str) -> Result<Number, Problem> {
    let letters: Vec<char> = formula.chars().filter(|letter| !letter.is_whitespace() && *letter != ',').collect();
    let mut parser = FormulaParser { letters: &letters, at: 0 };
    let value = parser.sum(0)?;
    if parser.at < letters.len() { Err(Problem::Format) } else { Ok(value) }
}

/// A recursive descent parser.
struct FormulaParser<'a> {
    letters: &'a [char],
    at: usize,
}

impl FormulaParser<'_> {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.peek().filter(|letter| wanted.contains(letter))?;
        self.at += 1;
        Some(found)
    }

    fn sum(&mut self, depth: usize) -> Result<Number, Problem> {
        let (mut value, _) = self.product(depth)?;
        while let Some(sign) = self.take(&['+', '-', '−']) {
            let (mut other, percent) = self.product(depth)?;
            if percent {
                other = other.times(value);
            }
            value = value.plus(if sign == '+' { other } else { other.negated() });
        }
        Ok(value)
    }

    /// Parses a product. Returns it and whether it is only a percentage.
    fn product(&mut self, depth: usize) -> Result<(Number, bool), Problem> {
        let (mut value, mut percent) = self.signed(depth)?;
        loop {
            if let Some(sign) = self.take(&['×', '*', '÷', '/']) {
                let (other, _) = self.signed(depth)?;
                value = if matches!(sign, '×' | '*') { value.times(other) } else { value.over(other)? };
            } else if self.peek().is_some_and(|next| next == '(' || next == '√' || next == 'π' || next == 'e') {
                // `2(3)` and `2π` are products too.
                let (other, _) = self.signed(depth)?;
                value = value.times(other);
            } else {
                return Ok((value, percent));
            }
            percent = false;
        }
    }

    fn signed(&mut self, depth: usize) -> Result<(Number, bool), Problem> {
        let mut negative = false;
        while let Some(sign) = self.take(&['-', '−', '+']) {
            negative ^= sign != '+';
        }
        let (value, percent) = self.raised(depth)?;
        Ok((if negative { value.negated() } else { value }, percent))
    }

    fn raised(&mut self, depth: usize) -> Result<(Number, bool), Problem> {
        let mut value = self.atom(depth)?;
        let mut percent = false;
        while let Some(sign) = self.take(&['!', '%', '^']) {
            percent = sign == '%';
            value = match sign {
                '!' => value.factorial()?,
                '%' => value.over(Exact(100, 1))?,
                _ if depth >= DEEPEST => return Err(Problem::Format),
                _ => value.power(self.signed(depth + 1)?.0)?,
            };
        }
        Ok((value, percent))
    }

    fn atom(&mut self, depth: usize) -> Result<Number, Problem> {
        if depth >= DEEPEST {
            return Err(Problem::Format);
        }
        if self.take(&['(']).is_some() {
            let value = self.sum(depth + 1)?;
            // Unclosed brackets are closed at the end, as on a phone.
            return match self.take(&[')']) {
                None if self.peek().is_some() => Err(Problem::Format),
                _ => Ok(value),
            };
        }
        if self.take(&['√']).is_some() {
            return self.signed(depth + 1)?.0.root();
        }
        match self.take(&['π', 'e']) {
            Some('π') => return Ok(Near(std::f64::consts::PI)),
            Some(_) => return Ok(Near(std::f64::consts::E)),
            None => {}
        }
        self.number()
    }

    fn number(&mut self) -> Result<Number, Problem> {
        let from = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_digit() || letter == '.') {
            self.at += 1;
        }
        let text: String = self.letters.get(from..self.at).unwrap_or_default().iter().collect();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        if (whole.is_empty() && part.is_empty()) || part.contains('.') {
            return Err(Problem::Format);
        }
        let exact = format!("0{whole}{part}").parse::<i128>().ok();
        let under = u32::try_from(part.len()).ok().and_then(|digits| 10_i128.checked_pow(digits));
        match exact.zip(under) {
            Some((over, under)) => Ok(reduced(over, under)),
            None => text.parse().map(Near).map_err(|_| Problem::Format),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_worth_what_they_are() {
        for (formula, worth) in [
            ("2+3×4", "14"),
            ("(2+3)×4", "20"),
            ("0.1+0.2", "0.3"),
            ("1÷3", "0.33333333333"),
            ("1÷3×3", "1"),
            ("7−10", "−3"),
            ("2^10", "1024"),
            ("2^0.5×2^0.5", "2"),
            ("√144", "12"),
            ("√(9÷16)", "0.75"),
            ("5!", "120"),
            ("50%", "0.5"),
            ("200+10%", "220"),
            ("200−10%", "180"),
            ("200×10%", "20"),
            ("2(3+4)", "14"),
            ("2π", "6.28318530718"),
            ("−5×−3", "15"),
            ("(1+2", "3"),
            ("99999999999999999999×10", "1E21"),
            ("1234567.89×100", "123456789"),
            ("10÷4", "2.5"),
            ("0.000001÷10", "1E-7"),
            ("12,000+1", "12001"),
            (".5+.25", "0.75"),
            ("3−3", "0"),
        ] {
            let made = evaluate(formula).and_then(Number::text);
            assert_eq!(made.as_deref(), Ok(worth.replace("E-", "E−").as_str()), "{formula}");
        }
    }

    #[test]
    fn what_is_no_formula_says_why() {
        for (formula, why) in [
            ("", Problem::Format),
            ("2+", Problem::Format),
            ("1.2.3", Problem::Format),
            (")", Problem::Format),
            ("1÷0", Problem::ByZero),
            ("√(−1)", Problem::Domain),
            ("(−2)!", Problem::Domain),
            ("171!", Problem::TooLarge),
            ("10^400", Problem::TooLarge),
            ("abc", Problem::Format),
        ] {
            assert_eq!(evaluate(formula).and_then(Number::text).unwrap_err(), why, "{formula}");
        }
        assert!(evaluate(&"(".repeat(100_000)).is_err());
        assert!(evaluate(&"2^".repeat(100_000)).is_err());
    }
}
