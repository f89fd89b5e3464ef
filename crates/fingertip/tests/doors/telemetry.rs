//! Telemetry: what a collector receives, read by OpenTelemetry's own types, and an endpoint that never answers.

use std::io::Write;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::absent;
use crate::rig::{PATIENCE, Serving, binary, listener, until};

/// Returns the interpreter with OpenTelemetry's and Prometheus' packages.
fn python() -> Option<String> {
    let python = std::env::var("FINGERTIP_CLIENTS_PYTHON").ok();
    if python.is_none() {
        absent::skipped("Python with OpenTelemetry's types");
    }
    python
}

/// Has a request read by the packages of the format's makers. Returns what they understood.
fn read(python: &str, form: &str, body: &str) -> Value {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/with_otlp.py");
    let mut reader =
        Command::new(python).args([script, form]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    reader.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let said = reader.wait_with_output().unwrap();
    assert!(said.status.success(), "{form} is refused: {body}");
    serde_json::from_slice(&said.stdout).unwrap()
}

/// Runs a task with these actions of a model to its end.
fn run(serving: &Serving, goal: &str, actions: &[Value]) -> String {
    let script = serving.data.path().join("script.jsonl");
    let lines = actions.iter().map(|action| json!({"raw": {"thought": "a secret thought", "action": action}}));
    std::fs::write(&script, lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let body = json!({"goal": goal, "model": format!("script:{}", script.display())});
    let (status, made) = serving.ask("POST", "/api/tasks", &body);
    assert_eq!(status, 201, "{made}");
    let task = made["task_id"].as_str().unwrap().to_owned();
    let path = format!("/api/tasks/{task}");
    until("the end of the task", || matches!(serving.get(&path)["state"].as_str(), Some("success" | "failed")));
    task
}

fn actions() -> [Value; 3] {
    [
        json!({"type": "open_app", "name": "Settings"}),
        json!({"type": "open_app", "name": "Zebra Notes"}),
        json!({"type": "finish", "message": "a quiet end"}),
    ]
}

#[test]
fn a_collector_gets_a_trace_and_metrics_of_each_task_without_its_texts() {
    let Some(python) = python() else { return };
    let (address, came) = listener("200 OK", "{}");
    let serving = Serving::configured(&format!("[telemetry]\nendpoint = \"http://{address}/otlp\"\n"), &[]);
    let task = run(&serving, "Look at the settings of Zoë", &actions());
    let (mut traces, mut metrics) = (String::new(), String::new());
    while traces.is_empty() || metrics.is_empty() {
        let request = came.recv_timeout(PATIENCE).unwrap();
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        for hidden in ["Zoë", "secret thought", "quiet end", "Zebra"] {
            assert!(!body.contains(hidden), "`{hidden}` is in {body}");
        }
        match head.split(' ').nth(1) {
            Some("/otlp/v1/traces") => traces = body.to_owned(),
            Some("/otlp/v1/metrics") => metrics = body.to_owned(),
            other => panic!("{other:?}"),
        }
    }

    let spans = read(&python, "traces", &traces);
    let names: Vec<&str> = spans.as_array().unwrap().iter().map(|span| span["name"].as_str().unwrap()).collect();
    let of = |wanted: &str| names.iter().filter(|name| name.starts_with(wanted)).count();
    assert_eq!((of("invoke_workflow task"), of("chat "), of("execute_tool open_app")), (1, 3, 2), "{names:?}");
    let root = &spans.as_array().unwrap()[0];
    assert_eq!(root["attributes"]["gen_ai.conversation.id"], json!(task));
    assert_eq!(root["attributes"]["gen_ai.operation.name"], json!("invoke_workflow"));
    for span in &spans.as_array().unwrap()[1..] {
        assert_eq!((&span["parent"], &span["trace"]), (&root["id"], &root["trace"]), "{span}");
        assert!(span["start"].as_u64() <= span["end"].as_u64() && span["start"].as_u64() >= root["start"].as_u64());
    }
    let failed: Vec<&Value> = spans.as_array().unwrap().iter().filter(|span| span["error"] == json!(true)).collect();
    assert_eq!(
        failed.iter().map(|span| &span["attributes"]["error.type"]).collect::<Vec<_>>(),
        [&json!("no_such_app")]
    );

    let metrics = read(&python, "metrics", &metrics);
    assert_eq!(metrics["fingertip.task.duration"], json!(1), "{metrics}");
    assert_eq!(metrics["gen_ai.execute_tool.duration"], json!(2), "{metrics}");
    let (status, page) = serving.ask("GET", "/metrics", &Value::Null);
    assert_eq!(status, 200);
    let page = read(&python, "prometheus", page.as_str().unwrap());
    assert_eq!((&page["fingertip_task_seconds"], &page["fingertip_action_seconds"]), (&json!(1), &json!(2)), "{page}");
    assert!(page["fingertip_step_phase_seconds"].as_u64() >= Some(6), "{page}");
}

#[test]
fn texts_are_sent_only_where_the_configuration_says_so() {
    let (address, came) = listener("200 OK", "{}");
    let settings = format!("[telemetry]\nendpoint = \"http://{address}\"\ntexts = true\n");
    let serving = Serving::configured(&settings, &[]);
    run(&serving, "Look at the settings of Zoë", &actions());
    let traces = came.recv_timeout(PATIENCE).unwrap();
    for shown in ["Look at the settings of Zoë", "secret thought", "quiet end", "Zebra Notes"] {
        assert!(traces.contains(shown), "`{shown}` is not in {traces}");
    }
}

#[test]
fn an_endpoint_that_hangs_holds_nothing_up() {
    // It accepts a call and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("[telemetry]\nendpoint = \"http://{}\"\n", silent.local_addr().unwrap());
    let serving = Serving::configured(&endpoint, &[]);
    let began = Instant::now();
    // Two requests each, more than the queue holds: the first one gets no answer, the rest waits or is dropped. Each task
    // is far quicker than the time-out of one request.
    (0..12).for_each(|_| _ = run(&serving, "Look", &actions()[2..]));
    assert_eq!(serving.ask("GET", "/metrics", &Value::Null).0, 200);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn what_is_no_endpoint_is_refused_before_anything_runs() {
    for (line, word) in [
        ("endpoint = \"collector:4318\"", "http://"),
        ("endpoint = \"ftp://collector\"", "http://"),
        ("endpoint = \"http://127.0.0.1:4318\"\nheaders_env = \"FINGERTIP_NO_SUCH\"", "FINGERTIP_NO_SUCH"),
        ("endpont = \"http://127.0.0.1:4318\"", "endpont"),
    ] {
        let data = tempfile::tempdir().unwrap();
        std::fs::write(data.path().join("fingertip.toml"), format!("[telemetry]\n{line}\n")).unwrap();
        let mut command = binary::alone(binary::PATH);
        let said = command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path()).output().unwrap();
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(!said.status.success() && text.contains("[telemetry]") | text.contains("unknown field"), "{text}");
        assert!(text.contains(word), "{line}: {text}");
    }
}
