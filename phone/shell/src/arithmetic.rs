//! mksh arithmetic (`$((…))`), in 32 bits as on every Android.

use super::Shell;

/// Maximum nesting depth of parentheses.
const MAX_NESTING: usize = 40;

/// Binary operators with their precedence: higher binds tighter, and longer operators come first within a rank.
const BINARY: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("==", 6),
    ("!=", 6),
    ("<<", 8),
    (">>", 8),
    ("<=", 7),
    (">=", 7),
    ("<", 7),
    (">", 7),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

const ASSIGN: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="];

impl Shell {
    /// Evaluates an arithmetic expression.
    pub(super) fn arithmetic(&mut self, expression: &str) -> Result<i32, String> {
        let mut reader = Reader { shell: self, chars: expression.chars().collect(), at: 0, depth: 0, active: true };
        reader.blanks();
        if reader.at == reader.chars.len() {
            return Ok(0);
        }
        let value = reader.comma();
        let ended = reader.at == reader.chars.len();
        match value {
            Ok(value) if ended => Ok(value),
            Ok(_) => Err(format!("{expression}: unexpected '{}'", reader.token())),
            Err(error) => Err(format!("{expression}: {error}")),
        }
    }
}

struct Reader<'a> {
    shell: &'a mut Shell,
    chars: Vec<char>,
    at: usize,
    depth: usize,
    /// False in the branch not taken, where assignments and divisions have no effect.
    active: bool,
}

type Value = Result<i32, String>;

