//! The effects of commands, addresses and tool calls that matter to a person, and the verbs that reveal them.
//!
//! The readers of commands, addresses and tool calls share this table, so that `delete` means the same in each. It
//! judges nothing; the rules decide on each effect.

/// An effect that matters to a person.
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
    /// Changes accounts, locks, protections or access rights.
    Security,
    /// Starts a payment, an order, a subscription.
    Pays,
    /// Shares the phone's location.
    Locates,
    /// Calls, or sends a message.
    Sends,
    /// Sends to many, or publishes.
    Publishes,
    /// Restarts or stops the phone or a part of it.
    Restarts,
    /// Cannot be determined from the text.
    Unclear,
    /// Touches the screen or presses keys.
    Touches,
}

impl Effect {
    /// The effects that always need approval, regardless of earlier approvals. `Touches` is judged as an ordinary
    /// touch.
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

/// Returns the effect of one lower-case word as a verb.
pub(super) fn verb(word: &str) -> Option<Effect> {
    VERBS.iter().find(|(_, words)| words.contains(&word)).map(|(effect, _)| *effect)
}

/// Splits a program's name into lower-case words: `DELETE_ALL`, `deleteAll`, `.DeleteActivity`, `delete-all`.
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

/// Returns the effect of the first verb in a program's name.
pub(super) fn named(name: &str) -> Option<Effect> {
    let words = words_of(name);
    let whole = words.concat();
    verb(&whole).or_else(|| words.iter().find_map(|word| verb(word)))
}
