//! The facts about an element's label: what a press would do, and how the label answers a question. It states facts;
//! the rules judge them.

use std::rc::Rc;
use std::sync::LazyLock;

use crate::Target;
use crate::evidence::Evidence;
use crate::fold::{FoldedForm, Text, fold, runs_together};
use crate::gate_words::{Meaning, Meanings, identifier};
use crate::lexicon::lexicon;
use crate::text_cache::{AnalyzedText, TextCache};

/// The longest label that counts as a command, in words, or in letters for scripts without spaces.
pub(super) const COMMAND_WORDS: usize = 5;
const COMMAND_LETTERS: usize = 16;

/// Signs that react to a message.
const REACTIONS: [&str; 8] = ["👍", "👎", "❤", "❤️", "😂", "😮", "😢", "🙏"];

/// Words of resource ids of elements that open a place.
pub(crate) const PLACE_IDS: [&str; 8] = ["tab", "page", "nav", "history", "settings", "screen", "section", "category"];

/// First words of labels that react: `Like video. 110 likes`, `Follow Anna`.
const REACTING: [&str; 23] = [
    "unlike",
    "like",
    "follow",
    "unfollow",
    "upvote",
    "downvote",
    "react",
    "folgen",
    "suivre",
    "seguir",
    "curtir",
    "segui",
    "volgen",
    "obserwuj",
    "подписаться",
    "нравится",
    "begen",
    "赞",
    "点赞",
    "关注",
    "좋아요",
    "いいね",
    "フォロー",
];
/// Labels that undo a reaction. They read like a no, but a person loses a follower.
const TAKES_BACK: [&str; 14] = [
    "取消关注",
    "取消關注",
    "取关",
    "不再关注",
    "取消点赞",
    "取消喜欢",
    "取消赞",
    "フォロー解除",
    "フォローをやめる",
    "いいねを取り消す",
    "언팔로우",
    "팔로우 취소",
    "좋아요 취소",
    "takibi bırak",
];
/// Words of resource ids of elements that react.
const REACTING_IDS: [&str; 6] = ["like", "vote", "upvote", "react", "reaction", "follow"];
/// Words inside labels that react, give something to a person, or undo a reaction.
const REACTS_INSIDE: [&str; 16] = [
    "tap to like",
    "tap to unlike",
    "send a rose",
    "send rose",
    "send a gift",
    "send gift",
    "vídeo curtido",
    "하트 아이콘",
    "따봉 아이콘",
    "확인 아이콘",
    "웃음 아이콘",
    "놀라움 아이콘",
    "슬픔 아이콘",
    "送礼物",
    "送出礼物",
    "ギフトを贈る",
];
/// A reaction's label may name its target.
const LONGEST_REACTION: usize = 20;

fn begins_with_reaction(text: &Text) -> bool {
    static FOLDED: LazyLock<Vec<String>> = LazyLock::new(|| REACTING.iter().map(|word| fold(word)).collect());
    let begins = |form: &FoldedForm| {
        let tokens: Vec<&str> = form.tokens.iter().map(String::as_str).collect();
        let rest = tokens.strip_prefix(&["tap", "to"]).unwrap_or(&tokens);
        rest.len() > 1
            && rest.len() <= LONGEST_REACTION
            && rest.first().is_some_and(|first| FOLDED.iter().any(|word| word == first))
    };
    text.forms().first().is_some_and(begins)
}

fn reacts_inside(label: &str) -> bool {
    const LONGEST: usize = 120;
    label.len() <= LONGEST && {
        let label = label.to_lowercase();
        REACTS_INSIDE.iter().any(|words| label.contains(words))
    }
}

/// Whether a program calls the element `add_friend` or the like.
fn adds_friend(name: &Text) -> bool {
    let adds = |form: &FoldedForm| {
        let pairs = form.tokens.windows(2);
        pairs.into_iter().any(|pair| pair[0] == "add" && ["friend", "buddy", "friends"].contains(&pair[1].as_str()))
    };
    name.forms().first().is_some_and(adds)
}

fn is_short(text: &Text) -> bool {
    text.forms().first().is_none_or(|form| form.tokens.len() < 4)
}

pub(crate) fn has_token(text: &Text, words: &[&str]) -> bool {
    text.forms().first().is_some_and(|form| form.tokens.iter().any(|token| words.contains(&token.as_str())))
}

/// Labels that create something; the heading says what.
const CREATES: [&str; 18] = [
    "create",
    "erstellen",
    "créer",
    "crear",
    "crea",
    "criar",
    "maken",
    "aanmaken",
    "utwórz",
    "создать",
    "створити",
    "oluştur",
    "إنشاء",
    "创建",
    "建立",
    "作成",
    "만들기",
    "buat",
];

