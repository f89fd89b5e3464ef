//! Moves that choose a day and a time in Android's dialogs: the day in its month, the time typed. Covers `DatePicker`
//! and `TimePicker`, which most apps show, and Material's dialogs.

use device::{Reading, Table};
use jiff::civil::{Date, Time};

use super::ways::Move;
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// Countries whose clocks default to 12 hours, from CLDR's `timeData`.
const TO_TWELVE: &[&str] = &["US", "CA", "AU", "NZ", "IN", "PK", "BD", "PH", "MX", "CO", "EG", "SA", "JO", "MY", "KR"];

/// Whether the phone uses a 24-hour clock.
pub(super) async fn counts_to_24(work: &mut Work<'_>) -> Result<bool, Halt> {
    if let Some(hours) = work.setting(Table::System, "time_12_24").await? {
        return Ok(hours == "24");
    }
    let locale = work.read(Reading::Property("persist.sys.locale")).await?;
    let country = locale.trim().rsplit('-').next().unwrap_or_default();
    Ok(!TO_TWELVE.contains(&country))
}

/// Chooses a time in the open dialog.
pub(super) fn pick_time(time: Time, all_hours: bool) -> Vec<Move> {
    let hour = match time.hour() {
        hour if all_hours => hour,
        hour if hour % 12 == 0 => 12,
        hour => hour % 12,
    };
    let named = |name| Move::Press(Sought::Named(name));
    let mut moves = vec![
        Move::PressIfThere(Sought::Named("time_as_text")),
        Move::Write(Sought::Named("hour_field"), format!("{hour:02}")),
        Move::Write(Sought::Named("minute_field"), format!("{:02}", time.minute())),
    ];
    if !all_hours {
        moves.push(named(if time.hour() < 12 { "before_noon" } else { "after_noon" }));
    }
    moves.push(named("time_ok"));
    moves
}

/// Presses a day in a month view, turning the months until it is shown.
pub(super) fn find_day(day: Date) -> [Move; 2] {
    let day = Sought::Described(day.strftime("%-d %B %Y").to_string());
    [Move::PressUntil(Sought::Named("next_month"), day.clone()), Move::Press(day)]
}

/// Chooses a day in the open dialog.
pub(super) fn pick_date(day: Date) -> Vec<Move> {
    find_day(day).into_iter().chain([Move::Press(Sought::Named("date_ok"))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_typed_as_the_phones_clock_counts() {
        let typed = |hour, all_hours| {
            let moves = pick_time(jiff::civil::time(hour, 5, 0, 0), all_hours);
            let texts = moves.iter().filter_map(|one| match one {
                Move::Write(_, text) => Some(text.as_str()),
                Move::Press(Sought::Named(half @ ("before_noon" | "after_noon"))) => Some(*half),
                _ => None,
            });
            texts.map(str::to_owned).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(typed(0, true), "00 05");
        assert_eq!(typed(0, false), "12 05 before_noon");
        assert_eq!(typed(12, false), "12 05 after_noon");
        assert_eq!(typed(17, false), "05 05 after_noon");
    }
}
