//! Text: shaping, wrapping and measuring with the embedded fonts. Layout and drawing use the same function, so the
//! measured size is the drawn size.
//!
//! Fonts and their cache of shaped texts are lent to the drawing thread from a pool, most recently used first. So a
//! phone finds its texts in the cache on any thread, and phones that draw at the same time do not wait for each other.

use std::collections::HashMap;
use std::io::Read as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cosmic_text::fontdb::{Database, Source};
use cosmic_text::{
    Attrs, Buffer, Ellipsize, EllipsizeHeightLimit, Family, FontSystem, LayoutGlyph, Metrics, Shaping, SwashCache,
    Weight, Wrap,
};
use flate2::read::GzDecoder;

/// Roboto in three weights; emoji in one colour; the 3755 commonest hanzi with kana; Hebrew; Arabic. Other characters
/// are drawn as a box. Licences: `assets/OFL.txt`.
#[expect(clippy::expect_used, reason = "a phone without fonts shows nothing")]
static FONTS: LazyLock<[Arc<Vec<u8>>; 7]> = LazyLock::new(|| {
    macro_rules! font {
        ($name:literal) => {
            include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".ttf")).as_slice()
        };
    }
    let packed = [
        font!("Roboto-Regular"),
        font!("Roboto-Medium"),
        font!("Roboto-Bold"),
        font!("NotoEmoji-Regular"),
        font!("NotoSansSC-Common"),
        font!("NotoSansHebrew-Regular"),
        font!("NotoSansArabic-Regular"),
    ];
    packed.map(|font| {
        let mut bytes = Vec::new();
        GzDecoder::new(font).read_to_end(&mut bytes).expect("the build packed the fonts");
        Arc::new(bytes)
    })
});

/// A longer text in one view is cut before shaping: the rest would not be visible, and the cost of a screen must stay
/// bounded.
const MAX_BYTES: usize = 64 * 1024;
/// The most glyphs in the cache of shaped texts.
const MAX_CACHED_GLYPHS: usize = 200_000;
/// The most glyph images in the cache.
const MAX_CACHED_IMAGES: usize = 8192;

/// How to shape a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spec {
    /// The font size in 64ths of a pixel.
    pub(super) size: u32,
    /// The line height in whole pixels.
    pub(super) line: i32,
    /// The font weight.
    pub(super) weight: u16,
    /// The width at which lines wrap; `None` keeps every paragraph on one line.
    pub(super) width: Option<i32>,
    /// The maximum number of lines before an ellipsis; 0 is unlimited.
    pub(super) max_lines: usize,
}

/// A shaped text.
#[derive(Debug)]
pub(super) struct Shaped {
    pub(super) lines: Vec<Line>,
    /// The width of the widest line, rounded up.
    pub(super) width: i32,
    /// The height of all lines.
    pub(super) height: i32,
    /// The height of one line.
    pub(super) line_height: i32,
}

/// A line of a shaped text.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) glyphs: Vec<LayoutGlyph>,
    /// The distance from the top of the text to the baseline.
    pub(super) baseline: f32,
    /// The byte at which its paragraph starts in the text; glyph offsets count from there.
    pub(super) start: usize,
    /// The width.
    pub(super) width: f32,
}

impl Shaped {
    /// Returns the x position and the line number of a caret before the byte at `index`.
    pub(super) fn caret(&self, index: usize) -> (f32, usize) {
        let mut best = (0.0, 0);
        for (number, line) in self.lines.iter().enumerate() {
            if line.start > index {
                break;
            }
            let first = line.glyphs.iter().map(|glyph| line.start + glyph.start).min().unwrap_or(line.start);
            if number > 0 && first > index {
                break;
            }
            best = (line.width, number);
            for glyph in &line.glyphs {
                if index >= line.start + glyph.start && index < line.start + glyph.end {
                    return (if glyph.level.is_rtl() { glyph.x + glyph.w } else { glyph.x }, number);
                }
            }
            if line.glyphs.iter().any(|glyph| glyph.level.is_rtl()) {
                best.0 = 0.0;
            }
        }
        best
    }

