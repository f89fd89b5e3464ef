//! What is refused, with its place; what is shown, with its source; what a new file says.

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
        ("[models.a]\nbase_url = \"http://x\"\nkey = \"sk-1\"\n", "a key does not belong into the configuration"),
        ("[servr]\n", "line 1, column 2: unknown field `servr`"),
        ("[servr]\n", "did you mean `server`?"),
        ("[executor]\nmax_step = 3\n", "did you mean `max_steps`?"),
        ("default_model = \"b\"\n[models.a]\nbase_url = \"http://x\"\n", "there is no `[models.b]`: a"),
        ("default_model = \"b\"", "there is none yet"),
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
        Serving { public_url: Some("https://phone.example.org".to_owned()), ..Serving::default() }
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
