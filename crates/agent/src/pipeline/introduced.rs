//! Tracks numbers that an agent adds to the phone's contacts. A number that the person neither said nor approved is
//! foreign: later calls and messages to it need approval, in other tasks too, until the person confirms it.

use policy::Decision;

use super::gate::Gate;
use crate::context::Context;
use crate::deadline::Halt;
use crate::judgement::Case;
use crate::provenance::{is_address, is_same_address};

impl Gate {
    /// Remembers the source of the numbers in a contact that is about to be saved.
    pub(super) async fn note_contact(&self, case: &Case, consented: bool, context: &mut Context) -> Result<(), Halt> {
        let form = &case.contact_fields;
        if !case.decision.changes_contact || form.is_empty() {
            return Ok(());
        }
        let people = context.directory().await?;
        let is_known = |address: &str| {
            people.contacts.iter().flat_map(|person| &person.numbers).any(|known| is_same_address(known, address))
        };
        for address in form.iter().filter(|text| is_address(text) && !is_known(text)) {
            let words = &context.trail.grounding;
            let said = words.says_number(address)
                || (address.contains('@') && context.trail.wanted.contains(address.as_str()));
            match consented || said {
                true => self.provenance.confirm(address),
                false => self.provenance.introduce(address, &self.actor),
            }
        }
        context.forget_directory();
        context.trail.resolve_again();
        Ok(())
    }

    /// The person agreed to reach a foreign number: from now on it counts as their own.
    pub(super) fn confirm_addresses(&self, decision: &Decision, context: &Context) {
        self.confirm_people(decision.headline.people(), decision, context);
    }

    /// The same, where the step of a plan names the people.
    pub(super) fn confirm_people(&self, people: &[String], decision: &Decision, context: &Context) {
        if decision.rule != "reaches-foreign" {
            return;
        }
        let foreign = context.trail.foreign.iter();
        let agreed =
            foreign.filter(|(name, number)| people.iter().any(|one| one == name || is_same_address(one, number)));
        agreed.for_each(|(_, number)| self.provenance.confirm(number));
    }
}
