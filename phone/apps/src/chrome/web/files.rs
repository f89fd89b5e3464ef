//! Downloads: links whose target is saved, not shown.

use super::{Request, Site, address};

pub(super) const SITE: Site = Site { hosts: &["files.example"], get, post: None };

/// Name, description, contents.
const FILES: &[(&str, &str, &str)] = &[
    (
        "visitors-2023.csv",
        "Visitors by month, as a table",
        "month,visitors\nJanuary,1204\nFebruary,1350\nMarch,1811\nApril,2240\nMay,2675\nJune,3102\n",
    ),
    (
        "rain.txt",
        "A short poem",
        "It rained on the roof all night,\nand in the morning the garden\nhad forgotten the heat.\n",
    ),
    (
        "packing-list.md",
        "What to take on a hike",
        "# For a day in the hills\n\n- water\n- bread and cheese\n- a map\n- a warm layer\n",
    ),
    (
        "hello.html",
        "A page that works without a network",
        "<!DOCTYPE html><title>Hello</title><h1>Hello</h1><p>This page lies on your phone.</p>",
    ),
];

fn get(request: &Request<'_>) -> Option<String> {
    if !request.path.is_empty() {
        return None;
    }
    let mut page = "<title>File archive</title><header>File archive</header><h1>Free downloads</h1>".to_owned();
    for (name, about, contents) in FILES {
        page += &format!(
            "<article><h3><a href='/{name}' download='{name}'>{name}</a></h3><p>{about}</p><p><small>{} bytes</small></p></article>",
            contents.len()
        );
    }
    Some(page)
}

/// Returns the name and contents of the file at an address.
pub(in super::super) fn download(address: &str) -> Option<(&'static str, &'static str)> {
    if !SITE.hosts.contains(&address::host(address).as_str()) {
        return None;
    }
    let wanted = address::path(address).trim_start_matches('/');
    FILES.iter().find(|(name, ..)| *name == wanted).map(|(name, _, contents)| (*name, *contents))
}
