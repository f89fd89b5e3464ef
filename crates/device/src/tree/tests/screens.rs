//! Small screens in the manner of real ones, with invented texts, and the elements that are listed of them.
//!
//! One line per node: indentation is nesting; then class, `"text"`, `d"description"`, `h"hint"`, `#id`, `@package`,
//! `[flags]` (c clickable, k checkable, + checked, l long-clickable, s scrollable, x disabled), left,top,right,bottom.

use super::*;

/// Writes a screen as a dump.
fn dump(screen: &str) -> String {
    let mut dump = String::from("<hierarchy rotation=\"0\">");
    let mut open: Vec<usize> = Vec::new();
    for line in screen.lines().filter(|line| !line.trim().is_empty()) {
        let depth = line.len() - line.trim_start().len();
        while open.last().is_some_and(|last| *last >= depth) {
            open.pop();
            dump.push_str("</node>");
        }
        open.push(depth);
        let quoted = |mark: &str| {
            let start = line.find(mark).map(|at| at + mark.len());
            start.and_then(|start| line[start..].split('"').next()).unwrap_or_default()
        };
        let word = |mark: char| line.split(' ').find_map(|word| word.strip_prefix(mark)).unwrap_or_default();
        let flags = line.split(" [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
        let on = |flag: char| flags.contains(flag);
        let class = line.split_whitespace().next().unwrap();
        let package = if word('@').is_empty() { "a.b" } else { word('@') };
        let class = if class == "View" { "android.view.View".to_owned() } else { format!("android.widget.{class}") };
        let bounds = line.rsplit(' ').next().unwrap().split(',').collect::<Vec<_>>();
        dump.push_str(&format!(
            r#"<node text="{}" content-desc="{}" hint="{}" resource-id="{}" class="{class}" package="{package}" clickable="{}" checkable="{}" checked="{}" long-clickable="{}" scrollable="{}" enabled="{}" bounds="[{},{}][{},{}]">"#,
            quoted(" \""),
            quoted(" d\""),
            quoted(" h\""),
            if word('#').is_empty() { String::new() } else { format!("{package}:id/{}", word('#')) },
            on('c'),
            on('k'),
            on('+'),
            on('l'),
            on('s'),
            !on('x'),
            bounds[0],
            bounds[1],
            bounds[2],
            bounds[3],
        ));
    }
    dump.push_str(&"</node>".repeat(open.len()));
    dump + "</hierarchy>"
}

/// Compares the listed elements: role and label, one per line.
fn check(story: &str, screen: &str, expected: &[&str]) {
    let tree = parse(&dump(screen)).unwrap();
    let listed: Vec<String> = tree
        .elements()
        .iter()
        .map(|element| format!("{} {}", element.role.as_str(), element.label).trim_end().to_owned())
        .collect();
    assert_eq!(listed, expected, "{story}");
}

#[test]
fn texts_that_are_only_descriptions_are_texts() {
    check(
        "Flutter and Compose tell their texts as descriptions of plain views",
        r#"
FrameLayout 0,0,400,800
  View d"Unlock everything" 10,50,390,90
  View d"One month, 4.99" 10,100,390,140
  View d"Subscribe" [c] 10,700,390,760
"#,
        &["text Unlock everything", "text One month, 4.99", "button Subscribe"],
    );
}

#[test]
fn switches_are_named_by_their_row() {
    check(
        "a switch that cannot be pressed apart from its row is the row",
        r#"
FrameLayout 0,0,400,800
  LinearLayout [c] 0,100,400,180
    TextView "Use Wi-Fi" 10,110,200,140
    TextView "Connected" 10,140,200,170
    Switch "ON" [k+] 320,110,390,170
"#,
        &["switch Use Wi-Fi, Connected"],
    );
    check(
        "a control takes the name beside or above it, and not that of the line below the name",
        r#"
FrameLayout 0,0,400,800
  ScrollView [s] 0,50,400,800
    View d"Kill switch" 60,100,200,130
    View d"Hides your address" 60,130,300,160
    Switch [ck] 320,95,390,165
    CheckBox [ck] 10,295,61,335
    TextView "Remember me" 60,300,200,330
    TextView "Brightness" 10,400,390,430
    SeekBar [c] 10,435,390,470
"#,
        &["list", "text Hides your address", "switch Kill switch", "checkbox Remember me", "slider Brightness"],
    );
}

#[test]
fn icons_are_named_by_their_id_caption_or_neighbour() {
    check(
        "an id that says something, a caption below, a text beside; glyphs and obfuscated ids are no names",
        r#"
FrameLayout 0,0,400,800
  ImageView #btn_voice_call [c] 350,10,390,50
  ImageView "" #hbx [c] 10,100,60,150
  FrameLayout 0,200,100,300
    ImageView #a1 [c] 20,200,80,250
    TextView "Scan" 20,255,80,280
  LinearLayout 0,400,400,460
    TextView "Anna" 10,410,200,450
    ImageView [c] 350,405,390,455
"#,
        &["image voice call", "image", "image Scan", "text Anna", "image near Anna"],
    );
    check(
        "a key of a dial pad shows a sign, and an empty field its hint or the text above",
        r#"
FrameLayout 0,0,400,800
  Button "*" [c] 10,10,60,60
  EditText h"Message" [c] 0,700,300,760
  TextView "E-mail" 10,200,390,230
  EditText [c] 10,235,390,290
"#,
        &["button *", "field Message", "field E-mail"],
    );
}

#[test]
fn containers_do_not_repeat_their_parts() {
    check(
        "a button in a frame that can be pressed is one button",
        r#"
FrameLayout 0,0,400,800
  FrameLayout d"Search" [c] 300,10,400,60
    ImageView d"Search" [c] 310,15,390,55
  LinearLayout [c] 0,100,400,160
    FrameLayout [c] 0,100,400,160
      TextView "Inbox" 10,110,200,150
"#,
        &["image Search", "button Inbox"],
    );
    check(
        "a description that spells out the texts inside is one too many, but not one that says more",
        r#"
FrameLayout 0,0,400,800
  LinearLayout d"Balance, 25.00" 0,100,400,200
    TextView "Balance" 10,110,200,140
    TextView "25.00" 10,150,200,190
  LinearLayout d"Card ending in 1234" 0,300,400,400
    TextView "1234" 10,310,200,340
"#,
        &["text Balance", "text 25.00", "text Card ending in 1234"],
    );
    check(
        "a page that can be pressed does not swallow its texts, and a row is more than its picture",
        r#"
FrameLayout [c] 0,0,400,800
  TextView "Title" 10,10,200,40
  TextView "First line" 10,100,390,140
  LinearLayout d"Anna" [c] 0,200,400,260
    ImageView d"Anna" [c] 0,200,60,260
  TextView "ok" 10,300,390,330
  TextView "ok" 10,340,390,370
"#,
        &["text Title", "text First line", "button Anna", "image Anna", "text ok", "text ok"],
    );
}

#[test]
fn windows_are_told_apart() {
    let screen = r#"
FrameLayout @com.android.systemui 0,0,400,30
  TextView "11:32" @com.android.systemui #clock 10,0,60,30
FrameLayout @com.android.systemui #navigation_bar_frame 0,770,400,800
  ImageView d"Back" @com.android.systemui [c] 100,770,150,800
FrameLayout 0,0,400,800
  TextView "Chats" 10,40,200,70
FrameLayout @com.android.inputmethod.latin 0,500,400,770
  View "q" @com.android.inputmethod.latin [c] 0,510,40,550
FrameLayout 60,300,340,500
  TextView "Leave the group?" 70,310,330,340
  Button "Leave" [c] 200,440,330,490
"#;
    let lines = ["text Leave the group?", "button Leave", "text Chats", "button q", "text 11:32", "image Back"];
    check("a dialog first, then the app, the keyboard, and the bars", screen, &lines);
    let tree = parse(&dump(screen)).unwrap();
    let place = |label: &str| tree.nodes.iter().position(|node| node.label() == label).unwrap();
    let bars = ["11:32", "Back", "Chats", "q"].map(|label| {
        let place = place(label);
        (tree.is_status_bar(place), tree.is_system_bar(place))
    });
    assert_eq!(bars, [(true, true), (false, true), (false, false), (false, false)]);
    assert_eq!(tree.floating_window(), Some(place("Leave the group?") - 1));
    assert_eq!(tree.keyboard_window(), Some(place("q") - 1));
    assert_eq!(tree.screen(), (400, 800));
    check(
        "the settings of a keyboard are an app, and a shade without ids has a status bar",
        r#"
FrameLayout @com.android.systemui 0,0,400,800
  View d"Battery 82 percent." @com.android.systemui 350,10,390,30
  TextView "Thursday" @com.android.systemui 10,100,200,140
FrameLayout @com.android.inputmethod.latin 0,0,400,800
  TextView "Theme" @com.android.inputmethod.latin 10,40,200,70
"#,
        &["text Thursday", "text Theme", "text Battery 82 percent."],
    );
}

#[test]
fn a_dump_of_all_windows_is_read_to_the_end() {
    let window = |text: &str| {
        format!(
            r#"<window index="0" title="x"><hierarchy rotation="1"><node text="{text}" bounds="[0,0][9,9]"><node text="in {text}" bounds="[0,0][9,9]"/></node></hierarchy></window>"#
        )
    };
    let all = format!(r#"<displays><display id="0">{}{}</display></displays>"#, window("one"), window("two"));
    let tree = parse(&all).unwrap();
    let read: Vec<(&str, Option<usize>)> = tree.nodes.iter().map(|node| (node.text.as_str(), node.parent)).collect();
    assert_eq!(read, [("one", None), ("in one", Some(0)), ("two", None), ("in two", Some(2))]);
    assert_eq!((tree.rotation, tree.cut), (1, false));
    assert_eq!(parse(&redacted(&all).unwrap()).unwrap().nodes.len(), 4);
}

#[test]
fn a_hostile_screen_is_named_in_time() {
    let row = r#"<node text="" class="android.widget.Switch" clickable="true" checkable="true" enabled="true" bounds="[0,0][9,9]"/><node text="a" class="android.widget.TextView" bounds="[10,0][19,9]"/>"#;
    let deep = r#"<node clickable="true" enabled="true" content-desc="a b" bounds="[0,0][99,99]">"#.repeat(400);
    let tree = parse(&format!("<hierarchy>{deep}{}", row.repeat(5_000))).unwrap();
    let began = std::time::Instant::now();
    assert!(!tree.elements().is_empty());
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}
