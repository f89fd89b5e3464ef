//! Serves one file below one folder, and never one outside it: for apps, tasks, the data folder and a page under
//! development.

mod kind;

use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use crate::percent::decode;
use crate::problem::Problem;

/// How much of a file is read at once.
const PIECE: usize = 64 << 10;
/// How deep a path may go.
const DEEPEST: usize = 32;

/// Serves the file at the percent-encoded `path` below `root`, piece by piece.
pub(crate) async fn serve(root: &Path, path: &str) -> Result<Response, Problem> {
    let wanted = below(root, path).ok_or_else(nothing)?;
    let (file, length) = open(root, &wanted).await.map_err(|error| {
        tracing::debug!(%error, path, "a file was not found");
        nothing()
    })?;
    let kind = kind::of(&wanted);
    let pieces = stream::try_unfold(file, async |mut file| {
        let mut piece = vec![0; PIECE];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok::<_, std::io::Error>((read > 0).then(|| (Bytes::from(piece), file)))
    });
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_LENGTH, length.to_string())];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

/// Returns the path below `root`, if each part of it is a plain name.
fn below(root: &Path, path: &str) -> Option<PathBuf> {
    let mut wanted = root.to_owned();
    let mut parts = path.split('/').collect::<Vec<_>>();
    // A folder means its index, as everywhere on the web.
    if parts.last() == Some(&"") {
        parts.pop();
        parts.push("index.html");
    }
    if parts.len() > DEEPEST {
        return None;
    }
    for part in parts {
        wanted.push(segment(part)?);
    }
    Some(wanted)
}

/// Decodes a part of a path as a name: not hidden, and without anything that leads elsewhere on any system.
pub(crate) fn segment(part: &str) -> Option<String> {
    let name = decode(part)?;
    let leads = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
    let plain = !name.is_empty() && !name.starts_with('.') && !name.contains(leads) && name.len() <= 255;
    plain.then(|| name.into_owned())
}

/// The same answer for everything that is missing or not public, so that it reveals nothing.
pub(crate) fn nothing() -> Problem {
    Problem::not_found("there is no such file")
}

/// Opens a file that is below `root` after all links are followed.
async fn open(root: &Path, wanted: &Path) -> std::io::Result<(File, u64)> {
    let root = tokio::fs::canonicalize(root).await?;
    let real = tokio::fs::canonicalize(wanted).await?;
    if !real.starts_with(&root) {
        return Err(std::io::Error::other("a link leads out of the folder"));
    }
    let file = File::open(&real).await?;
    let about = file.metadata().await?;
    if !about.is_file() {
        return Err(std::io::Error::other("it is not a file"));
    }
    Ok((file, about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_followed() {
        let root = Path::new("/data/files");
        for (path, expected) in [
            ("a.txt", Some("/data/files/a.txt")),
            ("a%20b/c.html", Some("/data/files/a b/c.html")),
            ("dir/", Some("/data/files/dir/index.html")),
            ("%252e%252e/x", Some("/data/files/%2e%2e/x")),
        ] {
            assert_eq!(below(root, path).as_deref(), expected.map(Path::new), "{path}");
        }
        for path in [
            "..",
            "../x",
            "a/../x",
            "%2e%2e/x",
            "%2E%2e%2fx",
            "..%2fx",
            "a%2f..%2fx",
            "..%5cx",
            "..\\x",
            "%5c..%5cx",
            ".hidden",
            "a/.git/config",
            "%2ehidden",
            "a//b",
            "%00",
            "a%00.txt",
            "a%0ab",
            "C:",
            "c%3a/x",
            "//x",
            "/x",
            "%c0%ae%c0%ae/x",
            "%",
            "a/./b",
            "%2e/x",
        ] {
            assert_eq!(below(root, path), None, "{path}");
        }
        assert_eq!(below(root, &"a/".repeat(100)), None);
    }
}
