//! A phone of any profile on the wire, and its user: looks, taps by label, types, waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::runtime::Runtime;

const START: i64 = 1_794_650_400_000;

/// A phone and its user.
pub(crate) struct Rig {
    runtime: Runtime,
    client: Client,
    clock: Arc<AtomicI64>,
}

/// An element on the screen: its label and its position.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) text: String,
    pub(crate) description: String,
    pub(crate) id: String,
    pub(crate) bounds: [i32; 4],
}

impl Element {
    fn is(&self, label: &str) -> bool {
        self.text == label || self.description == label || self.id.rsplit('/').next() == Some(label)
    }

    fn middle(&self) -> (i32, i32) {
        let [left, top, right, bottom] = self.bounds;
        (i32::midpoint(left, right), i32::midpoint(top, bottom))
    }
}

impl Rig {
    pub(crate) fn new(profile: &str) -> Self {
        Self::with(Profile::built_in(profile).unwrap())
    }

    pub(crate) fn with(profile: Profile) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let clock = Arc::new(AtomicI64::new(START));
        let now = Arc::clone(&clock);
        let client = runtime.block_on(async move {
            let phone = sim::phone_of(profile.running_ahead(), START);
            let adbd = Adbd::new(phone, Arc::new(move || now.load(Ordering::Relaxed)));
            let (ours, theirs) = tokio::io::duplex(64 << 10);
            tokio::spawn(async move { adbd.serve(theirs).await });
            Client::over(ours, "sim", Options::default()).await.unwrap()
        });
        Self { runtime, client, clock }
    }

    pub(crate) fn shell(&self, command: &str) -> String {
        let output = self.runtime.block_on(self.client.shell(command)).unwrap();
        format!("{}{}", output.text(), output.error_text())
    }

    /// Lets time pass.
    pub(crate) fn wait(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    pub(crate) fn look(&self) -> Vec<Element> {
        let xml = self.shell("uiautomator dump /dev/tty");
        xml.split("<node ").skip(1).map(element).collect()
    }

    pub(crate) fn sees(&self, label: &str) -> bool {
        self.look().iter().any(|element| element.is(label))
    }

    pub(crate) fn find(&self, label: &str) -> Element {
        let seen = self.look();
        let found = seen.iter().rev().find(|element| element.is(label)).cloned();
        found.unwrap_or_else(|| {
            let names = seen.iter().map(|element| format!("{}{}", element.text, element.description));
            panic!("there is no `{label}` among {:?}", names.filter(|name| !name.is_empty()).collect::<Vec<_>>())
        })
    }

    pub(crate) fn tap(&self, label: &str) {
        let (x, y) = self.find(label).middle();
        self.shell(&format!("input tap {x} {y}"));
    }

    /// Taps several labels in order.
    pub(crate) fn taps(&self, labels: &[&str]) {
        labels.iter().for_each(|label| self.tap(label));
    }

    pub(crate) fn enter(&self, text: &str) {
        self.shell(&format!("input text '{}'", text.replace(' ', "%s")));
    }

    pub(crate) fn back(&self) {
        self.shell("input keyevent 4");
    }

    pub(crate) fn open(&self, package: &str) {
        self.shell(&format!("monkey -p {package} -c android.intent.category.LAUNCHER 1"));
    }

    pub(crate) fn front(&self) -> String {
        self.shell("dumpsys window | grep mCurrentFocus")
    }

    /// Swipes up until the label is visible.
    pub(crate) fn scroll_to(&self, label: &str) {
        for _ in 0..40 {
            if self.sees(label) {
                return;
            }
            self.shell("input swipe 500 1600 500 800 400");
        }
        self.find(label);
    }
}

fn element(node: &str) -> Element {
    let node = node.split('>').next().unwrap_or_default();
    let value = |name: &str| {
        let found = node.split_once(&format!(" {name}=\"")).map(|(_, rest)| rest.split('"').next().unwrap_or_default());
        let plain = found.unwrap_or_default().replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        plain.replace("&apos;", "'").replace("&#39;", "'").replace("&amp;", "&")
    };
    let mut bounds = [0; 4];
    let numbers = value("bounds");
    for (edge, number) in bounds.iter_mut().zip(numbers.split(['[', ']', ',']).filter_map(|edge| edge.parse().ok())) {
        *edge = number;
    }
    Element { text: value("text"), description: value("content-desc"), id: value("resource-id"), bounds }
}
