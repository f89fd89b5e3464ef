//! The characters that a recognition model knows, and the decoding of its output into text.

use crate::OcrError;

/// The meanings of a model's classes: blank first, then each character.
#[derive(Debug)]
pub(crate) struct Characters(Vec<String>);

impl Characters {
    /// Parses a dictionary: one character a line. The space is not in the file, because a line cannot show it; it comes
    /// last.
    pub(crate) fn parse(dictionary: &str) -> Self {
        let lines = dictionary.strip_suffix('\n').unwrap_or(dictionary).split('\n');
        let mut characters: Vec<String> = lines.map(|line| line.trim_end_matches('\r').to_owned()).collect();
        characters.push(" ".to_owned());
        Self(characters)
    }

    /// Decodes a model's output into text and its average confidence. `scores` has `classes` numbers a step; at each
    /// step the highest counts. A repeated character is the same one, unless a blank (class 0) comes between:
    /// connectionist temporal classification.
    pub(crate) fn decode(&self, scores: &[f32], classes: usize) -> Result<Option<(String, f32)>, String> {
        // Some models have no space.
        if classes != self.0.len() + 1 && classes != self.0.len() {
            return Err(format!("it has {classes} classes, but its dictionary has {} characters", self.0.len()));
        }
        let mut text = String::new();
        let (mut sum, mut count, mut last) = (0.0, 0_u16, 0);
        for step in scores.chunks_exact(classes) {
            let (class, score) = highest(step);
            if class != last && class != 0 {
                text.push_str(self.0.get(class - 1).map_or("", String::as_str));
                sum += score;
                count = count.saturating_add(1);
            }
            last = class;
        }
        let text = text.trim().to_owned();
        Ok((!text.is_empty()).then(|| (text, sum / f32::from(count))))
    }
}

/// The index and value of the highest number. NaN is never the highest.
fn highest(step: &[f32]) -> (usize, f32) {
    let start = (0, f32::NEG_INFINITY);
    step.iter().enumerate().fold(start, |best, (class, score)| if *score > best.1 { (class, *score) } else { best })
}

impl Characters {
    /// Reads a dictionary file.
    pub(crate) fn from_file(file: &std::path::Path) -> Result<Self, OcrError> {
        // The largest dictionary of this family is a tenth of this.
        const MOST_BYTES: u64 = 1 << 20;
        let unusable = |why: String| OcrError::Unusable { file: file.to_owned(), why };
        let bytes = crate::network::read_bounded(file, MOST_BYTES).map_err(unusable)?;
        let text = String::from_utf8(bytes).map_err(|error| unusable(error.to_string()))?;
        Ok(Self::parse(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes are blank, `a`, `b` and the space.
    #[track_caller]
    fn check(steps: &[usize], expected: Option<&str>) {
        let scores: Vec<f32> =
            steps.iter().flat_map(|step| (0..4).map(move |class| if class == *step { 0.9 } else { 0.0 })).collect();
        let read = Characters::parse("a\r\nb\n").decode(&scores, 4).unwrap();
        assert_eq!(read.as_ref().map(|(text, _)| text.as_str()), expected);
        assert!(read.is_none_or(|(_, confidence)| (confidence - 0.9).abs() < 1e-6));
    }

    #[test]
    fn steps_become_text() {
        check(&[], None);
        check(&[0, 0], None);
        check(&[3, 3], None);
        check(&[1, 1, 0, 2], Some("ab"));
        check(&[1, 0, 1], Some("aa"));
        check(&[3, 1, 3, 2, 3], Some("a b"));
    }

    #[test]
    fn a_model_and_its_dictionary_must_fit() {
        let characters = Characters::parse("a\nb");
        assert!(characters.decode(&[0.0; 9], 9).unwrap_err().contains("9 classes"));
        assert!(characters.decode(&[], 0).is_err());
        // NaN and a truncated step decode to nothing.
        assert_eq!(characters.decode(&[f32::NAN; 6], 4).unwrap(), None);
    }
}
