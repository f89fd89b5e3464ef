//! Checks that the built-in grammar is complete, and that grammar errors carry their position.

use super::*;

#[test]
fn every_language_is_whole() {
    for grammar in Grammar::built_in().unwrap() {
        for intent in action::plan::intents().filter(|intent| *intent != action::plan::UNKNOWN) {
            let has = grammar.sentences.iter().any(|sentence| sentence.meaning == Meaning::Intent(intent));
            assert!(has, "{} {intent}", grammar.language);
        }
        assert!(grammar.vocabulary.len() < usize::from(WordId::MAX));
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, expected) in [
        ("go (home", "grammar file `go_home`, line 1: `)` is missing"),
        ("\n\ngo home)", "grammar file `go_home`, line 3: `)` closes nothing"),
        ("go <where>", "grammar file `go_home`, line 1: `<where>` is not defined above or in `shared`"),
        ("go {there}", "grammar file `go_home`, line 1: `there` is not a kind of slot"),
        ("go (home|)", "grammar file `go_home`, line 1: an alternative is empty"),
        ("[go] {query}", "grammar file `go_home`, line 1: a sentence needs at least one word that is not optional"),
        ("go => x", "grammar file `go_home`, line 1: `x` is not `slot=value`"),
    ] {
        assert_eq!(Grammar::read("en", &[("go_home", text)]).unwrap_err().to_string(), expected);
    }
    let error = Grammar::read("en", &[("fly", "fly")]).unwrap_err();
    assert_eq!(error.problem, "the file is not named after an intent of the catalogue");
}
