//! Plain words for what a task needs from a person: a table from capabilities to the texts that people read.
//!
//! The name of a capability is never shown. These texts are ours, unlike the instruction, which is an agent's.

use action::AnswerForm;
use action::phone::Capability;

/// The texts for one capability.
pub(super) struct CapabilityRequest {
    /// A short title.
    pub(super) title: &'static str,
    /// What is needed, and how it is used.
    pub(super) about: &'static str,
    /// The ways to provide it, the most common first.
    pub(super) forms: &'static [AnswerForm],
}

/// Returns the texts for a capability.
pub(super) fn capability_request(capability: Capability) -> CapabilityRequest {
    use AnswerForm as F;
    use Capability as C;
    let (title, about, forms): (_, _, &'static [AnswerForm]) = match capability {
        C::Camera => (
            "A photo is needed",
            "Take a photo, or choose one that you have. It is copied to the phone, where the task can use it.",
            &[F::Photo, F::File, F::Yes],
        ),
        C::Qr => (
            "A QR code is needed",
            "Hold the code up to the camera, or choose a picture of it. Its content is typed into the phone.",
            &[F::Qr, F::Text, F::Photo, F::File, F::Yes],
        ),
        C::Microphone => (
            "A recording is needed",
            "Record what is needed, or choose a recording that you have. It is copied to the phone as a file.",
            &[F::Recording, F::File, F::Yes],
        ),
        C::Voice => (
            "Your voice is needed",
            "Say what is needed into the microphone, or choose a recording. It is copied to the phone as a file.",
            &[F::Recording, F::File, F::Yes],
        ),
        C::Sms => (
            "A code from a text message",
            "You were sent a code to confirm that it is you. It is typed into the phone and not shown to anyone.",
            &[F::Code, F::Text, F::Yes],
        ),
        C::TwoFactor => (
            "A security code",
            "One of your apps or devices shows a code to confirm that it is you. It is typed into the phone and not shown \
             to anyone.",
            &[F::Code, F::Text, F::Yes],
        ),
        C::Location => (
            "Where are you?",
            "The task needs a location. You choose what to share: where you are, or another place.",
            &[F::Place, F::Yes],
        ),
        C::Biometric => (
            "Show the phone that it is you",
            "The phone asks for a fingerprint, a face or its code. Only you can do that, on the phone itself.",
            &[F::Yes],
        ),
        C::Notification => (
            "Something to confirm on a device",
            "One of your devices shows a message to confirm. Confirm it there, then say so here.",
            &[F::Yes],
        ),
        C::Contacts => (
            "Someone’s contact details",
            "The task needs contact details. What you write is typed into the phone; a file is copied to it.",
            &[F::Text, F::File, F::Yes],
        ),
        C::Calendar => (
            "Something from your calendar",
            "The task needs a date from you. What you write is typed into the phone; a file is copied to it.",
            &[F::Text, F::File, F::Yes],
        ),
        C::Files => (
            "A file is needed",
            "Choose a file, take a photo or draw. It is copied to the phone, where the task can use it.",
            &[F::File, F::Photo, F::Drawing, F::Recording, F::Yes],
        ),
        C::Oauth => (
            "Please sign in",
            "An app wants you to sign in. Sign in on the phone and confirm here, or enter what the app asks for. It is \
             typed into the phone and not shown to anyone.",
            &[F::Yes, F::Text],
        ),
        C::Payment => (
            "A payment needs you",
            "Only you can pay. Pay on the phone and confirm here, or enter what the app asks for. It is typed into the \
             phone and not shown to anyone.",
            &[F::Yes, F::Text],
        ),
        C::Permission => (
            "The phone asks for a permission",
            "An app on the phone asks for a permission. Decide on the phone, then say so here.",
            &[F::Yes],
        ),
        C::Unknown => (
            "You are needed",
            "The task cannot continue without you. What you write is typed into the phone; a file is copied to it.",
            &[F::Text, F::File, F::Photo, F::Drawing, F::Recording, F::Yes],
        ),
    };
    CapabilityRequest { title, about, forms }
}

#[cfg(test)]
mod tests {
    use super::super::Takes;
    use super::*;

    #[test]
    fn nobody_reads_the_name_of_a_capability() {
        for name in Capability::NAMES {
            let capability: Capability = serde_json::from_value((*name).into()).unwrap();
            let CapabilityRequest { title, about, forms } = capability_request(capability);
            assert!(!title.is_empty() && about.ends_with('.') && !forms.is_empty(), "{name}");
            // Names that are not everyday English.
            for odd in ["2fa", "oauth", "sms", "biometric", "auth", "unknown", "qr_"] {
                assert!(!title.to_lowercase().contains(odd) && !about.to_lowercase().contains(odd), "{name}: {title}");
            }
            // The person may already have done it on the phone.
            assert!(forms.contains(&AnswerForm::Yes), "{name}");
            assert_eq!(forms.iter().any(|form| form.is_file()), Takes::of(forms).file(), "{name}");
        }
    }
}
