//! Chrome's own screens around the pages: the toolbar, a new tab, tabs, bookmarks, history, downloads, the first run.

use super::pages::Content;
use super::{Chrome, FirstRun, pages, render, web};
use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The number of suggestions while typing.
const PROPOSED: usize = 6;

impl Chrome {
    /// Builds the current page with the toolbar above it.
    pub(super) fn browser(&self, shared: &Shared) -> View {
        let entry = self.tabs.entry();
        let content = self.content(shared);
        let shown = match &content {
            Content::NewTab => String::new(),
            _ => entry.address.clone(),
        };
        let proposals = self.proposals();
        let body = match content {
            _ if !proposals.is_empty() => View::list("omnibox_suggestions_dropdown", proposals),
            Content::NewTab => self.new_tab(),
            Content::Blank => View::list("webview", Vec::new()),
            Content::Page(document) => render::page(&document, &self.page.filled),
            Content::Scripted(title, page) => View::list("webview", page.view(&self.page.progress)).description(&title),
            Content::Error(failure) => pages::error(&failure),
        };
        let screen = widgets::screen(vec![self.toolbar(&shown), body]);
        let marked = self.bookmarks.iter().any(|bookmark| bookmark.address == entry.address);
        let mut items = vec![("New tab", Event::new("new_tab"))];
        if self.tabs.ways().1 {
            items.push(("Forward", Event::new("forward")));
        }
        items.extend([
            (if marked { "Remove bookmark" } else { "Bookmark this page" }, Event::new("bookmark")),
            ("Bookmarks", Event::with("open", "bookmarks")),
            ("History", Event::with("open", "history")),
            ("Downloads", Event::with("open", "downloads")),
            ("Reload", Event::new("reload")),
            ("Share…", Event::new("share")),
        ]);
        widgets::with_menu(screen, self.menu, items)
    }

    fn toolbar(&self, address: &str) -> View {
        let shown = self.form.as_deref().unwrap_or(address);
        let field = View::field("url_bar", shown, "Search or type web address", "address");
        let field = widgets::submits(field, "go").width(Size::Weight(1.0)).height(Size::Dp(48.0));
        let field = field.padding(16.0, 0.0).background(Color::SurfaceVariant, 24.0).text_style(TextStyle::BodySmall);
        let mut parts = vec![View::icon_button(Icon::Home, "Home", Event::new("home")).id("home_button"), field];
        if self.form.is_some() {
            parts.push(View::icon_button(Icon::Clear, "Clear input", Event::new("clear")).id("delete_button"));
        } else if !address.is_empty() {
            parts.push(View::icon_button(Icon::Refresh, "Refresh", Event::new("reload")).id("refresh_button"));
        }
        let count = self.tabs.all().len();
        let number = View::text(count.to_string()).text_style(TextStyle::Caption).color(Color::OnSurface);
        let frame = View::stack(vec![number]).align(Align::Center).width(Size::Dp(24.0)).height(Size::Dp(24.0));
        let frame = frame.background(Color::SurfaceVariant, 6.0);
        let tabs = View::stack(vec![frame]).align(Align::Center).width(Size::Dp(48.0)).height(Size::Dp(48.0));
        let says = if count == 1 {
            "1 open tab, tap to switch tabs".to_owned()
        } else {
            format!("{count} open tabs, tap to switch tabs")
        };
        parts.push(tabs.id("tab_switcher_button").description(&says).on_click(Event::with("open", "tabs")));
        parts.push(View::icon_button(Icon::More, "More options", Event::with("menu", "open")).id("menu_button"));
        View::row(parts).id("toolbar").height(Size::Dp(60.0)).padding(4.0, 6.0)
    }

    /// Builds suggestions from history and bookmarks that match the typed text.
    fn proposals(&self) -> Vec<View> {
        let Some(typed) = self.form.as_deref().map(str::trim).filter(|typed| !typed.is_empty()) else {
            return Vec::new();
        };
        let mut seen: Vec<(&str, &str)> = Vec::new();
        let known = self.bookmarks.iter().chain(self.visited.iter().rev().map(|visit| &visit.entry));
        for entry in known {
            let fits = widgets::matches(&entry.title, typed) || widgets::matches(&entry.address, typed);
            if fits && !seen.iter().any(|(_, address)| *address == entry.address) {
                seen.push((&entry.title, &entry.address));
            }
            if seen.len() == PROPOSED {
                break;
            }
        }
        let row = |(title, address): (&str, &str)| {
            Row::new(title)
                .summary(address)
                .icon(Icon::Clock)
                .ids("line_1", "line_2")
                .on(Event::with("link", address))
                .view()
        };
        seen.into_iter().map(|(title, address)| row((title, address))).collect()
    }

