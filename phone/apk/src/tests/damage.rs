//! Tests of APKs with overwritten parts or cycles: they give one of Android's errors, never a panic, and never use more
//! memory or time than the file's size justifies. `state::packages` tests their installation.

use proptest::prelude::*;

use super::*;
use crate::resources::Resources;
use crate::zip::Zip;
use crate::{manifest, xml};

/// Reads an APK as for installation; only checks that reading ends.
fn survives(bytes: &[u8]) {
    if let Err(said) = read(bytes) {
        assert!(said.starts_with("INSTALL_"), "{said}");
    }
    _ = reader().text(bytes, "string", "app_name");
}

/// Builds binary XML of nested elements, all named by the pool's only text.
fn nested(depth: usize) -> Vec<u8> {
    let mut body = Vec::new();
    // A pool with the text `a`.
    body.extend([1, 0, 28, 0, 36, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0]);
    body.extend([0, 0, 0, 0, 1, 1, b'a', 0]);
    for _ in 0..depth {
        body.extend([2, 1, 16, 0, 36, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255]);
        body.extend([255, 255, 255, 255, 0, 0, 0, 0, 20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
    for _ in 0..depth {
        body.extend([3, 1, 16, 0, 24, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]);
    }
    let mut file = vec![3, 0, 8, 0];
    file.extend((body.len() as u32 + 8).to_le_bytes());
    file.extend(body);
    file
}

#[test]
fn elements_lie_in_each_other_to_a_depth() {
    assert!(xml::read(&nested(60)).is_some());
    assert!(xml::read(&nested(10_000)).is_none());
}

#[test]
fn references_that_lead_in_circles_end() {
    // Every word of the table that could be a reference is pointed at the same resource, one after the other.
    let table = Zip::open(apk!("hello")).unwrap().read("resources.arsc", 1 << 20).unwrap();
    let mut circling = table.clone();
    for at in (0..table.len().saturating_sub(8)).step_by(4) {
        if table[at..at + 4] == [8, 0, 0, 3] {
            circling[at + 3] = 1;
            circling[at + 4..at + 8].copy_from_slice(&0x7f02_0000_u32.to_le_bytes());
        }
    }
    assert_ne!(circling, table);
    let resources = Resources::open(&circling, "en", 420, 34).unwrap();
    for id in 0x7f00_0000..0x7f00_0010_u32 {
        for kind in 1..6 {
            _ = resources.values(id | kind << 16);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Overwrites bytes anywhere in the files that are read.
    #[test]
    fn what_is_overwritten_is_answered(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..24)) {
        for whole in [apk!("hello"), apk!("adaptive"), apk!("jar-signed")] {
            let archive = Zip::open(whole).unwrap();
            for name in ["AndroidManifest.xml", "resources.arsc"] {
                let Some(mut file) = archive.read(name, 1 << 20) else { continue };
                for (place, value) in &changes {
                    let at = place.index(file.len());
                    file[at] = *value;
                }
                if let Some(document) = xml::read(&file) {
                    _ = manifest::read(&document, None, "x", 34);
                }
                if let Some(resources) = Resources::open(&file, "en", 420, 34) {
                    _ = resources.find("string", "app_name");
                    (0x7f01_0000..0x7f01_0004).for_each(|id| _ = resources.values(id));
                }
            }
            let mut bytes = whole.to_vec();
            for (place, value) in &changes {
                let at = place.index(bytes.len());
                bytes[at] = *value;
            }
            survives(&bytes);
        }
    }
}
