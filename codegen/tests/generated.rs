//! Whether the generated files on disk are what the types say.
//!
//! `cargo xtask codegen` runs this file with `FINGERTIP_CODEGEN=write`, which brings them up to date, and
//! `cargo xtask codegen --check` without it.

use std::path::Path;

use codegen::disk;

#[test]
fn the_files_on_disk_are_what_the_types_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let wanted = codegen::generate().unwrap();
    if std::env::var("FINGERTIP_CODEGEN").is_ok_and(|mode| mode == "write") {
        for difference in disk::write(root, &wanted).unwrap() {
            eprintln!("{difference}: done");
        }
    }
    let differences = disk::compare(&wanted, &disk::present(root).unwrap());
    let told: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "run `cargo xtask codegen`:\n{}", told.join("\n"));
}
