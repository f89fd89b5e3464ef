//! Screens, and their spoken descriptions.

use super::*;

const SCREEN: (u32, u32) = (400, 800);

fn check(nodes: &str, app: Option<&str>, expected: &str) {
    let dump = format!(r#"<hierarchy rotation="0">{nodes}</hierarchy>"#);
    let tree = device::tree::parse(&dump).unwrap();
    let spoken = read_screen(&tree, SCREEN, app);
    assert_eq!(spoken, expected);
    assert!(count(&spoken) <= MOST_WORDS, "{} words: {spoken}", count(&spoken));
}

fn node(class: &str, text: &str, more: &str, bounds: &str, inside: &str) -> String {
    format!(
        r#"<node class="android.widget.{class}" text="{text}" enabled="true" {more} bounds="{bounds}">{inside}</node>"#
    )
}

#[test]
fn a_dialog_is_a_question_with_its_choices() {
    let title = node("TextView", "Delete 12 photos?", "", "[60,300][340,340]", "");
    let message = node("TextView", "This cannot be undone.", "", "[60,340][340,380]", "");
    let cancel = node("Button", "Cancel", r#"clickable="true""#, "[60,400][150,440]", "");
    let delete = node("Button", "Delete", r#"clickable="true""#, "[200,400][300,440]", "");
    let card = node("FrameLayout", "", "", "[50,290][350,450]", &[title, message, cancel, delete].concat());
    let expected = "A question: Delete 12 photos? This cannot be undone. You can choose Cancel; Delete.";
    check(&card, Some("Photos"), expected);
}

#[test]
fn what_is_on_or_off_says_so_and_fields_say_what_stands_in_them() {
    let title = node("TextView", "Internet", "", "[10,40][200,80]", "");
    let switch = node("Switch", "", r#"clickable="true" checkable="true" checked="true""#, "[300,110][380,150]", "");
    let label = node("TextView", "Wi-Fi", "", "[10,110][200,150]", "");
    let row = node("LinearLayout", "", r#"clickable="true""#, "[0,100][400,160]", &[label, switch].concat());
    let field = node("EditText", "hello", r#"content-desc="Message" clickable="true""#, "[0,700][300,760]", "");
    let secret = node("EditText", "1234", r#"password="true" clickable="true""#, "[0,600][300,660]", "");
    let icon = node("ImageButton", "", r#"clickable="true""#, "[320,700][390,760]", "");
    let all = node("FrameLayout", "", "", "[0,0][400,800]", &[title, row, secret, field, icon].concat());
    let expected = "Settings: Internet. Wi-Fi is on. You can write in the password (now: hidden); Message (now: hello). One button has no name.";
    check(&all, Some("Settings"), expected);
}

#[test]
fn a_screen_is_told_in_the_language_of_the_listener() {
    let title = node("TextView", "Internet", "", "[10,40][200,80]", "");
    let switch = node("Switch", "", r#"clickable="true" checkable="true" checked="true""#, "[300,110][380,150]", "");
    let label = node("TextView", "Wi-Fi", "", "[10,110][200,150]", "");
    let row = node("LinearLayout", "", r#"clickable="true""#, "[0,100][400,160]", &[label, switch].concat());
    let field = node("EditText", "hello", r#"content-desc="Message" clickable="true""#, "[0,700][300,760]", "");
    let icon = node("ImageButton", "", r#"clickable="true""#, "[320,700][390,760]", "");
    let button = node("Button", "Back", r#"clickable="true""#, "[0,200][390,260]", "");
    let off = r#"<node class="android.widget.Button" text="Save" clickable="true" enabled="false" bounds="[0,300][200,350]"/>"#;
    let all =
        node("FrameLayout", "", "", "[0,0][400,800]", &[title, row, button, off.to_owned(), field, icon].concat());
    let tree = device::tree::parse(&format!(r#"<hierarchy rotation="0">{all}</hierarchy>"#)).unwrap();
    let many = node("TextView", &"wort ".repeat(400), r#"clickable="true""#, "[0,100][400,160]", "").repeat(90);
    let many = device::tree::parse(&format!(r#"<hierarchy rotation="0">{many}</hierarchy>"#)).unwrap();
    for (language, expected) in [
        (
            "de",
            "Settings: Internet. Wi-Fi ist an. Du kannst schreiben in Message (jetzt: hello). Du kannst drücken: \
             Back. Gerade nicht möglich: Save. Eine Schaltfläche hat keinen Namen.",
        ),
        (
            "es",
            "Settings: Internet. Wi-Fi está activado. Puedes escribir en Message (ahora: hello). Puedes pulsar: \
             Back. Ahora no disponible: Save. Un botón no tiene nombre.",
        ),
    ] {
        assert_eq!(SpokenScreen::of(&tree, &[], SCREEN, Some("Settings"), language).to_speech(), expected);
        let long = SpokenScreen::of(&many, &[], SCREEN, Some(HOME), language).to_speech();
        assert!(count(&long) <= MOST_WORDS && !long.contains("Home screen") && !long.contains("and "), "{long}");
    }
}

#[test]
fn a_screen_of_nothing_says_so() {
    check("", None, "Nothing can be read on this screen.");
    check("", Some("Maps"), "Nothing can be read on this screen. Maps is in front.");
}

#[test]
fn where_the_elements_say_nothing_the_picture_does() {
    let text = |text: &str, top| {
        let bounds = Bounds { left: 10, top, right: 200, bottom: top + 20 };
        ReadText { text: text.to_owned(), bounds }
    };
    // The status bar's clock is not part of the screen, and the button already has its name.
    let texts = [text("9:41", 2), text("PLATFORM 4", 200), text("Next train 10 min.", 240), text("SHUTTER", 700)];
    let check = |nodes: &str, silent: bool, expected: &str| {
        let whole = node("FrameLayout", "", "", "[0,0][400,800]", nodes);
        let tree = device::tree::parse(&format!(r#"<hierarchy rotation="0">{whole}</hierarchy>"#)).unwrap();
        assert_eq!(says_nothing(&tree), silent, "{nodes}");
        assert_eq!(SpokenScreen::of(&tree, &texts, SCREEN, Some("Camera"), "en").to_speech(), expected);
    };
    let finder = node("ImageView", "", r#"content-desc="Viewfinder""#, "[0,100][400,600]", "");
    let shutter = node("Button", "Shutter", r#"clickable="true""#, "[100,680][300,740]", "");
    let expected = "Camera. Viewfinder. The picture says: PLATFORM 4; Next train 10 min. You can press Shutter.";
    check(&[finder, shutter].concat(), true, expected);
    check("", true, "Camera. The picture says: PLATFORM 4; Next train 10 min; SHUTTER.");
    let words = node("TextView", "Hold still", "", "[0,400][400,440]", "");
    let expected = "Camera. Hold still. The picture says: PLATFORM 4; Next train 10 min; SHUTTER.";
    check(&words, false, expected);
}

#[test]
fn descriptions_are_spoken_and_the_status_bar_is_not() {
    let view = |description: &str, bounds: &str| {
        format!(r#"<node class="android.view.View" content-desc="{description}" enabled="true" bounds="{bounds}"/>"#)
    };
    let texts = [view("Plus", "[10,60][390,100]"), view("Everything, for 4.99 a month", "[10,200][390,240]")].concat();
    let buy = node("Button", "Subscribe", r#"clickable="true""#, "[10,700][390,760]", "");
    let app = node("FrameLayout", "", "", "[0,0][400,800]", &[texts, buy].concat());
    let clock =
        r#"<node class="android.widget.TextView" package="com.android.systemui" text="11:32" bounds="[10,0][60,30]"/>"#;
    let bar = format!(
        r#"<node class="android.widget.FrameLayout" package="com.android.systemui" bounds="[0,0][400,30]">{clock}</node>"#
    );
    check(&[bar, app].concat(), None, "Plus. Everything, for 4.99 a month. You can press Subscribe.");
}

#[test]
fn nothing_is_said_twice_and_fields_are_named_by_the_text_above() {
    let header = node("TextView", "Anna", r#"resource-id="a.b:id/contact_name""#, "[60,40][200,80]", "");
    let header = node("LinearLayout", "", r#"clickable="true""#, "[50,30][250,90]", &header);
    let map = node("ImageView", "", r#"resource-id="a.b:id/map_zoom" clickable="true""#, "[340,300][390,350]", "");
    let accept = node("Button", "Accept for 10.00", r#"clickable="true""#, "[10,700][390,760]", "");
    let again = node("Button", "Accept for 10.00", r#"clickable="true""#, "[10,770][390,790]", "");
    let field = node("EditText", "anna@example.com", r#"clickable="true""#, "[10,440][390,490]", "");
    let label = node("TextView", "E-mail", "", "[10,405][390,435]", "");
    let nodes = [header, map, label, field, accept, again].concat();
    let expected =
        "Anna. You can write in E-mail (now: anna@example.com). You can press map zoom; Accept for 10.00, 2 times.";
    check(&node("FrameLayout", "", "", "[0,0][400,800]", &nodes), None, expected);
}

#[test]
fn a_toolbar_that_is_listed_last_has_the_title() {
    let row = node("TextView", "General", r#"resource-id="android:id/title""#, "[10,120][200,160]", "");
    let row = node("LinearLayout", "", r#"clickable="true""#, "[0,110][400,170]", &row);
    let list = node("ListView", "", r#"scrollable="true""#, "[0,100][400,800]", &row);
    let title = node("TextView", "Settings", "", "[60,40][200,80]", "");
    let back = node("ImageButton", "", r#"content-desc="Back" clickable="true""#, "[0,40][50,80]", "");
    let all = node("FrameLayout", "", "", "[0,0][400,800]", &[list, title, back].concat());
    check(&all, None, "Settings. General. You can press Back.");
    let dump = format!("<hierarchy>{all}</hierarchy>");
    let parts = screen_parts(&device::tree::parse(&dump).unwrap(), SCREEN);
    assert_eq!(parts, ScreenParts { title: Some(4), ..ScreenParts::default() });
}

#[test]
fn a_long_list_is_cut_and_counted() {
    let rows: String = (0..200)
        .map(|row| {
            let text = format!("Row number {row} with some more words in it");
            node("TextView", &text, r#"clickable="true""#, "[0,100][400,160]", "")
        })
        .collect();
    let list = node("ListView", "", r#"scrollable="true""#, "[0,80][400,800]", &rows);
    let dump =
        format!(r#"<hierarchy rotation="0">{}</hierarchy>"#, node("FrameLayout", "", "", "[0,0][400,800]", &list));
    let spoken = read_screen(&device::tree::parse(&dump).unwrap(), SCREEN, Some("Mail"));
    assert!(spoken.contains("and 194 more") && count(&spoken) <= MOST_WORDS, "{spoken}");
}

#[test]
fn no_screen_is_longer_than_can_be_listened_to() {
    let long = "word ".repeat(5_000);
    let text = node("TextView", &long, "", "[0,100][400,160]", "");
    let button = node("Button", &long, r#"clickable="true""#, "[0,200][400,260]", "");
    let all = node("FrameLayout", "", "", "[0,0][400,800]", &[text.repeat(50), button.repeat(50)].concat());
    let tree = device::tree::parse(&format!(r#"<hierarchy rotation="0">{all}</hierarchy>"#)).unwrap();
    let spoken = read_screen(&tree, SCREEN, Some(&long));
    assert!(count(&spoken) <= MOST_WORDS, "{} words", count(&spoken));
}

/// Screens as strangers' apps draw them.
#[test]
fn strangers_apps_are_told_as_people_would() {
    let press = r#"clickable="true""#;
    let button = |text: &str, top: i32| node("Button", text, press, &format!("[0,{top}][200,{}]", top + 50), "");
    let whole = |nodes: &[String]| node("FrameLayout", "", "", "[0,0][400,800]", &nodes.concat());
    // Pictures before a name, and a button that is off.
    let stop = r#"<node class="android.widget.Button" text="⏹️ Stop" clickable="true" enabled="false" bounds="[0,300][200,350]"/>"#;
    let nodes = [button("🚀 Start", 200), stop.to_owned(), button("❤️", 400)];
    check(&whole(&nodes), Some("Emu"), "Emu. You can press Start; ❤️. Not available now: Stop.");
    // A page that scrolls as a whole still has buttons, and a label has its value.
    let text = |text: &str, bounds: &str| node("TextView", text, "", bounds, "");
    let values =
        [text("Alive", "[10,100][100,130]"), text("4", "[10,130][100,170]"), text("Total", "[10,200][100,230]")];
    let amount = node("TextView", "8,203.49", press, "[300,200][390,230]", "");
    let scroll = [values.concat(), amount, button("Set a screen lock", 300), button("Dismiss", 360)].concat();
    let scroll = node("ScrollView", "", r#"scrollable="true""#, "[0,60][400,800]", &scroll);
    check(&whole(&[scroll]), Some("Farm"), "Farm: Alive. 4; Total 8,203.49. You can press Set a screen lock; Dismiss.");
    // A control that every row offers is spoken once, and equal rows are spoken as often as they occur.
    let row = |top: i32| {
        let at = |left: i32, right: i32| format!("[{left},{top}][{right},{}]", top + 40);
        let star = node("ImageView", "", r#"content-desc="Add star" clickable="true""#, &at(340, 390), "");
        [text("Silk dress", &at(10, 200)), star].concat()
    };
    let list = [row(100), row(160), row(220)].concat();
    let list = node("androidx.recyclerview.widget.RecyclerView", "", r#"scrollable="true""#, "[0,90][400,700]", &list);
    let expected = "Shop: Cart. Silk dress; Silk dress; Silk dress. You can press Add star, 3 times.";
    check(&whole(&[text("Cart", "[10,20][200,70]"), list]), Some("Shop"), expected);
    // Keys, a tab, and a field named by the label in its row rather than by the button after it.
    let keys: String = (0..10)
        .map(|key| node("Button", &key.to_string(), press, &format!("[{0},500][{0}9,540]", key * 4 + 1), ""))
        .collect();
    let name = text("Name", "[10,200][100,240]");
    let field = node("EditText", "", r#"hint="such as Anna" clickable="true""#, "[110,200][300,240]", "");
    let delete = r#"<node class="android.view.ViewGroup" content-desc="Delete" clickable="true" enabled="false" bounds="[310,200][390,240]"/>"#;
    let tab =
        node("FrameLayout", "", r#"content-desc="Keypad" clickable="true" selected="true""#, "[0,740][100,800]", "");
    let nodes = [name, field, delete.to_owned(), keys, tab];
    let expected = "Dialer: Keypad. You can write in Name. You can press the keys. Not available now: Delete.";
    check(&whole(&nodes), Some("Dialer"), expected);
    // A map is no button, and an icon without a name is only counted.
    let map = node("View", "", press, "[0,0][400,800]", "");
    let icon = node("ImageView", "", press, "[350,100][390,140]", "");
    let layers = node("ImageButton", "", r#"content-desc="Layers" clickable="true""#, "[300,100][340,140]", "");
    check(&whole(&[map, icon, layers]), Some("Maps"), "Maps. You can press Layers. One button has no name.");
}

#[test]
fn a_package_may_have_a_word_for_its_app() {
    let rows = [
        ("com.google.android.calculator", Some("Calculator")),
        ("com.motorola.launcher3", Some("Home screen")),
        ("ch.protonvpn.android", Some("Protonvpn")),
        ("com.tencent.mm", Some("Tencent")),
        ("", None),
    ];
    rows.into_iter().for_each(|(package, name)| assert_eq!(app_name(package).as_deref(), name, "{package}"));
}
