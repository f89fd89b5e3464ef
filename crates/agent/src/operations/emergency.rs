//! `call_emergency`: calls for help, after one confirmation. The number is the one the person said, otherwise that of
//! the phone's country, otherwise 112, which works on every mobile phone. Done when the phone reports a call in
//! progress.

use async_trait::async_trait;
use device::Reading;

use super::calls::{Line, calls_to, line, ways};
use super::operation::{Begin, Check, Operation};
use super::work::Work;
use crate::deadline::Halt;

/// `call_emergency`.
pub(super) struct CallEmergency;

/// Countries where the usual number is not 112: country, then ambulance, police, fire.
const NUMBERS: &[(&str, &str, &str, &str)] = &[
    ("us", "911", "911", "911"),
    ("ca", "911", "911", "911"),
    ("mx", "911", "911", "911"),
    ("au", "000", "000", "000"),
    ("nz", "111", "111", "111"),
    ("gb", "999", "999", "999"),
    ("ie", "999", "999", "999"),
    ("jp", "119", "110", "119"),
    ("kr", "119", "112", "119"),
    ("cn", "120", "110", "119"),
    ("br", "192", "190", "193"),
    ("za", "10177", "10111", "10177"),
    ("in", "112", "112", "112"),
];

fn number(country: &str, service: &str) -> &'static str {
    match NUMBERS.iter().find(|row| row.0 == country) {
        Some((_, _, police, _)) if service == "police" => police,
        Some((_, _, _, fire)) if service == "fire" => fire,
        Some((_, ambulance, ..)) => ambulance,
        None => "112",
    }
}

#[async_trait]
impl Operation for CallEmergency {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let country = work.read(Reading::Property("gsm.operator.iso-country")).await?;
        // One country for each SIM card: `us,de`.
        let country = country.trim().split(',').next().unwrap_or_default().to_lowercase();
        let number = match work.text("number") {
            "" => number(&country, work.text("service")).to_owned(),
            said => said.to_owned(),
        };
        if line(work).await? == Line::Busy {
            return Ok(Begin::Done(work.told("busy for help", &[("number", &number)])));
        }
        let before = calls_to(work, &number).await?;
        work.keep_before(before);
        work.keep("called", number.clone());
        let summary = work.told("call for help", &[("number", &number)]);
        work.keep("summary", summary);
        work.context.was_told(&number);
        Ok(Begin::Go(ways(work, &number).await?))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (number, before) = (work.kept_text("called").to_owned(), work.kept_number("before"));
        let called = line(work).await? == Line::Busy || calls_to(work, &number).await? > before;
        Ok(if called { Check::Done(work.told("help called", &[("number", &number)])) } else { Check::NotYet })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_that_of_the_country() {
        assert_eq!(number("us", "police"), "911");
        assert_eq!(number("jp", "police"), "110");
        assert_eq!(number("jp", ""), "119");
        assert_eq!(number("at", "fire"), "112");
        assert_eq!(number("", ""), "112");
    }
}
