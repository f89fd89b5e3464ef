//! The server's JSON-RPC methods.

use base64::Engine;
use serde_json::{Value, json};

use super::Failure;
use super::select::{MatchedNode, matching};
use commands::{Gesture, Motion, Shade, System, keycodes};
use framework::Phone;
use toolkit::tree::Node;

/// Returns the nodes that match a selector.
pub(super) fn find(phone: &Phone, selector: &Value) -> Vec<MatchedNode> {
    matching(&phone.nodes(), selector)
}

fn one(phone: &Phone, selector: &Value) -> Result<MatchedNode, Failure> {
    let missing = || (-32002, format!("androidx.test.uiautomator.UiObjectNotFoundException: {selector}"));
    find(phone, selector).into_iter().next().ok_or_else(missing)
}

/// Calls a method.
pub(super) fn call(phone: &mut Phone, method: &str, params: &[Value]) -> Result<Value, Failure> {
    let number = |at: usize| params.get(at).and_then(Value::as_f64).unwrap_or(0.0) as f32;
    let text = |at: usize| params.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
    let selector = params.first().cloned().unwrap_or_default();
    let done = Ok(Value::Bool(true));
    match method {
        "deviceInfo" => Ok(device_info(phone)),
        "takeScreenshot" => Ok(Value::String(base64::engine::general_purpose::STANDARD.encode(phone.screen_png()))),
        "dumpWindowHierarchy" => {
            let compressed = params.first().and_then(Value::as_bool).unwrap_or(false);
            phone
                .hierarchy_xml(compressed)
                .map(Value::String)
                .map_err(|_| (-32001, "the screen does not come to rest".to_owned()))
        }
        "click" if selector.is_object() => {
            let (x, y) = one(phone, &selector)?.centre();
            phone.gesture(Gesture::Tap(x, y));
            done
        }
        "click" => {
            match params.get(2).and_then(Value::as_u64) {
                Some(ms) => phone.gesture(Gesture::Swipe(number(0), number(1), number(0), number(1), ms)),
                None => phone.gesture(Gesture::Tap(number(0), number(1))),
            }
            done
        }
        "longClick" => {
            let (x, y) = if selector.is_object() { one(phone, &selector)?.centre() } else { (number(0), number(1)) };
            phone.gesture(Gesture::Swipe(x, y, x, y, 800));
            done
        }
        "injectInputEvent" => {
            let motion = match number(0) as i32 {
                0 => Motion::Down,
                1 => Motion::Up,
                _ => Motion::Move,
            };
            phone.gesture(Gesture::Motion(motion, number(1), number(2)));
            done
        }
        "swipe" if selector.is_object() => swipe_element(phone, &selector, &text(1)),
        // A step takes 5 ms.
        "swipe" => {
            phone.gesture(Gesture::Swipe(
                number(0),
                number(1),
                number(2),
                number(3),
                (number(4).max(1.0) * 5.0) as u64,
            ));
            done
        }
        "swipePoints" => {
            let points: Vec<f32> = params.first().and_then(Value::as_array).map_or_else(Vec::new, |points| {
                points.iter().filter_map(Value::as_f64).map(|value| value as f32).collect()
            });
            if let [x1, y1, .., x2, y2] = points.as_slice() {
                phone.gesture(Gesture::Swipe(*x1, *y1, *x2, *y2, 300));
            }
            done
        }
        "drag" => {
            phone.gesture(Gesture::DragAndDrop(number(0), number(1), number(2), number(3), 500));
            done
        }
        "dragTo" => {
            let (x, y) = one(phone, &selector)?.centre();
            let (to_x, to_y) = match params.get(1) {
                Some(other) if other.is_object() => one(phone, other)?.centre(),
                _ => (number(1), number(2)),
            };
            phone.gesture(Gesture::DragAndDrop(x, y, to_x, to_y, 500));
            done
        }
        "pressKey" => press(phone, &text(0)),
        "pressKeyCode" => {
            phone.key(number(0) as u32, false, 0);
            done
        }
        "exist" => Ok(Value::Bool(!find(phone, &selector).is_empty())),
        "count" => Ok(json!(find(phone, &selector).len())),
        "objInfo" => one(phone, &selector).map(|found| info(&found.node)),
        "objInfoOfAllInstances" => Ok(find(phone, &selector).iter().map(|found| info(&found.node)).collect()),
        "getText" => one(phone, &selector).map(|found| Value::String(found.node.text)),
        "setText" | "clearTextField" => {
            let (x, y) = one(phone, &selector)?.centre();
            phone.gesture(Gesture::Tap(x, y));
            phone.clear_text();
            if method == "setText" {
                phone.commit_text(&text(1));
            }
            done
        }
        "clearInputText" => {
            phone.clear_text();
            done
        }
        "setClipboard" => {
            phone.shared_mut().clipboard = Some(text(1));
            Ok(Value::Null)
        }
        "getClipboard" => Ok(phone.shared().clipboard.clone().map_or(Value::Null, Value::String)),
        "pasteClipboard" => {
            phone.key(279, false, 0);
            done
        }
        "openNotification" | "openQuickSettings" => {
            phone.shade(Shade::Notifications);
            done
        }
        "wakeUp" => {
            phone.key(224, false, 0);
            done
        }
        "sleep" => {
            phone.key(223, false, 0);
            done
        }
        "isScreenOn" => Ok(Value::Bool(phone.is_awake())),
        "setOrientation" | "freezeRotation" => {
            orient(phone, method, params);
            done
        }
        "waitForIdle"
        | "registerClickUiObjectWatcher"
        | "removeWatcher"
        | "clearLastToast"
        | "clearLastTraversedText" => done,
        "getLastToast" => Ok(phone.toast_text().map_or(Value::Null, Value::String)),
        "getLastTraversedText" => Ok(Value::Null),
        "makeToast" => {
            phone.show_toast(&text(0));
            done
        }
        "scrollForward" | "flingForward" => scroll(phone, &selector, -1.0),
        "scrollBackward" | "flingBackward" => scroll(phone, &selector, 1.0),
        "scrollToEnd" | "flingToEnd" => scroll_on(phone, &selector, -1.0, None),
        "scrollToBeginning" | "flingToBeginning" => scroll_on(phone, &selector, 1.0, None),
        "scrollTo" => scroll_on(phone, &selector, -1.0, params.get(1)),
        _ => Err((-32601, format!("Method not found: {method}"))),
    }
}

