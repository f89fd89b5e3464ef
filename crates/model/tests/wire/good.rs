//! Good replies, in all the formats that servers use.

use action::dialect::{self, DialectName, ReplyContext, Size};
use model::{Ending, Tool, Usage};
use serde_json::json;

use super::server::{Does, Server, chunked, response, stream};
use super::*;

#[tokio::test]
async fn a_request_is_written_as_every_server_reads_it() {
    let server = Server::saying(stream(&format!("{}{END}", says("hi")))).await;
    let asked = Asked::new(&server, |config| {
        config.temperature = Some(0.5);
        config.max_tokens = Some(900);
        config.headers.insert("X-Title".to_owned(), "Fingertip".to_owned());
        config.extra.insert("chat_template_kwargs".to_owned(), json!({"enable_thinking": false}));
    });
    asked.answer().await.unwrap();
    let request = &server.asked()[0];
    assert_eq!(request.line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(request.header("authorization"), Some("Bearer sk-secret-0123456789"));
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.header("x-title"), Some("Fingertip"));
    assert_eq!(
        request.body,
        json!({
            "model": "tiny",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": [
                    {"type": "text", "text": "Text Sam"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,UE5H"}},
                ]},
            ],
            "stream": true,
            "stream_options": {"include_usage": true},
            "max_tokens": 900,
            "temperature": 0.5,
            "chat_template_kwargs": {"enable_thinking": false},
        })
    );
}

#[tokio::test]
async fn without_vision_there_is_only_text() {
    let server = Server::saying(stream(&format!("{}{END}", says("hi")))).await;
    let asked = Asked::new(&server, |config| {
        config.vision = false;
        config.key_env = None;
    });
    asked.answer().await.unwrap();
    let request = &server.asked()[0];
    assert_eq!(request.body["messages"][1], json!({"role": "user", "content": "Text Sam"}));
    assert_eq!(request.header("authorization"), None);
}

