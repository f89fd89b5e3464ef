//! Generated certificates: other libraries can read them, they are kept, and they are renewed in time.

use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};

use super::*;

fn names(more: &[&str]) -> Vec<String> {
    ["localhost", "127.0.0.1", "::1"].iter().chain(more).map(|name| (*name).to_owned()).collect()
}

/// Whether a client that trusts the certificate accepts it for this name at this time.
fn taken_for(tls: &Tls, name: &str, at: Timestamp) -> bool {
    let certificate = CertificateDer::from(tls.certificate().to_vec());
    let mut roots = rustls::RootCertStore::empty();
    roots.add(certificate.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build().unwrap();
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let seconds = u64::try_from(at.as_second()).unwrap();
    let at = UnixTime::since_unix_epoch(std::time::Duration::from_secs(seconds));
    verifier.verify_server_cert(&certificate, &[], &name, &[], at).is_ok()
}

#[test]
fn a_certificate_that_is_made_holds_for_its_names_and_its_time() {
    let folder = tempfile::tempdir().unwrap();
    for now in ["2026-07-29T14:15:02Z", "2049-12-01T00:00:00Z"] {
        let now: Timestamp = now.parse().unwrap();
        let tls = made(folder.path(), &names(&["desk.local", "192.168.1.5"]), now, [7; 32]).unwrap();
        for name in ["localhost", "127.0.0.1", "::1", "desk.local", "192.168.1.5"] {
            assert!(taken_for(&tls, name, now), "{name}");
        }
        assert!(!taken_for(&tls, "evil.example", now) && !taken_for(&tls, "192.168.1.6", now));
        assert!(taken_for(&tls, "localhost", now + SignedDuration::from_hours(396 * 24)));
        assert!(!taken_for(&tls, "localhost", now + SignedDuration::from_hours(398 * 24)));
        assert!(!taken_for(&tls, "localhost", now - SignedDuration::from_hours(48)));
        assert_eq!(fingerprint(&tls).len(), 32 * 3 - 1);
    }
}

#[test]
fn it_is_kept_until_its_names_change_or_it_is_about_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let now: Timestamp = "2026-07-29T14:15:02Z".parse().unwrap();
    let at = |days: i64, more: &[&str]| {
        let tls = made(folder.path(), &names(more), now + SignedDuration::from_hours(days * 24), [7; 32]).unwrap();
        fingerprint(&tls)
    };
    let first = at(0, &["a.local"]);
    assert_eq!(at(300, &["a.local"]), first);
    assert_eq!(at(300, &[]), first, "fewer names are no reason");
    let second = at(300, &["b.local"]);
    assert_ne!(second, first);
    assert_ne!(at(680, &["b.local"]), second, "it is about to end");
    let kept = at(680, &["b.local"]);
    std::fs::write(folder.path().join("config/tls/key.pem"), "garbage").unwrap();
    assert_ne!(at(680, &["b.local"]), kept, "what is broken is made anew");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let key = std::fs::metadata(folder.path().join("config/tls/key.pem")).unwrap();
        assert_eq!(key.permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn files_that_are_no_certificate_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let now: Timestamp = "2026-07-29T14:15:02Z".parse().unwrap();
    made(folder.path(), &names(&[]), now, [7; 32]).unwrap();
    let file = |name: &str| folder.path().join("config/tls").join(name);
    let (certificate, key) = (file("cert.pem"), file("key.pem"));
    for (certificate, key, expected) in [
        (&key, &key, "the certificate cannot be read"),
        (&certificate, &certificate, "the key cannot be read"),
        (&file("none"), &key, "cannot read `"),
    ] {
        let error = format!("{:#}", given(certificate, key, Vec::new()).unwrap_err());
        assert!(error.contains(expected), "{error}");
    }
}
