//! Judges a run by the phone's and the tool's own state.

use serde_json::Value;

use crate::goal::Goal;
use crate::people::{About, GivenAnswer};
use crate::scenario::Scenario;
use crate::stage::Stage;

/// The kinds of findings: things that must never happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// It does not end, or does not answer.
    Hang,
    /// It reports success without the effect.
    FalseSuccess,
    /// An effect happened twice, or was not wanted.
    Doubled,
    /// An acknowledged change is gone.
    Lost,
    /// An action happened without the yes that it needs.
    Unasked,
    /// The process ended by itself.
    Crash,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Hang, Self::FalseSuccess, Self::Doubled, Self::Lost, Self::Unasked, Self::Crash];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hang => "hang",
            Self::FalseSuccess => "false success",
            Self::Doubled => "doubled",
            Self::Lost => "lost",
            Self::Unasked => "unasked",
            Self::Crash => "crash",
        }
    }
}

/// Something that must never happen, and did.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) kind: Kind,
    pub(crate) what: String,
}

impl Finding {
    /// Parses a finding from a line of the log.
    pub(crate) fn in_log(line: &str) -> Option<Self> {
        let (kind, what) = line.split_once("FINDING ")?.1.split_once(": ")?;
        let kind = Kind::ALL.into_iter().find(|each| each.name() == kind)?;
        Some(Self { kind, what: what.to_owned() })
    }
}

/// Checks that the task's own report is true, and that nothing happened twice.
pub(crate) fn judge_effects(stage: &Stage, goal: &Goal, view: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in goal.effects(&stage.phone, &stage.tool) {
        if view["state"] == "success" && effect.times == 0 {
            let what = format!("no {} was made, and the task says {}", effect.what, view["message"]);
            findings.push(Finding { kind: Kind::FalseSuccess, what });
        }
        if effect.times > 1 {
            let what = format!("{} times the same {}", effect.times, effect.what);
            findings.push(Finding { kind: Kind::Doubled, what });
        }
    }
    findings
}

/// Lists what is wrong with the end of the run.
pub(crate) fn judge(
    stage: &Stage,
    scenario: &Scenario,
    view: &Value,
    answers: &[GivenAnswer],
    journal: &[Value],
) -> Vec<Finding> {
    let mut findings = judge_effects(stage, &scenario.goal, view);
    let mut found = |kind: Kind, what: String| findings.push(Finding { kind, what });
    let effects = scenario.goal.effects(&stage.phone, &stage.tool);
    for stray in scenario.goal.strays(&stage.phone, &stage.tool) {
        found(Kind::Doubled, stray);
    }
    let done = effects.iter().any(|effect| effect.times > 0);
    let asks = scenario.goal.always_asks() || scenario.goal.mind() == "fake" && !scenario.yes;
    let allowed = answers.iter().any(|given| given.about == About::Consent && given.yes && given.taken);
    if done && asks && !allowed {
        found(Kind::Unasked, format!("it was done, and nobody said yes: {answers:?}"));
    }
    let mut taken: Vec<&str> =
        answers.iter().filter(|given| given.taken).map(|given| given.question.as_str()).collect();
    taken.sort_unstable();
    if let Some(pair) = taken.windows(2).find(|pair| pair[0] == pair[1]) {
        found(Kind::Doubled, format!("two answers to the question {} were taken", pair[0]));
    }
    // A recorded answer must reach the asker, also after a kill.
    let told = |line: &&Value| line["line"] == "tool_result" && line["tool"] == "ask_user" && line["ok"] == true;
    if journal.iter().filter(told).count() > 1 {
        found(Kind::Lost, "the person's answer was on record, and they were asked again".to_owned());
    }
    findings
}
