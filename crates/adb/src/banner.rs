//! The introductions of both ends in `CNXN`: `host::features=…`, `device::ro.product.name=…;features=…`.

use std::collections::BTreeMap;
use std::fmt;

/// The features of our host side, which limit what a phone may use. `sendrecv_v2` and `delayed_ack` are missing on
/// purpose: they change the bytes of sync and of flow control, which we do not implement.
pub(crate) const HOST_FEATURES: [&str; 6] = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "abb_exec"];

/// An introduction. Parsed leniently: `adb-shell` sends `host::vm` and a NUL, others add a serial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Banner {
    /// The sender: `host`, `device`, `recovery`, `sideload` …
    pub kind: String,
    /// `ro.product.name`, `ro.product.model`, `ro.product.device`.
    pub properties: BTreeMap<String, String>,
    /// The sender's features, in its order.
    pub features: Vec<String>,
}

impl Banner {
    /// Returns the banner of our host side.
    pub fn host() -> Self {
        let features = HOST_FEATURES.map(str::to_owned).to_vec();
        Self { kind: "host".to_owned(), properties: BTreeMap::new(), features }
    }

    /// Returns the banner of a phone with this product, model and device name. Claim only features that are served.
    pub fn device(name: &str, model: &str, device: &str, features: &[&str]) -> Self {
        let properties = [("name", name), ("model", model), ("device", device)];
        let properties = properties.map(|(key, value)| (format!("ro.product.{key}"), value.to_owned()));
        let features = features.iter().map(|feature| (*feature).to_owned()).collect();
        Self { kind: "device".to_owned(), properties: properties.into(), features }
    }

    /// Parses the payload of a `CNXN`.
    pub fn parse(payload: &[u8]) -> Self {
        let text = String::from_utf8_lossy(payload);
        let mut parts = text.trim_end_matches('\0').splitn(3, ':');
        let mut banner = Self { kind: parts.next().unwrap_or_default().to_owned(), ..Self::default() };
        for (key, value) in parts.nth(1).unwrap_or_default().split(';').filter_map(|pair| pair.split_once('=')) {
            if key == "features" {
                banner.features = features(value);
            } else {
                banner.properties.insert(key.to_owned(), value.to_owned());
            }
        }
        banner
    }

    /// Whether the sender claims this feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|known| known == feature)
    }

    /// Returns the features of both, in this one's order.
    pub fn common(&self, other: &Self) -> Vec<String> {
        self.features.iter().filter(|feature| other.has(feature)).cloned().collect()
    }
}

/// A comma-separated list of features.
pub(crate) fn features(list: &str) -> Vec<String> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

impl fmt::Display for Banner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::", self.kind)?;
        for (key, value) in &self.properties {
            write!(f, "{key}={value};")?;
        }
        write!(f, "features={}", self.features.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::Banner;

    #[test]
    fn banners_seen_on_the_wire_are_read() {
        type Row<'t> = (&'t [u8], &'t str, &'t [(&'t str, &'t str)], &'t [&'t str]);
        let rows: [Row<'_>; 5] = [
            (b"host::features=cmd,shell_v2", "host", &[], &["cmd", "shell_v2"]),
            (b"host::vm\0", "host", &[], &[]),
            (
                b"device::ro.product.name=sdk;ro.product.model=Pixel 8;features=cmd",
                "device",
                &[("ro.product.name", "sdk"), ("ro.product.model", "Pixel 8")],
                &["cmd"],
            ),
            (b"device:SER:a=b=c;;features=", "device", &[("a", "b=c")], &[]),
            (b"\xff\xfe", "\u{fffd}\u{fffd}", &[], &[]),
        ];
        for (payload, kind, properties, features) in rows {
            let banner = Banner::parse(payload);
            assert_eq!(banner.kind, kind);
            let expected = properties.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
            assert_eq!(banner.properties, expected);
            assert_eq!(banner.features, features);
        }
    }

    #[test]
    fn a_written_banner_is_read_back_and_only_common_features_count() {
        let device = Banner::device("sdk", "Pixel", "emu", &["cmd", "shell_v2", "delayed_ack"]);
        let text = device.to_string();
        assert_eq!(
            text,
            "device::ro.product.device=emu;ro.product.model=Pixel;ro.product.name=sdk;features=cmd,shell_v2,delayed_ack"
        );
        assert_eq!(Banner::parse(text.as_bytes()), device);
        assert_eq!(device.common(&Banner::host()), ["cmd", "shell_v2"]);
    }
}
