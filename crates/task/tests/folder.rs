//! The data folder's lock between processes: a killed owner leaves it free.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use task::folder::Folder;

/// Set for the child process that acts as the owner: the folder to take.
const OWNER: &str = "FINGERTIP_TEST_FOLDER";

#[test]
fn a_killed_owner_leaves_the_folder_free() {
    if let Some(path) = std::env::var_os(OWNER) {
        let folder = Folder::open(path).unwrap();
        folder.announce("http://127.0.0.1:9", Some("secret")).unwrap();
        println!("\nowned");
        loop {
            std::thread::park();
        }
    }
    let place = tempfile::tempdir().unwrap();
    let mut owner = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_killed_owner_leaves_the_folder_free", "--nocapture"])
        .env(OWNER, place.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(owner.stdout.take().unwrap()).lines().map(Result::unwrap).find(|line| line == "owned");
    assert!(said.is_some());
    let found = Folder::owner(place.path()).unwrap();
    assert_eq!((found.pid, found.url.as_deref()), (owner.id(), Some("http://127.0.0.1:9")));
    Folder::open(place.path()).unwrap_err();

    owner.kill().unwrap();
    owner.wait().unwrap();
    assert_eq!(Folder::owner(place.path()), None);
    Folder::open(place.path()).unwrap();
}
