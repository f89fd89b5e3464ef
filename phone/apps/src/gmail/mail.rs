//! The mailbox: the app's data model, bounded, without UI.

use serde::{Deserialize, Serialize};

/// The user's own address.
pub(super) const ME: &str = "me@example.com";
/// The most mails kept; the oldest are dropped.
const MOST: usize = 2_000;
/// The user labels.
pub(super) const LABELS: [&str; 4] = ["Family", "Receipts", "Travel", "Work"];

/// The system label of a mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SystemLabel {
    #[default]
    Inbox,
    Archive,
    Sent,
    Draft,
    /// Sent while there was no connection.
    Outbox,
    Spam,
    Trash,
}

/// A mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mail {
    pub(super) id: u64,
    /// The id of the first mail of its conversation.
    pub(super) thread: u64,
    /// The sender: a name and an address.
    pub(super) from: String,
    pub(super) address: String,
    /// The recipients, separated by commas.
    pub(super) to: String,
    pub(super) cc: String,
    pub(super) subject: String,
    pub(super) body: String,
    pub(super) when_ms: i64,
    pub(super) read: bool,
    pub(super) starred: bool,
    pub(super) place: SystemLabel,
    pub(super) labels: Vec<String>,
}

/// A list of conversations in the drawer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Folder {
    System(SystemLabel),
    Starred,
    All,
    Label(String),
}

impl Folder {
    /// Parses the folder in a route.
    pub(super) fn of(name: &str) -> Self {
        match name {
            "starred" => Self::Starred,
            "all" => Self::All,
            "sent" => Self::System(SystemLabel::Sent),
            "drafts" => Self::System(SystemLabel::Draft),
            "outbox" => Self::System(SystemLabel::Outbox),
            "spam" => Self::System(SystemLabel::Spam),
            "trash" => Self::System(SystemLabel::Trash),
            label if LABELS.contains(&label) => Self::Label(label.to_owned()),
            _ => Self::System(SystemLabel::Inbox),
        }
    }

    /// Returns its title.
    pub(super) fn title(&self) -> &str {
        match self {
            Self::System(SystemLabel::Inbox) => "Primary",
            Self::System(SystemLabel::Archive) | Self::All => "All mail",
            Self::System(SystemLabel::Sent) => "Sent",
            Self::System(SystemLabel::Draft) => "Drafts",
            Self::System(SystemLabel::Outbox) => "Outbox",
            Self::System(SystemLabel::Spam) => "Spam",
            Self::System(SystemLabel::Trash) => "Trash",
            Self::Starred => "Starred",
            Self::Label(label) => label,
        }
    }

    fn has(&self, mail: &Mail) -> bool {
        let kept = !matches!(mail.place, SystemLabel::Trash | SystemLabel::Spam);
        match self {
            Self::System(label) => mail.place == *label,
            Self::Starred => mail.starred && kept,
            Self::All => kept,
            Self::Label(label) => kept && mail.labels.contains(label),
        }
    }
}

/// All mails.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Mailbox {
    /// Oldest first.
    mails: Vec<Mail>,
    next: u64,
}

impl Mailbox {
    /// Whether there was never a mail.
    pub(super) fn is_new(&self) -> bool {
        self.next == 0
    }

    /// Adds a mail with a new id; without a thread it starts one. Returns the id.
    pub(super) fn add(&mut self, mut mail: Mail) -> u64 {
        self.next += 1;
        mail.id = self.next;
        if mail.thread == 0 {
            mail.thread = mail.id;
        }
        self.mails.push(mail);
        self.mails.sort_by_key(|mail| mail.when_ms);
        let over = self.mails.len().saturating_sub(MOST);
        self.mails.drain(..over);
        self.next
    }

    pub(super) fn mail(&self, id: u64) -> Option<&Mail> {
        self.mails.iter().find(|mail| mail.id == id)
    }

    /// Returns the mails of a conversation, oldest first, without drafts and deleted mails (unless all are deleted).
    pub(super) fn thread(&self, thread: u64) -> Vec<&Mail> {
        let all = || self.mails.iter().filter(|mail| mail.thread == thread && mail.place != SystemLabel::Draft);
        let kept: Vec<&Mail> = all().filter(|mail| mail.place != SystemLabel::Trash).collect();
        if kept.is_empty() { all().collect() } else { kept }
    }

    /// Returns the conversations of a folder by their last mail in it, latest first.
    pub(super) fn conversations(&self, folder: &Folder) -> Vec<&Mail> {
        self.latest(|mail| folder.has(mail))
    }

    /// Returns the conversations that match a query; `from:` looks at the sender only.
    pub(super) fn search(&self, query: &str) -> Vec<&Mail> {
        let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
        self.latest(|mail| {
            let text =
                format!("{} {} {} {} {}", mail.from, mail.address, mail.to, mail.subject, mail.body).to_lowercase();
            !matches!(mail.place, SystemLabel::Trash | SystemLabel::Spam)
                && words.iter().all(|word| match word.strip_prefix("from:") {
                    Some(sender) => format!("{} {}", mail.from, mail.address).to_lowercase().contains(sender),
                    None => text.contains(word),
                })
        })
    }

    fn latest(&self, wanted: impl Fn(&Mail) -> bool) -> Vec<&Mail> {
        let mut seen = std::collections::BTreeSet::new();
        self.mails.iter().rev().filter(|mail| wanted(mail) && seen.insert(mail.thread)).collect()
    }

    /// Returns the number of inbox conversations with unread mails.
    pub(super) fn unread(&self) -> usize {
        self.latest(|mail| mail.place == SystemLabel::Inbox && !mail.read).len()
    }

    /// Changes every mail of a conversation.
    pub(super) fn change(&mut self, thread: u64, change: impl Fn(&mut Mail)) {
        self.mails.iter_mut().filter(|mail| mail.thread == thread).for_each(change);
    }

    /// Moves the received mails of a conversation; sent mails stay in the sent folder unless they are deleted.
    pub(super) fn put(&mut self, thread: u64, label: SystemLabel) {
        self.change(thread, |mail| {
            let ours = matches!(mail.place, SystemLabel::Sent | SystemLabel::Draft | SystemLabel::Outbox);
            if !ours || label == SystemLabel::Trash {
                mail.place = if label == SystemLabel::Inbox && mail.address == ME { SystemLabel::Sent } else { label };
            }
        });
    }

    /// Deletes a conversation permanently.
    pub(super) fn remove(&mut self, thread: u64) {
        self.mails.retain(|mail| mail.thread != thread);
    }

    /// Removes one mail: a draft that was sent or discarded.
    pub(super) fn remove_mail(&mut self, id: u64) {
        self.mails.retain(|mail| mail.id != id);
    }

    /// Sends the mails waiting for a connection. Returns their number.
    pub(super) fn send_waiting(&mut self) -> usize {
        let waiting = self.mails.iter_mut().filter(|mail| mail.place == SystemLabel::Outbox);
        waiting.map(|mail| mail.place = SystemLabel::Sent).count()
    }
}
