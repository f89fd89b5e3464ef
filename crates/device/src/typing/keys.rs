//! Types with the phone's own keys, by `input text`: all ASCII characters.

use super::field::{Arrived, Field};
use super::{Attempt, Method, Stroke, TypeError, Typist, Unchecked, strokes};
use crate::DeviceError;
use crate::shell_command::shell_command;
use crate::wire::{Connect, Limit};

const ENTER: &str = "input keyevent KEYCODE_ENTER";
/// Reports what the app told the keyboard about the field (`EditorInfo.dump`): `inputType=0x20001 imeOptions=0x…`
const KIND: &str = "dumpsys input_method | grep inputType=";

/// Types the text key by key.
pub(super) async fn enter<C: Connect>(typist: &Typist<'_, C>, text: &str, before: &Field) -> Result<(), Attempt> {
    let Some(strokes) = strokes(text) else {
        return Err(Attempt::Unavailable("it contains characters without a key".to_owned()));
    };
    if text.contains('\n') {
        may_break_lines(typist, before).await?;
    }
    let mut typed = String::new();
    for stroke in &strokes {
        let command = match stroke {
            Stroke::Text(text) => shell_command!("input", "text", text),
            Stroke::Enter => ENTER.to_owned(),
        };
        match typist.phone.execute(&command, Limit::LONG).await {
            Ok(_) => {}
            Err(DeviceError::Phone { said, .. }) if typed.is_empty() => return Err(Attempt::Unavailable(said)),
            Err(error) => return Err(error.into()),
        }
        match stroke {
            Stroke::Text(text) => typed.push_str(text),
            Stroke::Enter => {
                let first = !typed.contains('\n');
                typed.push('\n');
                if first {
                    holds_the_break(typist, before, &typed).await?;
                }
            }
        }
    }
    Ok(())
}

/// Checks whether line breaks are safe: Enter submits a single-line field, and an uninspected field would not show
/// that.
async fn may_break_lines<C: Connect>(typist: &Typist<'_, C>, before: &Field) -> Result<(), Attempt> {
    let no = |why: &str| Err(Attempt::Unavailable(why.to_owned()));
    match before {
        Field::Unknown(why) => {
            let why = why.as_str();
            return no(&format!("Enter might submit the field, and it cannot be checked ({why})"));
        }
        Field::Holds(_) => {}
    }
    let said = typist.phone.query_unchecked(KIND, Limit::SHORT).await?.text();
    if is_one_line(&said) { no("the field has one line, and Enter would submit it") } else { Ok(()) }
}

/// After the first Enter, the line break must be in the field before anything else is typed.
async fn holds_the_break<C: Connect>(typist: &Typist<'_, C>, before: &Field, typed: &str) -> Result<(), Attempt> {
    let wrong = match typist.arrived(before, typed).await? {
        Arrived::Yes => return Ok(()),
        Arrived::Unknown(Unchecked::SameAsBefore) => return Ok(()),
        Arrived::Unknown(_) | Arrived::Nothing => TypeError::Submitted,
        Arrived::Wrong(holds) if holds.is_empty() || !holds.contains('\n') => TypeError::Submitted,
        Arrived::Wrong(holds) => TypeError::Mismatch { method: Method::Keys, holds: super::field::shown(&holds) },
    };
    Err(Attempt::Failed(wrong.into()))
}

/// `InputType`: the low four bits are the class, 1 is text; 0x20000 is its flag for several lines.
fn is_one_line(said: &str) -> bool {
    let kind = said.split("inputType=0x").nth(1).and_then(|rest| {
        let digits = rest.split(|c: char| !c.is_ascii_hexdigit()).next()?;
        u32::from_str_radix(digits, 16).ok()
    });
    // 0 is a field without a keyboard, or no field.
    kind.is_some_and(|kind| kind != 0 && !(kind & 0xf == 1 && kind & 0x2_0000 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_one_line_are_known() {
        let rows = [
            ("    inputType=0x20001 imeOptions=0x40000000 privateImeOptions=null\n", false),
            ("    inputType=0x2c001 imeOptions=0x3\n    inputType=0x1 \n", false),
            ("    inputType=0x1 imeOptions=0x3 privateImeOptions=nm\n", true),
            ("    inputType=0x3 imeOptions=0x5\n", true),
            ("    inputType=0x81\n", true),
            ("    inputType=0x0\n", false),
            ("", false),
            ("inputType=0xzz", false),
        ];
        for (said, expected) in rows {
            assert_eq!(is_one_line(said), expected, "{said}");
        }
    }
}
