//! Finds the NATS server for fleet commands: from flags, the environment and the configuration, in this order.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use fleet::{Access, Fleet, FleetError, Limits};

use crate::config::Config;
use crate::output;

/// The interval between attempts to reach a missing server.
const AGAIN: Duration = Duration::from_secs(2);

/// The options of every fleet command.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct NatsOptions {
    /// The NATS server, or several separated by commas: nats://HOST:4222; by default [fleet] nats of the configuration
    #[arg(long, value_name = "URL", global = true, env = "NATS_URL", hide_env_values = true)]
    nats: Option<String>,
    /// A file with NATS credentials: a JWT and its seed
    #[arg(long, value_name = "FILE", global = true, env = "NATS_CREDS")]
    nats_creds: Option<PathBuf>,
    /// A file with the seed of an nkey
    #[arg(long, value_name = "FILE", global = true, env = "NATS_NKEY")]
    nats_nkey: Option<PathBuf>,
    /// Certificates of the authority that signed the server's certificate, in PEM
    #[arg(long, value_name = "FILE", global = true, env = "NATS_CA")]
    nats_ca: Option<PathBuf>,
    /// Our client certificate, in PEM
    #[arg(long, value_name = "FILE", global = true, requires = "nats_key", env = "NATS_CERT")]
    nats_cert: Option<PathBuf>,
    /// The private key of that certificate, in PEM
    #[arg(long, value_name = "FILE", global = true, requires = "nats_cert", env = "NATS_KEY")]
    nats_key: Option<PathBuf>,
}

impl NatsOptions {
    /// Returns where the server is, if any source says so.
    pub(crate) fn access(&self, config: &Config) -> Option<Access> {
        let url = self.nats.clone().or_else(|| config.fleet.nats.clone())?;
        Some(Access {
            url,
            credentials: self.nats_creds.clone().or_else(|| config.fleet.nats_creds.clone()),
            nkey: self.nats_nkey.clone(),
            ca: self.nats_ca.clone().or_else(|| config.fleet.nats_ca.clone()),
            certificate: self.nats_cert.clone().zip(self.nats_key.clone()),
        })
    }

    fn needed(&self, config: &Config) -> Result<Access> {
        match self.access(config) {
            Some(access) => Ok(access),
            None => {
                bail!("which fleet? give --nats nats://HOST:4222, or set `nats` below [fleet] in the configuration")
            }
        }
    }

    /// Connects, or fails at once.
    pub(crate) async fn connect(&self, config: &Config, name: &str) -> Result<Fleet> {
        Ok(Fleet::connect(&self.needed(config)?, name, limits(config)).await?)
    }

    /// Connects as soon as the server is there. Fails at once on errors that waiting cannot fix.
    pub(crate) async fn connect_patiently(&self, config: &Config, name: &str) -> Result<Fleet> {
        let access = self.needed(config)?;
        let mut told = false;
        loop {
            match Fleet::connect(&access, name, limits(config)).await {
                Ok(fleet) => return Ok(fleet),
                Err(error @ (FleetError::Unreachable { .. } | FleetError::Away(_))) => {
                    if !told {
                        output::hint(&format!("waiting: {error}"));
                        told = true;
                    }
                }
                Err(error) => return Err(error.into()),
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Returns the configured limits.
pub(crate) fn limits(config: &Config) -> Limits {
    let usual = Limits::default();
    Limits {
        quota: config.fleet.quota.unwrap_or(usual.quota),
        concurrency: config.fleet.concurrency.unwrap_or(usual.concurrency),
        // The lease is renewed every third of it: below a second is too short for a network, and an hour is effectively
        // no lease.
        lease: config.fleet.lease.map_or(usual.lease, |seconds| Duration::from_secs(seconds.clamp(3, 3600))),
        ..usual
    }
}

/// Returns the name of this machine.
pub(crate) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let plain: String =
        name.chars().filter(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(*letter)).collect();
    if plain.is_empty() { "host".to_owned() } else { plain.chars().take(60).collect() }
}

/// Returns the default submitter of tasks.
pub(crate) fn user() -> String {
    let name = std::env::var("USER").or_else(|_| std::env::var("USERNAME")).unwrap_or_default();
    if name.trim().is_empty() { "somebody".to_owned() } else { name }
}
