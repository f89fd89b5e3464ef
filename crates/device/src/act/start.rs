//! Starting apps and opening addresses.

use crate::DeviceError;
use crate::apps::is_package;
use crate::shell_command::shell_command;
use crate::shell_error::complaint;
use crate::wire::Output;

/// Returns the command that starts a package's first screen, like its icon.
pub(crate) fn launch(package: &str) -> Result<String, DeviceError> {
    let package = package.trim();
    if !is_package(package) {
        return Err(DeviceError::NotAPackage { package: package.chars().take(100).collect() });
    }
    Ok(shell_command!("monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", 1))
}

/// Interprets the output of `monkey`: started, or why not. It reports errors on stdout, and its exit status is
/// unreliable.
pub(crate) fn started(output: &Output) -> Result<(), String> {
    let text = output.everything();
    if text.contains("Events injected: 1") {
        return Ok(());
    }
    let line = text.lines().map(str::trim).find(|line| line.starts_with("** ") || line.starts_with("Error"));
    Err(match line {
        Some(line) => line.trim_matches(['*', ' ']).to_owned(),
        None => complaint(output).unwrap_or_else(|| "nothing was started".to_owned()),
    })
}

/// Returns the command that resolves the activity behind a package's icon.
pub(crate) fn resolve(package: &str) -> String {
    shell_command!(
        "cmd",
        "package",
        "resolve-activity",
        "--brief",
        "-a",
        "android.intent.action.MAIN",
        "-c",
        "android.intent.category.LAUNCHER",
        package.trim(),
    )
}

/// Returns the component that `resolve-activity` found, from its last line.
pub(crate) fn component(said: &str, package: &str) -> Option<String> {
    let line = said.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    let (found, class) = line.split_once('/')?;
    (found == package.trim() && !class.is_empty() && !line.contains(char::is_whitespace)).then(|| line.to_owned())
}

/// Returns the command that starts an activity.
pub(crate) fn start(component: &str) -> String {
    shell_command!(
        "am",
        "start",
        "-a",
        "android.intent.action.MAIN",
        "-c",
        "android.intent.category.LAUNCHER",
        "-n",
        component,
    )
}

/// Returns the command that opens an address, and the address as sent: one without a scheme is a web address.
pub(crate) fn address(url: &str) -> Result<(String, String), DeviceError> {
    if !crate::shell_command::sendable(url) {
        return Err(DeviceError::Unsendable { what: "address" });
    }
    let url = url.trim();
    let url = if has_scheme(url) { url.to_owned() } else { format!("https://{url}") };
    Ok((shell_command!("am", "start", "-a", "android.intent.action.VIEW", "-d", url), url))
}

/// Whether the address has a scheme: `https://…`, `tel:…`, `geo:…`, but not `example.com:8080/x`.
fn has_scheme(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once(':') else { return false };
    let is_port = rest.split(['/', '?', '#']).next().is_some_and(|port| port.parse::<u16>().is_ok());
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let host_and_port = is_port && (scheme.contains('.') || scheme.eq_ignore_ascii_case("localhost"));
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(plain) && !host_and_port
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_monkey_says_is_understood() {
        let none = "args: [-p, com.nope, -c, android.intent.category.LAUNCHER, 1]\n arg: \"-p\"\n** No activities found to run, monkey aborted.\n";
        let rows = [
            ("Events injected: 1\n## Network stats: elapsed time=18ms\n", Some(0), Ok(())),
            (none, Some(252), Err("No activities found to run, monkey aborted.")),
            (
                "** Error: Unable to connect to activity manager; is the system running?\n",
                Some(0),
                Err("Error: Unable to connect to activity manager; is the system running?"),
            ),
            ("", Some(0), Err("nothing was started")),
            ("", Some(127), Err("it ended with status 127")),
        ];
        for (said, status, expected) in rows {
            let output = Output { status, stdout: said.into(), ..Output::default() };
            assert_eq!(started(&output), expected.map_err(str::to_owned), "{said}");
        }
    }

    #[test]
    fn the_component_stands_on_the_last_line() {
        let found = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\ncom.a/.Main\n";
        assert_eq!(component(found, "com.a").as_deref(), Some("com.a/.Main"));
        assert_eq!(component("No activity found\n", "com.a"), None);
        // If several activities match, Android's own chooser appears.
        assert_eq!(component("x\nandroid/com.android.internal.app.ResolverActivity\n", "com.a"), None);
        assert_eq!(component("", "com.a"), None);
    }

    #[test]
    fn an_address_without_a_scheme_is_one_of_the_web() {
        let rows = [
            ("https://example.com/a?b=c&d=e", "https://example.com/a?b=c&d=e"),
            ("example.com", "https://example.com"),
            ("example.com:8080/x", "https://example.com:8080/x"),
            ("localhost:8080", "https://localhost:8080"),
            ("tel:123", "tel:123"),
            ("geo:0,0?q=Rome", "geo:0,0?q=Rome"),
            ("whatsapp://send?text=hi there", "whatsapp://send?text=hi there"),
        ];
        for (given, sent) in rows {
            assert_eq!(address(given).unwrap().1, sent);
        }
        assert_eq!(
            address("https://example.com/a?b=c&d='e'").unwrap().0,
            r"am start -a android.intent.action.VIEW -d 'https://example.com/a?b=c&d='\''e'\'''"
        );
    }
}
