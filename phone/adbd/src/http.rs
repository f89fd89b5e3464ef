//! The subset of HTTP that servers on a phone use: requests with a length, one after the other on a stream.

use adb::{Error, Result};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// The maximum size of a request, and of one of its lines.
const MAX_BODY: usize = 4 << 20;
const MAX_LINE: u64 = 16 << 10;
/// The maximum number of header lines.
const MAX_HEADERS: usize = 100;

/// A request.
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) body: Vec<u8>,
    /// The value of the `Authorization` header.
    pub(super) authorization: Option<String>,
}

/// Reads the next request; none once the client has closed the connection.
pub(super) async fn read(stream: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<Request>> {
    let Some(first) = line(stream).await? else { return Ok(None) };
    let mut words = first.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or_default().to_owned());
    let (mut length, mut authorization) = (0, None);
    for _ in 0..MAX_HEADERS {
        let Some(header) = line(stream).await? else { break };
        if header.is_empty() {
            break;
        }
        let Some((name, value)) = header.split_once(':') else { continue };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    if length > MAX_BODY {
        return Err(Error::Protocol(format!("a request of {length} bytes")));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Some(Request { method, path, body, authorization }))
}

async fn line(stream: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<String>> {
    let mut line = String::new();
    let length = (&mut *stream).take(MAX_LINE).read_line(&mut line).await?;
    Ok((length > 0).then(|| line.trim_end().to_owned()))
}

/// Answers the last request.
pub(super) async fn answer(stream: &mut (impl AsyncWrite + Unpin), status: &str, kind: &str, body: &str) -> Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: keep-alive\r\n\r\n",
        body.len()
    );
    write_whole(stream, &head, body.as_bytes()).await
}

/// Answers a request and closes the connection.
pub(super) async fn answer_last(
    stream: &mut (impl AsyncWrite + Unpin),
    status: &str,
    kind: &str,
    body: &[u8],
) -> Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nAccess-Control-Allow-Origin: *\r\nConnection: \
         close\r\n\r\n",
        body.len()
    );
    write_whole(stream, &head, body).await
}

/// Writes head and body in one write. In two packets the second would wait 40 ms in the adb server, which forwards each
/// with its own write: Nagle's algorithm holds a small write until the previous one is acknowledged.
async fn write_whole(stream: &mut (impl AsyncWrite + Unpin), head: &str, body: &[u8]) -> Result<()> {
    stream.write_all(&[head.as_bytes(), body].concat()).await?;
    stream.flush().await?;
    Ok(())
}
