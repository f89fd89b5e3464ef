//! A tool's result as text for a model: bounded, without terminal escapes. Pictures, sounds and files are replaced by a
//! note with their size.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use task::agent::ToolError;

use super::text::{line, plain};

/// How much of a result is kept, in bytes: as much as the loop gives to a mind.
const LONGEST: usize = 64 << 10;
/// How many parts of it are read.
const MOST_PARTS: usize = 256;

/// Returns the text, or the failure that the tool itself reported.
pub(super) fn read(result: &CallToolResult) -> Result<String, ToolError> {
    let mut text = String::new();
    for part in result.content.iter().take(MOST_PARTS) {
        let room = LONGEST.saturating_sub(text.len());
        if room == 0 {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&said(part, room));
    }
    if result.content.len() > MOST_PARTS {
        text.push_str(&format!("\n[{} more parts are left out]", result.content.len() - MOST_PARTS));
    }
    // Most servers also send the same as text; if not, this is all there is.
    let has_text = result.content.iter().any(|part| part.as_text().is_some_and(|text| !text.text.trim().is_empty()));
    if let Some(structured) = result.structured_content.as_ref().filter(|_| !has_text) {
        let room = LONGEST.saturating_sub(text.len());
        text.push_str(&plain(&structured.to_string(), room));
    }
    match (result.is_error == Some(true), text.trim().is_empty()) {
        (true, true) => Err(ToolError::Failed("the tool failed and did not say why".to_owned())),
        (true, false) => Err(ToolError::Failed(text)),
        (false, true) => Ok("the tool returned nothing".to_owned()),
        (false, false) => Ok(text),
    }
}

fn said(part: &ContentBlock, room: usize) -> String {
    match part {
        ContentBlock::Text(text) => plain(&text.text, room),
        ContentBlock::Image(picture) => left_out("a picture", &picture.mime_type, &picture.data),
        ContentBlock::Audio(sound) => left_out("a sound", &sound.mime_type, &sound.data),
        ContentBlock::ResourceLink(link) => {
            let about = link.description.as_deref().map(|about| format!(": {}", line(about, 500))).unwrap_or_default();
            format!("[link {} {}{about}]", line(&link.name, 200), line(&link.uri, 2000))
        }
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::TextResourceContents { uri, text, .. } => {
                format!("[{}]\n{}", line(uri, 2000), plain(text, room))
            }
            ResourceContents::BlobResourceContents { uri, mime_type, blob, .. } => {
                let kind = mime_type.as_deref().unwrap_or("application/octet-stream");
                format!("[{}] {}", line(uri, 2000), left_out("a file", kind, blob))
            }
            _ => "[something that cannot be shown]".to_owned(),
        },
        _ => "[something that cannot be shown]".to_owned(),
    }
}

/// Formats `[a picture, image/png, 1234 bytes, is not shown]`.
fn left_out(what: &str, kind: &str, data: &str) -> String {
    // Long data is not decoded, and its size is estimated; invalid base64 is counted as it came.
    let bytes = if data.len() <= 4096 {
        STANDARD.decode(data).map_or(data.len(), |data| data.len())
    } else {
        data.len() / 4 * 3
    };
    format!("[{what}, {}, {bytes} bytes, is not shown]", line(kind, 100))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn of(result: Value) -> Result<String, ToolError> {
        read(&serde_json::from_value(result).unwrap())
    }

    #[test]
    fn every_sort_of_result_is_said() {
        let check = |result: Value, expected: Result<&str, &str>| {
            let expected = expected.map(str::to_owned).map_err(|why| ToolError::Failed(why.to_owned()));
            assert_eq!(of(result.clone()), expected, "{result}");
        };
        let text = |text: &str| json!({"type": "text", "text": text});
        check(json!({"content": [text("one"), text("two")]}), Ok("one\ntwo"));
        check(json!({"content": [text("\u{1b}[31mred\u{1b}]0;t\u{7}")]}), Ok("red"));
        check(
            json!({"content": [{"type": "image", "data": "AAAA", "mimeType": "image/png"}]}),
            Ok("[a picture, image/png, 3 bytes, is not shown]"),
        );
        check(
            json!({"content": [{"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}]}),
            Ok("[a sound, audio/wav, 3 bytes, is not shown]"),
        );
        check(
            json!({"content": [{"type": "resource_link", "uri": "file:///a", "name": "a", "description": "the a"}]}),
            Ok("[link a file:///a: the a]"),
        );
        check(json!({"content": [{"type": "resource", "resource": {"uri": "x:1", "text": "hi"}}]}), Ok("[x:1]\nhi"));
        check(
            json!({"content": [{"type": "resource", "resource": {"uri": "x:1", "blob": "AAAA"}}]}),
            Ok("[x:1] [a file, application/octet-stream, 3 bytes, is not shown]"),
        );
        check(json!({"content": [], "structuredContent": {"sum": 5}}), Ok("{\"sum\":5}"));
        check(json!({"content": [text("5")], "structuredContent": {"sum": 5}}), Ok("5"));
        check(json!({"content": []}), Ok("the tool returned nothing"));
        check(json!({"content": [text("no such file")], "isError": true}), Err("no such file"));
        check(json!({"content": [], "isError": true}), Err("the tool failed and did not say why"));
    }

    #[test]
    fn a_giant_result_is_cut() {
        let giant = of(json!({"content": [{"type": "text", "text": "é".repeat(1 << 20)}]})).unwrap();
        assert!(giant.len() <= LONGEST + 4 && giant.ends_with('…'), "{}", giant.len());
        let parts: Vec<Value> = (0..10_000).map(|_| json!({"type": "text", "text": "x".repeat(1000)})).collect();
        let many = of(json!({"content": parts})).unwrap();
        assert!(many.len() <= LONGEST + 200, "{}", many.len());
    }
}
