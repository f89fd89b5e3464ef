//! The sliders of Settings: brightness, font size, and the volumes.

use super::display::FONT_SCALES;
use super::keys::set;
use super::sound::VOLUMES;
use state::shared::Shared;

/// Handles a slider that changes a setting.
pub(super) fn slide(path: &str, value: &str, shared: &mut Shared) {
    let Ok(value) = value.trim().parse::<u32>() else { return };
    match path {
        // A screen at brightness 0 would not be visible.
        "system/screen_brightness" => set(&format!("{path}={}", value.clamp(1, 255)), shared),
        "system/font_scale" => {
            let scales = FONT_SCALES;
            let at = usize::try_from(value).unwrap_or(0).min(scales.len() - 1);
            set(&format!("{path}={}", scales[at]), shared);
        }
        _ => {
            let Some(volume) = VOLUMES.iter().find(|volume| volume.path == path) else { return };
            set(&format!("{path}={}", value.clamp(volume.min, volume.max)), shared);
        }
    }
}
