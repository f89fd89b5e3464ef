//! Portal's HTTP server, byte by byte.

use adb::Client;
use serde_json::{Value, json};
use sim::profile::Profile;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::rig::{apk, check, install, phone};

pub(crate) const ENABLE: &str = "settings put secure enabled_accessibility_services com.mobilerun.portal/.X; settings put secure \
                      accessibility_enabled 1";
pub(crate) const SWITCH_ON: &str =
    "content insert --uri content://com.mobilerun.portal/toggle_socket_server --bind enabled:b:true";

/// Sends these bytes on a new connection. Returns everything received until it closes.
async fn exchange(client: &Client, port: u16, request: &str) -> Vec<u8> {
    let mut stream = client.open(&format!("tcp:{port}")).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream.flush().await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    answer
}

/// Returns the status line of an answer, and its body.
async fn ask(client: &Client, line: &str, token: &str, body: &str) -> (String, Value) {
    let request = format!(
        "{line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer = String::from_utf8(exchange(client, 8080, &request).await).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), serde_json::from_str(body).unwrap())
}

#[tokio::test]
async fn it_listens_once_it_is_installed_enabled_and_switched_on() {
    let client = phone(Profile::default()).await;
    check(&client, &[(ENABLE, "", 0)]).await;
    assert!(client.open("tcp:8080").await.is_err(), "not installed");
    install(&client, apk!("portal")).await;
    assert!(client.open("tcp:8080").await.is_err(), "not switched on");
    check(&client, &[(SWITCH_ON, "", 0)]).await;
    let pong = exchange(&client, 8080, "GET /ping HTTP/1.1\r\n\r\n").await;
    let wanted = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\
                  Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n{\"result\":\"pong\",\"status\":\"success\"}";
    assert_eq!(String::from_utf8_lossy(&pong), wanted);
    // Another port, and a closed one.
    let other = "content insert --uri content://com.mobilerun.portal/socket_port --bind port:i:8090";
    check(&client, &[(other, "", 0)]).await;
    assert!(client.open("tcp:8080").await.is_err(), "it listens elsewhere");
    assert!(exchange(&client, 8090, "GET /ping HTTP/1.1\r\n\r\n").await.starts_with(b"HTTP/1.1 200 OK"));
    check(&client, &[("settings put secure accessibility_enabled 0", "", 0)]).await;
    assert!(client.open("tcp:8090").await.is_err(), "its service is off");
    check(&client, &[("settings put secure accessibility_enabled 1; pm clear com.mobilerun.portal", "Success\n", 0)])
        .await;
    assert!(client.open("tcp:8090").await.is_err(), "it was never switched on");
}

#[tokio::test]
async fn it_shows_touches_and_types() {
    let client = phone(Profile { run_ahead: true, ..Profile::default() }).await;
    install(&client, apk!("portal")).await;
    check(&client, &[(ENABLE, "", 0), (SWITCH_ON, "", 0)]).await;
    let row = client.shell("content query --uri content://com.mobilerun.portal/auth_token").await.unwrap();
    let row: Value = serde_json::from_str(row.text().trim().strip_prefix("Row: 0 result=").unwrap()).unwrap();
    let token = row["result"].as_str().unwrap().to_owned();

    for wrong in ["", "x", &format!("{token}x")] {
        let (status, said) = ask(&client, "GET /state", wrong, "").await;
        assert_eq!(status, "HTTP/1.1 401 Unauthorized");
        assert_eq!(said, json!({"status": "error", "error": "Unauthorized"}));
    }
    for (line, body, wanted) in [
        ("GET /nowhere?x=1", "", Err("Unknown endpoint: /nowhere?x=1")),
        ("DELETE /state", "", Err("Method not allowed: DELETE")),
        ("POST /dance", "{}", Err("Unknown method: dance")),
        ("POST /app", "", Err("Missing required param: 'package'")),
        ("POST /app", "package=org.none", Err("Could not create intent for org.none")),
        ("POST /app/stop", "package=com.mobilerun.portal", Err("Refusing to stop Mobilerun Portal")),
        ("POST /global", "action=99", Err("Failed to perform global action 99")),
        ("POST /key", "key_code=3", Err("Unsupported key code: 3 (no unicode mapping and IME not available)")),
        ("POST /socket_port", "port=0", Err("Failed to update socket server port to 0 (bind failed or invalid)")),
        ("POST /app", "package=com.android.settings", Ok(json!("Started app com.android.settings"))),
        ("POST /action/tap", "x=540&y=20", Ok(json!("Tap performed at (540, 20)"))),
        ("POST /swipe", r#"{"startX":540,"startY":1500,"endX":540,"endY":500}"#, Ok(json!("Swipe performed"))),
        ("POST /global", "action=2", Ok(json!("Global action 2 performed"))),
        ("POST /time", "", Ok(json!(1_794_650_400_000_i64))),
        ("POST /tap", "{\"x\":1e999", Ok(json!("Tap performed at (0, 0)"))),
        ("POST /tap", "%zz=%&x=%35%", Ok(json!("Tap performed at (0, 0)"))),
    ] {
        let (status, said) = ask(&client, line, &token, body).await;
        let wanted = match wanted {
            Ok(result) => json!({"status": "success", "result": result}),
            Err(why) => json!({"status": "error", "error": why}),
        };
        assert_eq!((status.as_str(), &said), ("HTTP/1.1 200 OK", &wanted), "{line} {body}");
    }
    // The text appears in the focused field, and in the state.
    let contact = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact";
    assert_eq!(client.shell(contact).await.unwrap().status, Some(0));
    let (_, state) = ask(&client, "GET /state_full?filter=false", &token, "").await;
    let field = editable(&state["result"]["a11y_tree"]).unwrap();
    let middle = |from: &str, to: &str| {
        (field["boundsInScreen"][from].as_i64().unwrap() + field["boundsInScreen"][to].as_i64().unwrap()) / 2
    };
    let tap = format!("x={}&y={}", middle("left", "right"), middle("top", "bottom"));
    ask(&client, "POST /tap", &token, &tap).await;
    let (_, said) = ask(&client, "POST /keyboard/input", &token, "base64_text=WsO8cmljaA%3D%3D&clear=true").await;
    assert_eq!(said["result"], "input done via Accessibility (clear=true)");
    let (_, said) = ask(&client, "GET /phone_state", &token, "").await;
    let seen: Value = serde_json::from_str(said["result"].as_str().unwrap()).unwrap();
    assert_eq!(seen["focusedElement"]["text"], "Zürich", "{said}");
    ask(&client, "POST /keyboard/clear", &token, "").await;
    let (_, state) = ask(&client, "GET /state_full", &token, "").await;
    assert!(!state.to_string().contains("Zürich"), "{state}");
    // The same picture as from `screencap`.
    let request = format!("GET /screenshot HTTP/1.1\r\nAuthorization: Bearer {token}\r\n\r\n");
    let picture = exchange(&client, 8080, &request).await;
    let body = picture.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
    assert_eq!(picture[body..], client.exec("screencap -p").await.unwrap()[..]);
}

/// Returns the first editable field of a tree.
fn editable(element: &Value) -> Option<Value> {
    if element["isEditable"] == true {
        return Some(element.clone());
    }
    element["children"].as_array()?.iter().find_map(editable)
}
