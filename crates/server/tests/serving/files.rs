//! Apps and files of the data folder, and nothing outside it.

use std::fs;

use crate::rig::Rig;

async fn furnished() -> Rig {
    let rig = Rig::start().await;
    let data = rig.folder.path();
    for folder in ["apps/notes/img", "apps/other", "files/sub", "files/.git"] {
        fs::create_dir_all(data.join(folder)).unwrap();
    }
    for (path, text) in [
        ("apps/notes/app.json", r#"{"name":"Notes"}"#),
        ("apps/notes/index.html", "<script src=main.js></script>"),
        ("apps/notes/main.js", "1"),
        ("apps/other/app.json", "{}"),
        ("apps/other/secret.txt", "secret"),
        ("files/a.txt", "text"),
        ("files/page.html", "<p>page"),
        ("files/sub/ä b.csv", "1,2"),
        ("files/.git/config", "secret"),
        ("files/.hidden", "secret"),
        ("secret.txt", "secret"),
    ] {
        fs::write(data.join(path), text).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(data.join("secret.txt"), data.join("files/link.txt")).unwrap();
    rig
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_there_with_their_kind_and_nothing_else_is() {
    let rig = furnished().await;
    for (path, kind, body) in [
        ("/files/a.txt", "text/plain; charset=utf-8", "text"),
        ("/files/page.html", "text/html; charset=utf-8", "<p>page"),
        ("/files/sub/%C3%A4%20b.csv", "text/csv; charset=utf-8", "1,2"),
        ("/apps/notes/main.js", "text/javascript; charset=utf-8", "1"),
    ] {
        let reply = rig.owner("GET", path, "").await;
        assert_eq!((reply.status, reply.header("content-type"), &*reply.body), (200, Some(kind), body), "{path}");
        assert!(reply.header("content-security-policy").unwrap().starts_with("sandbox "), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    for path in [
        "/files/../secret.txt",
        "/files/..%2fsecret.txt",
        "/files/%2e%2e/secret.txt",
        "/files/%2e%2e%2fsecret.txt",
        "/files/..%5csecret.txt",
        "/files/..\\secret.txt",
        "/files/%252e%252e/secret.txt",
        "/files/sub/../../secret.txt",
        "/files/%c0%ae%c0%ae/secret.txt",
        "/files/a.txt%00",
        "/files/a.txt%00.png",
        "/files//a.txt",
        "/files/./a.txt",
        "/files/.hidden",
        "/files/%2ehidden",
        "/files/.git/config",
        "/files/link.txt",
        "/files/sub",
        "/files/",
        "/files",
        "/files/none.txt",
        "/apps/../secret.txt",
        "/apps/notes/../other/../../secret.txt",
        "/apps/notes/%2e%2e/other/secret.txt",
        "/apps/notes",
        "/apps/",
        "/files/%2fetc/passwd",
        "/files/C:/secret.txt",
        "/assets/../secret.txt",
        "//files/a.txt",
    ] {
        let reply = rig.owner("GET", path, "").await;
        assert!(matches!(reply.status, 400 | 404), "{path}: {reply:?}");
        assert!(!reply.body.contains("secret") || reply.body.contains("\"error\""), "{path}: {reply:?}");
    }
    assert_eq!(rig.owner("POST", "/files/a.txt", "").await.status, 405);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_is_framed_under_an_address_that_opens_it_alone() {
    let rig = furnished().await;
    let cookie = rig.session().await;
    let framed = [("Cookie", &*cookie), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "same-origin")];
    let moved = rig.ask("GET", "/apps/notes/index.html?x=1", &framed, "").await;
    assert_eq!(moved.status, 307, "{moved:?}");
    let address = moved.header("location").unwrap().to_owned();
    // First its wrapper, which keeps the app from leaving; the app's own files are next to it.
    assert!(address.starts_with("/frames/") && address.ends_with("/notes/.wrap/index.html?x=1"), "{address}");
    let below = address.strip_suffix(".wrap/index.html?x=1").unwrap();
    // As the frame sends it: no cookie, no origin, cross-site.
    let frame = [("Origin", "null"), ("Sec-Fetch-Site", "cross-site")];
    let script = rig.ask("GET", &format!("{below}main.js"), &frame, "").await;
    assert_eq!((script.status, &*script.body), (200, "1"));
    assert_eq!(script.header("access-control-allow-origin"), Some("*"));
    assert_eq!(script.header("cross-origin-resource-policy"), Some("cross-origin"));
    let policy = script.header("content-security-policy").unwrap();
    assert!(policy.starts_with("sandbox ") && !policy.contains("allow-same-origin"), "{policy}");
    let capability = below.split('/').nth(2).unwrap();
    for path in [
        format!("/frames/{capability}/other/secret.txt"),
        format!("/frames/{capability}/notes/../other/secret.txt"),
        format!("/frames/{capability}/notes/%2e%2e/other/secret.txt"),
        format!("/frames/{}x/notes/main.js", &capability[1..]),
        "/frames//notes/main.js".to_owned(),
        format!("/frames/{capability}/notes"),
    ] {
        assert_eq!(rig.ask("GET", &path, &frame, "").await.status, 404, "{path}");
    }
    assert_eq!(rig.ask("GET", "/apps/notes/main.js", &frame, "").await.status, 403, "only under that address");
    let host = [("Host", "evil.example"), ("Origin", "null")];
    assert_eq!(rig.ask("GET", &format!("{below}main.js"), &host, "").await.status, 421);
    let apps = rig.owner("GET", "/api/apps", "").await.json();
    assert_eq!(apps["apps"][0]["url"], "/apps/notes/index.html");
    assert!(apps["apps"][1]["error"].is_string(), "a broken one says why: {apps}");
    rig.stop().await;
}
