//! The host names of this server. A name that merely resolves to this machine is not one of them.

use std::net::{IpAddr, SocketAddr};

use crate::error::ServerError;

/// Our names and origins.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    /// `127.0.0.1:7717`, `localhost:7717` …
    hosts: Vec<String>,
    /// `http://127.0.0.1:7717` …
    origins: Vec<String>,
    /// Set when we listen on every address of the machine: then any IP address with this port is ours. Rebinding needs
    /// a name.
    any_address: Option<u16>,
    /// The scheme of our own origins: `http://`, or `https://` over TLS.
    scheme: &'static str,
}

impl Allowed {
    /// Creates the names for listening on `address`, and for `public_url`; `certified` are the names in our
    /// certificate, if there is one.
    pub(crate) fn new(
        address: SocketAddr,
        public_url: Option<&str>,
        certified: Option<&[String]>,
    ) -> Result<Self, ServerError> {
        let port = address.port();
        let (scheme, usual) = if certified.is_some() { ("https://", 443) } else { ("http://", 80) };
        let mut hosts = vec![address.to_string()];
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            hosts.push(format!("{name}:{port}"));
        }
        hosts.extend(certified.into_iter().flatten().map(|name| format!("{name}:{port}")));
        if port == usual {
            let suffix = format!(":{usual}");
            let bare: Vec<String> =
                hosts.iter().filter_map(|host| host.strip_suffix(&suffix)).map(str::to_owned).collect();
            hosts.extend(bare);
        }
        let mut origins: Vec<String> = hosts.iter().map(|host| format!("{scheme}{host}")).collect();
        if let Some(url) = public_url {
            let (origin, host) = public(url).ok_or_else(|| ServerError::PublicUrl(url.to_owned()))?;
            hosts.push(host);
            origins.push(origin);
        }
        Ok(Self { hosts, origins, any_address: address.ip().is_unspecified().then_some(port), scheme })
    }

    /// Whether a request for this host is meant for us.
    pub(crate) fn host(&self, host: &str) -> bool {
        let same = |ours: &String| ours.eq_ignore_ascii_case(host);
        self.hosts.iter().any(same) || self.any_address.is_some_and(|port| is_address(host, port))
    }

    /// Whether this origin is our own page's.
    pub(crate) fn origin(&self, origin: &str) -> bool {
        let same = |ours: &String| ours.eq_ignore_ascii_case(origin);
        let address = |port| origin.strip_prefix(self.scheme).is_some_and(|host| is_address(host, port));
        self.origins.iter().any(same) || self.any_address.is_some_and(address)
    }
}

/// Whether `host` is an IP address with this port.
fn is_address(host: &str, port: u16) -> bool {
    match host.parse::<SocketAddr>() {
        Ok(address) => address.port() == port,
        Err(_) => matches!(port, 80 | 443) && host.parse::<IpAddr>().is_ok(),
    }
}

/// Splits `https://desk.example/` into its origin and host.
fn public(url: &str) -> Option<(String, String)> {
    let origin = url.trim_end_matches('/').to_ascii_lowercase();
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"))?.to_owned();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    (!host.is_empty() && host.bytes().all(plain)).then_some((origin, host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_ours() {
        let allowed = Allowed::new("127.0.0.1:7717".parse().unwrap(), Some("https://desk.example/"), None).unwrap();
        for host in ["127.0.0.1:7717", "localhost:7717", "LOCALHOST:7717", "[::1]:7717", "desk.example"] {
            assert!(allowed.host(host), "{host}");
        }
        for host in ["", "localhost", "localhost:7718", "evil.example:7717", "10.0.0.1:7717", "localhost:7717.evil"] {
            assert!(!allowed.host(host), "{host}");
        }
        for origin in ["http://localhost:7717", "https://desk.example"] {
            assert!(allowed.origin(origin), "{origin}");
        }
        for origin in ["null", "", "https://localhost:7717", "http://localhost:7718", "http://desk.example", "file://"]
        {
            assert!(!allowed.origin(origin), "{origin}");
        }
    }

    #[test]
    fn on_every_address_any_number_is_ours_but_no_name() {
        let allowed = Allowed::new("0.0.0.0:80".parse().unwrap(), None, None).unwrap();
        assert!(allowed.host("10.1.2.3") && allowed.host("10.1.2.3:80") && allowed.origin("http://10.1.2.3"));
        assert!(!allowed.host("evil.example") && !allowed.host("10.1.2.3:81"));
        assert!(Allowed::new("127.0.0.1:1".parse().unwrap(), Some("desk.example"), None).is_err());
        assert!(Allowed::new("127.0.0.1:1".parse().unwrap(), Some("https://a/b c"), None).is_err());
    }

    #[test]
    fn over_tls_our_origins_are_encrypted_and_the_names_of_the_certificate_are_ours() {
        let names = ["desk.local".to_owned()];
        let allowed = Allowed::new("0.0.0.0:7717".parse().unwrap(), None, Some(&names)).unwrap();
        for host in ["desk.local:7717", "localhost:7717", "192.168.1.5:7717"] {
            assert!(allowed.host(host) && allowed.origin(&format!("https://{host}")), "{host}");
            assert!(!allowed.origin(&format!("http://{host}")), "{host}");
        }
        assert!(!allowed.host("desk.local") && !allowed.host("evil.local:7717"));
        let allowed = Allowed::new("0.0.0.0:443".parse().unwrap(), None, Some(&names)).unwrap();
        assert!(allowed.host("desk.local") && allowed.origin("https://desk.local"));
    }
}
