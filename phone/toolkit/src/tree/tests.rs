//! Tests of the accessibility tree as text.

use super::super::chrome;
use super::super::screen::Display;
use super::super::style::{Icon, Size};
use super::super::view::Event;
use super::super::window::Window;
use super::*;

fn display() -> Display {
    Display { width: 400, height: 800, density_dpi: 160, ..Display::default() }
}

fn app(view: View) -> Window {
    Window { key: "app".to_owned(), package: "com.whatsapp".to_owned(), view, kind: WindowKind::App }
}

fn dump(windows: &[Window], states: &UiStates, what: DumpOptions) -> String {
    xml(&Scene::new(windows, &display(), states, 0), states, what)
}

#[test]
fn a_small_screen_word_by_word() {
    let view = View::column(vec![
        View::row(vec![
            View::text("Tom & \"Jerry\" <3\n😀\u{1}").id("name").width(Size::Fill).height(Size::Dp(20.0)),
            View::icon_button(Icon::More, "More options", Event::new("more")).id("menu"),
        ]),
        View::new(Kind::Switch { on: true }).id("wifi").on_click(Event::new("toggle")),
        View::field("entry", "", "Message", "typed").height(Size::Dp(50.0)),
    ]);
    let mut states = UiStates::default();
    states.of("app").focus_on("entry");
    let expected = concat!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">",
        r#"<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.whatsapp" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][400,800]" drawing-order="0" hint="">"#,
        r#"<node index="0" text="" resource-id="android:id/content" class="android.widget.FrameLayout" package="com.whatsapp" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,24][400,752]" drawing-order="1" hint="">"#,
        r#"<node index="0" text="" resource-id="" class="android.widget.LinearLayout" package="com.whatsapp" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,24][400,752]" drawing-order="1" hint="">"#,
        r#"<node index="0" text="" resource-id="" class="android.widget.LinearLayout" package="com.whatsapp" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,24][400,72]" drawing-order="1" hint="">"#,
        r#"<node index="0" text="Tom &amp; &quot;Jerry&quot; &lt;3&#10;&#128512;." resource-id="com.whatsapp:id/name" class="android.widget.TextView" package="com.whatsapp" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,38][352,58]" drawing-order="1" hint="" />"#,
        r#"<node index="1" text="" resource-id="com.whatsapp:id/menu" class="android.widget.ImageButton" package="com.whatsapp" content-desc="More options" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[352,24][400,72]" drawing-order="2" hint="" />"#,
        "</node>",
        r#"<node index="1" text="" resource-id="com.whatsapp:id/wifi" class="android.widget.Switch" package="com.whatsapp" content-desc="" checkable="true" checked="true" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,72][52,104]" drawing-order="2" hint="" />"#,
        r#"<node index="2" text="Message" resource-id="com.whatsapp:id/entry" class="android.widget.EditText" package="com.whatsapp" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="true" scrollable="false" long-clickable="true" password="false" selected="false" bounds="[0,104][400,154]" drawing-order="3" hint="Message" />"#,
        "</node></node></node></hierarchy>",
    );
    assert_eq!(dump(&[app(view)], &states, DumpOptions::default()), expected);
}

#[test]
fn a_list_shows_what_is_seen_and_cuts_what_is_half_seen() {
    let row = |number: usize| View::text(format!("row {number}")).id("row").height(Size::Dp(100.0)).width(Size::Fill);
    let view = View::column(vec![View::list("list", (0..40).map(row).collect())]);
    let mut states = UiStates::default();
    states.of("app").scroll_by("list", 150, 0, 9_000);
    let tree = nodes(&Scene::new(&[app(view)], &display(), &states, 0), &states, DumpOptions::default());
    let list = &tree[0].children[0].children[0].children[0];
    assert!(list.scrollable && list.class.ends_with("RecyclerView"));
    assert_eq!(list.children.len(), 8);
    assert_eq!((list.children[0].text.as_str(), list.children[0].index), ("row 1", 0));
    assert_eq!(list.children[0].bounds, Rect::new(0, 24, 400, 74));
    assert_eq!(list.children[7].bounds, Rect::new(0, 674, 400, 752));
}

#[test]
fn passwords_are_bullets_and_other_windows_come_when_asked_for() {
    let mut secret = View::field("secret", "häß", "", "typed");
    if let Kind::Field { password, .. } = &mut secret.kind {
        *password = true;
    }
    let windows = [app(View::column(vec![secret])), chrome::navigation_bar(), chrome::toast("android", "Saved")];
    let states = UiStates::default();
    let one = dump(&windows, &states, DumpOptions::default());
    assert!(one.contains(r#"text="•••""#) && one.contains(r#"password="true""#) && !one.contains("häß"));
    assert!(!one.contains("systemui") && !one.contains("Saved"));
    let all = dump(&windows, &states, DumpOptions { all_windows: true, compressed: true });
    for id in ["back", "home", "recent_apps"] {
        assert!(all.contains(&format!("resource-id=\"com.android.systemui:id/{id}\"")), "{id}");
    }
    assert!(all.contains("Saved"));
    assert!(!all.contains("android.view.View\""));
    let dialog =
        chrome::dialog("dialog", "android", &chrome::DialogSpec { title: "Sure?".to_owned(), ..Default::default() });
    let asked = dump(&[windows[0].clone(), dialog], &states, DumpOptions::default());
    assert!(asked.contains("android:id/alertTitle") && !asked.contains("com.whatsapp"));
}
