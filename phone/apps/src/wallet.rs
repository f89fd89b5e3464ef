//! Wallet (`com.google.android.apps.walletnfcrel`): a card, and paying a person or a shop with it.
//!
//! Routes: `cards`, `pay`, `payment/ID`. A payment is made only after confirmation, moves no money, and is the app's
//! own state: an evaluation sees it as `payments` among the phone's deeds.

use serde::{Deserialize, Serialize};

use kit::widgets::{self, Row};
use kit::{clock, icons, people};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.google.android.apps.walletnfcrel";
const MAIN: &str = "com.google.commerce.tapandpay.android.wallet.WalletActivity";
const PAY: &str = "com.google.commerce.tapandpay.android.p2p.SendMoneyActivity";
/// The card.
const CARD: &str = "Visa •••• 4242";
/// The initial balance of the card, in cents.
const BALANCE: i64 = 250_000;
/// The most payments kept.
const MOST: usize = 1_000;
/// The longest name or note, in characters.
const LONGEST: usize = 100;

/// The state of Wallet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Wallet {
    /// The payments, oldest first.
    payments: Vec<Payment>,
    form: Form,
}

/// A payment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Payment {
    id: i64,
    to: String,
    cents: i64,
    note: String,
    date: i64,
}

/// The unsaved form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    to: String,
    amount: String,
    note: String,
}

/// Parses `12.5` and `$1,012.50` into cents; `None` if it is not a payable amount.
fn cents(amount: &str) -> Option<i64> {
    let plain: String = amount.trim().trim_start_matches('$').chars().filter(|letter| *letter != ',').collect();
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, "0"));
    let digits = |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 2 {
        return None;
    }
    let part: i64 = format!("{part:0<2}").parse().ok()?;
    let cents = whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(part)?;
    (cents > 0).then_some(cents)
}

/// Formats an amount as `$12.50`.
fn money(cents: i64) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}

impl App for Wallet {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Wallet",
            icon,
            color,
            version_name: "24.4.602",
            version_code: 935_060_200,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "cards", actions: &[], schemes: &[] },
                Activity { class: PAY, route: "pay", actions: &["android.intent.action.VIEW"], schemes: &["upi"] },
            ],
            launchable: true,
            permissions: &["android.permission.READ_CONTACTS"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("pay", _) => self.pay(shared),
            ("payment", id) => self.payment(id, shared),
            _ => self.cards(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let text: String = event.value.chars().take(LONGEST).collect();
        match event.name.as_ref() {
            "pay" => {
                self.form = Form::default();
                cx.push("pay");
            }
            "to" => self.form.to = text,
            "amount" => self.form.amount = text,
            "note" => self.form.note = text,
            "ask" => {
                if let Some(cents) = self.ready() {
                    let title = format!("Pay {} to {}?", money(cents), self.form.to.trim());
                    let message = format!("{} will be taken from {CARD}. This cannot be undone.", money(cents));
                    widgets::ask(cx, &title, &message, "Pay", Event::new("confirm"));
                }
            }
            "confirm" if widgets::split(route).0 == "pay" => self.confirm(cx),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        if route == "pay" {
            // upi://pay?pa=ACCOUNT&pn=NAME&am=AMOUNT&tn=NOTE only fills the form; it does not pay.
            let value = |name: &str| intent.data.as_deref().and_then(|uri| widgets::query_value(uri, name));
            let cut = |text: Option<String>| text.unwrap_or_default().chars().take(LONGEST).collect::<String>();
            let to = cut(value("pn").or_else(|| value("pa")));
            let amount = cut(value("am").or_else(|| intent.extra("amount").map(str::to_owned)));
            self.form = Form { to, amount, note: cut(value("tn")) };
        }
        route.to_owned()
    }

    fn class_of(&self, route: &str) -> &'static str {
        if widgets::split(route).0 == "pay" { PAY } else { MAIN }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
        self.payments.truncate(MOST);
    }
}

impl Wallet {
    fn balance(&self) -> i64 {
        self.payments.iter().fold(BALANCE, |left, payment| left.saturating_sub(payment.cents))
    }

    /// Returns the amount to pay, if recipient and amount are valid and the balance covers it.
    fn ready(&self) -> Option<i64> {
        let cents = cents(&self.form.amount).filter(|cents| *cents <= self.balance())?;
        (!self.form.to.trim().is_empty() && self.payments.len() < MOST).then_some(cents)
    }

    fn confirm(&mut self, cx: &mut Cx<'_>) {
        let Some(cents) = self.ready() else { return };
        if !cx.shared.settings.is_online() {
            return cx.toast("No internet connection. You were not charged.");
        }
        let form = std::mem::take(&mut self.form);
        let (id, date) = (cx.shared.new_id(), cx.shared.clock.now_ms);
        let (to, note) = (form.to.trim().to_owned(), form.note.trim().to_owned());
        self.payments.push(Payment { id, to, cents, note, date });
        cx.effects.push(Effect::Replace(format!("payment/{id}")));
    }

