//! Tests codes against other numbers, in many languages, and the handles of codes.

use super::super::read_out::{asks_for_code, asks_to_read};
use super::*;

/// A code in a row is written in braces; a row without braces is left alone.
fn check(rows: &[&str]) {
    let expected = |row: &str| {
        let (mut expected, mut codes) = (String::new(), Vec::new());
        for (at, part) in row.split(['{', '}']).enumerate() {
            if at % 2 == 0 {
                expected.push_str(part);
                continue;
            }
            if !codes.contains(&part) {
                codes.push(part);
            }
            let number = codes.iter().position(|code| *code == part).unwrap() + 1;
            expected.push_str(&format!("[code {number}]"));
        }
        expected
    };
    let shown = |row: &str| Redactor::default().text(&row.replace(['{', '}'], "")).into_owned();
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| shown(row) != expected(row))
        .map(|row| format!("{row} became {}", shown(row)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_code_with_a_word_that_names_it_gets_a_handle() {
    check(&[
        "Your verification code is {482913}.",
        "{482913} is your Google verification code. Don't share it with anyone.",
        "G-{482913} is your Google verification code.",
        "Use {4829} as your one-time password for Example Bank",
        "Example: your login code is {482 913}. It expires in 10 minutes.",
        "OTP: {48291375}",
        "PIN {0417}",
        "Your security code: {482-913}",
        "{X7K9Q2} is your confirmation code",
        "Your code is {aB3xY9}",
        "code: {2024}",
        "code {482913} accepted",
        "<#> {482913} for ExampleApp FA+9qCX9VSu",
        "ExampleCo: sign in\n@example.com #{482913}",
        "@example.com #{a7Kq29}",
        "{482913}\nDo not give this code to anybody",
        r#""otp": "{482913}""#,
        "verificationCode={482913}, uid=10123",
        "Row: 3 _id=4, address=+15550199, date=1794650400000, body=Your verification code is {482913}., service_center=NULL",
        "android.text=String (Your code is {482913})",
        "two codes: {111222} and {333444}",
        "the code {482913}, again {482913}",
        "Je code: {٤٨٢٩١٣}",
        "your code is {４８２９１３}",
        "your code is {4\u{200b}8\u{200b}2913}",
        "Your code is {4 8 2 9 1 3}",
        // In other languages.
        "Ihr Bestätigungscode lautet {482913}.",
        "Ihr Einmalpasswort: {482913}",
        "Votre code de vérification est {482913}",
        "Tu código de verificación es {482913}",
        "Seu código de verificação é {482913}",
        "Il tuo codice di verifica è {482913}",
        "Uw verificatiecode is {482913}",
        "Twój kod weryfikacyjny to {482913}",
        "Ваш код подтверждения: {482913}",
        "Ваш пароль {482913} никому не говорите",
        "Код підтвердження {482913}",
        "Doğrulama kodunuz: {482913}",
        "Din verifieringskod är {482913}",
        "Din bekræftelseskode er {482913}",
        "Engangskoden din er {482913}",
        "Vahvistuskoodisi on {482913}",
        "Az ellenőrző kódod: {482913}",
        "Váš ověřovací kód je {482913}",
        "Codul tău de verificare este {482913}",
        "Ο κωδικός σας είναι {482913}",
        "קוד האימות שלך הוא {482913}",
        "رمز التحقق الخاص بك هو {482913}",
        "کد تأیید شما {482913} است",
        "आपका सत्यापन कोड {482913} है",
        "আপনার যাচাইকরণ কোড {482913}",
        "您的验证码是{482913}，请勿泄露。",
        "【示例】验证码：{482913}，5分钟内有效",
        "您的驗證碼為 {482913}",
        "認証コード：{482913}",
        "인증번호 [{482913}] 를 입력하세요",
        "รหัส OTP ของคุณคือ {482913}",
        "Mã xác minh của bạn là {482913}",
        "Kode verifikasi Anda adalah {482913}",
        "Msimbo wako ni {482913}",
        "உங்கள் குறியீடு {482913}",
    ]);
}

#[test]
fn another_number_is_left_alone() {
    check(&[
        "Lunch at 12:30 on 14/11/2026?",
        "Call me on +15550100 or (555) 010-0199",
        "Your order 48291375 has shipped",
        "Total: $1,299.00",
        "Battery 88%, 4821 mAh",
        "In 2026 we met 1500 people",
        "We sent a code to +1 555 0100",
        "Enter the code we sent to +15550100",
        "Enter the 6-digit code",
        "Your code expires in 10 minutes",
        "ZIP code 90210",
        "country code 0043",
        "error code 40404",
        "promo code SAVE2026",
        "código postal 28013",
        "código de barras 48291375",
        "Postcode 1012",
        "Use your code to pay 1500 USD for order 99887766",
        "Use the code before 2027-01-01 at 10:24",
        "QR code",
        "uid=10123 pid=4711 code_version=NULL",
        "Copyright 2026 Codeworks",
        "Section 4821 of the report",
        "build 20261114",
        "shopping 1234 items",
        "192.168.10.1234 and 3.14159",
        "In the codec 48000 Hz are used",
        "[code 1] and [code 25]",
        "",
    ]);
}

#[test]
fn a_code_is_masked_wherever_it_is_shown_again() {
    let redactor = Redactor::default();
    assert_eq!(redactor.text("Your code is 482913"), "Your code is [code 1]");
    for (text, expected) in [
        ("482913 accepted", "[code 1] accepted"),
        ("482 913", "[code 1]"),
        ("4-8-2-9-1-3", "[code 1]"),
        (r#"["4","8","2","9","1","3"]"#, r#"["[code 1]"]"#),
        ("٤٨٢٩١٣", "[code 1]"),
        ("1482913 and 4829137", "1482913 and 4829137"),
        ("48 29", "48 29"),
    ] {
        assert_eq!(redactor.text(text), expected, "{text}");
    }
    redactor.add(&Secret::new("731946"));
    assert_eq!(redactor.text("482913731946"), "[code 1][secret]");
}

#[test]
fn a_secret_of_a_person_is_masked_in_every_form() {
    let redactor = Redactor::default();
    ["correct horse", "48291375", "no7"].iter().for_each(|secret| redactor.add(&Secret::new(*secret)));
    for (text, expected) in [
        ("input text correct%shorse", "input text [secret]"),
        ("?q=correct+horse&r=correct%20horse", "?q=[secret]&r=[secret]"),
        ("--es msg Y29ycmVjdCBob3JzZQ==", "--es msg [secret]"),
        ("4829 1375", "[secret]"),
        ("x48291375x", "x[secret]x"),
        ("no7 no77", "[secret] no77"),
    ] {
        assert_eq!(redactor.text(text), expected, "{text}");
    }
}

#[test]
fn a_handle_is_typed_as_its_code_and_an_unknown_one_is_not() {
    let redactor = Redactor::default();
    redactor.owned("code 482913, code X7K9Q2".to_owned());
    let check = |text: &str, expected: Result<&str, &str>| {
        let revealed = redactor.reveal(text).map(|secret| secret.reveal().to_owned());
        assert_eq!(revealed.as_deref().map_err(String::as_str), expected, "{text}");
    };
    check("[code 1]", Ok("482913"));
    check("it is [code 2]!", Ok("it is X7K9Q2!"));
    check("[code 3]", Err("[code 3]"));
    check("[code 0]", Err("[code 0]"));
    check("[code x] [code 12345]", Ok("[code x] [code 12345]"));
    check("hello", Ok("hello"));
    // Numbers are not reused, and values that an earlier run knew are unknown.
    let hidden = redactor.take_unwritten().unwrap();
    assert_eq!((hidden.codes, redactor.take_unwritten()), (2, None));
    let next = Redactor::default();
    next.restore(&hidden);
    assert_eq!(next.text("code 555666"), "code [code 3]");
    assert_eq!(next.reveal("[code 1]").map(|_| ()), Err("[code 1]".to_owned()));
}

#[test]
fn an_answer_to_a_question_for_a_code_is_one() {
    for (question, answer, expected) in [
        ("What is the code?", "482913", "[code 1]"),
        ("What is the code?", "it is 482 913", "it is [code 1]"),
        ("Your password?", "hunter2!", "[code 1]"),
        ("Your password?", "[code 1]", "[code 1]"),
        ("Your password?", "no", "no"),
        ("Your PIN?", "I do not have one", "I do not have one"),
        ("Which city?", "Vienna 1010", "Vienna 1010"),
        ("How many?", "4821", "4821"),
    ] {
        assert_eq!(Redactor::default().answer(question, answer.to_owned()), expected, "{question} {answer}");
    }
}

#[test]
fn who_asks_to_be_told_a_code_is_told() {
    for (goal, expected) in [
        ("read me the code", true),
        ("Read me my verification code from Example Bank", true),
        ("what is my verification code", true),
        ("What's the OTP that my bank sent?", true),
        ("tell me the code in the last message", true),
        ("read the code aloud", true),
        ("read out the one-time password", true),
        ("which code did Google send me", false),
        ("sign in with the verification code", false),
        ("read the code and type it into the app", false),
        ("tell Sam the code", false),
        ("enter the code", false),
        ("send the code to Sam", false),
        ("read me my messages", false),
        ("what is the error code", false),
        ("", false),
    ] {
        assert_eq!(asks_for_code(goal), expected, "{goal}");
    }
    for (goal, expected) in [
        ("read my last message", true),
        ("read me my messages", true),
        ("what does my last text say", true),
        ("any new messages?", true),
        ("lies mir meine Nachrichten vor", true),
        ("read my notifications", true),
        ("read the screen", true),
        ("read my last message to Sam", false),
        ("read my last message and enter the code", false),
        ("read my messages and reply to Sam", false),
        ("text Sam hello", false),
        ("read me the news", false),
        ("", false),
    ] {
        assert_eq!(asks_to_read(goal), expected, "{goal}");
    }
    let redactor = Redactor::default();
    redactor.owned("code 482913".to_owned());
    redactor.add(&Secret::new("hunter2"));
    let told = |goal: &str, message: &str| redactor.read_out(goal, message);
    assert_eq!(told("read me the code", "it is [code 1]").as_deref(), Some("it is 482913"));
    assert_eq!(told("read me the code", "[code 1], hunter2").as_deref(), Some("482913, [secret]"));
    assert_eq!(told("sign in", "it is [code 1]"), None);
    assert_eq!(told("read me the code", "there is none"), None);
}

#[test]
fn codes_are_bounded() {
    let redactor = Redactor::default();
    let many: Vec<String> = (0..1_000).map(|number| format!("code {}", 100_000 + number * 7)).collect();
    let masked = redactor.text(&many.join("\n")).into_owned();
    assert!(masked.contains("[code 256]") && masked.ends_with("code [code]") && !masked.contains("10070"), "{masked}");
}

#[test]
fn a_text_full_of_numbers_is_quick() {
    let began = std::time::Instant::now();
    for (text, expected) in [
        ("Use code 482913 to log in, or see invoice 12345. ", 20_000),
        ("body=482913, ", 0),
        ("=482913 (", 0),
        ("482913", 0),
        ("To X7K-", 0),
    ] {
        let found = super::super::codes::find(&text.repeat(20_000), Expected::None);
        assert_eq!(found.len(), expected, "{text}");
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
}
