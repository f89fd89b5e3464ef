//! Files as people have them: what is read, and which mistakes are reported.

use super::*;

fn read(text: &str) -> Configured {
    let env = |name: &str| (name == "TOKEN").then(|| "t0ken".to_owned());
    let mut configured = Configured::default();
    configured.read(Path::new("mcp.json"), text, &env);
    configured
}

fn stdio(command: &str, args: &[&str], env: &[(&str, &str)]) -> Transport {
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Transport::Stdio {
        command: command.to_owned(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env,
        cwd: None,
    }
}

#[test]
fn the_files_that_people_have_are_read() {
    let check = |text: &str, expected: &[(&str, Transport)]| {
        let configured = read(text);
        assert_eq!(configured.mistakes, [], "{text}");
        let servers: Vec<_> =
            configured.servers.iter().map(|server| (&*server.name, server.transport.clone())).collect();
        assert_eq!(servers, expected, "{text}");
    };
    check(
        r#"{"mcpServers": {"files": {"command": "npx", "args": ["-y", "server-filesystem", "/tmp"], "env": {"KEY": "${TOKEN}", "PORT": 80, "NONE": null}}}}"#,
        &[("files", stdio("npx", &["-y", "server-filesystem", "/tmp"], &[("KEY", "t0ken"), ("PORT", "80")]))],
    );
    let http = Transport::Http {
        url: "https://tools.example/mcp".to_owned(),
        headers: vec![("Authorization".to_owned(), "Bearer t0ken".to_owned())],
    };
    check(
        r#"{
          // as VS Code has it
          "servers": {
            "web": {"type": "http", "url": "https://tools.example/mcp", "headers": {"Authorization": "Bearer ${env:TOKEN}"},},
          },
          "inputs": [],
        }"#,
        &[("web", http.clone())],
    );
    check(
        r#"{"mcp": {"servers": {"web": {"httpUrl": "https://tools.example/mcp", "headers": {"Authorization": "Bearer t0ken"}}}}}"#,
        &[("web", http)],
    );
    check(r#"{"mcpServers": {}}"#, &[]);
    check(
        r#"{"mcpServers": {"off": {"command": "x", "disabled": true}, "on": {"type": "stdio", "command": "y", "autoApprove": []}}}"#,
        &[("on", stdio("y", &[], &[]))],
    );
}

#[test]
fn a_mistake_is_told_with_its_line_and_takes_one_server_away() {
    let check = |text: &str, line: usize, part: &str, left: usize| {
        let configured = read(text);
        let told: Vec<String> = configured.mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 1, "{text}: {told:?}");
        let place = format!("`mcp.json`, line {line}");
        assert!(told[0].starts_with(&place) && told[0].contains(part), "{text}: {told:?} {line} {part}");
        assert_eq!(configured.servers.len(), left, "{text}");
    };
    let around = |entry: &str| {
        format!("{{\n  \"mcpServers\": {{\n    \"good\": {{\"command\": \"true\"}},\n    \"bad\": {entry}\n  }}\n}}")
    };
    check("{\n  \"mcpServers\": {\n", 3, "not JSON", 0);
    check("[]", 1, "not JSON", 0);
    check(r#"{"servr": {}}"#, 1, "no `mcpServers`", 0);
    check("{\n\"mcpServers\": []}", 2, "expected an object", 0);
    check(&around("{}"), 4, "needs `command` (a program to start) or `url`", 1);
    check(&around("7"), 4, "expected an object", 1);
    check(&around("{\"comand\": \"x\"}"), 4, "is `comand` meant to be `command`?", 1);
    check(&around("{\n\"command\": \"x\",\n\"args\": \"-y\"}"), 6, "`args` is a list of texts", 1);
    check(&around("{\"command\": \"x\", \"args\": [\n\n{}]}"), 6, "`args` is a list of texts", 1);
    check(&around("{\"command\": [\"x\"]}"), 4, "the program to start", 1);
    check(&around("{\"command\": \" \"}"), 4, "is empty", 1);
    check(&around("{\"command\": \"x\", \"env\": {\n\"K\": \"${GONE}\"}}"), 5, "`GONE` is not set", 1);
    check(&around("{\"type\": \"sse\", \"url\": \"http://x/sse\"}"), 4, "streamable HTTP", 1);
    check(&around("{\"type\": \"carrier\", \"url\": \"http://x\"}"), 4, "expected `stdio` or `http`", 1);
    check(&around("{\"type\": \"http\"}"), 4, "needs `url`", 1);
    check(&around("{\"url\": \"file:///etc\"}"), 4, "begins with http://", 1);
    check(&around("{\"command\": \"x\", \"timeout\": -1}"), 4, "seconds above 0", 1);
    check(&around("{\"command\": \"x\", \"disabled\": \"yes\"}"), 4, "true or false", 1);
    check(
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"},\n\"a\": {\"command\": \"y\"}}}",
        2,
        "of this name already",
        1,
    );
}

#[test]
fn a_file_is_bounded_and_nothing_in_it_panics() {
    let long = format!("{{\"mcpServers\": {{\"a\": {{\"command\": \"{}\"}}}}}}", "x".repeat(MOST_BYTES));
    assert!(read(&long).mistakes[0].to_string().contains("at most"));
    let deep = "[".repeat(100_000);
    assert_eq!(read(&deep).mistakes.len(), 1);
    let many: Vec<String> = (0..150).map(|n| format!("\"s{n}\": {{\"command\": \"x\"}}")).collect();
    let configured = read(&format!("{{\"mcpServers\": {{{}}}}}", many.join(",")));
    assert_eq!((configured.servers.len(), configured.mistakes.len()), (MOST_SERVERS, 1));
    let whole = r#"{"mcpServers": {"é": {"command": "x", /* c */ "args": ["é",], "env": {"A": "${B"}}}} // end"#;
    for (at, _) in whole.char_indices() {
        read(&whole[..at]);
    }
}

#[test]
fn a_time_is_in_seconds_or_milliseconds() {
    let check = |written: &str, seconds: f64| {
        let configured = read(&format!("{{\"servers\": {{\"a\": {{\"command\": \"x\", \"timeout\": {written}}}}}}}"));
        assert_eq!(configured.servers[0].timeout, Some(Duration::from_secs_f64(seconds)), "{written}");
    };
    check("30", 30.0);
    check("60000", 60.0);
    check("1e300", 3600.0);
}

#[test]
fn what_may_be_secret_is_not_printed() {
    let configured = read(
        r#"{"mcpServers": {"a": {"command": "x", "env": {"K": "${TOKEN}"}}, "b": {"url": "http://x?key=t0ken"}}}"#,
    );
    assert!(!format!("{configured:?}").contains("t0ken"));
}