    fn cards(&self, shared: &Shared) -> View {
        let white = Color::Rgb(255, 255, 255);
        let card = View::column(vec![
            View::text("Everyday card").color(white).text_style(TextStyle::Title),
            View::new(Kind::Space).height(Size::Dp(48.0)),
            View::text(CARD).id("card_number").color(white),
            View::text(format!("{} left", money(self.balance())))
                .id("card_balance")
                .color(white)
                .text_style(TextStyle::BodySmall),
        ]);
        let card = card.id("card").padding(24.0, 24.0).gap(4.0).background(Color::Rgb(26, 60, 120), 20.0);
        let mut pay = View::button("Pay", Event::new("pay")).id("pay_button");
        pay.kind = Kind::Button { primary: true };
        let mut rows = vec![
            card.style(|style| style.margin = [16.0, 8.0, 16.0, 16.0]),
            View::row(vec![pay.width(Size::Fill)]).padding(16.0, 0.0),
        ];
        rows.push(widgets::section("Activity"));
        if self.payments.is_empty() {
            rows.push(View::text("No payments yet").id("empty_text").color(Color::Muted).padding(16.0, 8.0));
        }
        for payment in self.payments.iter().rev() {
            let amount = View::text(format!("-{}", money(payment.cents))).id("amount");
            let row =
                Row::new(&payment.to).summary(clock::stamp(payment.date, shared)).face(&payment.to).trailing(amount);
            rows.push(row.opens(format!("payment/{}", payment.id)).view());
        }
        widgets::screen(vec![widgets::home_bar("Wallet", Vec::new()), View::list("wallet_list", rows)])
    }

    fn pay(&self, shared: &Shared) -> View {
        let mut rows = vec![
            View::field("recipient", &self.form.to, "Name, number or shop", "to"),
            View::field("amount_edit_text", &self.form.amount, "Amount in $", "amount").text_style(TextStyle::Headline),
            View::field("note_edit_text", &self.form.note, "Add a note", "note"),
        ];
        let problem = match cents(&self.form.amount) {
            _ if self.form.amount.trim().is_empty() => None,
            None => Some("That is no amount"),
            Some(cents) if cents > self.balance() => Some("There is not enough on the card"),
            Some(_) => None,
        };
        rows.extend(problem.map(|problem| View::text(problem).id("error").color(Color::Error)));
        rows.push(Row::new(CARD).summary(format!("{} left", money(self.balance()))).icon(Icon::Wallet).view());
        let mut next = View::button("Review", Event::new("ask")).id("review_button");
        next.kind = Kind::Button { primary: true };
        rows.push(next.width(Size::Fill).enabled(self.ready().is_some()));
        let typed = self.form.to.trim();
        if shared.packages.may(PACKAGE, "android.permission.READ_CONTACTS") {
            let others = people::found(typed, shared).filter(|contact| contact.name != typed).take(5);
            rows.extend(others.map(|contact| {
                Row::new(&contact.name)
                    .ids("contact_name", "")
                    .face(&contact.name)
                    .on(Event::with("to", &contact.name))
                    .view()
            }));
        }
        let list = View::list("pay_form", rows).gap(12.0).padding(16.0, 8.0);
        widgets::screen(vec![widgets::top_bar("Pay", Vec::new()), list])
    }

    fn payment(&self, id: &str, shared: &Shared) -> View {
        let bar = widgets::top_bar("Payment", Vec::new());
        let Some(payment) = self.payments.iter().find(|payment| payment.id.to_string() == id) else {
            return widgets::screen(vec![bar, widgets::empty(Icon::Wallet, "There is no such payment")]);
        };
        let mut rows = vec![
            View::icon(Icon::Check).color(Color::Primary).width(Size::Dp(56.0)).height(Size::Dp(56.0)),
            View::text(format!("{} paid to {}", money(payment.cents), payment.to))
                .id("payment_result")
                .text_style(TextStyle::Headline),
            View::text(format!("{} · {CARD}", clock::stamp(payment.date, shared))).color(Color::Muted),
        ];
        if !payment.note.is_empty() {
            rows.push(View::text(&payment.note).id("payment_note"));
        }
        widgets::screen(vec![bar, View::column(rows).padding(24.0, 24.0).gap(12.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_to_the_cent() {
        for (text, reads) in [
            ("12", Some(1_200)),
            ("$12.5", Some(1_250)),
            ("1,012.05", Some(101_205)),
            ("0", None),
            ("-5", None),
            ("1.234", None),
            ("12 euros", None),
            ("99999999999999999999", None),
            ("٣", None),
            ("", None),
        ] {
            assert_eq!(cents(text), reads, "{text}");
        }
        assert_eq!(money(101_205), "$1012.05");
    }
}