/// Labels that end the session of an account.
const LOGS_OUT: [&str; 26] = [
    "log out",
    "logout",
    "sign out",
    "signout",
    "log off",
    "abmelden",
    "ausloggen",
    "se déconnecter",
    "déconnexion",
    "cerrar sesión",
    "disconnetti",
    "esci dall'account",
    "terminar sessão",
    "encerrar sessão",
    "sair da conta",
    "uitloggen",
    "afmelden",
    "wyloguj",
    "выйти из аккаунта",
    "вийти з облікового",
    "çıkış yap",
    "تسجيل الخروج",
    "退出登录",
    "登出",
    "ログアウト",
    "로그아웃",
];

fn says_log_out(label: &str) -> bool {
    const LONGEST: usize = 48;
    label.len() <= LONGEST && {
        let label = label.to_lowercase();
        LOGS_OUT.iter().any(|word| label.contains(word))
    }
}

/// Words for a place.
const PLACES: [&str; 24] = [
    "location",
    "live location",
    "current location",
    "standort",
    "localisation",
    "position",
    "ubicación",
    "posizione",
    "localização",
    "locatie",
    "lokalizacja",
    "геолокация",
    "местоположение",
    "місцезнаходження",
    "konum",
    "الموقع",
    "موقعیت",
    "स्थान",
    "位置",
    "定位",
    "位置情報",
    "위치",
    "lokasi",
    "vị trí",
];

/// Labels that merge contacts.
const MERGES: [&str; 14] = [
    "merge",
    "merge all",
    "link",
    "join contacts",
    "zusammenführen",
    "fusionner",
    "combinar",
    "fusionar",
    "unisci",
    "mesclar",
    "samenvoegen",
    "объединить",
    "合并",
    "統合",
];

/// Words next to a call that start no call.
const BESIDE_A_CALL: [&str; 44] = [
    "pad",
    "keypad",
    "dialpad",
    "tones",
    "tone",
    "log",
    "history",
    "settings",
    "tab",
    "recents",
    "recent",
    "forwarding",
    "waiting",
    "barring",
    "account",
    "accounts",
    "end",
    "hang",
    "mute",
    "speaker",
    "hold",
    "record",
    "add",
    "swap",
    "ended",
    "missed",
    "blocked",
    "center",
    "list",
    "filter",
    "details",
    "info",
    "screen",
    "search",
    "waehltasten",
    "auflegen",
    "beenden",
    "raccrocher",
    "colgar",
    "finalizar",
    "termina",
    "завершить",
    "bitir",
    "filters",
];

fn has_word_beside_a_call(text: &Text) -> bool {
    text.forms().iter().any(|form| form.tokens.iter().any(|token| BESIDE_A_CALL.contains(&token.as_str())))
}

/// How a choice answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Plainly refuses.
    No,
    /// Returns to the state before the question.
    Back,
    /// Agrees to any question.
    Yes,
    /// Has a label with another meaning.
    Other,
    /// Has no label.
    Nothing,
}

/// The facts about an element's label.
pub(super) struct LabelFacts {
    pub(super) answer: Answer,
    /// The meanings of the label, if it is a command.
    pub(super) command: Meanings,
    /// The meanings of the resource id.
    pub(super) id: Meanings,
    /// Whether the label leads out of something.
    pub(super) exits: bool,
    /// The meanings of the description, if the element is an image.
    pub(super) picture: Meanings,
    /// Whether the label is little more than a price.
    pub(super) priced: bool,
    /// Whether the label begins with a verb that acts.
    pub(super) acts: bool,
    /// Whether the label itself mentions a contract.
    pub(super) has_contract: bool,
    /// Whether the label only offers more information.
    pub(super) informs: bool,
    /// Whether most words of the label are known.
    pub(super) known: bool,
    /// Whether the label consists of symbols only.
    pub(super) sign: bool,
    /// Whether the label keeps the subject of the question.
    pub(super) keeps: bool,
    /// Whether the label saves a form, reacts, invites, answers a call, searches, or names a costly setting.
    pub(super) saves: bool,
    pub(super) reacts: bool,
    /// Whether the label takes a reaction back.
    pub(super) takes_back: bool,
    pub(super) invites: bool,
    /// Whether the label only says `Create`.
    pub(super) creates: bool,
    pub(super) answers_call: bool,
    pub(super) searches: bool,
    pub(super) is_costly: bool,
    /// Whether the label ends the session of an account.
    pub(super) logs_out: bool,
    /// Whether the element is the switch of a row: it has no words of its own.
    pub(super) is_nameless_switch: bool,
    /// Whether the label is a word for a place: in a list of attachments it shares where the person is.
    pub(super) is_place: bool,
    /// Whether the label merges contacts.
    pub(super) merges: bool,
    /// Whether the label belongs to a call and makes none: `Key pad`, `End call`, `Call log`.
    pub(super) is_beside_a_call: bool,
}