    /// Returns the position of a range of the text: for each line it touches, the line number, start and end. A line
    /// break is as wide as a space, so that its selection is visible.
    pub(super) fn spans(&self, part: std::ops::Range<usize>) -> Vec<(usize, f32, f32)> {
        let mut spans = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            let inside = line.glyphs.iter().filter(|glyph| {
                line.start + glyph.end > part.start && line.start + glyph.start < part.end && glyph.end > glyph.start
            });
            let span = inside.fold(None, |span: Option<(f32, f32)>, glyph| {
                let (from, to) = span.unwrap_or((f32::MAX, f32::MIN));
                Some((from.min(glyph.x), to.max(glyph.x + glyph.w)))
            });
            match span {
                Some((from, to)) => spans.push((number, from, to)),
                None if line.glyphs.is_empty() && part.contains(&line.start) => {
                    spans.push((number, 0.0, self.line_height as f32 / 4.0));
                }
                None => {}
            }
        }
        spans
    }

    /// Returns the byte before which a touch at this point puts the caret.
    pub(super) fn index_at(&self, x: f32, y: f32) -> usize {
        let row = (y / self.line_height.max(1) as f32).floor().clamp(0.0, 1e6) as usize;
        let Some(line) = self.lines.get(row.min(self.lines.len().saturating_sub(1))) else { return 0 };
        // Clamp to the line's ends: at a huge distance, rounding would make all positions equally far.
        let ends = line.glyphs.iter().fold(0.0_f32, |end, glyph| end.max(glyph.x + glyph.w));
        let x = x.clamp(-1.0, ends + 1.0);
        let near = line.glyphs.iter().min_by(|a, b| {
            let distance = |glyph: &LayoutGlyph| (glyph.x + glyph.w / 2.0 - x).abs();
            distance(a).total_cmp(&distance(b))
        });
        near.map_or(line.start, |glyph| {
            let after = (x > glyph.x + glyph.w / 2.0) != glyph.level.is_rtl();
            line.start + if after { glyph.end } else { glyph.start }
        })
    }
}

/// The fonts and their caches.
pub(super) struct Fonts {
    pub(super) system: FontSystem,
    pub(super) images: SwashCache,
    shaped: HashMap<Spec, HashMap<String, Arc<Shaped>>>,
    glyphs: usize,
}

/// Idle sets of fonts: as many as phones ever drew at the same time, up to [`MAX_IDLE`].
static IDLE: Mutex<Vec<Fonts>> = Mutex::new(Vec::new());

/// The most idle sets; more than there are cores would only use memory.
const MAX_IDLE: usize = 8;

/// Borrows a set of fonts for a closure. Calls must not be nested.
pub(super) fn with_fonts<T>(work: impl FnOnce(&mut Fonts) -> T) -> T {
    let idle = || IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let lent = idle().pop();
    let mut fonts = lent.unwrap_or_else(Fonts::new);
    let done = work(&mut fonts);
    let mut idle = idle();
    if idle.len() < MAX_IDLE {
        idle.push(fonts);
    }
    done
}

/// Shapes a text.
pub(super) fn shape(text: &str, spec: Spec) -> Arc<Shaped> {
    with_fonts(|fonts| fonts.shape(text, spec))
}

impl Fonts {
    fn new() -> Self {
        let mut database = Database::new();
        for font in FONTS.iter() {
            database.load_font_source(Source::Binary(font.clone()));
        }
        database.set_sans_serif_family("Roboto");
        let system = FontSystem::new_with_locale_and_db("en-US".to_owned(), database);
        Self { system, images: SwashCache::new(), shaped: HashMap::new(), glyphs: 0 }
    }

    /// Evicts glyph images if there are too many; called between frames.
    pub(super) fn trim(&mut self) {
        if self.images.image_cache.len() > MAX_CACHED_IMAGES {
            self.images.image_cache.clear();
        }
    }

    fn shape(&mut self, text: &str, spec: Spec) -> Arc<Shaped> {
        if let Some(known) = self.shaped.get(&spec).and_then(|texts| texts.get(text)) {
            return Arc::clone(known);
        }
        let shaped = Arc::new(self.shape_anew(text, spec));
        if self.glyphs > MAX_CACHED_GLYPHS {
            self.shaped.clear();
            self.glyphs = 0;
        }
        self.glyphs += 4 + shaped.lines.iter().map(|line| line.glyphs.len()).sum::<usize>();
        self.shaped.entry(spec).or_default().insert(text.to_owned(), Arc::clone(&shaped));
        shaped
    }

    fn shape_anew(&mut self, text: &str, spec: Spec) -> Shaped {
        let text = &text[..text.floor_char_boundary(MAX_BYTES)];
        // Characters that would break a line or draw a box become spaces of as many bytes, so that byte offsets stay
        // valid.
        let clean: String = text
            .chars()
            .map(|letter| match letter {
                '\n' if spec.max_lines == 1 || spec.width.is_none() => ' ',
                '\t' => ' ',
                '\n' => '\n',
                '\u{2028}' | '\u{2029}' => '\u{2003}',
                letter if letter.is_control() && letter.is_ascii() => ' ',
                letter if letter.is_control() => '\u{a0}',
                letter => letter,
            })
            .collect();
        let line = spec.line.max(1);
        let size = (spec.size as f32 / 64.0).clamp(1.0, 1000.0);
        let mut lines = Vec::new();
        let mut widest = 0.0_f32;
        let mut start = 0;
        for paragraph in clean.split('\n') {
            if spec.max_lines > 0 && lines.len() >= spec.max_lines {
                break;
            }
            let left = if spec.max_lines > 0 { spec.max_lines - lines.len() } else { 0 };
            let mut buffer = Buffer::new(&mut self.system, Metrics::new(size, line as f32));
            buffer.set_wrap(if spec.width.is_none() { Wrap::None } else { Wrap::WordOrGlyph });
            if left > 0 {
                buffer.set_ellipsize(Ellipsize::End(EllipsizeHeightLimit::Lines(left)));
            }
            buffer.set_size(spec.width.map(|width| width.max(1) as f32), None);
            let attrs = Attrs::new().family(Family::Name("Roboto")).weight(Weight(spec.weight));
            buffer.set_text(paragraph, &attrs, Shaping::Advanced, None);
            buffer.shape_until_scroll(&mut self.system, false);
            let before = lines.len();
            for run in buffer.layout_runs() {
                if left > 0 && lines.len() - before >= left {
                    break;
                }
                widest = widest.max(run.line_w);
                let top = (lines.len() as i32 * line) as f32;
                let (glyphs, width) = without_leading_space(run.glyphs, run.text, run.line_w);
                lines.push(Line { glyphs, baseline: top + baseline(size, line), start, width });
            }
            if lines.len() == before {
                let baseline = (lines.len() as i32 * line) as f32 + baseline(size, line);
                lines.push(Line { glyphs: Vec::new(), baseline, start, width: 0.0 });
            }
            start += paragraph.len() + 1;
        }
        let height = lines.len() as i32 * line;
        Shaped { lines, width: widest.ceil() as i32, height, line_height: line }
    }
}

