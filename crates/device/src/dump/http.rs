//! Sends one POST over a stream to a server on the phone, within bounds. hyper speaks HTTP; the caller provides the
//! stream and the timeout. It never follows a redirect and never keeps a connection.

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONNECTION, CONTENT_TYPE, HOST};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};

/// The longest answer. hyper bounds its head: a hundred headers within its read buffer.
const MAX_BODY: usize = 32 << 20;

/// Posts JSON and returns the body of the answer.
pub(super) async fn post<S>(stream: S, path: &str, json: &str) -> Result<Bytes, String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let said = |error: hyper::Error| error.to_string();
    let request = Request::post(path)
        .header(HOST, "127.0.0.1:9008")
        .header(CONTENT_TYPE, "application/json")
        .header(CONNECTION, "close")
        .body(Full::new(Bytes::copy_from_slice(json.as_bytes())))
        .map_err(|error| error.to_string())?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(said)?;
    let exchange = async {
        let response = sender.send_request(request).await.map_err(said)?;
        if response.status() != StatusCode::OK {
            return Err(format!("it answered `{}`", response.status()));
        }
        let body = Limited::new(response.into_body(), MAX_BODY).collect().await;
        let body = body.map_err(|error| match error.is::<LengthLimitError>() {
            true => format!("the answer is longer than {MAX_BODY} bytes"),
            false => format!("the answer was cut off: {error}"),
        })?;
        Ok(body.to_bytes())
    };
    let mut exchange = std::pin::pin!(exchange);
    tokio::select! {
        answer = &mut exchange => answer,
        // The server has closed its end, but its earlier data is still unread.
        _ = connection => exchange.await,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Returns the result of an answer; `ended` means that the server closes its end after it, as it may.
    fn answer(said: &[u8], ended: bool) -> Result<String, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let (near, mut far) = tokio::io::duplex(1 << 20);
            let server = async {
                let mut request = Vec::new();
                while !request.ends_with(b"{}") {
                    far.read_buf(&mut request).await.unwrap();
                }
                let request = String::from_utf8(request).unwrap().to_ascii_lowercase();
                assert!(request.starts_with("post /jsonrpc/0 http/1.1\r\n"), "{request}");
                assert!(request.contains("\r\ncontent-length: 2\r\n"), "{request}");
                // After a refusal half-way, the reader no longer listens.
                drop(far.write_all(said).await);
                if ended {
                    drop(far);
                } else {
                    std::future::pending::<()>().await;
                }
            };
            let asked = async {
                let asked = post(near, "/jsonrpc/0", "{}");
                tokio::time::timeout(std::time::Duration::from_secs(1), asked).await
            };
            tokio::select! {
                answer = asked => match answer {
                    Ok(answer) => answer.map(|body| String::from_utf8_lossy(&body).into_owned()),
                    Err(_) => Err("more is waited for".to_owned()),
                },
                () = async { server.await; std::future::pending().await } => Err("unreachable".to_owned()),
            }
        })
    }

    #[test]
    fn an_answer_is_read_as_soon_as_it_is_complete() {
        type Row<'a> = (&'a str, bool, Result<&'a str, &'a str>);
        let rows: [Row<'_>; 12] = [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", false, Ok("{}")),
            ("HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\n{", false, Err("waited for")),
            ("HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\n{", true, Err("cut")),
            ("HTTP/1.0 200 OK\r\n\r\n{}", false, Err("waited for")),
            ("HTTP/1.0 200 OK\r\n\r\n{}", true, Ok("{}")),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x\r\n}\r\n0\r\n\r\n", false, Ok("{}")),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\r\n", true, Err("cut")),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\n{", true, Err("cut")),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", true, Err("cut")),
            ("HTTP/1.1 404 Not Found\r\n\r\n", false, Err("404")),
            ("HTTP/1.1 200", true, Err("closed before")),
            ("SSH-2.0-OpenSSH_9.2\r\n", false, Err("invalid HTTP")),
        ];
        for (said, ended, expected) in rows {
            match (answer(said.as_bytes(), ended), expected) {
                (Ok(body), Ok(expected)) => assert_eq!(body, expected, "{said}"),
                (Err(error), Err(expected)) => assert!(error.contains(expected), "{said}: {error}"),
                (found, _) => panic!("{said}: {found:?}"),
            }
        }
    }

    #[test]
    fn an_answer_without_end_is_not_read_to_it() {
        let mut said = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        said.resize(MAX_BODY + 1_000, b'x');
        assert_eq!(answer(&said, false), Err(format!("the answer is longer than {MAX_BODY} bytes")));
        let head = format!("HTTP/1.1 200 OK\r\nX: {}", "x".repeat(4 << 20));
        let error = answer(head.as_bytes(), false).unwrap_err();
        assert!(error.contains("too large"), "{error}");
    }

    proptest! {
        #[test]
        fn any_answer_is_read_or_refused(said in "(HTTP/1.1 200 OK\r\n|\r\n|Content-Length: |Transfer-Encoding: chunked|[0-9a-f]{1,17}|[ -~]){0,30}", ended: bool) {
            drop(answer(said.as_bytes(), ended));
        }
    }
}
