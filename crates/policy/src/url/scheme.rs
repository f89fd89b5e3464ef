//! Schemes of apps and of Android: payments, calls, messages, and the verbs in an app's own addresses.

use super::super::effect::{Effect, named};
use super::super::intent;
use super::Opens;
use super::decode::{decoded, pairs};

/// Schemes that fill in a payment.
#[rustfmt::skip]
const PAYMENT: &[&str] = &[
    "amazonpay", "bancontact", "bhim", "binance", "bitcoin", "bitcoincash", "bizum", "blik", "bunq", "cardano",
    "cashapp", "cashme", "cbwallet", "clearpay", "coinbase", "cosmos", "dana", "dash", "dogecoin", "epc", "ethereum", "gcash",
    "gpay", "ideal", "kakaopay", "keplr", "klarna", "lightning", "litecoin", "lnurl", "lnurlp", "lnurlw", "mbway",
    "mercadopago", "metamask", "mobilepay", "momo", "monero", "monzo", "nano", "naverpay", "nubank", "ovo", "payco",
    "payconiq", "paylib", "paypay", "payto", "phantom", "phonepe", "picpay", "pix", "polkadot", "promptpay", "revolut",
    "ripple", "samsungpay", "satispay", "sepa", "solana", "squarecash", "stellar", "supertoss", "swish", "tether", "tez",
    "tezos", "tikkie", "ton", "toss", "transferwise", "tron", "truemoney", "trust", "twint", "upi", "venmo", "vipps", "wc",
    "web+stellar", "wise", "wxp", "xrp", "zalopay", "zcash", "zelle",
];

/// Families of schemes in which each version of an app has its own: `alipays`, `paytmmp`.
const PAYMENT_FAMILIES: &[&str] = &["alipay", "paypal", "paytm", "bitcoin", "lightning"];

#[rustfmt::skip]
const REACH: &[&str] = &[
    "tel", "sms", "smsto", "mms", "mmsto", "mailto", "intent", "android-app", "market", "voicemail", "sip", "sips",
    "package", "whatsapp", "whatsapp-consumer", "tg", "telegram", "viber", "line", "skype", "sgnl", "signal", "im", "xmpp", "fb-messenger",
    "facetime", "zoomus", "msteams", "slack", "discord", "kakaotalk", "kakaolink", "imto", "callto", "rcs",
];

/// Whether the scheme fills in a payment.
pub(super) fn pays(scheme: &str) -> bool {
    PAYMENT.contains(&scheme) || PAYMENT_FAMILIES.iter().any(|family| scheme.starts_with(family))
}

/// Returns the effect of opening `rest` with an app's own scheme. Both are lower case.
pub(super) fn opens(scheme: &str, rest: &str) -> Opens {
    let does = |effect| Opens::Does(effect);
    match scheme {
        "javascript" | "vbscript" | "data" | "blob" | "filesystem" => does(Effect::Unclear),
        "weixin" | "wechat" if rest.contains("pay") => does(Effect::Pays),
        _ if pays(scheme) => does(Effect::Pays),
        // A dialler code can do anything, including erasing the phone.
        "tel" | "voicemail" | "callto" if decoded(rest).contains(['*', '#']) => does(Effect::Unclear),
        "sms" | "smsto" | "mms" | "mmsto" | "mailto" | "imto" if several(rest) => does(Effect::Publishes),
        "otpauth" | "otpauth-migration" | "wifi" | "esim" | "lpa" | "fido" | "ss" | "ssr" | "vmess" | "vless"
        | "trojan" => does(Effect::Security),
        "tg" | "telegram"
            if ["confirmphone", "login", "socks", "proxy", "passport"].iter().any(|word| begins(rest, word)) =>
        {
            does(Effect::Security)
        }
        "apk" | "itms-services" => does(Effect::Installs),
        _ if intent::is_package_file(rest) => does(Effect::Installs),
        // These only show something, whatever its name.
        "file" | "content" | "geo" | "google.navigation" | "about" | "chrome" => Opens::Other,
        _ => match in_words(rest) {
            Some(effect) => does(effect),
            None if REACH.contains(&scheme) => Opens::Reach,
            None => Opens::Other,
        },
    }
}

fn begins(rest: &str, word: &str) -> bool {
    rest.trim_start_matches('/').strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Whether there is more than one recipient.
fn several(rest: &str) -> bool {
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let named = pairs(rest).filter(|(key, _)| matches!(key.as_str(), "to" | "cc" | "bcc" | "address" | "recipients"));
    let all = named.map(|(_, value)| value).chain([decoded(path)]);
    let people =
        all.map(|list| list.split([',', ';']).filter(|each| !each.trim_matches(['/', ' ']).is_empty()).count());
    people.sum::<usize>() > 1
}

/// Returns the effect of the verbs in an app's own address: `shop://cart/checkout`, `bank://send?amount=5`.
fn in_words(rest: &str) -> Option<Effect> {
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let of_path = path.split('/').take(16).find_map(|part| named(&decoded(part)));
    of_path.or_else(|| {
        pairs(rest).find_map(|(key, value)| match key.as_str() {
            "amount" | "am" | "price" | "total" => Some(Effect::Pays),
            // Text for people: the words of a message are not verbs.
            "text" | "body" | "subject" | "q" | "query" | "title" | "message" | "msg" | "name" | "id" => None,
            _ => named(&key).or_else(|| if value.contains(' ') { None } else { named(&value) }),
        })
    })
}
