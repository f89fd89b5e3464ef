//! The surroundings of an element: questions and their answers, screens, conversations, unseen targets.

use super::super::Verdict::{Allow, AlwaysAsk, Ask};
use std::sync::Arc;

use super::super::{Conversation, ConversationKind, Grounding, Hazard, Question, Sight};
use super::*;

impl Case {
    pub(super) fn with(mut self, change: impl FnOnce(&mut Evidence)) -> Self {
        let evidence = self.evidence.get_or_insert_default();
        evidence.sight = Sight::Known;
        evidence.button = true;
        change(evidence);
        self
    }

    /// Makes the target one of the choices of a dialog.
    fn asked(self, texts: &[&str], choices: &[&str]) -> Self {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let question = Question { dialog: true, floats: true, texts: owned(texts), choices: owned(choices) };
        self.with(|evidence| evidence.question = Some(question))
    }

    fn on_screen(self, texts: &[&str]) -> Self {
        self.with(|evidence| evidence.screen = texts.iter().map(|text| (*text).to_owned()).collect())
    }

    fn in_chat(self, title: &str, kind: ConversationKind) -> Self {
        self.with(|evidence| evidence.conversation = Some(Conversation { title: title.to_owned(), kind }))
    }
}

#[test]
fn an_answer_inherits_the_question() {
    let rows: &[(&str, &str, &str)] = &[
        ("OK", "Delete 12 photos?", "answer-deletes"),
        ("Yes", "Remove this contact from your phone?", "answer-deletes"),
        ("Continue", "Uninstall Signal?", "answer-installs"),
        ("OK", "Do you want to uninstall this app?", "answer-installs"),
        ("OK", "Pay $12.99 to Ben?", "answer-pays"),
        ("Confirm", "Total: EUR 24.90", "answer-pays"),
        ("Go", "Place order for 2 items", "answer-pays"),
        ("OK", "All settings will be reset", "answer-resets"),
        ("Sure", "Erase all data?", "answer-resets"),
        ("OK", "This cannot be undone.", "answer-deletes"),
        ("OK", "Allow Maps to access this device’s location?", "answer-grants"),
        ("Yes", "Share your location with Ben?", "answer-locates"),
        ("OK", "Send this message to 14 recipients?", "answer-sends-to-many"),
        ("Yes", "Install this application?", "answer-installs"),
        ("OK", "Publish your review?", "answer-posts"),
        ("OK", "Turn on USB debugging?", "answer-changes-security"),
        ("Accept", "Please read the terms and conditions", "answer-agrees"),
        ("OK", "12 Fotos löschen?", "answer-deletes"),
        ("OK", "Möchten Sie 24,90 € bezahlen?", "answer-pays"),
        ("Oui", "Supprimer ces photos ?", "answer-deletes"),
        ("Aceptar", "¿Eliminar 12 fotos?", "answer-deletes"),
        ("Да", "Удалить 12 фотографий?", "answer-deletes"),
        ("Так", "Видалити ці фотографії?", "answer-deletes"),
        ("确定", "删除 12 张照片？", "answer-deletes"),
        ("はい", "写真を削除しますか？", "answer-deletes"),
        ("확인", "사진 12장을 삭제할까요?", "answer-deletes"),
        ("موافق", "هل تريد حذف الصور؟", "answer-deletes"),
        ("ठीक है", "क्या आप ये तस्वीरें मिटाना चाहते हैं?", "answer-deletes"),
        ("ตกลง", "ลบรูปภาพ 12 รูปหรือไม่", "answer-deletes"),
        ("Tamam", "12 fotoğraf silinsin mi?", "answer-deletes"),
        ("", "Delete 12 photos?", "answer-deletes"),
        ("Zap", "Delete 12 photos?", "answer-deletes"),
        ("OK", "D e l e t e everything", "answer-deletes"),
        ("OK", "Dеlеtе 12 photos?", "answer-deletes"),
        ("OK", "𝐃𝐞𝐥𝐞𝐭𝐞 12 photos?", "answer-deletes"),
        ("OK", "D3lete 12 photos?", "answer-deletes"),
        ("No", "Keep the 12 photos?", "answer-deletes"),
    ];
    check(rows.iter().map(|(label, text, rule)| (tap().label(label).asked(&[text], &["Cancel"]), AlwaysAsk, *rule)));
}

