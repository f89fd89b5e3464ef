//! Summarises a plan in plain words, to be read out before a confirmation. The sentences are in
//! `grammar/<language>/say.txt`.

use action::plan::ActionPlan;
use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::say::{in_words, plain, say, spoken};

/// Describes the plan in one or more sentences.
pub fn summary(plan: &ActionPlan) -> String {
    let language = plan.metadata.language.as_deref().unwrap_or_default();
    let holds = plan.intent == action::plan::SEND_MESSAGE
        && !plan.steps.is_empty()
        && plan.steps.iter().all(|step| step.op != "send");
    if plan.requests.is_empty() {
        return sentence(language, &plan.intent, &plan.slots, plan.metadata.app.as_deref(), holds);
    }
    let app = |at: usize| plan.metadata.more.get("requests")?.get(at)?.get("app")?.as_str();
    let each = plan.requests.iter().enumerate();
    let each = each.map(|(at, request)| sentence(language, &request.intent, &request.slots, app(at), holds));
    each.collect::<Vec<_>>().join(&format!(" {} ", plain(language, "then")))
}

/// Describes the result of a step in the language of its plan. `key` and the values are those of a line `told …` in
/// `say.txt`.
pub fn told(plan: &ActionPlan, key: &str, values: &[(&str, &str)]) -> String {
    said(plan, &format!("told {key}"), values)
}

/// A text of `say.txt` in the language of a plan: `weekday`, `unit`.
pub fn said(plan: &ActionPlan, key: &str, values: &[(&str, &str)]) -> String {
    let language = plan.metadata.language.as_deref().unwrap_or_default();
    let mut filled: Map<String, Value> =
        values.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    if let Some(setting) = filled.get("setting").and_then(Value::as_str).map(str::to_owned) {
        let name = Map::from_iter([("setting".to_owned(), setting.as_str().into())]);
        filled.insert("subject".to_owned(), say(language, "subject", &name).into());
    }
    say(language, key, &filled)
}

/// Formats a day in the language of the plan: `Friday, 25 December 2026`.
pub fn day_in_words(plan: &ActionPlan, day: Date) -> String {
    dated(plan, day, true)
}

fn dated(plan: &ActionPlan, day: Date, with_year: bool) -> String {
    let language = plan.metadata.language.as_deref().unwrap_or_default();
    let number = |name: &str, number: String| Map::from_iter([(name.to_owned(), number.into())]);
    let weekday = say(language, "weekday", &number("number", day.weekday().to_monday_one_offset().to_string()));
    let month = say(language, "month", &number("number", day.month().to_string()));
    let values = [
        ("weekday", weekday),
        ("day", day.day().to_string()),
        ("month", month),
        ("year", if with_year { day.year().to_string() } else { String::new() }),
    ];
    say(language, "day", &values.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect())
}

/// Formats a day as seen from another: `today`, `tomorrow`, `on Friday`, `on Friday, 25 December 2026`.
pub fn near_day_in_words(plan: &ActionPlan, day: Date, today: Date) -> String {
    let weekday = said(plan, "weekday", &[("number", &day.weekday().to_monday_one_offset().to_string())]);
    let far = today.until(day).map_or(i32::MAX, |span| span.get_days());
    let near = match far {
        -1..=1 => far.to_string(),
        2..=6 => "week".to_owned(),
        _ => String::new(),
    };
    let day = dated(plan, day, day.year() != today.year());
    said(plan, "near day", &[("near", &near), ("weekday", &weekday), ("day", &day)])
}

/// Joins names in the language of the plan: `Monday, Tuesday and Friday`.
pub fn listed(plan: &ActionPlan, names: &[String]) -> String {
    listed_in(plan.metadata.language.as_deref().unwrap_or_default(), names)
}

/// Joins texts in a language: `English, German and Spanish`.
pub fn listed_in(language: &str, names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => {
            let values = [("first", first.join(", ")), ("second", last.clone())];
            say(language, "and", &values.map(|(name, value)| (name.to_owned(), value.into())).into_iter().collect())
        }
        names => names.concat(),
    }
}

/// The names of days of the week in the language of the plan; `all` for all seven.
pub fn weekdays_in_words(plan: &ActionPlan, days: &[jiff::civil::Weekday]) -> String {
    let name =
        |day: &jiff::civil::Weekday| said(plan, "weekday", &[("number", &day.to_monday_one_offset().to_string())]);
    if days.len() == 7 { "all".to_owned() } else { listed(plan, &days.iter().map(name).collect::<Vec<_>>()) }
}

/// Formats a number of seconds in the language of the plan: `5 minutes 30 seconds`.
pub fn span_in_words(plan: &ActionPlan, seconds: u64) -> String {
    span(plan.metadata.language.as_deref().unwrap_or_default(), seconds)
}

