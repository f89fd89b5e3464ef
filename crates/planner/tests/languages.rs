//! Runs `tests/data/german.jsonl` and `spanish.jsonl`: a language is only data. Also checks which languages are named.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use action::plan::{ActionPlan, UNKNOWN};
use jiff::civil::date;
use planner::{Dialogue, Index, Next, Planner, Turn};
use serde_json::{Map, Value};

fn turn<'a>(utterance: &'a str, index: &'a Index) -> Turn<'a> {
    Turn { utterance, directory: index, now: date(2026, 3, 5).at(10, 7, 0, 0), always_confirm: false }
}

/// Returns the differences from the expected plan of one case.
fn wrongs(language: &str, case: &Value, plan: &ActionPlan) -> Vec<String> {
    let folded = |value: &Value| value.to_string().to_lowercase();
    let mut wrongs = Vec::new();
    let mut check = |right: bool, what: &str, found: String| {
        if !right {
            wrongs.push(format!("{what}: {found}"));
        }
    };
    let (ask, unknown) = (plan.ask.as_ref(), plan.intent == UNKNOWN);
    check(plan.intent == case["intent"].as_str().unwrap(), "intent", plan.intent.clone());
    for (name, expected) in case["slots"].as_object().unwrap_or(&Map::new()) {
        let found = plan.slots.get(name).cloned().unwrap_or_default();
        check(folded(&found) == folded(expected), name, found.to_string());
    }
    let slot = ask.and_then(|ask| ask.slot.as_deref());
    check(unknown || slot == case["ask"].as_str(), "ask", format!("{slot:?}"));
    // A plan that is neither severe nor doubtful runs without a question.
    let confirm = case["confirm"].as_bool().unwrap_or(unknown);
    check(slot.is_some() || plan.confirm == confirm, "confirm", plan.confidence.to_string());
    let question = ask.map_or("", |ask| ask.question.as_str());
    check(question.contains(case["question"].as_str().unwrap_or_default()), "question", question.to_owned());
    if let Some(ops) = case["ops"].as_array() {
        let found: Vec<&str> = plan.steps.iter().map(|step| step.op.as_str()).collect();
        check(ops.iter().map(|op| op.as_str().unwrap()).eq(found.iter().copied()), "ops", found.join(" "));
    }
    if !unknown {
        check(plan.metadata.language.as_deref() == Some(language), "language", format!("{:?}", plan.metadata.language));
    }
    wrongs
}

/// Plans every case of a language, and names those that differ.
fn check(language: &str, cases: &str) {
    let (planner, index) = (Planner::new().unwrap(), Index::default());
    let mut failures = Vec::new();
    let mut count = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let utterance = case["utterance"].as_str().unwrap();
        let plan = planner.plan(&turn(utterance, &index), &Dialogue::default()).plan;
        let found = wrongs(language, &case, &plan);
        if !found.is_empty() {
            failures.push(format!("{utterance:?} {}", found.join("; ")));
        }
        count += 1;
    }
    assert!(count >= 100, "only {count}");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn german_is_understood() {
    check("de", include_str!("data/german.jsonl"));
}

#[test]
fn spanish_is_understood() {
    check("es", include_str!("data/spanish.jsonl"));
}

#[test]
fn a_question_takes_an_answer_in_its_language() {
    let (planner, index) = (Planner::new().unwrap(), Index::default());
    for (first, answer, runs) in [
        ("Stell einen Wecker", "um halb sieben", true),
        ("Schick Ben eine Nachricht", "Bis morgen", true),
        ("Lösche alle Fotos", "ja bitte", true),
        ("Hilfe", "Krankenwagen", true),
        ("Hilfe", "nein", false),
        ("Lösche alle Fotos", "vielleicht", false),
        ("Stell einen Timer", "abbrechen", false),
        ("Pon una alarma", "a las siete y media", true),
        ("Mándale un mensaje a Ana", "llego en diez minutos", true),
        ("Borra todas las fotos", "sí, por favor", true),
        ("Ayuda", "ambulancia", true),
        ("Ayuda", "no", false),
        ("Borra todas las fotos", "quizás", false),
        ("Pon un temporizador", "déjalo", false),
    ] {
        let (_, dialogue) = planner.answer(&turn(first, &index), &Dialogue::default());
        let (next, _) = planner.answer(&turn(answer, &index), &dialogue);
        assert_eq!(matches!(next, Next::Run(_)), runs, "{first} / {answer}: {next:?}");
    }
}

#[test]
fn other_languages_are_named_and_never_run() {
    let (planner, index) = (Planner::new().unwrap(), Index::default());
    for (said, language) in [
        ("appelle ma mère", "French"),
        ("envoie un message à Paul pour dire que je suis en retard", "French"),
        ("manda un messaggio a mia madre", "Italian"),
        ("liga para a minha mãe", "Portuguese"),
        ("zet de wekker op zeven uur", "Dutch"),
        ("ring min mamma", "Swedish"),
        ("zadzwoń do mamy", "Polish"),
        ("lütfen annemi ara", "Turkish"),
        ("позвони маме", "Russian"),
        ("日本語でお願いします", "Japanese"),
        ("打开手电筒", "Chinese"),
    ] {
        let plan = planner.plan(&turn(said, &index), &Dialogue::default()).plan;
        let question = plan.ask.map(|ask| ask.question).unwrap_or_default();
        let expected = format!("I understand English, German and Spanish so far; this looks like {language}.");
        assert_eq!((plan.intent.as_str(), question.as_str()), (UNKNOWN, expected.as_str()), "{said}");
    }
    // Foreign words in an English request are a message, a title or a search.
    for said in
        ["text Maria te quiero mucho", "play la vida es bella", "search for les feuilles mortes", "call Jean Paul"]
    {
        let plan = planner.plan(&turn(said, &index), &Dialogue::default()).plan;
        assert_eq!(plan.metadata.language.as_deref(), Some("en"), "{said}");
    }
}
