//! Random scripts: each one ends without a panic.

use proptest::prelude::*;

use super::{Phone, outcome_of};
use crate::run;

/// Building blocks of scripts, so that random ones are often almost valid.
const PIECES: &[&str] = &[
    "echo",
    "cat",
    "ls",
    "grep -E",
    "sed",
    "awk",
    "'{print $2}'",
    "sort -k2n",
    "cut -f1-",
    "tr a-z A-Z",
    "head -n",
    "tail",
    "xargs",
    "find . -name",
    "-exec",
    "{}",
    "\\;",
    "if",
    "then",
    "else",
    "fi",
    "while",
    "do",
    "done",
    "for i in",
    "case",
    "in",
    "esac",
    ";;",
    "{",
    "}",
    "(",
    ")",
    "((",
    "))",
    "[[",
    "]]",
    "[",
    "]",
    "$(",
    "`",
    "'",
    "\"",
    "\\",
    "$x",
    "${x:-",
    "${x%%",
    "${#x}",
    "${x//a/b}",
    "$((",
    "1+",
    "/0",
    "x=",
    "|",
    "||",
    "&&",
    "&",
    ";",
    "\n",
    ">",
    ">>",
    "<",
    "<<EOF",
    "EOF",
    "2>&1",
    "&>",
    "/dev/null",
    "/sdcard/*",
    "/data/local/tmp/f",
    "*",
    "?",
    "[a-",
    "~",
    "#",
    "!",
    " ",
    "\t",
    "a",
    "-1",
    "99999999999999999999",
    "é",
    "\u{0}",
    "rm -rf",
    "mkdir -p",
    "cp -r",
    "mv",
    "sh -c",
    "eval",
    "exec",
    "exit",
    "break",
    "continue",
    "return",
    "f()",
    "f",
    "printf '%*d'",
    "%s",
    "read x",
    "set --",
    "shift",
    "test",
    "-a",
    "date -d",
    "stat -c",
    "dd bs=1k count=3 if=/dev/zero",
    "base64 -d",
    "expr",
    "seq 1 3",
    "yes",
    "time",
    "timeout 1",
    "kill",
    "ps -o",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_text_ends(script in any::<String>()) {
        outcome_of(&script);
    }

    #[test]
    fn any_pieces_end(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24), spaced in any::<bool>()) {
        outcome_of(&pieces.join(if spaced { " " } else { "" }));
    }

    #[test]
    fn a_quoted_text_comes_back(text in "[^\u{0}]{0,40}") {
        let quoted = text.replace('\'', r"'\''");
        let printed = outcome_of(&format!("printf '%s' '{quoted}'"));
        prop_assert_eq!(String::from_utf8(printed.stdout).unwrap(), text.clone());
        let mut phone = Phone::new();
        run(&format!("input text '{quoted}'"), &mut phone, b"");
        prop_assert_eq!(phone.inputs.concat(), vec!["text".to_owned(), text.clone()]);
        if !text.starts_with('-') {
            let echoed = outcome_of(&format!("echo -E '{quoted}'"));
            prop_assert_eq!(String::from_utf8(echoed.stdout).unwrap(), format!("{text}\n"));
        }
    }

    #[test]
    fn any_awk_and_sed_end(text in "[ -~]{0,30}") {
        let quoted = text.replace('\'', r"'\''");
        outcome_of(&format!("awk '{quoted}' /sdcard/table; sed '{quoted}' /sdcard/table; grep -E '{quoted}' /sdcard/table"));
        outcome_of(&format!("awk '{{ {quoted} }}' /sdcard/table; echo $(({quoted}))"));
    }
}

#[test]
fn hostile_scripts_end() {
    for script in [
        "while true; do :; done",
        "while :; do echo y; done",
        "f() { f; }; f",
        "f() { f | f; }; f",
        "f() { eval f; }; f",
        "f() { sh -c 'echo x'; $(f); }; f",
        "x=a; while true; do x=$x$x; done",
        "x=$(yes); while true; do x=\"$x$x\"; done",
        "seq 1 1000000000",
        "yes | xargs -n 1 echo > /dev/null",
        "cat /dev/zero /dev/zero | wc -c",
        "while true; do cat /dev/urandom >> /data/local/tmp/x; done",
        "dd if=/dev/zero of=/sdcard/x bs=1G count=1000; while true; do cat /sdcard/x | md5sum; done",
        "awk 'BEGIN { while (1) x = x \"aaaaaaaa\" }'",
        "awk 'BEGIN { $99999999 = 1 }'",
        "printf '%999999999d' 1",
        "exec sh -c 'exec sh -c \"exec sh\"'",
        "echo /*/*/*/*/* /*/*/*/*/*/*",
        "cd /data/local/tmp; ln -s . a; echo a/a/a/a/*; find a; ls -R a",
        "cd /sdcard; mkdir q; while mkdir -p q/q/q/q/q/q/q; do cd q; done",
        "xargs xargs xargs echo",
        "echo 'a{1000}{1000}{1000}' | grep -E 'a{1000}{1000}{1000}'",
        "sleep 99999999999999999999d",
        "kill -9 $$; kill 0; kill -- -1",
        "trap 'trap \"echo x\" EXIT; exit' EXIT",
        "alias x=x; unset PATH IFS HOME; ls",
        "IFS=; for i in a; do set -- $i; done",
    ] {
        outcome_of(script);
    }
    let deep = "(".repeat(5000);
    outcome_of(&deep);
    outcome_of(&"$(".repeat(5000));
    outcome_of(&"{ ".repeat(5000));
    outcome_of(&"if ".repeat(5000));
    outcome_of(&"`".repeat(5001));
    outcome_of(&format!("echo $(({}1", "(".repeat(5000)));
    outcome_of(&format!("echo {}", "${x:-".repeat(5000)));
    outcome_of(&format!("test {}", "! ".repeat(5000)));
    outcome_of(&format!("awk '{}'", "(".repeat(5000)));
    outcome_of(&format!("echo {}", "a".repeat(1 << 20)));
}

/// Services run the shell on threads with small stacks.
#[test]
fn nesting_fits_a_small_stack() {
    let run = || {
        for script in [
            "f() { f; }; f",
            "f() { (if true; then { echo `f`; }; fi); }; f",
            "f() { sh -c 'x() { x; }; x'; eval f; }; f",
        ] {
            outcome_of(script);
        }
        let nested = format!("{}echo x{}", "( ".repeat(40), ")".repeat(40));
        assert_eq!(outcome_of(&nested).stdout, b"x\n");
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}
