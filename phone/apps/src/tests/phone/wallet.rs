//! Wallet: nothing is paid before it is confirmed, and a payment counts as a deed.

use serde_json::json;

use super::{Story, check};

const WALLET: &str = "com.google.android.apps.walletnfcrel";

#[test]
fn a_payment_is_a_deed_once_it_is_confirmed() {
    let mut story = check(
        "$ monkey -p com.google.android.apps.walletnfcrel 1
         see No payments yet
         see $2500.00 left
         tap Pay
         tap recipient
         type sam
         key KEYCODE_BACK
         tap Sam Carter
         tap amount_edit_text
         type 9999
         key KEYCODE_BACK
         see There is not enough on the card
         tap amount_edit_text
         type 12.50
         key KEYCODE_BACK
         reload
         tap Review
         see Pay $12.50 to Sam Carter?",
    );
    let before = story.phone.deeds();
    for line in ["tap Cancel", "tap Review"] {
        Story::line(&mut story, line);
    }
    assert_eq!(story.phone.deeds(), before, "asking and cancelling pay nothing");
    Story::line(&mut story, "tap Pay");
    let paid = &story.phone.deeds()["apps"][WALLET]["payments"];
    assert_eq!((&paid[0]["to"], &paid[0]["cents"]), (&json!("Sam Carter"), &json!(1_250)));
    for line in ["see $12.50 paid to Sam Carter", "key KEYCODE_BACK", "see $2487.50 left", "see -$12.50"] {
        Story::line(&mut story, line);
    }
}

#[test]
fn a_link_fills_the_form_and_does_not_pay() {
    let story = check(
        "$ am start -a android.intent.action.VIEW -d 'upi://pay?pa=shop@bank&pn=Corner+Cafe&am=7.40'
         see Corner Cafe
         see 7.40
         tap Review
         see Pay $7.40 to Corner Cafe?
         $ svc wifi disable; svc data disable
         tap Pay
         toast No internet connection. You were not charged.",
    );
    assert_eq!(story.phone.deeds()["apps"][WALLET]["payments"], json!([]));
}
