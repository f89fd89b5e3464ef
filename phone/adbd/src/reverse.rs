//! `reverse:`: ports of the phone that lead to the host. They are stored and listed, but no app on this phone connects
//! to one.

use std::sync::{Mutex, PoisonError};

use adb::{Result, Stream};
use tokio::io::AsyncWriteExt;

/// The maximum number of open ports.
const MOST: usize = 64;
/// adbd's name for a host connected over TCP: `host-` and a file descriptor.
const TRANSPORT: &str = "host-19";
/// Linux's range of ephemeral ports.
const EPHEMERAL: std::ops::RangeInclusive<u16> = 37_137..=60_999;

/// The open ports and their targets.
#[derive(Debug, Default)]
pub(super) struct Reverses {
    known: Mutex<Vec<(String, String)>>,
}

impl Reverses {
    /// Serves one request: `forward:a;b`, `list-forward`, `killforward:a`, `killforward-all`.
    pub(super) async fn serve(&self, request: &str, mut stream: Stream) -> Result<()> {
        let answer = self.answer(request);
        match answer {
            Ok(answer) => stream.write_all(answer.as_bytes()).await?,
            Err(text) => stream.write_all(format!("FAIL{:04x}{text}", text.len()).as_bytes()).await?,
        }
        Ok(())
    }

    fn answer(&self, request: &str) -> std::result::Result<String, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if request == "list-forward" {
            let lines: String = known.iter().map(|(from, to)| format!("{TRANSPORT} {from} {to}\n")).collect();
            return Ok(format!("{:04x}{lines}", lines.len()));
        }
        if request == "killforward-all" {
            known.clear();
            return Ok("OKAY".to_owned());
        }
        if let Some(from) = request.strip_prefix("killforward:") {
            let before = known.len();
            known.retain(|(known, _)| known != from);
            return if known.len() < before {
                Ok("OKAY".to_owned())
            } else {
                Err(format!("listener '{from}' not found"))
            };
        }
        let Some(pair) = request.strip_prefix("forward:") else {
            return Err(format!("unknown reverse service `{request}`"));
        };
        let (pair, rebinds) = match pair.strip_prefix("norebind:") {
            Some(pair) => (pair, false),
            None => (pair, true),
        };
        // AOSP requires two parts, neither of them empty.
        let parts = pair.split_once(';').filter(|(from, to)| !from.is_empty() && !to.is_empty() && !to.contains(';'));
        let (from, to) = parts.ok_or_else(|| format!("bad forward: {pair}"))?;
        let (from, port) = listening(from, &known)?;
        if !rebinds && known.iter().any(|(known, _)| *known == from) {
            return Err("cannot rebind existing socket".to_owned());
        }
        known.retain(|(known, _)| *known != from);
        if known.len() >= MOST {
            return Err("cannot bind listener: Too many open files".to_owned());
        }
        known.push((from, to.to_owned()));
        // The bound port follows, even if it was requested by number.
        Ok(port.map_or_else(|| "OKAY".to_owned(), |port| format!("OKAY{:04x}{port}", port.len())))
    }
}

/// Returns the listening socket and its port: the next free one for `tcp:0`.
fn listening(spec: &str, known: &[(String, String)]) -> std::result::Result<(String, Option<String>), String> {
    let cannot = |why: String| format!("cannot bind listener: {why}");
    let (kind, name) = spec.split_once(':').unwrap_or((spec, ""));
    match kind {
        "tcp" => {
            let port = name.rsplit(':').next().unwrap_or_default();
            let port: u16 = port.parse().map_err(|_| cannot(format!("bad port number '{port}'")))?;
            let free = |port: &u16| known.iter().all(|(from, _)| *from != format!("tcp:{port}"));
            let port = if port == 0 { EPHEMERAL.clone().find(free).unwrap_or_default() } else { port };
            Ok((format!("tcp:{port}"), Some(port.to_string())))
        }
        "local" | "localabstract" | "localreserved" | "localfilesystem" if !name.is_empty() => {
            Ok((spec.to_owned(), None))
        }
        _ => Err(cannot(format!("unknown socket specification '{spec}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::Reverses;

    #[test]
    fn requests_are_answered_as_adbd_answers_them() {
        let reverses = Reverses::default();
        for (request, answer) in [
            ("list-forward", "0000"),
            ("forward:tcp:0;tcp:7001", "OKAY000537137"),
            ("forward:tcp:0;tcp:7002", "OKAY000537138"),
            ("forward:tcp:7000;tcp:7001", "OKAY00047000"),
            ("forward:norebind:tcp:7000;tcp:9", "cannot rebind existing socket"),
            ("forward:localabstract:scrcpy;tcp:9", "OKAY"),
            (
                "list-forward",
                "0073host-19 tcp:37137 tcp:7001\nhost-19 tcp:37138 tcp:7002\nhost-19 tcp:7000 tcp:7001\n\
                 host-19 localabstract:scrcpy tcp:9\n",
            ),
            ("killforward:tcp:37137", "OKAY"),
            ("killforward:tcp:37137", "listener 'tcp:37137' not found"),
            ("killforward-all", "OKAY"),
            ("list-forward", "0000"),
            ("forward:tcp:99999;tcp:1", "cannot bind listener: bad port number '99999'"),
            ("forward:evil:1;tcp:1", "cannot bind listener: unknown socket specification 'evil:1'"),
            ("forward:tcp:1", "bad forward: tcp:1"),
            ("forward:tcp:1;", "bad forward: tcp:1;"),
            ("forward:a;b;c", "bad forward: a;b;c"),
            ("evil", "unknown reverse service `evil`"),
        ] {
            let answered = reverses.answer(request).unwrap_or_else(|why| why);
            assert_eq!(answered, answer, "{request}");
        }
    }

    #[test]
    fn no_more_than_so_many_are_kept() {
        let reverses = Reverses::default();
        let refused = (0..200).filter(|_| reverses.answer("forward:tcp:0;tcp:1").is_err()).count();
        assert_eq!(refused, 200 - super::MOST);
    }
}
