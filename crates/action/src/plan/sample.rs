//! Plans with realistic values, as in the reference and the prompts.
//!
//! The first is the specification's own. A test reads back every one of them.

use serde_json::{Map, Value};

use super::*;

/// One plan of every shape: several steps, one step, several requests, a question, a confirmation, not understood.
pub fn samples() -> Vec<ActionPlan> {
    vec![message(), alarm(), two_requests(), two_sams(), payment(), not_understood()]
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn slots<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A confidence in hundredths.
fn sure(hundredths: u8) -> Finite {
    Finite::new(f64::from(hundredths) / 100.0).unwrap_or(Finite::ZERO)
}

/// A plan with `confirm` set by the policy.
fn plan(intent: &str, hundredths: u8, slots: Map<String, Value>, steps: Vec<Step>) -> ActionPlan {
    ActionPlan { slots, steps, ..ActionPlan::new(intent, sure(hundredths)) }.with_confirmation(false)
}

fn message() -> ActionPlan {
    let content = "I'll be there in ten minutes.";
    let steps = vec![
        Step::new("open_app").with("name", "WhatsApp"),
        Step::new("find_contact").with("name", "Sam"),
        Step::new("open_conversation"),
        Step::new("type_text").with("text", content),
        Step::new("send"),
    ];
    ActionPlan {
        metadata: Metadata { app: Some(text("WhatsApp")), context: Some(text("follow_up")), ..Metadata::default() },
        follow_up: Some(FollowUp { expected: true, prompt: text("Message sent. Anything else?") }),
        ..plan(SEND_MESSAGE, 92, slots([("recipient", "Sam".into()), ("content", content.into())]), steps)
    }
}

fn alarm() -> ActionPlan {
    let days = Value::from(vec!["monday", "friday"]);
    let step = Step::new("set_alarm").with("time", "07:30").with("days", days.clone());
    plan("set_alarm", 95, slots([("time", "07:30".into()), ("days", days)]), vec![step])
}

fn two_requests() -> ActionPlan {
    let switched = |setting: &str, state: &str| slots([("setting", setting.into()), ("state", state.into())]);
    let all = [switched("wifi", "off"), switched("bluetooth", "on")];
    let steps = all.iter().map(|args| Step { op: text("toggle_setting"), args: args.clone() }).collect();
    let requests = all.iter().map(|slots| Request { intent: text("toggle_setting"), slots: slots.clone() }).collect();
    ActionPlan { requests, ..plan("toggle_setting", 94, switched("wifi", "off"), steps) }
}

fn two_sams() -> ActionPlan {
    ActionPlan {
        ask: Some(Ask {
            slot: Some(text("recipient")),
            question: text("Which Sam do you mean?"),
            choices: vec![text("Sam Carter"), text("Sam Okafor")],
        }),
        ..plan("call_contact", 75, slots([("recipient", "Sam".into())]), Vec::new())
    }
}

fn payment() -> ActionPlan {
    let args = slots([("recipient", "Sam".into()), ("amount", "20 USD".into())]);
    let step = Step { op: text("pay"), args: args.clone() };
    plan("pay", 90, args, vec![step])
}

fn not_understood() -> ActionPlan {
    ActionPlan::unknown(sure(10), "I did not understand that. What should I do on the phone?")
}
