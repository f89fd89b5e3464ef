//! Parses options as toybox does: letters grouped or separate, values attached or in the next word, anywhere among the
//! operands.

/// The options and operands of a program.
#[derive(Debug, Default)]
pub(super) struct Options {
    given: Vec<(char, Option<String>)>,
    pub(super) operands: Vec<String>,
}

impl Options {
    /// Parses by `letters`. A letter followed by `:` takes a value, one followed by `;` takes a value that must be
    /// attached to it, and a leading `+` ends the options at the first operand. Long options map to letters through
    /// [`LONG`].
    pub(super) fn read(args: &[String], letters: &str) -> Result<Self, String> {
        let (first_operand_ends, letters) = match letters.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, letters),
        };
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if arg == "--" {
                options.operands.extend(args.cloned());
                break;
            }
            if let Some(long) = arg.strip_prefix("--") {
                options.long(long, letters)?;
                continue;
            }
            let Some(body) = arg.strip_prefix('-').filter(|body| !body.is_empty()) else {
                options.operands.push(arg.clone());
                if first_operand_ends {
                    options.operands.extend(args.cloned());
                    break;
                }
                continue;
            };
            let mut chars = body.chars();
            while let Some(letter) = chars.next() {
                match takes_value(letters, letter) {
                    None => return Err(unknown(&letter.to_string())),
                    Some(Value::None) => options.given.push((letter, None)),
                    Some(Value::Joined) => {
                        options.given.push((letter, Some(chars.as_str().to_owned())));
                        break;
                    }
                    Some(Value::Needed) => {
                        let joined = chars.as_str();
                        let value = match joined.is_empty() {
                            false => Some(joined.to_owned()),
                            true => args.next().cloned(),
                        };
                        let Some(value) = value else { return Err(format!("Missing argument to -{letter}")) };
                        options.given.push((letter, Some(value)));
                        break;
                    }
                }
            }
        }
        Ok(options)
    }

    fn long(&mut self, long: &str, letters: &str) -> Result<(), String> {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (long, None),
        };
        let letter = LONG.iter().find(|(known, letter)| *known == name && letters.contains(*letter));
        match letter {
            Some((_, letter)) => {
                self.given.push((*letter, value));
                Ok(())
            }
            None => Err(unknown(long)),
        }
    }

    pub(super) fn has(&self, letter: char) -> bool {
        self.given.iter().any(|(given, _)| *given == letter)
    }

    /// How often a letter was given.
    pub(super) fn count(&self, letter: char) -> usize {
        self.given.iter().filter(|(given, _)| *given == letter).count()
    }

    /// The last value given with a letter.
    pub(super) fn value(&self, letter: char) -> Option<&str> {
        self.values(letter).last()
    }

    /// All values given with a letter.
    pub(super) fn values(&self, letter: char) -> impl Iterator<Item = &str> {
        self.given.iter().filter(move |(given, _)| *given == letter).filter_map(|(_, value)| value.as_deref())
    }

    /// A value as a number.
    pub(super) fn number(&self, letter: char) -> Result<Option<u64>, String> {
        self.value(letter).map(|text| number(text).ok_or_else(|| format!("not integer: {text}"))).transpose()
    }
}

const LONG: &[(&str, char)] = &[
    ("all", 'a'),
    ("brief", 'q'),
    ("bytes", 'c'),
    ("color", '\u{1}'),
    ("count", 'c'),
    ("decode", 'd'),
    ("delimiter", 'd'),
    ("directory", 'd'),
    ("extended-regexp", 'E'),
    ("fields", 'f'),
    ("fixed-strings", 'F'),
    ("force", 'f'),
    ("format", 'c'),
    ("human-readable", 'h'),
    ("ignore-case", 'i'),
    ("invert-match", 'v'),
    ("line-buffered", '\u{1}'),
    ("line-number", 'n'),
    ("lines", 'n'),
    ("max-count", 'm'),
    ("no-run-if-empty", 'r'),
    ("numeric-sort", 'n'),
    ("only-matching", 'o'),
    ("parents", 'p'),
    ("quiet", 'q'),
    ("recursive", 'r'),
    ("reverse", 'r'),
    ("signal", 's'),
    ("symbolic", 's'),
    ("unique", 'u'),
    ("utc", 'u'),
    ("word-regexp", 'w'),
    ("wrap", 'w'),
];

/// The kind of value that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    None,
    /// The rest of its word, possibly empty.
    Joined,
    /// The rest of its word, or the next word.
    Needed,
}

fn takes_value(letters: &str, letter: char) -> Option<Value> {
    if letter == ':' || letter == ';' {
        return None;
    }
    let mut chars = letters.chars();
    chars.find(|known| *known == letter)?;
    Some(match chars.next() {
        Some(':') => Value::Needed,
        Some(';') => Value::Joined,
        _ => Value::None,
    })
}

fn unknown(option: &str) -> String {
    format!("Unknown option '{option}' (see \"--help\")")
}

/// Parses a count with toybox's suffixes: `4k`, `1M`, `2G`, and `b` for 512.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let value = digits.parse::<u64>().ok()?;
    let factor = match text.get(digits.len()..)?.to_ascii_lowercase().as_str() {
        "" | "c" => 1,
        "b" => 512,
        "k" | "kb" => 1 << 10,
        "m" | "mb" => 1 << 20,
        "g" | "gb" => 1 << 30,
        _ => return None,
    };
    value.checked_mul(factor)
}
