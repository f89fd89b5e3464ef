//! What can go wrong with a phone, sorted by what the caller does next ([`DeviceError::next`]).
//!
//! No message holds what was typed or a whole command: those may be a person's secrets.

use action::phone::limits::Refused;

use crate::next::Next;
use crate::picture::PictureError;
use crate::tree::TreeError;
use crate::type_error::TypeError;
use crate::wire::WireError;

/// Why a phone did not do, or did not show, what was wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// It has nothing in it to send.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Somebody else carries this out.
    #[error("`{verb}` is not for a phone: whoever runs the task carries it out")]
    NotForADevice {
        /// The action's type.
        verb: &'static str,
    },
    /// No key is called so.
    #[error("`{key}` is no key: expected Android's name such as `KEYCODE_BACK`, or its number")]
    NotAKey {
        /// What was given.
        key: String,
    },
    /// No package is called so.
    #[error("`{package}` is no package name: expected one such as `com.android.settings`")]
    NotAPackage {
        /// What was given.
        package: String,
    },
    /// Android allows two keys and more, in one combination.
    #[error("a key combination needs two keys or more; press a single one with `keyevent`")]
    OneKey,
    /// The value cannot be sent over the wire.
    #[error("the {what} contains a NUL character, which no command can carry")]
    Unsendable {
        /// Which value.
        what: &'static str,
    },
    /// No installed app is called so.
    #[error("no installed app is called `{name}`{}", did_you_mean(.nearest))]
    NoSuchApp {
        /// What was asked for.
        name: String,
        /// The installed ones that come nearest.
        nearest: Vec<String>,
    },
    /// The package is not there, or has nothing to start.
    #[error("`{package}` cannot be started: it is not installed, or it has no screen of its own ({said})")]
    NotStartable {
        /// The package.
        package: String,
        /// What the phone said.
        said: String,
    },
    /// The phone said no.
    #[error("the phone did not carry out {command}: {said}")]
    Phone {
        /// The beginning of the command.
        command: String,
        /// What the phone said.
        said: String,
        /// The exit status, if there is one.
        status: Option<i32>,
    },
    /// The phone lets nobody touch it over adb.
    #[error(
        "the phone does not allow input over adb ({said}): in its developer options switch on \
         `USB debugging (Security settings)` (Xiaomi, Oppo, Vivo), or switch off `Permission monitoring`"
    )]
    InputForbidden {
        /// What the phone said.
        said: String,
    },
    /// The file is more than is put on a phone.
    #[error("the file has {bytes} bytes; at most {most} are put on a phone")]
    FileTooLarge {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// The phone did not take the file.
    #[error("the phone did not take the file `{name}`: {said}")]
    FileRefused {
        /// What it would have been called.
        name: String,
        /// What the phone said.
        said: String,
    },
    /// The phone has no such thing.
    #[error("this phone does not know how to {what}{}", because(*why))]
    Unsupported {
        /// What it would have to do.
        what: &'static str,
        /// Why it does not, where that is known.
        why: Option<&'static str>,
    },
    /// The text did not get into the field.
    #[error(transparent)]
    Text(#[from] TypeError),
    /// There is no picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// There is no UI tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// What the phone answered cannot be read.
    #[error("the phone's answer to {command} cannot be read: {said}")]
    Unreadable {
        /// The beginning of the command.
        command: String,
        /// What it answered.
        said: String,
    },
    /// The wire broke while something was asked. Nothing was done.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The wire broke after an action went out and before its answer: it may have been carried out.
    #[error("{command} may or may not have been carried out: {why}; look at the screen before doing it again")]
    MaybeSent {
        /// The beginning of the command.
        command: String,
        /// How the wire broke.
        why: WireError,
    },
}

impl DeviceError {
    /// What the caller does next.
    pub fn next(&self) -> Next {
        match self {
            Self::MaybeSent { .. } => Next::Look,
            Self::Wire(WireError::NeedsPerson(_)) | Self::InputForbidden { .. } => Next::Ask,
            Self::Wire(_) | Self::Unreadable { .. } => Next::Retry,
            Self::Picture(PictureError::Secure(_)) => Next::Tell,
            Self::Picture(_) | Self::Tree(_) => Next::Retry,
            Self::Text(error) => error.next(),
            Self::Refused(_)
            | Self::NotForADevice { .. }
            | Self::NotAKey { .. }
            | Self::NotAPackage { .. }
            | Self::OneKey
            | Self::Unsendable { .. }
            | Self::NoSuchApp { .. }
            | Self::NotStartable { .. }
            | Self::FileTooLarge { .. }
            | Self::FileRefused { .. }
            | Self::Unsupported { .. }
            | Self::Phone { .. } => Next::Tell,
        }
    }
}

fn because(why: Option<&str>) -> String {
    why.map_or_else(String::new, |why| format!(": {why}"))
}

fn did_you_mean(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => {
            let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("; did you mean {}?", quoted.join(" or "))
        }
    }
}
