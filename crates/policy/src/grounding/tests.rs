//! Requests in people's words, and the statements they become.

use super::*;

fn check(said: &str, recipient: &str, kinds: &[Asked], named: bool) {
    let grounding = Grounding::of(said);
    for kind in [Asked::Message, Asked::Call] {
        assert_eq!(grounding.asks_for(kind), kinds.contains(&kind), "{kind:?} in {said}");
    }
    assert_eq!(grounding.names(recipient), named, "{recipient} in {said}");
}

#[test]
fn words_ask_for_a_kind_of_act_and_name_somebody() {
    use Asked::{Call, Message};
    for (said, recipient, kinds, named) in [
        ("text Sam that I am late", "Sam Carter", &[Message] as &[_], true),
        ("text sam that i'm late", "Sam Carter", &[Message], true),
        ("text Sam Miller that I am late", "Sam Carter", &[Message], false),
        ("text Sam that I am late", "Mom", &[Message], false),
        ("tell Mom I love her", "Mom", &[Message], true),
        ("call Sam", "Sam Carter", &[Call], true),
        ("please call Emily Chen", "Emily Chen", &[Call], true),
        ("show my last call with Sam", "Sam Carter", &[], true),
        ("read the text from Sam and tell me what he wants", "Sam Carter", &[], true),
        ("read me Sam's message", "Sam Carter", &[], true),
        ("look around a bit", "Sam Carter", &[], false),
        ("reply to Anna's message", "Anna", &[Message], true),
        ("Schreib Sam Grüße von mir", "Sam Carter", &[Message], true),
        ("Ruf Mama an", "Mom", &[Call], true),
        ("sag mir, was Sam will", "Sam Carter", &[], true),
        ("appelle maman", "Mom", &[Call], true),
        ("envoie un message à Sam", "Sam Carter", &[Message], true),
        ("llama a mamá", "Mom", &[Call], true),
        ("напиши Сэму, что я опоздаю", "Сэм", &[Message], true),
        ("给妈妈打电话", "Mom", &[Message, Call], true),
        ("告诉我妈妈说了什么", "Mom", &[], true),
        ("告诉Sam我会迟到", "Sam Carter", &[Message], true),
        ("お母さんに電話して", "Mom", &[Call], true),
        ("text 555-0142 hello", "+1 555-0142", &[Message], true),
        ("text 555-0142 hello", "+1 555-0143", &[Message], false),
        ("mail anna@example.com the plan", "anna@example.com", &[Message], true),
        ("mail anna@example.com the plan", "anna@evil.example", &[Message], false),
        ("text Sam hello, but do not write to Mom", "Mom", &[Message], false),
        ("text Sam hello, but do not write to Mom", "Sam Carter", &[Message], true),
        ("tell Sam that Mom is coming", "Mom", &[Message], false),
        ("text Sam's mom that the keys are here", "Mom", &[Message], false),
        ("send Sam Mom's contact", "Sam Carter", &[Message], true),
        ("let Mom and Emily know that I landed", "Emily Chen", &[Message], true),
        ("do not answer any calls", "Mom", &[], false),
        ("Napisz Oli, że kupiłem chleb", "Ola", &[Message], true),
        ("اتصل بأمي", "أمي", &[Call], true),
        ("record a voice message for Mom on WhatsApp and send it", "Mom", &[Message], true),
        ("what did I write to Nora?", "Nora", &[], true),
        ("रवि ने क्या लिखा?", "रवि", &[], true),
        ("return my missed call", "Emily Chen", &[Call], false),
        ("text Sam", "S\u{0430}m Carter", &[Message], false),
    ] {
        check(said, recipient, kinds, named);
    }
}

#[test]
fn records_resolve_a_description() {
    let mut grounding = Grounding::of("call back the last caller");
    assert!(grounding.describes_last_caller() && !grounding.names("+15550142"));
    grounding.found_in_records("+1 555 0142");
    assert!(grounding.names("(555) 0142") && !grounding.names("+15550143"));
}
