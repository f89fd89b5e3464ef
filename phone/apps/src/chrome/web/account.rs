//! Accounts: signing in, up and out. A wrong password gives an error.

use serde::{Deserialize, Serialize};

use super::{Request, Site, Web, bounded, field, text};

pub(super) const SITE: Site = Site { hosts: &["accounts.example"], get, post: Some(post) };
const HOME: &str = "https://accounts.example/";
/// The preset account: address, password, name.
const FIRST: (&str, &str, &str) = ("sam@example.com", "orange-kettle", "Sam");
/// The minimum password length.
const SHORTEST: usize = 8;

/// The accounts besides the preset one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Accounts {
    /// Address, password, name.
    accounts: Vec<(String, String, String)>,
    /// The address of the signed-in account.
    pub(super) signed_in: Option<String>,
    /// The last error.
    wrong: String,
}

impl Accounts {
    fn find(&self, address: &str) -> Option<(&str, &str, &str)> {
        let ours =
            self.accounts.iter().map(|(address, password, name)| (address.as_str(), password.as_str(), name.as_str()));
        std::iter::once(FIRST).chain(ours).find(|(known, ..)| known.eq_ignore_ascii_case(address))
    }
}

fn get(request: &Request<'_>) -> Option<String> {
    let accounts = &request.web.account;
    let wrong =
        if accounts.wrong.is_empty() { String::new() } else { format!("<p id='error'>{}</p>", text(&accounts.wrong)) };
    let head = "<header><a href='/'>Example Account</a></header>";
    let signed_in = accounts.signed_in.as_deref().and_then(|address| accounts.find(address));
    let body = match (request.path, signed_in) {
        ("", Some((address, _, name))) => format!(
            "<title>Your account</title><h1>Welcome, {}</h1><section><p>Signed in as {}</p></section>
             <form action='/sign-out' method='post'><button id='sign-out'>Sign out</button></form>",
            text(name), text(address)
        ),
        ("", None) => format!(
            "<title>Sign in</title><h1>Sign in</h1>{wrong}<form action='/sign-in' method='post'>
             <label for='email'>E-mail</label><input id='email' name='email' type='email'>
             <label for='password'>Password</label><input id='password' name='password' type='password'>
             <button id='sign-in'>Sign in</button></form><p><a href='/new'>Create an account</a></p>"
        ),
        ("/new", _) => format!(
            "<title>Create an account</title><h1>Create an account</h1>{wrong}<form action='/new' method='post'>
             <label for='name'>Name</label><input id='name' name='name'>
             <label for='email'>E-mail</label><input id='email' name='email' type='email'>
             <label for='password'>Password</label><input id='password' name='password' type='password' placeholder='At least {SHORTEST} characters'>
             <button id='create'>Create account</button></form>"
        ),
        _ => return None,
    };
    Some(format!("{head}{body}"))
}

fn post(path: &str, fields: &[(String, String)], web: &mut Web, _now_ms: i64) -> String {
    let accounts = &mut web.account;
    accounts.wrong.clear();
    let (address, password) = (field(fields, "email"), field(fields, "password"));
    match path {
        "/sign-in" => match accounts.find(address) {
            Some((known, right, _)) if right == password => accounts.signed_in = Some(known.to_owned()),
            _ => "That e-mail address and password do not belong together.".clone_into(&mut accounts.wrong),
        },
        "/sign-out" => accounts.signed_in = None,
        "/new" => {
            let wrong = match () {
                () if field(fields, "name").is_empty() => "Please enter your name.",
                () if !address.contains('@') => "That is not an e-mail address.",
                () if password.chars().count() < SHORTEST => "The password is too short.",
                () if accounts.find(address).is_some() => "There is an account with this address already.",
                () => "",
            };
            if !wrong.is_empty() {
                wrong.clone_into(&mut accounts.wrong);
                return format!("{HOME}new");
            }
            accounts.accounts.push((address.to_owned(), password.to_owned(), field(fields, "name").to_owned()));
            bounded(&mut accounts.accounts);
            accounts.signed_in = Some(address.to_owned());
        }
        _ => {}
    }
    HOME.to_owned()
}
