//! Tests what is masked, and what is left alone.

mod codes;
mod screens;
mod table;

use super::picture::paint;
use super::*;

fn check(secrets: &[&str], text: &str, expected: &str) {
    let redactor = Redactor::default();
    secrets.iter().for_each(|secret| redactor.add(&Secret::new(*secret)));
    assert_eq!(redactor.text(text), expected, "{text}");
}

#[test]
fn a_known_secret_is_masked_however_it_is_written() {
    check(&["hunter2"], "type hunter2, then hunter2!", "type [secret], then [secret]!");
    check(&["a\"b\\c d"], r#"{"text":"a\"b\\c d"}"#, r#"{"text":"[secret]"}"#);
    check(&["pässwörd"], r#"{"text":"p\u00e4ssw\u00f6rd"}"#, r#"{"text":"[secret]"}"#);
    check(&["1234", "123456"], "code 123456", "code [secret]");
    check(&["7"], "7 of 17 or 7", "[secret] of 17 or [secret]");
    check(&["", "  "], "nothing", "nothing");
}

#[test]
fn what_looks_like_a_key_is_masked() {
    let rows = [
        ("use sk-proj-abcdefghijklmnopqrstuvwx now", "use [secret] now"),
        ("ghp_0123456789abcdefghij0123", "[secret]"),
        ("Authorization: Bearer abcdef0123456789abcdef", "Authorization: Bearer [secret]"),
        ("https://a.example/cb?token=abc&x=1", "https://a.example/cb?token=[secret]&x=1"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlcw", "[secret]"),
        ("a -----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY----- b", "a [secret] b"),
        ("-----BEGIN PRIVATE KEY-----\nMIIB and it breaks off", "[secret]"),
        ("k=-----BEGIN EC PRIVATE KEY----- MIIB -----END EC PRIVATE KEY-----", "k=[secret]"),
        ("-----BEGIN CERTIFICATE-----\nMIIB", "-----BEGIN CERTIFICATE-----\nMIIB"),
        ("-----BEGIN -----BEGIN ü", "-----BEGIN -----BEGIN ü"),
        ("the bearer of good news", "the bearer of good news"),
        ("sk-8 skis, a token = 3", "sk-8 skis, a token = 3"),
        ("Tap com.example:id/password_field", "Tap com.example:id/password_field"),
    ];
    for (text, expected) in rows {
        check(&[], text, expected);
    }
}

#[test]
fn a_secret_may_be_called_secret() {
    let redactor = Redactor::default();
    redactor.add(&Secret::new("secret"));
    let once = redactor.text("my secret is token=abcdef").into_owned();
    assert_eq!(once, "my [secret] is token=[secret]");
    assert!(!once.contains("abcdef"));
}

#[test]
fn a_secret_is_not_printed() {
    assert_eq!(format!("{:?}", Secret::new("hunter2")), "Secret(…)");
    let redactor = Redactor::default();
    redactor.add(&Secret::new("hunter2"));
    assert!(!format!("{redactor:?}").contains("hunter2"));
}

#[test]
fn a_place_is_painted_over_and_nothing_else() {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 4, 3);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[255; 36]).unwrap();
    writer.finish().unwrap();
    let place = Bounds { left: 1, top: 1, right: 3, bottom: 9 };
    let painted = paint(&png, &[place, Bounds { left: -5, top: -5, right: -1, bottom: 2 }]).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&painted)).read_info().unwrap();
    let mut pixels = vec![0; 36];
    reader.next_frame(&mut pixels).unwrap();
    let seen: Vec<bool> = pixels.chunks_exact(3).map(|pixel| pixel == [255; 3]).collect();
    let expected = [[true; 4], [true, false, false, true], [true, false, false, true]].concat();
    assert_eq!(seen, expected);
    assert_eq!(paint(b"no picture", &[place]), None);
}
