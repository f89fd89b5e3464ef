//! What a command, an address or a tool call does that a person wants to know of, and the verbs it is known by.
//!
//! Shared by the readers of commands, addresses and tool calls, so that `delete` means the same in each. It judges
//! nothing: what becomes of an effect stands in the table of rules.

/// What something does that a person wants to know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Erases the phone.
    Resets,
    /// Deletes, overwrites, uninstalls.
    Deletes,
    /// Installs or updates an app.
    Installs,
    /// Grants a permission.
    Grants,
    /// Changes accounts, locks, protections, or who may do what.
    Security,
    /// Starts a payment, an order, a subscription.
    Pays,
    /// Tells others where the phone is.
    Locates,
    /// Calls, or sends a message.
    Sends,
    /// Sends to many, or publishes.
    Publishes,
    /// Restarts or stops the phone or a part of it.
    Restarts,
    /// Cannot be told from the text.
    Unclear,
    /// Touches the screen or presses keys.
    Touches,
}

impl Effect {
    /// Every effect that is asked about whatever was said before; `Touches` is judged as the touch it is.
    #[cfg(test)]
    pub(super) const ALWAYS_ASKED: [Self; 11] = [
        Self::Resets,
        Self::Deletes,
        Self::Installs,
        Self::Grants,
        Self::Security,
        Self::Pays,
        Self::Locates,
        Self::Sends,
        Self::Publishes,
        Self::Restarts,
        Self::Unclear,
    ];
}

const VERBS: &[(Effect, &[&str])] = &[
    (
        Effect::Deletes,
        &[
            "delete",
            "deletes",
            "deleteall",
            "del",
            "remove",
            "removeall",
            "rm",
            "rmdir",
            "erase",
            "wipe",
            "purge",
            "destroy",
            "drop",
            "discard",
            "trash",
            "clear",
            "clearall",
            "forget",
            "unlink",
            "uninstall",
            "uninstaller",
            "unregister",
            "deactivate",
            "truncate",
            "overwrite",
            "deleteaccount",
            "closeaccount",
            "emptytrash",
        ],
    ),
    (
        Effect::Pays,
        &[
            "pay",
            "paynow",
            "payment",
            "payments",
            "buy",
            "buynow",
            "purchase",
            "checkout",
            "placeorder",
            "donate",
            "transfer",
            "withdraw",
            "subscribe",
            "sendmoney",
            "topup",
            "charge",
            "bid",
        ],
    ),
    (Effect::Resets, &["factoryreset", "masterclear", "wipedata", "wipe_data"]),
    (Effect::Installs, &["install", "sideload", "installpackage"]),
    (Effect::Grants, &["grant", "authorize", "authorise", "permit", "whitelist", "allowlist"]),
    (Effect::Publishes, &["tweet", "publish", "broadcastmessage", "sendall", "replyall", "repost", "retweet"]),
    (Effect::Locates, &["sharelocation", "sendlocation", "livelocation"]),
];

/// What one lower-case word means as a verb.
pub(super) fn verb(word: &str) -> Option<Effect> {
    VERBS.iter().find(|(_, words)| words.contains(&word)).map(|(effect, _)| *effect)
}

/// The lower-case words of a name in a program: `DELETE_ALL`, `deleteAll`, `.DeleteActivity`, `delete-all`.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    for c in name.chars() {
        let begins = c.is_uppercase() && before.is_lowercase();
        if (!c.is_alphanumeric() || begins) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// What a name in a program means by the verbs in it, the first of them.
pub(super) fn named(name: &str) -> Option<Effect> {
    let words = words_of(name);
    let whole = words.concat();
    verb(&whole).or_else(|| words.iter().find_map(|word| verb(word)))
}
