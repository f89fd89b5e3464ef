//! Tests what is an undo offer, and what only looks like one.

use device::tree::{Bounds, State};

use super::*;

fn node(text: &str, class: &str, id: &str, clickable: bool) -> Node {
    Node {
        text: text.to_owned(),
        class: class.to_owned(),
        resource_id: id.to_owned(),
        package: "com.example.mail".to_owned(),
        bounds: Bounds { left: 10, top: 10, right: 110, bottom: 60 },
        state: State { clickable, enabled: true, ..State::default() },
        ..Node::default()
    }
}

fn button(text: &str) -> Node {
    node(text, "android.widget.Button", "", true)
}

fn words(text: &str) -> Node {
    node(text, "android.widget.TextView", "", false)
}

fn tree(nodes: impl IntoIterator<Item = Node>) -> Tree {
    Tree { nodes: nodes.into_iter().collect(), ..Tree::default() }
}

fn now() -> Timestamp {
    "2026-11-15T21:00:00Z".parse().unwrap()
}

fn label(before: &Tree, after: &Tree) -> Option<String> {
    offered(Some(before), after, now(), true).map(|undo| undo.label)
}

#[test]
fn a_button_that_takes_back_is_known_in_many_languages() {
    let rows = [
        "Undo",
        "UNDO",
        "Undo send",
        "Rückgängig",
        "RÜCKGÄNGIG MACHEN",
        "Deshacer",
        "Annuler la suppression",
        "Rétablir",
        "Desfazer",
        "Annulla eliminazione",
        "Ongedaan maken",
        "Ångra",
        "Fortryd",
        "Angre",
        "Kumoa",
        "Cofnij",
        "Vrátit zpět",
        "Visszavonás",
        "Восстановить",
        "Відновити",
        "Αναίρεση",
        "Geri al",
        "تراجع",
        "واگرد",
        "שחזור",
        "पूर्ववत करें",
        "元に戻す",
        "撤消",
        "復原",
        "실행취소",
        "เลิกทำ",
        "Hoàn tác",
        "Urungkan",
        "Desfés",
        "Razveljavi",
    ];
    for text in rows {
        let after = tree([words("1 deleted"), button(text)]);
        assert_eq!(label(&tree([words("Inbox")]), &after).as_deref(), Some(text), "{text}");
    }
}

#[test]
fn what_only_looks_like_a_way_back_is_none() {
    let inbox = || tree([words("Inbox")]);
    let off = Node { state: State { clickable: true, ..State::default() }, ..button("Undo") };
    let gone = Node { bounds: Bounds::default(), ..button("Undo") };
    let ticked =
        Node { state: State { checkable: true, clickable: true, enabled: true, ..State::default() }, ..button("Undo") };
    let field = node("Undo", "android.widget.EditText", "", true);
    let rows = [
        words("Undo"),
        words("This cannot be undone"),
        button("This cannot be undone"),
        button("Restore default settings"),
        button("Restore factory settings"),
        button("How do I undo a payment?"),
        button("Undoubtedly"),
        button("Cancel"),
        button("Abbrechen"),
        button("Delete"),
        button("Redo"),
        button(&"undo ".repeat(40)),
        button(""),
        words("Trash"),
        words("30 days left"),
        words("Trashy novels and 30 of them"),
        off,
        gone,
        ticked,
        field,
    ];
    for row in rows {
        let shown = row.text.clone();
        assert_eq!(label(&inbox(), &tree([row])), None, "{shown}");
    }
    // It was there before, so it undoes something else.
    assert_eq!(label(&tree([button("Undo")]), &tree([button("Undo"), words("Deleted")])), None);
    // A dialog that asks whether to restore something is a question.
    let title = node("Restore?", "android.widget.TextView", "android:id/alertTitle", false);
    assert_eq!(label(&inbox(), &tree([title, button("Restore")])), None);
    let second = node("Undo", "android.widget.Button", "android:id/button2", true);
    assert_eq!(label(&inbox(), &tree([second])), None);
}

#[test]
fn where_nobody_knows_what_stood_there_only_a_snackbar_counts() {
    let snackbar = node("Undo", "android.widget.Button", "com.example.mail:id/snackbar_action", true);
    assert!(offered(None, &tree([snackbar]), now(), true).is_some());
    assert!(offered(None, &tree([button("Undo")]), now(), true).is_none());
    assert!(offered(None, &tree([words("Moved to trash for 30 days")]), now(), true).is_none());
}

#[test]
fn a_bin_is_a_way_back_for_so_many_days() {
    let check = |text: &str, days: Option<i64>| {
        let undo = offered(Some(&tree([])), &tree([words(text)]), now(), true);
        let until = days.map(|days| now() + jiff::SignedDuration::from_hours(24 * days));
        assert_eq!(undo, Some(Undo { label: text.to_owned(), element: None, until }), "{text}");
    };
    check("Moved to trash", None);
    check("Items in the bin are deleted after 30 days", Some(30));
    check("Moved 12 photos to Recently deleted. Kept for 60 days.", Some(60));
    check("In den Papierkorb verschoben, wird nach 30 Tagen gelöscht", Some(30));
    check("Placé dans la corbeille pour 30 jours", Some(30));
    check("Se movió a la papelera (60 días)", Some(60));
    check("Перемещено в корзину на 30 дней", Some(30));
    check("تم النقل إلى سلة المهملات لمدة ٣٠ يومًا", Some(30));
    check("ゴミ箱に移動しました。30 日後に削除されます", Some(30));
    check("已移至回收站，30天后永久删除", Some(30));
    check("휴지통으로 이동됨. 30일 후 삭제됩니다", Some(30));
    // Only after an action that a person was asked about, and only plausible times.
    assert_eq!(offered(Some(&tree([])), &tree([words("Moved to trash")]), now(), false), None);
    check("Moved to trash, kept for 99999999999999999999 days", None);
}

#[test]
fn it_is_found_again_only_if_it_is_the_same_and_the_only_one() {
    let undo = offered(Some(&tree([])), &tree([button("Undo")]), now(), true).unwrap();
    let element = undo.element.unwrap();
    assert_eq!(find(&tree([words("x"), button("Undo")]), &element), Some((60, 35)));
    let other = Node { package: "com.example.bank".to_owned(), ..button("Undo") };
    for nodes in [vec![], vec![words("Undo")], vec![other], vec![button("Undo"), button("Undo")], vec![button("Redo")]]
    {
        assert_eq!(find(&tree(nodes.clone()), &element), None, "{nodes:?}");
    }
}
