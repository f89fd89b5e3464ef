//! Copies a person's file to the phone: over sync, without replacing any, and announces it to the gallery.
//!
//! The person chooses the file's name, which may be hostile: only letters, digits and a few characters of it are kept,
//! and the command that tells the gallery quotes it anyway. No file of the phone is replaced. Pictures go where the
//! gallery looks, everything else into the downloads.

use adb::sync::FileSync;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::DeviceError;
use crate::connection::Connection;
use crate::settle::within;
use crate::shell_command::shell_command;
use crate::wire::{Connect, Limit, WireError, sent};

/// The largest file that is copied to a phone, in bytes.
pub const MOST_FILE: usize = 32 << 20;

/// The most names that are tried before giving up.
const NAMES: u32 = 100;
/// The longest name, in bytes: phones accept 255, and a number may be added.
const MOST_NAME: usize = 120;
/// The longest extension that is kept when a name is cut.
const MOST_ENDING: usize = 12;
/// A regular file, readable and writable by its owner and the group of shared storage.
const MODE: u32 = 0o100_660;
/// The name of this operation in errors.
const WORK: &str = "sync push";

/// Copies a file to the phone and returns its path.
pub(crate) async fn push_file<C: Connect>(
    phone: &Connection<C>,
    name: &str,
    data: &[u8],
    modified: u32,
) -> Result<String, DeviceError> {
    if data.len() > MOST_FILE {
        return Err(DeviceError::FileTooLarge { bytes: data.len(), most: MOST_FILE });
    }
    let name = safe_name(name);
    let folder = if is_picture(data) { "/sdcard/Pictures" } else { "/sdcard/Download" };
    let limit = Limit::LONG;
    let work = async |path: Option<String>| {
        let stream = phone.open("sync:", limit).await?;
        let mut session = FileSync::new(stream, &[], limit.time);
        let path = match path {
            Some(path) => path,
            None => free(&mut session, folder, &name).await?,
        };
        let pushed = match session.push(&path, MODE, modified, data).await {
            Ok(()) => whole(&mut session, &path, data.len()).await,
            Err(error) => Err(error),
        };
        Ok::<_, Trouble>((path, pushed))
    };
    let refused = |said: String| DeviceError::FileRefused { name: name.clone(), said };
    let found = |trouble| match trouble {
        Trouble::Wire(why) => DeviceError::Wire(why),
        Trouble::Full => refused(format!("there are {NAMES} files of this name in {folder} already")),
    };
    let (path, mut pushed) = within(WORK, limit.time, async { Ok(work(None).await) }).await?.map_err(found)?;
    if pushed.as_ref().is_err_and(|error| sent(error, WORK).is_lost()) {
        // The name was free, so the existing file is the first half of this one.
        pushed = within(WORK, limit.time, async { Ok(work(Some(path.clone())).await) }).await?.map_err(found)?.1;
    }
    pushed.map_err(|error| match sent(&error, WORK) {
        WireError::Refused(said) | WireError::Broken(said) => refused(said),
        why => DeviceError::Wire(why),
    })?;
    // Since Android 11 the gallery notices by itself; before, it needs a broadcast. Either way the file is there.
    let told =
        shell_command!("am", "broadcast", "-a", "android.intent.action.MEDIA_SCANNER_SCAN_FILE", "-d", address(&path));
    let _ = phone.query_unchecked(&told, Limit::SHORT).await;
    Ok(path)
}

enum Trouble {
    Wire(WireError),
    Full,
}

impl From<WireError> for Trouble {
    fn from(why: WireError) -> Self {
        Self::Wire(why)
    }
}

/// Returns the first free name: `photo.jpg`, `photo-2.jpg` …
async fn free<S>(session: &mut FileSync<S>, folder: &str, name: &str) -> Result<String, Trouble>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    let (stem, ending) = split(name);
    for number in 1..=NAMES {
        let path = match number {
            1 => format!("{folder}/{name}"),
            number => format!("{folder}/{stem}-{number}{ending}"),
        };
        if session.stat(&path).await.map_err(|error| sent(&error, WORK))?.is_none() {
            return Ok(path);
        }
    }
    Err(Trouble::Full)
}

