//! Web links that act when opened: payments, one-click confirmations, messages, consents.
//!
//! Everything else is a page to read. A verb counts only where services put one: as a path segment of its own, or as
//! the value of `action=`. It does not count inside a sentence (`/how-to-delete-photos`) or on pages about words.

use super::super::effect::{Effect, verb, words_of};
use super::super::intent;
use super::Opens;
use super::decode::{decoded, pairs};

use Effect::{Deletes, Grants, Locates, Pays, Publishes, Resets, Restarts, Security, Unclear};

/// Hosts, with the beginning of a path, that have a single effect.
#[rustfmt::skip]
const HOSTS: &[(&str, &str, Opens)] = &[
    ("paypal.me", "", Opens::Does(Pays)),
    ("paypal.com", "/paypalme", Opens::Does(Pays)),
    ("paypal.com", "/donate", Opens::Does(Pays)),
    ("paypal.com", "/checkoutnow", Opens::Does(Pays)),
    ("paypal.com", "/cgi-bin/webscr", Opens::Does(Pays)),
    ("paypal.com", "/invoice", Opens::Does(Pays)),
    ("paypal.com", "/pay", Opens::Does(Pays)),
    ("paypal.com", "/ncp/payment", Opens::Does(Pays)),
    ("venmo.com", "/u/", Opens::Does(Pays)),
    ("venmo.com", "/code", Opens::Does(Pays)),
    ("venmo.com", "/pay", Opens::Does(Pays)),
    ("venmo.com", "/?txn", Opens::Does(Pays)),
    ("cash.app", "/$", Opens::Does(Pays)),
    ("cash.me", "/$", Opens::Does(Pays)),
    ("revolut.me", "", Opens::Does(Pays)),
    ("monzo.me", "", Opens::Does(Pays)),
    ("bunq.me", "", Opens::Does(Pays)),
    ("tikkie.me", "", Opens::Does(Pays)),
    ("wise.com", "/pay", Opens::Does(Pays)),
    ("razorpay.me", "", Opens::Does(Pays)),
    ("rzp.io", "", Opens::Does(Pays)),
    ("paytm.me", "", Opens::Does(Pays)),
    ("phon.pe", "", Opens::Does(Pays)),
    ("gpay.app.goo.gl", "", Opens::Does(Pays)),
    ("mpago.la", "", Opens::Does(Pays)),
    ("qr.alipay.com", "", Opens::Does(Pays)),
    ("buy.stripe.com", "", Opens::Does(Pays)),
    ("checkout.stripe.com", "", Opens::Does(Pays)),
    ("donate.stripe.com", "", Opens::Does(Pays)),
    ("buymeacoffee.com", "", Opens::Does(Pays)),
    ("ko-fi.com", "", Opens::Does(Pays)),
    ("square.link", "", Opens::Does(Pays)),
    ("metamask.app.link", "/send", Opens::Does(Pays)),
    ("link.trustwallet.com", "/send", Opens::Does(Pays)),
    ("wa.me", "", Opens::Reach),
    ("api.whatsapp.com", "/send", Opens::Reach),
    ("web.whatsapp.com", "/send", Opens::Reach),
    ("chat.whatsapp.com", "", Opens::Acts),
    ("t.me", "/socks", Opens::Does(Security)),
    ("t.me", "/proxy", Opens::Does(Security)),
    ("t.me", "/confirmphone", Opens::Does(Security)),
    ("t.me", "/login", Opens::Does(Security)),
    ("t.me", "/", Opens::Reach),
    ("telegram.me", "/", Opens::Reach),
    ("telegram.dog", "/", Opens::Reach),
    ("m.me", "", Opens::Reach),
    ("signal.me", "", Opens::Reach),
    ("signal.group", "", Opens::Acts),
    ("line.me", "/r/", Opens::Reach),
    ("discord.gg", "", Opens::Acts),
    ("twitter.com", "/intent", Opens::Does(Publishes)),
    ("x.com", "/intent", Opens::Does(Publishes)),
    ("twitter.com", "/share", Opens::Does(Publishes)),
    ("facebook.com", "/sharer", Opens::Does(Publishes)),
    ("facebook.com", "/dialog/share", Opens::Does(Publishes)),
    ("facebook.com", "/dialog/feed", Opens::Does(Publishes)),
    ("linkedin.com", "/sharing", Opens::Does(Publishes)),
    ("linkedin.com", "/sharearticle", Opens::Does(Publishes)),
    ("reddit.com", "/submit", Opens::Does(Publishes)),
    ("pinterest.com", "/pin/create", Opens::Does(Publishes)),
    ("tumblr.com", "/share", Opens::Does(Publishes)),
    ("bsky.app", "/intent", Opens::Does(Publishes)),
    ("threads.net", "/intent", Opens::Does(Publishes)),
    ("vk.com", "/share.php", Opens::Does(Publishes)),
    ("service.weibo.com", "/share", Opens::Does(Publishes)),
    ("google.com", "/android/find", Opens::Does(Security)),
    ("google.com", "/maps/@/locationsharing", Opens::Does(Locates)),
    ("google.com", "/locationhistory", Opens::Does(Locates)),
    ("glympse.com", "", Opens::Does(Locates)),
    ("accounts.google.com", "/o/oauth2", Opens::Does(Grants)),
    ("play.google.com", "/store/paymentmethods", Opens::Does(Pays)),
];

