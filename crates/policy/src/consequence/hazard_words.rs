//! The meanings that name each hazard: one table for labels, headings, screens and questions.

use crate::gate_words::{Meaning, Meanings};
use crate::lexicon::Hazard;

/// Whether the meanings name this hazard.
pub(super) fn says_hazard(says: Meanings, hazard: Hazard) -> bool {
    let words: &[Meaning] = match hazard {
        Hazard::Pays => &[Meaning::Pay, Meaning::Order, Meaning::Subscribe],
        Hazard::Deletes => &[Meaning::Delete, Meaning::Overwrite],
        Hazard::Grants => &[Meaning::Grant],
        Hazard::Locates => &[Meaning::Locate],
        Hazard::SendsToMany => &[Meaning::SendToMany],
        Hazard::Resets => &[Meaning::Reset],
        Hazard::Installs => &[Meaning::Install, Meaning::Uninstall],
        Hazard::Posts => &[Meaning::Post],
        Hazard::ChangesSecurity => &[Meaning::Security],
        Hazard::Agrees => &[Meaning::Agree],
    };
    words.iter().any(|word| says.has(*word))
}
