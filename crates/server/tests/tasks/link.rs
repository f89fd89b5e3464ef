//! The page behind a question's link, as a browser on another device sees it.

use std::time::Duration;

use action::AnswerForm;
use action::phone::AgentAction;
use serde_json::json;
use task::Phones;
use task::device::Acted;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::rig::Rig;

/// Longer than anything takes on the slowest machine; a test that gets here has failed.
const PATIENCE: Duration = Duration::from_secs(60);
const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\nnot much of one\r\n--X\r\n";

/// Sends these bytes and returns status, head and body of the answer.
async fn ask(rig: &Rig, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String, String) {
    let mut stream = TcpStream::connect(rig.address).await.unwrap();
    let (host, length) = (rig.address, body.len());
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
    );
    // The server may reject a request and hang up before everything is sent.
    _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
    let mut answer = Vec::new();
    _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_lowercase(), body.to_owned())
}

/// Builds the form's body.
fn form(answer: &str, text: Option<&str>, file: Option<(&str, &[u8])>) -> Vec<u8> {
    let mut body = format!("--XyZ\r\nContent-Disposition: form-data; name=\"answer\"\r\n\r\n{answer}\r\n").into_bytes();
    if let Some(text) = text {
        body.extend(format!("--XyZ\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{text}\r\n").bytes());
    }
    if let Some((name, bytes)) = file {
        let head = format!("--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"");
        body.extend(format!("{head}\r\nContent-Type: image/png\r\n\r\n").bytes());
        body.extend(bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--XyZ--\r\n");
    body
}

const FORM: &str = "Content-Type: multipart/form-data; boundary=XyZ\r\n";

fn shell(command: &str) -> AgentAction {
    serde_json::from_value(json!({"type": "shell", "command": command})).unwrap()
}

fn link(question: &serde_json::Value) -> String {
    question["link"]["url"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_behind_a_link_takes_one_answer() {
    let rig = Rig::start().await;
    let hostile = "Which <script>alert(1)</script> & \"one\"?\u{202e}";
    rig.world.script(
        "asks",
        &[json!({"type": "ask_user", "question": hostile}), json!({"type": "finish", "message": "done"})],
    );
    let id = rig.task("asks").await;
    let path = link(&rig.question(&id).await);
    // Messengers open a link before the person does; a link is on another site.
    let from_elsewhere = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    for headers in ["", from_elsewhere] {
        let (status, head, page) = ask(&rig, "GET", &path, headers, b"").await;
        assert_eq!(status, 200, "{page}");
        assert!(head.contains("content-type: text/html; charset=utf-8"), "{head}");
        assert!(head.contains("cache-control: no-store") && head.contains("nosniff"), "{head}");
        let policy = "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; ";
        assert!(head.contains(policy) && !head.contains("unsafe"), "{head}");
        assert!(head.contains("camera=(), display-capture=(), geolocation=(), microphone=()"), "{head}");
        assert!(head.contains("referrer-policy: same-origin"), "a form would be sent as a stranger's: {head}");
        assert!(page.contains("Which &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;one&quot;?</p>"), "{page}");
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, page.matches("<script type=\"module\" crossorigin src=\"/assets/").count(), "{page}");
        assert!(!page.contains("<style") && !page.contains("http:") && !page.contains("https:"), "{page}");
        assert!(page.contains("left to answer") && page.contains("<label for=\"text\">"), "{page}");
        assert!(!page.contains("type=\"file\""), "{page}");
    }
    let origin = format!("{FORM}Origin: http://{}\r\n", rig.address);
    let whole = form("approve", Some("blue"), None);
    let rows: [(&str, &[u8], u16); 9] = [
        (&format!("{FORM}Origin: https://evil.example\r\n"), &whole, 403),
        (&format!("{FORM}Origin: null\r\n"), &whole, 403),
        (&format!("{FORM}Sec-Fetch-Site: cross-site\r\n"), &whole, 403),
        ("Content-Type: application/x-www-form-urlencoded\r\n", b"answer=approve&text=blue", 400),
        (&origin, b"", 400),
        (&origin, &form("approve", Some(" \r\n"), None), 400),
        (&origin, &form("perhaps", Some("blue"), None), 400),
        (&origin, &form("approve", None, Some(("x.png", PICTURE))), 400),
        (&origin, &form("approve", Some(&"x".repeat(300_000)), None), 413),
    ];
    for (headers, body, expected) in rows {
        let (status, _, answer) = ask(&rig, "POST", &path, headers, body).await;
        assert_eq!(status, expected, "{headers}: {answer}");
        assert_eq!(ask(&rig, "GET", &path, "", b"").await.0, 200, "the question stays open after {headers}");
    }
    let (status, _, page) = ask(&rig, "POST", &path, &origin, &whole).await;
    assert_eq!((status, page.contains("Your answer was received")), (200, true), "{page}");
    for method in ["POST", "GET"] {
        let (status, head, page) = ask(&rig, method, &path, &origin, &whole).await;
        assert_eq!((status, page.contains("Already answered")), (410, true), "{page}");
        assert!(head.contains("text/html"), "{head}");
    }
    assert_eq!(rig.end(&id).await["state"], "success");
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains("\"blue\""), "{journal}");
    assert_eq!(ask(&rig, "GET", "/q/0000", "", b"").await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_no_through_a_link_is_a_no() {
    let rig = Rig::start().await;
    let confirm = json!({"type": "confirm", "message": "Send it?"});
    rig.world.script("confirms", &[confirm, json!({"type": "finish", "message": "done"})]);
    let id = rig.task("confirms").await;
    let path = link(&rig.question(&id).await);
    let (_, _, page) = ask(&rig, "GET", &path, "", b"").await;
    assert!(page.contains("Yes, go ahead") && !page.contains("<input"), "{page}");
    assert_eq!(ask(&rig, "POST", &path, FORM, &form("deny", None, None)).await.0, 200);
    rig.end(&id).await;
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains("the person said no"), "{journal}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_a_person_gives_is_on_the_phone() {
    let rig = Rig::start().await;
    let photo = json!({"type": "request_human_auth", "capability": "camera", "instruction": "Take a photo"});
    let paper = json!({"type": "request_human_auth", "capability": "files", "instruction": "The contract"});
    rig.world.script("gives", &[photo.clone(), photo, paper, json!({"type": "finish", "message": "done"})]);
    let id = rig.task("gives").await;
    let evil = "../../../data/$(reboot) `me`; &.png";
    for n in 1..=2 {
        let path = link(&rig.nth_question(&id, n).await);
        let (_, _, page) = ask(&rig, "GET", &path, "", b"").await;
        assert!(page.contains("type=\"file\"") && page.contains("Not now"), "{page}");
        let (status, _, page) = ask(&rig, "POST", &path, FORM, &form("approve", None, Some((evil, PICTURE)))).await;
        assert_eq!(status, 200, "{page}");
    }
    // The owner can send a file without a link: on the desktop, or in a terminal.
    let question = rig.nth_question(&id, 3).await;
    let door = format!("/api/questions/{}/file", question["id"].as_str().unwrap());
    assert_eq!(rig.bytes(None, "POST", &format!("{door}?name=a.pdf"), "%PDF-1.7").await.0, 401);
    assert_eq!(rig.bytes(Some(&rig.token), "POST", &door, "%PDF-1.7").await.0, 400);
    assert_eq!(rig.bytes(Some(&rig.token), "POST", &format!("{door}?name=a%20b.pdf"), "%PDF-1.7").await.0, 204);
    assert_eq!(rig.end(&id).await["state"], "success");
    let phone = rig.world.reach(None).await.unwrap();
    let list = "ls -l /sdcard/Pictures /sdcard/Download | grep -v ^total; cat /sdcard/Download/a_b.pdf";
    let Acted::Ran(ran) = phone.act(&shell(list)).await.unwrap() else { panic!() };
    for file in ["reboot___me____.png", "reboot___me____-2.png", "a_b.pdf", "%PDF-1.7"] {
        assert!(ran.stdout.contains(file), "{file}: {}", ran.stdout);
    }
    assert_eq!(ran.stdout.matches(&format!(" {} ", PICTURE.len())).count(), 2, "{}", ran.stdout);
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains("is on the phone: /sdcard/Pictures/reboot___me____-2.png"), "{journal}");
    assert!(journal.contains("is on the phone: /sdcard/Download/a_b.pdf"), "{journal}");
}

/// Starts a task that wants to delete; returns its id and the path of its question's link.
async fn deletes(rig: &Rig) -> (String, String) {
    rig.world.script(
        "deletes",
        &[shell_json("input tap 5 5; rm -r /sdcard/x"), json!({"type": "finish", "message": "done"})],
    );
    let id = rig.task("deletes").await;
    let path = link(&rig.question(&id).await);
    (id, path)
}

fn shell_json(command: &str) -> serde_json::Value {
    json!({"type": "shell", "command": command})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gates_question_has_its_picture_and_all_answers_behind_a_link() {
    let rig = Rig::start().await;
    let (id, path) = deletes(&rig).await;
    let (_, head, page) = ask(&rig, "GET", &path, "", b"").await;
    assert!(head.contains("img-src 'self'") && !page.contains("<script>"), "{head}");
    for text in [
        "Run the command “input tap 5 5; rm -r /sdcard/x” on the phone",
        "Why you are asked",
        "which always needs your approval",
        "Find the thing",
        "agent\u{2019}s own words",
        "value=\"approve\">Yes, this once",
        "value=\"deny\">No<",
        "value=\"stop\">No, and stop the task",
        "value=\"myself\">Let me do it myself",
        "name=\"why\"",
        &format!("<image href=\"{path}/picture\""),
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("value=\"always\""), "it is asked every time: {page}");
    assert!(page.find("value=\"deny\"") < page.find("value=\"approve\""), "Enter in the field is a no");
    let (status, picture) = rig.bytes(None, "GET", &format!("{path}/picture"), "").await;
    assert_eq!((status, &picture[1..4]), (200, &b"PNG"[..]));
    // An answer that is not offered is rejected.
    assert_eq!(ask(&rig, "POST", &path, FORM, &form("always", None, None)).await.0, 400);
    let why = "--XyZ\r\nContent-Disposition: form-data; name=\"why\"\r\n\r\nnot <b>mine</b>\r\n";
    let body = [why.as_bytes(), &form("deny", None, None)].concat();
    assert_eq!(ask(&rig, "POST", &path, FORM, &body).await.0, 200);
    rig.end(&id).await;
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains("the person said no to this") && journal.contains("not <b>mine</b>"), "{journal}");
    assert_eq!(rig.bytes(None, "GET", &format!("{path}/picture"), "").await.0, 409, "the link is used up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_it_themselves_gives_the_phone_back_behind_the_same_link() {
    let rig = Rig::start().await;
    let (id, path) = deletes(&rig).await;
    let (status, _, page) = ask(&rig, "POST", &path, FORM, &form("myself", None, None)).await;
    assert_eq!((status, page.contains("The phone is yours")), (200, true), "{page}");
    let paused = |text: &str| text.contains("\"event\":\"paused\"");
    rig.stream(&format!("/api/tasks/{id}/events"), None, paused).await;
    // A browser that sends the form twice gives nothing back, and neither does a messenger that opens the link.
    let (_, _, page) = ask(&rig, "POST", &path, FORM, &form("myself", None, None)).await;
    assert!(page.contains("The phone is yours"), "{page}");
    let (status, _, page) = ask(&rig, "GET", &path, "", b"").await;
    assert_eq!((status, page.contains("value=\"continue\"")), (200, true), "{page}");
    assert_eq!(rig.get(&format!("/api/tasks/{id}")).await["state"], "paused");
    let evil = format!("{FORM}Origin: https://evil.example\r\n");
    assert_eq!(ask(&rig, "POST", &path, &evil, &form("continue", None, None)).await.0, 403);
    let (status, _, page) = ask(&rig, "POST", &path, FORM, &form("continue", None, None)).await;
    assert_eq!((status, page.contains("Thank you")), (200, true), "{page}");
    assert_eq!(rig.end(&id).await["state"], "success");
    assert_eq!(ask(&rig, "GET", &path, "", b"").await.0, 410);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_and_stop_ends_the_task_behind_a_link() {
    let rig = Rig::start().await;
    let (id, path) = deletes(&rig).await;
    assert_eq!(ask(&rig, "POST", &path, FORM, &form("stop", None, None)).await.0, 200);
    assert_eq!(rig.end(&id).await["state"], "interrupted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_may_use_what_its_question_takes_and_nothing_else() {
    let rig = Rig::start().await;
    let rows = [
        ("camera", "camera=(self), display-capture=(), geolocation=(), microphone=()", "A photo is needed"),
        ("qr", "camera=(self), display-capture=(), geolocation=(), microphone=()", "A QR code is needed"),
        ("voice", "camera=(), display-capture=(), geolocation=(), microphone=(self)", "Your voice is needed"),
        ("location", "camera=(), display-capture=(), geolocation=(self), microphone=()", "Where are you?"),
        ("2fa", "camera=(), display-capture=(), geolocation=(), microphone=()", "A security code"),
        ("permission", "camera=(), display-capture=(), geolocation=(), microphone=()", "asks for a permission"),
    ];
    let ask_for = |name: &str| json!({"type": "request_human_auth", "capability": name, "instruction": "Do it"});
    let mut script: Vec<_> = rows.iter().map(|(name, ..)| ask_for(name)).collect();
    script.push(json!({"type": "finish", "message": "done"}));
    rig.world.script("devices", &script);
    let id = rig.task("devices").await;
    for (n, (name, policy, title)) in rows.into_iter().enumerate() {
        let question = rig.nth_question(&id, n + 1).await;
        assert!(question["title"].as_str().unwrap().contains(title), "{question}");
        let path = link(&question);
        let (_, head, page) = ask(&rig, "GET", &path, "", b"").await;
        assert!(head.contains(&format!("permissions-policy: {policy}")), "{name}: {head}");
        assert!(page.contains(title) && !page.contains("2fa"), "{page}");
        // A person who did it on the phone says so.
        assert_eq!(ask(&rig, "POST", &path, FORM, &form("approve", None, None)).await.0, 200);
    }
    assert_eq!(rig.end(&id).await["state"], "success");
    // The desktop's page may use all of it, for any question; its resources and its API may not.
    let policy = async |path: &str| ask(&rig, "GET", path, "", b"").await.1;
    assert!(policy("/").await.contains("camera=(self), display-capture=(), geolocation=(self), microphone=(self)"));
    for path in ["/assets/icon.svg", "/api/health", "/apps/x/index.html", "/files/x.html", "/frames/0/x/index.html"] {
        assert!(policy(path).await.contains("camera=(), display-capture=(), geolocation=(), microphone=()"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_through_a_link_is_taken_once() {
    let rig = Rig::start().await;
    let photo = json!({"type": "request_human_auth", "capability": "camera", "instruction": "Take a photo"});
    let code = json!({"type": "request_human_auth", "capability": "sms", "instruction": "The code"});
    rig.world.script("files", &[photo, code, json!({"type": "finish", "message": "done"})]);
    let id = rig.task("files").await;
    let door = |question: &serde_json::Value| {
        let token = link(question).trim_start_matches("/q/").to_owned();
        format!("/api/questions/by-link/{token}")
    };
    let first = door(&rig.question(&id).await);
    let (status, shown) = rig.bytes(None, "GET", &first, "").await;
    let task::QuestionByLink { question, now } = serde_json::from_slice(&shown).unwrap();
    assert_eq!((status, question.forms), (200, vec![AnswerForm::Photo, AnswerForm::File, AnswerForm::Yes]));
    let left = question.until.as_millisecond() - i64::try_from(now).unwrap();
    assert!((1..=300_000).contains(&left), "by the server's clock: {left}");
    let evil = "Origin: https://evil.example\r\n";
    assert_eq!(ask(&rig, "POST", &format!("{first}/file?name=a.png"), evil, PICTURE).await.0, 403);
    assert_eq!(ask(&rig, "POST", &format!("{first}/file"), "", PICTURE).await.0, 400, "it has no name");
    assert_eq!(ask(&rig, "POST", &format!("{first}/file?name=a.png"), "", b"").await.0, 400, "it is empty");
    assert_eq!(ask(&rig, "POST", &format!("{first}/file?name=a.png"), "", PICTURE).await.0, 204);
    let second = door(&rig.nth_question(&id, 2).await);
    for late in [("POST", format!("{first}/file?name=a.png")), ("GET", first)] {
        assert_eq!(ask(&rig, late.0, &late.1, "", b"").await.0, 409);
    }
    assert_eq!(ask(&rig, "POST", &format!("{second}/file?name=a.png"), "", PICTURE).await.0, 400, "it takes words");
    assert_eq!(rig.bytes(None, "POST", &second, "{\"kind\":\"approve\",\"text\":\"1234\"}").await.0, 204);
    assert_eq!(rig.end(&id).await["state"], "success");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_comes_too_late_says_why() {
    let rig = Rig::start().await;
    let quick = json!({"type": "ask_user", "question": "Anybody?", "timeoutSec": 1});
    let slow = json!({"type": "ask_user", "question": "And now?"});
    rig.world.script("late", &[quick, slow, json!({"type": "finish", "message": "done"})]);
    let id = rig.task("late").await;
    let first = link(&rig.question(&id).await);
    let second = link(&rig.nth_question(&id, 2).await);
    let (status, _, page) = ask(&rig, "GET", &first, "", b"").await;
    assert_eq!((status, page.contains("The time is over")), (410, true), "{page}");
    assert_eq!(rig.post(&format!("/api/tasks/{id}/cancel"), &json!(null)).await, 202);
    rig.end(&id).await;
    let (status, _, page) = ask(&rig, "POST", &second, FORM, &form("approve", Some("x"), None)).await;
    assert_eq!((status, page.contains("No longer needed")), (410, true), "{page}");
    let (status, _, page) = ask(&rig, "GET", "/q/0000", "", b"").await;
    assert_eq!((status, page.contains("Nothing to answer")), (404, true), "{page}");
}