/// Host labels with a single purpose: `pay.example.com`.
const HOST_LABELS: &[(&str, Effect)] =
    &[("pay", Pays), ("checkout", Pays), ("payments", Pays), ("donate", Pays), ("buy", Pays)];

/// Path segments, without hyphens, that act when opened.
#[rustfmt::skip]
const PARTS: &[(Opens, &[&str])] = &[
    (Opens::Does(Pays), &["pay", "paynow", "checkout", "buy", "buynow", "purchase", "placeorder", "confirmorder",
        "completeorder", "submitorder", "donate", "sendmoney", "oneclick", "1click", "expresscheckout", "confirmpayment",
        "makepayment", "processpayment", "authorizepayment", "withdraw", "transferfunds", "topup", "starttrial", "upgradenow"]),
    (Opens::Does(Deletes), &["delete", "destroy", "purge", "erase", "wipe", "deleteaccount", "closeaccount",
        "deactivateaccount", "removeaccount", "confirmdelete", "deleteall", "removeall", "emptytrash", "deactivate",
        "cancelaccount", "deletemydata", "deleteprofile", "remove", "uninstall", "cancelorder", "cancelbooking"]),
    (Opens::Does(Resets), &["factoryreset", "wipedevice", "erasedevice", "factorydefault"]),
    (Opens::Does(Restarts), &["reboot", "shutdown", "poweroff"]),
    (Opens::Does(Grants), &["authorize", "authorise", "oauth", "oauth2", "consent", "grantaccess", "devicelogin"]),
    (Opens::Does(Security), &["resetpassword", "passwordreset", "changepassword", "disable2fa", "changeemail", "addrecovery",
        "magiclink", "approvelogin", "approvedevice", "linkdevice", "verifydevice", "trustdevice"]),
    (Opens::Does(Locates), &["sharelocation", "locationsharing", "livelocation"]),
    (Opens::Does(Publishes), &["publish", "tweet", "replyall", "sendall"]),
    (Opens::Does(Unclear), &["confirm", "approve", "accept", "sign", "agree", "esign", "signing"]),
    (Opens::Acts, &["unsubscribe", "optout", "optin", "subscribe", "verify", "verifyemail", "confirmemail", "activate",
        "join", "invite", "rsvp", "vote", "follow", "logout", "signout", "cancel", "cancelsubscription", "leave", "block", "claim",
        "redeem", "resubscribe", "share", "enroll", "callback"]),
];

/// Keys whose value is a verb.
#[rustfmt::skip]
const VERB_KEYS: &[&str] = &[
    "action", "act", "do", "op", "operation", "cmd", "command", "method", "_method", "mode", "task", "todo", "func", "function",
    "fn", "verb", "event", "txn", "a", "intent", "step",
];

/// Path segments and host names of pages that discuss words instead of carrying them out.
#[rustfmt::skip]
const ABOUT: &[&str] = &[
    "wiki", "wikipedia", "wiktionary", "docs", "doc", "documentation", "blog", "blogs", "help", "support", "faq", "article",
    "articles", "news", "question", "questions", "reference", "manual", "learn", "guide", "guides", "tutorial", "tutorials",
    "search", "tag", "tags", "topic", "topics", "category", "man", "watch", "story", "stories", "definition", "dictionary", "developer",
    "developers", "kb", "answers", "forum", "forums", "discussion", "community", "lyrics", "recipes", "book", "books", "r", "hc",
    "blob", "tree", "issues", "en-us", "web", "library", "crates", "package", "packages", "translate", "thesaurus", "browse",
];

/// Returns the effect of opening a web address: the part after `http:`, or an address without a scheme. Lower case.
pub(super) fn opens(rest: &str) -> Opens {
    let rest = rest.trim_start_matches('/');
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default().trim_end_matches('.');
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path = format!("/{}", decoded(path.split(['?', '#']).next().unwrap_or_default()).trim_start_matches('/'));
    let known = by_host(&plain(host), &path, rest);
    let in_words = || [by_path(host, &path, rest), by_query(rest)].into_iter().flatten().reduce(super::stricter);
    match known.or_else(|| by_host_label(host)).or_else(in_words) {
        Some(opens) => opens,
        None if intent::is_package_file(&path) => Opens::Does(Effect::Installs),
        // `https://bank.example@evil.example/`, and letters of another alphabet among Latin ones.
        None if authority.contains('@') || is_mixed(host) => Opens::Acts,
        None => Opens::Web,
    }
}