#[test]
fn refusals_and_harmless_questions_pass() {
    let rows: &[(&str, &str)] = &[
        ("Cancel", "Delete 12 photos?"),
        ("No", "Uninstall Signal?"),
        ("Not now", "Turn on USB debugging?"),
        ("Abbrechen", "12 Fotos löschen?"),
        ("Annuler", "Supprimer ces photos ?"),
        ("取消", "删除 12 张照片？"),
        ("キャンセル", "写真を削除しますか？"),
        ("취소", "사진 12장을 삭제할까요?"),
        ("Отмена", "Удалить 12 фотографий?"),
        ("Don’t allow", "Allow Maps to access this device’s location?"),
        ("OK", "Set the alarm for 7:00?"),
        ("OK", "Your phone is up to date."),
        ("Got it", "Your photos were deleted."),
        ("OK", "Choose a ringtone"),
        ("Save", "Rename this note"),
        ("Fertig", "Wie möchten Sie die Datei nennen?"),
        ("Chime", "Choose a ringtone"),
    ];
    check(rows.iter().map(|(label, text)| (tap().label(label).asked(&[text], &["Cancel", "OK"]), Allow, "touch")));
}

#[test]
fn what_cannot_be_read_or_seen_is_asked() {
    let unseen = |sight: Sight| tap().with(|evidence| evidence.sight = sight);
    check([
        (tap().label("Iawn").asked(&["Dileu deuddeg llun?"], &["Canslo"]), Ask, "answers-unread"),
        (tap().label("OK").asked(&["Dileu deuddeg llun?"], &["Canslo"]), Ask, "answers-unread"),
        (tap().label("ᎣᏏ").asked(&["ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᎴ?"], &["ᎥᏝ"]), Ask, "answers-unread"),
        (unseen(Sight::NoTree).within("com.example.game"), Ask, "unseen"),
        (unseen(Sight::NoTree).within("com.whatsapp"), Ask, "unseen-could-matter"),
        (unseen(Sight::NoTree).within("com.android.settings"), Ask, "unseen-could-matter"),
        (unseen(Sight::Unlabelled).within("com.example.game"), Ask, "unseen"),
        (unseen(Sight::Nothing).within("com.example.game"), Allow, "touch"),
    ]);
}

#[test]
fn screens_that_are_about_something() {
    let pay = ["Checkout", "2 items", "Total", "$24.90"];
    let wipe = ["Erase all data", "Everything on this phone will be erased. This cannot be undone."];
    check([
        (tap().label("Confirm").on_screen(&pay), AlwaysAsk, "screen-pays"),
        (tap().label("Continue").on_screen(&wipe), AlwaysAsk, "screen-resets"),
        (tap().label("Home").on_screen(&pay), Allow, "touch"),
        (tap().label("Next").on_screen(&["Set up your voice assistant"]), Allow, "touch"),
        (tap().label("I agree").on_screen(&["Terms of service", "long text"]), AlwaysAsk, "command-agrees"),
    ]);
    let led = |label: &str| tap().label(label).with(|evidence| evidence.led_by = vec![Hazard::Installs]);
    check([
        (led("OK"), AlwaysAsk, "goes-on-installs"),
        (led(""), AlwaysAsk, "goes-on-installs"),
        (led("Cancel"), Allow, "touch"),
        (led("Inbox"), Allow, "touch"),
    ]);
}

fn ringing(said: &str) -> Case {
    asked(said).with(|evidence| {
        evidence.screen = ["Incoming call", "Mom", "Mobile"].map(str::to_owned).to_vec();
        evidence.button = true;
    })
}

/// A tap for somebody who said this, and whose contact Ben has a number from an agent.
fn foreign(said: &str) -> Case {
    let mut words = Grounding::of(said);
    words.is_foreign("Ben", "+49 151 2345678");
    tap().with(|evidence| evidence.grounding = Some(Arc::new(words)))
}

