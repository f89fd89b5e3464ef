//! Parses what an app says about its bin: that something went there, and for how many days it is kept.

/// Names of bins, in lower case; with `…` the beginning of a word, since many languages inflect them. From the string
/// tables named in `crates/policy/words/gate` (files, gallery, email) and dictionaries.
#[rustfmt::skip]
const BINS: &[&str] = &[
    "trash", "recycle bin", "the bin", "to bin", "recently deleted", "papierkorb…", "zuletzt gelöscht", "corbeille",
    "supprimés récemment", "papelera", "eliminados recientemente", "lixeira", "lixo", "reciclagem", "cestino",
    "prullenbak", "papperskorg…", "papirkurv…", "roskakori…", "kosz…", "koš…", "kôš…", "lomtár…", "coșul de gunoi",
    "кошче…", "корзин…", "кошик…", "κάδο…", "çöp…", "سلة", "المهملات", "سطل", "אשפה", "ट्रैश", "ゴミ箱", "回收站",
    "垃圾桶", "垃圾箱", "휴지통…", "ถังขยะ", "thùng rác", "sampah", "paperera",
];

/// Words for days, in lower case; beginnings of words.
#[rustfmt::skip]
const DAYS: &[&str] = &[
    "day",
    "tag",
    "jour",
    "día",
    "dia",
    "giorn",
    "dag",
    "päiv",
    "dni",
    "dny",
    "dnů",
    "dní",
    "nap",
    "zile",
    "дни",
    "дня",
    "дней",
    "ден",
    "днів",
    "дана",
    "ημέρ",
    "gün",
    "يوم",
    "أيام",
    "روز",
    "ימים",
    "יום",
    "दिन",
    "日",
    "天",
    "일",
    "วัน",
    "ngày",
    "hari",
];

/// The longest plausible retention of a bin: a year. Gallery apps keep 30 or 60 days.
const MOST_DAYS: i64 = 366;

/// A text's statement about a bin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BinNotice {
    /// The retention in days.
    pub(super) days: Option<i64>,
}

/// Parses a statement about a bin; `None` if the text mentions none, or merely names it.
pub(super) fn read(text: &str) -> Option<BinNotice> {
    let text = text.to_lowercase();
    let bin = BINS.iter().find(|name| names(&text, name))?;
    let days = days(&text);
    // A tab or a heading named `Trash` says nothing about an action.
    let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).count();
    (letters(&text) > letters(bin) + 2 || days.is_some()).then_some(BinNotice { days })
}

/// Whether the text contains the name: as a word, at the beginning of one, or anywhere in scripts that do not separate
/// words.
fn names(text: &str, name: &str) -> bool {
    let (name, beginning) = name.strip_suffix('…').map_or((name, false), |name| (name, true));
    let divided = name.chars().all(|letter| !matches!(letter, '\u{e00}'..='\u{eff}' | '\u{3040}'..='\u{9fff}'));
    text.match_indices(name).any(|(at, _)| {
        let alone = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !divided || (alone(before) && (beginning || alone(after)))
    })
}

/// `30 days`, in any of the languages and in any digits.
fn days(text: &str) -> Option<i64> {
    let mut rest = text;
    while let Some(at) = rest.find(digit) {
        let number = &rest[at..];
        let end = number.find(|letter| !digit(letter)).unwrap_or(number.len());
        let after = number[end..].trim_start_matches([' ', '\u{a0}', '\u{202f}', '-', '個', '个', '-']);
        let value =
            number[..end].chars().try_fold(0_i64, |sum, letter| sum.checked_mul(10)?.checked_add(value(letter)?));
        if DAYS.iter().any(|day| after.starts_with(day))
            && let Some(days) = value.filter(|days| (1..=MOST_DAYS).contains(days))
        {
            return Some(days);
        }
        rest = &number[end..];
    }
    None
}

fn digit(letter: char) -> bool {
    value(letter).is_some()
}

/// The value of a digit in the scripts that phones show numbers in: Western, Arabic, Persian, Devanagari, Bengali,
/// Thai.
fn value(letter: char) -> Option<i64> {
    const ZEROS: [char; 6] = ['0', '٠', '۰', '०', '০', '๐'];
    let letter = u32::from(letter);
    let zero = ZEROS.into_iter().map(u32::from).find(|zero| (*zero..*zero + 10).contains(&letter))?;
    Some(i64::from(letter - zero))
}
