//! `/api/settings`, and the test of an entry before it is saved.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::rig::{Serving, binary, listener};

/// A simulated phone on its own socket.
struct Phone(Child, String);

impl Phone {
    fn start() -> Self {
        let mut command = binary::alone(binary::PATH);
        command.args(["sim", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Phone: ").unwrap_or_else(|| panic!("`{line}`")).to_owned();
        Self(child, address)
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

#[test]
fn what_is_changed_is_kept_and_what_is_wrong_is_named_and_changes_nothing() {
    let serving = Serving::start(&[]);
    assert_eq!(serving.get("/api/settings")["alwaysConfirm"], false);
    let (status, changed) = serving.ask("PATCH", "/api/settings", &json!({ "alwaysConfirm": true }));
    assert_eq!((status, &changed["alwaysConfirm"]), (200, &json!(true)));
    let before = serving.get("/api/settings");
    assert_eq!(before["alwaysConfirm"], true);
    let file = serving.data.path().join("fingertip.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("always_confirm = true"), "{text}");

    let rows: [(Value, u16, &str); 7] = [
        (json!({ "webhook": "nonsense" }), 400, "webhook"),
        (json!({ "webhook": "ftp://example.org" }), 400, "webhook"),
        (json!({ "defaultModel": "nobody" }), 400, "defaultModel"),
        (json!({ "alwaysConfirm": "yes" }), 400, ""),
        (json!({ "colour": "red" }), 400, ""),
        (json!([true]), 400, ""),
        (json!("x"), 400, ""),
    ];
    for (body, expected, path) in rows {
        let (status, said) = serving.ask("PATCH", "/api/settings", &body);
        assert_eq!(status, expected, "{body}: {said}");
        assert_eq!(said["error"]["path"], path, "{body}: {said}");
    }
    assert_eq!(serving.get("/api/settings"), before);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_model_is_tried_where_it_is_said_to_be_and_its_key_comes_back_nowhere() {
    let serving = Serving::start(&[]);
    let answer = r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"{\"action\":\"tap\",\"coordinate\":[0.5,0.5]}"},"finish_reason":"stop"}]}"#;
    let (address, came) = listener("200 OK", answer);
    let model = |address: &str| json!({ "baseUrl": format!("http://{address}/v1"), "model": "m", "key": "sk-secret" });
    let (status, tried) = serving.ask("POST", "/api/models/try", &model(&address));
    assert_eq!((status, &tried["ok"]), (200, &json!(true)), "{tried}");
    let asked = came.recv_timeout(crate::rig::PATIENCE).unwrap();
    assert!(asked.starts_with("POST /v1/chat/completions ") && asked.contains("sk-secret"), "{asked}");
    assert!(!tried.to_string().contains("sk-secret"));
    assert_eq!(serving.get("/api/settings")["models"], json!([]), "nothing is kept");

    let (refusing, _came) = listener("401 Unauthorized", r#"{"error":{"message":"bad key sk-secret"}}"#);
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    for address in [refusing, nobody] {
        let (status, tried) = serving.ask("POST", "/api/models/try", &model(&address));
        assert_eq!((status, &tried["ok"]), (200, &json!(false)), "{tried}");
        assert!(!tried.to_string().contains("sk-secret"), "{tried}");
    }
    let (status, said) = serving.ask("POST", "/api/models/try", &json!({ "baseUrl": "nonsense", "model": "m" }));
    assert_eq!((status, &said["error"]["path"]), (400, &json!("baseUrl")), "{said}");
}

#[test]
fn a_phone_is_tried_kept_listed_and_forgotten() {
    let serving = Serving::start(&[]);
    let phone = Phone::start();
    let entered = json!({ "address": phone.1 });
    let (status, tried) = serving.ask("POST", "/api/phones/try", &entered);
    assert_eq!((status, &tried["ok"]), (200, &json!(true)), "{tried}");
    assert_eq!(serving.get("/api/settings")["phones"], json!([]), "nothing is kept");
    let (status, kept) = serving.ask("POST", "/api/phones", &entered);
    assert_eq!((status, &kept["phones"]), (200, &json!([phone.1])), "{kept}");
    let listed = serving.get("/api/devices")["devices"].to_string();
    assert!(listed.contains(&phone.1), "{listed}");
    let (status, left) = serving.ask("DELETE", &format!("/api/phones/{}", phone.1), &Value::Null);
    assert_eq!((status, &left["phones"]), (200, &json!([])), "{left}");
    assert_eq!(serving.ask("DELETE", &format!("/api/phones/{}", phone.1), &Value::Null).0, 404);

    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (status, tried) = serving.ask("POST", "/api/phones/try", &json!({ "address": nobody }));
    assert_eq!((status, &tried["ok"]), (200, &json!(false)), "{tried}");
    let (status, said) = serving.ask("POST", "/api/phones/try", &json!({ "address": "" }));
    assert_eq!((status, &said["error"]["path"]), (400, &json!("address")), "{said}");
}