fn by_host(host: &str, path: &str, rest: &str) -> Option<Opens> {
    let of = |known: &str| host == known || host.strip_suffix(known).is_some_and(|front| front.ends_with('.'));
    let query = rest.find('?').map_or(String::new(), |at| format!("/{}", rest.get(at..).unwrap_or_default()));
    let fits = |begin: &str| path.starts_with(begin) || (begin.starts_with("/?") && query.starts_with(begin));
    let bare = |begin: &str| begin == "/" && path == "/";
    HOSTS.iter().find(|(known, begin, _)| of(known) && fits(begin) && !bare(begin)).map(|(.., opens)| *opens)
}

fn by_host_label(host: &str) -> Option<Opens> {
    let (first, rest) = host.split_once('.')?;
    let known = HOST_LABELS.iter().find(|(label, _)| *label == first);
    known.filter(|_| rest.contains('.')).map(|(_, effect)| Opens::Does(*effect))
}

fn by_query(rest: &str) -> Option<Opens> {
    let all: Vec<(String, String)> = pairs(rest).collect();
    let has = |names: &[&str]| all.iter().any(|(key, _)| names.contains(&key.as_str()));
    if has(&["client_id"]) && has(&["response_type", "redirect_uri", "scope"]) {
        return Some(Opens::Does(Grants));
    }
    if has(&["amount", "am", "amt"])
        && has(&["to", "pa", "payee", "recipient", "recipients", "iban", "account", "currency", "cu"])
    {
        return Some(Opens::Does(Pays));
    }
    let found = all.iter().filter_map(|(key, value)| {
        if VERB_KEYS.contains(&key.as_str()) {
            return by_words(value).or_else(|| verb(&joined(value)).map(Opens::Does));
        }
        let yes = matches!(value.as_str(), "1" | "yes" | "true" | "y" | "on" | "ok" | "now");
        let names = yes || (!value.is_empty() && value.chars().all(|c| c.is_ascii_digit()));
        match key.as_str() {
            "confirm" | "confirmed" | "approve" | "accept" | "agree" if yes => Some(Opens::Does(Unclear)),
            "sub_confirmation" if yes => Some(Opens::Acts),
            _ if names => by_words(key),
            _ => None,
        }
    });
    found.reduce(super::stricter)
}

fn by_path(host: &str, path: &str, rest: &str) -> Option<Opens> {
    if host.split('.').any(|label| ABOUT.contains(&label)) {
        return None;
    }
    let mut worst = None;
    for part in path.split('/').filter(|part| !part.is_empty()).take(32) {
        let part = part.rsplit_once('.').map_or(part, |(name, ending)| if ending.len() <= 5 { name } else { part });
        if ABOUT.contains(&part) {
            break;
        }
        // A segment that is a sentence is a title.
        if words_of(part).len() <= 3
            && let Some(opens) = by_words(part)
        {
            worst = Some(worst.map_or(opens, |worst| super::stricter(worst, opens)));
        }
    }
    // A page with such a name can simply be read; with a token it can act.
    match worst {
        Some(Opens::Does(Unclear)) if !has_token(path, rest) => Some(Opens::Acts),
        other => other,
    }
}

fn joined(text: &str) -> String {
    words_of(text).concat()
}

fn by_words(text: &str) -> Option<Opens> {
    let word = joined(text);
    PARTS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(opens, _)| *opens)
}

/// Whether the address contains a secret of its recipient: a long value with digits, or a key named so.
fn has_token(path: &str, rest: &str) -> bool {
    let opaque = |part: &str| part.len() >= 8 && part.chars().any(|c| c.is_ascii_digit()) && !part.contains(' ');
    path.split('/').any(opaque)
        || pairs(rest).any(|(key, value)| {
            opaque(&value)
                || matches!(
                    key.as_str(),
                    "token" | "t" | "code" | "key" | "sig" | "signature" | "id" | "uid" | "hash" | "k"
                )
        })
}

/// Returns the host with look-alikes replaced by Latin letters.
fn plain(host: &str) -> String {
    let latin = |c: char| match c {
        'а' | 'α' => 'a',
        'е' | 'ε' => 'e',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'с' | 'ϲ' => 'c',
        'у' | 'γ' => 'y',
        'х' | 'χ' => 'x',
        'і' | 'ι' => 'i',
        'ѕ' => 's',
        'ј' => 'j',
        'һ' => 'h',
        'ԁ' => 'd',
        'ԝ' | 'ω' => 'w',
        'ո' => 'n',
        'ν' => 'v',
        'τ' => 't',
        'κ' => 'k',
        'м' => 'm',
        'ł' => 'l',
        c => c,
    };
    host.chars().map(latin).collect()
}

/// Whether one label of the host mixes two similar alphabets.
fn is_mixed(host: &str) -> bool {
    host.split('.').any(|label| {
        let latin = label.chars().any(|c| c.is_ascii_alphabetic());
        latin
            && label.chars().any(|c| matches!(c, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}' | '\u{530}'..='\u{58f}'))
    })
}
