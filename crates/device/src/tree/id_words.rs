//! Turns a resource id into words: `com.example:id/btn_send` is "send". An obfuscated id gives none.

/// Words for the kind of a view, not for its purpose.
const KINDS: &[&str] = &[
    "accessibility",
    "action",
    "android",
    "area",
    "background",
    "bar",
    "bg",
    "block",
    "body",
    "bottom",
    "box",
    "btn",
    "button",
    "buttons",
    "card",
    "cell",
    "cl",
    "clickable",
    "column",
    "constraint",
    "container",
    "content",
    "coordinator",
    "decor",
    "drawable",
    "fab",
    "fl",
    "flow",
    "footer",
    "fragment",
    "frame",
    "framelayout",
    "grid",
    "group",
    "header",
    "holder",
    "host",
    "ib",
    "ic",
    "icn",
    "icon",
    "id",
    "image",
    "imagebutton",
    "imageview",
    "img",
    "inner",
    "item",
    "iv",
    "label",
    "layout",
    "linear",
    "list",
    "listview",
    "ll",
    "lottie",
    "lyt",
    "main",
    "menuitem",
    "outer",
    "overlay",
    "panel",
    "parent",
    "part",
    "pane",
    "placeholder",
    "raw",
    "react",
    "recycler",
    "recyclerview",
    "relative",
    "rl",
    "root",
    "row",
    "rv",
    "sheet",
    "screen",
    "scroll",
    "scrollview",
    "section",
    "simple",
    "space",
    "stub",
    "surface",
    "svg",
    "tab",
    "text",
    "textview",
    "toolbar",
    "touch",
    "tv",
    "txt",
    "ui",
    "unknown",
    "scrim",
    "outside",
    "behind",
    "vg",
    "view",
    "viewgroup",
    "viewpager",
    "widget",
    "window",
    "wrap",
    "wrapper",
    "webview",
    "spinner",
    "mask",
    "dim",
    "template",
    "base",
    "input",
    "edit",
    "et",
    "undefined",
    "null",
    "the",
    "of",
];
/// Short words that an obfuscator does not produce by accident.
const SHORT: &[&str] = &[
    "add", "all", "app", "bio", "bot", "buy", "cam", "car", "day", "dot", "end", "fav", "gif", "hot", "key", "map",
    "max", "mic", "min", "mms", "nav", "new", "now", "off", "one", "pay", "pen", "pin", "pip", "pop", "qr", "red",
    "run", "set", "sim", "sms", "sum", "tag", "tip", "top", "url", "usb", "vip", "vpn", "web", "you", "zip", "ok",
    "go", "up", "on", "no", "yes", "ai", "am", "pm", "log", "out", "in", "to", "tv",
];
/// The most letters of an id that are looked at, and the most words of a name.
const LONGEST: usize = 60;
const MOST_WORDS: usize = 5;

/// Returns the words of a resource id, if they say anything.
pub(super) fn id_words(resource_id: &str) -> Option<String> {
    let entry = resource_id.rsplit('/').next().unwrap_or_default();
    if entry.is_empty()
        || entry.len() > LONGEST
        || !entry.is_ascii()
        || entry.contains("0x")
        || entry.contains("obfuscated")
    {
        return None;
    }
    let words = split(entry);
    let is_kind = |word: &&String| KINDS.contains(&word.as_str());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    // A number does not help: an obfuscator writes `ni8`, and also single words of two letters.
    let company = words.iter().filter(|word| !is_number(word)).count() > 1;
    if !company && words.iter().any(|word| word.len() == 2) {
        return None;
    }
    let reads = |word: &&String| is_number(word) || is_word(word, company);
    let rest = words.iter().filter(|word| !is_kind(word)).filter(reads).take(MOST_WORDS);
    let rest: Vec<&str> = rest.map(String::as_str).collect();
    rest.iter().any(|word| !is_number(word)).then(|| rest.join(" "))
}

/// Returns a label with spaces, if it is written like an id: some apps describe their views for their tests, as in
/// `login-go-back-button`.
pub(super) fn spaced(label: String) -> String {
    let of_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let is_id = label.starts_with(|c: char| c.is_ascii_lowercase()) && label.chars().all(of_id);
    if is_id && label.contains(['-', '_']) { label.replace(['-', '_'], " ") } else { label }
}

/// Splits at separators, before capitals and at digits, in lower case.
fn split(entry: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in entry.chars() {
        let starts = match c {
            _ if !c.is_ascii_alphanumeric() => {
                before = ' ';
                continue;
            }
            _ if before == ' ' => true,
            _ => {
                c.is_ascii_digit() != before.is_ascii_digit() || (c.is_ascii_uppercase() && before.is_ascii_lowercase())
            }
        };
        if starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words
}

/// Whether a part of an id reads as a word. An obfuscator writes three letters alone.
fn is_word(word: &str, has_company: bool) -> bool {
    let vowel = |c: char| "aeiouy".contains(c);
    match word.len() {
        0 => false,
        1..=3 if SHORT.contains(&word) => true,
        1 => false,
        2 | 3 => has_company && word.contains(vowel),
        _ => word.contains(vowel) && !word.chars().all(vowel),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_speaks_or_is_noise() {
        let rows = [
            ("com.a:id/btn_send", Some("send")),
            ("com.a:id/menuitem_voice_call", Some("voice call")),
            ("action_bar_search_icon", Some("search")),
            ("ivProfilePhoto", Some("profile photo")),
            ("com.a:id/add", Some("add")),
            ("login-button", Some("login")),
            ("search_src_text", Some("search")),
            ("com.a:id/tab_2", None),
            ("android:id/button1", None),
            ("com.a:id/a1", None),
            ("com.a:id/hbx", None),
            ("com.a:id/hga", None),
            ("com.a:id/ni8", None),
            ("com.a:id/ok", None),
            ("com.a:id/btn_ok", Some("ok")),
            ("com.a:id/odoo_webview", Some("odoo")),
            ("com.a:id/view_0x7f", None),
            ("com.a:id/button", None),
            ("com.a:id/image_view", None),
            ("com.a:id/0_resource_name_obfuscated", None),
            ("", None),
        ];
        rows.into_iter().for_each(|(id, words)| assert_eq!(id_words(id).as_deref(), words, "{id}"));
    }
}
