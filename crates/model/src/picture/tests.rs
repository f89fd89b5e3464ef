//! Sizes, means, and the mapping from a model's pixels back to the phone's.

use action::AgentAction;
use action::dialect::{self, DialectName, ReplyContext, Step};
use proptest::prelude::*;

use super::*;

fn picture(size: Size, pixel: impl Fn(u32, u32) -> [u8; 3]) -> Picture {
    let rgb: Vec<u8> = (0..size.h).flat_map(|y| (0..size.w).flat_map(|x| pixel(x, y)).collect::<Vec<_>>()).collect();
    Picture { png: encode(&rgb, size).unwrap().into(), width: size.w, height: size.h }
}

const PHONES: &[Size] = &[
    Size { w: 1080, h: 2400 },
    Size { w: 1440, h: 3120 },
    Size { w: 720, h: 1280 },
    Size { w: 2400, h: 1080 },
    Size { w: 1600, h: 2560 },
    Size { w: 320, h: 240 },
];

#[test]
fn sizes_keep_to_the_rule_and_to_the_ratio() {
    let sizes = |dialect: &str, w, h| {
        let size = PictureRule::of(DialectName::find(dialect).unwrap()).size(Size { w, h });
        (size.w, size.h)
    };
    assert_eq!(sizes("claude", 1080, 2400), (705, 1568));
    assert_eq!(sizes("claude", 720, 1280), (720, 1280), "small enough");
    assert_eq!(sizes("openai", 1080, 2400), (768, 1706));
    assert_eq!(sizes("qwen2.5-vl", 1080, 2400), (1080, 2400), "the model resizes it itself");
    assert_eq!(sizes("qwen2.5-vl", 4000, 8000), (2520, 5068));
    assert_eq!(sizes("executor", 1440, 3120), (1440, 3120));
    for dialect in DialectName::all() {
        let rule = PictureRule::of(dialect);
        for from in PHONES {
            let to = rule.size(*from);
            assert!(to.w.max(to.h) <= rule.long_side && to.w.min(to.h) <= rule.short_side, "{dialect:?} {to:?}");
            assert!(u64::from(to.w) * u64::from(to.h) <= rule.pixels, "{dialect:?} {to:?}");
        }
    }
}

#[test]
fn a_small_picture_is_sent_as_it_is() {
    let small = picture(Size { w: 30, h: 20 }, |x, _| [x as u8, 0, 0]);
    let fitted = small.fit(&PictureRule::AS_IT_IS).unwrap();
    assert_eq!(fitted, small);
    assert_eq!(fitted.png.as_ptr(), small.png.as_ptr(), "not even copied");
}

#[test]
fn a_pixel_is_the_mean_of_what_it_covers() {
    let checks = picture(Size { w: 8, h: 6 }, |x, y| if (x + y) % 2 == 0 { [255, 0, 40] } else { [0, 100, 40] });
    let half = decode(&checks.scaled(Size { w: 4, h: 3 }).unwrap().png).unwrap();
    assert!(half.rgb.chunks(3).all(|pixel| pixel == [128, 50, 40]), "{:?}", half.rgb);
    // Sizes that do not divide evenly: a uniform colour stays the same.
    for value in [0, 1, 127, 254, 255] {
        let plain = picture(Size { w: 97, h: 61 }, |_, _| [value; 3]);
        let odd = decode(&plain.scaled(Size { w: 31, h: 7 }).unwrap().png).unwrap();
        assert!(odd.rgb.iter().all(|found| *found == value), "{value}");
    }
    // It also stays the same when ten thousand pixels become one, each with a tiny weight.
    let strip = picture(Size { w: 9_999, h: 3 }, |_, _| [255; 3]);
    assert_eq!(decode(&strip.scaled(Size { w: 1, h: 1 }).unwrap().png).unwrap().rgb, [255; 3]);
    // A third of each neighbour.
    let step = picture(Size { w: 3, h: 1 }, |x, _| [if x == 1 { 90 } else { 0 }; 3]);
    assert_eq!(decode(&step.scaled(Size { w: 2, h: 1 }).unwrap().png).unwrap().rgb, [30; 6]);
}

#[test]
fn every_kind_of_png_is_read() {
    let kinds = [
        (png::ColorType::Grayscale, vec![200]),
        (png::ColorType::GrayscaleAlpha, vec![200, 255]),
        (png::ColorType::Rgb, vec![200, 200, 200]),
        (png::ColorType::Rgba, vec![200, 200, 200, 255]),
    ];
    for (kind, pixel) in kinds {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, 40, 20);
        encoder.set_color(kind);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&pixel.repeat(800)).unwrap();
        writer.finish().unwrap();
        let large = Picture { png: png.into(), width: 40, height: 20 };
        let small = decode(&large.scaled(Size { w: 10, h: 5 }).unwrap().png).unwrap();
        assert_eq!(small.rgb, vec![200; 150], "{kind:?}");
    }
}

