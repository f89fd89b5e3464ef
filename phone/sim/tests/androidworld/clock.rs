//! The three tasks of Clock, scored by what the screen shows.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

/// Whether Clock is in front.
fn in_front(host: &Host) -> bool {
    host.front().contains("DeskClock")
}

struct TimerEntry {
    hours: i64,
    minutes: i64,
    seconds: i64,
}

impl Drawn for TimerEntry {
    fn goal(&self) -> String {
        let Self { hours, minutes, seconds } = self;
        format!("Create a timer with {hours} hours, {minutes} minutes, and {seconds} seconds. Do not start the timer.")
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell("pm clear com.google.android.deskclock");
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Clock");
        person.tap("Timer");
        let digits = format!("{:02}{:02}{:02}", self.hours, self.minutes, self.seconds);
        for digit in digits.trim_start_matches('0').chars() {
            person.tap(&digit.to_string());
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let Self { hours, minutes, seconds } = self;
        let text = format!("{hours:02}h {minutes:02}m {seconds:02}s");
        let words = format!("{hours} hours, {minutes} minutes, {seconds} seconds");
        let shown = Person::new(host).look().iter().any(|element| element.text == text || element.description == words);
        f64::from(u8::from(in_front(host) && shown))
    }
}

struct StopWatch {
    running: bool,
}

impl Drawn for StopWatch {
    fn goal(&self) -> String {
        if self.running { "Run the stopwatch." } else { "Pause the stopwatch." }.to_owned()
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell("pm clear com.google.android.deskclock");
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Clock");
        person.tap("Stopwatch");
        person.tap("Start");
        if !self.running {
            person.wait(1_500);
            person.tap("Pause");
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let seen = Person::new(host).look();
        let described = |name: &str| seen.iter().any(|element| element.description == name);
        let named = seen.iter().filter(|element| element.text == "Stopwatch" || element.description == "Stopwatch");
        let done = match self.running {
            true => described("Pause") && described("Lap"),
            false => described("Start") && named.count() >= 2,
        };
        f64::from(u8::from(in_front(host) && done))
    }
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "ClockTimerEntry",
        draw: |random: &mut Random| {
            let (hours, minutes) = (random.between(0, 23), random.between(0, 59));
            Box::new(TimerEntry { hours, minutes, seconds: random.between(1, 59) })
        },
    },
    Task { name: "ClockStopWatchRunning", draw: |_| Box::new(StopWatch { running: true }) },
    Task { name: "ClockStopWatchPausedVerify", draw: |_| Box::new(StopWatch { running: false }) },
];
