//! `share_location`: sends the phone's position once, as a message that every map opens. Preconditions: location is on,
//! the phone knows its position, and the person has a number. Done when the message is among the sent ones. Only apps
//! can share continuously, each differently: the person is told so and offered a single message.

use action::plan::Step;
use async_trait::async_trait;
use device::{Reading, Table};

use super::messages::{NAME, NUMBER, find_person, sent_texts};
use super::operation::{Begin, Change, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `share_location`.
pub(super) struct ShareLocation;

#[async_trait]
impl Operation for ShareLocation {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let said = work.text("recipient").to_owned();
        let (name, number) = match find_person(work, &said).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        if work.number("duration_s").is_some() {
            let mut once = work.step.clone();
            once.args.remove("duration_s");
            let problem = work.problem("only_once", "location only once", &[]);
            return Ok(problem.or(work.told("location once", &[("name", &name)]), Change::Step(once)).into());
        }
        if work.setting(Table::Secure, "location_mode").await?.is_none_or(|mode| mode == "0") {
            let on = Step::new("toggle_setting").with("setting", "location").with("state", "on");
            let problem = work.problem("location_off", "location is off", &[]);
            return Ok(problem.or(work.told("on first", &[]), Change::First(vec![on])).into());
        }
        let Some(place) = place(&work.read(Reading::Service("location")).await?) else {
            return Ok(work.problem("place_unknown", "place unknown", &[]).into());
        };
        let text = work.told("I am here", &[("address", &format!("https://maps.google.com/?q={place}"))]);
        work.keep(NAME, name.clone());
        work.keep(NUMBER, number.clone());
        work.keep("text", text.clone());
        let summary = work.told("share location", &[("name", &name)]);
        work.keep("summary", summary);
        let before = sent_texts(work).await?;
        work.keep_before(before);
        let address = format!("smsto:{}", number.replace(' ', ""));
        let compose = ["am", "start", "-a", "android.intent.action.SENDTO", "-d", &address, "--es", "sms_body", &text];
        let send = Move::Press(Sought::Named("send"));
        Ok(Begin::Go(Ways::default().or_moves(vec![Move::run(&compose), send])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let before = work.kept_number("before");
        let name = work.kept_text(NAME).to_owned();
        Ok(match sent_texts(work).await? > before {
            true => Check::Done(work.told("location sent", &[("name", &name)])),
            false => Check::NotYet,
        })
    }
}

/// Parses the newest position: `last location=Location[gps 48.208200,16.373800 hAcc=5 …]`.
fn place(said: &str) -> Option<String> {
    let known = said.split("Location[").skip(1).filter_map(|rest| {
        let place = rest.split_whitespace().nth(1)?;
        let (latitude, longitude) = place.split_once(',')?;
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.abs() <= 180.0);
        Some((number(latitude)?, number(longitude)?))
    });
    known.map(|(latitude, longitude)| format!("{latitude:.6},{longitude:.6}")).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_read_from_what_the_phone_says() {
        let said = "  gps provider:\n    last location=Location[gps 48.208200,16.373800 hAcc=5.0 et=+1d]\n";
        assert_eq!(place(said).as_deref(), Some("48.208200,16.373800"));
        assert_eq!(place("last location=null"), None);
        assert_eq!(place("Location[gps x,y]"), None);
    }
}
