//! Stories on a whole phone: touches, and the output of Android's commands. One file per app.
//!
//! A story is a list of lines, each a verb and its argument (see [`Story::line`]). Each is played on a small screen. At
//! its end the phone is saved, loaded and drawn with a large font in the dark theme: none of that may break.

mod agenda;
mod camera;
mod chrome;
mod deskclock;
mod editing;
mod maps;
mod markor;
mod permissions;
mod player;
mod wallet;

use commands::System;
use framework::{Phone, SavedPhone};
use state::profile::{Profile, Screen};
use toolkit::tree::Node;

/// Saturday 14 November 2026, 10:00.
const START: i64 = 1_794_650_400_000;

/// A small screen, so that drawing is fast, with as many dp as a typical phone.
fn profile() -> Profile {
    Profile { screen: Screen { width: 412, height: 892, density: 160 }, ..Profile::default() }
}

/// A story's phone.
pub(super) struct Story {
    phone: Phone,
    profile: Profile,
    now_ms: i64,
    printed: String,
}

impl Story {
    fn new(profile: Profile) -> Self {
        Self {
            phone: Phone::new(profile.clone(), crate::SYSTEM, START),
            profile,
            now_ms: START,
            printed: String::new(),
        }
    }

    fn run(&mut self, command: &str) {
        let outcome = shell::run(command, &mut self.phone, &[]);
        self.printed = String::from_utf8_lossy(&outcome.stdout).into_owned();
        self.printed += &String::from_utf8_lossy(&outcome.stderr);
    }

    fn wait(&mut self, ms: i64) {
        self.now_ms += ms;
        self.phone.tick(self.now_ms);
    }

    fn said(&self) -> Vec<String> {
        fn collect(node: &Node, all: &mut Vec<String>) {
            all.extend([&node.text, &node.content_desc].into_iter().filter(|text| !text.is_empty()).cloned());
            node.children.iter().for_each(|child| collect(child, all));
        }
        let mut all = Vec::new();
        self.phone.nodes().iter().for_each(|node| collect(node, &mut all));
        all
    }

    fn middle_of(&self, label: &str) -> (i32, i32) {
        fn find(node: &Node, label: &str) -> Option<(i32, i32)> {
            let entry = node.resource_id.rsplit('/').next().unwrap_or_default();
            let inside = node.children.iter().find_map(|child| find(child, label));
            inside.or_else(|| {
                let named = node.text == label || node.content_desc == label || entry == label;
                (named && node.enabled).then(|| node.bounds.center())
            })
        }
        let found = self.phone.nodes().iter().find_map(|node| find(node, label));
        found.unwrap_or_else(|| panic!("there is no `{label}` among {:#?}", self.said()))
    }

    fn reload(&mut self) {
        let saved = SavedPhone::parse(&self.phone.save().to_json()).unwrap();
        let mut loaded = Phone::load(self.profile.clone(), crate::SYSTEM, saved, self.now_ms).unwrap();
        assert_eq!(loaded.hierarchy_xml(false), self.phone.hierarchy_xml(false));
        assert_eq!(loaded.whole_state(), self.phone.whole_state());
        self.phone = loaded;
    }

    /// Plays one line of a story.
    fn line(&mut self, line: &str) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "$" => self.run(rest),
            // The command's output contains this, or does not.
            ">" => assert!(self.printed.contains(rest), "`{rest}` is not in what was printed: {}", self.printed),
            "!" => assert!(!self.printed.contains(rest), "`{rest}` is in what was printed: {}", self.printed),
            "tap" => {
                let (x, y) = self.middle_of(rest);
                self.run(&format!("input tap {x} {y}"));
            }
            "hold" => {
                let (x, y) = self.middle_of(rest);
                self.run(&format!("input swipe {x} {y} {x} {y} 900"));
            }
            // Replaces the text of the focused field.
            "type" => {
                self.phone.clear_text();
                self.phone.commit_text(rest);
            }
            "key" => self.run(&format!("input keyevent {rest}")),
            "see" => assert!(self.said().iter().any(|said| said == rest), "`{rest}` is not among {:#?}", self.said()),
            "gone" => assert!(!self.said().iter().any(|said| said == rest), "`{rest}` is still there"),
            "front" => {
                let front = self.phone.front().map(|front| front.component.short()).unwrap_or_default();
                assert_eq!(front, rest);
            }
            "toast" => assert_eq!(self.phone.toast_text().as_deref(), Some(rest)),
            "wait" => self.wait(rest.parse().unwrap()),
            "reload" => self.reload(),
            other => panic!("unknown story verb `{other}`"),
        }
    }
}

/// Plays a story on a phone with the default profile.
#[track_caller]
fn check(story: &str) -> Story {
    check_on(profile(), story)
}

/// Plays a story on a phone with a profile.
#[track_caller]
fn check_on(profile: Profile, story: &str) -> Story {
    let mut told = Story::new(profile);
    for line in story.lines().map(str::trim).filter(|line| !line.is_empty()) {
        told.line(line);
    }
    told.reload();
    told.run("settings put system font_scale 1.3; settings put secure ui_night_mode 2");
    let pixels = told.phone.screen_pixels();
    assert_eq!(pixels.rgba.len(), pixels.width as usize * pixels.height as usize * 4);
    told.run("settings put system font_scale 1.0; settings put secure ui_night_mode 1");
    told
}

/// Any extras of an intent open the app and leave the phone working.
#[test]
fn bad_extras_break_nothing() {
    let wild = ["", "-1", "99999999999999999999", "9223372036854775807", "-9223372036854775808", "é%zz%", "1,2,x"];
    let mut story = Story::new(profile());
    for app in crate::tests::system_apps() {
        for activity in app.manifest().activities {
            let package = app.manifest().package;
            let class = commands::Component::new(package, activity.class).class;
            for value in wild {
                let extras: String = EXTRAS.iter().map(|name| format!(" --es '{name}' '{value}'")).collect();
                for action in activity.actions.iter().chain(["android.intent.action.MAIN"].iter()) {
                    let data = activity.schemes.iter().find(|known| !known.contains('/'));
                    let data = data.map(|scheme| format!(" -d '{scheme}:{value}'")).unwrap_or_default();
                    story.run(&format!("am start -n {package}/{class} -a {action}{data}{extras}"));
                    story.wait(1_000);
                    assert!(!story.phone.nodes().is_empty());
                }
            }
        }
    }
    story.reload();
}

/// The names of extras that some app reads.
const EXTRAS: &[&str] = &[
    "android.intent.extra.alarm.HOUR",
    "android.intent.extra.alarm.MINUTES",
    "android.intent.extra.alarm.MESSAGE",
    "android.intent.extra.alarm.DAYS",
    "android.intent.extra.alarm.LENGTH",
    "android.intent.extra.alarm.VIBRATE",
    "android.intent.extra.alarm.SKIP_UI",
    "android.intent.extra.alarm.SEARCH_MODE",
    "title",
    "beginTime",
    "endTime",
    "allDay",
    "eventLocation",
    "query",
    "output",
    "amount",
    "android.intent.extra.TEXT",
    "android.intent.extra.TITLE",
];
