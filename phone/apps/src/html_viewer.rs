//! HTML Viewer (`com.android.htmlviewer`): shows a web page in a file, without its scripts. It has no icon in the
//! launcher; Android offers it beside a browser.

use serde::{Deserialize, Serialize};

use kit::widgets;
use state::app::{Activity, App, Cx, Intent, Manifest};
use state::documents;
use state::shared::Shared;
use toolkit::{Event, Icon, TextStyle, View};

/// The longest page that is shown, in bytes.
const LONGEST: usize = 256 << 10;
/// The most paragraphs.
const MOST: usize = 2_000;

/// The page that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct HtmlViewer {
    path: String,
}

impl App for HtmlViewer {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: "com.android.htmlviewer",
            label: "HTML Viewer",
            icon: Icon::Web,
            color: (95, 99, 104),
            version_name: "14",
            version_code: 34,
            system: true,
            activities: &[Activity {
                class: ".HTMLViewerActivity",
                route: "page",
                actions: &["android.intent.action.VIEW"],
                schemes: &["text/html", "application/xhtml+xml"],
            }],
            launchable: false,
            permissions: &[],
        }
    }

    fn view(&self, _route: &str, shared: &Shared) -> View {
        let page = shared.files.read(&self.path).map(|bytes| {
            let end = bytes.len().min(LONGEST);
            String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned()
        });
        let (title, paragraphs) = match &page {
            Ok(page) => (inside(page, "title"), text(page)),
            Err(error) => (String::new(), vec![format!("The page cannot be shown: {error}")]),
        };
        let title = if title.is_empty() { documents::name(&self.path).to_owned() } else { title };
        let rows = paragraphs
            .into_iter()
            .take(MOST)
            .map(|line| View::text(line).text_style(TextStyle::Body).padding(16.0, 6.0));
        widgets::screen(vec![widgets::top_bar(&title, Vec::new()), View::list("webview", rows.collect())])
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        widgets::navigate(event, cx);
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.path = intent.data.as_deref().and_then(documents::path).unwrap_or_default();
        route.to_owned()
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// Returns the text between the first pair of these tags.
fn inside(page: &str, tag: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let begin = lower.find(&format!("<{tag}")).and_then(|at| Some(at + lower.get(at..)?.find('>')? + 1));
    let text = begin.and_then(|begin| {
        let end = begin + lower.get(begin..)?.find(&format!("</{tag}"))?;
        page.get(begin..end)
    });
    unescaped(text.unwrap_or_default())
}

/// Returns the text of a page, a paragraph for each run between tags; scripts and styles are left out.
fn text(page: &str) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let mut hidden = None;
    for piece in page.split('<') {
        let (tag, words) = piece.split_once('>').unwrap_or(("", piece));
        let name = tag.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        match &hidden {
            Some(until) if name == *until => hidden = None,
            Some(_) => continue,
            None if matches!(name.as_str(), "script" | "style" | "title") => {
                hidden = Some(format!("/{name}"));
                continue;
            }
            None => {}
        }
        let words = unescaped(words);
        if !words.is_empty() {
            paragraphs.push(words);
        }
    }
    paragraphs
}

fn unescaped(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&nbsp;", " ");
    text.replace("&#39;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shown_and_scripts_are_not() {
        let page = "<html><head><TITLE>A &amp; B</TITLE><style>p {}</style></head><body><h1>One</h1>\
                    <script>if (a < b) { alert('<p>no</p>'); }</script><p class='x'>Two  three</p>";
        assert_eq!(inside(page, "title"), "A & B");
        assert_eq!(text(page), ["One", "Two three"]);
        assert_eq!((inside("<title", "title"), text("plain")), (String::new(), vec!["plain".to_owned()]));
    }
}
