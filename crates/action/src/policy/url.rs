//! Addresses by what opening them does.
//!
//! Read by the facts of a request, and by the shell reader for `am start -d …`. Nothing is opened
//! or looked up here.

/// What opening an address does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// A web page.
    Web,
    /// A payment, filled in.
    Payment,
    /// A call, a message, a shop, or whatever an intent names.
    Reach,
    /// Something in an app of its own scheme.
    Other,
}

/// Schemes that fill in a payment.
const PAYMENT: &[&str] = &[
    "bhim",
    "bitcoin",
    "bitcoincash",
    "bizum",
    "cashapp",
    "cashme",
    "dogecoin",
    "ethereum",
    "gpay",
    "kakaopay",
    "lightning",
    "litecoin",
    "mobilepay",
    "monero",
    "phonepe",
    "pix",
    "samsungpay",
    "solana",
    "squarecash",
    "supertoss",
    "swish",
    "tez",
    "twint",
    "upi",
    "venmo",
    "vipps",
    "wxp",
];

/// Families of schemes, of which each version of an app has its own: `alipays`, `paytmmp`.
const PAYMENT_FAMILIES: &[&str] = &["alipay", "paypal", "paytm"];

const REACH: &[&str] = &[
    "tel",
    "sms",
    "smsto",
    "mms",
    "mmsto",
    "mailto",
    "intent",
    "android-app",
    "market",
    "voicemail",
    "sip",
    "package",
];

/// What opening `address` does.
pub(super) fn opens(address: &str) -> Opens {
    // What a browser ignores must not hide a scheme: ` u\npi:` is `upi:`.
    let address: String =
        address.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect::<String>().to_ascii_lowercase();
    let Some((scheme, rest)) = address.split_once(':') else {
        return Opens::Web;
    };
    if scheme.is_empty() || !scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')) {
        return if scheme.contains('/') || scheme.contains('?') { Opens::Web } else { Opens::Other };
    }
    match scheme {
        "http" | "https" => Opens::Web,
        "weixin" | "wechat" if rest.contains("pay") => Opens::Payment,
        "intent" | "android-app" if names_payment(rest) => Opens::Payment,
        _ if pays(scheme) => Opens::Payment,
        _ if REACH.contains(&scheme) => Opens::Reach,
        _ => Opens::Other,
    }
}

fn pays(scheme: &str) -> bool {
    PAYMENT.contains(&scheme) || PAYMENT_FAMILIES.iter().any(|family| scheme.starts_with(family))
}

/// `intent://pay?pa=…#Intent;scheme=upi;package=com.example;end`
fn names_payment(rest: &str) -> bool {
    rest.split([';', '#', '/']).any(|part| part.strip_prefix("scheme=").is_some_and(pays) || pays(part))
}
