//! Properties that hold for any words.

use proptest::prelude::*;

use super::super::logcat::Logcat;
use super::super::{Io, keycodes, names, run};
use super::fake::FakeSystem;

/// More than the longest valid output (`dumpsys` of everything).
const LONGEST: usize = 200_000;

/// Generates meaningful arguments mixed with arbitrary ones.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "start",
        "-n",
        "-a",
        "-d",
        "com.android.settings",
        "com.android.settings/.Settings",
        "list",
        "packages",
        "-f",
        "get",
        "put",
        "system",
        "secure",
        "--user",
        "0",
        "tap",
        "swipe",
        "text",
        "keyevent",
        "motionevent",
        "DOWN",
        "query",
        "--uri",
        "content://sms",
        "content://com.android.contacts/data",
        "--where",
        "_id=1",
        "--sort",
        "date",
        "--bind",
        "name:s:x",
        "window",
        "display",
        "package",
        "activity",
        "top",
        "-v",
        "epoch",
        "-T",
        "05-17 09:30:00.0",
        "install",
        "-S",
        "9999999999",
        "size",
        "99999999999x1",
        "-1",
        "1e40",
        "NaN",
        "--es",
        "broadcast",
        "é",
        "'",
        "(",
        "wifi",
        "volume",
        "--set",
        "9223372036854775807",
        "-0x-8000000000000000",
        "--stream",
        "battery",
        "set",
        "level",
    ]);
    prop_oneof![3 => known.prop_map(str::to_owned), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_words_end_well(at in 0..names().len(), args in prop::collection::vec(word(), 0..8)) {
        let mut system = FakeSystem::default();
        let mut io = Io { stdin: b"PK:x".to_vec(), ..Io::default() };
        let length: usize = args.iter().map(String::len).sum();
        let exit = run(names()[at], &args, &mut io, &mut system);
        prop_assert!(exit.is_some());
        prop_assert!(io.stdout.len() + io.stderr.len() < LONGEST + 30 * length);
    }

    #[test]
    fn input_text_types_ascii_or_nothing(text in any::<String>()) {
        let mut system = FakeSystem::default();
        run("input", &["text".to_owned(), text.clone()], &mut Io::default(), &mut system);
        let plain = text.chars().all(|c| matches!(c, ' '..='~' | '\n' | '\t'));
        prop_assert_eq!(system.calls.len(), usize::from(plain && !text.is_empty()));
    }
}

#[test]
fn key_names_and_numbers_are_each_other() {
    for code in 0..keycodes::count() {
        let name = keycodes::name(code).expect("every number has a name");
        assert_eq!(keycodes::from_text(&format!("KEYCODE_{name}")), code);
        assert_eq!(keycodes::from_text(&code.to_string()), code);
    }
    assert_eq!([keycodes::from_text("999"), keycodes::from_text("NOPE")], [0, 0]);
    let known =
        [("HOME", 3), ("BACK", 4), ("ENTER", 66), ("DEL", 67), ("APP_SWITCH", 187), ("WAKEUP", 224), ("PASTE", 279)];
    assert!(known.iter().all(|(name, code)| keycodes::from_text(name) == *code));
}

#[test]
fn a_followed_log_shows_what_its_filters_say() {
    let mut system = FakeSystem::default();
    let args = ["-v", "tag", "Wifi:I", "*:S"].map(str::to_owned);
    let Some(super::Exit::LongRunning(super::LongRunning::Logcat(logcat))) =
        run("logcat", &args, &mut Io::default(), &mut system)
    else {
        panic!("it follows")
    };
    let line = |level, tag: &str| state::shared::LogLine { date: 0, level, tag: tag.to_owned(), text: "x".to_owned() };
    let shown = |logcat: &Logcat, line| logcat.line(&line, &system.shared);
    assert_eq!(shown(&logcat, line('W', "Wifi")).as_deref(), Some("W/Wifi    : x\n"));
    assert_eq!(shown(&logcat, line('D', "Wifi")), None);
    assert_eq!(shown(&logcat, line('E', "Other")), None);
}
