//! Reads text from pictures of the simulated phone, if the models are installed.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "../../adb/tests/wire/absent.rs"]
mod absent;
#[path = "harness/binary.rs"]
mod binary;
#[path = "../../ocr/tests/models/installed.rs"]
mod installed;

use std::path::PathBuf;
use std::time::Instant;

use serde_json::Value;
use tempfile::TempDir;

/// A data folder with a built-in phone.
struct Rig(TempDir);

impl Rig {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Returns the binary's output on this folder.
    fn said(&self, args: &[&str]) -> String {
        let mut command = binary::alone(binary::PATH);
        // With a phone, the doctor would try that phone.
        let device: &[&str] = if args[0] == "doctor" { &[] } else { &["--device", "sim"] };
        let output = command.args(args).args(device).arg("--data").arg(self.0.path()).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert!(output.status.success(), "{args:?}: {err}");
        out + &err
    }

    fn act(&self, action: &str) {
        self.said(&["act", action]);
    }

    /// Returns the lines read from the picture of the screen, and the texts in the tree.
    fn screen(&self, ocr: &ocr::Ocr) -> (Vec<ocr::Line>, Vec<String>) {
        let file = self.0.path().join("screen.png");
        let known: Value = serde_json::from_str(&self.said(&["screenshot", file.to_str().unwrap(), "--json"])).unwrap();
        let side = |name: &str| u32::try_from(known[name].as_u64().unwrap()).unwrap();
        let (width, height) = (side("width"), side("height"));
        let rgb = model::Picture { png: std::fs::read(&file).unwrap().into(), width, height }.rgb().unwrap();
        let read = ocr.read(&ocr::Picture::new(&rgb, width, height).unwrap(), &|| true).unwrap();
        assert!(!read.cut);
        for line in &read.lines {
            let region = line.region;
            let stands = region.left < region.right && region.right <= width && region.top < region.bottom;
            assert!(stands && region.bottom <= height && (0.0..=1.001).contains(&line.confidence), "{line:?}");
        }
        let tree: Value = serde_json::from_str(&self.said(&["tree", "--json"])).unwrap();
        let texts = tree["nodes"].as_array().unwrap().iter().filter_map(|node| node["text"].as_str());
        (read.lines, texts.filter(|text| !text.trim().is_empty()).map(str::to_owned).collect())
    }
}

fn models() -> Option<PathBuf> {
    installed::models(dirs::data_dir().map(|data| data.join("fingertip/models/ocr")))
}

/// Keeps only letters and digits, because typesetting does not matter.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[test]
fn what_the_tree_says_is_read_in_the_picture() {
    let Some(models) = models() else { return };
    let ocr = ocr::Ocr::open(&models).unwrap();
    for night in ["no", "yes"] {
        let rig = Rig::new();
        rig.act(&format!(r#"{{"type":"shell","command":"cmd uimode night {night}"}}"#));
        rig.act(r#"{"type":"open_app","name":"Settings"}"#);
        let began = Instant::now();
        let (lines, texts) = rig.screen(&ocr);
        let read: String = lines.iter().map(|line| bare(&line.text)).collect();
        let missing: Vec<&String> = texts.iter().filter(|text| !read.contains(&bare(text))).collect();
        let (found, all) = (texts.len() - missing.len(), texts.len());
        println!("night {night}: {found} of {all} texts in {:?}; missing: {missing:?}", began.elapsed());
        assert!(all > 10 && found * 100 >= all * 95, "{missing:?} in {lines:?}");
        // In reading order: titles from the top.
        let place = |title: &str| lines.iter().position(|line| line.text == title);
        assert!(place("Settings").is_some() && place("Settings") < place("Network & internet"), "{lines:?}");
    }
}

#[test]
fn a_screen_without_words_is_read_in_its_picture() {
    let Some(models) = models() else { return };
    let rig = Rig::new();
    rig.act(r#"{"type":"open_app","name":"Camera"}"#);
    let before = rig.said(&["tree", "--spoken"]);
    assert!(before.contains("note: the picture was not read") && before.contains("fingertip doctor"), "{before}");
    assert!(!before.contains("The picture says"), "{before}");
    std::fs::create_dir_all(rig.0.path().join("models")).unwrap();
    std::os::unix::fs::symlink(&models, rig.0.path().join("models/ocr")).unwrap();
    let doctor: Value = serde_json::from_str(&rig.said(&["doctor", "--json"])).unwrap();
    let found = doctor.as_array().unwrap().iter().find(|finding| finding["check"] == "reading pictures").unwrap();
    assert_eq!(found["state"], "ok", "{found}");
    let spoken = rig.said(&["tree", "--spoken"]);
    println!("{spoken}");
    assert!(
        spoken.starts_with("Camera: Photo. Viewfinder. The picture says: ") && spoken.contains("Shutter"),
        "{spoken}"
    );
    assert!(!spoken.contains("note: "), "{spoken}");
    // The picture that the camera of a new built-in phone sees.
    assert!(spoken.contains("PLATFORM 4; Riverside Line; Next train 10 min"), "{spoken}");
}
