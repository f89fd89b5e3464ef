//! Sound & vibration: a slider for each audio stream, and related switches.

use super::page::{Page, page};
use super::{Settings, keys};
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::View;

pub(super) const SOUND: Page = page(
    "sound",
    "Sound & vibration",
    ".Settings$SoundSettingsActivity",
    &["android.settings.SOUND_SETTINGS", "android.settings.VIBRATION_SETTINGS", "android.settings.panel.action.VOLUME"],
    sound_rows,
);

/// An audio stream and the setting of its volume.
pub(super) struct Volume {
    pub(super) path: &'static str,
    title: &'static str,
    id: &'static str,
    pub(super) min: u32,
    pub(super) max: u32,
    default: i64,
}

/// The streams; ranges and defaults are those of AOSP's `AudioService` (`MIN_`, `MAX_STREAM_VOLUME`).
pub(super) const VOLUMES: [Volume; 4] = [
    volume("system/volume_music", "Media volume", "volume_music_slider", (0, 15, 5)),
    volume("system/volume_voice", "Call volume", "volume_voice_slider", (1, 5, 4)),
    volume("system/volume_ring", "Ring & notification volume", "volume_ring_slider", (0, 7, 5)),
    volume("system/volume_alarm", "Alarm volume", "volume_alarm_slider", (1, 7, 6)),
];

const fn volume(path: &'static str, title: &'static str, id: &'static str, ends: (u32, u32, i64)) -> Volume {
    Volume { path, title, id, min: ends.0, max: ends.1, default: ends.2 }
}

fn sound_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let mut rows: Vec<View> = VOLUMES
        .iter()
        .map(|volume| {
            let name = volume.path.trim_start_matches("system/");
            let value = u32::try_from(shared.settings.system_number(name, volume.default)).unwrap_or(0);
            widgets::slider_row(volume.title, "", volume.id, (value, volume.max), volume.path)
        })
        .collect();
    rows.push(Row::new("Do Not Disturb").summary(keys::ZEN.word(shared)).opens("do_not_disturb").view());
    rows.push(keys::VIBRATE.row("Vibrate for calls", "", shared));
    rows.push(keys::DIAL_TONES.row("Dial pad tones", "", shared));
    rows.push(keys::TOUCH_SOUNDS.row("Touch sounds", "", shared));
    rows
}
