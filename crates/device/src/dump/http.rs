//! One POST over a stream: as little of HTTP/1.1 as a server on the phone needs, within bounds.

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// How long an answer may be.
const MAX_BODY: usize = 32 << 20;
/// How long its head may be.
const MAX_HEAD: usize = 16 << 10;

/// Posts JSON and takes the body of the answer.
pub(super) async fn post<S>(stream: &mut S, path: &str, json: &str) -> Result<Vec<u8>, String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:9008\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{json}",
        json.len()
    );
    let lost = |error: std::io::Error| error.to_string();
    stream.write_all(request.as_bytes()).await.map_err(lost)?;
    stream.flush().await.map_err(lost)?;
    let mut read = Vec::new();
    loop {
        if let Some(body) = answer(&read, false)? {
            return Ok(body);
        }
        if read.len() > MAX_BODY + MAX_HEAD {
            return Err(format!("the answer is longer than {MAX_BODY} bytes"));
        }
        read.reserve(64 << 10);
        if stream.read_buf(&mut read).await.map_err(lost)? == 0 {
            return answer(&read, true)?.ok_or_else(|| "the answer is cut".to_owned());
        }
    }
}

/// The body, once it is complete; `ended` says that nothing more will come.
fn answer(read: &[u8], ended: bool) -> Result<Option<Vec<u8>>, String> {
    let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") else {
        return if read.len() > MAX_HEAD { Err("the head of the answer is too long".to_owned()) } else { Ok(None) };
    };
    let head = String::from_utf8_lossy(&read[..end]);
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap_or_default();
    if !(status.starts_with("HTTP/1.") && status.split(' ').nth(1) == Some("200")) {
        return Err(format!("it answered `{}`", status.chars().take(80).collect::<String>()));
    }
    let header = |name: &str| {
        head.split("\r\n").skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_ascii_lowercase())
        })
    };
    let body = &read[end + 4..];
    if header("transfer-encoding").is_some_and(|coding| coding.contains("chunked")) {
        return chunks(body);
    }
    match header("content-length") {
        None => Ok(ended.then(|| body.to_vec())),
        Some(length) => {
            let length: usize = length.parse().map_err(|_| format!("the length `{length}`"))?;
            if length > MAX_BODY {
                return Err(format!("it announces {length} bytes; at most {MAX_BODY} are read"));
            }
            Ok(body.get(..length).map(<[u8]>::to_vec))
        }
    }
}

/// A chunked body, once its last chunk is there.
fn chunks(mut rest: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let mut body = Vec::new();
    loop {
        let Some(end) = rest.windows(2).position(|two| two == b"\r\n") else { return Ok(None) };
        let line = String::from_utf8_lossy(&rest[..end]);
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).map_err(|_| "a chunk without a size".to_owned())?;
        if body.len().saturating_add(size) > MAX_BODY {
            return Err(format!("the answer is longer than {MAX_BODY} bytes"));
        }
        if size == 0 {
            return Ok(Some(body));
        }
        let Some(data) = rest.get(end + 2..end + 2 + size) else { return Ok(None) };
        body.extend_from_slice(data);
        let Some(next) = rest.get(end + 2 + size + 2..) else { return Ok(None) };
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_answer_is_read_as_soon_as_it_is_complete() {
        type Row<'a> = (&'a str, bool, Result<Option<&'a str>, &'a str>);
        let rows: [Row<'_>; 10] = [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", false, Ok(Some("{}"))),
            ("HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\n{", false, Ok(None)),
            ("HTTP/1.0 200 OK\r\n\r\n{}", false, Ok(None)),
            ("HTTP/1.0 200 OK\r\n\r\n{}", true, Ok(Some("{}"))),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x\r\n}\r\n0\r\n\r\n",
                false,
                Ok(Some("{}")),
            ),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\r\n", false, Ok(None)),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{", false, Err("longer than")),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", false, Err("announces")),
            ("HTTP/1.1 404 Not Found\r\n\r\n", false, Err("404")),
            ("HTTP/1.1 200", false, Ok(None)),
        ];
        for (read, ended, expected) in rows {
            match (answer(read.as_bytes(), ended), expected) {
                (Ok(body), Ok(expected)) => assert_eq!(body.as_deref(), expected.map(str::as_bytes), "{read}"),
                (Err(error), Err(expected)) => assert!(error.contains(expected), "{error}"),
                (found, _) => panic!("{read}: {found:?}"),
            }
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_read_or_refused(read in "(HTTP/1.1 200 OK\r\n|\r\n|Content-Length: |Transfer-Encoding: chunked|[0-9a-f]{1,17}|[ -~]){0,30}", ended: bool) {
            drop(answer(read.as_bytes(), ended));
        }
    }
}
