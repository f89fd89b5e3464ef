//! Evaluates a calculation in symbols: `( 12 + 3 ) * 4`. Powers bind more closely than products, and these more
//! closely than sums.

/// The deepest nesting of brackets and signs.
const DEEPEST: usize = 16;

/// Evaluates a calculation; `None` if it is not one, or has no result.
pub fn calculate(symbols: &str) -> Option<f64> {
    let tokens: Vec<&str> = symbols.split_whitespace().collect();
    let mut reader = Reader { tokens: &tokens, next: 0, depth: 0 };
    let value = reader.sum()?;
    (reader.next == tokens.len() && value.is_finite()).then_some(value)
}

struct Reader<'t> {
    tokens: &'t [&'t str],
    next: usize,
    depth: usize,
}

impl Reader<'_> {
    /// The next symbol, if it is one of these.
    fn one_of(&mut self, symbols: &str) -> Option<char> {
        let mut letters = self.tokens.get(self.next)?.chars();
        let symbol = letters.next().filter(|symbol| letters.as_str().is_empty() && symbols.contains(*symbol))?;
        self.next += 1;
        Some(symbol)
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while let Some(symbol) = self.one_of("+-") {
            let right = self.product()?;
            value = if symbol == '+' { value + right } else { value - right };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.power()?;
        while let Some(symbol) = self.one_of("*/") {
            let right = self.power()?;
            value = if symbol == '*' { value * right } else { value / right };
        }
        Some(value)
    }

    fn power(&mut self) -> Option<f64> {
        let value = self.value()?;
        match self.one_of("^") {
            Some(_) => Some(value.powf(self.value()?)),
            None => Some(value),
        }
    }

    fn value(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let value = if self.one_of("-").is_some() {
            -self.value()?
        } else if self.one_of("(").is_some() {
            let value = self.sum()?;
            self.one_of(")")?;
            value
        } else {
            self.number()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn number(&mut self) -> Option<f64> {
        let value = self.tokens.get(self.next)?.parse().ok().filter(|value: &f64| value.is_finite())?;
        self.next += 1;
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_out() {
        for (symbols, expected) in [
            ("7 * 8", Some(56.0)),
            ("2 + 3 * 4", Some(14.0)),
            ("( 2 + 3 ) * 4", Some(20.0)),
            ("10 - 4 - 3", Some(3.0)),
            ("2 ^ 10", Some(1024.0)),
            ("16 ^ ( 1 / 2 )", Some(4.0)),
            ("- 5 + 2", Some(-3.0)),
            ("1 / 0", None),
            ("( 1 + 2", None),
            ("1 +", None),
            ("1 2", None),
            ("", None),
            ("inf", None),
        ] {
            assert_eq!(calculate(symbols), expected, "{symbols}");
        }
        let deep = format!("{}1{}", "( ".repeat(5_000), " )".repeat(5_000));
        assert_eq!(calculate(&deep), None);
        let signs = "- ".repeat(8_000) + "1";
        assert_eq!(calculate(&signs), None);
    }
}