#[test]
fn whom_it_reaches() {
    let app = "com.whatsapp";
    let number = |label: &str, wanted: &str| {
        tap().label(label).within(app).with(|evidence| {
            evidence.number = Some("+49 151 2345678".to_owned());
            evidence.grounding = words(wanted);
        })
    };
    check([
        (tap().label("Send").in_chat("Family", ConversationKind::Group).within(app), AlwaysAsk, "sends-to-group"),
        (tap().id("com.whatsapp:id/send").in_chat("Family", ConversationKind::Group), AlwaysAsk, "sends-to-group"),
        (key("66").in_chat("Family", ConversationKind::Group), AlwaysAsk, "sends-to-group"),
        (tap().label("Send").in_chat("Ben", ConversationKind::Person).within(app), Ask, "sends-unasked"),
        (asked("look around").label("Send").in_chat("Ben", ConversationKind::Person).within(app), Ask, "sends-unasked"),
        (asked("text Ben").label("Send").in_chat("Ben", ConversationKind::Person).within(app), Allow, "touch"),
        (asked("text Anna").label("Send").in_chat("Ben", ConversationKind::Person).within(app), Ask, "reaches-unnamed"),
        (
            foreign("text Ben").label("Send").in_chat("Ben", ConversationKind::Person).within(app),
            Ask,
            "reaches-foreign",
        ),
        (
            foreign("text Ben").label("Send").in_chat("Anna", ConversationKind::Person).within(app),
            Ask,
            "reaches-unnamed",
        ),
        (ringing("do not answer any calls").label("Answer"), Ask, "answers-unasked"),
        (ringing("answer the call").label("Answer"), Allow, "touch"),
        (asked("call Ben").label("Send").in_chat("Ben", ConversationKind::Person).within(app), Ask, "sends-unasked"),
        (tap().label("Send").in_chat("B&B", ConversationKind::Unknown).within(app), Ask, "conversation-unknown"),
        (tap().label("Emoji").in_chat("Family", ConversationKind::Group).within(app), Allow, "touch"),
        (number("Call", "call my mother"), Ask, "reaches-unnamed"),
        (number("Call", "call 0151 2345678"), Allow, "touch"),
        (number("Voice call", "ring them"), Ask, "reaches-unnamed"),
        (number("Contacts", "call my mother"), Allow, "touch"),
        (tap().label("Block").with(|_| {}), Ask, "leaves"),
        (tap().label("Leave group").with(|_| {}), Ask, "leaves"),
    ]);
}

#[test]
fn a_slide_that_presses_is_a_press() {
    for label in ["Delete", "Pay now", "Uninstall", "Allow"] {
        let plain = tap().label(label).decide();
        let slid = verb("swipe").label(label).with(|evidence| evidence.pressed = true).decide();
        assert!(slid.verdict >= plain.verdict, "{label}: {slid:?}");
        let scrolled = verb("swipe").label(label).with(|evidence| evidence.pressed = false).decide();
        assert_eq!(scrolled.verdict, Allow, "{label}");
    }
}

#[test]
fn a_question_is_understood_in_one_language() {
    // Each word belongs to some language, but the sentence to none.
    let unread = [
        ["Tħassar 12-il ritratt?", "Dan ma jistax jitreġġa' lura."],
        ["A goge hotuna 12?", "Ba za a iya mayar da wannan ba."],
        ["Efase 12 foto?", "Ou pa ka defèt sa."],
        ["Ṣé kí a pa àwọn fọ́tò 12 rẹ́?", "A kò lè dá èyí padà."],
        ["འདྲ་པར་ ༡༢ བསུབ་བམ།", "འདི་ཕྱིར་ལྡོག་ཐུབ་མི་སྲིད།"],
    ];
    for texts in unread {
        // An understood text next to it explains none of it.
        let among = [texts[0], texts[1], "Everything is fine", "This is harmless"];
        check(["OK", "Iva", "To"].map(|label| (tap().label(label).asked(&among, &["Soke"]), Ask, "answers-unread")));
        check([(tap().label("Cancel").asked(&among, &["OK"]), Allow, "touch")]);
    }
    let understood: [(&str, [&str; 2]); 5] = [
        ("OK", ["What do you want to read about?", "Choose as many as you like."]),
        ("Weiter", ["Wie möchtest du die App verwenden?", "Du kannst das später ändern."]),
        ("Dalej", ["Jak to działa?", "Pisz, a wszystko zapisze się samo."]),
        ("İleri", ["Nasıl çalışır?", "Yazın, kendiliğinden kaydedilir."]),
        ("Aceptar", ["¿Qué idioma quieres usar?", "Puedes cambiarlo en los ajustes."]),
    ];
    check(understood.map(|(label, texts)| (tap().label(label).asked(&texts, &["Cancel"]), Allow, "touch")));
}

#[test]
fn few_choices_are_answers_whatever_they_look_like() {
    let heading = ["Share live location", "Everyone in this chat sees where you are for 8 hours."];
    let share = |few: bool, toggles: bool| {
        let case = tap().label("Share").on_screen(&heading);
        case.with(|evidence| (evidence.button, evidence.few, evidence.toggles) = (false, few, toggles))
    };
    check([
        (share(true, false), AlwaysAsk, "screen-locates"),
        (share(true, true), AlwaysAsk, "screen-locates"),
        (share(false, false), Allow, "touch"),
    ]);
}
