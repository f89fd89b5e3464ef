//! HTTP as the commands themselves use it: to the server on this machine, and to see whether a model is there.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::{Client, Response};

/// A client for the server of this machine: over TLS it is known by the certificate that it left in the data folder.
pub(crate) fn client_of_server(url: &str, data: &Path, connect: Duration) -> Result<Client> {
    if url.starts_with("http://") {
        return client(url, connect);
    }
    let builder = Client::builder().connect_timeout(connect).redirect(reqwest::redirect::Policy::none()).no_proxy();
    let builder = builder.tls_backend_preconfigured(crate::tls::pinned(data)?);
    builder.build().context("no connection can be made")
}

/// A client for addresses that begin like this one. It follows no redirects: a secret would go along.
pub(crate) fn client(address: &str, connect: Duration) -> Result<Client> {
    // Whoever comes second finds it installed: that is as good.
    drop(rustls::crypto::ring::default_provider().install_default());
    let mut builder = Client::builder()
        .connect_timeout(connect)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("fingertip/", env!("CARGO_PKG_VERSION")));
    if address.starts_with("http://") {
        // Without this the platform's certificates are loaded, and where there are none, that fails.
        builder = builder.no_proxy().tls_certs_only([]);
    }
    builder.build().context("no connection can be made")
}

/// A whole body of at most so many bytes.
pub(crate) async fn body(mut response: Response, most: usize) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(bytes) =
        response.chunk().await.map_err(reqwest::Error::without_url).context("the answer broke off")?
    {
        if body.len() + bytes.len() > most {
            bail!("the answer is longer than {most} bytes");
        }
        body.extend_from_slice(&bytes);
    }
    Ok(body)
}
