//! A record on disk, and the pieces of what is made of it.

use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use report::{Made, Options, ReportError, Source, Template, write, write_comparison};
use serde_json::{Value, json};

pub(crate) const PAGE: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><!--index-->\
                    <script>page</script><!--steps--></html>";

/// A record on disk.
pub(crate) struct Record {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) lines: Vec<String>,
}

impl Record {
    pub(crate) fn new() -> Self {
        let record = Self { folder: tempfile::tempdir().unwrap(), lines: Vec::new() };
        std::fs::create_dir(record.path().join("screenshots")).unwrap();
        std::fs::create_dir(record.path().join("trees")).unwrap();
        record.with(json!({"line": "journal", "version": 1}))
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn with(self, line: Value) -> Self {
        self.with_text(&format!("{line}\n"))
    }

    pub(crate) fn with_text(mut self, line: &str) -> Self {
        self.lines.push(line.to_owned());
        self
    }

    /// A line of this kind, so many seconds after the start.
    pub(crate) fn entry(self, kind: &str, second: u32, step: u32, fields: Value) -> Self {
        let mut line = json!({"line": kind, "at": format!("2026-11-18T10:00:{second:02}Z"), "step": step});
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.with(line)
    }

    pub(crate) fn started(self) -> Self {
        self.started_as("t")
    }

    pub(crate) fn started_as(self, task: &str) -> Self {
        self.entry(
            "started",
            0,
            0,
            json!({"taskId": task, "settings": {}, "goal": "Switch it on", "device": "sim", "model": "m", "dialect": "json"}),
        )
    }

    /// A step of two seconds with a tap in the middle of the screen.
    pub(crate) fn tapped(self, second: u32, step: u32, effect: Value) -> Self {
        let tap = json!({"type": "tap", "x": 540, "y": 1200});
        self.picture(u64::from(step))
            .entry("prediction", second, step, json!({
                "screenshot": step, "thought": "Tap it", "raw": "{}", "actions": [tap],
                "usage": {"input_tokens": 100, "output_tokens": 10, "cost": 0.5}, "attempts": 1,
            }))
            .entry("gate", second, step, json!({
                "action": tap, "verdict": "allow", "rule": "plain-touch", "reason": "", "allowed": true, "by": "rule",
            }))
            .entry("intent", second, step, json!({
                "number": step, "action": tap, "before": "1", "outward": false,
                "target": {"label": "Wi-Fi", "role": "android.widget.Switch", "resourceId": "a:id/b", "package": "a"},
            }))
            .observed(second + 1, step, u64::from(step) + 1)
            .entry("effect", second + 1, step, json!({"number": step, "action": tap, "effect": effect}))
    }

    pub(crate) fn observed(self, second: u32, step: u32, picture: u64) -> Self {
        let shot = json!({"number": picture, "width": 1080, "height": 2400});
        self.picture(picture).entry(
            "observation",
            second,
            step,
            json!({
                "screenshot": shot, "fingerprint": "1", "app": "com.example", "elements": 3, "tree": 1,
            }),
        )
    }

    /// Stores a picture in which every number looks different.
    pub(crate) fn picture(self, number: u64) -> Self {
        let at = self.path().join(format!("screenshots/{number:06}.png"));
        let mut encoder = png::Encoder::new(std::fs::File::create(at).unwrap(), 270, 600);
        encoder.set_color(png::ColorType::Rgb);
        let shade = u8::try_from(number % 256).unwrap();
        encoder.write_header().unwrap().write_image_data(&vec![shade; 270 * 600 * 3]).unwrap();
        self
    }

    pub(crate) fn tree(self) -> Self {
        let node = |parent: Value, text: &str| {
            json!({"parent": parent, "text": text, "class": "android.widget.TextView",
                   "bounds": [0, 0, 1080, 240], "state": ["clickable", "enabled"]})
        };
        let tree = json!({"nodes": [node(Value::Null, "List"), node(json!(0), "Row")]});
        let file = std::fs::File::create(self.path().join("trees/000001.json.gz")).unwrap();
        let mut packed = GzEncoder::new(file, Compression::fast());
        packed.write_all(tree.to_string().as_bytes()).unwrap();
        packed.finish().unwrap();
        self
    }

    pub(crate) fn ended(self, second: u32, status: &str, reason: &str) -> Self {
        self.entry("ended", second, 9, json!({"summary": {
            "taskId": "t", "status": status, "reason": reason, "steps": 9, "duration": 12.5, "message": "Told", "tokens": 1,
        }}))
    }

    pub(crate) fn source(&self) -> Source {
        std::fs::write(self.path().join("journal.jsonl"), self.lines.concat()).unwrap();
        Source { folder: self.path().to_owned(), running: false }
    }

    pub(crate) fn report(&self, full: bool) -> Result<(String, Made), ReportError> {
        let source = self.source();
        made(full, |template, options, html| write(&source, template, options, html))
    }

    pub(crate) fn compared(&self, other: &Self) -> Result<(String, Made), ReportError> {
        let (a, b) = (self.source(), other.source());
        made(false, |template, options, html| write_comparison([&a, &b], template, options, html))
    }
}

fn made(
    full: bool,
    write: impl FnOnce(&Template, &Options, &mut Vec<u8>) -> Result<Made, ReportError>,
) -> Result<(String, Made), ReportError> {
    let options = Options { full, program: "fingertip test".to_owned(), now: 0 };
    let mut html = Vec::new();
    let made = write(&Template::new(PAGE).unwrap(), &options, &mut html)?;
    assert_eq!(made.bytes, html.len() as u64);
    Ok((String::from_utf8(html).unwrap(), made))
}

/// The JSON in a piece of a report.
pub(crate) fn piece(html: &str, id: &str) -> Value {
    let (_, rest) = html.split_once(&format!("id=\"{id}\">")).unwrap_or_else(|| panic!("no `{id}`"));
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

pub(crate) fn changed() -> Value {
    json!({"change": "changed"})
}
