//! Decides which addresses a webhook may be connected to: without permission in the configuration, only public ones.
//!
//! Checked on the address that is connected to, after the name was resolved: a name may lead anywhere, and elsewhere
//! the next time.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// The name leads to this machine or its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address is not a public one")]
pub(super) struct NotPublic;

/// Resolves names to their public addresses.
#[derive(Debug)]
pub(super) struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public_address(address.ip())).collect();
            if public.is_empty() {
                return Err(NotPublic.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Returns whether a URL names an address of this machine or its network directly: such an address is never resolved.
pub fn names_private_address(url: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(url) else { return false };
    let host = url.host_str().unwrap_or_default();
    let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    literal.is_ok_and(|address| !is_public_address(address))
}

/// Returns whether this is an address of the public internet.
pub(super) fn is_public_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // "This network"; shared by a carrier; protocol assignments; benchmarks; reserved.
        (0 | 240..=255, ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18 | 19, _) => true,
        _ => false,
    };
    !(special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // An IPv4 address inside: mapped, compatible, translated, 6to4.
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            v4(high, low)
        }
        // Documentation; Teredo.
        [0x2001, 0xdb8 | 0, ..] => false,
        // Global unicast; everything else is local, multicast or reserved.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_public() {
        let public = ["1.1.1.1", "100.63.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"];
        let own = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:c0a8:101::1",
            "2001:db8::1",
        ];
        for (addresses, expected) in [(public.as_slice(), true), (own.as_slice(), false)] {
            for address in addresses {
                assert_eq!(is_public_address(address.parse().unwrap()), expected, "{address}");
            }
        }
    }

    #[test]
    fn an_address_in_a_url_is_found_however_it_is_written() {
        let own = [
            "http://127.1/",
            "http://2130706433/x",
            "http://0x7f.1:80",
            "https://[::1]:8443/",
            "http://[::ffff:10.0.0.1]/",
        ];
        for url in own {
            assert!(names_private_address(url), "{url}");
        }
        for url in ["https://hooks.example.org/", "http://localhost/", "https://1.1.1.1/", "no address"] {
            assert!(!names_private_address(url), "{url}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_refused() {
        let Err(error) = PublicOnly.resolve("localhost".parse().unwrap()).await else { panic!("it was resolved") };
        assert!(error.downcast_ref::<NotPublic>().is_some(), "{error}");
    }
}
