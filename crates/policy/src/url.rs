//! Classifies addresses by the effect of opening them.
//!
//! The facts of a request read it, and the shell reader does for `am start -d …`. It takes an address apart: the intent
//! in it, the addresses in its values, the verbs of a link that acts when opened. It opens and looks up nothing.

mod decode;
mod scheme;
mod web;

use self::decode::{cleaned, decoded, pairs};
use super::effect::{Effect, named};
use super::intent;
use action::slice::Slice as _;

/// The effect of opening an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// Shows a web page.
    Web,
    /// Has an effect that always needs approval.
    Does(Effect),
    /// Acts when opened, or hides its destination.
    Acts,
    /// Leads to a call, a message, a shop or a target named by an intent.
    Reach,
    /// Opens something in the app that owns the scheme.
    Other,
}

/// Longer addresses are not read.
const LONGEST: usize = 16 * 1024;
/// How deep nested addresses are followed.
const DEPTH: usize = 3;

/// Returns the effect of opening `address`.
pub(super) fn opens(address: &str) -> Opens {
    if address.len() > LONGEST { Opens::Does(Effect::Unclear) } else { at_depth(address, 0) }
}

fn at_depth(address: &str, depth: usize) -> Opens {
    let address = cleaned(address);
    // Some apps open a scheme that is percent-encoded.
    let spelled = address.split([':', '/', '?', '#']).next().is_some_and(|scheme| scheme.contains('%'));
    let address = if spelled { cleaned(&decoded(&address)) } else { address };
    let lower = address.to_ascii_lowercase();
    let Some((scheme, rest)) = lower.split_once(':') else {
        return web::opens(&lower);
    };
    if scheme.is_empty() || !scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')) {
        let web = scheme.contains(['/', '?', '#', '@']);
        return if web { web::opens(&lower) } else { Opens::Other };
    }
    // `example.com:8080/a` has a port, not a scheme.
    if (scheme.contains('.') || scheme == "localhost") && rest.chars().next().is_some_and(|c| c.is_ascii_digit()) {
        return web::opens(&lower);
    }
    let own = match scheme {
        "http" | "https" => web::opens(rest),
        // These schemes name the address to open after a colon.
        "view-source" | "googlechrome" | "googlechromes" | "firefox" | "microsoft-edge" | "x-web-search"
        | "web+https" => nested(rest.trim_start_matches("//navigate?url="), depth),
        "intent" | "android-app" => intent_address(&address, rest, depth),
        _ => scheme::opens(scheme, rest),
    };
    if depth < DEPTH && !matches!(own, Opens::Does(_)) { stricter(own, values(rest, depth)) } else { own }
}

/// Classifies a nested address; a plain web page counts as nothing.
fn nested(address: &str, depth: usize) -> Opens {
    if depth < DEPTH { at_depth(address, depth + 1) } else { Opens::Does(Effect::Unclear) }
}

fn stricter(one: Opens, other: Opens) -> Opens {
    let rank = |opens: Opens| match opens {
        Opens::Web => 0,
        Opens::Other | Opens::Reach | Opens::Acts => 1,
        // A named effect says more than an unclear one.
        Opens::Does(Effect::Unclear) => 2,
        Opens::Does(_) => 3,
    };
    if rank(other) > rank(one) { other } else { one }
}

/// Returns the worst effect among the addresses in a query's values.
fn values(rest: &str, depth: usize) -> Opens {
    let mut worst = Opens::Web;
    for (_, value) in pairs(rest) {
        let has_scheme = value.split_once(':').is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        });
        if has_scheme && let does @ Opens::Does(_) = nested(&value, depth) {
            worst = stricter(worst, does);
        }
    }
    worst
}

/// Reads `intent://host/path#Intent;scheme=upi;action=…;S.key=value;end` and `android-app://package/scheme/host/path`.
fn intent_address(address: &str, rest: &str, depth: usize) -> Opens {
    let (data, fields) = match rest.find("#intent;") {
        Some(at) => (rest.head(at), rest.tail(at)),
        None => (rest, ""),
    };
    let mut worst = Opens::Reach;
    let mut scheme = None;
    for field in fields.split(';') {
        let (key, value) = field.split_once('=').unwrap_or((field, ""));
        let value = decoded(value);
        let found = match key {
            "action" => intent::does(&value).map(Opens::Does),
            "scheme" => {
                scheme = Some(value.clone());
                scheme::pays(&value).then_some(Opens::Does(Effect::Pays))
            }
            "component" => named(value.rsplit(['/', '.']).next().unwrap_or_default()).map(Opens::Does),
            "type" if intent::is_package_file(&value) => Some(Opens::Does(Effect::Installs)),
            // Extras: `S.browser_fallback_url=…`.
            _ if value.contains(':') => Some(nested(&value, depth)),
            _ => None,
        };
        worst = stricter(worst, found.unwrap_or(Opens::Web));
    }
    // A field's name keeps its case: `deleteAll` is two words.
    let component = address.split(';').find_map(|field| field.strip_prefix("component="));
    if let Some(effect) = component.and_then(|name| named(name.rsplit(['/', '.']).next().unwrap_or_default())) {
        worst = stricter(worst, Opens::Does(effect));
    }
    let inner = match scheme {
        Some(scheme) => Some(format!("{scheme}:{data}")),
        None if address.len() >= 12 && address.to_ascii_lowercase().starts_with("android-app:") => {
            let mut parts = data.trim_start_matches('/').splitn(3, '/');
            let _package = parts.next();
            parts.next().map(|scheme| format!("{scheme}://{}", parts.next().unwrap_or_default()))
        }
        // `intent:tel:112#Intent;…`
        None => data.contains(':').then(|| data.to_owned()),
    };
    match inner.map(|inner| nested(&inner, depth)) {
        Some(inner) => stricter(worst, inner),
        None => worst,
    }
}
