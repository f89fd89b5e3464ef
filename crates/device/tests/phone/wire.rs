//! The wire breaks: queries are repeated, actions never.

use std::time::Duration;

use action::phone::AgentAction;
use device::wire::WireError;
use device::{Actuator, DeviceError, Next, Observer};

use crate::fake::{Fake, Fault};

fn tap() -> AgentAction {
    AgentAction::tap(5.into(), 6.into())
}

fn phone(fault: Option<(usize, Fault)>) -> Fake {
    Fake::new(|state| {
        state.answers.push(("wm size", "Physical size: 1080x2400\n".into()));
        state.answers.push(("dumpsys window", "  mCurrentFocus=Window{1 u0 com.a/com.a.Main}\n".into()));
        state.fault = fault;
    })
}

#[tokio::test(start_paused = true)]
async fn a_question_is_asked_again_over_a_new_connection() {
    for fault in [Fault::DropBefore, Fault::DropAfter] {
        let fake = phone(Some((1, fault)));
        let app = fake.device().current_app().await.unwrap().unwrap();
        assert_eq!((app.package.as_str(), fake.log().len(), fake.with(|state| state.connects)), ("com.a", 2, 2));
    }
}

#[tokio::test(start_paused = true)]
async fn an_action_is_never_sent_again() {
    for fault in [Fault::DropBefore, Fault::DropAfter] {
        let fake = phone(Some((2, fault)));
        let device = fake.device();
        let error = device.act(&tap()).await.unwrap_err();
        assert!(matches!(&error, DeviceError::MaybeSent { command, .. } if command == "`input tap`"), "{error}");
        assert_eq!(error.next(), Next::Look);
        assert_eq!(fake.log(), ["wm size", "input tap 5 6"]);
        // The next call reconnects by itself.
        device.act(&tap()).await.unwrap();
        assert_eq!((fake.log().len(), fake.with(|state| state.connects)), (3, 2));
    }
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_is_gone_is_an_error_after_a_few_attempts() {
    let fake = phone(None);
    fake.with(|state| state.unreachable = true);
    let began = tokio::time::Instant::now();
    let error = fake.device().act(&tap()).await.unwrap_err();
    assert_eq!(error, DeviceError::Wire(WireError::Unreachable("no route".to_owned())));
    assert_eq!(error.next(), Next::Retry);
    assert!((Duration::from_millis(1_600)..Duration::from_secs(3)).contains(&began.elapsed()));
    assert!(fake.log().is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_the_phone_refuses_is_its_own_words() {
    let fake = phone(Some((2, Fault::Refuse)));
    let error = fake.device().act(&tap()).await.unwrap_err();
    assert_eq!(error.to_string(), "the phone did not carry out `input tap`: Error: refused");
    let fake = phone(None);
    let xiaomi = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n";
    fake.with(|state| state.answers.push(("input tap", xiaomi.into())));
    let error = fake.device().act(&tap()).await.unwrap_err();
    assert_eq!(error.next(), Next::Ask);
    assert!(error.to_string().contains("USB debugging (Security settings)"), "{error}");
}
