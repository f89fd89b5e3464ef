//! Reads a dump from a file, within the bounds that hold for a phone's.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use device::Tree;
use device::tree::{MAX_BYTES, TreeError, parse, redacted as redacted_dump};

/// What a file should be, for errors.
const EXPECTED: &str = "expected the output of `adb exec-out uiautomator dump /dev/tty`";

/// Returns the screen in a file.
pub(in crate::commands) fn tree(file: &Path) -> Result<Tree> {
    let name = shown(file);
    parse(&text(file)?).map_err(|error| explained(error, &name))
}

/// Returns the dump in a file with its texts replaced.
pub(super) fn redacted(file: &Path) -> Result<String> {
    let name = shown(file);
    redacted_dump(&text(file)?).map_err(|error| explained(error, &name))
}

fn shown(file: &Path) -> String {
    if file.as_os_str() == "-" { "standard input".to_owned() } else { format!("`{}`", file.display()) }
}

fn explained(error: TreeError, name: &str) -> anyhow::Error {
    match error {
        TreeError::NotThere(line) => anyhow::anyhow!("{name} is no UI dump: it begins with `{line}`; {EXPECTED}"),
        other => anyhow::anyhow!("{name} has no screen: {other}"),
    }
}

/// Reads the whole file. Windows shells write UTF-16 when output is redirected.
fn text(file: &Path) -> Result<String> {
    let name = shown(file);
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let read = if file.as_os_str() == "-" {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        let open = std::fs::File::open(file).with_context(|| format!("cannot open {name}"))?;
        open.take(limit).read_to_end(&mut bytes)
    };
    read.with_context(|| format!("cannot read {name}"))?;
    if bytes.len() > MAX_BYTES {
        bail!("{name} has more than {MAX_BYTES} bytes; no screen's dump is that long");
    }
    let text = decoded(bytes);
    if text.trim().is_empty() {
        bail!("{name} is empty; {EXPECTED}");
    }
    Ok(text)
}

fn decoded(bytes: Vec<u8>) -> String {
    let units = |read: fn([u8; 2]) -> u16| -> Vec<u16> {
        bytes.chunks_exact(2).skip(1).map(|pair| read([pair[0], pair[1]])).collect()
    };
    match bytes.as_slice() {
        [0xff, 0xfe, ..] => String::from_utf16_lossy(&units(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => String::from_utf16_lossy(&units(u16::from_be_bytes)),
        _ => String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_screen_or_says_why_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("screen.xml");
        let dump = r#"<hierarchy rotation="0"><node text="Grüße" bounds="[0,0][10,10]"/></hierarchy>"#;
        let check = |bytes: &[u8], expected: Result<&str, &str>| {
            std::fs::write(&file, bytes).unwrap();
            match (tree(&file), expected) {
                (Ok(tree), Ok(text)) => assert_eq!(tree.nodes[0].text, text),
                (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
                (read, expected) => panic!("{read:?}, expected {expected:?}"),
            }
        };
        check(dump.as_bytes(), Ok("Grüße"));
        let utf16 = |write: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(dump.encode_utf16()).flat_map(write).collect()
        };
        check(&utf16(u16::to_le_bytes), Ok("Grüße"));
        check(&utf16(u16::to_be_bytes), Ok("Grüße"));
        check(b"", Err("is empty"));
        check(b"%PDF-1.7\n", Err("is no UI dump: it begins with `%PDF-1.7`"));
        check(b"ERROR: null root node returned by UiTestAutomationBridge.", Err("has no screen"));
        check(&vec![b' '; MAX_BYTES + 1], Err("more than"));
        assert!(tree(folder.path()).is_err() && tree(&folder.path().join("absent")).is_err());
    }
}
