//! Labels in many languages: dangerous ones, and harmless ones that look alike.

use super::super::Verdict::{Allow, AlwaysAsk, Ask};
use super::*;

/// Checks taps on elements with these labels, in no particular app.
fn check_labels(verdict: Verdict, rule: &str, labels: &[&str]) {
    check(labels.iter().map(|label| (tap().label(label), verdict, rule)));
}

#[test]
fn labels_that_pay() {
    check_labels(
        AlwaysAsk,
        "target-pays",
        &[
            "Pay",
            "PAY NOW",
            "Pay $12.99",
            "Pay₹500",
            "Pay500",
            "ＰＡＹ",
            "P\u{200B}ay",
            "1-tap buy",
            "Buy now",
            "Order now",
            "Place your order",
            "Purchase",
            "Proceed to checkout",
            "Transfer",
            "Send money",
            "Subscribe",
            "Buy with Google Pay",
            "Jetzt kaufen",
            "Zahlungspflichtig bestellen",
            "ÜBERWEISEN",
            "U\u{308}berweisen",
            "Zahlen",
            // Without its accent this equals the previous word; asking once too often beats paying.
            "Zählen",
            "Payer maintenant",
            "Acheter",
            "Pagar",
            "Comprar ahora",
            "Finalizar compra",
            "Paga adesso",
            "Acquista",
            "立即支付",
            "确认付款",
            "購買",
            "使用支付宝支付",
            "購入する",
            "お支払いに進む",
            "결제하기",
            "भुगतान करें",
            "अभी खरीदें",
            "Купить",
            "Satın al",
            "Zapłać",
            "ชำระเงิน",
            "ادفع الآن",
        ],
    );
}

#[test]
fn labels_that_delete() {
    check_labels(
        AlwaysAsk,
        "target-deletes",
        &[
            "Delete",
            "Delete 3 photos?",
            "Remove",
            "Erase",
            "Discard draft",
            "Uninstall",
            "Clear data",
            "CLEAR STORAGE",
            "Move to trash",
            "Löschen",
            "Loeschen",
            "LÖSCHEN",
            "Deinstallieren",
            "Supprimer",
            "Désinstaller",
            "De\u{301}sinstaller",
            "Eliminar",
            "Borrar",
            "Excluir",
            "Apagar",
            "Elimina",
            "Rimuovi",
            "删除",
            "刪除",
            "卸载",
            "削除",
            "アンインストール",
            "삭제",
            "हटाएं",
            "हटाएँ",
            "Удалить",
            "Usuń",
            "حذف",
        ],
    );
}

#[test]
fn labels_that_grant_locate_send_to_many_and_reset() {
    check_labels(
        AlwaysAsk,
        "target-grants",
        &[
            "Allow",
            "Always allow",
            "Grant",
            "Grant access",
            "Permit",
            "While using the app",
            "Only this time",
            "Zulassen",
            "Nur dieses Mal",
            "Autoriser",
            "Uniquement cette fois-ci",
            "Lorsque vous utilisez l’appli",
            "Permitir",
            "Apenas esta vez",
            "Consenti",
            "Solo questa volta",
            "允许",
            "仅在使用该应用时允许",
            "許可",
            "アプリの使用時のみ",
            "허용",
            "अनुमति दें",
            "केवल इस बार",
            "Разрешить",
            "Cho phép",
        ],
    );
    check_labels(
        AlwaysAsk,
        "target-locates",
        &[
            "Share location",
            "Share live location",
            "Standort teilen",
            "Compartir ubicación",
            "共享实时位置",
            "위치 공유",
        ],
    );
    check_labels(
        AlwaysAsk,
        "target-sends-to-many",
        &[
            "Reply all",
            "Send to all",
            "Allen antworten",
            "Répondre à tous",
            "Responder a todos",
            "全员群发",
            "全員に返信",
        ],
    );
    check_labels(
        AlwaysAsk,
        "target-resets",
        &[
            "Reset",
            "Factory reset",
            "Erase all data (factory reset)",
            "Zurücksetzen",
            "Réinitialiser",
            "恢复出厂设置",
            "초기화",
        ],
    );
}

#[test]
fn labels_that_react_or_take_a_reaction_back() {
    let labels = ["Like", "Follow Anna", "Curtida", "Vídeo curtido", "取消关注", "取关", "フォロー解除", "언팔로우"];
    check_labels(Ask, "reacts-unasked", &labels);
}

#[test]
fn labels_that_only_look_like_trouble() {
    check_labels(
        Allow,
        "touch",
        &[
            "",
            "Payload",
            "Display",
            "Payments and refunds",
            "PayPal help",
            "Google Pay",
            "支付宝",
            "支付方式",
            "Buyer",
            "Border",
            "Order history",
            "Orders",
            "Recorder",
            "Best Buy",
            "Check out our new features",
            "File transfer",
            "Transferred",
            "Subscriptions",
            "Unsubscribed",
            "Deleted items",
            "Recently deleted",
            "最近删除",
            "削除済みアイテム",
            "삭제된 항목",
            "Undo delete",
            "Removed",
            "Clear text",
            "Clear query",
            "Trash",
            "Allowance",
            "Allowed apps",
            "Disallow",
            "Don't allow",
            "Don’t allow",
            "Nicht zulassen",
            "Ne pas autoriser",
            "No permitir",
            "不允许",
            "許可しない",
            "허용 안함",
            "अनुमति न दें",
            "Hugh Grant",
            "Permissions",
            "Location",
            "Sharing",
            "Reply",
            "Presets",
            "Reset password",
            "OK",
            "Cancel",
            "Next",
        ],
    );
}

#[test]
fn disguises_on_each_other() {
    let deletes =
        ["D e l e t e", "dеlеtеЕvеrуthіng", "\u{202E}еtеlеD", "D3l3tе", "D e l .", "Del. (37)", "D e l .   ( 3 7 )"];
    check_labels(AlwaysAsk, "target-deletes", &deletes);
    check_labels(AlwaysAsk, "target-pays", &["P   a   y   n   o   w", "Р а у   n о w", "P\u{2009}a\u{2009}y (3)"]);
    // Amounts over any separator, in any digits.
    let amounts =
        ["€_12,99", "₹_499", "1 2 . 0 0   U S D", "12.00 USD (3)", "٤٩٫٩٠ €", "ΚSh 4,990", "499 Κč", "r499,90"];
    check(amounts.iter().map(|label| {
        let priced = tap().label(label).with(|evidence| evidence.button = true);
        (priced, AlwaysAsk, "command-pays")
    }));
    for harmless in ["12 (3)", "Room r12", "Page 3 of 7", "S o n g", "A B C", "Version 4.2.1"] {
        check([(tap().label(harmless).with(|evidence| evidence.button = true), Allow, "touch")]);
    }
}
