//! Bad replies: errors, truncation, garbage, too much, and nothing at all.

use action::dialect::MAX_REPLY;
use model::{Next, Phase};
use serde_json::json;

use super::server::{Does, Server, chunked, response, stream};
use super::*;

fn error(status: &str, headers: &str, message: &str) -> Does {
    let body = json!({"error": {"message": message, "type": "t", "code": null}}).to_string();
    Does::Sends(vec![response(status, &format!("Content-Type: application/json\r\n{headers}"), &body)])
}

/// Returns the client's error. The client sends one request, whatever goes wrong: the caller retries.
async fn left(does: Does) -> ModelError {
    let server = Server::start(vec![does]).await;
    // The client ignores the setting for the caller's retries.
    let asked = Asked::new(&server, |config| config.max_retries = Some(20));
    let error = asked.answer().await.unwrap_err();
    assert!(error.to_string().len() < 1_200, "{error}");
    assert_eq!((server.asked().len(), asked.world.waits()), (1, vec![]), "{error}");
    error
}

#[tokio::test]
async fn a_busy_server_is_asked_once_and_says_for_how_long_it_wants_to_be_left_alone() {
    let rows = [
        (error("500 Internal Server Error", "", "oops"), 500, None),
        (error("429 Too Many Requests", "Retry-After: 7\r\n", "slow down"), 429, Some(7_000)),
        (error("503 Service Unavailable", "Retry-After: Sun, 06 Nov 1994 08:50:07 GMT\r\n", "x"), 503, Some(30_000)),
        (error("429 Too Many Requests", "retry-after-ms: 20\r\n", "x"), 429, Some(20)),
        (error("529 Overloaded", "", "overloaded"), 529, None),
    ];
    for (does, status, wait) in rows {
        let found = left(does).await;
        assert!(matches!(&found, ModelError::Busy { status: was, attempts: 1, .. } if *was == status), "{found}");
        let wait = wait.map(Duration::from_millis);
        assert_eq!((found.next(), found.retry_after()), (Next::Retry, wait), "{found}");
    }
}

#[tokio::test]
async fn halves_and_garbage_may_be_asked_again() {
    let half = || says("half");
    let rows = [
        Does::Sends(vec![stream(&half())]),
        Does::Resets(stream(&half())),
        Does::Sends(chunked(&half(), 5).into_iter().take(4).collect()),
        Does::Sends(vec![stream("data: {\"choices\":[{\"delta\":{\"cont")]),
        Does::Sends(vec![stream("data: not json\n\n")]),
        Does::Sends(vec![response("200 OK", "Content-Type: text/html\r\n", "<html>Log in</html>")]),
        Does::Sends(vec![response("200 OK", "Content-Type: application/json\r\n", "{}")]),
        Does::Sends(vec![b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()]),
        Does::Sends(vec![stream(END)]),
    ];
    for does in rows {
        let error = left(does).await;
        assert_eq!((error.next(), error.retry_after()), (Next::Retry, None), "{error}");
    }
}

