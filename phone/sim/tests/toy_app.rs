//! A simulated app in one file, unknown to the rest of the workspace. The test hands it to a phone and drives it over
//! the wire, like every other app.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use adb::{Client, Options};
use serde_json::{Value, json};
use sim::adbd::Adbd;
use sim::phone::{Phone, SavedPhone};
use sim::profile::Profile;
use state::app::{Activity, App, Cx, Effect, Manifest};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

const START: i64 = 1_794_650_400_000;

/// Counts its events, and asks before it resets.
#[derive(Default)]
struct Tally {
    count: u64,
    note: String,
}

impl App for Tally {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: "com.example.tally",
            label: "Tally",
            icon: Icon::Apps,
            color: (0, 0, 0),
            version_name: "1.0",
            version_code: 1,
            system: false,
            activities: &[Activity {
                class: ".Main",
                route: "main",
                actions: &["com.example.tally.ADD"],
                schemes: &["tally"],
            }],
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, _route: &str, _shared: &Shared) -> View {
        View::column(vec![
            View::text(format!("{} so far", self.count)).id("total"),
            View::button("Add", Event::new("add")).id("add"),
            View::button("Forget", Event::new("forget")).id("forget"),
            View::field("note", self.note.clone(), "Note", "note"),
        ])
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "add" => self.count += 1,
            "note" => self.note = event.value.clone(),
            "forget" => cx.effects.push(Effect::Dialog {
                title: "Forget all?".to_owned(),
                message: String::new(),
                buttons: vec![("Forget it".to_owned(), Event::new("forgotten"))],
            }),
            "forgotten" => self.count = 0,
            _ => {}
        }
    }

    fn save(&self) -> Value {
        json!([self.count, self.note])
    }

    fn load(&mut self, state: &Value) {
        self.count = state[0].as_u64().unwrap_or(0);
        self.note = state[1].as_str().unwrap_or_default().to_owned();
    }
}

fn with_tally() -> Vec<state::app::Factory> {
    let tally: state::app::Factory = || Box::new(Tally::default());
    apps::SYSTEM.iter().copied().chain([tally]).collect()
}

async fn connect(phone: Phone) -> (Arc<Adbd>, Client) {
    let adbd = Adbd::new(phone, Arc::new(|| START));
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    let served = Arc::clone(&adbd);
    tokio::spawn(async move { served.serve(theirs).await });
    (adbd, Client::over(ours, "sim", Options::default()).await.unwrap())
}

async fn tree(client: &Client) -> String {
    client.shell("uiautomator dump /dev/tty").await.unwrap().text().into_owned()
}

/// Taps the centre of the element with this attribute.
async fn tap(client: &Client, attribute: &str) {
    let tree = tree(client).await;
    let node = tree.split("<node ").find(|node| node.contains(attribute));
    let node = node.unwrap_or_else(|| panic!("no {attribute} in {tree}"));
    let bounds = node.split("bounds=\"").nth(1).unwrap().split('"').next().unwrap();
    let edges: Vec<i32> = bounds.split(['[', ']', ',']).filter_map(|edge| edge.parse().ok()).collect();
    let (x, y) = ((edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2);
    client.shell(&format!("input tap {x} {y}")).await.unwrap();
}

#[tokio::test]
async fn an_app_in_one_file_is_an_app_like_any_other() {
    let (adbd, client) = connect(Phone::new(Profile::default(), &with_tally(), START)).await;
    let listed = client.shell("pm list packages com.example").await.unwrap();
    assert_eq!(listed.text(), "package:com.example.tally\n");
    client.shell("am start -a com.example.tally.ADD -d tally:one").await.unwrap();
    assert!(tree(&client).await.contains("0 so far"));
    for _ in 0..3 {
        tap(&client, "text=\"Add\"").await;
    }
    tap(&client, "resource-id=\"com.example.tally:id/note\"").await;
    client.shell("input text apples").await.unwrap();
    assert!(tree(&client).await.contains("3 so far"));
    tap(&client, "text=\"Forget\"").await;
    assert!(tree(&client).await.contains("Forget all?"));

    // Saves and loads the phone as another process would, with the question still open.
    let json = adbd.save().await.unwrap().to_json();
    let saved = SavedPhone::parse(&json).unwrap();
    let phone = Phone::load(Profile::default(), &with_tally(), saved, START).unwrap();
    let (_adbd, client) = connect(phone).await;
    tap(&client, "text=\"Forget it\"").await;
    let now = tree(&client).await;
    assert!(now.contains("0 so far") && now.contains("text=\"apples\""), "{now}");
    client.shell("pm clear com.example.tally; monkey -p com.example.tally 1").await.unwrap();
    assert!(!tree(&client).await.contains("apples"));
}
