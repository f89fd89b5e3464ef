//! Empties the focused field.

use super::field::Field;
use super::{Checked, TypeError, Typist, Unchecked};
use crate::DeviceError;
use crate::settle::pause;
use crate::wire::{Connect, Limit};

/// Android 13 and later.
const SELECT_ALL: &str = "input keycombination KEYCODE_CTRL_LEFT KEYCODE_A";
const DELETE: &str = "input keyevent KEYCODE_DEL";
/// The number of characters to delete one by one if nothing can be selected and the length is unknown.
const UNKNOWN: usize = 100;
/// The most characters to delete.
const MOST: usize = 2_000;
/// The number of keys per command.
const KEYS: usize = 200;

impl<C: Connect> Typist<'_, C> {
    /// Empties the field.
    pub(crate) async fn clear(&self) -> Result<Checked, DeviceError> {
        self.memory.borrowed.return_leftovers(self.phone).await?;
        let before = self.look().await?;
        self.has_a_place(&before).await?;
        match self.phone.execute(SELECT_ALL, Limit::LONG).await {
            Ok(_) => drop(self.phone.execute(DELETE, Limit::LONG).await?),
            // Older phones do not support combinations.
            Err(DeviceError::Phone { .. }) => self.delete_one_by_one(&before).await?,
            Err(error) => return Err(error),
        }
        let before = match before {
            Field::Holds(before) => before,
            Field::Unknown(why) => return Ok(Checked::No(why)),
        };
        let mut after = self.look().await?;
        if is_left_over(&before, &after) {
            pause(std::time::Duration::from_millis(300)).await;
            after = self.look().await?;
        }
        match after {
            Field::Holds(after) if after.is_empty() => Ok(Checked::Yes),
            // The previous text may have been the hint of an empty field.
            Field::Holds(after) if after == before => Ok(Checked::No(Unchecked::SameAsBefore)),
            Field::Holds(after) if before.contains(&after) => {
                Err(TypeError::NotCleared { holds: super::field::shown(&after) }.into())
            }
            // A different text is the hint.
            Field::Holds(_) => Ok(Checked::Yes),
            Field::Unknown(why) => Ok(Checked::No(why)),
        }
    }

    async fn delete_one_by_one(&self, before: &Field) -> Result<(), DeviceError> {
        let count = match before {
            Field::Holds(text) => text.chars().count().min(MOST),
            Field::Unknown(_) => UNKNOWN,
        };
        // The end of the line may not be the end of the text, so delete in both directions.
        for key in ["KEYCODE_DEL", "KEYCODE_FORWARD_DEL"] {
            if key == "KEYCODE_DEL" {
                self.phone.execute("input keyevent KEYCODE_MOVE_END", Limit::LONG).await?;
            }
            let mut left = count;
            while left > 0 {
                let now = left.min(KEYS);
                self.phone.execute(&format!("input keyevent{}", format!(" {key}").repeat(now)), Limit::LONG).await?;
                left -= now;
            }
        }
        Ok(())
    }
}

fn is_left_over(before: &str, after: &Field) -> bool {
    matches!(after, Field::Holds(after) if !after.is_empty() && before.contains(after.as_str()))
}
