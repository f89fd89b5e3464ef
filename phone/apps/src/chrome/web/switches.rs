//! A page without accessibility labels, as many are: six picture buttons. Their functions are visible only in a
//! screenshot.

use super::{Request, Site, Web, field};

pub(super) const SITE: Site = Site { hosts: &["switches.example"], get, post: Some(post) };
const COUNT: usize = 6;

fn get(request: &Request<'_>) -> Option<String> {
    if !request.path.is_empty() {
        return None;
    }
    let mut page = "<title>Light switches</title><form action='/press' method='post'>".to_owned();
    for number in 0..COUNT {
        let on = request.web.switches.get(number).copied().unwrap_or(false);
        page += &format!(
            "<button name='switch' value='{number}' data-icon='{}'></button>",
            if on { "sun" } else { "moon" }
        );
    }
    Some(page + "</form>")
}

fn post(_path: &str, fields: &[(String, String)], web: &mut Web, _now_ms: i64) -> String {
    web.switches.resize(COUNT, false);
    let pressed = field(fields, "switch").parse().ok().and_then(|number: usize| web.switches.get_mut(number));
    if let Some(on) = pressed {
        *on = !*on;
    }
    "https://switches.example/".to_owned()
}