#[tokio::test]
async fn an_answer_is_the_same_however_it_is_cut() {
    let events = format!(": warming up\n\n{}{}{}{END}", says("größer "), says("日本 🎉"), says("\n{\"a\":1}"));
    for events in [events.clone(), events.replace('\n', "\r\n")] {
        for length in [1, 2, 3, 7, 64, 10_000] {
            let server = Server::start(vec![Does::Sends(chunked(&events, length))]).await;
            let answer = Asked::new(&server, |_| {}).answer().await.unwrap();
            assert_eq!(answer.raw, "größer 日本 🎉\n{\"a\":1}");
            assert_eq!((answer.model.as_str(), answer.attempts, answer.ending), ("tiny-1", 1, Ending::Complete));
            assert_eq!((answer.usage.input_tokens, answer.usage.output_tokens), (75, 31));
            assert!(!answer.usage.estimated);
        }
    }
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_read_too() {
    let body = json!({
        "model": "m", "choices": [{"message": {"role": "assistant", "content": "do(action=\"Back\")", "reasoning_content": "hm"}, "finish_reason": "length"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 6, "prompt_tokens_details": {"cached_tokens": 4}, "cost": 0.25},
    })
    .to_string();
    for kind in ["Content-Type: application/json\r\n", ""] {
        let server = Server::saying(response("200 OK", kind, &body)).await;
        let asked = Asked::new(&server, |config| config.stream = false);
        let answer = asked.answer().await.unwrap();
        assert_eq!(answer.raw, "do(action=\"Back\")");
        assert_eq!(answer.reasoning.as_deref(), Some("hm"));
        assert_eq!(answer.ending, Ending::Length);
        let usage = Usage { input_tokens: 5, output_tokens: 6, cached_tokens: 4, cost: Some(0.25), estimated: false };
        assert_eq!(answer.usage, usage);
        assert_eq!(server.asked()[0].body.get("stream_options"), None);
    }
}

#[tokio::test]
async fn what_an_answer_takes_is_counted_or_estimated() {
    let told = Server::saying(stream(&format!("{}{END}", says("hi")))).await;
    let priced = |config: &mut ModelConfig| {
        config.price_per_million_input = Some(2.0);
        config.price_per_million_output = Some(10.0);
    };
    let usage = Asked::new(&told, priced).answer().await.unwrap().usage;
    assert!((usage.cost.unwrap() - (75.0 * 2.0 + 31.0 * 10.0) / 1e6).abs() < 1e-12);
    let silent = Server::saying(stream(&format!("{}data: [DONE]\n\n", says("12345678")))).await;
    let usage = Asked::new(&silent, |_| {}).answer().await.unwrap().usage;
    assert_eq!((usage.estimated, usage.output_tokens, usage.cost), (true, 2, None));
    assert!(usage.input_tokens > 0);
}

#[tokio::test]
async fn ends_without_the_mark_count_where_the_model_said_stop() {
    let ended = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    for tail in [ended, "data: [DONE]\n\n", "data: [DONE]"] {
        let server = Server::saying(stream(&format!("{}{tail}", says("whole")))).await;
        assert_eq!(Asked::new(&server, |_| {}).answer().await.unwrap().raw, "whole", "{tail:?}");
    }
}

#[tokio::test]
async fn thoughts_kept_apart_stay_apart() {
    for name in ["reasoning_content", "reasoning"] {
        let thought = json!({"choices": [{"delta": {"role": "assistant", "content": null, name: "Let me see. "}}]});
        let server =
            Server::saying(stream(&format!("data: {thought}\n\ndata: {thought}\n\n{}{END}", says("tap")))).await;
        let answer = Asked::new(&server, |_| {}).answer().await.unwrap();
        assert_eq!((answer.raw.as_str(), answer.reasoning.as_deref()), ("tap", Some("Let me see. Let me see. ")));
    }
}

#[tokio::test]
async fn a_model_without_a_name_is_the_first_that_is_listed() {
    let list = response(
        "200 OK",
        "Content-Type: application/json\r\n",
        r#"{"object":"list","data":[{"id":"qwen.gguf"},{"id":"b"}]}"#,
    );
    let reply = stream(&format!("{}{END}", says("hi")));
    let server = Server::start(vec![Does::Sends(vec![list]), Does::Sends(vec![reply])]).await;
    let asked = Asked::new(&server, |config| config.model.clear());
    asked.answer().await.unwrap();
    asked.answer().await.unwrap();
    let lines: Vec<String> = server.asked().into_iter().map(|request| request.line).collect();
    assert_eq!(
        lines,
        ["GET /v1/models HTTP/1.1", "POST /v1/chat/completions HTTP/1.1", "POST /v1/chat/completions HTTP/1.1"]
    );
    assert_eq!(server.asked()[1].body["model"], "qwen.gguf");
}

/// Tool calls as OpenAI, vLLM and llama.cpp stream them (in pieces), as Ollama does (whole, all numbered 0), and as a
/// lenient server might (no number, arguments as an object).
fn streamed_calls(name: &str) -> [String; 3] {
    let delta =
        |calls: serde_json::Value| format!("data: {}\n\n", json!({"choices": [{"delta": {"tool_calls": calls}}]}));
    let pieces = [
        json!([{"index": 0, "id": "a", "type": "function", "function": {"name": name, "arguments": ""}}]),
        json!([{"index": 0, "function": {"arguments": "{\"action\": \"cl"}}]),
        json!([{"index": 0, "function": {"arguments": "ick\",\"coordinate\":[5,  6]}"}}]),
        json!([{"index": 1, "id": "b", "function": {"name": name, "arguments": "{\"action\":\"wait\","}}]),
        json!([{"index": 1, "function": {"arguments": "\"time\":1}"}}]),
    ];
    let first = "{\"action\": \"click\",\"coordinate\":[5,  6]}";
    let whole = [
        json!([{"index": 0, "id": "a", "function": {"name": name, "arguments": first}}]),
        json!([{"index": 0, "id": "b", "function": {"name": name, "arguments": "{\"action\":\"wait\",\"time\":1}"}}]),
    ];
    let lazy = format!(
        "data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[\
         {{\"function\":{{\"name\":\"{name}\",\"arguments\":{first}}}}},\
         {{\"function\":{{\"name\":\"{name}\",\"arguments\":{{\"action\":\"wait\",\"time\":1}}}}}}]}}}}]}}\n\n"
    );
    [pieces.map(&delta).concat(), whole.map(&delta).concat(), lazy]
}

#[tokio::test]
async fn calls_in_pieces_become_what_the_dialect_reads() {
    let qwen = "Thought.\n<tool_call>\n{\"name\": \"mobile_use\", \"arguments\": {\"action\": \"click\",\"coordinate\":[5,  6]}}\n</tool_call>\n\
                <tool_call>\n{\"name\": \"mobile_use\", \"arguments\": {\"action\":\"wait\",\"time\":1}}\n</tool_call>";
    for calls in streamed_calls("mobile_use") {
        let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n";
        let server = Server::saying(stream(&format!("{}{calls}{end}", says("Thought.")))).await;
        let dialect = DialectName::find("qwen3-vl").unwrap();
        let answer = Asked::new(&server, |config| config.dialect = dialect).answer().await.unwrap();
        assert_eq!(answer.raw, qwen);
        assert_eq!(answer.ending, Ending::ToolCalls);
        let context = ReplyContext { screen: Some(Size { w: 999, h: 999 }), ..ReplyContext::default() };
        let parsed = dialect::read_strict(dialect, &answer.raw, &context).unwrap();
        let names: Vec<String> =
            parsed.steps.iter().map(|step| serde_json::to_value(step).unwrap()["type"].to_string()).collect();
        assert_eq!(names, ["\"tap\"", "\"wait\""]);
    }
}

#[tokio::test]
async fn tools_are_offered_and_their_calls_read_in_every_dialect() {
    let call = "data: {\"choices\":[{\"delta\":{\"content\":\"I look.\",\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"maps_search_2\",\"arguments\":\"{\\\"q\\\":\\\"coffee\\\"}\"}}]}}]}\n\n";
    // Two names that the API does not accept, and that become equal once its forbidden characters are removed.
    let other = Tool { name: "maps/search".to_owned(), description: String::new(), parameters: json!(null) };
    let offered = Tool {
        name: "maps.search".to_owned(),
        description: "Finds places.".to_owned(),
        parameters: json!({"type": "object"}),
    };
    let mut read = 0;
    for dialect in DialectName::all() {
        let server = Server::saying(stream(&format!("{call}data: [DONE]\n\n"))).await;
        let asked = Asked::new(&server, |config| {
            config.dialect = dialect;
            config.native_tools = Some(true);
        });
        let question = Prompt { tools: vec![other.clone(), offered.clone()], ..prompt() };
        let answer = asked.model.answer(&question).await.unwrap();
        assert_eq!(
            server.asked()[0].body["tools"],
            json!([
                {"type": "function", "function": {"name": "maps_search", "description": "", "parameters": {"type": "object", "properties": {}}}},
                {"type": "function", "function": {"name": "maps_search_2", "description": "Finds places.", "parameters": {"type": "object"}}},
            ])
        );
        // Dialects without a notation for tools reject the call in their own words; all others parse it.
        let tools = ["maps.search".to_owned()];
        let context =
            ReplyContext { screen: Some(Size { w: 1000, h: 1000 }), tools: &tools, ..ReplyContext::default() };
        match dialect::read(dialect, &answer.raw, &context) {
            Ok(parsed) => {
                let step = serde_json::to_value(&parsed.steps[0]).unwrap();
                assert_eq!(
                    (&step["type"], &step["tool"], &step["args"]),
                    (&json!("mcp_call"), &json!("maps.search"), &json!({"q": "coffee"})),
                    "{dialect:?}"
                );
                read += 1;
            }
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
        if matches!(dialect.as_str(), "claude" | "openai" | "gemini" | "executor" | "openpocket" | "mai-ui") {
            assert!(dialect::read(dialect, &answer.raw, &context).is_ok(), "{dialect:?}: {}", answer.raw);
        }
    }
    assert!(read >= 6, "{read}");
}

#[tokio::test]
async fn what_an_endpoint_does_not_know_is_left_out() {
    let refusal = |field: &str| {
        let body = json!({"error": {"message": format!("Unsupported parameter: '{field}' is not supported with this model."), "type": "invalid_request_error"}});
        Does::Sends(vec![response("400 Bad Request", "Content-Type: application/json\r\n", &body.to_string())])
    };
    let reply = Does::Sends(vec![stream(&format!("{}{END}", says("hi")))]);
    let script = vec![refusal("max_tokens"), refusal("temperature"), refusal("stream_options"), reply];
    let server = Server::start(script).await;
    let asked = Asked::new(&server, |config| {
        config.max_tokens = Some(50);
        config.temperature = Some(0.0);
    });
    assert_eq!(asked.answer().await.unwrap().attempts, 4);
    assert_eq!(asked.answer().await.unwrap().attempts, 1, "it is remembered");
    let last = &server.asked()[4].body;
    assert_eq!((&last["max_completion_tokens"], last.get("max_tokens")), (&json!(50), None));
    assert_eq!((last.get("temperature"), last.get("stream_options")), (None, None));
    assert_eq!(asked.world.waits(), Vec::<u64>::new());
}
