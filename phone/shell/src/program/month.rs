//! `cal`: prints the calendar of a month or a year.

use jiff::civil::Date;

use super::calendar;
use super::call::Call;

pub(super) fn cal(call: &mut Call<'_>) -> i32 {
    let options = match call.options("h") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let mut numbers = Vec::new();
    // toybox's limits for months and years.
    let limits: &[i64] = if options.operands.len() > 1 { &[12, 9999] } else { &[9999] };
    for (operand, most) in options.operands.iter().zip(limits) {
        match operand.parse::<i64>() {
            Err(_) => return call.fail(format!("not integer: {operand}")),
            Ok(number) if number < 1 => return call.fail(format!("{number} < 1")),
            Ok(number) if number > *most => return call.fail(format!("{number} > {most}")),
            Ok(number) => numbers.push(number),
        }
    }
    let now = calendar::format("%Y %m", call.io.now_ms, call.os.utc_offset_minutes());
    let now: Vec<i64> = now.split(' ').filter_map(|part| part.parse().ok()).collect();
    match (numbers.as_slice(), now.as_slice()) {
        ([month, year], _) => print(call, &[month_lines(*year, *month, true)]),
        ([], [year, month]) => print(call, &[month_lines(*year, *month, true)]),
        ([year], _) => {
            call.io.out(format!("{:^62}\n", year));
            for row in [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]] {
                print(call, &row.map(|month| month_lines(*year, month, false)));
            }
        }
        _ => {}
    }
    call.status
}

fn print(call: &mut Call<'_>, months: &[Vec<String>]) {
    for index in 0..months.iter().map(Vec::len).max().unwrap_or(0) {
        let parts: Vec<&str> = months.iter().filter_map(|lines| lines.get(index).map(String::as_str)).collect();
        call.io.out(format!("{}\n", parts.join(" ")));
    }
}

/// Returns a title, the weekday names and six weeks, each 21 columns wide.
fn month_lines(year: i64, month: i64, with_year: bool) -> Vec<String> {
    let first = i16::try_from(year).ok().zip(i8::try_from(month).ok()).and_then(|(y, m)| Date::new(y, m, 1).ok());
    let Some(first) = first else { return Vec::new() };
    let name = first.strftime("%B").to_string();
    let title = if with_year { format!("{name} {year}") } else { name };
    let mut lines = vec![format!("{:<21}", format!("{title:^20}")), "Su Mo Tu We Th Fr Sa ".to_owned()];
    let before = usize::from(first.weekday().to_sunday_zero_offset().unsigned_abs());
    let days = usize::from(first.days_in_month().unsigned_abs());
    for week in 0..6 {
        let day = |column: usize| match (week * 7 + column + 1).checked_sub(before) {
            Some(day) if (1..=days).contains(&day) => format!("{day:>2} "),
            _ => "   ".to_owned(),
        };
        lines.push((0..7).map(day).collect());
    }
    lines
}
