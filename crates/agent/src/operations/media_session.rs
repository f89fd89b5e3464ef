//! The phone's media session: what plays, and where. Read by the operations that play and control media.

use device::Reading;

use super::work::Work;
use crate::affordance::folded;
use crate::deadline::Halt;

/// `PlaybackState.STATE_PLAYING`
const PLAYING: &str = "3";

/// A media session.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Session {
    pub(super) package: String,
    pub(super) playing: bool,
    pub(super) position: i64,
    /// Title, artist, album, as they are printed.
    pub(super) description: String,
}

impl Session {
    /// Whether its description contains all the words.
    pub(super) fn is(&self, query: &str) -> bool {
        let description = folded(&self.description);
        let query = folded(query);
        !query.is_empty() && query.split_whitespace().all(|word| description.contains(word))
    }

    /// The title; empty if unknown.
    pub(super) fn title(&self) -> String {
        self.part(0)
    }

    /// The artist; empty if unknown.
    pub(super) fn artist(&self) -> String {
        self.part(1)
    }

    fn part(&self, place: usize) -> String {
        let mut parts = self.description.splitn(3, ", ").map(str::trim).filter(|part| *part != "null");
        parts.nth(place).unwrap_or_default().to_owned()
    }
}

/// Parses `dumpsys media_session`: `package=…`, `state=PlaybackState {state=PLAYING(3), position=4210, …}` (before
/// Android 13 `state=3`), `metadata: size=5, description=Title, Artist, Album`. Active sessions come first.
fn sessions(said: &str) -> Vec<Session> {
    let mut found: Vec<Session> = Vec::new();
    for line in said.lines().map(str::trim) {
        if let Some(package) = line.strip_prefix("package=") {
            found.push(Session { package: package.to_owned(), ..Session::default() });
        }
        let Some(last) = found.last_mut() else { continue };
        if let Some(state) = line.strip_prefix("state=PlaybackState {") {
            let value = |name: &str| state.split(", ").find_map(|pair| pair.trim().strip_prefix(name));
            let state = value("state=").unwrap_or_default();
            last.playing = state == PLAYING || state.starts_with("PLAYING");
            last.position = value("position=").and_then(|position| position.parse().ok()).unwrap_or_default();
        } else if let Some((_, description)) = line.split_once("description=").filter(|_| line.starts_with("metadata"))
        {
            description.clone_into(&mut last.description);
        }
    }
    found
}

/// Returns the session that plays, otherwise the one that would.
pub(super) async fn session(work: &mut Work<'_>) -> Result<Option<Session>, Halt> {
    let said = work.read(Reading::Service("media_session")).await?;
    let all = sessions(&said);
    Ok(all.iter().find(|session| session.playing).or(all.first()).cloned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_sessions_are_read_as_every_version_prints_them() {
        let said = "\
  Sessions Stack - have 2 sessions:
    x com.a/x (userId=0)
      package=com.a
      state=PlaybackState {state=PAUSED(2), position=7, buffered position=0, speed=0.0, error=null}
      metadata: size=5, description=One, null, null
    y com.b/y (userId=0)
      package=com.b
      state=PlaybackState {state=3, position=4210, buffered position=0, speed=1.0, error=null}
      metadata: size=5, description=Blue Hour, Nina Okoro Trio, After Rain (Jazz)
";
        let all = sessions(said);
        let read: Vec<(bool, i64, String, String)> =
            all.iter().map(|one| (one.playing, one.position, one.title(), one.artist())).collect();
        let expected = [(false, 7, "One", ""), (true, 4210, "Blue Hour", "Nina Okoro Trio")];
        assert_eq!(
            read,
            expected.map(|(playing, at, title, artist)| (playing, at, title.to_owned(), artist.to_owned()))
        );
        assert!(all[1].is("jazz nina") && !all[1].is("") && !all[0].is("jazz"));
        assert_eq!(sessions("state=PlaybackState {state=3"), []);
    }
}