/// Returns the baseline within a line: Roboto's ascent and descent centred in it, for every font, so that lines of
/// mixed scripts align.
fn baseline(size: f32, line: i32) -> f32 {
    const ASCENT: f32 = 1900.0 / 2048.0;
    const DESCENT: f32 = 500.0 / 2048.0;
    (line as f32 - (ASCENT + DESCENT) * size) / 2.0 + ASCENT * size
}

/// Removes the space at which the last line was broken; cosmic-text keeps it when it ends a text in an ellipsis.
fn without_leading_space(glyphs: &[LayoutGlyph], text: &str, width: f32) -> (Vec<LayoutGlyph>, f32) {
    let space = |glyph: &LayoutGlyph| glyph.start > 0 && text.get(glyph.start..glyph.end) == Some(" ");
    match glyphs.split_first() {
        Some((first, rest)) if space(first) && !first.level.is_rtl() && !rest.is_empty() => {
            let moved = rest.iter().map(|glyph| LayoutGlyph { x: glyph.x - first.w, ..glyph.clone() });
            (moved.collect(), width - first.w)
        }
        _ => (glyphs.to_vec(), width),
    }
}

/// Returns an upper bound of the text's width on one line, without shaping it.
pub(super) fn widest_possible(text: &str, size_px: f32) -> i32 {
    let units: f32 = text.chars().map(|letter| if letter.is_ascii() { 0.95 } else { 2.0 }).sum();
    (units * size_px).ceil().min(1e6) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(width: Option<i32>, max_lines: usize) -> Spec {
        Spec { size: 16 * 64, line: 24, weight: 400, width, max_lines }
    }

    #[test]
    fn lines_break_at_words_and_end_in_an_ellipsis() {
        let text = "The quick brown fox jumps over the lazy dog";
        let free = shape(text, spec(None, 0));
        assert_eq!((free.lines.len(), free.height), (1, 24));
        let wrapped = shape(text, spec(Some(120), 0));
        assert!(wrapped.lines.len() >= 3 && wrapped.width <= 120, "{} {}", wrapped.lines.len(), wrapped.width);
        let cut = shape(text, spec(Some(120), 2));
        assert_eq!(cut.lines.len(), 2);
        assert!(cut.width <= 120);
        let one = shape("one\ntwo", spec(Some(500), 1));
        assert_eq!(one.lines.len(), 1);
        assert_eq!(shape("one\n\ntwo\n", spec(Some(500), 0)).lines.len(), 4);
        assert_eq!(shape("", spec(Some(500), 0)).height, 24);
    }

    #[test]
    fn every_script_of_the_house_has_letters() {
        for text in ["Ärger", "Привет", "你好世界", "こんにちは", "שלום", "مرحبا", "😀🎉", "Ελλάδα"]
        {
            let shaped = shape(text, spec(None, 0));
            let missing = shaped.lines.iter().flat_map(|line| &line.glyphs).filter(|glyph| glyph.glyph_id == 0);
            assert_eq!(missing.count(), 0, "{text}");
        }
    }

    #[test]
    fn no_text_is_wider_than_thought_possible() {
        for text in ["WWWWWW", "@@@@", "iiii", "你好世界", "😀👨‍👩‍👧‍👦", "ﷺ", "—…‰"] {
            assert!(shape(text, spec(None, 0)).width <= widest_possible(text, 16.0), "{text}");
        }
    }

    #[test]
    fn the_caret_finds_its_way_back() {
        let text = "Grüße,\nwelcome 😀!";
        let shaped = shape(text, spec(Some(400), 0));
        for (index, _) in text.char_indices().filter(|(_, letter)| *letter != '\n') {
            let (x, line) = shaped.caret(index);
            assert_eq!(shaped.index_at(x + 0.5, (line * 24 + 3) as f32), index);
        }
        assert_eq!(shaped.caret(text.len()).1, 1);
    }
}
