//! What the linker does for the binary that newcomers build: functions that came out the same are kept once.

#![expect(clippy::print_stdout, reason = "it is how a build script speaks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|given| given == value);
    // Where Rust links with its own linker, which can do it.
    if is("TARGET", "x86_64-unknown-linux-gnu") && is("PROFILE", "release") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
}
