//! `serve --tls`: a generated certificate, plain HTTP on the TLS port, and files that are not certificates.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde_json::Value;

use crate::rig::{Serving, command, parts};

/// A client that trusts only this certificate.
fn trusting(certificate: &[u8]) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(certificate).unwrap()).unwrap();
    let builder = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().unwrap();
    Arc::new(builder.with_root_certificates(roots).with_no_client_auth())
}

fn ask(serving: &Serving, config: Arc<ClientConfig>, name: &str) -> std::io::Result<(u16, Value)> {
    let port = serving.host.rsplit(':').next().unwrap();
    let stream = TcpStream::connect(format!("127.0.0.1:{port}"))?;
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let connection = ClientConnection::new(config, name).map_err(std::io::Error::other)?;
    let mut stream = StreamOwned::new(connection, stream);
    stream.write_all(serving.request("GET", "/api/settings", "").as_bytes())?;
    Ok(parts(stream))
}

#[test]
fn a_made_certificate_lets_those_in_who_trust_it() {
    let serving = Serving::start(&["--tls"]);
    assert_eq!(serving.scheme, "https");
    let certificate = std::fs::read(serving.data.path().join("config/tls/cert.pem")).unwrap();
    for name in ["localhost", "127.0.0.1"] {
        let (status, settings) = ask(&serving, trusting(&certificate), name).unwrap();
        assert_eq!((status, &settings["tls"]), (200, &Value::Bool(true)), "{settings}");
    }
    assert!(ask(&serving, trusting(&certificate), "desk.example").is_err(), "it is not for that name");
    let other = Serving::start(&["--tls"]);
    assert!(ask(&other, trusting(&certificate), "localhost").is_err(), "it is another machine's");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let key = std::fs::metadata(serving.data.path().join("config/tls/key.pem")).unwrap();
        assert_eq!(key.permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn who_speaks_in_clear_is_told_so() {
    let serving = Serving::start(&["--tls"]);
    let port = serving.host.rsplit(':').next().unwrap();
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut said = String::new();
    _ = stream.read_to_string(&mut said);
    assert!(said.starts_with("HTTP/1.1 400 ") && said.contains("begins with https"), "{said}");
}

#[test]
fn files_that_are_no_certificate_are_named() {
    let data = tempfile::tempdir().unwrap();
    let (certificate, key) = (data.path().join("desk.pem"), data.path().join("desk.key"));
    let refused = |arguments: &[&str]| {
        let output = command(data.path(), arguments).stderr(std::process::Stdio::piped()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (first, second) = (certificate.display().to_string(), key.display().to_string());
    let given = ["--tls-cert", first.as_str(), "--tls-key", second.as_str()];
    let (code, said) = refused(&given);
    assert!(code == Some(2) && said.contains("desk.pem"), "{code:?} {said}");
    std::fs::write(&certificate, "nonsense").unwrap();
    std::fs::write(&key, "a secret that is no key").unwrap();
    let (code, said) = refused(&given);
    assert!(code == Some(2) && said.contains("desk.pem") && said.contains("certificate"), "{code:?} {said}");
    assert!(!said.contains("a secret"), "{said}");
    let (code, said) = refused(&["--tls-cert", &first]);
    assert!(code == Some(2) && said.contains("--tls-key"), "{code:?} {said}");
}
