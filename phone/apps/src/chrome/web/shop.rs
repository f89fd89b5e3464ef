//! A shop: products, a cart, checkout, and the orders.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Request, Site, Web, bounded, field, text};

pub(super) const SITE: Site = Site { hosts: &["shop.example"], get, post: Some(post) };
/// The most of one product in the cart.
const MOST: u32 = 99;
/// The delivery fee below [`FREE_FROM`].
const DELIVERY: u64 = 490;
const FREE_FROM: u64 = 5_000;

/// A product.
pub(super) struct Product {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) cents: u64,
}

pub(super) const GOODS: &[Product] = &[
    Product { id: "desk-lamp", name: "Desk lamp", about: "Warm light, folds flat, three levels.", cents: 3_490 },
    Product { id: "mug", name: "Stoneware mug", about: "350 ml, safe in the dishwasher, blue.", cents: 1_250 },
    Product { id: "notebook", name: "Dotted notebook", about: "A5, 192 pages, lies flat.", cents: 990 },
    Product {
        id: "headphones",
        name: "Wireless headphones",
        about: "30 hours, over the ear, with case.",
        cents: 8_900,
    },
    Product { id: "umbrella", name: "Travel umbrella", about: "Opens with a button, 320 g.", cents: 2_200 },
    Product { id: "tea", name: "Green tea, 100 g", about: "Loose leaves in a tin.", cents: 780 },
];

/// The shop's data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Shop {
    /// Quantities, by product id.
    pub(super) cart: BTreeMap<String, u32>,
    /// Oldest first.
    pub(super) orders: Vec<Order>,
    /// The error of the last checkout.
    wrong: String,
}

/// An order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Order {
    pub(super) number: u64,
    pub(super) items: BTreeMap<String, u32>,
    pub(super) total_cents: u64,
    pub(super) name: String,
    pub(super) address: String,
    pub(super) delivery: String,
    pub(super) gift: bool,
    pub(super) placed_ms: i64,
}

/// Formats a price as `$34.90`.
pub(super) fn price(cents: u64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

fn good(id: &str) -> Option<&'static Product> {
    GOODS.iter().find(|good| good.id == id)
}

fn sum(items: &BTreeMap<String, u32>) -> u64 {
    items.iter().filter_map(|(id, count)| Some(good(id)?.cents * u64::from(*count))).sum()
}

fn get(request: &Request<'_>) -> Option<String> {
    let shop = &request.web.shop;
    let count: u32 = shop.cart.values().sum();
    let head = format!(
        "<header><a href='/'>Corner Shop</a></header><nav><a href='/'>Goods</a><a href='/cart'>Cart ({count})</a><a href='/orders'>Orders</a></nav>"
    );
    let body = match request.path.strip_prefix('/').unwrap_or_default() {
        "" => goods(),
        "cart" => cart(shop),
        "checkout" if !shop.cart.is_empty() => checkout(shop),
        "checkout" => cart(shop),
        "orders" => orders(shop),
        path => match path.split_once('/')? {
            ("goods", id) => one(good(id)?),
            ("orders", number) => order(shop.orders.iter().find(|order| order.number.to_string() == number)?),
            _ => return None,
        },
    };
    Some(head + &body)
}

fn goods() -> String {
    let mut page = "<title>Corner Shop</title><h1>Goods</h1>".to_owned();
    for Product { id, name, about, cents } in GOODS {
        page += &format!(
            "<article><img alt='{name}'><h3><a href='/goods/{id}'>{name}</a></h3><p>{about}</p><p>{}</p></article>",
            price(*cents)
        );
    }
    page
}

fn one(Product { id, name, about, cents }: &Product) -> String {
    format!(
        "<title>{name} – Corner Shop</title><img alt='{name}'><h1>{name}</h1><p>{about}</p><h2>{}</h2>
         <form action='/cart/add' method='post'><input type='hidden' name='id' value='{id}'>
         <label for='count'>Quantity</label><select id='count' name='count'><option value='1'>1</option>
         <option value='2'>2</option><option value='3'>3</option><option value='5'>5</option></select>
         <button id='add-to-cart'>Add to cart</button></form>",
        price(*cents)
    )
}

fn lines(items: &BTreeMap<String, u32>) -> String {
    let line = |(id, count): (&String, &u32)| {
        let good = good(id)?;
        let cents = good.cents * u64::from(*count);
        Some(format!("<tr><td>{count} × {}</td><td>{}</td></tr>", good.name, price(cents)))
    };
    items.iter().filter_map(line).collect()
}