fn device_info(phone: &Phone) -> Value {
    let display = phone.display();
    let (width, height) = display.current_size();
    let prop = |name: &str| phone.shared().props.get(name).cloned().unwrap_or_default();
    json!({
        "currentPackageName": phone.front().map(|front| front.component.package),
        "displayHeight": height,
        "displayWidth": width,
        "displayRotation": display.rotation,
        "displaySizeDpX": width * 160 / display.current_density().max(1),
        "displaySizeDpY": height * 160 / display.current_density().max(1),
        "productName": prop("ro.product.name"),
        "screenOn": phone.is_awake(),
        "sdkInt": prop("ro.build.version.sdk").parse::<i64>().unwrap_or(34),
        "naturalOrientation": display.rotation == 0,
    })
}

fn press(phone: &mut Phone, name: &str) -> Result<Value, Failure> {
    let code = match name {
        "recent" => Some(187),
        "delete" | "del" => Some(67),
        "center" => Some(23),
        "volume_mute" => Some(164),
        "left" => Some(21),
        "right" => Some(22),
        "up" => Some(19),
        "down" => Some(20),
        other => Some(keycodes::from_text(&other.to_uppercase())).filter(|code| *code > 0),
    };
    let Some(code) = code else { return Ok(Value::Bool(false)) };
    phone.key(code, false, 0);
    Ok(Value::Bool(true))
}

fn orient(phone: &mut Phone, method: &str, params: &[Value]) {
    let quarter = match (method, params.first().and_then(Value::as_str)) {
        ("freezeRotation", _) if params.first() == Some(&Value::Bool(false)) => None,
        (_, Some("left" | "l")) => Some("1"),
        (_, Some("right" | "r")) => Some("3"),
        (_, Some("upsidedown" | "u")) => Some("2"),
        _ => Some("0"),
    };
    let system = &mut phone.shared_mut().settings.system;
    system.insert("accelerometer_rotation".to_owned(), if quarter.is_some() { "0" } else { "1" }.to_owned());
    if let Some(quarter) = quarter {
        system.insert("user_rotation".to_owned(), quarter.to_owned());
    }
}

fn swipe_element(phone: &mut Phone, selector: &Value, direction: &str) -> Result<Value, Failure> {
    let bounds = one(phone, selector)?.node.bounds;
    let (x, y) = bounds.center();
    let (x, y) = (x as f32, y as f32);
    let (half_w, half_h) = (bounds.width() as f32 * 0.4, bounds.height() as f32 * 0.4);
    let (from, to) = match direction {
        "up" => ((x, y + half_h), (x, y - half_h)),
        "down" => ((x, y - half_h), (x, y + half_h)),
        "left" => ((x + half_w, y), (x - half_w, y)),
        _ => ((x - half_w, y), (x + half_w, y)),
    };
    phone.gesture(Gesture::Swipe(from.0, from.1, to.0, to.1, 300));
    Ok(Value::Bool(true))
}

/// Scrolls by most of a page. Returns whether anything moved.
fn scroll(phone: &mut Phone, selector: &Value, direction: f32) -> Result<Value, Failure> {
    let bounds = one(phone, selector)?.node.bounds;
    let (x, y) = bounds.center();
    let reach = bounds.height() as f32 * 0.35;
    let before = phone.hierarchy_xml(false).ok();
    // Slow enough to avoid a fling.
    phone.gesture(Gesture::Swipe(
        x as f32,
        y as f32 - direction * reach,
        x as f32,
        y as f32 + direction * reach,
        2_000,
    ));
    Ok(Value::Bool(phone.hierarchy_xml(false).ok() != before))
}

fn scroll_on(phone: &mut Phone, selector: &Value, direction: f32, until: Option<&Value>) -> Result<Value, Failure> {
    const MOST: usize = 50;
    for _ in 0..MOST {
        if until.is_some_and(|wanted| !find(phone, wanted).is_empty()) {
            return Ok(Value::Bool(true));
        }
        if scroll(phone, selector, direction)? == Value::Bool(false) {
            break;
        }
    }
    Ok(Value::Bool(until.is_none_or(|wanted| !find(phone, wanted).is_empty())))
}

fn info(node: &Node) -> Value {
    let bounds = json!({"left": node.bounds.left, "top": node.bounds.top, "right": node.bounds.right, "bottom": node.bounds.bottom});
    json!({
        "bounds": bounds,
        "visibleBounds": bounds,
        "childCount": node.children.len(),
        "className": node.class,
        "contentDescription": node.content_desc,
        "packageName": node.package,
        "resourceName": node.resource_id,
        "text": node.text,
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "longClickable": node.long_clickable,
        "scrollable": node.scrollable,
        "selected": node.selected,
    })
}