#[tokio::test]
async fn what_remains_says_what_to_do() {
    let half = left(Does::Sends(vec![stream(&says("half"))])).await;
    assert!(matches!(&half, ModelError::Cut { bytes: 4, attempts: 1, .. }), "{half}");
    let garbage = left(Does::Sends(vec![response("200 OK", "", "\u{0}\u{1}binary")])).await;
    assert!(matches!(&garbage, ModelError::Garbage { attempts: 1, .. }), "{garbage}");
    let busy = left(error("503 Service Unavailable", "", "Loading model")).await;
    assert_eq!(busy.to_string(), "the model's endpoint answered 503 after 1 attempt: Loading model");
    assert_eq!(busy.after(3).to_string(), "the model's endpoint answered 503 after 3 attempts: Loading model");
    let key = left(error("401 Unauthorized", "", &format!("Incorrect API key provided: {KEY}."))).await;
    assert_eq!(
        key.to_string(),
        "the model's endpoint refuses the key (401): Incorrect API key provided: [key].; check the key in the environment variable `TEST_KEY`"
    );
    let forbidden = left(error("403 Forbidden", "", "no")).await;
    assert!(matches!(&forbidden, ModelError::Key { status: 403, .. }), "{forbidden}");
    let missing = left(error("404 Not Found", "", "model \"tiny\" not found, try pulling it first")).await;
    assert!(missing.to_string().contains("asked for the model `tiny`"), "{missing}");
    let moved =
        left(Does::Sends(vec![response("308 Permanent Redirect", "Location: http://elsewhere.example/\r\n", "")]))
            .await;
    assert!(matches!(&moved, ModelError::Refused { status: 308, .. }), "{moved}");
    let strange = left(error("418 I'm a teapot", "", &"tea ".repeat(10_000))).await;
    assert!(matches!(&strange, ModelError::Refused { status: 418, .. }), "{strange}");
    let poor =
        json!({"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}).to_string();
    let poor = left(Does::Sends(vec![response("429 Too Many Requests", "", &poor)])).await;
    assert_eq!(poor.next(), Next::Stop, "{poor}");
}

#[tokio::test]
async fn every_server_says_in_its_own_words_that_a_prompt_is_too_long() {
    let bodies = [
        (
            "400 Bad Request",
            r#"{"error":{"code":400,"message":"request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error"}}"#,
        ),
        (
            "500 Internal Server Error",
            r#"{"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}"#,
        ),
        (
            "400 Bad Request",
            r#"{"error":{"message":"This model's maximum context length is 1024 tokens.","type":"BadRequestError","code":400}}"#,
        ),
        ("400 Bad Request", r#"{"error":{"message":"too long","code":"context_length_exceeded"}}"#),
        ("413 Payload Too Large", "<html>nginx</html>"),
    ];
    for (status, body) in bodies {
        let error = left(Does::Sends(vec![response(status, "", body)])).await;
        assert!(matches!(&error, ModelError::ContextTooLong { .. }), "{body}: {error}");
        assert_eq!(error.next(), Next::Shorten);
    }
    let inside = "data: {\"error\":{\"code\":400,\"message\":\"exceeds the available context size\"}}\n\n";
    let error = left(Does::Sends(vec![stream(inside)])).await;
    assert!(matches!(&error, ModelError::ContextTooLong { .. }), "{error}");
}

#[tokio::test]
async fn errors_inside_a_stream_are_errors() {
    for event in [
        "data: {\"error\":{\"message\":\"out of memory\",\"code\":500}}\n\n",
        "error: {\"message\":\"out of memory\"}\n\n",
        "data: {\"error\":\"out of memory\"}\n\n",
    ] {
        let found = left(Does::Sends(vec![stream(&format!("{}{event}", says("half")))])).await;
        assert!(
            matches!(&found, ModelError::Busy { status: 500, message, .. } if message == "out of memory"),
            "{found}"
        );
    }
}

#[tokio::test]
async fn an_answer_without_end_is_not_read_to_it() {
    let too_long = ModelError::AnswerTooLong { limit: MAX_REPLY };
    let mut server = Server::start(vec![Does::Repeats(says(&"blah ".repeat(1_000)))]).await;
    assert_eq!(Asked::new(&server, |_| {}).answer().await, Err(too_long.clone()));
    server.gone.recv().await.unwrap();
    // One event that never ends, ten megabytes in one piece, and a call whose arguments never end.
    let mut server = Server::start(vec![Does::Repeats("data: blah".repeat(1_000))]).await;
    assert_eq!(Asked::new(&server, |_| {}).answer().await, Err(too_long.clone()));
    server.gone.recv().await.unwrap();
    let body = json!({"choices": [{"message": {"content": "x".repeat(10 << 20)}}]}).to_string();
    assert_eq!(
        left(Does::Sends(vec![response("200 OK", "Content-Type: application/json\r\n", &body)])).await,
        too_long
    );
    let body = json!({"choices": [{"message": {"content": "x".repeat(2 << 20)}}]}).to_string();
    assert_eq!(
        left(Does::Sends(vec![response("200 OK", "Content-Type: application/json\r\n", &body)])).await,
        too_long
    );
    let piece =
        json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "x".repeat(10_000)}}]}}]});
    let server = Server::start(vec![Does::Repeats(format!("data: {piece}\n\n"))]).await;
    let error = Asked::new(&server, |_| {}).answer().await.unwrap_err();
    assert_eq!((&error, error.next()), (&too_long, Next::Tell));
}

