//! Callers who are unknown, come from another site, or send too much or too slowly.

use std::time::Duration;

use serde_json::json;
use server::Config;

use crate::rig::{Rig, window};

const OPEN: &[(&str, &str)] = &[("GET", "/"), ("GET", "/healthz")];

const CLOSED: &[(&str, &str)] = &[
    ("GET", "/metrics"),
    ("GET", "/api/agents"),
    ("POST", "/api/agents"),
    ("DELETE", "/api/agents/a"),
    ("GET", "/api/agents/me/events"),
    ("POST", "/api/actions"),
    ("POST", "/api/components/done"),
    ("GET", "/api/dialogs/d"),
    ("GET", "/api/desktop"),
    ("GET", "/api/desktop/events"),
    ("GET", "/api/apps"),
    ("GET", "/api/openapi.json"),
    ("GET", "/apps/a/index.html"),
    ("GET", "/apps/a/style.css"),
    ("GET", "/files/a.png"),
    ("GET", "/ws"),
];

#[tokio::test(flavor = "multi_thread")]
async fn without_a_session_only_the_page_is_there() {
    let rig = Rig::start().await;
    for (method, path) in OPEN {
        assert_eq!(rig.ask(method, path, &[], "").await.status, 200, "{method} {path}");
    }
    let wrong = "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let cookie = format!("fingertip_{}=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", rig.address.port());
    for (method, path) in CLOSED {
        for headers in
            [vec![], vec![("Authorization", wrong)], vec![("Authorization", "Basic x")], vec![("Cookie", &*cookie)]]
        {
            let reply = rig.ask(method, path, &headers, "{}").await;
            assert_eq!(reply.status, 401, "{method} {path} {headers:?}");
            assert_eq!(reply.json()["error"]["code"], "unauthenticated");
        }
    }
    assert_eq!(rig.ask("GET", "/no/such/thing.css", &[], "").await.status, 404);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_hosts_origins_and_sites_are_refused_everywhere() {
    let rig = Rig::start().await;
    let (cookie, bearer, origin) = (rig.session().await, format!("Bearer {}", rig.token), rig.origin());
    let port = rig.address.port();
    for (method, path) in CLOSED.iter().chain(OPEN).chain(&[("POST", "/api/session")]) {
        let known = [("Authorization", &*bearer)];
        for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", "localhost:1", ""] {
            let reply = rig.ask(method, path, &[&known[..], &[("Host", host)]].concat(), "{}").await;
            assert_eq!(reply.status, 421, "{method} {path} for host {host}");
        }
        for foreign in
            ["http://evil.example", "null", "https://localhost", "file://", &format!("http://localhost.evil:{port}")]
        {
            for known in [&known[..], &[("Cookie", &*cookie)]] {
                let reply = rig.ask(method, path, &[known, &[("Origin", foreign)]].concat(), "{}").await;
                assert_eq!(reply.status, 403, "{method} {path} from {foreign}");
                assert_eq!(reply.json()["error"]["code"], "wrong_origin");
            }
        }
        for site in ["cross-site", "same-site"] {
            let reply = rig.ask(method, path, &[&known[..], &[("Sec-Fetch-Site", site)]].concat(), "{}").await;
            assert_eq!(reply.status, 403, "{method} {path} {site}");
        }
    }
    let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")];
    assert_eq!(rig.ask("GET", "/", &link, "").await.status, 200, "a link to the page may stand anywhere");
    let twice = [("Origin", &*origin), ("Origin", "http://evil.example"), ("Authorization", &bearer)];
    assert_eq!(rig.ask("GET", "/api/desktop", &twice, "").await.status, 400);
    for host in [format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(rig.ask("GET", "/healthz", &[("Host", &host)], "").await.status, 200, "{host}");
    }
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_alone_changes_nothing_and_acts_for_nobody() {
    let rig = Rig::start().await;
    let (cookie, origin) = (rig.session().await, rig.origin());
    assert_eq!(rig.ask("GET", "/api/desktop", &[("Cookie", &cookie)], "").await.status, 200);
    let new = json!({ "name": "a" }).to_string();
    let without = rig.ask("POST", "/api/agents", &[("Cookie", &cookie)], &new).await;
    assert_eq!((without.status, without.json()["error"]["code"].as_str()), (403, Some("no_origin")));
    let upgrade = [("Cookie", &*cookie), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")];
    assert_eq!(rig.ask("GET", "/ws", &upgrade, "").await.status, 403);
    let with = [("Cookie", &*cookie), ("Origin", &origin)];
    assert_eq!(rig.ask("POST", "/api/agents", &with, &new).await.status, 201);
    assert_eq!(rig.ask("POST", "/api/actions", &with, &window("a").to_string()).await.status, 403);
    let wrong = [("Cookie", &*cookie), ("Authorization", "Bearer x")];
    assert_eq!(rig.ask("GET", "/api/desktop", &wrong, "").await.status, 401, "a wrong token is not made good");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_needs_the_owners_token_and_survives_a_restart() {
    let rig = Rig::start().await;
    let agent = rig.agent("a").await;
    for body in ["", "{", "[]", "{}", r#"{"token":7}"#, r#"{"token":null}"#] {
        assert_eq!(rig.ask("POST", "/api/session", &[], body).await.status, 400, "{body}");
    }
    for token in ["", "x", &agent, &rig.token[1..]] {
        let body = json!({ "token": token }).to_string();
        assert_eq!(rig.ask("POST", "/api/session", &[], &body).await.status, 401, "{token}");
    }
    let body = json!({ "token": rig.token }).to_string();
    let reply = rig.ask("POST", "/api/session", &[], &body).await;
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let value = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let token = rig.token.clone();
    let folder = rig.stop().await;
    let kept = std::fs::read_to_string(folder.path().join("config/sessions.json")).unwrap();
    assert!(!kept.contains(&value), "only the hash is kept");
    let again = Rig::start_with(folder, Config::default()).await;
    assert_eq!(again.token, token, "the address that was printed still lets its owner in");
    let cookie = format!("fingertip_{}={value}", again.address.port());
    assert_eq!(again.ask("GET", "/api/desktop", &[("Cookie", &cookie)], "").await.status, 200);
    assert_eq!(again.with(&agent, "GET", "/api/desktop", "").await.status, 200);
    #[cfg(unix)]
    for name in ["token", "sessions.json", "agents.json"] {
        use std::os::unix::fs::PermissionsExt;
        let about = std::fs::metadata(again.folder.path().join("config").join(name)).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600, "{name}");
    }
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_are_let_in_and_sent_away_by_the_owner_alone() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    for (method, path) in [("GET", "/api/agents"), ("POST", "/api/agents"), ("DELETE", "/api/agents/a"), ("GET", "/ws")]
    {
        let reply = rig.with(&a, method, path, r#"{"name":"b"}"#).await;
        assert_eq!(
            (reply.status, reply.json()["error"]["code"].as_str()),
            (403, Some("owner_only")),
            "{method} {path}"
        );
    }
    for (name, status) in [
        ("a", 409),
        ("", 400),
        ("owner", 400),
        ("me", 400),
        ("fingertip", 400),
        (&*"x".repeat(200), 400),
        ("a\u{7}", 400),
        ("Fingertip", 400),
        ("helper\u{202e}", 400),
        ("Assistant", 400),
        ("You", 400),
        ("f\u{456}ngertip", 400),
        ("Finger tip", 400),
        ("w\u{435}ather", 400),
        ("A", 400),
    ] {
        let reply = rig.owner("POST", "/api/agents", &json!({ "name": name }).to_string()).await;
        assert_eq!(reply.status, status, "{name}: {reply:?}");
    }
    let listed = rig.owner("GET", "/api/agents", "").await.json();
    assert_eq!(listed["agents"][0]["name"], "a");
    assert!(!listed.to_string().contains(&a));
    let lock =
        json!({ "agentId": "a", "actions": [window("w"), { "type": "window.lock", "windowId": "w", "agentId": "a" }] });
    assert_eq!(rig.act(&a, &lock).await.status, 200);
    assert_eq!(rig.view().await["windows"]["monitor-0/w"]["lockedBy"], "a");
    assert_eq!(rig.owner("DELETE", "/api/agents/a", "").await.status, 204);
    assert_eq!(rig.owner("DELETE", "/api/agents/a", "").await.status, 404);
    assert!(rig.view().await["windows"]["monitor-0/w"]["lockedBy"].is_null(), "its locks fall");
    assert_eq!(rig.with(&a, "GET", "/api/desktop", "").await.status, 401);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_too_fast_and_too_slow_are_refused() {
    let config = Config {
        actions_bytes: 2000,
        body_bytes: 500,
        header_timeout: Duration::from_millis(300),
        body_timeout: Duration::from_millis(300),
        requests_per_second: 5,
        ..Config::default()
    };
    let rig = Rig::start_with(tempfile::tempdir().unwrap(), config).await;
    let long = "x".repeat(3000);
    let reply = rig.owner("POST", "/api/actions", &long).await;
    assert_eq!((reply.status, reply.json()["error"]["code"].as_str()), (413, Some("too_large")));
    let head =
        format!("POST /api/actions HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n", rig.address, rig.token);
    let chunked =
        format!("{head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    assert_eq!(rig.raw(chunked.as_bytes()).await.status, 413, "whatever it claims to be");
    assert_eq!(rig.ask("POST", "/api/session", &[], &"x".repeat(600)).await.status, 413);
    let slow_body = format!("{head}Content-Length: 10\r\n\r\n{{");
    assert_eq!(rig.raw(slow_body.as_bytes()).await.status, 408);
    let slow_head = rig.raw(format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: ", rig.address).as_bytes()).await;
    assert!(matches!(slow_head.status, 0 | 408), "it is hung up on: {slow_head:?}");
    let huge = rig.raw(format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(200_000)).as_bytes()).await;
    assert!(matches!(huge.status, 0 | 400 | 431), "{huge:?}");
    let mut last = None;
    for _ in 0..30 {
        let reply = rig.owner("POST", "/api/actions", "{}").await;
        last = Some(reply.status);
        if reply.status == 429 {
            assert_eq!(reply.header("retry-after"), Some("1"));
            break;
        }
    }
    assert_eq!(last, Some(429));
    assert_eq!(rig.ask("GET", "/healthz", &[], "").await.status, 200, "and it goes on");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_says_what_the_browser_must_not_do() {
    let rig = Rig::start().await;
    for (path, expected) in [("/", 200), ("/api/desktop", 401), ("/nothing", 404), ("/healthz", 200)] {
        let reply = rig.ask("GET", path, &[], "").await;
        assert_eq!(reply.status, expected);
        let policy = reply.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(reply.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(reply.header("access-control-allow-origin"), None);
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    }
    let packed = rig.ask("GET", "/", &[("Accept-Encoding", "gzip")], "").await;
    assert!(packed.header("content-encoding").is_none_or(|encoding| encoding == "gzip"));
    rig.stop().await;
}
