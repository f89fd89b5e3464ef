//! Queries to a phone that change nothing on it.
//!
//! A [`Reading`] is a closed set: code that holds one can look but not act, whatever values it contains. The commands
//! are Android's own and the same on phones of every manufacturer; every value is quoted.

use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_command::{sendable, shell_command};
use crate::wire::{Connect, Limit};

/// A query to the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading<'a> {
    /// A value of `settings`.
    Setting(Table, &'a str),
    /// The rows of a content provider, as `content query` prints them; [`rows::parse`](crate::rows::parse) reads them.
    Rows {
        /// As in `content://sms`.
        uri: &'a str,
        /// The columns; free text belongs in the last one.
        columns: &'a [&'a str],
        /// Which rows, as in SQL.
        filter: Option<&'a str>,
    },
    /// The dump of a system service.
    Service(&'a str),
    /// The state of the notifications, with their texts.
    Notifications,
    /// Whether Wi-Fi is on, and the network in use.
    WifiStatus,
    /// The Wi-Fi networks that the phone knows.
    WifiNetworks,
    /// The volume of an audio stream, by its number.
    Volume(u8),
    /// Whether dark mode is on.
    NightMode,
    /// The names of the files in a folder, newest first.
    Files(&'a str),
    /// The names of a folder's entries, newest first; a folder's name ends with a slash.
    Entries(&'a str),
    /// The content of a file, as text.
    File(&'a str),
    /// The time on the phone's own clock: `2026-03-05T10:07:30+0100`.
    Time,
    /// A property of the system.
    Property(&'a str),
    /// The file system that holds this path, as `df` prints it.
    Storage(&'a str),
    /// The installed packages.
    Packages,
    /// The home screen's app, as a component.
    Home,
    /// The app that handles an action, as a component.
    Handler {
        /// As in `android.intent.action.VIEW`.
        action: &'a str,
        /// The address, if there is one.
        data: Option<&'a str>,
    },
}

/// A table of `settings`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Settings for all users.
    Global,
    /// Settings that apps may read but not write.
    Secure,
    /// Settings that apps may write.
    System,
}

impl Table {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Secure => "secure",
            Self::System => "system",
        }
    }
}

impl Reading<'_> {
    /// Returns the command of the query, with every value quoted.
    pub fn command(&self) -> String {
        match *self {
            Self::Setting(table, key) => shell_command!("settings", "get", table.as_str(), key),
            Self::Rows { uri, columns, filter } => {
                let command = shell_command!("content", "query", "--uri", uri, "--projection", columns.join(":"));
                filter.map_or(command.clone(), |filter| format!("{command} --where {}", shell_command!(filter)))
            }
            Self::Service(name) => shell_command!("dumpsys", name),
            Self::Notifications => "dumpsys notification --noredact".to_owned(),
            Self::Volume(stream) => shell_command!("cmd", "media_session", "volume", "--stream", stream, "--get"),
            Self::WifiStatus => "cmd wifi status".to_owned(),
            Self::WifiNetworks => "cmd wifi list-networks".to_owned(),
            Self::NightMode => "cmd uimode night".to_owned(),
            Self::Files(folder) => shell_command!("ls", "-1t", folder),
            Self::Entries(folder) => shell_command!("ls", "-1tp", folder),
            Self::File(path) => shell_command!("cat", path),
            Self::Time => "date +%Y-%m-%dT%H:%M:%S%z".to_owned(),
            Self::Property(name) => shell_command!("getprop", name),
            Self::Storage(path) => shell_command!("df", "-k", path),
            Self::Packages => "pm list packages --user 0".to_owned(),
            Self::Home => {
                let action = "cmd package resolve-activity --brief -a android.intent.action.MAIN";
                format!("{action} -c android.intent.category.HOME")
            }
            Self::Handler { action, data: None } => {
                shell_command!("cmd", "package", "resolve-activity", "--brief", "-a", action)
            }
            Self::Handler { action, data: Some(data) } => {
                shell_command!("cmd", "package", "resolve-activity", "--brief", "-a", action, "-d", data)
            }
        }
    }
}

/// Runs a query. Complaints are part of the answer: a provider or a service may be missing.
pub(crate) async fn read<C: Connect>(phone: &Connection<C>, reading: &Reading<'_>) -> Result<String, DeviceError> {
    let command = reading.command();
    if !sendable(&command) {
        return Err(DeviceError::Unsendable { what: "question" });
    }
    Ok(phone.query_unchecked(&command, Limit::LONG).await?.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_quoted_and_nothing_but_a_question_is_asked() {
        let check = |reading: Reading<'_>, command: &str| assert_eq!(reading.command(), command);
        check(Reading::Setting(Table::Global, "wifi_on"), "settings get global wifi_on");
        check(Reading::Setting(Table::System, "x; reboot"), "settings get system 'x; reboot'");
        let rows = Reading::Rows { uri: "content://sms", columns: &["_id", "body"], filter: Some("type=2") };
        check(rows, "content query --uri content://sms --projection _id:body --where type=2");
        check(Reading::Service("power; reboot"), "dumpsys 'power; reboot'");
        check(Reading::Files("/sdcard/My Files"), "ls -1t '/sdcard/My Files'");
        check(Reading::Entries("/sdcard"), "ls -1tp /sdcard");
        check(Reading::File("$(reboot)"), "cat '$(reboot)'");
        check(Reading::Storage("/data; reboot"), "df -k '/data; reboot'");
        check(
            Reading::Handler { action: "android.intent.action.VIEW", data: Some("geo:0,0?q=a&b") },
            "cmd package resolve-activity --brief -a android.intent.action.VIEW -d 'geo:0,0?q=a&b'",
        );
    }
}
