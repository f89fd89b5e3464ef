//! The workspace of an operation: its step, the values kept by earlier steps, and read access to the phone.

use std::sync::Arc;

use action::plan::{ActionPlan, Step};
use action::{App, Contact, Directory, LoopEvent};
use device::tree::Tree;
use device::{Reading, Table, rows};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::tz::{Offset, TimeZone};
use serde_json::{Map, Value};

use super::problem::Problem;
use super::ways::Move;
use crate::affordance::Sought;
use crate::context::Context;
use crate::deadline::Halt;
use crate::event::Event;

/// The key of the steps that undo the current one.
pub(crate) const WAY_BACK: &str = "way back";

/// The step in progress.
pub(crate) struct Work<'w> {
    pub(crate) step: &'w Step,
    pub(crate) plan: &'w ActionPlan,
    /// The values that the steps have found out. They are on record, so a resumed task has them.
    pub(crate) kept: &'w mut Map<String, Value>,
    pub(crate) context: &'w mut Context,
}

impl Work<'_> {
    /// A text argument; empty if missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.step.args.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// The sentence that tells a result, in the language of the request; see [`planner::told`].
    pub(crate) fn told(&self, key: &str, values: &[(&str, &str)]) -> String {
        planner::told(self.plan, key, values)
    }

    /// A problem with its sentence, in the language of the request.
    pub(crate) fn problem(&self, code: &'static str, key: &str, values: &[(&str, &str)]) -> Problem {
        Problem::new(code, self.told(key, values))
    }

    /// The language of the request; empty if it is not known.
    pub(crate) fn language(&self) -> &str {
        self.plan.metadata.language.as_deref().unwrap_or_default()
    }

    /// A number argument.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.step.args.get(name).and_then(Value::as_i64)
    }

    /// Whether an argument is present and true.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.step.args.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A list-of-texts argument.
    pub(crate) fn list(&self, name: &str) -> Vec<&str> {
        let list = self.step.args.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// Keeps a value for the check and for later steps.
    pub(crate) fn keep(&mut self, name: &str, value: impl Into<Value>) {
        self.kept.insert(name.to_owned(), value.into());
    }

    /// Keeps the state before this step, once: a restarted step finds the original value.
    pub(crate) fn keep_before(&mut self, value: impl Into<Value>) {
        self.kept.entry("before").or_insert_with(|| value.into());
    }

    /// Says which step undoes this one, once it is done.
    pub(crate) fn can_be_undone_by(&mut self, step: &Step) {
        self.can_be_undone_by_all(std::slice::from_ref(step));
    }

    /// Says which steps undo this one, in their order. What was said first holds: it is the state before the step.
    pub(crate) fn can_be_undone_by_all(&mut self, steps: &[Step]) {
        if let Ok(steps) = serde_json::to_value(steps) {
            self.kept.entry(WAY_BACK).or_insert(steps);
        }
    }

    /// A kept text.
    pub(crate) fn kept_text(&self, name: &str) -> &str {
        self.kept.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A kept number.
    pub(crate) fn kept_number(&self, name: &str) -> i64 {
        self.kept.get(name).and_then(Value::as_i64).unwrap_or_default()
    }

    /// Queries the phone.
    pub(crate) async fn read(&mut self, reading: Reading<'_>) -> Result<String, Halt> {
        self.context.read(&reading).await
    }

    /// Reads a value of `settings`; `None` if it is not set.
    pub(crate) async fn setting(&mut self, table: Table, key: &str) -> Result<Option<String>, Halt> {
        let said = self.read(Reading::Setting(table, key)).await?;
        let value = said.trim();
        Ok((!value.is_empty() && value != "null").then(|| value.to_owned()))
    }

    /// Reads the rows of a provider; empty if it is missing.
    pub(crate) async fn rows(
        &mut self,
        uri: &str,
        columns: &[&str],
        filter: Option<&str>,
    ) -> Result<Vec<Vec<String>>, Halt> {
        let said = self.read(Reading::Rows { uri, columns, filter }).await?;
        Ok(if said.trim_start().starts_with("Row:") { rows::parse(&said, columns) } else { Vec::new() })
    }

    /// The people and apps on the phone.
    pub(crate) async fn directory(&mut self) -> Result<Arc<Directory>, Halt> {
        self.context.directory().await
    }

    /// The app of this name or package, if it is installed.
    pub(crate) async fn app(&mut self, wanted: &str) -> Result<Option<App>, Halt> {
        let directory = self.directory().await?;
        let by_package = directory.apps.iter().find(|app| app.package == wanted);
        Ok(by_package.cloned().or_else(|| device::apps::choose(&directory.apps, wanted).ok().cloned()))
    }

    /// Whether a package is installed, with or without an icon.
    pub(crate) async fn installed(&mut self, package: &str) -> Result<bool, Halt> {
        let said = self.read(Reading::Packages).await?;
        Ok(said.lines().any(|line| line.trim().strip_prefix("package:") == Some(package)))
    }

    /// The package that handles an intent; `None` if there is none, or several might.
    pub(crate) async fn handler(&mut self, action: &str, data: Option<&str>) -> Result<Option<String>, Halt> {
        let said = self.read(Reading::Handler { action, data }).await?;
        Ok(component(&said))
    }

    /// The package of the home screen.
    pub(crate) async fn home(&mut self) -> Result<Option<String>, Halt> {
        let said = self.read(Reading::Home).await?;
        Ok(component(&said))
    }

    /// The contact with this name, as the planner resolved it.
    pub(crate) async fn contact(&mut self, name: &str) -> Result<Option<Contact>, Halt> {
        let directory = self.directory().await?;
        let same = |contact: &&Contact| {
            contact.name.eq_ignore_ascii_case(name)
                || contact.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        };
        if let Some(contact) = directory.contacts.iter().find(same) {
            return Ok(Some(contact.clone()));
        }
        let name = name.to_lowercase();
        let mut near = directory.contacts.iter().filter(|contact| {
            let known = contact.name.to_lowercase();
            known.split_whitespace().any(|word| word == name)
        });
        let first = near.next().cloned();
        Ok(first.filter(|_| near.next().is_none()))
    }

    /// Reads the app in front.
    pub(crate) async fn front(&mut self) -> Result<Option<String>, Halt> {
        self.context.front().await
    }

    /// Takes a new look and returns its elements.
    pub(crate) async fn look(&mut self) -> Result<Option<Arc<Tree>>, Halt> {
        self.context.look_again_now().await?;
        self.context.tree().await
    }

    /// The elements of the last look.
    pub(crate) fn seen(&self) -> Option<Arc<Tree>> {
        self.context.look().and_then(|look| look.tree().cloned())
    }

    /// Says something to the person immediately.
    pub(crate) fn say(&mut self, words: &str) {
        self.context.emit(Event::Loop(LoopEvent::Say { words: words.to_owned() }));
    }

    /// The time on the phone's own clock.
    pub(crate) async fn now(&mut self) -> Result<DateTime, Halt> {
        self.context.phone_time().await
    }

    /// The moment on the phone's clock.
    pub(crate) async fn moment(&mut self) -> Result<Timestamp, Halt> {
        self.context.phone_moment().await
    }

    /// A time-of-day argument.
    pub(crate) fn time(&self, name: &str) -> Option<Time> {
        let (hour, minute) = self.text(name).split_once(':')?;
        Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
    }

    /// The phone's UTC offset; zero if the phone does not tell.
    pub(crate) async fn offset(&mut self) -> Result<Offset, Halt> {
        let said = self.read(Reading::Time).await?;
        Ok(said.trim().get(19..).and_then(offset).unwrap_or(Offset::UTC))
    }

    /// The phone's time zone, for a moment on another day: its offset then may not be that of today. Only the offset if
    /// the phone does not name its zone, or names another one than its clock shows.
    pub(crate) async fn zone(&mut self) -> Result<TimeZone, Halt> {
        let (now, offset) = (self.moment().await?, self.offset().await?);
        let name = self.read(Reading::Property("persist.sys.timezone")).await?;
        let named = TimeZone::get(name.trim()).ok().filter(|zone| zone.to_offset(now) == offset);
        Ok(named.unwrap_or_else(|| TimeZone::fixed(offset)))
    }

    /// A date argument, by the phone's calendar.
    pub(crate) async fn date(&mut self, name: &str) -> Result<Option<Date>, Halt> {
        let today = self.now().await?.date();
        Ok(day(self.text(name), today))
    }
}

/// Opens an app on its first screen. An app that was left on another screen reopens there, so Up is pressed; if that
/// leaves the app, it is opened again.
pub(crate) fn to_the_top(package: &str) -> Vec<Move> {
    let launch = || Move::Launch(package.to_owned());
    let up = || Move::PressIfThere(Sought::Named("navigate_up"));
    vec![launch(), up(), up(), launch()]
}

/// Parses the package from the component that `resolve-activity` prints; `android` is the chooser among several.
fn component(said: &str) -> Option<String> {
    let found = said.lines().rev().find_map(|line| line.trim().split_once('/'));
    found.map(|(package, _)| package.to_owned()).filter(|package| package != "android")
}

/// `+0130`, as `date` prints it.
fn offset(said: &str) -> Option<Offset> {
    let (sign, digits) = match said.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = digits.split_at_checked(2)?;
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    Offset::from_seconds(sign * (hours * 60 + minutes) * 60).ok()
}

/// The date that a word means, relative to `today`.
pub(crate) fn day(word: &str, today: Date) -> Option<Date> {
    match word {
        "" => None,
        "today" => Some(today),
        "tomorrow" => today.tomorrow().ok(),
        word => word.parse::<Date>().ok().or_else(|| yearly(word, today)).or_else(|| weekly(word, today)),
    }
}

/// Parses `03-05`: the next such day.
fn yearly(word: &str, today: Date) -> Option<Date> {
    let (month, day) = word.split_once('-')?;
    let (month, day) = (month.parse().ok()?, day.parse().ok()?);
    // The next 29th of February is at most eight years away.
    (0..=8).filter_map(|later| Date::new(today.year() + later, month, day).ok()).find(|date| *date >= today)
}

fn weekly(word: &str, today: Date) -> Option<Date> {
    let weekday = weekday(word)?;
    today.nth_weekday(1, weekday).ok()
}

/// Parses the name of a weekday.
pub(crate) fn weekday(word: &str) -> Option<Weekday> {
    let place = action::plan::DAYS.iter().position(|day| *day == word)?;
    Weekday::from_monday_zero_offset(i8::try_from(place).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_reckoned_from_the_phones_own() {
        let today = jiff::civil::date(2026, 3, 5);
        let check = |word: &str, expected: &str| {
            assert_eq!(day(word, today).map(|day| day.to_string()).unwrap_or_default(), expected, "{word}");
        };
        check("today", "2026-03-05");
        check("tomorrow", "2026-03-06");
        check("2026-12-24", "2026-12-24");
        check("03-05", "2026-03-05");
        check("03-04", "2027-03-04");
        check("02-29", "2028-02-29");
        check("friday", "2026-03-06");
        check("thursday", "2026-03-12");
        check("", "");
        check("someday", "");
    }

    #[test]
    fn the_offset_of_the_phones_clock_is_read() {
        let seconds = |said| offset(said).map(Offset::seconds);
        assert_eq!(seconds("+0130"), Some(5400));
        assert_eq!(seconds("-0800"), Some(-28_800));
        assert_eq!(
            (seconds("Z"), seconds(""), seconds("+9"), seconds("+9999"), seconds("é")),
            (None, None, None, None, None)
        );
    }
}
