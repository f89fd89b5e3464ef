//! The files of OsmAnd in shared storage: favourites, tracks.

use machine::files::{FileError, Kind};
use state::shared::Shared;

use super::gpx::{Gpx, Waypoint};

/// The folder of favourites.
pub(super) const FAVORITES: &str = "/storage/emulated/0/Android/data/net.osmand/files/favorites";
/// The folder of tracks.
pub(super) const TRACKS: &str = "/storage/emulated/0/Android/data/net.osmand/files/tracks";
const FILE: &str = "/storage/emulated/0/Android/data/net.osmand/files/favorites/favorites.gpx";
/// The most favourites.
const MAX_FAVORITES: usize = 2_000;
/// The longest name of a track, in characters.
const LONGEST_NAME: usize = 100;

/// Reads the favourites; an error if the file is not GPX.
pub(super) fn favorites(shared: &Shared) -> Result<Vec<Waypoint>, String> {
    match shared.files.read_as_system(FILE) {
        Ok(file) => Gpx::read(&file).map(|gpx| gpx.waypoints).ok_or_else(|| "favorites.gpx cannot be read".to_owned()),
        Err(FileError::Missing) => Ok(Vec::new()),
        Err(error) => Err(format!("favorites.gpx cannot be read: {error}")),
    }
}

/// Changes the favourites.
pub(super) fn change_favorites(shared: &mut Shared, change: impl FnOnce(&mut Vec<Waypoint>)) -> Result<(), String> {
    let mut waypoints = favorites(shared)?;
    change(&mut waypoints);
    waypoints.truncate(MAX_FAVORITES);
    let gpx = Gpx { waypoints, track: Vec::new() };
    let text = gpx.write("favorites", &time(shared));
    write(shared, FAVORITES, FILE, text)
}

/// Returns the names of the tracks, without extension.
pub(super) fn tracks(shared: &Shared) -> Vec<String> {
    let mut files = shared.files.clone();
    let listed = files.as_system(|files| files.list(TRACKS)).unwrap_or_default();
    let files = listed.into_iter().filter(|(_, stat)| stat.kind != Kind::Directory);
    files.filter_map(|(name, _)| name.strip_suffix(".gpx").map(str::to_owned)).collect()
}

/// Reads a track.
pub(super) fn track(shared: &Shared, name: &str) -> Option<Gpx> {
    if name.contains('/') {
        return None;
    }
    Gpx::read(&shared.files.read_as_system(&format!("{TRACKS}/{name}.gpx")).ok()?)
}

/// Writes a track; fails if the name exists already.
pub(super) fn save_track(shared: &mut Shared, name: &str, gpx: &Gpx) -> Result<String, String> {
    let fit = |letter: char| if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter };
    let name: String = name.trim().trim_start_matches('.').chars().take(LONGEST_NAME).map(fit).collect();
    if name.is_empty() {
        return Err("Enter a name".to_owned());
    }
    let path = format!("{TRACKS}/{name}.gpx");
    if shared.files.read_as_system(&path).is_ok() {
        return Err("A track of that name already exists".to_owned());
    }
    let text = gpx.write(&name, &time(shared));
    write(shared, TRACKS, &path, text).map(|()| name)
}

/// Deletes a track.
pub(super) fn delete_track(shared: &mut Shared, name: &str) {
    if !name.contains('/') {
        let now_ms = shared.clock.now_ms;
        // The file may be gone already.
        _ = shared.files.as_system(|files| files.remove(&format!("{TRACKS}/{name}.gpx"), now_ms));
    }
}

fn time(shared: &Shared) -> String {
    kit::clock::formatted(shared.clock.now_ms, 0, "%Y-%m-%dT%H:%M:%SZ")
}

fn write(shared: &mut Shared, folder: &str, path: &str, text: String) -> Result<(), String> {
    let now_ms = shared.clock.now_ms;
    let written = shared.files.as_system(|files| {
        files.make_dirs(folder, now_ms)?;
        files.write(path, text.into_bytes(), now_ms)
    });
    written.map_err(|error| format!("Cannot save: {error}"))
}
