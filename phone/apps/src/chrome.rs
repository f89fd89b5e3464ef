//! Chrome (`com.android.chrome`): an address bar, tabs, pages, bookmarks, history, downloads.
//!
//! Routes: `tab` and `page/N` (the current tab; N only distinguishes pages, so that each starts at its top), `tabs`,
//! `bookmarks`, `history`, `downloads`, `select/N` (the options of a list on the page), and after `pm clear` `welcome`,
//! `sync`, `notifications`. The phone has no network: `web` is a built-in web, `html` renders files of the phone,
//! `scripted_page` implements the pages whose scripts are known, and any other address shows Chrome's error page, never
//! an invented page.

mod address;
mod forms;
mod html;
mod pages;
mod render;
mod screens;
mod scripted_page;
mod tabs;
mod web;

use serde::{Deserialize, Serialize};

use self::address::{address_of, resolve};
use self::pages::Content;
use self::render::Filled;
use self::tabs::{Entry, NEW_TAB, Tabs};
use self::web::Web;
use kit::{icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::Shared;
use toolkit::{Event, View};

const PACKAGE: &str = "com.android.chrome";
const MAIN: &str = "com.google.android.apps.chrome.Main";
const DISPATCHER: &str = "com.google.android.apps.chrome.IntentDispatcher";
const NOTIFICATIONS: &str = "android.permission.POST_NOTIFICATIONS";
/// The download folder.
const DOWNLOADS: &str = "/storage/emulated/0/Download";
/// The most visits, bookmarks and downloads kept; the oldest are dropped.
const MOST: usize = 300;
/// The longest text in the address bar, in characters.
const LONGEST: usize = 8_000;

/// The state of Chrome.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Chrome {
    /// The text in the address bar while it is being edited.
    form: Option<String>,
    /// Whether the menu is open.
    menu: bool,
    /// The next step of the first run, before any page.
    first_run: Option<FirstRun>,
    tabs: Tabs,
    /// The state of the current page since it was opened.
    page: Page,
    /// The serial number of the current page.
    serial: u64,
    /// The bookmarks, oldest first.
    bookmarks: Vec<Entry>,
    /// The history, oldest first.
    visited: Vec<Visit>,
    /// The downloads, oldest first.
    downloads: Vec<Download>,
    /// The state of the built-in web's sites.
    web: Web,
}

/// A step of the first run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FirstRun {
    Welcome,
    Sync,
}

/// An open page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Page {
    /// The source of the page, if it is a file.
    source: Option<String>,
    filled: Filled,
    progress: scripted_page::Progress,
}

/// A visited page and the time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Visit {
    entry: Entry,
    when_ms: i64,
}

/// A downloaded file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Download {
    name: String,
    when_ms: i64,
}

impl Download {
    fn path(&self) -> String {
        format!("{DOWNLOADS}/{}", self.name)
    }
}

