//! Valid configurations, and the errors of invalid ones.

use super::*;

fn read(toml: &str) -> Result<ModelConfig, String> {
    toml::from_str(toml).map_err(|error| error.message().to_owned())
}

#[test]
fn a_model_needs_only_an_address() {
    assert_eq!(read("base_url = 'http://127.0.0.1:8080'").unwrap(), ModelConfig::at("http://127.0.0.1:8080"));
}

#[test]
fn every_key_is_taken() {
    let config = read(
        "base_url = 'https://api.example.com/v1'\nmodel = 'big'\ndialect = 'claude'\nkey_env = 'EXAMPLE_KEY'\n\
         vision = true\nstream = false\ntimeout_s = 90\nconnect_timeout_s = 2.5\nfirst_token_timeout_s = 30\n\
         idle_timeout_s = 15\nmax_retries = 0\ntemperature = 0.0\nmax_tokens = 4096\ncontext_tokens = 8192\n\
         history_pictures = 4\npicture_side = 1024\npicture_pixels = 700000\nnative_tools = false\n\
         price_per_million_input = 3\nprice_per_million_output = 15.5\nheaders = { X-Title = 'Fingertip' }\n\
         headers_env = { X-Api-Key = 'OTHER_KEY' }\nextra = { seed = 7, chat_template_kwargs = { enable_thinking = false } }\n",
    )
    .unwrap();
    let traits = config.traits();
    assert_eq!((traits.dialect.as_str(), traits.vision, traits.history_pictures), ("claude", true, 4));
    assert_eq!((traits.picture.long_side, traits.picture.pixels), (1024, 700_000));
    assert_eq!((traits.tools, traits.context_tokens), (ToolStyle::Text, Some(8192)));
    assert_eq!((config.timeout, config.connect_timeout), (Duration::from_secs(90), Duration::from_millis(2_500)));
    assert_eq!((config.max_retries, config.temperature, config.stream), (Some(0), Some(0.0), false));
    assert_eq!(config.extra["chat_template_kwargs"]["enable_thinking"], false);
    // The configuration survives a round trip, except for the values of headers.
    let shown = toml::to_string(&config).unwrap();
    let again = read(&shown).unwrap();
    assert_eq!(again.headers["X-Title"], "…");
    assert_eq!(ModelConfig { headers: config.headers.clone(), ..again }, config);
}

#[test]
fn what_is_wrong_is_said() {
    let cases = [
        ("", "`base_url` is missing; expected an address such as `http://127.0.0.1:8080/v1`"),
        ("base_url = 'x'\nbaseurl = 'x'", "there is no `baseurl` in a model's configuration; did you mean `base_url`?"),
        (
            "base_url = 'x'\nmax_retry = 3",
            "there is no `max_retry` in a model's configuration; did you mean `max_retries`?",
        ),
        (
            "base_url = 'x'\ndialect = 'cluade'",
            "there is no dialect `cluade`; did you mean `claude`?; see `fingertip parse --help` for the list",
        ),
        (
            "base_url = 'x'\napi_key = 'sk-123'",
            "a key does not belong in the configuration (`api_key`); put it into an environment variable and name that in `key_env`",
        ),
        (
            "base_url = 'x'\nkey_env = 'sk-secret-123'",
            "`key_env` must be the name of an environment variable, such as `OPENAI_API_KEY`, not the key itself",
        ),
        ("base_url = 'x'\ntemperature = 3", "`temperature` is `3`; it must be from 0 to 2"),
        ("base_url = 'x'\ntemperature = nan", "`temperature` is `NaN`; it must be from 0 to 2"),
        ("base_url = 'x'\ntimeout_s = -1", "`timeout_s` is `-1`; it must be from 0.001 to 3600"),
        ("base_url = 'x'\nmax_retries = 1000", "`max_retries` is `1000`; it must be from 0 to 20"),
        (
            "base_url = 'x'\nextra = { stream = false }",
            "`extra.stream` would replace a field that the client sets itself; leave it out",
        ),
    ];
    for (toml, message) in cases {
        assert_eq!(read(toml), Err(message.to_owned()), "{toml}");
    }
    assert!(read("base_url = 'x'\nzzz = 1").unwrap_err().contains("there are base_url, model, dialect"));
    assert!(read("base_url = 'x'\nvision = 'yes'").is_err());
}

#[test]
fn keys_come_from_the_environment_and_are_not_seen() {
    let mut config =
        read("base_url = 'x?key=hidden-value'\nkey_env = 'MY_KEY'\nheaders = { X-Key = 'hidden-value' }").unwrap();
    let key = config.key(|name| (name == "MY_KEY").then(|| " sk-secret \n".to_owned())).unwrap().unwrap();
    assert_eq!((key.reveal(), format!("{key:?}")), ("sk-secret", "Key(…)".to_owned()));
    assert_eq!(key.mask("wrong key sk-secret!"), "wrong key [key]!");
    for missing in [None, Some(String::new()), Some("  ".to_owned())] {
        let error = config.key(|_| missing.clone()).unwrap_err().to_string();
        assert!(error.contains("`MY_KEY`") && error.contains("not set") && !error.contains("hidden"), "{error}");
    }
    config.extra.insert("token".to_owned(), "hidden-value".into());
    let shown = format!("{config:?}");
    assert!(shown.contains("MY_KEY") && shown.contains("X-Key") && !shown.contains("hidden-value"), "{shown}");
}
