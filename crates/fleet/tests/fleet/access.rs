//! Our identity at a server, and the server's to us: passwords, tokens, nkeys, JWTs and certificates, as NATS users
//! know them.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fleet::{Access, Fleet, Limits};
use nkeys::KeyPair;
use serde_json::{Value, json};

use crate::certificates::{Authority, Signed};
use crate::server::{Nats, program};

/// The files of one test, and a server that is started with a configuration.
struct ServerFolder(tempfile::TempDir);

impl ServerFolder {
    fn new() -> Option<Self> {
        program().map(|_| Self(tempfile::tempdir().unwrap()))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    async fn server(&self, config: &str) -> Nats {
        let config = self.file("server.conf", config);
        Nats::with(&["-js", "-c", config.to_str().unwrap()]).await.unwrap()
    }
}

/// The case, how to connect, and parts of the error; empty if the connection succeeds.
type Case = (&'static str, Access, &'static [&'static str]);

async fn check(cases: &[Case]) {
    for (what, access, parts) in cases {
        let said = Fleet::connect(access, "test", Limits::default()).await.map(drop).map_err(|error| error.to_string());
        match (said, *parts) {
            (Ok(()), []) => {}
            (Err(said), [_, ..]) => {
                assert!(parts.iter().all(|part| said.contains(part)), "{what}: {said}");
                let secret = ["hunter2", "wrong-word"].iter().any(|secret| said.contains(secret));
                assert!(!secret && !said.contains('\n'), "{what}: {said}");
            }
            (said, _) => panic!("{what}: {said:?}"),
        }
    }
}

const REFUSED: &[&str] =
    &["rejected our credentials", "--nats-creds, --nats-nkey or a user in the address, or --nats-cert"];

#[tokio::test(flavor = "multi_thread")]
async fn a_user_a_token_and_an_nkey_are_let_in_and_nobody_else() {
    let Some(place) = ServerFolder::new() else { return };
    let (ours, theirs) = (KeyPair::new_user(), KeyPair::new_user());
    let users = format!(
        "authorization {{ users: [ {{ user: ann, password: \"hunter2@home\" }}, {{ nkey: {} }} ] }}",
        ours.public_key()
    );
    let server = place.server(&users).await;
    let with = |user: &str| Access::new(server.url().replace("nats://", &format!("nats://{user}@")));
    let nkey = |path| Access { nkey: Some(path), ..Access::new(server.url()) };
    let seed = |pair: &KeyPair| pair.seed().unwrap();
    check(&[
        ("a password", with("ann:hunter2%40home"), &[]),
        ("a wrong password", with("ann:wrong-word"), REFUSED),
        ("a token where there is none", with("wrong-word"), REFUSED),
        ("nobody", Access::new(server.url()), REFUSED),
        ("an nkey", nkey(place.file("ours.nk", &format!("# of the worker\n{}\n", seed(&ours)))), &[]),
        ("another's nkey", nkey(place.file("theirs.nk", &seed(&theirs))), REFUSED),
        ("a public key", nkey(place.file("public.nk", &ours.public_key())), &["public.nk", "no seed of a user (SU…)"]),
        ("half a seed", nkey(place.file("half.nk", &seed(&ours)[..20])), &["half.nk"]),
        ("no file", nkey(place.path().join("gone.nk")), &["cannot use `", "gone.nk"]),
    ])
    .await;
    drop(server);
    let server = place.server("authorization { token: \"hunter2\" }").await;
    let with = |token: &str| Access::new(server.url().replace("nats://", &format!("nats://{token}@")));
    check(&[
        ("a token", with("hunter2"), &[]),
        ("a wrong token", with("wrong-word"), REFUSED),
        ("no token", Access::new(server.url()), REFUSED),
    ])
    .await;
}

/// A claim, signed like the JWTs of NATS.
fn jwt(issuer: &KeyPair, subject: &KeyPair, nats: Value) -> String {
    let claims = json!({
        "jti": "one", "iat": 1_700_000_000, "name": "test", "nats": nats,
        "iss": issuer.public_key(), "sub": subject.public_key(),
    });
    let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    let header = encode(br#"{"typ":"JWT","alg":"ed25519-nkey"}"#);
    let body = format!("{header}.{}", encode(claims.to_string().as_bytes()));
    let signature = encode(&issuer.sign(body.as_bytes()).unwrap());
    format!("{body}.{signature}")
}

#[tokio::test(flavor = "multi_thread")]
async fn credentials_of_an_operator_are_let_in_as_long_as_their_account_is_known() {
    let Some(place) = ServerFolder::new() else { return };
    let (operator, system, account) = (KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account());
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
        "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1,
    });
    let mut without = limits.clone();
    ["mem_storage", "disk_storage", "streams", "consumer"].iter().for_each(|part| without[part] = json!(0));
    let poor = KeyPair::new_account();
    let of_account = |limits| json!({ "type": "account", "version": 2, "limits": limits });
    let of_operator = json!({ "type": "operator", "version": 2 });
    let config = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{\n{}: {}\n{}: {}\n{}: {}\n}}\n",
        jwt(&operator, &operator, of_operator),
        system.public_key(),
        system.public_key(),
        jwt(&operator, &system, of_account(without.clone())),
        account.public_key(),
        jwt(&operator, &account, of_account(limits)),
        poor.public_key(),
        jwt(&operator, &poor, of_account(without)),
    );
    let server = place.server(&config).await;
    let creds = |name: &str, by: &KeyPair| {
        let user = KeyPair::new_user();
        let of_user = json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 });
        let (jwt, seed) = (jwt(by, &user, of_user), user.seed().unwrap());
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        Access { credentials: Some(place.file(name, &text)), ..Access::new(server.url()) }
    };
    let torn = Access { credentials: Some(place.file("torn.creds", "-----BEGIN")), ..Access::new(server.url()) };
    check(&[
        ("a user of the account", creds("ann.creds", &account), &[]),
        ("a user of a stranger", creds("eve.creds", &KeyPair::new_account()), REFUSED),
        (
            "an account without JetStream",
            creds("poor.creds", &poor),
            &["has no JetStream", "enable it for this account"],
        ),
        ("nobody", Access::new(server.url()), REFUSED),
        ("half a file", torn, &["cannot use `", "torn.creds"]),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_known_by_its_certificate_and_may_want_ours() {
    let Some(place) = ServerFolder::new() else { return };
    let Some(authority) = Authority::new(place.path(), "authority") else { return };
    let stranger = Authority::new(place.path(), "stranger").unwrap();
    let own = authority.sign("server", "127.0.0.1");
    let tls = |server: &Signed, more: &str| {
        let (certificate, key) = (server.certificate.display(), server.key.display());
        format!("tls {{ cert_file: \"{certificate}\", key_file: \"{key}\", {more} }}")
    };
    let server = place.server(&tls(&own, "")).await;
    let trusting = |url: String, ca: PathBuf| Access { ca: Some(ca), ..Access::new(url) };
    let url = |server: &Nats, scheme: &str| server.url().replace("nats://", scheme);
    let plain = Nats::start().await.unwrap();
    let nonsense = place.file("nonsense.pem", "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n");
    check(&[
        ("its authority is known", trusting(url(&server, "tls://"), authority.certificate()), &[]),
        ("also where the address does not say so", trusting(server.url(), authority.certificate()), &[]),
        ("nobody knows its authority", Access::new(url(&server, "tls://")), &["certificate", "--nats-ca"]),
        ("another authority", trusting(server.url(), stranger.certificate()), &["certificate", "--nats-ca"]),
        ("no authority's file", trusting(server.url(), place.path().join("gone.pem")), &["cannot use `", "gone.pem"]),
        ("no certificate in it", trusting(server.url(), nonsense), &["cannot use `", "nonsense.pem"]),
        ("a server without TLS", Access::new(url(&plain, "tls://")), &["has no TLS"]),
    ])
    .await;
    drop(server);
    // It requires a client certificate, from an authority of its own.
    let elsewhere = authority.sign("elsewhere", "127.0.0.2");
    let wants = format!("verify: true, ca_file: \"{}\"", authority.certificate().display());
    let server = place.server(&tls(&own, &wants)).await;
    let ours = authority.sign("worker", "127.0.0.1");
    let with = |signed: Signed, key: Option<PathBuf>| Access {
        certificate: Some((signed.certificate, key.unwrap_or(signed.key))),
        ..trusting(server.url(), authority.certificate())
    };
    let theirs = stranger.sign("theirs", "127.0.0.1");
    check(&[
        ("ours", with(ours.clone(), None), &[]),
        ("a stranger's", with(theirs, None), &["rejected our credentials"]),
        ("none", trusting(server.url(), authority.certificate()), &["rejected our credentials", "--nats-cert"]),
        ("the key of another", with(ours.clone(), Some(elsewhere.key.clone())), &["cannot use `", "worker.pem"]),
        ("no key", with(ours, Some(place.path().join("gone.key"))), &["cannot use `", "gone.key"]),
    ])
    .await;
    drop(server);
    // A server with the certificate of another machine.
    let server = place.server(&tls(&elsewhere, "")).await;
    check(&[("another's name", trusting(server.url(), authority.certificate()), &["certificate", "127.0.0.1"])]).await;
}
