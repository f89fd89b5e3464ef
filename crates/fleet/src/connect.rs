//! The connection to NATS: our identity, the server's capabilities, and the streams.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::kv::Store;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use nkeys::KeyPair;

use crate::error::{FleetError, plain};
use crate::streams::{self, Limits, Streams};
use crate::tls::{self, unusable};

/// The oldest server that has key-value buckets, multiple filters, and subjects in a stream's info.
const OLDEST: (u32, u32) = (2, 10);
/// How long a server may take to answer, even one across an ocean.
const ANSWER: Duration = Duration::from_secs(5);

/// The server's address and our identity, as NATS users know them.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// One or several addresses, separated by commas: `nats://host:4222`, `tls://host`. May contain a user and a
    /// password.
    pub url: String,
    /// A file with a JWT and its seed.
    pub credentials: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// Certificates of the authority that signed the server's certificate.
    pub ca: Option<PathBuf>,
    /// Our own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// A server that requires no credentials.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), ..Self::default() }
    }

    /// Returns the address without secrets, for people.
    pub fn shown(&self) -> String {
        let shown = self.url.split(',').map(|url| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => url.to_owned(),
        });
        shown.collect::<Vec<_>>().join(",")
    }

    async fn connect(&self, name: &str) -> Result<Client, FleetError> {
        tls::check_files(self.ca.as_ref(), self.certificate.as_ref()).await?;
        let mut options = ConnectOptions::new().name(format!("fingertip {name}")).request_timeout(Some(ANSWER));
        if let Some(path) = &self.credentials {
            options = options.credentials_file(path).await.map_err(|error| unusable(path, error))?;
        }
        if let Some(path) = &self.nkey {
            let text = tokio::fs::read_to_string(path).await.map_err(|error| unusable(path, error))?;
            let seed = text.lines().map(str::trim).find(|line| line.starts_with("SU"));
            let seed = seed.ok_or_else(|| unusable(path, "it contains no seed of a user (SU…)"))?;
            KeyPair::from_seed(seed).map_err(|error| unusable(path, error))?;
            options = options.nkey(seed.to_owned());
        }
        if let Some(path) = &self.ca {
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        // The client takes the identity from its options, not from the address.
        match self.url.split(',').find_map(user) {
            Some((token, None)) => options = options.token(token),
            Some((user, Some(password))) => options = options.user_and_password(user, password),
            None => {}
        }
        let servers = self.shown();
        let servers: Vec<&str> = servers.split(',').map(str::trim).filter(|url| !url.is_empty()).collect();
        options.connect(servers).await.map_err(|error| {
            let (url, why) = (self.shown(), plain(&error.to_string()));
            if let Some(refused) = tls::refused(&error, &url) {
                return refused;
            }
            match error.kind() {
                ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                    FleetError::Refused { url, why }
                }
                _ => FleetError::Unreachable { url, why },
            }
        })
    }
}

/// A connection with its streams. Clones share the connection; a lost one reconnects by itself.
#[derive(Clone)]
pub struct Fleet {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    pub(crate) tasks: Stream,
    pub(crate) records: Stream,
    pub(crate) dead: Stream,
    pub(crate) presence: Store,
    pub(crate) states: Store,
    /// `None` if the server has no room for pictures.
    pub(crate) pictures: Option<ObjectStore>,
    pub(crate) limits: Limits,
}

impl std::fmt::Debug for Fleet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fleet").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Fleet {
    /// Connects, and creates missing streams.
    pub async fn connect(access: &Access, name: &str, limits: Limits) -> Result<Self, FleetError> {
        let url = access.shown();
        let client = access.connect(name).await?;
        let info = client.server_info();
        if version(&info.version).is_none_or(|found| found < OLDEST) {
            return Err(FleetError::TooOld { url, version: plain(&info.version) });
        }
        let jetstream = jetstream::new(client.clone());
        let account = tokio::time::timeout(ANSWER, jetstream.query_account()).await;
        if !info.jetstream || !matches!(account, Ok(Ok(_))) {
            return Err(FleetError::NoJetStream { url });
        }
        // Three replicas if there are three servers to hold them.
        let replicas = if info.cluster.is_some() && info.connect_urls.len() >= 3 { 3 } else { 1 };
        let streams = streams::open(&jetstream, limits, replicas).await?;
        let Streams { tasks, records, dead, presence, states, pictures, limits } = streams;
        Ok(Self { client, jetstream, tasks, records, dead, presence, states, pictures, limits })
    }

    /// Returns the server's version, and how much of its storage is used, for `doctor`.
    pub async fn server(&self) -> Result<(String, u64, Option<u64>), FleetError> {
        let account = self.jetstream.query_account().await.map_err(FleetError::away)?;
        let most = u64::try_from(account.limits.max_storage.unwrap_or(-1)).ok();
        Ok((plain(&self.client.server_info().version), account.storage, most))
    }
}

/// Returns the user and the password in an address, or the token.
fn user(url: &str) -> Option<(String, Option<String>)> {
    let (user, _) = url.rsplit_once('@')?;
    let user = user.split_once("://").map_or(user, |(_, user)| user).trim();
    Some(match user.split_once(':') {
        Some((user, password)) => (decoded(user), Some(decoded(password))),
        None => (decoded(user), None),
    })
}

/// Decodes percent escapes: `%40` becomes `@`. Invalid escapes stay.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match hex.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split(['.', '-']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        for (url, shown) in [
            ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222"),
            ("nats://ann:secret@host:4222,tls://b:p@two", "nats://host:4222,tls://two"),
            ("ann:secret@host", "host"),
            ("host:4222", "host:4222"),
        ] {
            assert_eq!(Access::new(url).shown(), shown);
        }
        assert_eq!(user("nats://a%40b:p%3a@host"), Some(("a@b".to_owned(), Some("p:".to_owned()))));
        assert_eq!(user("token@host"), Some(("token".to_owned(), None)));
        assert_eq!(decoded("%zz%4"), "%zz%4");
        assert_eq!(version("2.10.3-beta"), Some((2, 10)));
        assert_eq!(version("x"), None);
    }
}