    fn new_tab(&self) -> View {
        let text = View::text("Search or type web address").id("search_box_text").color(Color::Muted);
        let search = View::row(vec![View::icon(Icon::Search), text.width(Size::Weight(1.0))])
            .id("search_box")
            .description("Search or type web address")
            .on_click(Event::new("clear"))
            .padding(20.0, 14.0)
            .gap(16.0)
            .background(Color::SurfaceVariant, 28.0);
        let site = |(name, address): &(&str, &str)| {
            let letter = widgets::avatar(name);
            let name = View::text(*name).id("tile_view_title").text_style(TextStyle::Caption);
            let name = name.style(|style| style.max_lines = 1);
            View::column(vec![letter, name])
                .description(address)
                .on_click(Event::with("link", *address))
                .gap(8.0)
                .align(Align::Center)
                .padding(4.0, 12.0)
        };
        let tiles = View::new(Kind::Grid { columns: 4 }).children(web::TILES.iter().map(site).collect());
        let tiles = tiles.width(Size::Fill).padding(4.0, 8.0).background(Color::Surface, 20.0);
        View::column(vec![search, tiles]).padding(20.0, 56.0).gap(24.0).height(Size::Weight(1.0))
    }

    /// Builds the tab switcher.
    pub(super) fn tab_switcher(&self) -> View {
        let card = |(number, tab): (usize, &super::tabs::Tab)| {
            let entry = tab.entry();
            let close = format!("Close {} tab", entry.title);
            let close = View::icon_button(Icon::Close, &close, Event::with("close_tab", number.to_string()));
            let row = Row::new(&entry.title)
                .summary(&entry.address)
                .ids("tab_title", "tab_address")
                .lead(widgets::avatar(&entry.title));
            let current = number == self.tabs.current();
            let row = row.trailing(close.id("action_button")).on(Event::with("choose_tab", number.to_string())).view();
            let row =
                row.selected(current).background(if current { Color::PrimaryContainer } else { Color::Surface }, 16.0);
            row.style(|style| style.margin = [16.0, 6.0, 16.0, 6.0])
        };
        let cards = self.tabs.all().iter().enumerate().map(card).collect();
        let new = View::icon_button(Icon::Add, "New tab", Event::new("new_tab")).id("new_tab_button");
        let bar = widgets::top_bar("Tabs", vec![new]);
        widgets::screen(vec![bar, View::list("tab_list_view", cards)])
    }

