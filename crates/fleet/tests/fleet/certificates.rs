//! Certificates for tests, made by `openssl`: an authority, and the certificates it signs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::absent;

/// A certificate and its key, as files.
#[derive(Clone)]
pub(crate) struct Signed {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

/// A certificate authority. Its own certificate is the one to trust.
pub(crate) struct Authority {
    folder: PathBuf,
    own: Signed,
}

impl Authority {
    /// Returns `None` if there is no `openssl`.
    pub(crate) fn new(folder: &Path, name: &str) -> Option<Self> {
        if Command::new("openssl").arg("version").stdout(Stdio::null()).status().is_err() {
            absent::skipped("openssl");
            return None;
        }
        let own = make(folder, name, &["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"], None);
        Some(Self { folder: folder.to_owned(), own })
    }

    pub(crate) fn certificate(&self) -> PathBuf {
        self.own.certificate.clone()
    }

    /// Signs a certificate for an address, for servers and clients.
    pub(crate) fn sign(&self, name: &str, address: &str) -> Signed {
        let names = format!("subjectAltName=IP:{address}");
        let extensions = [names.as_str(), "basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature"];
        make(&self.folder, name, &extensions, Some(&self.own))
    }
}

fn make(folder: &Path, name: &str, extensions: &[&str], by: Option<&Signed>) -> Signed {
    let signed = Signed { certificate: folder.join(format!("{name}.pem")), key: folder.join(format!("{name}.key")) };
    // A configuration file differs between systems; only its one mandatory section is needed.
    let config = folder.join("openssl.cnf");
    std::fs::write(&config, "[req]\ndistinguished_name = subject\n[subject]\n").unwrap();
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]);
    command.args(["-subj", &format!("/CN={name}"), "-config"]).arg(config);
    command.arg("-keyout").arg(&signed.key).arg("-out").arg(&signed.certificate);
    command.args(extensions.iter().flat_map(|extension| ["-addext", extension]));
    if let Some(by) = by {
        command.arg("-CA").arg(&by.certificate).arg("-CAkey").arg(&by.key);
    }
    let made = command.output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    signed
}
