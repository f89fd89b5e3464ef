//! The errors of a phone, sorted by what the caller does next ([`DeviceError::next`]).
//!
//! No message contains typed text or a whole command, because those may be a person's secrets.

use action::phone::limits::Refused;

use crate::next::Next;
use crate::picture::PictureError;
use crate::tree::TreeError;
use crate::type_error::TypeError;
use crate::wire::WireError;

/// The reason why a phone did not carry out an action or a query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The action contains nothing to send.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The task's loop carries out this action, not a device.
    #[error("a phone cannot carry out `{verb}`: it belongs to the task")]
    NotForADevice {
        /// The action's type.
        verb: &'static str,
    },
    /// There is no such key.
    #[error("`{key}` is not a key: expected Android's name such as `KEYCODE_BACK`, or its number")]
    NotAKey {
        /// The given value.
        key: String,
    },
    /// There is no such package name.
    #[error("`{package}` is not a package name: expected one such as `com.android.settings`")]
    NotAPackage {
        /// The given value.
        package: String,
    },
    /// Android requires at least two keys in a combination.
    #[error("a key combination needs two keys or more; press a single one with `keyevent`")]
    OneKey,
    /// The value cannot be sent over the wire.
    #[error("the {what} contains a NUL character, which no command can carry")]
    Unsendable {
        /// The name of the value.
        what: &'static str,
    },
    /// No installed app has this name.
    #[error("no installed app is called `{name}`{}", did_you_mean(.nearest))]
    NoSuchApp {
        /// The requested name.
        name: String,
        /// The closest installed apps.
        nearest: Vec<String>,
    },
    /// The package is missing, or has nothing to start.
    #[error("`{package}` cannot be started: it is not installed, or it has no screen of its own ({said})")]
    NotStartable {
        /// The package.
        package: String,
        /// The phone's message.
        said: String,
    },
    /// The phone refused.
    #[error("the phone did not carry out {command}: {said}")]
    Phone {
        /// The beginning of the command.
        command: String,
        /// The phone's message.
        said: String,
        /// The exit status, if there is one.
        status: Option<i32>,
    },
    /// The phone does not accept input over adb.
    #[error(
        "the phone does not allow input over adb ({said}): in its developer options switch on \
         `USB debugging (Security settings)` (Xiaomi, Oppo, Vivo), or switch off `Permission monitoring`"
    )]
    InputForbidden {
        /// The phone's message.
        said: String,
    },
    /// The file is too large for a phone.
    #[error("the file has {bytes} bytes; a file for a phone may have at most {most}")]
    FileTooLarge {
        /// Its size.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// The phone did not accept the file.
    #[error("the phone did not accept the file `{name}`: {said}")]
    FileRefused {
        /// The intended name.
        name: String,
        /// The phone's message.
        said: String,
    },
    /// The phone does not support this.
    #[error("this phone cannot {what}{}", because(*why))]
    Unsupported {
        /// The unsupported operation.
        what: &'static str,
        /// The reason, if known.
        why: Option<&'static str>,
    },
    /// The text is not in the field.
    #[error(transparent)]
    Text(#[from] TypeError),
    /// There is no picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// There is no UI tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The phone's answer is unreadable.
    #[error("the phone's answer to {command} cannot be read: {said}")]
    Unreadable {
        /// The beginning of the command.
        command: String,
        /// The answer.
        said: String,
    },
    /// The wire broke during a query. Nothing was done.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The wire broke after an action was sent and before its answer: it may have been carried out.
    #[error("{command} may or may not have been carried out: {why}; look at the screen before doing it again")]
    MaybeSent {
        /// The beginning of the command.
        command: String,
        /// How the wire broke.
        why: WireError,
    },
}

impl DeviceError {
    /// Returns the caller's next step.
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
