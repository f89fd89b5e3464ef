//! Parsers for the values of command-line options.

use action::dialect::{DialectName, Size};

/// Parses a size such as `1080x2400`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let (w, h) = text.split_once(['x', 'X', '×']).ok_or("expected WIDTHxHEIGHT, as in 1080x2400")?;
    let side = |text: &str| match text.trim().parse::<u32>() {
        Ok(side) if (1..=MAX_SIDE).contains(&side) => Ok(side),
        _ => Err(format!("`{text}` is not a number of pixels from 1 to {MAX_SIDE}")),
    };
    Ok(Size { w: side(w)?, h: side(h)? })
}

/// The longest side of a screen or picture.
pub(crate) const MAX_SIDE: u32 = 65_535;

/// Parses the name of a dialect.
pub(crate) fn dialect(text: &str) -> Result<DialectName, String> {
    DialectName::find(text).map_err(|unknown| unknown.to_string())
}
