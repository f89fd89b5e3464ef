//! `find -printf`, with toybox's conversion letters.

use super::super::call::Call;
use super::super::walk::Entry;
use super::evaluate::{Search, base_name};
use machine::files::{group_name, mode_text, user_name};

/// The maximum field width.
const MAX_WIDTH: usize = 4096;

impl Search<'_> {
    /// Prints an entry; an unknown letter is an error that ends the program.
    pub(super) fn printf(&self, call: &mut Call<'_>, format: &str, entry: &Entry) -> Result<(), String> {
        let mut chars = format.chars().peekable();
        while let Some(c) = chars.next() {
            if c == '\\' {
                let mut escape = String::from('\\');
                while let Some(next) = chars.next_if(|next| escape_goes_on(&escape, *next)) {
                    escape.push(next);
                }
                call.io.stdout.extend(unescape(&escape));
                continue;
            }
            if c != '%' {
                call.io.out(c.to_string());
                continue;
            }
            let left = chars.next_if_eq(&'-').is_some();
            let mut width = 0_usize;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                width = width.saturating_mul(10).saturating_add(digit as usize).min(MAX_WIDTH);
                chars.next();
            }
            let letter = chars.next().unwrap_or('\0');
            let text = match letter {
                'T' => match chars.next() {
                    Some('@') => {
                        let ms = entry.stat.mtime_ms;
                        format!("{}.{:09}", ms.div_euclid(1000), ms.rem_euclid(1000) * 1_000_000)
                    }
                    other => return Err(format!("bad -printf %T: %T{}", other.unwrap_or('\0'))),
                },
                _ => self.field(call, letter, entry).ok_or_else(|| format!("bad -printf %{letter}"))?,
            };
            call.io.out(if left { format!("{text:<width$}") } else { format!("{text:>width$}") });
        }
        Ok(())
    }

    fn field(&self, call: &mut Call<'_>, letter: char, entry: &Entry) -> Option<String> {
        let stat = &entry.stat;
        Some(match letter {
            '%' => "%".to_owned(),
            'b' => (stat.size.div_ceil(4096) * 8).to_string(),
            'f' if entry.depth == 0 => entry.path.clone(),
            'f' => base_name(&entry.path).to_owned(),
            'g' => group_name(stat.gid),
            'G' => stat.gid.to_string(),
            'i' => stat.inode.to_string(),
            'l' => {
                let path = call.path(&entry.path);
                call.os.with_files(|files| files.read_link(&path)).unwrap_or_default()
            }
            'm' => format!("{:03o}", stat.permissions),
            'M' => mode_text(stat),
            'p' => entry.path.clone(),
            'P' => entry.path.strip_prefix(&self.root).unwrap_or_default().trim_start_matches('/').to_owned(),
            's' => stat.size.to_string(),
            'u' => user_name(stat.uid),
            'U' => stat.uid.to_string(),
            'Z' => "?".to_owned(),
            _ => return None,
        })
    }
}

/// Whether a character continues the current escape: `\n`, `\101`, `\x41`.
fn escape_goes_on(escape: &str, next: char) -> bool {
    match escape.as_bytes() {
        [_] => true,
        [_, b'0'..=b'7', ..] => escape.len() < 4 && next.is_digit(8),
        [_, b'x', ..] => escape.len() < 4 && next.is_ascii_hexdigit(),
        _ => false,
    }
}

fn unescape(escape: &str) -> Vec<u8> {
    let body = escape.get(1..).unwrap_or_default();
    let byte = match body.chars().next() {
        Some('a') => 7,
        Some('b') => 8,
        Some('e') => 27,
        Some('f') => 12,
        Some('n') => b'\n',
        Some('r') => b'\r',
        Some('t') => b'\t',
        Some('v') => 11,
        Some('\\') => b'\\',
        Some('0'..='7') => u32::from_str_radix(body, 8).map_or(0, |value| (value & 255) as u8),
        Some('x') if body.len() > 1 => u8::from_str_radix(body.get(1..).unwrap_or_default(), 16).unwrap_or_default(),
        _ => return escape.as_bytes().to_vec(),
    };
    vec![byte]
}