fn cart(shop: &Shop) -> String {
    let mut page = "<title>Cart – Corner Shop</title><h1>Cart</h1>".to_owned();
    if shop.cart.is_empty() {
        return page + "<p>Your cart is empty.</p><p><a href='/'>Look at the goods</a></p>";
    }
    for (id, count) in &shop.cart {
        let Some(good) = good(id) else { continue };
        page += &format!(
            "<article><h3>{}</h3><p>{count} × {}</p><form action='/cart/remove' method='post'>
             <input type='hidden' name='id' value='{id}'><button aria-label='Remove {}'>Remove</button></form></article>",
            good.name, price(good.cents), good.name
        );
    }
    let sum = sum(&shop.cart);
    page + &format!("<h2>Total {}</h2><p><a href='/checkout'>Go to checkout</a></p>", price(sum))
}

fn checkout(shop: &Shop) -> String {
    let sum = sum(&shop.cart);
    let delivery = if sum >= FREE_FROM { 0 } else { DELIVERY };
    let wrong = if shop.wrong.is_empty() { String::new() } else { format!("<p id='error'>{}</p>", text(&shop.wrong)) };
    format!(
        "<title>Checkout – Corner Shop</title><h1>Checkout</h1><section>{}<tr><td>Delivery</td><td>{}</td></tr>
         <tr><td>Total</td><td>{}</td></tr></section>{wrong}<form action='/checkout' method='post'>
         <label for='name'>Full name</label><input id='name' name='name'>
         <label for='address'>Address</label><input id='address' name='address'>
         <label for='email'>E-mail</label><input id='email' name='email' type='email'>
         <label for='delivery'>Delivery</label><select id='delivery' name='delivery'><option value='standard'>Standard, 3 days</option>
         <option value='express'>Express, tomorrow</option></select>
         <label><input type='checkbox' id='gift' name='gift' value='yes'> It is a present</label>
         <button id='place-order'>Place order</button></form>",
        lines(&shop.cart), price(delivery), price(sum + delivery)
    )
}

fn order(order: &Order) -> String {
    format!(
        "<title>Order {0} – Corner Shop</title><h1>Thank you, {1}!</h1><p id='order'>Order {0} was placed.</p><section>{2}
         <tr><td>Total</td><td>{3}</td></tr></section><p>It goes to: {4}</p><p><a href='/'>Back to the shop</a></p>",
        order.number, text(&order.name), lines(&order.items), price(order.total_cents), text(&order.address)
    )
}

fn orders(shop: &Shop) -> String {
    let mut page = "<title>Orders – Corner Shop</title><h1>Orders</h1>".to_owned();
    if shop.orders.is_empty() {
        page += "<p>You have not ordered anything yet.</p>";
    }
    for order in shop.orders.iter().rev() {
        page += &format!(
            "<article><h3><a href='/orders/{0}'>Order {0}</a></h3><p>{1}</p></article>",
            order.number,
            price(order.total_cents)
        );
    }
    page
}

fn post(path: &str, fields: &[(String, String)], web: &mut Web, now_ms: i64) -> String {
    let shop = &mut web.shop;
    shop.wrong.clear();
    match path {
        "/cart/add" => {
            if let Some(good) = good(field(fields, "id")) {
                let count = field(fields, "count").parse().unwrap_or(1).clamp(1, MOST);
                let there = shop.cart.entry(good.id.to_owned()).or_insert(0);
                *there = (*there + count).min(MOST);
            }
            "https://shop.example/cart".to_owned()
        }
        "/cart/remove" => {
            shop.cart.remove(field(fields, "id"));
            "https://shop.example/cart".to_owned()
        }
        "/checkout" => place(shop, fields, now_ms),
        _ => "https://shop.example/".to_owned(),
    }
}

/// Places an order, if it has a recipient and an address.
fn place(shop: &mut Shop, fields: &[(String, String)], now_ms: i64) -> String {
    let missing = [("name", "your name"), ("address", "an address"), ("email", "an e-mail address")]
        .into_iter()
        .find(|(name, _)| field(fields, name).is_empty());
    if let Some((_, what)) = missing.filter(|_| !shop.cart.is_empty()) {
        shop.wrong = format!("Please enter {what}.");
        return "https://shop.example/checkout".to_owned();
    }
    if shop.cart.is_empty() {
        return "https://shop.example/cart".to_owned();
    }
    if !field(fields, "email").contains('@') {
        "That is not an e-mail address.".clone_into(&mut shop.wrong);
        return "https://shop.example/checkout".to_owned();
    }
    let items = std::mem::take(&mut shop.cart);
    let sum = sum(&items);
    let number = shop.orders.last().map_or(1_001, |order| order.number.saturating_add(1));
    shop.orders.push(Order {
        number,
        total_cents: sum + if sum >= FREE_FROM { 0 } else { DELIVERY },
        items,
        name: field(fields, "name").to_owned(),
        address: field(fields, "address").to_owned(),
        delivery: field(fields, "delivery").to_owned(),
        gift: !field(fields, "gift").is_empty(),
        placed_ms: now_ms,
    });
    bounded(&mut shop.orders);
    format!("https://shop.example/orders/{number}")
}
