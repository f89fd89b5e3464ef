//! Tests that the sites answer and keep their data.

use super::*;

fn page(address: &str, web: &Web) -> String {
    match get(address, web) {
        Answer::Page(page) => page,
        other => panic!("{address}: {other:?}"),
    }
}

fn fields(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn every_link_of_the_built_in_web_leads_somewhere() {
    let web = Web::default();
    let mut known = vec!["https://www.google.com/".to_owned()];
    known.extend(TILES.iter().map(|(_, address)| (*address).to_owned()));
    known.extend(articles::ARTICLES.iter().map(articles::Article::address));
    let mut at = 0;
    while at < known.len() {
        let address = known[at].clone();
        at += 1;
        if download(&address).is_some() {
            continue;
        }
        let document = super::super::html::read(&page(&address, &web));
        assert!(!document.title.is_empty(), "{address} has no title");
        let mut links = Vec::new();
        links_of(&document.body, &mut links);
        for link in links {
            let to = address::resolve(&address, &link).unwrap();
            if !known.contains(&to) {
                known.push(to);
            }
        }
    }
    assert!(known.len() > 30, "{}", known.len());
}

fn links_of(nodes: &[super::super::html::Node], all: &mut Vec<String>) {
    use super::super::html::Node;
    for node in nodes {
        match node {
            Node::Text(text) => all.extend(text.link.clone()),
            Node::Picture { link, .. } => all.extend(link.clone()),
            Node::Group { children, .. } => links_of(children, all),
            Node::Rule | Node::Button(_) | Node::Input(_) => {}
        }
    }
}

#[test]
fn what_is_searched_is_found_or_said_not_to_be() {
    let web = Web::default();
    for (query, first) in [
        ("how+tall+is+the+eiffel+tower", Some("Eiffel Tower")),
        ("weather+in+rome", Some("Climate of Rome")),
        ("desk+lamp", Some("Desk lamp – Corner Shop")),
        ("xyzzy", None),
        ("", None),
        ("%3Cb%3E", None),
    ] {
        let page = page(&format!("https://www.google.com/search?q={query}"), &web);
        let found =
            page.split("<h3>").nth(1).and_then(|rest| rest.split('>').nth(1)).and_then(|rest| rest.split('<').next());
        assert_eq!(found, first, "{query}");
        assert!(!page.contains("<b>"), "{query} is not escaped");
    }
    assert_eq!(get("https://shop.example/nothing", &web), Answer::Missing);
    assert_eq!(get("https://nobody.example/", &web), Answer::NoHost);
}

#[test]
fn an_order_needs_goods_and_an_address_and_is_kept_once() {
    let mut web = Web::default();
    let who = fields(&[("name", "Ann <b>"), ("address", "1 Main Street"), ("email", "ann@example.com")]);
    post("https://shop.example/checkout", &who, &mut web, 1);
    assert!(web.shop.orders.is_empty());
    let mug = fields(&[("id", "mug"), ("count", "2")]);
    assert_eq!(post("https://shop.example/cart/add", &mug, &mut web, 1), "https://shop.example/cart");
    post("https://shop.example/cart/add", &fields(&[("id", "nothing")]), &mut web, 1);
    let to = post("https://shop.example/checkout", &fields(&[("name", "Ann")]), &mut web, 1);
    assert!(page(&to, &web).contains("Please enter an address."));
    let to = post("https://shop.example/checkout", &who, &mut web, 7);
    assert!(page(&to, &web).contains("Thank you, Ann &lt;b&gt;!"));
    post("https://shop.example/checkout", &who, &mut web, 8);
    assert_eq!(web.shop.orders.len(), 1);
    assert_eq!((web.shop.orders[0].total_cents, web.shop.orders[0].placed_ms), (2 * 1_250 + 490, 7));
    assert!(web.shop.cart.is_empty());
}

#[test]
fn who_signs_in_needs_the_password() {
    let mut web = Web::default();
    let sign_in = |password: &str| fields(&[("email", "SAM@example.com"), ("password", password)]);
    post("https://accounts.example/sign-in", &sign_in("wrong"), &mut web, 0);
    assert!(page("https://accounts.example/", &web).contains("do not belong together"));
    post("https://accounts.example/sign-in", &sign_in("orange-kettle"), &mut web, 0);
    assert!(page("https://accounts.example/", &web).contains("Welcome, Sam"));
    post("https://accounts.example/sign-out", &[], &mut web, 0);
    assert_eq!(web.account.signed_in, None);
    let new = fields(&[("name", "Ann"), ("email", "ann@example.com"), ("password", "long enough")]);
    post("https://accounts.example/new", &new, &mut web, 0);
    assert!(page("https://accounts.example/", &web).contains("Welcome, Ann"));
    assert_eq!(post("https://accounts.example/new", &new, &mut web, 0), "https://accounts.example/new");
}

#[test]
fn what_is_left_on_sites_is_bounded() {
    let mut web = Web::default();
    for _ in 0..3 * KEPT {
        post("https://forms.example/send", &fields(&[("words", &"x".repeat(10_000))]), &mut web, 0);
        post("https://switches.example/press", &fields(&[("switch", "99")]), &mut web, 0);
    }
    assert_eq!((web.forms.len(), web.switches.len()), (KEPT, 6));
    assert_eq!(web.forms[0][0].1.len(), LONGEST_VALUE);
}
