//! The domains reserved for examples: `example.com` and its relatives, and a page about their reservation.

use super::{Request, Site};

pub(super) const SITE: Site = Site { hosts: &["example.com", "example.org", "example.net"], get: example, post: None };
pub(super) const NAMES: Site = Site { hosts: &["iana.org"], get: names, post: None };

fn example(_request: &Request<'_>) -> Option<String> {
    let page = "<title>Example Domain</title><h1>Example Domain</h1>
        <p>This domain is for use in examples. No permission is needed to use it in documents.</p>
        <p><a href='https://iana.org/domains/example'>More about example domains</a></p>";
    Some(page.to_owned())
}

fn names(_request: &Request<'_>) -> Option<String> {
    let page = "<title>Example Domains</title><h1>Example Domains</h1>
        <p>Some names are kept for documentation: example.com, example.org and example.net.</p>
        <p><a href='https://example.com/'>Back to the example</a></p>";
    Some(page.to_owned())
}