impl App for Chrome {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Chrome",
            icon,
            color,
            version_name: "121.0.6167.143",
            version_code: 616_714_333,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "tab", actions: &["android.intent.action.WEB_SEARCH"], schemes: &[] },
                Activity {
                    class: DISPATCHER,
                    route: "page",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["http", "https", "about", "text/html", "application/xhtml+xml"],
                },
            ],
            launchable: true,
            permissions: &[NOTIFICATIONS, "android.permission.ACCESS_FINE_LOCATION"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("welcome", _) => self.first_run_screen(FirstRun::Welcome),
            ("sync", _) => self.first_run_screen(FirstRun::Sync),
            ("notifications", _) => screens::notifications_question(),
            ("tabs", _) => self.tab_switcher(),
            ("bookmarks", _) => self.bookmark_list(),
            ("history", _) => self.history_list(shared),
            ("downloads", _) => self.download_list(shared),
            ("select", number) => self.choices(number, shared),
            _ => self.browser(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        self.menu = event.name == "menu" && event.value == "open";
        if self.page_event(route, event, cx) || self.list_event(event, cx) {
            return;
        }
        match event.name.as_ref() {
            "address" => self.form = Some(event.value.chars().take(LONGEST).collect()),
            "go" => {
                let typed = self.form.take().unwrap_or_else(|| self.tabs.entry().address);
                if let Some(address) = address_of(&typed) {
                    cx.effects.push(Effect::HideKeyboard);
                    self.go(&address, cx);
                }
            }
            "link" => self.follow(&event.value.clone(), cx),
            "visit" => {
                cx.pop();
                self.go(&event.value.clone(), cx);
            }
            "home" => self.go(NEW_TAB, cx),
            "clear" => {
                self.form = Some(String::new());
                cx.effects.push(Effect::Focus("url_bar".to_owned()));
            }
            "reload" => self.refresh(cx),
            "forward" => {
                if self.tabs.forward() {
                    self.refresh(cx);
                }
            }
            "share" => {
                let address = self.tabs.entry().address;
                if address != NEW_TAB {
                    let extras = vec![("android.intent.extra.TEXT".to_owned(), address)];
                    let action = Some("android.intent.action.SEND".to_owned());
                    let kind = Some("text/plain".to_owned());
                    cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
                }
            }
            "new_tab" | "choose_tab" => {
                match event.value.parse() {
                    Ok(number) => self.tabs.choose(number),
                    Err(_) => self.tabs.open(false),
                }
                if route == "tabs" {
                    cx.pop();
                }
                self.refresh(cx);
            }
            "close_tab" => {
                self.tabs.close(event.value.parse().unwrap_or(usize::MAX));
                self.reset(cx.shared);
            }
            "accept" => {
                self.first_run = Some(FirstRun::Sync);
                cx.effects.push(Effect::Replace("sync".to_owned()));
            }
            "no_sync" => {
                self.first_run = None;
                cx.effects.push(Effect::Replace(self.route()));
                if !granted(cx.shared) {
                    cx.push("notifications");
                }
            }
            "no_notifications" => cx.pop(),
            "notifications" => {
                grant(cx.shared, true);
                cx.pop();
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, _route: &'static str, cx: &mut Cx<'_>) -> String {
        self.form = None;
        self.menu = false;
        let given = intent.data.as_deref().or_else(|| intent.extra("query"));
        match given.and_then(address_of) {
            Some(address) => {
                if self.tabs.entry().address != NEW_TAB {
                    self.tabs.open(true);
                }
                self.visit(&address, cx.shared);
            }
            None => self.reset(cx.shared),
        }
        if self.first_run.is_some() { "welcome".to_owned() } else { self.route() }
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        let typing = self.form.take().is_some();
        if std::mem::take(&mut self.menu) || typing {
            return true;
        }
        if !matches!(widgets::split(route).0, "page" | "tab") {
            return false;
        }
        if self.tabs.back() {
            self.refresh(cx);
            return true;
        }
        self.tabs.close_outsider();
        self.reset(cx.shared);
        false
    }

    fn layer(&self, route: &str) -> Layer {
        if matches!(widgets::split(route).0, "select" | "notifications") { Layer::Dialog } else { Layer::Screen }
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.form = None;
        self.menu = false;
        self.page = Page::default();
    }

    fn cleared(&mut self, shared: &mut Shared) {
        self.first_run = Some(FirstRun::Welcome);
        grant(shared, false);
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// Whether notifications are permitted.
fn granted(shared: &Shared) -> bool {
    shared.packages.get(PACKAGE).and_then(|found| found.permissions.get(NOTIFICATIONS)).copied().unwrap_or(false)
}

fn grant(shared: &mut Shared, granted: bool) {
    if let Some(found) = shared.packages.get_mut(PACKAGE) {
        found.permissions.insert(NOTIFICATIONS.to_owned(), granted);
    }
}

impl Chrome {
    /// Returns the route of the current page.
    fn route(&self) -> String {
        format!("page/{}", self.serial)
    }

    /// Returns the content at the current address.
    fn content(&self, shared: &Shared) -> Content {
        pages::content(&self.tabs.entry().address, self.page.source.as_deref(), &self.web, shared)
    }

    /// Resets the state of the current page.
    fn reset(&mut self, shared: &Shared) {
        let source = pages::load(&self.tabs.entry().address, shared).and_then(Result::ok);
        self.page = Page { source, ..Page::default() };
        self.form = None;
        self.serial = self.serial.wrapping_add(1) % (1 << 32);
    }

    /// Opens an address in the current tab and adds it to the history.
    fn visit(&mut self, address: &str, shared: &Shared) {
        self.tabs.go(Entry { address: address.to_owned(), title: address.to_owned() });
        self.reset(shared);
        let title = self.content(shared).title(address);
        self.tabs.name(&title);
        if address != NEW_TAB {
            let entry = Entry { address: address.to_owned(), title };
            self.visited.push(Visit { entry, when_ms: shared.clock.now_ms });
            let over = self.visited.len().saturating_sub(MOST);
            self.visited.drain(..over);
        }
    }

    /// Replaces the current page.
    fn go(&mut self, address: &str, cx: &mut Cx<'_>) {
        self.visit(address, cx.shared);
        cx.effects.push(Effect::Replace(self.route()));
    }

    /// Shows the current page from its top.
    fn refresh(&mut self, cx: &mut Cx<'_>) {
        self.reset(cx.shared);
        cx.effects.push(Effect::Replace(self.route()));
    }

    /// Follows a link: to a page, a download or another app.
    fn follow(&mut self, link: &str, cx: &mut Cx<'_>) {
        self.form = None;
        let base = self.tabs.entry().address;
        let Some(to) = resolve(&base, link) else { return };
        let scheme = to.split(':').next().unwrap_or_default().to_ascii_lowercase();
        match scheme.as_str() {
            "http" | "https" if web::download(&to).is_some() => self.download(&to, cx),
            "http" | "https" | "about" => self.go(&to, cx),
            // A web page may not link to the phone's files.
            "file" | "content" if base.starts_with("file:") || base.starts_with("content:") => self.go(&to, cx),
            "mailto" | "tel" | "sms" | "smsto" | "geo" | "market" => {
                cx.effects.push(Effect::Start(widgets::intent("android.intent.action.VIEW", to)));
            }
            _ => cx.toast("This link cannot be opened"),
        }
    }

    /// Handles events in the lists of bookmarks, history and downloads. Returns whether it was one.
    fn list_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        let number = || event.value.parse().unwrap_or(usize::MAX);
        match event.name.as_ref() {
            "bookmark" => {
                let entry = self.tabs.entry();
                let before = self.bookmarks.len();
                self.bookmarks.retain(|bookmark| bookmark.address != entry.address);
                if self.bookmarks.len() == before && entry.address != NEW_TAB && before < MOST {
                    self.bookmarks.push(entry);
                    cx.toast("Bookmarked");
                } else if self.bookmarks.len() < before {
                    cx.toast("Bookmark removed");
                }
            }
            "unmark" => self.bookmarks.retain(|bookmark| bookmark.address != event.value),
            "clear_history_ask" => {
                let about = "This clears the history of all your tabs.";
                widgets::ask(cx, "Clear browsing data?", about, "Clear data", Event::new("clear_history"));
            }
            "clear_history" => self.visited.clear(),
            "download" => {
                if let Some(to) = resolve(&self.tabs.entry().address, &event.value) {
                    self.download(&to, cx);
                }
            }
            "open_download" => self.open_download(number(), cx),
            "delete_download" => {
                if let Some(path) = self.downloads.get(number()).map(Download::path) {
                    self.downloads.remove(number());
                    let now_ms = cx.shared.clock.now_ms;
                    // The file may be gone already.
                    _ = cx.shared.files.as_system(|files| files.remove(&path, now_ms));
                    cx.toast("File deleted");
                }
            }
            _ => return false,
        }
        true
    }

    /// Downloads a file of the built-in web under a free name.
    fn download(&mut self, address: &str, cx: &mut Cx<'_>) {
        let Some((name, contents)) = web::download(address) else { return cx.toast("Download failed") };
        if !cx.shared.settings.is_online() {
            return cx.toast("You are offline");
        }
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let free = |number: u32| match number {
            0 => name.to_owned(),
            number => format!("{stem} ({number}).{ending}"),
        };
        let taken = |name: &String| cx.shared.files.stat(&format!("{DOWNLOADS}/{name}")).is_ok();
        let Some(name) = (0..MOST as u32).map(free).find(|name| !taken(name)) else {
            return cx.toast("Download failed");
        };
        let download = Download { name, when_ms: cx.shared.clock.now_ms };
        let (path, now_ms) = (download.path(), cx.shared.clock.now_ms);
        let written = cx.shared.files.as_system(|files| {
            files.make_dirs(DOWNLOADS, now_ms)?;
            files.write(&path, contents.as_bytes().to_vec(), now_ms)
        });
        match written {
            Ok(()) => {
                cx.toast(format!("Downloaded {}", download.name));
                self.downloads.push(download);
                let over = self.downloads.len().saturating_sub(MOST);
                self.downloads.drain(..over);
            }
            Err(error) => cx.toast(format!("Download failed: {error}")),
        }
    }

    /// Opens a downloaded file.
    fn open_download(&mut self, number: usize, cx: &mut Cx<'_>) {
        let Some(path) = self.downloads.get(number).map(Download::path) else { return };
        cx.pop();
        self.go(&format!("file://{path}"), cx);
    }
}