impl Reader<'_> {
    /// Returns the unexpected token at this position, for the error message.
    fn token(&self) -> String {
        let operator = self.operator().map(|(sign, _)| sign.to_owned());
        operator.unwrap_or_else(|| self.chars.get(self.at).map(char::to_string).unwrap_or_default())
    }

    fn blanks(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn starts(&self, sign: &str) -> bool {
        sign.chars().enumerate().all(|(offset, c)| self.chars.get(self.at + offset) == Some(&c))
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.starts(sign);
        if found {
            self.at += sign.len();
            self.blanks();
        }
        found
    }

    fn comma(&mut self) -> Value {
        let mut value = self.ternary()?;
        while self.eat(",") {
            value = self.ternary()?;
        }
        Ok(value)
    }

    fn ternary(&mut self) -> Value {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("expression too deep".to_owned());
        }
        let test = self.binary(1)?;
        let value = if self.eat("?") {
            let yes = self.when(test != 0, Self::ternary)?;
            if !self.eat(":") {
                return Err("missing :".to_owned());
            }
            let no = self.when(test == 0, Self::ternary)?;
            if test != 0 { yes } else { no }
        } else {
            test
        };
        self.depth -= 1;
        Ok(value)
    }

    fn when(&mut self, taken: bool, act: impl FnOnce(&mut Self) -> Value) -> Value {
        let before = self.active;
        self.active = before && taken;
        let value = act(self);
        self.active = before;
        value
    }

    fn binary(&mut self, least: u8) -> Value {
        let mut left = self.unary()?;
        loop {
            let Some((sign, rank)) = self.operator().filter(|(_, rank)| *rank >= least) else { return Ok(left) };
            self.eat(sign);
            let taken = match sign {
                "||" => left == 0,
                "&&" => left != 0,
                _ => true,
            };
            let right = self.when(taken, |reader| reader.binary(rank + 1))?;
            left = self.apply(sign, left, right)?;
        }
    }

    fn operator(&self) -> Option<(&'static str, u8)> {
        BINARY.iter().copied().find(|(sign, _)| self.starts(sign))
    }

    fn apply(&self, sign: &str, left: i32, right: i32) -> Value {
        if right == 0 && matches!(sign, "/" | "%") {
            return if self.active { Err("zero divisor".to_owned()) } else { Ok(0) };
        }
        Ok(match sign {
            "||" => i32::from(left != 0 || right != 0),
            "&&" => i32::from(left != 0 && right != 0),
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "==" => i32::from(left == right),
            "!=" => i32::from(left != right),
            "<" => i32::from(left < right),
            "<=" => i32::from(left <= right),
            ">" => i32::from(left > right),
            ">=" => i32::from(left >= right),
            "<<" => left.wrapping_shl(right as u32),
            ">>" => left.wrapping_shr(right as u32),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            "/" => left.wrapping_div(right),
            _ => left.wrapping_rem(right),
        })
    }

    fn unary(&mut self) -> Value {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("expression too deep".to_owned());
        }
        self.blanks();
        let value = if self.eat("++") {
            let place = self.place()?;
            self.step(&place, 1).map(|(_, after)| after)?
        } else if self.eat("--") {
            let place = self.place()?;
            self.step(&place, -1).map(|(_, after)| after)?
        } else if self.eat("-") {
            self.unary()?.wrapping_neg()
        } else if self.eat("+") {
            self.unary()?
        } else if self.eat("!") {
            i32::from(self.unary()? == 0)
        } else if self.eat("~") {
            !self.unary()?
        } else if self.eat("(") {
            let value = self.comma()?;
            if !self.eat(")") {
                return Err("missing )".to_owned());
            }
            value
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn name(&mut self) -> Result<String, String> {
        let name: String = self
            .chars
            .get(self.at..)
            .unwrap_or_default()
            .iter()
            .take_while(|c| **c == '_' || c.is_ascii_alphanumeric())
            .collect();
        if !super::variables::is_name(&name) {
            return Err(match self.chars.get(self.at) {
                None => "unexpected 'end of expression'".to_owned(),
                Some(_) => format!("unexpected '{}'", self.token()),
            });
        }
        self.at += name.len();
        self.blanks();
        Ok(name)
    }

    /// Parses a variable name or an array element.
    fn place(&mut self) -> Result<(String, u32), String> {
        let name = self.name()?;
        let mut index = 0;
        if self.eat("[") {
            index = self.comma()? as u32;
            if !self.eat("]") {
                return Err("missing ]".to_owned());
            }
        }
        Ok((name, index))
    }

    fn set(&mut self, place: &(String, u32), value: i32) -> Result<(), String> {
        match self.active {
            true => self.shell.assign_element(&place.0, place.1, value.to_string()),
            false => Ok(()),
        }
    }

    fn step(&mut self, place: &(String, u32), by: i32) -> Result<(i32, i32), String> {
        let before = self.variable(place)?;
        let after = before.wrapping_add(by);
        self.set(place, after)?;
        Ok((before, after))
    }

    /// Returns the number that a variable holds, or the result of the expression in it.
    fn variable(&mut self, place: &(String, u32)) -> Value {
        let value = self.shell.element(&place.0, place.1).unwrap_or_default();
        let value = value.trim();
        if value.is_empty() || !self.active {
            return Ok(0);
        }
        if let Some(number) = number(value) {
            return Ok(number);
        }
        let chars = value.chars().collect();
        let depth = self.depth + 8;
        let mut inner = Reader { shell: &mut *self.shell, chars, at: 0, depth, active: true };
        let result = inner.comma()?;
        if inner.at < inner.chars.len() {
            return Err(format!("{value}: unexpected '{}'", inner.token()));
        }
        Ok(result)
    }

    fn primary(&mut self) -> Value {
        if self.chars.get(self.at).is_some_and(char::is_ascii_digit) {
            let text: String = self
                .chars
                .get(self.at..)
                .unwrap_or_default()
                .iter()
                .take_while(|c| c.is_ascii_alphanumeric() || **c == '#')
                .collect();
            self.at += text.len();
            self.blanks();
            return number(&text).ok_or_else(|| format!("bad number '{text}'"));
        }
        let place = self.place()?;
        if self.eat("++") {
            return self.step(&place, 1).map(|(before, _)| before);
        }
        if self.eat("--") {
            return self.step(&place, -1).map(|(before, _)| before);
        }
        let Some(sign) = ASSIGN.iter().find(|sign| self.starts(sign) && !self.starts("==")) else {
            return self.variable(&place);
        };
        self.eat(sign);
        let right = self.ternary()?;
        let value = match sign.strip_suffix('=') {
            Some("") | None => right,
            Some(operator) => {
                let left = self.variable(&place)?;
                self.apply(operator, left, right)?
            }
        };
        self.set(&place, value)?;
        Ok(value)
    }
}

/// Parses a number: decimal even with leading zeros, `0x1f`, or `base#digits`. Overflowing high bits are dropped.
pub(super) fn number(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (base, digits) = match digits.split_once('#') {
        Some((base, digits)) => (base.parse::<u32>().ok().filter(|base| (2..=36).contains(base))?, digits),
        None => match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(digits) => (16, digits),
            None => (10, digits),
        },
    };
    if digits.is_empty() {
        return None;
    }
    let add = |value: i32, c: char| Some(value.wrapping_mul(base as i32).wrapping_add(c.to_digit(base)? as i32));
    digits.chars().try_fold(0_i32, add).map(|value| value.wrapping_mul(sign))
}
