//! What of a phone's picture is hidden from those who watch it (A10), without asking for the elements of every picture.
//!
//! The elements are asked for when a secret is known, when what is typed goes into a field that hides it, and as long as
//! something of the last picture was hidden: only they tell where it stands. The first picture is looked at so as well.
//! A picture is shown only when two looks in a row hide the same places: what moves could stand elsewhere in the
//! picture than in its elements. Where a secret may be and its elements cannot be had, nothing is shown.

use std::time::Duration;

use agent::Redactor;
use device::tree::{Bounds, Role};
use device::{DeviceError, Observer, Tree};

/// How often the phone is asked what is typed into, while its picture changes. Nobody types within that time after a
/// field got the focus.
const ASK_EVERY: Duration = Duration::from_millis(300);

/// What is known of a phone's secrets.
#[derive(Debug, Default)]
pub(super) struct Guard {
    /// Whether what is typed goes into a field that hides it.
    hides_typing: bool,
    /// When that was last asked, and whether it may have changed since.
    asked: Option<Duration>,
    stale: bool,
    /// What of the last picture was hidden; nothing while nobody has looked.
    hidden: Option<Vec<Bounds>>,
    /// What was known when the last picture was judged: whether typing is hidden, and how many secrets there are.
    judged: Option<(bool, usize)>,
}

/// What may be shown of a picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// All but these places.
    Paint(Vec<Bounds>),
    /// Nothing.
    Withhold,
    /// Nobody knows yet: the next picture tells.
    Moving,
}

impl Guard {
    /// Whether the phone is to be asked what is typed into.
    pub(super) fn asks(&self, now: Duration) -> bool {
        match self.asked {
            None => true,
            Some(asked) => self.stale && now.saturating_sub(asked) >= ASK_EVERY,
        }
    }

    /// What the phone said to it. One that does not say is taken to hide nothing that it did not hide before.
    pub(super) fn told(&mut self, now: Duration, hides_typing: Result<bool, DeviceError>) {
        (self.asked, self.stale) = (Some(now), false);
        self.hides_typing = hides_typing.unwrap_or(self.hides_typing);
    }

    /// What it said to it once more, about the same picture.
    pub(super) fn told_more(&mut self, hides_typing: Result<bool, DeviceError>) {
        self.hides_typing |= hides_typing.unwrap_or_default();
    }

    /// Something was done: what is typed into may be another field, and the next may be typing.
    pub(super) fn touched(&mut self) {
        self.asked = None;
    }

    /// The picture is another by itself: what is typed into may be another field.
    pub(super) fn changed(&mut self) {
        self.stale = true;
    }

    /// Whether a picture has to be judged again that did not change: a secret became known that may stand in it.
    pub(super) fn must_judge(&self, redactor: &Redactor) -> bool {
        self.judged != Some((self.hides_typing, redactor.secrets()))
    }

    /// Whether the elements of the present picture have to be known before it is shown.
    fn needs_elements(&self, redactor: &Redactor) -> bool {
        let hid = self.hidden.as_ref().is_none_or(|hidden| !hidden.is_empty());
        hid || self.hides_typing || redactor.secrets() > 0
    }

    /// What may be shown of a picture of this size that was just taken.
    pub(super) async fn cover(&mut self, device: &dyn Observer, redactor: &Redactor, size: (u32, u32)) -> Cover {
        self.judged = Some((self.hides_typing, redactor.secrets()));
        if !self.needs_elements(redactor) {
            return Cover::Paint(Vec::new());
        }
        let (tree, front) = tokio::join!(device.tree(), device.current_app());
        let front = front.ok().flatten();
        let Ok(tree) = tree else {
            if self.hides_typing || redactor.must_withhold(front.as_ref()) {
                // Whatever comes next is looked at closely.
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
        // What was found on it is known from now on.
        self.judged = Some((self.hides_typing, redactor.secrets()));
        let before = self.hidden.replace(hidden.clone());
        match before {
            Some(before) if before != hidden => Cover::Moving,
            // The first look, and there is something to hide: it may have moved since the picture was taken.
            None if !hidden.is_empty() => Cover::Moving,
            _ => Cover::Paint(hidden),
        }
    }
}

/// The fields with the focus. One whose person wants to see what they type says that it is no password field.
fn typed_into(tree: &Tree) -> Vec<Bounds> {
    let fields = tree.nodes.iter().filter(|node| node.state.focused && node.role() == Role::Field);
    fields.map(|node| node.bounds).filter(|bounds| !bounds.is_empty()).collect()
}
