//! Tests of an app that starts another for a result.

use serde_json::json;

use crate::Phone;
use state::app::{Activity, App, Cx, Effect, Factory, Intent, Manifest};
use state::profile::Profile;
use state::shared::Shared;
use toolkit::{Event, Icon, View, WindowKind};

/// The app that asks.
#[derive(Default)]
struct Asking {
    heard: Vec<String>,
}
struct Answering;

fn manifest(package: &'static str, activities: &'static [Activity]) -> Manifest {
    Manifest {
        package,
        label: package,
        icon: Icon::Apps,
        color: (0, 0, 0),
        version_name: "1",
        version_code: 1,
        system: false,
        activities,
        launchable: true,
        permissions: &[],
    }
}

impl App for Asking {
    fn manifest(&self) -> Manifest {
        manifest("com.example.asks", &[Activity { class: ".Main", route: "main", actions: &[], schemes: &[] }])
    }

    fn view(&self, route: &str, _: &Shared) -> View {
        View::text(format!("asks {route} {}", self.heard.join(" ")))
    }

    fn event(&mut self, _: &str, event: &Event, cx: &mut Cx<'_>) {
        let action = Some(event.name.to_string());
        cx.start_for_result(Intent { action, ..Intent::default() }, event.value.clone());
    }

    fn result(&mut self, route: &str, tag: &str, result: Option<&Intent>, _: &mut Cx<'_>) {
        let data = result.and_then(|intent| intent.data.as_deref()).unwrap_or("nothing");
        self.heard.push(format!("{route}:{tag}={data}"));
    }

    fn save(&self) -> serde_json::Value {
        json!(null)
    }

    fn load(&mut self, _: &serde_json::Value) {}
}

impl App for Answering {
    fn manifest(&self) -> Manifest {
        manifest(
            "com.example.answers",
            &[
                Activity { class: ".Main", route: "main", actions: &[], schemes: &[] },
                Activity { class: ".Pick", route: "pick", actions: &["pick"], schemes: &[] },
            ],
        )
    }

    fn view(&self, route: &str, _: &Shared) -> View {
        View::text(format!("answers {route}"))
    }

    fn event(&mut self, _: &str, event: &Event, cx: &mut Cx<'_>) {
        cx.effects.push(match event.name.as_ref() {
            "deeper" => Effect::Push("deeper".to_owned()),
            "finish" => Effect::Finish,
            "forward" => Effect::Forward(Intent { action: Some("pick".to_owned()), ..Intent::default() }),
            _ => Effect::Return(Intent { data: Some(event.value.clone()), ..Intent::default() }),
        });
    }

    fn save(&self) -> serde_json::Value {
        json!(null)
    }

    fn load(&mut self, _: &serde_json::Value) {}
}

/// Performs these steps and compares the front screen.
fn check(deeds: &[&str], shows: &str) {
    // The first system app is the launcher.
    let factories: &[Factory] = &[apps::SYSTEM[0], || Box::<Asking>::default(), || Box::new(Answering)];
    let mut phone = Phone::new(Profile::default(), factories, 0);
    let launch = |phone: &mut Phone, package: &str| {
        let intent = kit::widgets::launch(package, &phone.shared);
        phone.start_intent(&intent).unwrap();
    };
    launch(&mut phone, "com.example.asks");
    for deed in deeds {
        let (name, value) = deed.split_once(' ').unwrap_or((deed, ""));
        match name {
            "back" => phone.go_back(),
            "launch" => launch(&mut phone, value),
            "stop" => phone.stop_app(value),
            "save" => phone = Phone::load(Profile::default(), factories, phone.save(), 0).unwrap(),
            _ => {
                let (package, screen) = phone.front_screen().unwrap();
                let (package, route) = (package.to_owned(), screen.route.clone());
                let event = Event { name: name.to_owned().into(), value: value.to_owned() };
                phone.dispatch_event(&package, &route, &event);
            }
        }
    }
    let windows = phone.windows_now();
    let texts: Vec<&str> = windows
        .iter()
        .filter(|window| window.kind == WindowKind::App)
        .map(|window| window.view.text.as_str())
        .collect();
    assert_eq!(texts.join("|"), shows, "{deeds:?}");
}

#[test]
fn an_answer_comes_to_whoever_asked() {
    check(&["pick file"], "answers pick");
    check(&["pick file", "answer /a.png"], "asks main main:file=/a.png");
    check(&["pick file", "deeper", "answer /a.png"], "asks main main:file=/a.png");
    check(&["pick file", "deeper", "back"], "answers pick");
    check(&["pick file", "back"], "asks main main:file=nothing");
    check(&["pick file", "deeper", "finish"], "asks main main:file=nothing");
    check(&["pick file", "forward", "answer /b"], "asks main main:file=/b");
    // No app can answer this.
    check(&["paint it"], "asks main main:it=nothing");
}

#[test]
fn a_guest_lies_in_the_task_of_whoever_asked() {
    // The other app's own task is separate; after coming back, the request is still open.
    check(&["pick file", "launch com.example.answers"], "answers main");
    check(&["pick file", "launch com.example.answers", "launch com.example.asks"], "answers pick");
    check(&["pick file", "save", "answer /a"], "asks main main:file=/a");
    // A stopped app returns no result.
    check(&["pick file", "stop com.example.answers"], "asks main ");
    // A result without a caller only closes the app.
    check(&["launch com.example.answers", "answer /a"], "asks main ");
}