    /// Builds the list of bookmarks.
    pub(super) fn bookmark_list(&self) -> View {
        let row = |entry: &super::tabs::Entry| {
            let remove = format!("Remove {}", entry.title);
            let remove = View::icon_button(Icon::Delete, &remove, Event::with("unmark", entry.address.as_str()));
            let row = Row::new(&entry.title).summary(&entry.address).ids("title", "description").icon(Icon::Star);
            row.trailing(remove).on(Event::with("visit", entry.address.as_str())).view()
        };
        let mut rows: Vec<View> = self.bookmarks.iter().map(row).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Star, "Bookmarks appear here"));
        }
        widgets::screen(vec![widgets::top_bar("Bookmarks", Vec::new()), View::list("bookmarks_list", rows)])
    }

    /// Builds the history, latest first.
    pub(super) fn history_list(&self, shared: &Shared) -> View {
        let mut rows = Vec::new();
        let mut day = String::new();
        for visit in self.visited.iter().rev() {
            let its_day = clock::full_date(visit.when_ms, shared);
            if its_day != day {
                rows.push(widgets::section(&its_day));
                day = its_day;
            }
            let row = Row::new(&visit.entry.title).summary(&visit.entry.address).ids("title", "description");
            rows.push(row.icon(Icon::Web).on(Event::with("visit", visit.entry.address.as_str())).view());
        }
        let mut actions = Vec::new();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Clock, "Pages you have visited appear here"));
        } else {
            let clear = Event::new("clear_history_ask");
            actions
                .push(View::icon_button(Icon::Delete, "Clear browsing data…", clear).id("clear_browsing_data_button"));
        }
        widgets::screen(vec![widgets::top_bar("History", actions), View::list("history_list", rows)])
    }

    /// Builds the downloads, latest first.
    pub(super) fn download_list(&self, shared: &Shared) -> View {
        let row = |(number, download): (usize, &super::Download)| {
            let there = shared.files.read_as_system(&download.path()).map(|bytes| bytes.len());
            let summary = match there {
                Ok(bytes) => format!("{bytes} bytes · {}", clock::full_date(download.when_ms, shared)),
                Err(_) => "The file was moved or deleted".to_owned(),
            };
            let delete = format!("Delete {}", download.name);
            let delete = View::icon_button(Icon::Delete, &delete, Event::with("delete_download", number.to_string()));
            let row = Row::new(&download.name).summary(summary).ids("title", "caption").icon(Icon::Files);
            row.trailing(delete).on(Event::with("open_download", number.to_string())).view()
        };
        let mut rows: Vec<View> = self.downloads.iter().enumerate().rev().map(row).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Files, "You’ll find your downloads here"));
        }
        widgets::screen(vec![widgets::top_bar("Downloads", Vec::new()), View::list("downloads_list", rows)])
    }

    /// Builds the options of a list on the page.
    pub(super) fn choices(&self, number: &str, shared: &Shared) -> View {
        let Content::Page(document) = self.content(shared) else { return overlays::dialog("", Vec::new(), Vec::new()) };
        let number: usize = number.parse().unwrap_or(usize::MAX);
        let Some(input) = document.inputs.get(number) else { return overlays::dialog("", Vec::new(), Vec::new()) };
        let super::html::InputKind::Select(choices) = &input.kind else {
            return overlays::dialog("", Vec::new(), Vec::new());
        };
        let chosen = render::value(input, &self.page.filled, number);
        let at = choices.iter().position(|(value, _)| value == chosen);
        let texts: Vec<String> = choices.iter().map(|(_, text)| text.trim().to_owned()).collect();
        overlays::choice(&input.label, &texts, at, "chosen")
    }

    /// Builds the screens of the first run.
    pub(super) fn first_run_screen(&self, step: FirstRun) -> View {
        let (icon, title, about) = match step {
            FirstRun::Welcome => (
                Icon::Web,
                "Welcome to Chrome",
                "By using Chrome you agree to its terms. On this phone it shows local files and a small web that is built in; nothing you do leaves the phone.",
            ),
            FirstRun::Sync => (
                Icon::Refresh,
                "Turn on sync?",
                "Bookmarks, passwords and history would be the same on all your devices.",
            ),
        };
        let center = |view: View| view.align(Align::Center).width(Size::Fill);
        let drawing = View::icon(icon).color(Color::Primary).width(Size::Dp(72.0)).height(Size::Dp(72.0));
        let body = View::column(vec![
            View::new(Kind::Space).height(Size::Weight(1.0)),
            drawing,
            center(View::text(title).id("title").text_style(TextStyle::Headline)),
            center(View::text(about).id("subtitle").color(Color::Muted)),
            View::new(Kind::Space).height(Size::Weight(2.0)),
        ]);
        let body = View::scroll("first_run", body.gap(20.0).padding(28.0, 24.0).align(Align::Center));
        let button = |text: &str, id: &str, event: &'static str, primary: bool| {
            let mut button = View::button(text, Event::new(event)).id(id).height(Size::Dp(48.0));
            button.kind = Kind::Button { primary };
            button
        };
        let buttons = match step {
            FirstRun::Welcome => vec![button("Accept & continue", "terms_accept", "accept", true).width(Size::Fill)],
            FirstRun::Sync => vec![
                button("No thanks", "negative_button", "no_sync", false),
                View::new(Kind::Space).width(Size::Weight(1.0)),
                button("Yes, I’m in", "positive_button", "no_sync", true),
            ],
        };
        widgets::screen(vec![body, View::row(buttons).padding(24.0, 24.0)])
    }
}

/// Builds the question whether to allow notifications.
pub(super) fn notifications_question() -> View {
    let about = "Get told when downloads are done and keep track of what plays.";
    let about = View::text(about).id("notification_permission_rationale_message").color(Color::Muted);
    let no = View::button("No thanks", Event::new("no_notifications")).id("negative_button");
    let yes = View::button("Continue", Event::new("notifications")).id("positive_button");
    overlays::dialog("Chrome notifications make things easier", vec![about], vec![no, yes])
}
