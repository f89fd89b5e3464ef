//! Which events agents receive, in which order, and what is kept while they are away.

use super::*;

fn say(text: &str) -> AgentEvent {
    AgentEvent::UserMessage { text: text.to_owned() }
}

fn texts(taken: &[Delivered]) -> Vec<String> {
    taken.iter().map(|each| format!("{} {}", each.id, serde_json::to_string(&*each.event).unwrap())).collect()
}

#[tokio::test]
async fn what_came_while_the_agent_was_away_is_there_once() {
    let mail = Mailboxes::default();
    mail.put("a", say("one"), 1000);
    mail.put("b", say("not yours"), 1000);
    let mut cursor = mail.open("a", None, 1000).unwrap();
    let taken = texts(&mail.next(&mut cursor).await.unwrap());
    assert_eq!(taken, ["1000 {\"type\":\"USER_MESSAGE\",\"text\":\"one\"}"]);
    mail.put("a", say("two"), 1001);
    let mut again = mail.open("a", None, 1001).unwrap();
    assert!(texts(&mail.next(&mut again).await.unwrap())[0].contains("two"), "the first was handed over already");
    let mut resumed = mail.open("a", Some(1000), 1001).unwrap();
    assert!(texts(&mail.next(&mut resumed).await.unwrap())[0].contains("two"));
    let mut stranger = mail.open("a", Some(99_999), 1001).unwrap();
    assert_eq!(mail.next(&mut stranger).await.unwrap().len(), 2, "a number that never was: all there is");
}

#[tokio::test]
async fn a_full_box_forgets_the_oldest_and_says_so() {
    let mail = Mailboxes::default();
    for n in 0..MOST_EVENTS + 3 {
        mail.put("a", say(&n.to_string()), 1);
    }
    let mut cursor = mail.open("a", None, 1).unwrap();
    let taken = texts(&mail.next(&mut cursor).await.unwrap());
    assert_eq!(taken.len(), MOST_EVENTS + 1);
    assert!(taken[0].contains("\"type\":\"LOST\",\"count\":3"), "{}", taken[0]);
    assert!(taken[1].contains("\"text\":\"3\""));
}

#[tokio::test]
async fn a_removed_agent_is_sent_away() {
    let mail = Mailboxes::default();
    let mut cursor = mail.open("a", None, 1).unwrap();
    mail.remove("a");
    assert!(mail.next(&mut cursor).await.is_none());
}
