//! Pictures as received, compared and encoded, and inputs that are not pictures.

use proptest::prelude::*;

use super::*;

fn raw(width: u32, height: u32, header: usize, value: u8) -> Vec<u8> {
    let mut raw: Vec<u8> = [width, height, 1, 1].iter().flat_map(|word| word.to_le_bytes()).take(header).collect();
    raw.extend((0..width * height).flat_map(|_| [value, value, value, 255]));
    raw
}

#[test]
fn raw_pixels_become_the_same_picture_as_a_png() {
    for (header, value) in [(12, 7), (16, 7), (16, 0)] {
        let picture = Picture::from_raw(raw(3, 2, header, value)).unwrap();
        assert_eq!((picture.width, picture.height, picture.black), (3, 2, value == 0));
        let again = Picture::from_png(picture.png().unwrap()).unwrap();
        assert_eq!((again.width, again.height, again.black), (3, 2, value == 0));
        assert_eq!(again.fingerprint(), picture.fingerprint());
    }
}

#[test]
fn what_is_no_picture_is_said() {
    let said = |text: &str| PictureError::Said(text.to_owned());
    assert_eq!(Picture::from_png(b"Error opening file\n".to_vec()), Err(said("Error opening file")));
    assert_eq!(Picture::from_png(Vec::new()), Err(said("nothing at all")));
    assert_eq!(
        Picture::from_raw(&b"Status: -1 Failed to take a screenshot"[..]),
        Err(PictureError::Secure("Status: -1 Failed to take a screenshot".to_owned()))
    );
    let whole = Picture::from_raw(raw(30, 20, 16, 9)).unwrap().png().unwrap();
    for length in 8..whole.len() {
        assert!(matches!(Picture::from_png(whole.slice(..length)), Err(PictureError::Broken(_))), "{length}");
    }
    assert!(matches!(Picture::from_raw(raw(3, 2, 16, 9)[..30].to_vec()), Err(PictureError::Broken(_))));
    let huge = [0xff_u8; 40];
    assert!(matches!(Picture::from_raw(huge.to_vec()), Err(PictureError::TooLarge { .. })));
}

#[test]
fn a_warning_before_the_picture_is_passed_over() {
    let picture = Picture::from_raw(raw(3, 2, 16, 9)).unwrap();
    let mut warned = b"[Warning] Multiple displays were found, but no display id was specified!\n".to_vec();
    warned.extend(&picture.png().unwrap());
    assert_eq!(Picture::from_png(warned).unwrap(), picture);
}

#[test]
fn a_screen_is_black_between_its_bars() {
    let mut screen = raw(10, 100, 16, 0);
    let bar = 16 + 10 * 8 * 4;
    screen[16..bar].fill(200);
    let check = |screen: &[u8], black: bool| {
        let picture = Picture::from_raw(screen.to_vec()).unwrap();
        assert_eq!(picture.black, black);
        assert_eq!(Picture::from_png(picture.png().unwrap()).unwrap().black, black);
    };
    check(&screen, true);
    screen[bar] = 1;
    check(&screen, false);
}

#[test]
fn the_status_bar_does_not_count() {
    let screen = |bar: u8, row: u8| {
        let mut screen = raw(10, 100, 16, 9);
        screen[16..16 + 10 * 4 * 3].fill(bar);
        screen[16 + 10 * 4 * 3] = row;
        Picture::from_raw(screen).unwrap()
    };
    let same = |a: Picture, b: Picture, rows: u32| {
        let again = |picture: Picture| Picture::from_png(picture.png().unwrap()).unwrap();
        let (a, b) = (a.with_status_bar(rows), b.with_status_bar(rows));
        let (c, d) = (again(a.clone()).with_status_bar(rows), again(b.clone()).with_status_bar(rows));
        assert_eq!((a.fingerprint(), b.fingerprint()), (c.fingerprint(), d.fingerprint()), "raw and PNG alike");
        a == b
    };
    assert!(same(screen(1, 9), screen(2, 9), 3), "another time");
    assert!(!same(screen(1, 9), screen(2, 9), 2), "a row of the bar counts");
    assert!(!same(screen(1, 9), screen(1, 8), 3), "the first row below it counts");
    assert!(!same(screen(1, 9), screen(2, 9), 0));
    assert!(!same(screen(1, 9), screen(2, 9), 1_000), "a bar that is the whole screen is no bar");
}

#[test]
fn a_claim_is_not_believed() {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 8_000, 8_000);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9c, 3, 0, 0, 0, 0, 1]).unwrap();
    drop(writer);
    assert!(matches!(Picture::from_png(png), Err(PictureError::Broken(_))));
}

#[tokio::test]
async fn a_slow_encoder_holds_nobody_up() {
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    // An encoder that waits until another request on this single-threaded runtime was answered.
    static ANSWERED: Mutex<Option<Receiver<()>>> = Mutex::new(None);
    fn slow(picture: &Picture) -> bool {
        let answered = ANSWERED.lock().unwrap().take().unwrap().recv_timeout(Duration::from_secs(20)).is_ok();
        answered && picture.png().is_ok()
    }
    let (answer, answered) = channel();
    *ANSWERED.lock().unwrap() = Some(answered);
    let picture = Picture::from_raw(raw(3, 2, 16, 9)).unwrap();
    let request = async {
        tokio::task::yield_now().await;
        answer.send(()).unwrap();
    };
    let (encoded, ()) = tokio::join!(picture.on_blocking_thread(slow), request);
    assert_eq!(encoded, Ok(true));
    assert_eq!(picture.encoded().await, picture.png());
}

proptest! {
    #[test]
    fn any_bytes_are_a_picture_or_not(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        at in 0usize..120,
        value: u8,
    ) {
        drop(Picture::from_raw(bytes.clone()));
        drop(Picture::from_png(bytes));
        let mut png = Picture::from_raw(raw(4, 4, 16, 3)).unwrap().png().unwrap().to_vec();
        if let Some(byte) = png.get_mut(at) {
            *byte = value;
        }
        if let Ok(picture) = Picture::from_png(png) {
            picture.fingerprint();
        }
    }
}
