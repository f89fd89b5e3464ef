//! The HTTP server of mobilerun's Portal on the wire. Like the original, it serves one request per connection. The
//! answers come from the module of Portal's provider.

use std::time::Duration;

use adb::{Error, Result};
use tokio::io::{AsyncRead, AsyncWrite, BufReader};

use super::{Adbd, http};
use commands::portal::{Reply, listening, respond};

/// Serves one request, if Portal listens on this port.
pub(super) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(adbd: &Adbd, port: u16, stream: S) -> Result<()> {
    let found = adbd.with(|phone| listening(phone)).await?.filter(|(_, open)| *open == port);
    let Some((package, _)) = found else {
        return Err(Error::Refused("no server listens on this port".to_owned()));
    };
    let mut stream = BufReader::new(stream);
    let Some(request) = http::read(&mut stream).await? else { return Ok(()) };
    let answered = adbd.with(move |phone| {
        let ahead_ms = phone.ahead_ms();
        let token = request.authorization.as_deref().map(|given| given.strip_prefix("Bearer ").unwrap_or(given).trim());
        let reply = respond(package, (&request.method, &request.path), token, &request.body, phone);
        (reply, phone.owed_since(ahead_ms))
    });
    let (reply, owed_ms) = answered.await?;
    if owed_ms > 0 {
        tokio::time::sleep(Duration::from_millis(owed_ms)).await;
    }
    let (status, kind, body) = match reply {
        Reply::Json(text) => ("200 OK", "application/json", text.into_bytes()),
        Reply::Picture(kind, bytes) => ("200 OK", kind, bytes),
        Reply::Unauthorized(text) => ("401 Unauthorized", "application/json", text.into_bytes()),
    };
    http::answer_last(&mut stream, status, kind, &body).await
}
