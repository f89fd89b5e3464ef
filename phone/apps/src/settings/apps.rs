//! Apps: the installed apps, each with its buttons and permissions.

use super::Settings;
use super::page::{Page, about_one, page, sub};
use kit::widgets::{self, Row};
use kit::{clock, icons};
use state::app::{Cx, Effect};
use state::shared::{Package, Shared};
use toolkit::{Event, Size, View};

pub(super) const APPS: Page =
    page("apps", "Apps", ".Settings$AppDashboardActivity", &["android.settings.APPLICATION_SETTINGS"], apps_rows);
pub(super) const ALL_APPS: Page = page(
    "all_apps",
    "All apps",
    ".Settings$ManageApplicationsActivity",
    &["android.settings.MANAGE_APPLICATIONS_SETTINGS", "android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS"],
    all_rows,
);
pub(super) const APP: Page = about_one(
    page(
        "app",
        "App info",
        ".applications.InstalledAppDetails",
        &[
            "android.settings.APPLICATION_DETAILS_SETTINGS",
            "android.intent.action.DELETE",
            "android.intent.action.UNINSTALL_PACKAGE",
        ],
        app_rows,
    ),
    &["package"],
);
pub(super) const PERMISSIONS: Page = about_one(sub("permissions", "App permissions", permissions_rows), &[]);
pub(super) const PERMISSION: Page = about_one(sub("permission", "Permission", permission_rows), &[]);

/// Returns the listed apps: those that can be opened or were installed by the user.
fn listed(shared: &Shared) -> Vec<(&String, &Package)> {
    let mut all: Vec<_> =
        shared.packages.installed.iter().filter(|(_, found)| found.launchable || !found.system).collect();
    all.sort_by_cached_key(|(package, found)| (found.label.to_lowercase(), (*package).clone()));
    all
}

fn row(package: &str, shared: &Shared) -> Row {
    Row::new(widgets::label(package, shared))
        .lead(icons::picture(package, shared, 32.0))
        .on(Event::with("app", package))
}

fn apps_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let all = listed(shared);
    let mut rows = vec![widgets::section("Recently opened apps")];
    rows.extend(all.iter().take(4).map(|(package, _)| row(package, shared).view()));
    rows.push(Row::new(format!("See all {} apps", all.len())).opens("all_apps").view());
    rows
}

fn all_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let size = |package: &str| format!("{} MB", 12 + package.len() * 7 % 180);
    listed(shared).iter().map(|(package, _)| row(package, shared).summary(size(package)).view()).collect()
}

fn app_rows(state: &Settings, shared: &Shared, subject: &str) -> Vec<View> {
    let Some(package) = shared.packages.get(subject) else {
        return vec![Row::new("App not installed").summary(subject).view()];
    };
    let button = |text: &str, event: &'static str, id: &str| {
        View::button(text, Event::with(event, subject)).id(id).width(Size::Weight(1.0))
    };
    let second = match (package.system, package.enabled) {
        (false, _) => ("Uninstall", "uninstall_ask"),
        (true, true) => ("Disable", "disable_ask"),
        (true, false) => ("Enable", "enable"),
    };
    let stopped = state.stopped.contains(subject) || !package.enabled;
    let buttons = vec![
        button("Open", "open_app", "button1").enabled(package.launchable && package.enabled),
        button(second.0, second.1, "button2"),
        button("Force stop", "stop_ask", "button3").enabled(!stopped),
    ];
    let granted = package.permissions.values().filter(|granted| **granted).count();
    let permissions = if granted == 0 { "No permissions granted".to_owned() } else { format!("{granted} granted") };
    vec![
        Row::new(widgets::label(subject, shared))
            .lead(icons::picture(subject, shared, 48.0))
            .ids("entity_header_title", "")
            .view(),
        View::row(buttons).padding(16.0, 8.0).gap(8.0),
        Row::new("Permissions").summary(permissions).opens(format!("permissions/{subject}")).view(),
        Row::new("Installed").summary(clock::full_date(package.installed_ms, shared)).view(),
        Row::new("App details").summary(subject).view(),
        View::text(format!("version {}", package.version_name)).id("android:id/summary").padding(16.0, 12.0),
    ]
}

