//! What the settings accept, store and reject, and the messages about models and phones that do not work.

use std::path::Path;
use std::sync::Mutex;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

/// Settings in a folder of their own, and the task settings they produce.
struct Rig {
    folder: tempfile::TempDir,
    setup: Arc<dyn Setup>,
    settings: Arc<Mutex<Option<agent::Settings>>>,
}

impl Rig {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&settings);
        let config = LiveConfig::new(folder.path(), Config::default());
        let hear = Box::new(move |settings| *heard.lock().unwrap() = Some(settings));
        Self { setup: Arc::new(ConfiguredSetup::new(Arc::new(config), hear, None, false)), folder, settings }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn text(&self) -> Option<String> {
        crate::config::text(self.path()).unwrap()
    }
}

fn entered(json: &str) -> NewModel {
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn a_model_that_is_added_can_be_used_at_once_and_its_key_is_nowhere_to_be_seen() {
    let rig = Rig::new();
    let new = entered(r#"{"baseUrl":"http://127.0.0.1:1/v1","model":"m","key":" sk-secret "}"#);
    let settings = rig.setup.put_model("local", new).await.unwrap();
    assert_eq!(settings.default_model.as_deref(), Some("local"));
    assert_eq!(
        settings.models.first().map(|model| (model.name.as_str(), model.key)),
        Some(("local", KeySource::Stored))
    );
    let config = Config::load(rig.path()).unwrap();
    let key = config.models.get("local").and_then(|model| model.stored_key.clone());
    assert_eq!(key, ::model::Key::new("sk-secret"));
    let keys = rig.path().join("config/model-keys.json");
    assert!(std::fs::read_to_string(&keys).unwrap().contains("sk-secret"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&keys).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let everything = format!("{}{config:?}{}", serde_json::to_string(&settings).unwrap(), rig.text().unwrap());
    assert!(!everything.contains("sk-secret"), "{everything}");

    // Without a new key the stored one stays, for the same address only.
    let again = r#"{"baseUrl":"http://127.0.0.1:1/v1","model":"n","dialect":"claude"}"#;
    let settings = rig.setup.put_model("local", entered(again)).await.unwrap();
    assert_eq!(settings.models.first().map(|model| model.key), Some(KeySource::Stored));
    let before = rig.text();
    let elsewhere = r#"{"baseUrl":"http://127.0.0.2:1/v1","model":"n"}"#;
    let refused = rig.setup.put_model("local", entered(elsewhere)).await.unwrap_err();
    assert!(matches!(refused, SetupError::Invalid { field: "key", .. }), "{refused:?}");
    assert_eq!(rig.text(), before);

    let settings = rig.setup.remove_model("local").await.unwrap();
    assert!(settings.models.is_empty() && settings.default_model.is_none());
    assert!(!std::fs::read_to_string(&keys).unwrap().contains("sk-secret"));
    assert!(matches!(rig.setup.remove_model("local").await, Err(SetupError::Missing(_))));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_by_its_field_and_changes_nothing() {
    let rig = Rig::new();
    let good = r#"{"baseUrl":"http://x/v1","model":"m"}"#;
    rig.setup.put_model("a", entered(good)).await.unwrap();
    let before = rig.text();
    let long = format!(r#"{{"baseUrl":"http://x","model":"{}"}}"#, "m".repeat(300));
    let models = [
        ("", good, "name"),
        ("a b", good, "name"),
        ("../a", good, "name"),
        ("plan", good, "name"),
        ("b", r#"{"baseUrl":"","model":"m"}"#, "baseUrl"),
        ("b", r#"{"baseUrl":"ftp://x","model":"m"}"#, "baseUrl"),
        ("b", r#"{"baseUrl":"http://me:pw@x","model":"m"}"#, "baseUrl"),
        ("b", r#"{"baseUrl":"http://x","model":"m\nn"}"#, "model"),
        ("b", &long, "model"),
        ("b", r#"{"baseUrl":"http://x","model":"m","dialect":"klingon"}"#, "dialect"),
        ("b", r#"{"baseUrl":"http://x","model":"m","keyEnv":"sk-123"}"#, "keyEnv"),
        ("b", r#"{"baseUrl":"http://x","model":"m","keyEnv":"KEY","key":"sk-123"}"#, "key"),
        ("b", r#"{"baseUrl":"http://x","model":"m","key":"a\nb"}"#, "key"),
    ];
    for (name, model, expected) in models {
        let error = rig.setup.put_model(name, entered(model)).await.unwrap_err();
        assert!(matches!(&error, SetupError::Invalid { field, .. } if *field == expected), "{name} {model}: {error:?}");
        assert!(!error.to_string().contains("sk-123") && !error.to_string().contains("pw@"), "{error}");
    }
    let changes = [
        (r#"{"defaultModel":"b"}"#, "defaultModel"),
        (r#"{"webhook":"x"}"#, "webhook"),
        (r#"{"webhook":"file:///etc/passwd"}"#, "webhook"),
        (r#"{"webhook":"http://169.254.169.254/latest"}"#, "webhook"),
        (r#"{"webhook":"http://[::1]:8080/"}"#, "webhook"),
        (r#"{"alwaysConfirm":true,"webhook":"http://a:b@c"}"#, "webhook"),
    ];
    for (change, expected) in changes {
        let error = rig.setup.change(serde_json::from_str(change).unwrap()).await.unwrap_err();
        assert!(matches!(&error, SetupError::Invalid { field, .. } if *field == expected), "{change}: {error:?}");
    }
    for address in ["", "a b", "a;reboot", "sim", "x\ny"] {
        let error = rig.setup.add_phone(NewPhone { address: address.to_owned() }).await.unwrap_err();
        assert!(matches!(error, SetupError::Invalid { field: "address", .. }), "{address}: {error:?}");
    }
    assert_eq!(rig.text(), before);
    assert!(rig.settings.lock().unwrap().as_ref().is_some_and(|settings| !settings.always_confirm));
}

#[tokio::test]
async fn switches_and_phones_are_kept_and_the_next_task_knows() {
    let rig = Rig::new();
    std::fs::write(rig.path().join("fingertip.toml"), "# mine\n[executor]\nmax_steps = 7 # seven\n").unwrap();
    let change = r#"{"alwaysConfirm":true,"webhook":"https://hooks.example/x"}"#;
    let settings = rig.setup.change(serde_json::from_str(change).unwrap()).await.unwrap();
    assert!(settings.always_confirm);
    let heard = rig.settings.lock().unwrap().clone().unwrap();
    assert_eq!((heard.always_confirm, heard.max_steps), (true, 7));
    assert_eq!(rig.setup.webhook().map(|hook| hook.url).as_deref(), Some("https://hooks.example/x"));
    let phone = || NewPhone { address: " 192.168.1.20:5555 ".to_owned() };
    rig.setup.add_phone(phone()).await.unwrap();
    let settings = rig.setup.add_phone(phone()).await.unwrap();
    assert_eq!(settings.phones, ["192.168.1.20:5555"]);
    assert!(rig.text().unwrap().contains("# mine\n") && rig.text().unwrap().contains("max_steps = 7 # seven"));
    let settings = rig.setup.remove_phone("192.168.1.20:5555").await.unwrap();
    assert!(settings.phones.is_empty());
    assert!(matches!(rig.setup.remove_phone("x").await, Err(SetupError::Missing(_))));
    let settings = rig.setup.change(serde_json::from_str(r#"{"webhook":""}"#).unwrap()).await.unwrap();
    assert!(settings.webhook.is_none() && settings.always_confirm);
}

#[tokio::test]
async fn a_file_that_is_broken_is_never_written_over() {
    let rig = Rig::new();
    let file = rig.path().join("fingertip.toml");
    std::fs::write(&file, "default_model = \n").unwrap();
    let change = SettingsChange { always_confirm: Some(true), ..SettingsChange::default() };
    let error = rig.setup.change(change).await.unwrap_err();
    assert!(matches!(&error, SetupError::Broken(why) if why.contains("line 1")), "{error:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "default_model = \n");
}

/// Starts an endpoint that gives this answer to every request, once it has read its head.
async fn endpoint(status: &'static str, body: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut read = vec![0; 64 << 10];
            let mut length = 0;
            while !read[..length].windows(4).any(|four| four == b"\r\n\r\n") {
                length += stream.read(&mut read[length..]).await.unwrap();
            }
            let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n");
            let answer = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
            _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    format!("http://{address}/v1")
}

#[tokio::test]
async fn trying_a_model_says_in_plain_words_what_came_of_it() {
    let gone = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}/v1", listener.local_addr().unwrap())
    };
    let good = r#"{"model":"tiny","choices":[{"message":{"content":"<think>ok</think><answer>finish(message=\"ok\")</answer>"},"finish_reason":"stop"}]}"#;
    let prose =
        r#"{"model":"tiny","choices":[{"message":{"content":"Hello, how can I help?"},"finish_reason":"stop"}]}"#;
    let rows = [
        (endpoint("200 OK", good).await, true, "It works: tiny answered"),
        (endpoint("200 OK", prose).await, false, "its reply is not an action"),
        (endpoint("200 OK", "<html>").await, false, "not like an OpenAI-compatible API"),
        (endpoint("401 Unauthorized", r#"{"error":{"message":"bad key sk-secret"}}"#).await, false, "rejected the key"),
        (endpoint("404 Not Found", r#"{"error":{"message":"no such model"}}"#).await, false, "has no model `m`"),
        (endpoint("503 Busy", "{}").await, false, "cannot answer right now (503)"),
        (gone, false, "Couldn't reach a server at"),
    ];
    let rig = Rig::new();
    for (url, ok, expected) in rows {
        let new = entered(&format!(r#"{{"baseUrl":"{url}","model":"m","key":"sk-secret"}}"#));
        let tried = rig.setup.try_model(new).await.unwrap();
        assert!(tried.ok == ok && tried.message.contains(expected), "{expected}: {tried:?}");
        assert!(!tried.message.contains("sk-secret"), "{tried:?}");
    }
    assert_eq!(rig.text(), None, "nothing is kept");
}

#[tokio::test]
async fn trying_a_phone_says_its_name_or_what_to_do() {
    let rig = Rig::new();
    let phone = crate::phones::BuiltIn::fresh().await.unwrap();
    let try_it = async |address: &str| rig.setup.try_phone(NewPhone { address: address.to_owned() }).await.unwrap();
    let tried = try_it(&phone.address).await;
    assert!(tried.ok && tried.message.starts_with("It works: "), "{tried:?}");
    let gone = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap().to_string()
    };
    let tried = try_it(&gone).await;
    assert!(!tried.ok && tried.message.contains("adb tcpip 5555"), "{tried:?}");
    assert_eq!(rig.text(), None, "nothing is kept");
}
