//! Valid scripts, and the errors of invalid ones.

use action::dialect::DialectName;

use super::*;
use crate::{Next, System};

fn script(text: &str) -> Result<Script, ModelError> {
    Script::of("demo.jsonl", text, Traits::of(DialectName::AUTO), Arc::new(System))
}

async fn answers(text: &str) -> Vec<Result<String, String>> {
    let script = script(text).unwrap();
    let mut answers = Vec::new();
    loop {
        match script.answer(&Prompt::default()).await {
            Ok(answer) => answers.push(Ok(answer.raw)),
            Err(error @ ModelError::Exhausted { .. }) => {
                assert_eq!(error.next(), Next::Stop);
                return answers;
            }
            Err(error) => answers.push(Err(error.to_string())),
        }
    }
}

#[tokio::test]
async fn lines_are_answered_in_order_and_exactly() {
    let text = "{\"raw\": \"one\\n\\\"two\\\"\"}\n\n  \r\n{\"raw\": {\"action\" :  \"tap\", \"n\": 1.50}}\n\
                {\"raw\":[1, 2]}\n{\"raw\":17}\n{\"error\":\"the server is on fire\"}\n{\"raw\":\"\"}";
    let expected = [
        Ok("one\n\"two\"".to_owned()),
        Ok("{\"action\" :  \"tap\", \"n\": 1.50}".to_owned()),
        Ok("[1, 2]".to_owned()),
        Ok("17".to_owned()),
        Err("the model's endpoint answered 503 after 1 attempt: the server is on fire".to_owned()),
        Ok(String::new()),
    ];
    assert_eq!(answers(text).await, expected);
    assert_eq!(answers("").await, []);
}

#[tokio::test(start_paused = true)]
async fn an_answer_can_take_its_time_and_cost() {
    let text =
        r#"{"raw":"x","delay_ms":60000,"usage":{"input_tokens":5,"output_tokens":7,"cost":0.5},"ending":"length"}"#;
    let began = tokio::time::Instant::now();
    let answer = script(text).unwrap().answer(&Prompt::default()).await.unwrap();
    assert_eq!(began.elapsed(), Duration::from_secs(60));
    assert_eq!((answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.cost), (5, 7, Some(0.5)));
    assert_eq!(answer.ending, Ending::Length);
}

#[tokio::test]
async fn what_is_wrong_is_said_with_its_line() {
    let said = |text: &str| script(text).err().unwrap().to_string();
    assert!(said("{\"raw\":\"a\"}\nnonsense").starts_with("demo.jsonl, line 2: not a JSON object: "));
    assert_eq!(said("{}"), "demo.jsonl, line 1: `raw` is missing: the model's answer");
    assert_eq!(said(r#"{"raw":1,"error":"x"}"#), "demo.jsonl, line 1: `raw` and `error` exclude each other");
    assert_eq!(said(r#"{"row":1}"#), "demo.jsonl, line 1: there is no `row`; did you mean `raw`?");
    assert!(said(r#"{"raw":1,"delay_ms":900000}"#).ends_with("`delay_ms` is `900000`; it must be at most 600000"));
    assert!(said("[1]").contains("line 1"));
    let long = format!("{{\"raw\":\"{}\"}}", "x".repeat(MAX_REPLY + 1));
    let error = script(&long).unwrap().answer(&Prompt::default()).await.unwrap_err();
    assert_eq!(error, ModelError::AnswerTooLong { limit: MAX_REPLY });
    let exhausted = script("{\"raw\":1}").unwrap();
    exhausted.answer(&Prompt::default()).await.unwrap();
    assert_eq!(
        exhausted.answer(&Prompt::default()).await.unwrap_err().to_string(),
        "`demo.jsonl` has no answer left: it holds 1, and one more was asked for; add a line that ends the task"
    );
}

#[test]
fn a_file_is_read_or_said_to_be_missing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    let open = || Script::open(&file, Traits::default(), Arc::new(System));
    assert!(open().err().unwrap().to_string().contains("a.jsonl: No such file"));
    std::fs::write(&file, "{\"raw\":\"x\"}\n").unwrap();
    assert_eq!(open().unwrap().lines.len(), 1);
    std::fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(open().is_err());
}