/// Returns a readable name of `android.permission.READ_CONTACTS`.
fn readable(permission: &str) -> String {
    let name = permission.rsplit('.').next().unwrap_or(permission).replace('_', " ").to_lowercase();
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn permissions_rows(_state: &Settings, shared: &Shared, subject: &str) -> Vec<View> {
    let Some(package) = shared.packages.get(subject) else { return Vec::new() };
    let mut rows = vec![Row::new(widgets::label(subject, shared)).lead(icons::picture(subject, shared, 48.0)).view()];
    for (title, none, wanted) in
        [("Allowed", "No permissions allowed", true), ("Not allowed", "No permissions denied", false)]
    {
        rows.push(widgets::section(title));
        let those: Vec<_> = package.permissions.iter().filter(|(_, granted)| **granted == wanted).collect();
        if those.is_empty() {
            rows.push(Row::new(none).enabled(false).view());
        }
        let row = |name: &String| Row::new(readable(name)).opens(format!("permission/{subject}/{name}")).view();
        rows.extend(those.into_iter().map(|(name, _)| row(name)));
    }
    rows
}

fn permission_rows(_state: &Settings, shared: &Shared, subject: &str) -> Vec<View> {
    let (package, name) = widgets::split(subject);
    let granted = shared.packages.get(package).and_then(|found| found.permissions.get(name));
    let Some(granted) = granted else { return Vec::new() };
    let title = format!("{} access for this app", readable(name));
    vec![
        Row::new(widgets::label(package, shared)).lead(icons::picture(package, shared, 48.0)).view(),
        widgets::section(title),
        widgets::radio_row("Allow", *granted, Event::with("grant", subject)),
        widgets::radio_row("Don't allow", !*granted, Event::with("deny", subject)),
    ]
}

/// Handles an event of these pages. Returns whether it was one.
pub(super) fn event(state: &mut Settings, event: &Event, cx: &mut Cx<'_>) -> bool {
    let value = event.value.as_str();
    let label = widgets::label(value, cx.shared);
    match event.name.as_ref() {
        "app" => {
            state.stopped.remove(value);
            cx.push(format!("app/{value}"));
        }
        "open_app" => {
            state.stopped.remove(value);
            let intent = widgets::launch(value, cx.shared);
            cx.effects.push(Effect::Start(intent));
        }
        "stop_ask" => {
            let message = "If you force stop an app, it may misbehave.";
            widgets::ask(cx, "Force stop?", message, "OK", Event::with("stop", value));
        }
        "stop" => {
            cx.shared.log('I', "ActivityManager", format!("Force stopping {value} appid=10123 user=0: from pid 1234"));
            state.stopped.insert(value.to_owned());
        }
        "uninstall_ask" => {
            let message = "Do you want to uninstall this app?";
            widgets::ask(cx, &label, message, "OK", Event::with("uninstall", value));
        }
        "uninstall" => {
            if cx.shared.packages.get(value).is_some_and(|found| !found.system) {
                cx.effects.push(Effect::Uninstall(value.to_owned()));
                cx.toast(format!("Uninstalled {label}"));
                cx.pop();
            }
        }
        "disable_ask" => {
            let message = "If you disable this app, Android and other apps may no longer function as intended.";
            widgets::ask(cx, "Disable app?", message, "Disable app", Event::with("disable", value));
        }
        "disable" | "enable" => {
            if let Some(package) = cx.shared.packages.get_mut(value) {
                package.enabled = event.name == "enable";
            }
        }
        "grant" | "deny" => {
            let (package, name) = widgets::split(value);
            let package = cx.shared.packages.get_mut(package);
            if let Some(granted) = package.and_then(|found| found.permissions.get_mut(name)) {
                *granted = event.name == "grant";
            }
        }
        _ => return false,
    }
    true
}
