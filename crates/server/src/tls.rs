//! TLS for the server's connections: rustls with ring. The binary chooses the certificate.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// The first byte of every TLS connection, and of no plain request.
const HANDSHAKE: u8 = 0x16;

/// The answer to a request in plain HTTP.
const IN_CLEAR: &[u8] = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\nconnection: close\r\n\
      content-length: 62\r\n\r\nThis server speaks TLS: use an address that begins with https\n";

/// A certificate and its key, ready to serve with, and the names in it.
#[derive(Clone)]
pub struct Tls {
    acceptor: TlsAcceptor,
    /// The names of this machine besides its addresses.
    pub(crate) names: Vec<String>,
    /// The certificate itself, in DER.
    certificate: Vec<u8>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("names", &self.names).finish_non_exhaustive()
    }
}

/// Why TLS does not work with these files. No message contains any part of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TlsError {
    /// The certificate cannot be read.
    #[error("the certificate cannot be read: {0}; expected PEM with `-----BEGIN CERTIFICATE-----`")]
    Certificate(String),
    /// The key cannot be read.
    #[error("the key cannot be read; expected PEM with `-----BEGIN PRIVATE KEY-----`, without a password")]
    Key,
    /// They do not belong together, or cannot be used.
    #[error("the certificate and the key cannot be used together: {0}")]
    Pair(String),
}

impl Tls {
    /// Creates it from a certificate with its chain, and its key, both in PEM.
    pub fn from_pem(certificates: &[u8], key: &[u8], names: Vec<String>) -> Result<Self, TlsError> {
        let chain = CertificateDer::pem_slice_iter(certificates).collect::<Result<Vec<_>, _>>();
        let chain = chain.map_err(|error| TlsError::Certificate(error.to_string()))?;
        let first = chain.first().ok_or_else(|| TlsError::Certificate("the file contains none".to_owned()))?;
        let certificate = first.to_vec();
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| TlsError::Key)?;
        let pair = |error: tokio_rustls::rustls::Error| TlsError::Pair(error.to_string());
        let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let builder = builder.with_safe_default_protocol_versions().map_err(pair)?.with_no_client_auth();
        let mut config = builder.with_single_cert(chain, key).map_err(pair)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { acceptor: TlsAcceptor::from(Arc::new(config)), names, certificate })
    }

    /// Returns the certificate that others see, in DER.
    pub fn certificate(&self) -> &[u8] {
        &self.certificate
    }

    /// Encrypts a connection; `None` if the other end does not speak TLS in time.
    pub(crate) async fn accept(&self, mut stream: TcpStream, time: Duration) -> Option<TlsStream<TcpStream>> {
        let greeting = async {
            let mut first = [0];
            if stream.peek(&mut first).await.ok()? == 1 && first != [HANDSHAKE] {
                _ = stream.write_all(IN_CLEAR).await;
                return None;
            }
            match self.acceptor.accept(stream).await {
                Ok(stream) => Some(stream),
                Err(error) => {
                    tracing::debug!(%error, "a connection was not encrypted");
                    None
                }
            }
        };
        timeout(time, greeting).await.ok().flatten()
    }
}
