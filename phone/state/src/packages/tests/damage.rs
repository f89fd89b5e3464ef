//! APKs that are truncated, overwritten, inflated or inconsistent. Each gets an answer of Android's, without a panic
//! and without more memory or time than the file warrants.

use std::io::Write;

use proptest::prelude::*;

use super::*;

/// Checks the APK as for an installation; requires only that the check ends.
fn survives(bytes: &[u8]) {
    if let Err(said) = base(bytes) {
        assert!(said.starts_with("INSTALL_") || said.starts_with("-124"), "{said}");
    }
    _ = reader().text(bytes, "string", "app_name");
}

#[test]
fn an_apk_cut_anywhere_is_refused() {
    let whole = apk!("hello");
    for length in (0..whole.len()).step_by(7) {
        assert!(base(&whole[..length]).is_err(), "cut at {length}");
    }
}

/// Builds a zip with stored (uncompressed) files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        entry(&mut bytes, &mut directory, name, content, content.len(), 0);
    }
    finish(bytes, &directory, files.len())
}

fn entry(bytes: &mut Vec<u8>, directory: &mut Vec<u8>, name: &str, packed: &[u8], size: usize, method: u16) {
    let header = bytes.len() as u32;
    let common = |out: &mut Vec<u8>| {
        out.extend([20, 0, 0, 0]);
        out.extend(method.to_le_bytes());
        out.extend([0; 8]);
        out.extend((packed.len() as u32).to_le_bytes());
        out.extend((size as u32).to_le_bytes());
        out.extend((name.len() as u16).to_le_bytes());
        out.extend([0; 2]);
    };
    bytes.extend(0x0403_4b50_u32.to_le_bytes());
    common(bytes);
    bytes.extend(name.as_bytes());
    bytes.extend(packed);
    directory.extend(0x0201_4b50_u32.to_le_bytes());
    directory.extend([20, 0]);
    common(directory);
    directory.extend([0; 10]);
    directory.extend(header.to_le_bytes());
    directory.extend(name.as_bytes());
}

fn finish(mut bytes: Vec<u8>, directory: &[u8], count: usize) -> Vec<u8> {
    let at = bytes.len() as u32;
    bytes.extend(directory);
    bytes.extend(0x0605_4b50_u32.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend((count as u16).to_le_bytes().repeat(2));
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

#[test]
fn a_bomb_is_not_unpacked() {
    let mut packer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..256 {
        packer.write_all(&vec![0; 1 << 20]).unwrap();
    }
    let packed = packer.finish().unwrap();
    // The entry declares its true size, or a small one.
    for size in [256 << 20, 100] {
        for name in ["AndroidManifest.xml", "resources.arsc"] {
            let (mut bytes, mut directory) = (Vec::new(), Vec::new());
            entry(&mut bytes, &mut directory, name, &packed, size, 8);
            survives(&finish(bytes, &directory, 1));
        }
    }
}

#[test]
fn two_files_of_one_name_are_no_archive() {
    let twice = zip(&[("AndroidManifest.xml", b"a"), ("AndroidManifest.xml", b"b")]);
    assert!(base(&twice).unwrap_err().starts_with("INSTALL_PARSE_FAILED_NOT_APK"));
}

#[test]
fn sizes_that_lie_are_found() {
    let true_zip = zip(&[("AndroidManifest.xml", b"junk")]);
    let said = base(&true_zip).unwrap_err();
    assert!(said.ends_with("base.apk: Corrupt XML binary file"), "{said}");
    for at in 0..true_zip.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut lying = true_zip.clone();
            lying[at] = value;
            survives(&lying);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Overwrites bytes anywhere in the archive. `apk` tests the files inside it in the same way.
    #[test]
    fn an_archive_that_is_overwritten_is_answered(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..24)) {
        for whole in [apk!("hello"), apk!("adaptive"), apk!("jar-signed")] {
            let mut bytes = whole.to_vec();
            for (place, value) in &changes {
                let at = place.index(bytes.len());
                bytes[at] = *value;
            }
            survives(&bytes);
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..2048)) {
        survives(&bytes);
        survives(&zip(&[("AndroidManifest.xml", &bytes), ("resources.arsc", &bytes)]));
    }
}
