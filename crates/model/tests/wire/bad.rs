//! What servers say instead: errors, halves, garbage, too much, and nothing at all.

use action::dialect::MAX_REPLY;
use model::{Next, Phase};
use serde_json::json;

use super::server::{Does, Server, chunked, response, stream};
use super::*;

fn reply() -> Does {
    Does::Sends(vec![stream(&format!("{}{END}", says("hi")))])
}

fn error(status: &str, headers: &str, message: &str) -> Does {
    let body = json!({"error": {"message": message, "type": "t", "code": null}}).to_string();
    Does::Sends(vec![response(status, &format!("Content-Type: application/json\r\n{headers}"), &body)])
}

/// What a server does first, and how it is borne: the pauses before it answers at last.
async fn borne(first: Vec<Does>) -> Vec<u64> {
    let failures = first.len();
    let server = Server::start(first.into_iter().chain([reply()]).collect()).await;
    let asked = Asked::new(&server, |_| {});
    let answer = asked.answer().await.unwrap();
    assert_eq!((answer.raw.as_str(), answer.attempts as usize), ("hi", failures + 1));
    asked.world.waits()
}

/// The failure after which the client gave up.
fn last(error: ModelError) -> ModelError {
    match error {
        ModelError::GaveUp(last) => *last,
        error => error,
    }
}

/// The error that a server leaves after two attempts.
async fn left(does: Does) -> ModelError {
    let server = Server::start(vec![does]).await;
    let asked = Asked::new(&server, |config| config.max_retries = 1);
    let error = asked.answer().await.unwrap_err();
    let attempts = server.asked().len();
    assert!(error.to_string().len() < 1_200, "{error}");
    assert_ne!(error.next(), Next::Retry, "the client has asked again already: {error}");
    let error = last(error);
    assert_eq!(attempts, if error.next() == Next::Retry { 2 } else { 1 }, "{error}");
    error
}

#[tokio::test]
async fn busy_servers_are_asked_again_with_pauses() {
    let broken = || error("500 Internal Server Error", "", "oops");
    assert_eq!(borne(vec![broken(), broken(), broken()]).await, [500, 1000, 2000]);
    assert_eq!(borne(vec![error("429 Too Many Requests", "Retry-After: 7\r\n", "slow down")]).await, [7_500]);
    let date = "Retry-After: Sun, 06 Nov 1994 08:50:07 GMT\r\n";
    assert_eq!(borne(vec![error("503 Service Unavailable", date, "Loading model")]).await, [30_500]);
    assert_eq!(borne(vec![error("429 Too Many Requests", "retry-after-ms: 20\r\n", "x")]).await, [520]);
    assert_eq!(borne(vec![error("529 Overloaded", "", "overloaded")]).await, [500]);
}

#[tokio::test]
async fn halves_and_garbage_are_asked_again() {
    let halves = vec![
        Does::Sends(vec![stream(&says("half"))]),
        Does::Resets(stream(&says("half"))),
        Does::Sends(chunked(&says("half"), 5).into_iter().take(4).collect()),
        Does::Sends(vec![stream("data: {\"choices\":[{\"delta\":{\"cont")]),
    ];
    assert_eq!(borne(halves).await, [500, 1000, 2000, 4000]);
    let garbage = vec![
        Does::Sends(vec![stream("data: not json\n\n")]),
        Does::Sends(vec![response("200 OK", "Content-Type: text/html\r\n", "<html>Log in</html>")]),
        Does::Sends(vec![response("200 OK", "Content-Type: application/json\r\n", "{}")]),
        Does::Sends(vec![b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()]),
    ];
    assert_eq!(borne(garbage).await, [500, 1000, 2000, 4000]);
    let empty = Does::Sends(vec![stream(END)]);
    assert_eq!(borne(vec![empty]).await, [500]);
}

#[tokio::test]
async fn what_remains_says_what_to_do() {
    let half = left(Does::Sends(vec![stream(&says("half"))])).await;
    assert!(matches!(&half, ModelError::Cut { bytes: 4, attempts: 2, .. }), "{half}");
    let garbage = left(Does::Sends(vec![response("200 OK", "", "\u{0}\u{1}binary")])).await;
    assert!(matches!(&garbage, ModelError::Garbage { attempts: 2, .. }), "{garbage}");
    let busy = left(error("503 Service Unavailable", "", "Loading model")).await;
    assert_eq!(busy.to_string(), "the model's endpoint answered 503 after 2 attempts: Loading model");
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
            // Only the limit in question is short, so that a slow machine cannot reach another first.
            match expected {
                Phase::FirstToken => config.first_token_timeout = Duration::from_millis(60),
                _ => config.idle_timeout = Duration::from_millis(60),
            }
            config.max_retries = 1;
        });
        let error = last(asked.answer().await.unwrap_err());
        let limit = Duration::from_millis(60);
        assert_eq!(error, ModelError::Timeout { phase: expected, limit, attempts: 2 });
        assert!(error.to_string().contains(expected.key()), "{error}");
        server.gone.recv().await.unwrap();
    }
    let server = Server::start(vec![Does::Hangs(Vec::new())]).await;
    let asked = Asked::new(&server, |config| config.timeout = Duration::from_millis(60));
    let error = last(asked.answer().await.unwrap_err());
    assert!(matches!(error, ModelError::Timeout { phase: Phase::Total, attempts: 1, .. }), "{error}");
}

