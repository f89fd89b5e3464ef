//! `pay`. Precondition: an app that pays. Strategy: its own form, filled in and reviewed, only if it shows the
//! requested currency. The gate asks about the operation, and again at the button that pays, with the content of the
//! screen. Done when the app confirms; if that cannot be seen, the person is asked and nothing is paid again.

use async_trait::async_trait;

use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `pay`.
pub(super) struct Pay;

/// Apps for payments between people, in order of preference if none is named.
const APPS: &[&str] = &["com.google.android.apps.walletnfcrel", "com.paypal.android.p2pmobile", "com.venmo"];

/// How currencies appear on a screen.
const CURRENCIES: &[(&str, &[&str])] = &[
    ("EUR", &["€", "EUR"]),
    ("USD", &["$", "USD"]),
    ("GBP", &["£", "GBP"]),
    ("CHF", &["CHF"]),
    ("JPY", &["¥", "JPY"]),
    ("INR", &["₹", "INR"]),
];

#[async_trait]
impl Operation for Pay {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (to, amount) = (work.text("recipient").to_owned(), work.text("amount").to_owned());
        let Some((number, currency)) = parts(&amount) else {
            return Ok(work.problem("unknown_amount", "unknown amount", &[("amount", &amount)]).into());
        };
        let named = work.text("app").to_owned();
        let mut app = None;
        for wanted in std::iter::once(named.as_str()).filter(|named| !named.is_empty()).chain(APPS.iter().copied()) {
            app = app.or(work.app(wanted).await?);
        }
        let Some(app) = app else {
            return Ok(work.problem("no_paying_app", "no paying app", &[]).into());
        };
        let shown = CURRENCIES.iter().find(|row| row.0 == currency).map_or(&[][..], |row| row.1);
        let shown: Vec<String> = match shown {
            [] => vec![currency.clone()],
            shown => shown.iter().map(|sign| (*sign).to_owned()).collect(),
        };
        work.keep("paid", number.clone());
        work.keep("payee", to.clone());
        let summary = work.told("pay", &[("name", &to), ("amount", &amount), ("app", &app.label)]);
        work.keep("summary", summary);
        Ok(Begin::Go(Ways::default().or_touches(vec![
            Move::Launch(app.package),
            Move::Press(Sought::Named("send_money")),
            Move::See(shown),
            Move::Write(Sought::Named("recipient_field"), to),
            Move::Write(Sought::Named("amount_field"), number),
            Move::Press(Sought::Named("review_payment")),
            Move::Press(Sought::Named("pay")),
        ])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (amount, to) = (work.kept_text("paid").to_owned(), work.kept_text("payee").to_owned());
        let Some(tree) = work.look().await? else { return Ok(Check::Unclear) };
        let says = |label: &str| {
            let label = label.to_lowercase();
            let done = ["paid", "sent", "bezahlt", "gesendet", "payé", "envoyé", "pagado", "enviado", "pago"];
            let digits: String = amount.chars().filter(char::is_ascii_digit).collect();
            let shown: String = label.chars().filter(char::is_ascii_digit).collect();
            done.iter().any(|word| label.contains(word))
                && label.contains(&to.to_lowercase())
                && shown.trim_end_matches('0') == digits.trim_end_matches('0')
                && !label.ends_with('?')
        };
        Ok(match tree.nodes.iter().any(|node| says(node.label())) {
            true => Check::Done(work.told("paid", &[("name", &to), ("amount", work.text("amount"))])),
            false => Check::Unclear,
        })
    }
}

/// `5 EUR` as `5` and `EUR`.
fn parts(amount: &str) -> Option<(String, String)> {
    let (number, currency) = amount.trim().split_once(' ')?;
    let plain = number.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    (plain && number.parse::<f64>().is_ok_and(|value| value > 0.0) && !currency.trim().is_empty())
        .then(|| (number.to_owned(), currency.trim().to_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_a_number_and_a_currency() {
        assert_eq!(parts("5 EUR"), Some(("5".to_owned(), "EUR".to_owned())));
        assert_eq!(parts("12.50 usd"), Some(("12.50".to_owned(), "USD".to_owned())));
        for bad in ["5", "0 EUR", "-5 EUR", "much EUR", "5 "] {
            assert_eq!(parts(bad), None, "{bad}");
        }
    }
}
