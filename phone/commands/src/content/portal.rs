//! The provider of mobilerun's Portal (`com.mobilerun.portal`, earlier `com.droidrun.portal`), which exists once its
//! APK is installed: the screen as JSON, the keyboard, the clipboard. As on a real phone, it sees nothing until its
//! accessibility service is enabled. Its server, which offers the same over HTTP, is in `server`.

pub mod server;

use serde_json::{Value as Json, json};

use super::super::{System, base64};
use super::row::{Row, Value};

/// The package names of Portal, and the field that each uses for its answer.
const PORTALS: &[(&str, &str)] = &[("com.mobilerun.portal", "result"), ("com.droidrun.portal", "data")];
/// The error if its accessibility service is off.
const BLIND: &str = "Accessibility service not available";
/// The maximum depth of the tree; deeper elements are left out.
const MOST_DEEP: usize = 100;

/// Whether the authority is Portal's and Portal is installed.
pub(super) fn serves(authority: &str, system: &dyn System) -> bool {
    let installed = |package: &str| system.shared().packages.get(package).is_some_and(|found| found.enabled);
    PORTALS.iter().any(|(package, _)| *package == authority) && installed(authority)
}

/// `content query`: returns the only column of its only row.
pub(super) fn query(authority: &str, parts: &[&str], system: &mut dyn System) -> String {
    let field = PORTALS.iter().find(|(package, _)| *package == authority).map_or("result", |(_, field)| *field);
    let answer = match answer(authority, parts, system) {
        Ok(Answer::Wrapped(value)) => json!({"status": "success", field: value}),
        Ok(Answer::Bare(value)) => value,
        Err(why) => json!({"status": "error", "error": why}),
    };
    answer.to_string()
}

enum Answer {
    Wrapped(Json),
    Bare(Json),
}

fn answer(authority: &str, parts: &[&str], system: &mut dyn System) -> Result<Answer, String> {
    let text = |value: Json| Answer::Wrapped(Json::String(value.to_string()));
    let version = system.shared().packages.get(authority).map(|found| found.version_name.clone());
    match parts {
        ["version"] => return Ok(Answer::Wrapped(json!(version.unwrap_or_default()))),
        ["auth_token"] => return Ok(Answer::Wrapped(json!(token(system)))),
        _ if !sees(authority, system) => return Err(BLIND.to_owned()),
        _ => {}
    }
    Ok(match parts {
        ["ping"] => Answer::Wrapped(json!("pong")),
        ["packages"] => Answer::Bare(packages(system)),
        ["clipboard", "get"] | ["getclipboard"] => {
            Answer::Wrapped(json!(system.shared().clipboard.clone().unwrap_or_default()))
        }
        ["phone_state"] => text(phone_state(system)),
        ["a11y_tree"] => text(Json::Array(vec![brief(&tree(system)?, &mut 0)])),
        ["a11y_tree_full"] => text(tree(system)?),
        ["state"] => {
            let tree = tree(system)?;
            text(json!({"a11y_tree": [brief(&tree, &mut 0)], "phone_state": phone_state(system)}))
        }
        ["state_full"] => {
            let tree = tree(system)?;
            Answer::Bare(json!({
                "a11y_tree": tree,
                "phone_state": phone_state(system),
                "device_context": device_context(system),
            }))
        }
        _ => return Err(format!("Unknown endpoint: /{}", parts.join("/"))),
    })
}

/// Returns the token that its server expects, different for each phone.
fn token(system: &dyn System) -> String {
    let id = system.shared().settings.secure.get("android_id").cloned().unwrap_or_default();
    format!("portal-{id}")
}

/// `content insert`: performs an action and prints nothing, whether it succeeds or not.
pub(super) fn insert(authority: &str, parts: &[&str], values: &Row, system: &mut dyn System) {
    let value = |name: &str| values.iter().find(|(column, _)| column == name).map(|(_, value)| value);
    let text = |name: &str| match value(name) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let flag = |name: &str| !matches!(value(name), Some(Value::Number(0)));
    let port = match value("port") {
        Some(Value::Number(port)) => Some(*port),
        _ => None,
    };
    if !sees(authority, system) {
        return;
    }
    match parts {
        ["keyboard", "input"] => {
            let Some(text) = text("base64_text").as_deref().and_then(base64::decode_text) else { return };
            if flag("clear") {
                system.clear_text();
            }
            system.commit_text(&text);
        }
        ["keyboard", "clear"] => system.clear_text(),
        ["keyboard", "key"] => {
            if let Some(Value::Number(code)) = value("key_code") {
                system.key(u32::try_from(*code).unwrap_or(0), false, 0);
            }
        }
        ["clipboard", "set"] | ["setclipboard"] => {
            let decoded = text("text_base64").as_deref().and_then(base64::decode_text);
            if let Some(held) = text("text").or(decoded) {
                system.shared_mut().clipboard = Some(held);
            }
        }
        ["toggle_socket_server"] => _ = server::configure(authority, Some(flag("enabled")), port, system),
        ["socket_port"] => _ = server::configure(authority, None, port, system),
        // The overlay and the other servers are not simulated, since clients work without them.
        _ => {}
    }
}

/// Whether its accessibility service is enabled.
fn sees(authority: &str, system: &dyn System) -> bool {
    let secure = &system.shared().settings.secure;
    let enabled = secure
        .get("enabled_accessibility_services")
        .is_some_and(|services| services.split(':').any(|service| service.split('/').next() == Some(authority)));
    enabled && secure.get("accessibility_enabled").is_some_and(|on| on == "1")
}

fn packages(system: &dyn System) -> Json {
    let launched = system.shared().packages.installed.iter().filter(|(_, found)| found.launchable && found.enabled);
    let described = launched.map(|(name, found)| {
        json!({
            "packageName": name,
            "label": found.label,
            "versionName": found.version_name,
            "versionCode": found.version_code,
            "isSystemApp": found.system,
        })
    });
    Json::Array(described.collect())
}

