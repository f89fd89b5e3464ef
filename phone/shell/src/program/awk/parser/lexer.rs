//! Splits an awk program into tokens.

#[derive(Clone, Debug)]
pub(super) enum Token {
    Number(f64),
    Text(String),
    Regex(String),
    Name(String),
    Sign(&'static str),
}

const SIGNS: &[&str] = &[
    "&&", "||", "==", "!=", "<=", ">=", ">>", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "!~", "{", "}", "(", ")",
    "[", "]", ";", ",", "+", "-", "*", "/", "%", "^", "!", "<", ">", "=", "~", "?", ":", "$", "|", "\n",
];

pub(super) fn tokens(program: &str) -> Result<Vec<Token>, String> {
    let chars: Vec<char> = program.chars().collect();
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let rest = chars.get(at..).unwrap_or_default();
        match c {
            ' ' | '\t' | '\r' => at += 1,
            '\\' if rest.get(1) == Some(&'\n') => at += 2,
            '#' => at += rest.iter().take_while(|c| **c != '\n').count(),
            '"' => {
                let (text, length) = delimited(rest, '"').ok_or("non-terminated string")?;
                let bytes =
                    super::super::super::super::format::unescape(&text.replace("\\\"", "\"").replace("\\/", "/")).bytes;
                tokens.push(Token::Text(String::from_utf8_lossy(&bytes).into_owned()));
                at += length;
            }
            '/' if begins_value(tokens.last()) => {
                let (text, length) = delimited(rest, '/').ok_or("non-terminated regular expression")?;
                tokens.push(Token::Regex(text.replace("\\/", "/")));
                at += length;
            }
            _ if c.is_ascii_digit() || (c == '.' && rest.get(1).is_some_and(char::is_ascii_digit)) => {
                let mut length = rest.iter().take_while(|c| c.is_ascii_digit() || **c == '.').count();
                length += exponent(rest.get(length..).unwrap_or_default());
                let text: String = rest.iter().take(length).collect();
                tokens.push(Token::Number(text.parse().map_err(|_| format!("bad number {text}"))?));
                at += length;
            }
            _ if c == '_' || c.is_ascii_alphabetic() => {
                let name: String = rest.iter().take_while(|c| **c == '_' || c.is_ascii_alphanumeric()).collect();
                at += name.len();
                tokens.push(Token::Name(name));
            }
            _ => {
                let sign =
                    SIGNS.iter().find(|sign| sign.chars().zip(rest).filter(|(a, b)| a == *b).count() == sign.len());
                let Some(sign) = sign else { return Err(format!("syntax error near '{c}'")) };
                tokens.push(Token::Sign(sign));
                at += sign.len();
            }
        }
    }
    Ok(tokens)
}

/// Returns the length of an exponent such as `e3` or `e-3` at this position.
fn exponent(rest: &[char]) -> usize {
    let sign = usize::from(matches!(rest.get(1), Some('+' | '-')));
    let digits = rest.iter().skip(1 + sign).take_while(|c| c.is_ascii_digit()).count();
    if matches!(rest.first(), Some('e' | 'E')) && digits > 0 { 1 + sign + digits } else { 0 }
}

/// Whether a `/` after this token begins a regular expression rather than a division.
fn begins_value(last: Option<&Token>) -> bool {
    match last {
        None => true,
        Some(Token::Sign(sign)) => !matches!(*sign, ")" | "]" | "$" | "++" | "--"),
        Some(Token::Name(name)) => matches!(name.as_str(), "print" | "in" | "return" | "exit"),
        Some(Token::Number(_) | Token::Text(_) | Token::Regex(_)) => false,
    }
}

/// Returns the text between two delimiters, and its length including both. Backslashes are kept.
fn delimited(rest: &[char], mark: char) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut at = 1;
    loop {
        let c = *rest.get(at)?;
        at += 1;
        match c {
            _ if c == mark => return Some((text, at)),
            '\n' => return None,
            '\\' => {
                text.push('\\');
                text.push(*rest.get(at)?);
                at += 1;
            }
            _ => text.push(c),
        }
    }
}
