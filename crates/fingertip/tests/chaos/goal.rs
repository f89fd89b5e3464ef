//! The goal of a run in words, and how often the phone's state shows that it was done.

use serde_json::Value;

use crate::model::{Job, NUMBER};
use crate::phone::Phone;
use crate::tool::Tool;

/// The folder of notes on the phone.
const NOTES: &str = "cat /storage/emulated/0/Documents/Markor/* 2>/dev/null";
const WALLET: &str = "com.google.android.apps.walletnfcrel";
const SAM: &str = "+15550101";
const MOM: &str = "+15550103";

/// A goal.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// A message, by plan.
    Text(String),
    /// A call, by plan.
    Call,
    /// Both, by plan.
    TextThenCall(String),
    /// A payment in whole dollars, by plan; a person must approve it.
    Pay(u32),
    /// An alarm at this minute after six, by plan.
    Alarm(u32),
    /// A note, by plan.
    Note(String),
    /// A timer of this many minutes, by plan.
    Timer(u32),
    /// The flashlight on, by plan.
    Torch,
    /// A message, by a model.
    ModelText(String),
    /// A tool call, by a model.
    ModelTool(String),
    /// A message, by a model that asks the person for the words.
    ModelAsk(String),
}

/// One effect that belongs to a goal, and how often it happened.
#[derive(Clone, Debug)]
pub(crate) struct CountedEffect {
    pub(crate) what: String,
    pub(crate) times: usize,
}

impl Goal {
    /// Returns the person's request.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Text(words) => format!("text Sam that {words}"),
            Self::Call => "call Mom".to_owned(),
            Self::TextThenCall(words) => format!("text Sam that {words}, then call Mom"),
            Self::Pay(dollars) => format!("pay Sam {dollars} dollars"),
            Self::Alarm(minute) => format!("set an alarm for 6:{minute:02} am"),
            Self::Note(words) => format!("write a note that says {words}"),
            Self::Timer(minutes) => format!("set a timer for {minutes} minutes"),
            Self::Torch => "turn on the flashlight".to_owned(),
            Self::ModelText(_) => "tell +1 555 0142 the news".to_owned(),
            Self::ModelTool(_) => "post the word on the board".to_owned(),
            Self::ModelAsk(_) => "ask me what to tell +1 555 0142, and tell them".to_owned(),
        }
    }

    /// Returns the model's job.
    pub(crate) fn job(&self) -> Job {
        match self {
            Self::ModelText(words) => Job::Text(words.clone()),
            Self::ModelTool(word) => Job::Tool(word.clone()),
            Self::ModelAsk(_) => Job::Ask,
            _ => Job::None,
        }
    }

    /// Returns the mind that decides the steps.
    pub(crate) fn mind(&self) -> &'static str {
        match self {
            Self::ModelText(_) | Self::ModelTool(_) | Self::ModelAsk(_) => "fake",
            _ => "plan",
        }
    }

    /// Returns the person's answer when asked for words.
    pub(crate) fn dictation(&self) -> &str {
        match self {
            Self::ModelAsk(words) => words,
            _ => "I do not know",
        }
    }

    /// Whether it always needs a person's yes, whatever was allowed in advance.
    pub(crate) fn always_asks(&self) -> bool {
        matches!(self, Self::Pay(_))
    }

    /// Returns roughly how many lines its journal has without faults.
    pub(crate) fn lines(&self) -> usize {
        match self {
            Self::Text(_) => 34,
            Self::TextThenCall(_) | Self::Pay(_) => 46,
            Self::ModelText(_) | Self::ModelAsk(_) => 30,
            Self::Torch => 24,
            Self::Call | Self::Alarm(_) | Self::Note(_) | Self::Timer(_) | Self::ModelTool(_) => 14,
        }
    }

    /// Counts the effects in the phone's and the tool's own state.
    pub(crate) fn effects(&self, phone: &Phone, tool: &Tool) -> Vec<CountedEffect> {
        let state = phone.effects();
        let effect = |what: &str, times: usize| CountedEffect { what: what.to_owned(), times };
        let text = |to: &str, words: &str| {
            let same = |message: &&Value| message["address"] == to && is_said(&message["body"], words);
            effect("message", new(phone, &state, "/messages").into_iter().filter(same).count())
        };
        let call = || {
            let same = |call: &&Value| call["number"] == MOM && call["kind"] == "outgoing";
            effect("call", new(phone, &state, "/calls").into_iter().filter(same).count())
        };
        match self {
            Self::Text(words) => vec![text(SAM, words)],
            Self::ModelText(words) | Self::ModelAsk(words) => vec![text(NUMBER, words)],
            Self::Call => vec![call()],
            Self::TextThenCall(words) => vec![text(SAM, words), call()],
            Self::Pay(dollars) => {
                let cents = u64::from(*dollars) * 100;
                let paid = new(phone, &state, &format!("/apps/{WALLET}/payments"));
                vec![effect("payment", paid.into_iter().filter(|payment| payment["cents"] == cents).count())]
            }
            Self::Alarm(minute) => {
                let same = |alarm: &&Value| alarm["hour"] == 6 && alarm["minutes"] == *minute;
                vec![effect("alarm", new(phone, &state, "/alarms").into_iter().filter(same).count())]
            }
            Self::Timer(minutes) => {
                let length = u64::from(*minutes) * 60_000;
                let same = |timer: &&Value| timer["lengthMs"] == length;
                vec![effect("timer", new(phone, &state, "/timers").into_iter().filter(same).count())]
            }
            Self::Torch => vec![effect("light", usize::from(state["torch"] == true))],
            Self::Note(words) => {
                let notes = phone.shell(NOTES).to_lowercase();
                vec![effect("note", notes.matches(&words.to_lowercase()).count())]
            }
            Self::ModelTool(word) => {
                vec![effect("post", tool.posted().iter().filter(|posted| *posted == word).count())]
            }
        }
    }

    /// Lists the effects on other people that were not wanted.
    pub(crate) fn strays(&self, phone: &Phone, tool: &Tool) -> Vec<String> {
        let state = phone.effects();
        let wanted = self.effects(phone, tool);
        let times =
            |what: &str| wanted.iter().filter(|effect| effect.what == what).map(|effect| effect.times).sum::<usize>();
        let mut strays = Vec::new();
        let mut check = |what: &str, all: Vec<&Value>| {
            if all.len() > times(what) {
                strays.push(format!("a {what} that nobody wanted: {}", Value::from_iter(all.into_iter().cloned())));
            }
        };
        check("message", new(phone, &state, "/messages").into_iter().filter(|each| each["sent"] == true).collect());
        check("call", new(phone, &state, "/calls").into_iter().filter(|each| each["kind"] == "outgoing").collect());
        check("payment", new(phone, &state, &format!("/apps/{WALLET}/payments")));
        if tool.posted().len() > times("post") {
            strays.push(format!("posts that nobody wanted: {:?}", tool.posted()));
        }
        strays
    }
}

/// Whether a message is exactly these words; its first letter may be a capital.
fn is_said(body: &Value, words: &str) -> bool {
    body.as_str().is_some_and(|body| body.to_lowercase() == words.to_lowercase())
}

/// Returns the entries of a list that did not exist at the beginning of the run, by their ids.
fn new<'a>(phone: &Phone, state: &'a Value, list: &str) -> Vec<&'a Value> {
    let entries =
        |state: &'a Value| state.pointer(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let before = phone.untouched().pointer(list).and_then(Value::as_array).cloned().unwrap_or_default();
    entries(state).iter().filter(|entry| before.iter().all(|old| old["id"] != entry["id"])).collect()
}
