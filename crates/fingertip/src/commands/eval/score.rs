//! The counts behind the tables.

use std::collections::BTreeMap;

use action::plan::{ActionPlan, UNKNOWN, intents};
use serde_json::{Map, Value, json};

/// The names that CLINC and SLURP use for our intents.
const NAMES: &[(&str, &str)] = &[
    ("text", "send_message"),
    ("make_call", "call_contact"),
    ("alarm", "set_alarm"),
    ("alarm_set", "set_alarm"),
    ("timer", "set_timer"),
    ("change_volume", "set_volume"),
    ("audio_volume_up", "set_volume"),
    ("audio_volume_down", "set_volume"),
    ("audio_volume_mute", "set_volume"),
    ("play_music", "play_media"),
    ("play_radio", "play_media"),
    ("play_podcasts", "play_media"),
    ("play_audiobook", "play_media"),
    ("pay_bill", "pay"),
    ("transfer", "pay"),
    ("reset_settings", "factory_reset"),
    ("directions", "navigate_to"),
    ("time", "tell_time"),
    ("date", "tell_date"),
    ("greeting", "tell_help"),
    ("what_can_i_ask_you", "tell_help"),
    ("next_song", "control_media"),
    ("reminder_update", "set_reminder"),
    ("calculator", "calculate"),
    ("qa_maths", "calculate"),
    ("measurement_conversion", "convert_units"),
    ("alarm_query", "tell_alarms"),
    ("alarm_remove", "cancel_alarm"),
    ("calendar", "tell_events"),
    ("calendar_query", "tell_events"),
];

/// Labels under which the data has requests of several of our intents: each of these is right as well.
const ALSO: &[(&str, &str)] = &[
    ("datetime_query", "tell_date"),
    ("datetime_query", "tell_time"),
    ("play_audiobook", "control_media"),
    ("play_podcasts", "control_media"),
    ("podcasts", "control_media"),
    ("music", "control_media"),
    ("timer", "tell_timer"),
    ("timer", "cancel_timer"),
    ("timer", "control_stopwatch"),
    ("timer", "control_timer"),
    ("timer", "change_timer"),
    ("text", "reply"),
    ("make_call", "call_back"),
    ("change_volume", "set_ringer"),
    ("audio_volume_mute", "set_ringer"),
    ("meeting_schedule", "tell_events"),
    ("qa_maths", "convert_units"),
    ("qa_definition", "convert_units"),
    ("calculator", "convert_units"),
    ("email_sendemail", "reply"),
    ("query", "tell_events"),
    ("query", "tell_alarms"),
];

/// The number of confidence buckets: tenths.
const BUCKETS: usize = 10;

#[derive(Default)]
pub(super) struct Score {
    pub(super) utterances: usize,
    pub(super) bad_lines: usize,
    /// The rows by labelled intent.
    pub(super) intents: BTreeMap<String, Row>,
    /// How many utterances were outside the catalogue, and how many of them would have run without a question.
    pub(super) outside: usize,
    pub(super) ran_outside: usize,
    /// Per slot: how many were expected, and how many were right.
    pub(super) slots: BTreeMap<String, (usize, usize)>,
    /// (labelled, understood) where the two differ.
    pub(super) confusions: BTreeMap<(String, String), usize>,
    /// By tenths of confidence: how many plans, and how many right.
    pub(super) calibration: [(usize, usize); BUCKETS],
}

#[derive(Default)]
pub(super) struct Row {
    pub(super) meant: usize,
    pub(super) right: usize,
    /// Understood, with nothing missing.
    pub(super) complete: usize,
    /// Of the complete ones, those that run without a question.
    pub(super) unasked: usize,
}

