//! `test`, `[` and `[[`.

use super::pattern::{PatternChar, matches};
use super::state::Flow;
use super::syntax::Word;
use super::{Io, Os, Shell, regex};
use machine::files::Kind;

/// A word of a test. In `[[ ]]`, quoted characters are literal in patterns and operators.
struct Token {
    text: String,
    pattern: Vec<PatternChar>,
    bare: bool,
}

struct Reader<'a> {
    shell: &'a Shell,
    os: &'a mut dyn Os,
    tokens: Vec<Token>,
    at: usize,
    double: bool,
    depth: usize,
}

/// `[ … ]`
pub(super) fn bracket(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    match args.split_last() {
        Some((last, rest)) if last == "]" => test(shell, rest, io, os),
        _ => {
            io.err(format!("{}: [: missing ]\n", shell.scope.name));
            shell.status = 2;
            Flow::Next
        }
    }
}

/// `test …`
pub(super) fn test(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    let tokens =
        args.iter().map(|text| Token { text: text.clone(), pattern: Vec::new(), bare: true }).collect::<Vec<_>>();
    match evaluate(shell, tokens, false, os) {
        Ok(status) => shell.status = status,
        Err(message) => {
            io.err(format!("{}: test: {message}\n", shell.scope.name));
            shell.status = 2;
        }
    }
    Flow::Next
}

impl Shell {
    /// `[[ … ]]`: returns its status, or the error of a failed expansion.
    pub(super) fn double_test(&mut self, words: &[Word], os: &mut dyn Os) -> Result<i32, String> {
        let mut tokens = Vec::with_capacity(words.len());
        for word in words {
            let pattern = self.expand_pattern(word, os)?;
            let bare = pattern.iter().all(|(_, quoted)| !quoted) && !pattern.is_empty();
            tokens.push(Token { text: pattern.iter().map(|(c, _)| *c).collect(), pattern, bare });
        }
        match evaluate(self, tokens, true, os) {
            Ok(status) => Ok(status),
            Err(message) => {
                self.complain(&format!("[[: {message}"), os);
                Ok(2)
            }
        }
    }
}

fn evaluate(shell: &Shell, tokens: Vec<Token>, double: bool, os: &mut dyn Os) -> Result<i32, String> {
    if tokens.is_empty() {
        return Ok(1);
    }
    // POSIX: a single word is true if it is not empty, even if it looks like an operator.
    if let ([only], false) = (tokens.as_slice(), double) {
        return Ok(i32::from(only.text.is_empty()));
    }
    let mut reader = Reader { shell, os, tokens, at: 0, double, depth: 0 };
    let value = reader.or()?;
    match reader.tokens.get(reader.at) {
        None => Ok(i32::from(!value)),
        Some(token) => Err(format!("{}: unexpected operator/operand", token.text)),
    }
}

