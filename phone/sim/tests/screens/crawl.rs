//! Walks through an app without knowing it: taps what can be tapped and was not tapped before, goes back, and looks every
//! screen over.

use std::collections::BTreeSet;
use std::sync::Arc;

use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const START: i64 = 1_794_650_400_000;

/// How a phone is walked through.
pub(crate) struct Crawl {
    /// Which of the built-in profiles it has, beyond the apps.
    pub(crate) profile: &'static str,
    /// What is set before.
    pub(crate) commands: &'static [&'static str],
    /// How many pixels its screen is wide and high then, so that a walk sideways cannot be one upright.
    pub(crate) size: (i32, i32),
    /// What its settings call themselves, so that a walk in a language cannot be one in English.
    pub(crate) settings: &'static str,
    /// How many taps an app gets.
    pub(crate) steps: usize,
}

impl Default for Crawl {
    fn default() -> Self {
        Self { profile: "user", commands: &[], size: (1080, 2400), settings: "Settings", steps: 20 }
    }
}

/// A phone with every app there is.
fn profile(name: &str) -> Profile {
    let mut profile = Profile::built_in(name).unwrap().running_ahead();
    for make in apps::OPTIONAL {
        let manifest = make().manifest();
        profile.apps.insert(manifest.package.to_owned(), manifest.label.to_owned());
    }
    profile
}

/// Walks through every app, and fails with all that was found.
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
        // It was so until the end.
        is_as_it_should_be(&client, crawl).await;
        let all: Vec<String> = found.into_iter().collect();
        assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
    });
}

/// The phone is held and speaks as the walk says. Settings can be changed by a walk through them, so it is asked again.
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
    /// What was tapped, by what it is and on which screen.
    tapped: BTreeSet<String>,
    found: &'a mut BTreeSet<String>,
}

impl Walk<'_> {
    async fn through(&mut self, steps: usize) {
        self.start().await;
        for _ in 0..steps {
            let xml = self.client.shell("uiautomator dump /dev/tty").await.unwrap().text().into_owned();
            if !xml.contains(&format!("package=\"{}\"", self.package)) {
                // It led elsewhere: to another app, or out.
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

    /// The middle of the next thing that can be tapped and was not.
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

/// Left, top, right and bottom of a node.
fn edges(node: &str) -> Vec<i32> {
    attribute(node, "bounds").split(['[', ']', ',']).filter_map(|edge| edge.parse().ok()).collect()
}

fn attribute<'a>(node: &'a str, name: &str) -> &'a str {
    let found = node.split_once(&format!("{name}=\""));
    found.map_or("", |(_, rest)| rest.split('"').next().unwrap_or_default())
}