#[tokio::test]
async fn all_tokens_spent_on_a_thought_is_said() {
    let thought = json!({"choices": [{"delta": {"reasoning_content": "hm"}, "finish_reason": "length"}]});
    let error = left(Does::Sends(vec![stream(&format!("data: {thought}\n\ndata: [DONE]\n\n"))])).await;
    assert_eq!((&error, error.next()), (&ModelError::NoRoom, Next::Tell));
}

#[tokio::test]
async fn silence_has_an_end() {
    let cases: [(Vec<u8>, Phase); 4] = [
        (Vec::new(), Phase::FirstToken),
        (stream(""), Phase::FirstToken),
        (stream(": ping\n\n"), Phase::FirstToken),
        (stream(&says("half")), Phase::BetweenTokens),
    ];
    for (bytes, expected) in cases {
        let mut server = Server::start(vec![Does::Hangs(bytes)]).await;
        let asked = Asked::new(&server, |config| {
            // Only the tested limit is short, so that a slow machine cannot hit another first.
            match expected {
                Phase::FirstToken => config.first_token_timeout = Duration::from_millis(60),
                _ => config.idle_timeout = Duration::from_millis(60),
            }
        });
        let error = asked.answer().await.unwrap_err();
        let limit = Duration::from_millis(60);
        assert_eq!(error, ModelError::Timeout { phase: expected, limit, attempts: 1 });
        assert!(error.to_string().contains(expected.key()), "{error}");
        server.gone.recv().await.unwrap();
    }
    let server = Server::start(vec![Does::Hangs(Vec::new())]).await;
    let asked = Asked::new(&server, |config| config.timeout = Duration::from_millis(60));
    let error = asked.answer().await.unwrap_err();
    assert!(matches!(error, ModelError::Timeout { phase: Phase::Total, attempts: 1, .. }), "{error}");
}

/// Calls an unreachable endpoint, with the default configuration.
async fn unreachable(address: String, name: &str) -> ModelError {
    let config = ModelConfig { model: name.to_owned(), ..ModelConfig::at(address) };
    let world = Arc::new(Still::default());
    let model = OpenAi::new("test", config, |_| None, world.clone()).unwrap();
    let error = model.answer(&prompt()).await.unwrap_err();
    assert_eq!(world.waits(), Vec::<u64>::new(), "{error}");
    error
}

async fn free_port() -> u16 {
    tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

#[tokio::test]
async fn nobody_there_is_told_at_once() {
    let port = free_port().await;
    for (address, reason) in [
        (format!("http://127.0.0.1:{port}"), "refused"),
        (format!("http://localhost:{port}"), "refused"),
        ("http://no-such-host.invalid".to_owned(), "no-such-host.invalid"),
    ] {
        // With and without a name: the list of models is at the same address.
        for name in ["tiny", ""] {
            let error = unreachable(address.clone(), name).await;
            assert_eq!(error.next(), Next::Retry, "the server may just be starting: {error}");
            let text = error.to_string();
            assert!(text.contains("after 1 attempt") && text.contains(reason), "{text}");
            assert!(text.contains(&format!("{address}/v1")) && text.contains("`base_url`"), "{text}");
        }
    }
}

#[tokio::test]
async fn dropping_the_question_ends_the_request() {
    for bytes in [Vec::new(), stream(&says("half"))] {
        let mut server = Server::start(vec![Does::Hangs(bytes)]).await;
        let asked = Asked::new(&server, |_| {});
        let question = prompt();
        let mut answer = Box::pin(asked.model.answer(&question));
        while server.asked().is_empty() {
            tokio::select! {
                answer = &mut answer => panic!("{answer:?}"),
                () = tokio::task::yield_now() => {}
            }
        }
        drop(answer);
        server.gone.recv().await.unwrap();
    }
}
