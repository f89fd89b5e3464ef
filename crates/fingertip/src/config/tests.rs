//! Valid and invalid configurations, the messages about the latter, and the sources of values.

use std::path::Path;

use super::*;

fn read(text: &str) -> Result<Config> {
    Config::read(Path::new("fingertip.toml"), text)
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_column() {
    let rows = [
        ("default_model = ", "line 1, column "),
        ("\n[executor]\nmax_step = 3\n", "line 3, column 1: unknown field `max_step`, expected one of `max_steps`"),
        ("[executor]\nmax_steps = \"many\"\n", "line 2, column 13: "),
        ("[models.a]\nbase_url = \"http://x\"\nmodle = \"b\"\n", "did you mean `model`?"),
        ("[models.a]\nbase_url = \"http://x\"\nkey = \"sk-1\"\n", "a key does not belong in the configuration"),
        ("[servr]\n", "line 1, column 2: unknown field `servr`"),
        ("[servr]\n", "did you mean `server`?"),
        ("[executor]\nmax_step = 3\n", "did you mean `max_steps`?"),
        ("default_model = \"b\"\n[models.a]\nbase_url = \"http://x\"\n", "there is no `[models.b]`: a"),
        ("default_model = \"b\"", "none is configured yet"),
    ];
    for (text, expected) in rows {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with("`fingertip.toml`") && error.contains(expected), "{text}: {error}");
    }
    let hidden = read("[models.a]\nbase_url = \"http://x\"\nkey = \"sk-secret\"\n").unwrap_err().to_string();
    assert!(!hidden.contains("sk-secret"), "{hidden}");
}

#[test]
fn the_template_sets_nothing_and_its_examples_can_be_read() {
    assert_eq!(read(TEMPLATE).unwrap(), Config::default());
    // A commented-out setting is a line that has `# key = ` or `# [table]`.
    let uncommented: String = TEMPLATE
        .lines()
        .map(|line| {
            let inner = line.strip_prefix("# ").unwrap_or(line);
            let setting = inner.starts_with('[') || inner.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '));
            if setting { format!("{inner}\n") } else { format!("{line}\n") }
        })
        .collect();
    let config = read(&uncommented).unwrap();
    assert_eq!(config.default_model.as_deref(), Some("local"));
    assert_eq!(config.executor.budgets.tokens, Some(200_000));
    assert_eq!(
        config.server,
        Serving {
            public_url: Some("https://phone.example.org".to_owned()),
            tls_cert: Some("/etc/ssl/desk.pem".into()),
            tls_key: Some("/etc/ssl/desk.key".into()),
            webhook: Some("https://hooks.example.org/fingertip".to_owned()),
            ..Serving::default()
        }
    );
}

#[test]
fn every_value_says_where_it_comes_from_and_no_secret_is_shown() {
    let text = "default_model = \"a\"\n[executor]\nmax_steps = 7\nretry_delay = [1, 2]\n\n[models.a]\n\
                base_url = \"http://x\"\nkey_env = \"THE_KEY\"\nheaders = { X-Secret = \"hush\" }\n";
    let config = read(text).unwrap();
    let entries = entries(&config, Some(text), |name| (name == "THE_KEY").then(|| "sk-1".to_owned())).unwrap();
    let source = |key: &str| {
        let entry = entries.iter().find(|entry| entry.key == key).unwrap_or_else(|| panic!("there is no {key}"));
        (entry.value.to_string(), entry.source.as_str(), entry.note.as_deref())
    };
    assert_eq!(source("default_model"), ("\"a\"".to_owned(), "fingertip.toml:1", None));
    assert_eq!(source("executor.max_steps"), ("7".to_owned(), "fingertip.toml:3", None));
    assert_eq!(source("executor.retry_delay"), ("[1.0,2.0]".to_owned(), "fingertip.toml:4", None));
    assert_eq!(source("executor.max_retries"), ("2".to_owned(), "default", None));
    assert_eq!(source("models.a.key_env"), ("\"THE_KEY\"".to_owned(), "fingertip.toml:8", Some("set")));
    assert_eq!(source("server.listen").1, "default");
    let shown = serde_json::to_string(&entries).unwrap();
    assert!(!shown.contains("hush") && !shown.contains("sk-1"), "{shown}");
}

