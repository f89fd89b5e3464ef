//! The pictures and outlines of a report: each is stored once, and what cannot be read is counted.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;

use agent::record::screenshot_file;

use crate::html::Html;
use crate::steps::Taken;
use crate::{ReportError, outline, picture};

/// The pictures and outlines that are in a report already.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    /// Whether pictures are kept as they are.
    full: bool,
    /// By number.
    pictures: HashSet<u64>,
    outlines: HashSet<u64>,
    /// The first picture with this content.
    contents: HashMap<u64, u64>,
    /// How many pictures are stored.
    pub(crate) stored: u32,
    lost_pictures: u64,
    lost_outlines: u64,
}

impl Pieces {
    pub(crate) fn new(full: bool) -> Self {
        Self { full, ..Self::default() }
    }

    /// Writes the pictures and elements of a step, if they are not there yet.
    pub(crate) fn write<W: Write>(
        &mut self,
        folder: &Path,
        taken: &Taken,
        html: &mut Html<'_, W>,
    ) -> Result<(), ReportError> {
        for number in [taken.line.before, taken.line.after].into_iter().flatten() {
            self.picture(folder, number, number, html)?;
        }
        for number in [taken.step.outline, taken.step.outline_after].into_iter().flatten() {
            if !self.outlines.insert(number) {
                continue;
            }
            match outline::read(folder, number, taken.size) {
                Some(outline) => html.outline(&outline)?,
                None => self.lost_outlines += 1,
            }
        }
        Ok(())
    }

    /// Writes a picture as number `shown`, if that is not there yet.
    pub(crate) fn picture<W: Write>(
        &mut self,
        folder: &Path,
        number: u64,
        shown: u64,
        html: &mut Html<'_, W>,
    ) -> Result<(), ReportError> {
        if !self.pictures.insert(shown) {
            return Ok(());
        }
        let Some(png) = picture::read(&screenshot_file(folder, number)) else {
            self.lost_pictures += 1;
            return Ok(());
        };
        let mut hasher = DefaultHasher::new();
        png.hash(&mut hasher);
        let first = *self.contents.entry(hasher.finish()).or_insert(shown);
        if first != shown {
            return Ok(html.same_picture(shown, first)?);
        }
        match if self.full { Some(picture::whole(png)) } else { picture::shrink(png) } {
            Some(picture) => {
                self.stored += 1;
                html.picture(shown, &picture)?;
            }
            None => self.lost_pictures += 1,
        }
        Ok(())
    }

    /// Says what was found to be missing.
    pub(crate) fn missing(&self, cut: u64) -> Vec<String> {
        let mut missing = Vec::new();
        let mut say = |number: u64, one: &str, many: &str| match number {
            0 => {}
            1 => missing.push(one.to_owned()),
            _ => missing.push(many.replace("{}", &number.to_string())),
        };
        say(
            self.lost_pictures,
            "1 picture is missing: its file is gone, or damaged.",
            "{} pictures are missing: their files are gone, or damaged.",
        );
        say(
            self.lost_outlines,
            "The elements of 1 screen are missing: their file is gone, or damaged.",
            "The elements of {} screens are missing: their files are gone, or damaged.",
        );
        say(
            cut,
            "1 very long text is cut in the middle; `fingertip task report --full` keeps it.",
            "{} very long texts are cut in the middle; `fingertip task report --full` keeps them.",
        );
        missing
    }
}
