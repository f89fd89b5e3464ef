//! Plain-language requests without a model: the binary, a phone on a socket, a terminal.

use crate::people::Terminal;
use crate::rig::{Phone, Rig, of};

#[test]
fn without_a_model_words_become_deeds_and_the_next_request_knows_who_was_meant() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let run = |goal: &str| rig.said(&["run", goal, "--json", "--device", &phone.address]);
    let said = run("text Mom that dinner is ready");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(said.json()["message"], "I sent “Dinner is ready” to Mom.");
    assert_eq!(phone.sent_to("+15550103").iter().filter(|text| *text == "Dinner is ready").count(), 1);

    let said = run("call her");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!((said.json()["message"].as_str(), phone.calls_to("+15550103")), (Some("Calling Mom."), 1));

    // Answered in one sentence, and nothing is done.
    let said = run("fold the proteins");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.json()["message"].as_str().unwrap().contains("did not understand"), "{said:?}");
}

#[test]
fn what_is_missing_is_asked_for_in_the_terminal() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let terminal = Terminal::new();
    let child = terminal.spawn(rig.command(&["run", "text Mom", "--json", "--device", &phone.address]));
    terminal.asks(1);
    terminal.types("see you at five\n");
    let said = of(child);
    assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
    assert_eq!(phone.sent_to("+15550103").iter().filter(|text| *text == "See you at five").count(), 1);
}