/// Whether the whole file arrived.
async fn whole<S>(session: &mut FileSync<S>, path: &str, bytes: usize) -> adb::Result<()>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    let there = session.stat(path).await?.map_or(0, |stat| stat.size);
    if there == bytes as u64 {
        return Ok(());
    }
    Err(adb::Error::Refused(format!("only {there} of {bytes} bytes arrived; is the phone full?")))
}

/// Returns a name that is safe in every shell, file system and address. Folders are dropped.
fn safe_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let name: String = last.chars().map(|letter| if kept(letter) { letter } else { '_' }).collect();
    // A leading dot hides a file, and a leading dash makes it an option.
    let name = name.trim_start_matches(['.', '-', '_']).trim_end_matches('.');
    let (stem, ending) = split(name);
    let room = MOST_NAME - MOST_ENDING;
    let end = (0..=room.min(stem.len())).rev().find(|end| stem.is_char_boundary(*end)).unwrap_or(0);
    match &stem[..end] {
        "" => format!("file{ending}"),
        stem => format!("{stem}{ending}"),
    }
}

/// Splits `photo.jpg` into `photo` and `.jpg`. An overlong extension counts as none.
fn split(name: &str) -> (&str, &str) {
    let dot = name.rfind('.').filter(|dot| name.len() - dot <= MOST_ENDING);
    name.split_at(dot.unwrap_or(name.len()))
}

/// Whether the data begins like a picture: PNG, JPEG, GIF, WebP, HEIF and AVIF, BMP.
fn is_picture(data: &[u8]) -> bool {
    let begins = |sign: &[u8]| data.starts_with(sign);
    let at = |place: usize, sign: &[u8]| data.get(place..).is_some_and(|rest| rest.starts_with(sign));
    let heif = at(4, b"ftyp") && [&b"heic"[..], b"heix", b"mif1", b"avif"].iter().any(|brand| at(8, brand));
    begins(b"\x89PNG")
        || begins(b"\xff\xd8\xff")
        || begins(b"GIF8")
        || (begins(b"RIFF") && at(8, b"WEBP"))
        || heif
        || begins(b"BM")
}

/// The characters of a path that must be percent-encoded in an address.
const NOT_IN_ADDRESS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');

/// Returns the path as an address.
fn address(path: &str) -> String {
    format!("file://{}", utf8_percent_encode(path, NOT_IN_ADDRESS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_the_same_everywhere() {
        let long = format!("{}.jpeg", "é".repeat(200));
        let rows = [
            ("photo.jpg", "photo.jpg"),
            ("Mein Foto (1).jpg", "Mein_Foto__1_.jpg"),
            ("写真.png", "写真.png"),
            ("../../data/local/tmp/x.sh", "x.sh"),
            (r"C:\temp\x.txt", "x.txt"),
            ("-rf", "rf"),
            (".hidden", "hidden"),
            ("$(reboot);`id`'\".png", "reboot___id___.png"),
            ("a\0b\nc", "a_b_c"),
            ("x,33188", "x_33188"),
            ("", "file"),
            ("...", "file"),
            ("/", "file"),
            (".png", "png"),
            ("a.averylongendingindeed", "a.averylongendingindeed"),
        ];
        for (given, expected) in rows {
            assert_eq!(safe_name(given), expected, "{given}");
        }
        let cut = safe_name(&long);
        assert!(cut.len() <= MOST_NAME && cut.starts_with("éé") && cut.ends_with("é.jpeg"), "{cut}");
        assert_eq!(address("/sdcard/Pictures/é.png"), "file:///sdcard/Pictures/%C3%A9.png");
    }

    #[test]
    fn pictures_are_known_by_how_they_begin() {
        let pictures: [&[u8]; 6] =
            [b"\x89PNG\r\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\0\0\0\0WEBP", b"\0\0\0\x18ftypheic", b"BM6"];
        assert!(pictures.iter().all(|data| is_picture(data)));
        for other in [&b""[..], b"%PDF-1.7", b"RIFF\0\0\0\0WAVE", b"\0\0\0\x18ftypmp42", b"hello"] {
            assert!(!is_picture(other), "{other:?}");
        }
    }
}
