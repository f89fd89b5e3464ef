//! Lines with the emulator's answers, and their effects on the phone.

use std::sync::Arc;

use proptest::prelude::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use super::Console;
use crate::Adbd;
use commands::System;
use framework::Phone;
use state::profile::Profile;

const NOW: i64 = 1_794_650_400_000;

fn console(token: &str) -> Arc<Console> {
    let adbd = Adbd::new(Phone::new(Profile::default(), apps::SYSTEM, NOW), Arc::new(|| NOW));
    Console::new(adbd, "Pixel_8_API_34", token)
}

/// Returns the answers to these bytes, without the greeting.
async fn answer(console: &Console, lines: &[u8]) -> String {
    let (ours, mut theirs) = duplex(1 << 20);
    theirs.write_all(lines).await.unwrap();
    theirs.shutdown().await.unwrap();
    // An incomplete line ends the session.
    _ = console.serve(ours).await;
    let mut bytes = Vec::new();
    theirs.read_to_end(&mut bytes).await.unwrap();
    let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    text.split_once("OK\n").map_or_else(String::new, |(_, rest)| rest.to_owned())
}

#[tokio::test]
async fn lines_are_answered_as_the_emulator_answers_them() {
    let console = console("");
    for (lines, expected) in [
        ("ping\n", "I am alive!\nOK\n"),
        ("avd name\r\n", "Pixel_8_API_34\nOK\n"),
        ("avd status\n", "virtual device is running\nOK\n"),
        ("evil\n", "KO: unknown command, try 'help'\n"),
        ("gsm\n", "KO: missing or unknown sub-command, try 'help gsm'\n"),
        ("gsm call\n", "KO: missing argument, try 'gsm call <phonenumber>'\n"),
        ("gsm call evil\n", "KO: bad phone number format, use digits, # and + only\n"),
        ("gsm call 5550100\ngsm list\n", "OK\ninbound from 5550100    : incoming\nOK\n"),
        ("gsm accept 5550100\ngsm list\n", "OK\ninbound from 5550100    : active\nOK\n"),
        ("gsm cancel 5550199\n", "KO: could not cancel this number\n"),
        ("gsm cancel 5550100\ngsm list\n", "OK\nOK\n"),
        ("gsm status\n", "gsm voice state: home\ngsm data state:  home\nOK\n"),
        ("sms send 5550100\n", "KO: missing argument, try 'sms send <phonenumber> <text message>'\n"),
        ("sms send 5550100 hello  there\n", "OK\n"),
        ("geo fix -0.1275 51.507 11\n", "OK\n"),
        ("geo fix 200 1\n", "KO: invalid longitude value. Must be in range [-180, 180]\n"),
        ("geo fix a b\n", "KO: argument 'a' is not a number\n"),
        ("geo fix 1\n", "KO: not enough arguments: see 'help geo fix' for details\n"),
        ("power capacity 12\npower ac on\npower status charging\n", "OK\nOK\nOK\n"),
        ("power display\n", "AC: online\nstatus: Charging\nhealth: Good\npresent: true\ncapacity: 12\nOK\n"),
        ("power capacity 101\n", "KO: Usage: \"capacity <percentage>\"\n"),
        ("network speed edge\nnetwork delay gprs\n", "OK\nOK\n"),
        ("network speed evil\n", "KO: invalid <speed> argument, see 'help network speed' for valid values\n"),
        ("sensor get acceleration\n", "acceleration = 0:9.77622:0.813417\nOK\n"),
        ("sensor set acceleration 9.8:0:0\nsensor get acceleration\n", "OK\nacceleration = 9.77622:0:0.813417\nOK\n"),
        ("sensor set acceleration a\n", "KO: Usage: \"set <sensorname> <value-a>[:<value-b>[:<value-c>]]\"\n"),
        ("sensor get nose\n", "KO: unknown sensor name: nose, run 'sensor status' to get available sensors.\n"),
        ("rotate\nrotate\nrotate\n", "OK\nOK\nOK\n"),
        ("finger touch 1\nfinger touch x\n", "OK\nKO: invalid fingerid\n"),
        ("event send EV_KEY:KEY_HOME:1\nevent send 3:57:x\n", "OK\nKO: invalid event type, code or value\n"),
        ("avd snapshot list\n", "There is no snapshot available.\nOK\n"),
        ("avd snapshot load x\n", "KO: Device 'cache' does not have the requested snapshot 'x'\n"),
        ("avd snapshot save x\npower capacity 50\navd snapshot load x\n", "OK\nOK\nOK\n"),
        (
            "avd snapshot del x\navd snapshot delete x\n",
            "OK\nKO: Device 'cache' does not have the requested snapshot 'x'\n",
        ),
        ("redir list\n", "no active redirections\nOK\n"),
        ("quit\nping\n", ""),
        ("kill\nping\n", "OK: killing emulator, bye bye\n"),
    ] {
        assert_eq!(answer(&console, lines.as_bytes()).await, expected, "{lines}");
    }
    let seen = console.with(|phone| {
        let shared = phone.shared();
        let message =
            shared.messages.last().map(|message| (message.address.clone(), message.body.clone(), message.sent));
        let note = shared.notifications.first().map(|note| note.text.clone());
        let calls: Vec<String> = shared.calls.log.iter().rev().take(1).map(|call| call.kind.clone()).collect();
        (message, note, calls, shared.hardware.battery, shared.hardware.position.latitude, phone.display().rotation)
    });
    let message = Some(("5550100".to_owned(), "hello  there".to_owned(), false));
    let note = Some("hello  there".to_owned());
    assert_eq!(seen.await.unwrap(), (message, note, vec!["incoming".to_owned()], 12, 51.507, 0));
}

#[tokio::test]
async fn with_a_token_nothing_is_done_before_it_is_said() {
    let console = console("sesame");
    for (lines, expected) in [
        ("sms send 1 x\n", "KO: unknown command, try 'help'\n"),
        ("kill\n", "KO: unknown command, try 'help'\n"),
        ("auth open\n", "KO: authentication token does not match ~/.emulator_console_auth_token\n"),
        ("avd name\n", "Pixel_8_API_34\nOK\n"),
        ("auth sesame\npower capacity 7\n", "Android Console: type 'help' for a list of commands\nOK\nOK\n"),
    ] {
        assert_eq!(answer(&console, lines.as_bytes()).await, expected, "{lines}");
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_is_passed_over() {
    let console = console("");
    for length in [4095, 4096, 4097, 8192, 100_000] {
        let lines = [vec![b'x'; length], b"\nping\n".to_vec()].concat();
        let said = answer(&console, &lines).await;
        assert!(said.starts_with("KO: ") && said.ends_with("I am alive!\nOK\n"), "{length}: {said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn garbage_is_answered_and_breaks_nothing(
        word in prop::sample::select(vec!["gsm", "sms", "geo", "power", "network", "sensor", "event", "avd", "auth", "help", ""]),
        verb in prop::sample::select(vec!["call", "send", "fix", "capacity", "speed", "set", "snapshot", "text", ""]),
        rest in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        runtime.block_on(async {
            let console = console("");
            answer(&console, &[word.as_bytes(), b" ", verb.as_bytes(), b" ", &rest, b"\n"].concat()).await;
            assert!(answer(&console, b"ping\n").await.ends_with("I am alive!\nOK\n"));
        });
    }
}
