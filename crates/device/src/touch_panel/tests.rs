//! Panels as phones describe them, and the positions of two fingers on them.

use super::*;

/// Output of a phone's shell: the panel is one of several devices, its axes follow one another.
const PHONE: &str = "\
add device 1: /dev/input/event4
  name:     \"sec_jack\"
  events:
    KEY (0001): 0072  0073  00e2  0246
    SW  (0005): 0002  0004
  input props:
    <none>
add device 2: /dev/input/event2
  name:     \"touch_dev\"
  events:
    KEY (0001): 008f  0145  014a
    ABS (0003): 0000  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                0030  : value 0, min 0, max 255, fuzz 0, flat 0, resolution 0
                0035  : value 0, min 0, max 10799, fuzz 0, flat 0, resolution 0
                0036  : value 0, min 0, max 23999, fuzz 0, flat 0, resolution 0
                0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
                003a  : value 0, min 0, max 255, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
";

fn panel() -> Panel {
    let (x, y) = ((0, 10_799), (0, 23_999));
    Panel { path: "/dev/input/event2".to_owned(), x, y, pressure: Some(51), button: true }
}

fn finite(value: f64) -> Finite {
    Finite::new(value).unwrap()
}

#[test]
fn the_panel_is_found_among_the_devices_or_the_reason_is_told() {
    assert_eq!(read(PHONE), Ok(panel()));
    let bare = PHONE.replace("003a  : value", "003b  : value").replace("  0145  014a", "");
    assert_eq!(read(&bare), Ok(Panel { pressure: None, button: false, ..panel() }));
    let rows = [
        (PHONE.replace("002f  : value", "002e  : value"), "its touch panel does not number its fingers"),
        (PHONE.replace("max 10799", "max 0"), "its touch panel does not number its fingers"),
        (PHONE.replace("max 10799", "max 99999999999"), "none of its input devices is a touch panel"),
        (PHONE.replace("0035  : value", "0034  : value"), "none of its input devices is a touch panel"),
        (PHONE.replace("/dev/input/event2", "/dev/input/event2; reboot"), "none of its input devices is a touch panel"),
        (PHONE.replace("/dev/input/event2", "/dev/block/sda"), "none of its input devices is a touch panel"),
        ("/system/bin/sh: getevent: not found".to_owned(), "its shell has no `getevent`"),
        ("could not open /dev/input, Permission denied".to_owned(), "its shell may not look at its input devices"),
        (String::new(), "its shell may not look at its input devices"),
    ];
    for (said, why) in rows {
        assert_eq!(read(&said), Err(why), "{said}");
    }
}

#[test]
fn the_fingers_stay_on_the_glass_and_end_as_far_apart_as_is_meant() {
    let size = (1080, 2400);
    let apart =
        |[(x1, y1), (x2, y2)]: [(u32, u32); 2]| (f64::from(x1) - f64::from(x2)).hypot(f64::from(y1) - f64::from(y2));
    for (x, y) in [(540.0, 1200.0), (0.0, 0.0), (1079.0, 2399.0), (-50.0, 9e9), (1000.0, 30.0)] {
        for scale in [0.25, 0.5, 0.9, 1.0, 1.5, 2.0, 4.0] {
            let frames = fingers((finite(x), finite(y)), finite(scale), size);
            assert_eq!(frames.len(), 9);
            assert!(frames.iter().flatten().all(|(x, y)| *x < size.0 && *y < size.1), "{x} {y} {scale}: {frames:?}");
            let (first, last) = (apart(frames[0]), apart(frames[8]));
            assert!((last / first - scale).abs() < 0.03, "{x} {y} {scale}: {first} to {last}");
        }
    }
    // Beyond the glass, the distance is as large as possible.
    for scale in [1e-9, 1e9] {
        let frames = fingers((finite(540.0), finite(1200.0)), finite(scale), size);
        assert!(frames.iter().flatten().all(|(x, y)| *x < size.0 && *y < size.1), "{frames:?}");
    }
}

#[test]
fn the_panel_does_not_turn_with_the_picture() {
    let (upright, turned) = ((1080, 2400), (2400, 1080));
    let check = |pixel, size, quarters, expected| {
        assert_eq!(panel().place(pixel, size, quarters), expected, "{pixel:?} {quarters}");
    };
    check((0, 0), upright, 0, (0, 0));
    check((1079, 2399), upright, 0, (10_799, 23_999));
    // Turned to the left, the top left corner was the top right one.
    check((0, 0), turned, 1, (10_799, 0));
    check((2399, 0), turned, 1, (10_799, 23_999));
    check((0, 0), upright, 2, (10_799, 23_999));
    check((0, 0), turned, 3, (0, 23_999));
    for (said, expected) in
        [("mRotation=1 x", 1), ("  mRotation=ROTATION_270", 3), ("mRotation=2", 2), ("mRotation=0", 0), ("", 0)]
    {
        assert_eq!(quarters(said), expected, "{said}");
    }
}

#[test]
fn a_pinch_is_one_command_that_leaves_no_finger_behind() {
    let frames = [[(0, 2399), (1079, 0)], [(100, 2000), (900, 400)]];
    let said = command(&panel(), &frames, (1080, 2400), 0);
    let events: Vec<&str> =
        said.split(" && ").map(|one| one.strip_prefix("sendevent -- /dev/input/event2 ").unwrap()).collect();
    let expected = [
        "3 47 0",
        "3 57 60001",
        "3 53 0",
        "3 54 23999",
        "3 58 51",
        "3 47 1",
        "3 57 60002",
        "3 53 10799",
        "3 54 0",
        "3 58 51",
        "1 330 1",
        "0 0 0",
        "3 47 0",
        "3 53 1001",
        "3 54 20008",
        "3 47 1",
        "3 53 9008",
        "3 54 4002",
        "0 0 0",
        "3 47 0",
        "3 57 -1",
        "3 47 1",
        "3 57 -1",
        "1 330 0",
        "0 0 0",
    ];
    assert_eq!(events, expected);
}

#[test]
fn why_it_was_not_written_is_told() {
    let rows = [
        ("sendevent: /dev/input/event2: Permission denied", "its shell may not write to the touch panel"),
        ("/system/bin/sh: sendevent: inaccessible or not found", "its shell has no `sendevent`"),
        ("use: sendevent device type code value", "the touch panel rejected the events"),
    ];
    for (said, why) in rows {
        assert_eq!(refused(said), why);
    }
}
