//! Any text as a script for the simulated phone's shell: it ends, within its bounds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim::phone::Phone;
use sim::profile::Profile;

thread_local! {
    static PHONE: std::cell::RefCell<Phone> = std::cell::RefCell::new(sim::bare_phone(Profile::default(), 1_794_650_400_000));
}

fuzz_target!(|script: &str| {
    PHONE.with_borrow_mut(|phone| {
        let outcome = shell::run(script, phone, b"some input");
        assert!((0..=255).contains(&outcome.status));
    });
});