#[tokio::test]
async fn waiting_is_bounded_in_all() {
    // Asked to wait longer than there is time: the error is given at once, with what the server asked for.
    let server = Server::start(vec![error("429 Too Many Requests", "Retry-After: 900\r\n", "later")]).await;
    let asked = Asked::new(&server, |_| {});
    let given_up = asked.answer().await.unwrap_err();
    assert!(given_up.to_string().ends_with("it asks to be left alone for 900s"), "{given_up}");
    assert_eq!((asked.world.waits(), server.asked().len()), (vec![], 1));
    // Pauses add up: 0.5, 1, 2 and 4 s do not fit into five.
    let server = Server::start(vec![error("500 Internal Server Error", "", "oops")]).await;
    let asked = Asked::new(&server, |config| {
        config.max_retries = 20;
        config.timeout = Duration::from_secs(5);
    });
    assert!(matches!(last(asked.answer().await.unwrap_err()), ModelError::Busy { attempts: 4, .. }));
    assert_eq!(asked.world.waits(), [500, 1000, 2000]);
}

/// Asks an endpoint that cannot be reached, in the usual configuration: the error, and the pauses before it.
async fn unreachable(address: String, change: impl FnOnce(&mut ModelConfig)) -> (ModelError, Vec<u64>) {
    let mut config = ModelConfig::at(address);
    change(&mut config);
    let world = Arc::new(Still::default());
    let model = OpenAi::new("test", config, |_| None, world.clone()).unwrap();
    let error = model.answer(&prompt()).await.unwrap_err();
    (error, world.waits())
}

async fn free_port() -> u16 {
    tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

#[tokio::test]
async fn nobody_there_is_told_after_three_requests() {
    let port = free_port().await;
    for (address, reason) in [
        (format!("http://127.0.0.1:{port}"), "refused"),
        (format!("http://localhost:{port}"), "refused"),
        ("http://no-such-host.invalid".to_owned(), "no-such-host.invalid"),
    ] {
        // With and without a name: the list of models is asked at the same address.
        for name in ["tiny", ""] {
            let (error, waits) = unreachable(address.clone(), |config| config.model = name.to_owned()).await;
            assert_eq!(waits, [500, 1000], "{error}");
            assert_eq!(error.next(), Next::Stop, "whoever asked must not ask again: {error}");
            let text = error.to_string();
            assert!(text.contains("after 3 attempts") && text.contains(reason), "{text}");
            assert!(text.contains(&format!("{address}/v1")) && text.contains("`base_url`"), "{text}");
        }
    }
}

#[tokio::test]
async fn only_what_was_asked_once_may_be_asked_again() {
    let address = format!("http://127.0.0.1:{}", free_port().await);
    for (max_retries, next) in [(0, Next::Retry), (1, Next::Stop), (20, Next::Stop)] {
        let (error, _) = unreachable(address.clone(), |config| config.max_retries = max_retries).await;
        assert_eq!(error.next(), next, "{max_retries}: {error}");
    }
    let oops = || error("500 Internal Server Error", "", "oops");
    for (max_retries, asked, next) in [(0, 1, Next::Retry), (1, 2, Next::Stop)] {
        let server = Server::start(vec![oops()]).await;
        let error = Asked::new(&server, |config| config.max_retries = max_retries).answer().await.unwrap_err();
        assert_eq!((server.asked().len(), error.next()), (asked, next), "{error}");
    }
    // The endpoint said how long it wants to be left alone, and nobody has that long.
    let server = Server::start(vec![error("429 Too Many Requests", "Retry-After: 900\r\n", "later")]).await;
    assert_eq!(Asked::new(&server, |_| {}).answer().await.unwrap_err().next(), Next::Stop);
    // All the time there is was used up by one request.
    let server = Server::start(vec![Does::Hangs(Vec::new())]).await;
    let asked = Asked::new(&server, |config| config.timeout = Duration::from_millis(60));
    assert_eq!(asked.answer().await.unwrap_err().next(), Next::Stop);
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