/// Applies the edits; the result must be a valid configuration.
fn edited(text: &str, edits: &[Edit]) -> String {
    let changed = edits.iter().fold(text.to_owned(), |text, edit| edit.apply(&text).unwrap());
    read(&changed).unwrap();
    changed
}

fn entry(base_url: &str) -> ModelEntry {
    ModelEntry { base_url: base_url.to_owned(), model: String::new(), dialect: None, key_env: None }
}

#[test]
fn a_change_leaves_everything_else_as_its_person_wrote_it() {
    let put = |name: &str, url: &str| Edit::PutModel(name.to_owned(), entry(url));
    let some = |name: &str| Some(name.to_owned());
    let rows: &[(&str, Edit, &str)] = &[
        ("", put("a", "http://x"), "[models.a]\nbase_url = \"http://x\"\n"),
        (
            "# mine\n[models.a] # here\nbase_url = \"http://x\" # there\nvision = false\n",
            put("a", "http://y"),
            "# mine\n[models.a] # here\nbase_url = \"http://y\" # there\nvision = false\n",
        ),
        (
            "models = { a = { base_url = \"http://x\" } }\n",
            put("b", "http://y"),
            "models = { a = { base_url = \"http://x\" } , b = { base_url = \"http://y\" } }\n",
        ),
        (
            "default_model = \"a\" # mine\n\n[models.a]\nbase_url = \"http://x\"\n",
            Edit::RemoveModel("a".to_owned()),
            "\n",
        ),
        (
            "# top\ndefault_model = \"a\"\n\n[models.a]\nbase_url = \"http://x\"\n\n# how\n[executor]\n",
            Edit::DefaultModel(None),
            "# top\n\n[models.a]\nbase_url = \"http://x\"\n\n# how\n[executor]\n",
        ),
        (
            "# how\n[executor]\n# max_steps = 50\n",
            Edit::AlwaysConfirm(true),
            "# how\n[executor]\nalways_confirm = true\n# max_steps = 50\n",
        ),
        ("", Edit::AddPhone("1.2.3.4:5555".to_owned()), "phones = [\"1.2.3.4:5555\"]\n"),
        ("phones = [\"a\", # one\n \"b\"]\n", Edit::AddPhone("a".to_owned()), "phones = [\"a\", # one\n \"b\"]\n"),
        ("phones = [\"a\"]\n", Edit::RemovePhone("a".to_owned()), ""),
        ("[server]\nwebhook = \"http://x\"\n", Edit::Webhook(None), "[server]\n"),
        ("", Edit::Webhook(some("http://x")), "[server]\nwebhook = \"http://x\"\n"),
    ];
    for (text, edit, expected) in rows {
        assert_eq!(edited(text, std::slice::from_ref(edit)), *expected, "{edit:?} of {text}");
    }
}

#[test]
fn in_the_template_a_new_value_stands_below_the_line_that_describes_it() {
    let edits = [
        Edit::PutModel("local".to_owned(), entry("http://x")),
        Edit::AddPhone("1.2.3.4:5555".to_owned()),
        Edit::DefaultModel(Some("local".to_owned())),
        Edit::AlwaysConfirm(true),
    ];
    let text = edited(TEMPLATE, &edits);
    for expected in [
        "# default_model = \"local\"\ndefault_model = \"local\"\n\n# Phones",
        ":5555\"]\nphones = [\"1.2.3.4:5555\"]\n\n# A model",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    // Every line of the template is still there, in its order.
    let mut lines = text.lines();
    for line in TEMPLATE.lines() {
        assert!(lines.any(|kept| kept == line), "`{line}` is gone from\n{text}");
    }
    // And removed again.
    let undone =
        [Edit::DefaultModel(None), Edit::RemovePhone("1.2.3.4:5555".to_owned()), Edit::RemoveModel("local".to_owned())];
    assert_eq!(edited(&text, &undone).replace("always_confirm = true\n", "").trim_end(), TEMPLATE.trim_end());
}
