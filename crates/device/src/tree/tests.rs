//! Examples of trees, and other output that a phone may send instead.

mod screens;

use proptest::prelude::*;

use super::*;

const SETTINGS: &str = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1">
<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.android.settings" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]">
<node index="0" text="" resource-id="com.android.settings:id/list" class="androidx.recyclerview.widget.RecyclerView" package="com.android.settings" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="true" focused="false" scrollable="true" long-clickable="false" password="false" selected="false" bounds="[0,200][1080,2300]">
<node index="0" text="" resource-id="" class="android.widget.LinearLayout" package="com.android.settings" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,200][1080,400]">
<node index="0" text="Wi&#45;Fi &amp; more" resource-id="android:id/title" class="android.widget.TextView" package="com.android.settings" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[100,220][500,280]" />
<node index="1" text="" resource-id="android:id/switch_widget" class="android.widget.Switch" package="com.android.settings" content-desc="Wi-Fi" checkable="true" checked="true" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[900,260][1040,340]" />
</node></node></node></hierarchy>
UI hierchary dumped to: /dev/tty"#;

#[test]
fn a_dump_is_read_with_what_stands_around_it() {
    let tree = parse(&format!("WARNING: linker: something\n{SETTINGS}")).unwrap();
    assert_eq!((tree.rotation, tree.nodes.len(), tree.cut), (1, 5, false));
    let title = &tree.nodes[3];
    assert_eq!((title.text.as_str(), title.parent, title.role()), ("Wi-Fi & more", Some(2), Role::Text));
    assert_eq!(tree.nodes[4].role(), Role::Switch);
    assert!(tree.nodes[4].state.checked && tree.nodes[4].state.enabled);
    let elements: Vec<(usize, Role, &str)> = {
        let elements = tree.elements();
        let rows =
            elements.iter().map(|element| (element.number, element.role, element.label.clone())).collect::<Vec<_>>();
        assert_eq!(rows.len(), 3);
        vec![(rows[0].0, rows[0].1, ""), (rows[1].0, rows[1].1, "Wi-Fi & more"), (rows[2].0, rows[2].1, "Wi-Fi")]
    };
    assert_eq!(elements[1].2, tree.elements()[1].label);
    assert_eq!(tree.at(950, 300).unwrap().description, "Wi-Fi", "the smallest that can be touched");
    assert_eq!(tree.at(50, 390).unwrap().class, "android.widget.LinearLayout");
    assert_eq!(tree.at(50, 2350), None);
}

#[test]
fn elements_are_found_by_what_they_say_and_are() {
    let tree = parse(SETTINGS).unwrap();
    let first = |query: &Query<'_>| tree.find(query).first().map(|node| node.class.as_str());
    let label = |label| Query { label: Some(label), ..Query::default() };
    assert_eq!(first(&label("wi-fi")), Some("android.widget.Switch"), "exactly before only beginning so");
    assert_eq!(first(&label("WI-FI  &")), Some("android.widget.TextView"));
    assert_eq!(first(&Query { resource_id: Some("switch_widget"), ..Query::default() }), Some("android.widget.Switch"));
    assert_eq!(
        first(&Query { role: Some(Role::List), ..Query::default() }),
        Some("androidx.recyclerview.widget.RecyclerView")
    );
    assert_eq!(first(&label("bluetooth")), None);
}

#[test]
fn what_is_no_dump_is_said() {
    let null = "ERROR: null root node returned by UiTestAutomationBridge.";
    let idle = "ERROR: could not get idle state.";
    let rows = [
        (format!("{null}\n"), TreeError::NoRoot(null.to_owned())),
        (format!("WARNING: linker: x\n{idle}"), TreeError::NotIdle(idle.to_owned())),
        ("Killed \n".to_owned(), TreeError::NotThere("Killed".to_owned())),
        (String::new(), TreeError::NotThere("nothing at all".to_owned())),
    ];
    for (dump, said) in rows {
        assert_eq!(parse(&dump), Err(said));
    }
    let cut = parse(&SETTINGS[..900]).unwrap();
    assert!(cut.cut && !cut.nodes.is_empty());
    let deep = format!("<hierarchy>{}", "<node text=\"x\">".repeat(100_000));
    assert!(parse(&deep).unwrap().cut);
    let wide = format!("<hierarchy>{}</hierarchy>", "<node bounds=\"[0,0][1,1]\"/>".repeat(MAX_NODES + 5));
    let wide = parse(&wide).unwrap();
    assert!(wide.cut && wide.nodes.len() == MAX_NODES);
}

proptest! {
    #[test]
    fn any_dump_is_a_tree_or_not(text in "(<hierarchy|<node|/>|>|</node>|text=\"|bounds=\"\\[|\\]\"|&#x|;|&amp;|[a-z0-9 ,\\-]){0,60}") {
        if let Ok(tree) = parse(&text) {
            for (place, node) in tree.nodes.iter().enumerate() {
                prop_assert!(node.parent.is_none_or(|parent| parent < place));
                node.bounds.centre();
            }
            tree.elements();
            tree.at(0, 0);
        }
    }
}
