//! Fetches the UI tree: from a uiautomator2 server on the phone, which is many times faster, otherwise from
//! `uiautomator dump`, which every phone has.

mod http;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::DeviceError;
use crate::clock::Clock;
use crate::connection::Connection;
use crate::settle::within;
use crate::tree::{Tree, TreeError, parse};
use crate::wire::{Connect, Limit, WireError};

/// The server's address.
const SERVER: &str = "tcp:9008";
/// Its request. `false`: not compressed; 50: the depth.
const QUESTION: &str = r#"{"jsonrpc":"2.0","id":1,"method":"dumpWindowHierarchy","params":[false,50]}"#;
/// How long to wait before looking for a missing server again.
const ABSENT_FOR: Duration = Duration::from_secs(10);
/// The server's timeout: a working server is many times faster.
const SERVER_TIME: Duration = Duration::from_secs(10);

/// XML on the terminal, then `UI hierchary dumped to: /dev/tty` (AOSP's spelling).
const DUMP: &str = "uiautomator dump /dev/tty";
/// For phones whose `exec:` has no terminal.
const DUMP_FILE: &str = "uiautomator dump /data/local/tmp/window_dump.xml && cat /data/local/tmp/window_dump.xml; rm -f /data/local/tmp/window_dump.xml";

/// Remembers whether there is a server.
#[derive(Debug, Default)]
pub(crate) struct Dumper {
    absent_until: Mutex<Duration>,
}

impl Dumper {
    /// Fetches the tree, by the faster method first.
    pub(crate) async fn fetch<C: Connect>(
        &self,
        phone: &Connection<C>,
        clock: &dyn Clock,
    ) -> Result<Tree, DeviceError> {
        let mut from_server = None;
        if clock.now() >= *self.absent_until.lock().unwrap_or_else(PoisonError::into_inner) {
            match ask_server(phone).await {
                Ok(tree) => return Ok(tree),
                Err(why) => {
                    let until = clock.now() + ABSENT_FOR;
                    *self.absent_until.lock().unwrap_or_else(PoisonError::into_inner) = until;
                    from_server = Some(why);
                }
            }
        }
        // If the phone is unreachable by one method, it is by the other.
        if let Some(WireError::Unreachable(why)) = from_server {
            return Err(WireError::Unreachable(why).into());
        }
        dump(phone).await
    }
}

async fn ask_server<C: Connect>(phone: &Connection<C>) -> Result<Tree, WireError> {
    let asking = async {
        let stream = phone.open(SERVER, Limit::SHORT).await?;
        let broken = |why: String| WireError::Broken(format!("the uiautomator2 server: {why}"));
        let body = http::post(stream, "/jsonrpc/0", QUESTION).await.map_err(broken)?;
        let answer: serde_json::Value = serde_json::from_slice(&body).map_err(|error| broken(error.to_string()))?;
        let xml = answer.get("result").and_then(serde_json::Value::as_str);
        let xml = xml.ok_or_else(|| broken("the answer has no result".to_owned()))?;
        parse(xml).map_err(|error| broken(error.to_string()))
    };
    within("the uiautomator2 server", SERVER_TIME, asking).await
}

async fn dump<C: Connect>(phone: &Connection<C>) -> Result<Tree, DeviceError> {
    let said = phone.bytes(DUMP, Limit::LONG).await?;
    match parse(&String::from_utf8_lossy(&said)) {
        Err(TreeError::NotThere(why)) => {
            let said = phone.bytes(DUMP_FILE, Limit::LONG).await?;
            let tree = parse(&String::from_utf8_lossy(&said));
            Ok(tree.map_err(|error| if said.is_empty() { TreeError::NotThere(why) } else { error })?)
        }
        tree => Ok(tree?),
    }
}