fn sentence(language: &str, intent: &str, slots: &Map<String, Value>, app: Option<&str>, holds: bool) -> String {
    let mut values = slots.clone();
    let text = |name: &str| in_words(slots.get(name));
    let mut put = |name: &str, value: String| values.insert(name.to_owned(), value.into());
    if text("app").is_empty() {
        put("app", app.unwrap_or_default().to_owned());
    }
    if holds {
        put("held", "true".to_owned());
    }
    // Without the full stop, which the quotation would double.
    put("content", text("content").trim_end_matches('.').to_owned());
    put("setting", spoken(language, &text("setting")));
    if let Some(days) = slots.get("days").and_then(Value::as_array) {
        values.insert("days".to_owned(), weekdays(language, days).into());
    }
    let when = say(language, "when", &values);
    let mut put = |name: &str, value: String| values.insert(name.to_owned(), value.into());
    put("when", when);
    put("span", span(language, slots.get("duration_s").and_then(Value::as_u64).unwrap_or_default()));
    match slots.get("change").and_then(Value::as_i64) {
        Some(change) if change < 0 => put("less", change.unsigned_abs().to_string()),
        Some(change) => put("more", change.to_string()),
        None => None,
    };
    let own = say(language, &format!("do {intent}"), &values);
    if own.is_empty() { plain(language, "do") } else { own }
}

/// Formats days of the week as a plan names them; `all` for all seven.
fn weekdays(language: &str, days: &[Value]) -> String {
    let number = |day: &Value| action::plan::DAYS.iter().position(|name| day.as_str() == Some(name)).map(|at| at + 1);
    let name =
        |number: usize| say(language, "weekday", &Map::from_iter([("number".to_owned(), number.to_string().into())]));
    let names: Vec<String> = days.iter().filter_map(number).map(name).collect();
    if names.len() == action::plan::DAYS.len() { "all".to_owned() } else { listed_in(language, &names) }
}

/// Formats `330` seconds as `5 minutes 30 seconds`.
fn span(language: &str, seconds: u64) -> String {
    let mut values = Map::new();
    let parts = [("hour", seconds / 3600), ("minute", seconds % 3600 / 60), ("second", seconds % 60)];
    for (unit, count) in parts.into_iter().filter(|(_, count)| *count > 0) {
        let counted = Map::from_iter([("count".to_owned(), count.into())]);
        values.insert(format!("{unit}s"), count.into());
        values.insert(format!("{unit}_word"), say(language, unit, &counted).into());
    }
    say(language, "span", &values).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_as_people_say_them() {
        let today = jiff::civil::date(2026, 9, 10);
        for (day, english, german, spanish) in [
            ("2026-09-09", "yesterday", "gestern", "ayer"),
            ("2026-09-10", "today", "heute", "hoy"),
            ("2026-09-11", "tomorrow", "morgen", "mañana"),
            ("2026-09-14", "on Monday", "am Montag", "el lunes"),
            ("2026-09-17", "on Thursday, 17 September", "am Donnerstag, 17. September", "el jueves, 17 de septiembre"),
            ("2027-01-01", "on Friday, 1 January 2027", "am Freitag, 1. Januar 2027", "el viernes, 1 de enero de 2027"),
            ("2026-09-08", "on Tuesday, 8 September", "am Dienstag, 8. September", "el martes, 8 de septiembre"),
        ] {
            for (language, expected) in [("en", english), ("de", german), ("es", spanish)] {
                let mut plan = ActionPlan::unknown(action::Finite::ZERO, "");
                plan.metadata.language = Some(language.to_owned());
                assert_eq!(near_day_in_words(&plan, day.parse().unwrap(), today), expected);
            }
        }
    }

    #[test]
    fn weekdays_are_named_in_the_language_of_the_plan() {
        let all: Vec<Value> = action::plan::DAYS.iter().map(|day| (*day).into()).collect();
        let two: Vec<Value> = vec!["monday".into(), "friday".into()];
        for (language, some, every) in [
            ("en", "at 07:00 every Monday and Friday", "at 07:00 every day"),
            ("de", "um 07:00 jeden Montag und Freitag", "um 07:00 jeden Tag"),
            ("es", "a las 07:00 cada lunes y viernes", "a las 07:00 cada día"),
        ] {
            for (days, expected) in [(&two, some), (&all, every)] {
                let slots = Map::from_iter([
                    ("time".to_owned(), "07:00".into()),
                    ("days".to_owned(), Value::Array(days.clone())),
                ]);
                let said = sentence(language, "set_alarm", &slots, None, false);
                assert!(said.contains(expected), "{said:?} without {expected:?}");
            }
        }
    }

    #[test]
    fn names_are_listed() {
        let plan = ActionPlan::unknown(action::Finite::ZERO, "");
        let list = |names: &[&str]| listed(&plan, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }
}
