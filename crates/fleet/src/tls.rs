//! Certificates, ours and the server's. Files are checked before they are used, so that each error names its file; and
//! failed handshakes get a message for people. Reads files, opens no connection.

use std::path::{Path, PathBuf};

use async_nats::ConnectError;
use async_nats::rustls::pki_types::pem::PemObject;
use async_nats::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use async_nats::rustls::{self, ClientConfig, RootCertStore};

use crate::error::FleetError;

/// Checks that the given files can be used: the authority's certificates, and our own with its key.
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
    if found.is_empty() { Err(unusable(path, "it contains no certificate in PEM format")) } else { Ok(found) }
}

async fn read(path: &Path) -> Result<Vec<u8>, FleetError> {
    tokio::fs::read(path).await.map_err(|error| unusable(path, error))
}

/// An error about a file that cannot be used.
pub(crate) fn unusable(path: &Path, why: impl std::fmt::Display) -> FleetError {
    FleetError::Credentials { path: path.display().to_string(), why: why.to_string() }
}

/// Converts a failed handshake, if that is why there is no connection.
pub(crate) fn refused(error: &ConnectError, url: &str) -> Option<FleetError> {
    let source = std::error::Error::source(error)?.downcast_ref::<std::io::Error>()?;
    let failed = source.get_ref()?.downcast_ref::<rustls::Error>()?;
    let (url, why) = (url.to_owned(), failed.to_string());
    Some(match failed {
        rustls::Error::InvalidCertificate(_) => FleetError::Untrusted { url, why },
        rustls::Error::AlertReceived(_) => FleetError::Refused { url, why },
        // The server's bytes are not TLS at all.
        rustls::Error::InvalidMessage(_) => FleetError::NoTls { url },
        _ => FleetError::Unreachable { url, why: format!("the TLS handshake failed: {why}") },
    })
}
