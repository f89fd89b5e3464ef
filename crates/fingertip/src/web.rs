//! HTTP clients of the commands: for the server on this machine, and to check that a model answers.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::{Client, Response};

/// Creates a client for the server of this machine. Over TLS it trusts the certificate that the server left in the data
/// folder.
pub(crate) fn client_of_server(url: &str, data: &Path, connect: Duration) -> Result<Client> {
    if url.starts_with("http://") {
        return client(url, connect);
    }
    let builder = Client::builder().connect_timeout(connect).redirect(reqwest::redirect::Policy::none()).no_proxy();
    let builder = builder.tls_backend_preconfigured(crate::tls::pinned(data)?);
    builder.build().context("cannot create an HTTP client")
}

/// Creates a client for addresses like this one. It follows no redirects, because a secret would go along.
pub(crate) fn client(address: &str, connect: Duration) -> Result<Client> {
    // If a provider is already installed, that one is used.
    drop(rustls::crypto::ring::default_provider().install_default());
    let mut builder = Client::builder()
        .connect_timeout(connect)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("fingertip/", env!("CARGO_PKG_VERSION")));
    if address.starts_with("http://") {
        // Without this the platform's certificates are loaded, which fails where there are none.
        builder = builder.no_proxy().tls_certs_only([]);
    }
    builder.build().context("cannot create an HTTP client")
}

/// Reads a whole body of at most `most` bytes.
pub(crate) async fn body(mut response: Response, most: usize) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(bytes) =
        response.chunk().await.map_err(reqwest::Error::without_url).context("the answer was cut off")?
    {
        if body.len() + bytes.len() > most {
            bail!("the answer is longer than {most} bytes");
        }
        body.extend_from_slice(&bytes);
    }
    Ok(body)
}