fn device_context(system: &dyn System) -> Json {
    let display = system.display();
    let (width, height) = display.current_size();
    let dpi = display.current_density();
    json!({
        "screen_bounds": {"width": width, "height": height},
        "filtering_params": {"min_element_size": 5, "overlay_offset": 0},
        "display_metrics": {
            "density": f64::from(dpi) / 160.0,
            "densityDpi": dpi,
            "scaledDensity": f64::from(dpi) / 160.0,
            "widthPixels": width,
            "heightPixels": height,
        },
    })
}

fn phone_state(system: &mut dyn System) -> Json {
    let front = system.front();
    let (package, class) = front.map(|front| (front.component.package, front.component.class)).unwrap_or_default();
    let label = system.shared().packages.get(&package).map(|found| found.label.clone()).unwrap_or_default();
    let shown = system.keyboard_shown();
    let focused = tree(system).ok().and_then(|tree| find(&tree, "isFocused"));
    let held = |name: &str| focused.as_ref().map_or(json!(""), |element| element[name].clone());
    let editable = focused.as_ref().is_some_and(|element| element["isEditable"] == true);
    json!({
        "currentApp": label,
        "packageName": package,
        "activityName": class,
        "keyboardVisible": shown,
        "isEditable": editable,
        "focusedElement": {"text": held("text"), "className": held("className"), "resourceId": held("resourceId")},
    })
}

/// Returns the first element for which the attribute `what` is true.
fn find(element: &Json, what: &str) -> Option<Json> {
    if element[what] == true {
        return Some(element.clone());
    }
    element["children"].as_array()?.iter().find_map(|child| find(child, what))
}

/// Converts an element for the short tree, numbered in the order of the walk.
fn brief(element: &Json, index: &mut u32) -> Json {
    *index += 1;
    let number = *index;
    let bounds = &element["boundsInScreen"];
    let place = ["left", "top", "right", "bottom"].map(|side| bounds[side].to_string()).join(", ");
    let shown = [&element["text"], &element["contentDescription"], &element["resourceId"], &element["className"]];
    let text = shown.iter().filter_map(|text| text.as_str()).find(|text| !text.is_empty()).unwrap_or_default();
    let children: Vec<Json> =
        element["children"].as_array().into_iter().flatten().map(|child| brief(child, index)).collect();
    json!({
        "index": number,
        "resourceId": element["resourceId"],
        "className": element["className"].as_str().and_then(|name| name.rsplit('.').next()),
        "text": text,
        "bounds": place,
        "children": children,
    })
}

/// Builds the full tree from the accessibility tree.
fn tree(system: &mut dyn System) -> Result<Json, String> {
    let xml = system.hierarchy_xml(false).map_err(|_| "No active window or root filtered out".to_owned())?;
    let mut open: Vec<Json> = Vec::new();
    let mut root = None;
    for tag in xml.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        if let Some(attributes) = tag.strip_prefix("node ") {
            open.push(element(attributes));
            if !attributes.ends_with('/') {
                continue;
            }
        } else if tag != "/node" {
            continue;
        }
        let Some(done) = open.pop() else { continue };
        let deep = open.len() >= MOST_DEEP;
        match open.last_mut().and_then(|parent| parent["children"].as_array_mut()) {
            Some(siblings) if !deep => siblings.push(done),
            Some(_) => {}
            None => root = root.or(Some(done)),
        }
    }
    root.ok_or_else(|| "No active window or root filtered out".to_owned())
}

fn element(attributes: &str) -> Json {
    let text = |name: &str| {
        let begin = format!("{name}=\"");
        // A name begins the text or follows a blank, so `text` does not match inside `hint-text`.
        let at = if attributes.starts_with(&begin) {
            Some(0)
        } else {
            attributes.find(&format!(" {begin}")).map(|at| at + 1)
        };
        let value = at.and_then(|at| attributes.get(at + begin.len()..)).and_then(|rest| rest.split('"').next());
        unescaped(value.unwrap_or_default())
    };
    let is = |name: &str| text(name) == "true";
    let numbers: Vec<i64> = text("bounds").split(['[', ']', ',']).filter_map(|word| word.parse().ok()).collect();
    let side = |at: usize| numbers.get(at).copied().unwrap_or(0);
    let bounds = json!({"left": side(0), "top": side(1), "right": side(2), "bottom": side(3)});
    let class = text("class");
    json!({
        "resourceId": text("resource-id"),
        "className": class,
        "packageName": text("package"),
        "text": text("text"),
        "contentDescription": text("content-desc"),
        "hint": text("hint"),
        "stateDescription": "",
        "boundsInScreen": bounds,
        "isClickable": is("clickable"),
        "isLongClickable": is("long-clickable"),
        "isFocusable": is("focusable"),
        "isFocused": is("focused"),
        "isSelected": is("selected"),
        "isCheckable": is("checkable"),
        "isChecked": is("checked"),
        "isEnabled": is("enabled"),
        "isVisibleToUser": true,
        "isEditable": class.ends_with("EditText"),
        "isPassword": is("password"),
        "isScrollable": is("scrollable"),
        "children": [],
    })
}

fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').unwrap_or(("", part));
        match name {
            "amp" => plain.push('&'),
            "lt" => plain.push('<'),
            "gt" => plain.push('>'),
            "quot" => plain.push('"'),
            "apos" => plain.push('\''),
            _ => {
                let number = name.strip_prefix('#').and_then(|digits| digits.parse().ok());
                plain.extend(number.and_then(char::from_u32));
            }
        }
        plain.push_str(rest);
    }
    plain
}
