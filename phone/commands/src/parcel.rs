//! Builds a parcel and prints it as `service call` does: little-endian words of four bytes, text in UTF-16.

/// The result of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It succeeded with this reply.
    Parcel(Parcel),
    /// The transaction does not exist: Linux's `EBADMSG`.
    Unknown,
    /// The user `shell` may not call it: `EPERM`.
    NotPermitted,
}

/// Bytes that are written in sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parcel(Vec<u8>);

impl Parcel {
    /// Starts the reply of a method that threw no exception.
    pub(super) fn ok() -> Self {
        Self::default().int(0)
    }

    /// A Java exception: its code, its message, no trace.
    pub(super) fn exception(code: i32, message: &str) -> Self {
        Self::default().int(code).text(message).int(0)
    }

    /// Appends a 32-bit number.
    pub(super) fn int(mut self, number: i32) -> Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    /// Appends a Java string: its length, its characters, a zero, and padding to a whole word.
    pub(super) fn text(self, text: &str) -> Self {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut parcel = self.int(i32::try_from(units.len()).unwrap_or(i32::MAX));
        parcel.0.extend(units.iter().chain([&0]).flat_map(|unit| unit.to_le_bytes()));
        parcel.0.resize(parcel.0.len().next_multiple_of(4), 0);
        parcel
    }
}

impl Answer {
    /// Formats the lines after `Result: ` as libutils dumps bytes: sixteen per line, words as numbers, then the
    /// characters.
    pub(super) fn shown(&self) -> String {
        let bytes = match self {
            Self::Unknown => return "Parcel(Error: 0xffffffffffffffb6 \"Not a data message\")".to_owned(),
            Self::NotPermitted => return "Parcel(Error: 0xffffffffffffffff \"Operation not permitted\")".to_owned(),
            Self::Parcel(Parcel(bytes)) if bytes.is_empty() => return "Parcel(NULL)".to_owned(),
            Self::Parcel(Parcel(bytes)) => bytes,
        };
        let words = |line: &[u8]| -> Vec<String> {
            line.chunks(4)
                .map(|word| word.iter().rev().fold(0_u32, |number, byte| number << 8 | u32::from(*byte)))
                .map(|word| format!("{word:08x}"))
                .collect()
        };
        let signs = |line: &[u8]| -> String {
            line.iter().map(|byte| if (32..127).contains(byte) { char::from(*byte) } else { '.' }).collect()
        };
        if bytes.len() <= 16 {
            let gap = " ".repeat(5 - bytes.len().div_ceil(4));
            return format!("Parcel({}{gap}'{}')", words(bytes).join(" "), signs(bytes));
        }
        let lines = bytes.chunks(16).enumerate();
        let lines: Vec<String> = lines
            .map(|(at, line)| format!("\n  0x{:08x}: {:<35} '{:<16}'", at * 16, words(line).join(" "), signs(line)))
            .collect();
        format!("Parcel({})", lines.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Parcel};

    #[test]
    fn parcels_are_shown_as_libutils_shows_them() {
        for (parcel, shown) in [
            (Parcel::default(), "Parcel(NULL)"),
            (Parcel::ok(), "Parcel(00000000    '....')"),
            (Parcel::ok().int(1), "Parcel(00000000 00000001   '........')"),
            (Parcel::ok().int(-1).int(65).int(0), "Parcel(00000000 ffffffff 00000041 00000000 '........A.......')"),
            (
                Parcel::ok().text("35916"),
                "Parcel(\n  0x00000000: 00000000 00000005 00350033 00310039 '........3.5.9.1.'\n  \
                 0x00000010: 00000036                            '6...            ')",
            ),
        ] {
            assert_eq!(Answer::Parcel(parcel).shown(), shown);
        }
        assert_eq!(Answer::Unknown.shown(), "Parcel(Error: 0xffffffffffffffb6 \"Not a data message\")");
    }
}
