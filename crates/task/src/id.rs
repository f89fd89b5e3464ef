//! Ids of tasks and questions, made from the time and randomness passed in.

use std::sync::Arc;

use jiff::Timestamp;

/// A source of randomness: 256 bits at a time.
pub type Random = Arc<dyn Fn() -> std::io::Result<[u8; 32]> + Send + Sync>;

/// Letters that are not easily confused.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The longest task id that is looked up.
const MOST: usize = 64;

/// Makes task ids that sort by creation: `20260729T141502123Z-4k9dz2m7`.
#[derive(Debug, Default)]
pub(crate) struct Mint {
    last_ms: i64,
}

impl Mint {
    /// Continues after the last existing id.
    pub(crate) fn after(last: Option<&String>) -> Self {
        let last_ms = last.and_then(|id| parse(id)).unwrap_or_default();
        Self { last_ms }
    }

    /// Returns the next id. Ids stay in order even if the clock stops or goes back.
    pub(crate) fn next(&mut self, now: Timestamp, random: [u8; 32]) -> String {
        let ms = now.as_millisecond().max(self.last_ms.saturating_add(1));
        let at = Timestamp::from_millisecond(ms).unwrap_or(now);
        self.last_ms = ms;
        let end: String = random.iter().take(8).map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect();
        format!("{}-{end}", at.strftime("%Y%m%dT%H%M%S%3fZ"))
    }
}

/// Makes an id for a task that is created without a service. It sorts by its time among the others.
pub fn new_task_id(now: Timestamp, random: [u8; 32]) -> String {
    Mint::default().next(now, random)
}

/// Returns whether the text is safe as the name of a task's folder: it cannot lead to another folder.
pub(crate) fn is_name(text: &str) -> bool {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    !text.is_empty() && text.len() <= MOST && plain
}

/// Encodes 256 bits as text that is safe in a URL.
pub(crate) fn token(random: [u8; 32]) -> String {
    random.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Makes a question's id. It is shown and logged, so it is not the secret of the question's link.
pub(crate) fn question(random: [u8; 32]) -> String {
    let letters = random.iter().take(12).map(|byte| char::from(LETTERS[usize::from(byte & 31)]));
    std::iter::once('q').chain(letters).collect()
}

fn parse(id: &str) -> Option<i64> {
    let (time, _) = id.split_once('-')?;
    let digits: String = time.chars().filter(char::is_ascii_digit).collect();
    let part = |from: usize, to: usize| digits.get(from..to);
    let text = format!(
        "{}-{}-{}T{}:{}:{}.{}Z",
        part(0, 4)?,
        part(4, 6)?,
        part(6, 8)?,
        part(8, 10)?,
        part(10, 12)?,
        part(12, 14)?,
        part(14, 17)?
    );
    text.parse::<Timestamp>().ok().map(|at| at.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_as_they_were_made_whatever_the_clock_does() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let mut mint = Mint::default();
        let first = mint.next(at("2026-07-29T14:15:02.123Z"), [7; 32]);
        assert_eq!(first, "20260729T141502123Z-77777777");
        let same = mint.next(at("2026-07-29T14:15:02.123Z"), [1; 32]);
        let back = mint.next(at("2020-01-01T00:00:00Z"), [0; 32]);
        let later = mint.next(at("2027-01-01T00:00:00Z"), [0; 32]);
        assert!(first < same && same < back && back < later, "{first} {same} {back} {later}");
        let mut again = Mint::after(Some(&later));
        let next = again.next(at("2020-01-01T00:00:00Z"), [0; 32]);
        assert!(later < next, "{next}");
        assert!([&first, &same, &back, &later, &next].into_iter().all(|name| is_name(name)));
    }

    #[test]
    fn a_name_leads_nowhere_else() {
        for bad in ["", "..", "a/b", "a\\b", "a.b", "é", "a b", "\u{0}", &"a".repeat(65)] {
            assert!(!is_name(bad), "{bad:?}");
        }
        assert_eq!(token([255; 32]).len(), 64);
        assert_eq!(Mint::after(Some(&"other-folder".to_owned())).last_ms, 0);
    }
}