#[test]
fn what_is_no_picture_is_said() {
    let said = |png: &[u8]| {
        let broken = Picture { png: Bytes::copy_from_slice(png), width: 9_000, height: 9_000 };
        broken.fit(&PictureRule::AS_IT_IS).unwrap_err()
    };
    assert!(matches!(said(b""), ModelError::Picture(_)));
    assert!(matches!(said(b"Error opening file"), ModelError::Picture(_)));
    let whole = picture(Size { w: 50, h: 50 }, |x, y| [(x * y) as u8; 3]).png;
    assert!(matches!(said(&whole[..whole.len() / 2]), ModelError::Picture(_)));
    let mut claims = Vec::new();
    let mut writer = png::Encoder::new(&mut claims, 8_000, 8_000).write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9c, 3, 0, 0, 0, 0, 1]).unwrap();
    drop(writer);
    assert!(said(&claims).to_string().contains("claim to be 8000 x 8000"), "{}", said(&claims));
}

/// The point that the phone is touched at when a model taps a place in its picture.
fn touched(dialect: DialectName, raw: &str, context: &ReplyContext<'_>) -> (f64, f64) {
    match &dialect::read(dialect, raw, context).unwrap().steps[..] {
        [Step::Act(AgentAction::Tap(tap))] => (tap.x.get(), tap.y.get()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn places_come_back_within_a_pixel_for_every_dialect_and_phone() {
    for dialect in DialectName::all() {
        for screen in PHONES {
            let image = PictureRule::of(dialect).size(*screen);
            let context = ReplyContext { screen: Some(*screen), image: Some(image), ..ReplyContext::default() };
            // Half a step of the model's own coordinates, in the phone's pixels; at least half a pixel.
            let step = |screen: u32, image: u32| match dialect.grid().unwrap() {
                dialect::Grid::Per(n) => f64::from(screen) / f64::from(n),
                _ => f64::from(screen) / f64::from(image),
            };
            let most = |screen, image| (step(screen, image) / 2.0 + 0.02).max(1.0);
            for (part_x, part_y) in [(0.0, 0.0), (0.123, 0.987), (0.5, 0.5), (0.77, 0.31), (0.999, 0.999)] {
                let x = (f64::from(screen.w - 1) * part_x).round();
                let y = (f64::from(screen.h - 1) * part_y).round();
                let tap = AgentAction::tap(action::Finite::new(x).unwrap(), action::Finite::new(y).unwrap());
                // AppAgent uses element numbers only.
                let Some(raw) = dialect::write_reply(dialect, "", std::slice::from_ref(&tap), &context) else {
                    continue;
                };
                let (back_x, back_y) = touched(dialect, &raw, &context);
                assert!((back_x - x).abs() <= most(screen.w, image.w), "{dialect:?} {screen:?} {x} {back_x}");
                assert!((back_y - y).abs() <= most(screen.h, image.h), "{dialect:?} {screen:?} {y} {back_y}");
            }
        }
    }
}

#[test]
fn what_a_model_sees_at_a_place_is_what_is_touched_there() {
    let claude = DialectName::find("claude").unwrap();
    let screen = Size { w: 540, h: 2400 };
    for (left, top) in [(251, 1203), (528, 2388)] {
        let mut rgb = vec![0; (screen.w * screen.h * 3) as usize];
        for y in top..top + 12 {
            let start = ((y * screen.w + left) * 3) as usize;
            rgb[start..start + 36].fill(255);
        }
        let shot = Picture { png: encode(&rgb, screen).unwrap().into(), width: screen.w, height: screen.h };
        let sent = shot.fit(&PictureRule::of(claude)).unwrap();
        assert!(sent.width < screen.w);
        let seen = decode(&sent.png).unwrap();
        let (mut mass, mut sum_x, mut sum_y) = (0.0, 0.0, 0.0);
        for (place, pixel) in seen.rgb.chunks(3).enumerate() {
            let weight = f64::from(pixel[0]);
            mass += weight;
            sum_x += weight * ((place as u32 % sent.width) as f64 + 0.5);
            sum_y += weight * ((place as u32 / sent.width) as f64 + 0.5);
        }
        let raw = format!(
            r#"{{"type":"tool_use","name":"computer","input":{{"action":"left_click","coordinate":[{},{}]}}}}"#,
            sum_x / mass,
            sum_y / mass
        );
        let context = ReplyContext { screen: Some(screen), image: Some(sent.size()), ..ReplyContext::default() };
        let (x, y) = touched(claude, &raw, &context);
        let middle = (f64::from(left) + 6.0, f64::from(top) + 6.0);
        assert!((x - middle.0).abs() < 0.5 && (y - middle.1).abs() < 0.5, "({x}, {y}) is not {middle:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_scaled_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0usize..120, value: u8) {
        let to = Size { w: 2, h: 2 };
        drop(Picture { png: bytes.into(), width: 4, height: 4 }.scaled(to));
        let mut png = picture(Size { w: 4, h: 4 }, |x, y| [x as u8, y as u8, 9]).png.to_vec();
        if let Some(byte) = png.get_mut(at) {
            *byte = value;
        }
        drop(Picture { png: png.into(), width: 4, height: 4 }.scaled(to));
    }

    #[test]
    fn any_size_can_be_made(from_w in 1u32..40, from_h in 1u32..40, to_w in 1u32..60, to_h in 1u32..60) {
        let from = picture(Size { w: from_w, h: from_h }, |_, _| [77; 3]);
        let to = from.scaled(Size { w: to_w, h: to_h }).unwrap();
        let pixels = decode(&to.png).unwrap();
        prop_assert_eq!((pixels.size.w, pixels.size.h), (to_w, to_h));
        prop_assert!(pixels.rgb.iter().all(|value| *value == 77));
    }
}