impl LabelFacts {
    /// Analyses a label and its element, if the element is known.
    pub(super) fn of(
        label: &Rc<AnalyzedText>,
        target: Option<&Target>,
        evidence: &Evidence,
        cache: &TextCache,
    ) -> Self {
        let first = evidence.parts.first().map_or_else(|| Rc::clone(label), |first| cache.label(first));
        let named = cache.name(target.map_or("", |target| &target.resource_id));
        // An image is described by its name in the program: a bin on a button deletes.
        let picture = target.filter(|target| target.role.contains("Image"));
        let is_picture = picture.is_some();
        // A currency has only a few letters.
        let letters = target.map_or(0, |target| target.label.chars().take(64).filter(|c| c.is_alphabetic()).count());
        let only_amount = evidence.parts.is_empty() && letters < 4;
        // A longer description is a sentence about a picture: `Foto del puente`.
        let picture = picture.filter(|target| target.label.split_whitespace().count() < 3);
        let picture = picture.map(|target| identifier(cache.name(&target.label).text()));
        // `1,435 Posts` is a count, not a command.
        let counts = first.raw().trim_start().starts_with(char::is_numeric) && !first.has_amount();
        let is_command = is_command(first.plain()) && !(counts && evidence.question.is_none());
        let (known, all) = label.known();
        Self {
            answer: answer(label),
            // A sign before words only decorates them.
            command: match (is_command, label.text().is_wordless()) {
                (true, true) => first.plain_meanings().and(label.signs()),
                (true, false) => first.plain_meanings(),
                (false, _) => Meanings::default(),
            },
            // A tab or a page only opens, whatever its subject.
            id: match label.is_plainly_harmless() || (!label.text().is_empty() && has_token(named.text(), &PLACE_IDS)) {
                true => Meanings::default(),
                false => identifier(named.text()),
            },
            exits: label.text().says(&lexicon().exits),
            picture: picture.unwrap_or_default(),
            // A price in a list only tells what something costs.
            priced: (evidence.button || (is_picture && evidence.few) || (only_amount && evidence.few))
                && is_command
                && label.has_amount(),
            acts: label.text().says(&lexicon().acts),
            has_contract: label.has_contract() || named.has_contract(),
            informs: label.text().says(&lexicon().informs),
            known: known * 2 > all,
            sign: label.text().is_wordless() && label.signs().any(),
            keeps: label.keeps() && !label.text().says(&lexicon().nots),
            saves: label.text().says(&lexicon().saves) || named.text().says(&lexicon().saves),
            reacts: label.text().says(&lexicon().reacts)
                || REACTIONS.contains(&label.raw().trim())
                || begins_with_reaction(label.text())
                || reacts_inside(label.raw())
                || (is_short(label.text()) && adds_friend(named.text()))
                || (is_short(label.text()) && has_token(named.text(), &REACTING_IDS)),
            takes_back: label.is_one_of(&TAKES_BACK),
            logs_out: says_log_out(label.raw()) || has_token(named.text(), &["logout", "signout"]),
            invites: label.text().says(&lexicon().invites),
            creates: label.is_one_of(&CREATES),
            answers_call: label.text().says(&lexicon().answers_call),
            searches: label.text().says(&lexicon().searches),
            is_nameless_switch: !label.text().forms().iter().any(|form| {
                form.tokens.iter().any(|token| token.chars().count() > 2 && token.chars().all(char::is_alphabetic))
            }),
            is_place: label.is_one_of(&PLACES),
            merges: label.is_one_of(&MERGES),
            is_beside_a_call: has_word_beside_a_call(if label.text().is_empty() { named.text() } else { label.text() }),
            is_costly: first.switches_costly(),
        }
    }
}

/// Classifies a label as an answer to any question.
pub(super) fn answer(said: &AnalyzedText) -> Answer {
    let (text, whole) = (said.text(), said.whole());
    let sign = if text.is_wordless() { said.signs() } else { Meanings::default() };
    if text.is_empty() && !sign.any() {
        Answer::Nothing
    } else if text.says(&lexicon().backs) {
        Answer::Back
    } else if whole.has(Meaning::Refuse) || text.says(&lexicon().harmless_refusals) {
        Answer::No
    } else if whole.has(Meaning::Affirm)
        || sign.has(Meaning::Affirm)
        || text.says(&lexicon().firm_whole)
        || text.says(&lexicon().slides)
    {
        Answer::Yes
    } else {
        Answer::Other
    }
}

fn is_command(text: &Text) -> bool {
    // Spaced-out letters are hardly more than a word or two.
    let apart = |form: &FoldedForm| form.tokens.len() > 2 && form.tokens.iter().all(|token| token.chars().count() == 1);
    // Any possible reading counts.
    text.forms().iter().any(|form| {
        if apart(form) {
            return form.tokens.len() <= COMMAND_LETTERS * 2;
        }
        let together = form.letters.chars().any(runs_together);
        match together {
            true => form.letters.chars().count() <= COMMAND_LETTERS * 2,
            false => form.tokens.len() <= COMMAND_WORDS,
        }
    })
}