impl Score {
    /// Counts one utterance. `plan` understands words, and also reads expected values that are given in words.
    pub(super) fn add(
        &mut self,
        intent: &str,
        slots: &Map<String, Value>,
        found: &ActionPlan,
        plan: &impl Fn(&str) -> ActionPlan,
    ) {
        self.utterances += 1;
        let meant = ours(intent);
        let also = ALSO.iter().any(|(label, known)| *label == intent && *known == found.intent);
        let right = also || meant.unwrap_or(UNKNOWN) == found.intent;
        let unasked = found.intent != UNKNOWN && !found.confirm && found.ask.is_none();
        match meant {
            Some(meant) => {
                let row = self.intents.entry(meant.to_owned()).or_default();
                row.meant += 1;
                row.right += usize::from(right);
                row.complete += usize::from(right && found.ask.is_none());
                row.unasked += usize::from(right && unasked);
            }
            None => {
                self.outside += 1;
                self.ran_outside += usize::from(unasked && !also);
            }
        }
        if !right {
            let meant = meant.unwrap_or(UNKNOWN).to_owned();
            *self.confusions.entry((meant, found.intent.clone())).or_default() += 1;
        }
        if found.intent != UNKNOWN {
            let bucket = (0..BUCKETS)
                .rev()
                .find(|bucket| found.confidence.get() * 10.0 >= f64::from(u8::try_from(*bucket).unwrap_or(0)));
            let (all, correct) = &mut self.calibration[bucket.unwrap_or(0)];
            *all += 1;
            *correct += usize::from(right);
        }
        if meant.is_some() {
            self.add_slots(intent, slots, found, plan);
        }
    }

    fn add_slots(
        &mut self,
        intent: &str,
        slots: &Map<String, Value>,
        found: &ActionPlan,
        plan: &impl Fn(&str) -> ActionPlan,
    ) {
        // Other data sets have their own slots; only the time of an alarm can be compared.
        let foreign = NAMES.iter().any(|(name, _)| *name == intent);
        if foreign && intent != "alarm_set" {
            return;
        }
        // SLURP gives a time in words; together they are read as a sentence of their own.
        let words = |name: &str| slots.get(name).and_then(Value::as_str).unwrap_or_default();
        let in_words = intent == "alarm_set";
        let said = [words("time"), words("timeofday"), words("date"), words("general_frequency")].join(" ");
        // A part of a date, or a duration, makes no sentence together with the rest, so each is tried alone.
        let sentences = [
            format!("set an alarm for {said}"),
            format!("set an alarm in {}", words("time")),
            format!("set an alarm for {}", words("time")),
        ];
        for (name, expected) in slots {
            let expected = match name.as_str() {
                "time" | "date" if in_words => {
                    sentences.iter().find_map(|sentence| plan(sentence).slots.remove(name)).unwrap_or_default()
                }
                _ if in_words => continue,
                _ => expected.clone(),
            };
            let (all, right) = self.slots.entry(name.clone()).or_default();
            *all += 1;
            let same = found.slots.get(name).is_some_and(|value| folded(value) == folded(&expected));
            *right += usize::from(same && found.intent == ours(intent).unwrap_or(UNKNOWN));
        }
    }

    /// Returns the whole score as JSON.
    pub(super) fn report(&self) -> Value {
        let intents: Map<String, Value> = self
            .intents
            .iter()
            .map(|(intent, row)| {
                let row =
                    json!({"meant": row.meant, "right": row.right, "complete": row.complete, "unasked": row.unasked});
                (intent.clone(), row)
            })
            .collect();
        let confusions: Vec<Value> = self
            .confusions
            .iter()
            .map(|((meant, understood), count)| json!({"meant": meant, "understood": understood, "count": count}))
            .collect();
        let calibration: Vec<Value> = (0_u8..)
            .zip(&self.calibration)
            .map(|(tenth, (all, right))| json!({"from": f64::from(tenth) / 10.0, "plans": all, "right": right}))
            .collect();
        let slots: Map<String, Value> = self
            .slots
            .iter()
            .map(|(name, (all, right))| (name.clone(), json!({"expected": all, "right": right})))
            .collect();
        json!({
            "utterances": self.utterances,
            "bad_lines": self.bad_lines,
            "intents": intents,
            "outside": {"utterances": self.outside, "unasked": self.ran_outside},
            "slots": slots,
            "confusions": confusions,
            "calibration": calibration,
        })
    }
}

/// Returns our name of an intent, or `None` if it is outside the catalogue.
fn ours(intent: &str) -> Option<&'static str> {
    let renamed = NAMES.iter().find(|(name, _)| *name == intent).map(|(_, ours)| *ours);
    renamed.or_else(|| intents().find(|known| *known == intent && *known != UNKNOWN))
}

/// Folds the case.
fn folded(value: &Value) -> String {
    value.to_string().to_lowercase()
}
