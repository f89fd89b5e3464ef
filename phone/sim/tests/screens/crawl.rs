//! Crawls an app without prior knowledge: taps every element that can be tapped and was not tapped before, goes back,
//! and inspects every screen.

use std::collections::BTreeSet;
use std::sync::Arc;

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const START: i64 = 1_794_650_400_000;

/// The configuration of a crawl.
pub(crate) struct Crawl {
    /// The built-in profile, to which all apps are added.
    pub(crate) profile: &'static str,
    /// Commands to run first.
    pub(crate) commands: &'static [&'static str],
    /// The expected size of the screen in pixels, so that a landscape crawl cannot silently run in portrait.
    pub(crate) size: (i32, i32),
    /// The expected title of Settings, so that a crawl in another language cannot silently run in English.
    pub(crate) settings: &'static str,
    /// The number of taps per app.
    pub(crate) steps: usize,
}

impl Default for Crawl {
    fn default() -> Self {
        Self { profile: "user", commands: &[], size: (1080, 2400), settings: "Settings", steps: 20 }
    }
}

/// A phone with every app.
fn profile(name: &str) -> Profile {
    let mut profile = Profile::built_in(name).unwrap().running_ahead();
    for make in apps::OPTIONAL {
        let manifest = make().manifest();
        profile.apps.insert(manifest.package.to_owned(), manifest.label.to_owned());
    }
    profile
}

/// Crawls every app, and fails with all problems found.
pub(crate) fn check(crawl: &Crawl) {
    let only = std::env::var("APP").ok();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let adbd = Adbd::new(sim::phone_of(profile(crawl.profile), START), Arc::new(|| START));
        let (ours, theirs) = tokio::io::duplex(64 << 10);
        let served = Arc::clone(&adbd);
        tokio::spawn(async move { served.serve(theirs).await });
        let client = Client::over(ours, "sim", Options::default()).await.unwrap();
        for command in crawl.commands {
            client.shell(command).await.unwrap();
        }
        is_as_it_should_be(&client, crawl).await;
        let mut found = BTreeSet::new();
        for make in apps::all() {
            let manifest = make().manifest();
            if !manifest.launchable || only.as_ref().is_some_and(|only| !manifest.package.contains(only.as_str())) {
                continue;
            }
            let mut walk =
                Walk { client: &client, package: manifest.package, tapped: BTreeSet::new(), found: &mut found };
            walk.through(crawl.steps).await;
        }
        // Checks that the configuration has held until the end.
        is_as_it_should_be(&client, crawl).await;
        let all: Vec<String> = found.into_iter().collect();
        assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
    });
}

/// Checks orientation and language. A crawl through Settings could have changed them.
async fn is_as_it_should_be(client: &Client, crawl: &Crawl) {
    let command =
        "am force-stop com.android.settings; am start -a android.settings.SETTINGS >&2; uiautomator dump /dev/tty";
    let xml = client.shell(command).await.unwrap().text().into_owned();
    let edges = edges(xml.split("<node ").nth(1).unwrap());
    assert_eq!((edges[2], edges[3]), crawl.size, "{xml}");
    assert!(xml.contains(&format!("text=\"{}\"", crawl.settings)), "{xml}");
}

struct Walk<'a> {
    client: &'a Client,
    package: &'static str,
    /// The tapped elements, by element and screen.
    tapped: BTreeSet<String>,
    found: &'a mut BTreeSet<String>,
}

impl Walk<'_> {
    async fn through(&mut self, steps: usize) {
        self.start().await;
        for _ in 0..steps {
            let xml = self.client.shell("uiautomator dump /dev/tty").await.unwrap().text().into_owned();
            if !xml.contains(&format!("package=\"{}\"", self.package)) {
                // The tap led to another app, or out of this one.
                self.start().await;
                continue;
            }
            self.look_over().await;
            match self.next(&xml) {
                Some((x, y)) => _ = self.client.shell(&format!("input tap {x} {y}")).await.unwrap(),
                None => _ = self.client.shell("input keyevent KEYCODE_BACK").await.unwrap(),
            }
        }
    }

    async fn start(&self) {
        let command = format!("am force-stop {0}; monkey -p {0} -c android.intent.category.LAUNCHER 1", self.package);
        self.client.shell(&command).await.unwrap();
    }

    /// Returns the centre of the next untapped element.
    fn next(&mut self, xml: &str) -> Option<(i32, i32)> {
        let nodes: Vec<&str> = xml.split("<node ").skip(1).collect();
        let screen =
            nodes.iter().filter(|node| !attribute(node, "text").is_empty()).take(3).map(|node| attribute(node, "text"));
        let screen = screen.collect::<Vec<_>>().join("/");
        for node in nodes.iter().filter(|node| node.contains("clickable=\"true\"") && node.contains("enabled=\"true\""))
        {
            let name = format!(
                "{screen}|{}|{}|{}",
                attribute(node, "resource-id"),
                attribute(node, "text"),
                attribute(node, "content-desc")
            );
            if self.tapped.insert(name) {
                let edges = edges(node);
                return Some((i32::midpoint(edges[0], edges[2]), i32::midpoint(edges[1], edges[3])));
            }
        }
        None
    }

    async fn look_over(&mut self) {
        let mut stream = BufReader::new(self.client.open("localabstract:fingertip.control").await.unwrap());
        stream.write_all(b"{\"op\": \"inspect\"}\n").await.unwrap();
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        for fault in answer["faults"].as_array().unwrap() {
            self.found.insert(format!("{}: {}", self.package, fault.as_str().unwrap()));
        }
    }
}

/// Returns the left, top, right and bottom of a node.
fn edges(node: &str) -> Vec<i32> {
    attribute(node, "bounds").split(['[', ']', ',']).filter_map(|edge| edge.parse().ok()).collect()
}

fn attribute<'a>(node: &'a str, name: &str) -> &'a str {
    let found = node.split_once(&format!("{name}=\""));
    found.map_or("", |(_, rest)| rest.split('"').next().unwrap_or_default())
}
