//! Recorded exchanges, and recordings that answer.

use std::sync::Mutex;

use super::*;
use crate::{Message, Part, Picture, Role, Script, System};

#[derive(Default)]
struct Memory {
    lines: Mutex<Vec<String>>,
    pictures: Mutex<Vec<(String, usize)>>,
    full: bool,
}

impl Record for Memory {
    fn line(&self, line: &str) -> std::io::Result<()> {
        if self.full {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.lines.lock().unwrap().push(line.to_owned());
        Ok(())
    }

    fn picture(&self, name: &str, png: &[u8]) -> std::io::Result<()> {
        self.pictures.lock().unwrap().push((name.to_owned(), png.len()));
        Ok(())
    }
}

const ANSWERS: &str = "{\"raw\":{\"a\":1},\"usage\":{\"input_tokens\":3}}\n{\"error\":\"busy\"}\n{\"raw\":\"last\"}\n";

fn script() -> Script {
    Script::of("s", ANSWERS, Traits::default(), Arc::new(System)).unwrap()
}

fn prompt(text: &str) -> Prompt {
    let picture = Picture { png: b"abc"[..].into(), width: 1, height: 2 };
    let parts = vec![Part::Text(text.to_owned()), Part::Picture(picture)];
    Prompt { messages: vec![Message { role: Role::User, parts }], tools: Vec::new() }
}

#[tokio::test]
async fn an_exchange_is_a_line() {
    let recorded = Recorded::new(script(), Memory::default());
    recorded.answer(&prompt("line\nbreak")).await.unwrap();
    let lines = recorded.record().lines.lock().unwrap().clone();
    // The SHA-256 hash of `abc`, from the standard.
    let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.png";
    assert_eq!(*recorded.record().pictures.lock().unwrap(), [(name.to_owned(), 3)]);
    assert_eq!(
        lines,
        [format!(
            "{{\"format\":1,\"model\":\"script\",\"prompt\":\"{}\",\"messages\":[{{\"role\":\"user\",\"parts\":[\
             {{\"text\":\"line\\nbreak\"}},{{\"picture\":{{\"name\":\"{name}\",\"width\":1,\"height\":2}}}}]}}],\
             \"answer\":{{\"raw\":\"{{\\\"a\\\":1}}\",\"usage\":{{\"input_tokens\":3,\"output_tokens\":0,\"cached_tokens\":0,\"estimated\":false}},\
             \"model\":\"script\",\"attempts\":1,\"ending\":\"complete\"}}}}",
            digest(&prompt("line\nbreak"))
        )]
    );
}

#[tokio::test]
async fn a_recording_answers_as_the_model_did() {
    let recorded = Recorded::new(script(), Memory::default());
    let mut given = Vec::new();
    for number in 0..3 {
        given.push(recorded.answer(&prompt(&number.to_string())).await);
    }
    let mut text = recorded.record().lines.lock().unwrap().join("\n");
    text.push_str("\n{\"format\":1,\"mod");
    let replay = Replay::of("r", &text, Traits::default()).unwrap().comparing();
    for (number, expected) in given.iter().enumerate() {
        let answer = replay.answer(&prompt(&number.to_string())).await;
        assert_eq!(answer.as_ref().ok(), expected.as_ref().ok());
        assert_eq!(answer.is_err(), number == 1, "{answer:?}");
    }
    let exhausted = replay.answer(&prompt("3")).await.unwrap_err();
    assert_eq!(exhausted, ModelError::Exhausted { file: "r".to_owned(), answers: 3 });
}

#[tokio::test]
async fn another_question_is_noticed_where_that_is_asked_for() {
    let recorded = Recorded::new(script(), Memory::default());
    recorded.answer(&prompt("a")).await.unwrap();
    let text = recorded.record().lines.lock().unwrap().join("\n");
    let strict = Replay::of("r", &text, Traits::default()).unwrap().comparing();
    let error = strict.answer(&prompt("b")).await.unwrap_err();
    assert_eq!(error, ModelError::Diverged { file: "r".to_owned(), number: 1 });
    let lenient = Replay::of("r", &text, Traits::default()).unwrap();
    assert!(lenient.answer(&prompt("b")).await.is_ok());
}

#[tokio::test]
async fn a_full_disk_does_not_lose_the_answer() {
    let recorded = Recorded::new(script(), Memory { full: true, ..Memory::default() });
    assert_eq!(recorded.answer(&prompt("a")).await.unwrap().raw, "{\"a\":1}");
}

#[test]
fn what_is_no_recording_is_said() {
    let said = |text: &str| Replay::of("r", text, Traits::default()).err().unwrap().to_string();
    assert_eq!(said("{\"format\":9}\n"), "r, line 1: format `9` is not known; expected 1");
    assert!(said("{\"raw\":1}\n").starts_with("r, line 1: not a line of a recording: "));
    assert!(said("cut\n{\"format\":1}").starts_with("r, line 1"), "only the last line may be cut");
}

/// A disk that hangs until another request was answered.
struct Hanging(Mutex<std::sync::mpsc::Receiver<()>>, Mutex<bool>);

impl Record for Hanging {
    fn line(&self, _: &str) -> std::io::Result<()> {
        let answered = self.0.lock().unwrap().recv_timeout(std::time::Duration::from_secs(20)).is_ok();
        *self.1.lock().unwrap() = answered;
        Ok(())
    }
}

#[tokio::test]
async fn a_disk_that_hangs_holds_nobody_else_up() {
    let (answer, answered) = std::sync::mpsc::channel();
    let recorded = Recorded::new(script(), Hanging(Mutex::new(answered), Mutex::new(false)));
    let question = prompt("a");
    let request = async {
        tokio::task::yield_now().await;
        answer.send(()).unwrap();
    };
    let (said, ()) = tokio::join!(recorded.answer(&question), request);
    assert!(said.is_ok() && *recorded.record().1.lock().unwrap());
}
