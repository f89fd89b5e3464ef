//! The page itself, which holds no data and is open to everyone.
//!
//! A debug build serves the page in the folder `FINGERTIP_PAGE` instead, so that work on the page needs no Rust build.

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::page::{self, Asset, Body};
use crate::problem::Problem;
#[cfg(debug_assertions)]
use crate::static_files;

/// Returns a document of the page that the server completes; `None` in a build without a page.
pub(super) async fn template(name: &str) -> Option<String> {
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os("FINGERTIP_PAGE").filter(|folder| !folder.is_empty()) {
        return tokio::fs::read_to_string(std::path::Path::new(&folder).join(name)).await.ok();
    }
    let plain = page::find(name)?.body.unpacked().ok()?;
    String::from_utf8(plain.into_owned()).ok()
}

/// Handles everything that is not in the table: a file of the page, or nothing.
pub(super) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let path = if uri.path() == "/" { "index.html" } else { uri.path().trim_start_matches('/') };
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os("FINGERTIP_PAGE").filter(|folder| !folder.is_empty()) {
        return static_files::serve(std::path::Path::new(&folder), path).await;
    }
    let Some(asset) = page::find(path).filter(|_| !uri.path().starts_with("//")) else {
        return Err(Problem::not_found("there is nothing here"));
    };
    if !matches!(method, Method::GET | Method::HEAD) {
        return Err(Problem::wrong_method());
    }
    Ok(serve(asset, &headers))
}

/// Serves a script of the page under a fixed name, for frames.
pub(super) async fn script(path: &'static str) -> Result<Response, Problem> {
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os("FINGERTIP_PAGE").filter(|folder| !folder.is_empty()) {
        return static_files::serve(std::path::Path::new(&folder), path).await;
    }
    let asset = page::find(path).ok_or_else(|| Problem::not_found("this build has no page"))?;
    Ok(serve(asset, &HeaderMap::new()))
}

fn serve(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let unchanged = headers.get(header::IF_NONE_MATCH).is_some_and(|tag| tag == asset.tag);
    let packed = match asset.body {
        Body::Gzip(bytes) if takes_gzip(headers) => Some(bytes),
        Body::Gzip(_) | Body::Plain(_) => None,
    };
    let mut response = match packed {
        _ if unchanged => StatusCode::NOT_MODIFIED.into_response(),
        Some(bytes) => bytes.into_response(),
        None => match asset.body.unpacked() {
            Ok(bytes) => bytes.into_response(),
            Err(error) => return Problem::ours(&error).into_response(),
        },
    };
    let set = response.headers_mut();
    let mut put = |name, value: &'static str| set.insert(name, header::HeaderValue::from_static(value));
    put(header::CONTENT_TYPE, asset.kind);
    put(header::ETAG, asset.tag);
    put(header::VARY, "accept-encoding");
    // The names in `assets` change with their content.
    put(
        header::CACHE_CONTROL,
        if asset.path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-store" },
    );
    if packed.is_some() {
        put(header::CONTENT_ENCODING, "gzip");
    }
    response
}

/// Whether the browser accepts gzip; `gzip;q=0` means no.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|part| {
        let mut words = part.split(';').map(str::trim);
        let named = words.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        named && words.all(|weight| !matches!(weight.trim_start_matches("q=").parse::<f32>(), Ok(0.0)))
    })
}
