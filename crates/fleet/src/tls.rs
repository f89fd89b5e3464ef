//! Certificates, ours and the server's: files are looked at before they are used, so that each complaint names the file it
//! is about; and what a handshake that failed says to people. Reads files, opens no connection.

use std::path::{Path, PathBuf};

use async_nats::ConnectError;
use async_nats::rustls::pki_types::pem::PemObject;
use async_nats::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use async_nats::rustls::{self, ClientConfig, RootCertStore};

use crate::error::FleetError;

/// Whether what was given can be used: the authority's certificates, and our own with its key.
pub(crate) async fn check_files(
    ca: Option<&PathBuf>,
    certificate: Option<&(PathBuf, PathBuf)>,
) -> Result<(), FleetError> {
    let mut roots = RootCertStore::empty();
    if let Some(path) = ca {
        for certificate in certificates(path).await? {
            roots.add(certificate).map_err(|error| unusable(path, error))?;
        }
    }
    if let Some((path, key_path)) = certificate {
        let chain = certificates(path).await?;
        let key = PrivateKeyDer::from_pem_slice(&read(key_path).await?).map_err(|error| unusable(key_path, error))?;
        let used = ClientConfig::builder().with_root_certificates(roots).with_client_auth_cert(chain, key);
        used.map_err(|error| unusable(path, error))?;
    }
    Ok(())
}

async fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, FleetError> {
    let text = read(path).await?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    let found = found.map_err(|error| unusable(path, error))?;
    if found.is_empty() { Err(unusable(path, "there is no certificate in it, in PEM")) } else { Ok(found) }
}

async fn read(path: &Path) -> Result<Vec<u8>, FleetError> {
    tokio::fs::read(path).await.map_err(|error| unusable(path, error))
}

/// A file that cannot be used.
pub(crate) fn unusable(path: &Path, why: impl std::fmt::Display) -> FleetError {
    FleetError::Credentials { path: path.display().to_string(), why: why.to_string() }
}

/// What became of a handshake, if that is why there is no connection.
pub(crate) fn refused(error: &ConnectError, url: &str) -> Option<FleetError> {
    let source = std::error::Error::source(error)?.downcast_ref::<std::io::Error>()?;
    let failed = source.get_ref()?.downcast_ref::<rustls::Error>()?;
    let (url, why) = (url.to_owned(), failed.to_string());
    Some(match failed {
        rustls::Error::InvalidCertificate(_) => FleetError::Untrusted { url, why },
        rustls::Error::AlertReceived(_) => FleetError::Refused { url, why },
        // What it sends is no TLS at all.
        rustls::Error::InvalidMessage(_) => FleetError::NoTls { url },
        _ => FleetError::Unreachable { url, why: format!("no TLS with it: {why}") },
    })
}
