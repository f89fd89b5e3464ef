//! Tests keys against a pair that adb itself made (`adb keygen`), key files, and both sides of the proof.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::duplex;

use super::{Demand, Keys};
use crate::daemon::{Services, serve_trusted};
use crate::{Banner, Client, Error, Options, Result, Stream};

/// Made by Debian's `adb keygen` for these tests; no phone knows it.
const PEM: &str = include_str!("fixture.pem");
/// The public key that it wrote.
const PUBLIC: &str = include_str!("fixture.pub");

struct Nothing;

impl Services for Nothing {
    async fn open(&self, _: &str, _: Stream) -> Result<()> {
        Ok(())
    }
}

#[test]
fn the_public_key_is_written_as_adb_writes_it() {
    let keys = Keys::from_pem(PEM).unwrap();
    let (key, comment) = PUBLIC.trim_end_matches(['\0', '\n']).split_once(' ').unwrap();
    assert_eq!(keys.public_key(comment).unwrap(), format!("{key} {comment}"));
    assert!(Keys::from_pem("-----BEGIN NONSENSE-----").is_err());
}

#[test]
fn keys_lie_in_the_usual_places() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".android");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("adbkey"), PEM).unwrap();
    std::fs::write(home.path().join("one.adb_key"), PEM).unwrap();
    std::fs::write(home.path().join("not-a-key.txt"), PEM).unwrap();
    let list = std::env::join_paths([home.path(), &folder.join("adbkey"), &home.path().join("nope")]).unwrap();
    assert_eq!(Keys::in_places(Some(home.path()), Some(&list)).unwrap().0.len(), 3);
    assert_eq!(Keys::in_places(None, Some(&list)).unwrap().0.len(), 2);
    std::fs::write(folder.join("adbkey"), "spoilt").unwrap();
    let spoilt = Keys::in_places(Some(home.path()), None).unwrap_err();
    assert!(matches!(&spoilt, Error::Unauthorized { remedy, .. } if remedy.contains("move it away")), "{spoilt}");
}

#[test]
fn a_missing_key_is_made_once_and_for_its_owner_only() {
    let home = tempfile::tempdir().unwrap();
    let made = Keys::in_places(Some(home.path()), None).unwrap();
    assert_eq!(Keys::in_places(Some(home.path()), None).unwrap().0, made.0);
    let mut names: Vec<_> =
        std::fs::read_dir(home.path().join(".android")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["adbkey", "adbkey.pub"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(home.path().join(".android/adbkey")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_asks_gets_a_proof() {
    let known = vec![PUBLIC.to_owned()];
    let rows = [
        ("known", Demand { known: known.clone(), consent: false }, Keys::from_pem(PEM).unwrap(), "Ok"),
        ("consent", Demand { known: Vec::new(), consent: true }, Keys::from_pem(PEM).unwrap(), "Ok"),
        ("strange", Demand::default(), Keys::from_pem(PEM).unwrap(), "Err(Unauthorized"),
        ("no key", Demand { known, consent: true }, Keys::default(), "Err(Unauthorized"),
    ];
    for (name, demand, keys, expected) in rows {
        let (ours, theirs) = duplex(4096);
        let phone = tokio::spawn(async move {
            serve_trusted(theirs, &Banner::device("a", "b", "c", &[]), Some(&demand), Arc::new(Nothing)).await
        });
        let options = Options { keys: Some(keys), timeout: Duration::from_secs(5), ..Options::default() };
        let said = format!("{:?}", Client::over(ours, "x", options).await);
        assert!(said.starts_with(expected), "{name}: {said}");
        drop(phone.await.unwrap());
    }
}
