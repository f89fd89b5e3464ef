//! The word lists of `words/`, one file per language, as `build.rs` packed them. To add a language, add a file to
//! `words/gate`.

use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::GzDecoder;

/// The vocabulary, the common words, then the languages in the order of their names.
#[expect(clippy::expect_used, reason = "without its words the gate would let everything pass")]
static WORDS: LazyLock<String> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/words.gz"));
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("the build packed the words");
    text
});

fn files() -> impl Iterator<Item = &'static str> {
    WORDS.split('\u{1f}')
}

/// The words that most texts of each language contain, folded, in the order of the file's sections.
pub(super) fn vocabulary() -> &'static str {
    files().next().unwrap_or_default()
}

/// The commonest words of each language (`common.toml`).
pub(super) fn common() -> &'static str {
    files().nth(1).unwrap_or_default()
}

/// The words with a meaning, one file per language; `symbols` applies to all.
pub(super) fn languages() -> impl Iterator<Item = &'static str> {
    files().skip(2)
}

/// English words that equal, or begin like, a meaningful word of another language but are unrelated to it.
pub(super) const INNOCENT: &str = "
    accord accorded according accordingly accordion accords block blocks blockbuster blockbusters cam commander composer
    composers concealed concentrate concept concepts concern concerned concerning concerns concert concerts concession
    consents diffusion erosion exclude excluded excludes excluding exclusive exclusively installation installations
    installed limping ode pagan pagans pastries pastry payee payees permeate placard plate plateau plated plates poster
    posters preposition retire retired retirement retires ring rings sender senders signer signers slang substitute
    subscribed subscriber subscribers subscription subscriptions substituted substitutes suppress suppressed trot urgency urgent urgently accepted accepts removed removes
";
