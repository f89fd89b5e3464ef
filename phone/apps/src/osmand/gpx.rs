//! GPX 1.1, as far as favourites and tracks need it: named waypoints, tracks of points. Files are untrusted: anything
//! else than GPX is rejected, and the number of points is bounded.

use std::borrow::Cow;
use std::fmt::Write;

use kit::cartography::Coordinates;

/// The most points read from a file.
const MAX_POINTS: usize = 20_000;

/// A named point.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Waypoint {
    pub(super) at: Coordinates,
    pub(super) name: String,
    pub(super) description: String,
    /// Its group; empty for none.
    pub(super) group: String,
}

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Gpx {
    pub(super) waypoints: Vec<Waypoint>,
    /// The points of all tracks, in order.
    pub(super) track: Vec<Coordinates>,
}

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    let visible = text.chars().filter(|letter| !letter.is_control() || *letter == '\n').collect::<String>();
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn unescaped(text: &str) -> String {
    let named = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    named.replace("&amp;", "&")
}

impl Gpx {
    /// Formats the file. `time` is its creation time, as in `2023-10-15T15:34:00Z`.
    pub(super) fn write(&self, name: &str, time: &str) -> String {
        let mut out = String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n");
        out += "<gpx version=\"1.1\" creator=\"OsmAnd\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n";
        // Writing into a string cannot fail.
        _ = writeln!(out, " <metadata>\n  <name>{}</name>\n  <time>{time}</time>\n </metadata>", escaped(name));
        for point in &self.waypoints {
            let (lat, lon) = point.at;
            _ = writeln!(out, " <wpt lat=\"{lat:.7}\" lon=\"{lon:.7}\">\n  <time>{time}</time>");
            for (tag, text) in [("name", &point.name), ("desc", &point.description), ("type", &point.group)] {
                if !text.is_empty() || tag == "name" {
                    _ = writeln!(out, "  <{tag}>{}</{tag}>", escaped(text));
                }
            }
            out += " </wpt>\n";
        }
        if !self.track.is_empty() {
            out += " <trk>\n  <trkseg>\n";
            for (lat, lon) in &self.track {
                _ = writeln!(out, "   <trkpt lat=\"{lat:.7}\" lon=\"{lon:.7}\"/>");
            }
            out += "  </trkseg>\n </trk>\n";
        }
        out + "</gpx>\n"
    }

    /// Parses a file; `None` if it is not GPX.
    pub(super) fn read(file: &[u8]) -> Option<Self> {
        let text = plain(std::str::from_utf8(file).ok()?)?;
        let (_, body) = text.split_once("<gpx")?;
        let mut gpx = Self::default();
        for part in body.split("<wpt").skip(1).take(MAX_POINTS) {
            let part = part.split("</wpt>").next().unwrap_or_default();
            let head = part.split('>').next().unwrap_or_default();
            let Some(at) = point(head) else { continue };
            let inside = |tag: &str| {
                let found =
                    part.split_once(&format!("<{tag}>")).and_then(|(_, rest)| rest.split_once(&format!("</{tag}>")));
                found.map_or_else(String::new, |(text, _)| unescaped(text).chars().take(500).collect())
            };
            let (name, description, group) = (inside("name"), inside("desc"), inside("type"));
            gpx.waypoints.push(Waypoint { at, name, description, group });
        }
        for tag in ["<trkpt", "<rtept"] {
            let room = MAX_POINTS - gpx.track.len().min(MAX_POINTS);
            let points = body.split(tag).skip(1).filter_map(|part| point(part.split('>').next().unwrap_or_default()));
            gpx.track.extend(points.take(room));
        }
        Some(gpx)
    }
}

/// Removes the namespace prefix from the tags: tools that read and write XML add one (`<ns0:gpx …>`).
fn plain(text: &str) -> Option<Cow<'_, str>> {
    let root = text.split('<').skip(1).find(|tag| !tag.starts_with(['?', '!']))?;
    let name = root.split(|letter: char| letter.is_whitespace() || matches!(letter, '>' | '/')).next()?;
    match name.rsplit_once(':') {
        None => Some(Cow::Borrowed(text)),
        Some((prefix, _)) => {
            let bare = text.replace(&format!("<{prefix}:"), "<").replace(&format!("</{prefix}:"), "</");
            Some(Cow::Owned(bare))
        }
    }
}

/// Parses the coordinates in a tag's attributes.
fn point(attributes: &str) -> Option<Coordinates> {
    let value = |name: &str| {
        let (_, rest) = attributes.split_once(&format!("{name}="))?;
        let quote = rest.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
        rest.get(1..)?.split(quote).next()?.trim().parse::<f64>().ok()
    };
    let (lat, lon) = (value("lat")?, value("lon")?);
    (lat.abs() <= 90.0 && lon.abs() <= 180.0).then_some((lat, lon))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let group = "Home & <away>".to_owned();
        let waypoint = Waypoint { at: (47.1, 9.5), name: "A & \"B\"".to_owned(), description: String::new(), group };
        let gpx = Gpx { waypoints: vec![waypoint], track: vec![(47.0688832, 9.5061564), (-1.5, 2.0)] };
        assert_eq!(Gpx::read(gpx.write("x", "2023-10-15T15:34:00Z").as_bytes()), Some(gpx));
    }

    #[test]
    fn files_of_others_are_read_as_far_as_they_go() {
        for (file, reads) in [
            ("garbage", None),
            ("", None),
            ("<gpx", Some((0, 0))),
            (
                "<?xml?><ns0:gpx xmlns:ns0='x'><ns0:wpt lat='1' lon='2'><ns0:name>n</ns0:name></ns0:wpt></ns0:gpx>",
                Some((1, 0)),
            ),
            ("<gpx><wpt lat='1' lon='2'/><wpt lat='x' lon='2'><name>n</name></wpt>", Some((1, 0))),
            (
                "<gpx><trk><trkseg><trkpt lon=\"2\" lat=\"1\"><ele>3</ele></trkpt><trkpt lat=\"99\" lon=\"0\"/>",
                Some((0, 1)),
            ),
        ] {
            let read = Gpx::read(file.as_bytes()).map(|gpx| (gpx.waypoints.len(), gpx.track.len()));
            assert_eq!(read, reads, "{file}");
        }
        assert_eq!(Gpx::read(&[0xff, 0xfe]), None);
    }
}
