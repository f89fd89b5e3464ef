//! Decides which parts of a phone's picture to hide from watchers (A10), without fetching the elements of every
//! picture.
//!
//! The elements are fetched for the first picture, when a secret is known, when the focused field hides its text, and
//! as long as part of the last picture was hidden: only they show where a secret is. A picture is shown only if two
//! captures in a row hide the same places, because a moving element's position may differ between the picture and the
//! tree. If a secret may be visible and the elements cannot be fetched, nothing is shown.

use std::time::Duration;

use agent::Redactor;
use device::tree::{Bounds, Role};
use device::{DeviceError, Observer, Tree};

/// How often the phone is asked about the focused field while its picture changes. A person does not start typing that
/// soon after a field gets the focus.
const ASK_EVERY: Duration = Duration::from_millis(300);

/// The known facts about a phone's secrets.
#[derive(Debug, Default)]
pub(super) struct Guard {
    /// Whether the focused field hides its text.
    hides_typing: bool,
    /// When the phone was last asked, and whether the answer may have changed since.
    asked: Option<Duration>,
    stale: bool,
    /// The hidden parts of the last picture; `None` before the first check.
    hidden: Option<Vec<Bounds>>,
    /// The knowledge at the last check: whether typing is hidden, and the number of known secrets.
    judged: Option<(bool, usize)>,
}

/// How much of a picture may be shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// All but these places.
    Paint(Vec<Bounds>),
    /// Nothing.
    Withhold,
    /// Not known yet: the next picture decides.
    Moving,
}

impl Guard {
    /// Returns whether to ask the phone about the focused field.
    pub(super) fn asks(&self, now: Duration) -> bool {
        match self.asked {
            None => true,
            Some(asked) => self.stale && now.saturating_sub(asked) >= ASK_EVERY,
        }
    }

    /// Records the phone's reply. If it failed, the previous reply stays valid.
    pub(super) fn told(&mut self, now: Duration, hides_typing: Result<bool, DeviceError>) {
        (self.asked, self.stale) = (Some(now), false);
        self.hides_typing = hides_typing.unwrap_or(self.hides_typing);
    }

    /// Records a second reply for the same picture.
    pub(super) fn told_more(&mut self, hides_typing: Result<bool, DeviceError>) {
        self.hides_typing |= hides_typing.unwrap_or_default();
    }

    /// A person acted: the focus may be in another field, and the next action may be typing.
    pub(super) fn touched(&mut self) {
        self.asked = None;
    }

    /// The picture changed by itself: the focus may be in another field.
    pub(super) fn changed(&mut self) {
        self.stale = true;
    }

    /// Returns whether an unchanged picture must be checked again, because a newly known secret may be in it.
    pub(super) fn must_judge(&self, redactor: &Redactor) -> bool {
        self.judged != Some((self.hides_typing, redactor.secrets()))
    }

    /// Returns whether the elements of the current picture must be known before it is shown.
    fn needs_elements(&self, redactor: &Redactor) -> bool {
        let hid = self.hidden.as_ref().is_none_or(|hidden| !hidden.is_empty());
        hid || self.hides_typing || redactor.secrets() > 0
    }

    /// Decides how much of a picture of this size, which was just taken, may be shown.
    pub(super) async fn cover(&mut self, device: &dyn Observer, redactor: &Redactor, size: (u32, u32)) -> Cover {
        self.judged = Some((self.hides_typing, redactor.secrets()));
        if !self.needs_elements(redactor) {
            return Cover::Paint(Vec::new());
        }
        let (tree, front) = tokio::join!(device.tree(), device.current_app());
        let front = front.ok().flatten();
        let Ok(tree) = tree else {
            if self.hides_typing || redactor.must_withhold(front.as_ref()) {
                // The next picture gets a full check.
                self.hidden = None;
                return Cover::Withhold;
            }
            self.hidden = Some(Vec::new());
            return Cover::Paint(Vec::new());
        };
        let mut hidden = if self.hides_typing { typed_into(&tree) } else { Vec::new() };
        hidden.extend(redactor.hidden(tree, front.as_ref(), size));
        hidden.sort_unstable_by_key(|place| (place.top, place.left, place.bottom, place.right));
        hidden.dedup();
        // Secrets found on this picture are known from now on.
        self.judged = Some((self.hides_typing, redactor.secrets()));
        let before = self.hidden.replace(hidden.clone());
        match before {
            Some(before) if before != hidden => Cover::Moving,
            // The first check found something to hide: it may have moved since the picture was taken.
            None if !hidden.is_empty() => Cover::Moving,
            _ => Cover::Paint(hidden),
        }
    }
}

/// Returns the focused fields. A field whose person chose to see the text reports that it is not a password field.
fn typed_into(tree: &Tree) -> Vec<Bounds> {
    let fields = tree.nodes.iter().filter(|node| node.state.focused && node.role() == Role::Field);
    fields.map(|node| node.bounds).filter(|bounds| !bounds.is_empty()).collect()
}