impl Reader<'_> {
    fn peek(&self, sign: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.bare && token.text == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek(sign);
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Result<bool, String> {
        let mut value = self.and()?;
        while self.eat(if self.double { "||" } else { "-o" }) {
            value |= self.and()?;
        }
        Ok(value)
    }

    fn and(&mut self) -> Result<bool, String> {
        let mut value = self.not()?;
        while self.eat(if self.double { "&&" } else { "-a" }) {
            value &= self.not()?;
        }
        Ok(value)
    }

    fn not(&mut self) -> Result<bool, String> {
        self.depth += 1;
        if self.depth > 40 {
            return Err("expression too deep".to_owned());
        }
        let followed = self.at + 1 < self.tokens.len();
        let value = if followed && self.peek("!") && !self.is_binary(self.at + 1) {
            self.at += 1;
            !self.not()?
        } else if followed && self.peek("(") && !self.is_binary(self.at + 1) {
            self.at += 1;
            let value = self.or()?;
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

    fn is_binary(&self, at: usize) -> bool {
        const SIGNS: [&str; 15] =
            ["=", "==", "!=", "<", ">", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];
        self.tokens.get(at).is_some_and(|token| token.bare && SIGNS.contains(&token.text.as_str()))
            && at + 1 < self.tokens.len()
    }

    fn primary(&mut self) -> Result<bool, String> {
        let Some(first) = self.tokens.get(self.at).map(|token| (token.text.clone(), token.bare)) else {
            return Err("expression expected".to_owned());
        };
        if self.is_binary(self.at + 1) {
            let (left, sign) = (self.at, self.at + 1);
            self.at += 3;
            return self.binary(left, sign, sign + 1);
        }
        self.at += 1;
        let unary = first.1 && first.0.len() == 2 && first.0.starts_with('-') && self.at < self.tokens.len();
        let ended = self.peek(")") || self.peek("&&") || self.peek("||");
        if !unary || ended {
            return Ok(!first.0.is_empty());
        }
        let operand = self.tokens.get(self.at).map(|token| token.text.clone()).unwrap_or_default();
        let value = self.unary(first.0.chars().nth(1).unwrap_or(' '), &operand);
        match value {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => Err(format!("{}: unexpected operator/operand", first.0)),
        }
    }

    fn unary(&mut self, letter: char, operand: &str) -> Option<bool> {
        let path = self.shell.absolute(operand);
        let files = self.os.files();
        let kind = |wanted: Kind| files.stat(&path).is_ok_and(|stat| stat.kind == wanted);
        Some(match letter {
            'n' => !operand.is_empty(),
            'z' => operand.is_empty(),
            'e' | 'a' => files.stat(&path).is_ok(),
            'f' => kind(Kind::File),
            'd' => kind(Kind::Directory),
            'c' => kind(Kind::Device),
            'L' | 'h' => files.lstat(&path).is_ok_and(|stat| stat.kind == Kind::Link),
            's' => files.stat(&path).is_ok_and(|stat| stat.size > 0),
            'r' => files.access(&path, 4).is_ok(),
            'w' => files.access(&path, 2).is_ok(),
            'x' => files.access(&path, 1).is_ok(),
            'O' => files.stat(&path).is_ok_and(|stat| stat.uid == 2000),
            't' => self.shell.is_terminal(operand),
            'b' | 'p' | 'S' | 'u' | 'g' | 'k' | 'o' | 'G' => false,
            'v' => self.shell.value(operand).is_some(),
            _ => return None,
        })
    }

    fn binary(&mut self, left: usize, sign: usize, right: usize) -> Result<bool, String> {
        let (Some(left), Some(sign), Some(right)) =
            (self.tokens.get(left), self.tokens.get(sign), self.tokens.get(right))
        else {
            return Err("expression expected".to_owned());
        };
        let number = |text: &str| number(self.shell, text).ok_or_else(|| format!("{text}: bad number"));
        let numbers = || Ok::<_, String>((number(&left.text)?, number(&right.text)?));
        let same = || match self.double {
            true => matches(&right.pattern, &left.text.chars().collect::<Vec<_>>()),
            false => left.text == right.text,
        };
        let (left_path, right_path) = (self.shell.absolute(&left.text), self.shell.absolute(&right.text));
        let files = self.os.files();
        let times = (files.stat(&left_path), files.stat(&right_path));
        Ok(match sign.text.as_str() {
            "=" | "==" => same(),
            "!=" => !same(),
            "<" => left.text < right.text,
            ">" => left.text > right.text,
            "=~" => {
                regex::compile(&regex::translate(&right.text, true)).is_some_and(|regex| regex.is_match(&left.text))
            }
            "-eq" => numbers().map(|(a, b)| a == b)?,
            "-ne" => numbers().map(|(a, b)| a != b)?,
            "-lt" => numbers().map(|(a, b)| a < b)?,
            "-le" => numbers().map(|(a, b)| a <= b)?,
            "-gt" => numbers().map(|(a, b)| a > b)?,
            "-ge" => numbers().map(|(a, b)| a >= b)?,
            // A file that exists is newer than one that does not.
            "-nt" => match times {
                (Ok(a), Ok(b)) => a.mtime_ms > b.mtime_ms,
                (Ok(_), Err(_)) => true,
                _ => false,
            },
            "-ot" => match times {
                (Ok(a), Ok(b)) => a.mtime_ms < b.mtime_ms,
                (Err(_), Ok(_)) => true,
                _ => false,
            },
            _ => matches!(times, (Ok(a), Ok(b)) if a.inode == b.inode),
        })
    }
}

/// An operand of `-eq` and the other numeric tests. As in arithmetic, a name evaluates to its value.
fn number(shell: &Shell, text: &str) -> Option<i64> {
    let text = text.trim();
    let name = super::variables::is_name(text).then(|| shell.value(text).unwrap_or_default());
    let text = name.as_deref().unwrap_or(text).trim();
    if text.is_empty() {
        return Some(0);
    }
    super::arithmetic::number(text.strip_prefix('+').unwrap_or(text)).map(i64::from)
}
