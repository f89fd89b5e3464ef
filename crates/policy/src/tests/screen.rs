//! Touches, text and keys: ids, fields, and the apps in which they happen.

use super::super::Verdict::{Allow, AlwaysAsk, Ask};
use super::*;

#[test]
fn ids_speak_where_labels_do_not() {
    check([
        (tap().id("com.android.permissioncontroller:id/permission_allow_button"), AlwaysAsk, "target-grants"),
        (tap().label("Да").id("a:id/permission_allow_foreground_only_button"), AlwaysAsk, "target-grants"),
        (tap().id("com.example:id/delete"), AlwaysAsk, "target-deletes"),
        (tap().id("com.example:id/btnDeleteAll"), AlwaysAsk, "target-deletes"),
        (tap().id("com.example:id/replyAllButton"), AlwaysAsk, "target-sends-to-many"),
        (tap().id("com.example:id/buy_now_btn"), AlwaysAsk, "target-pays"),
        (tap().id("com.example:id/grant_button"), AlwaysAsk, "target-grants"),
        (tap().label("Don't allow").id("x:id/permission_allow_button"), AlwaysAsk, "target-grants"),
        (tap().label("Don't allow").id("x:id/permission_deny_button"), Allow, "touch"),
        (tap().id("com.example:id/payload_view"), Allow, "touch"),
        (tap().id("com.example:id/display_settings"), Allow, "touch"),
        (tap().id("com.example.pay:id/home_tab"), Allow, "touch"),
        (tap().id("com.example:id/deleted_items"), Allow, "touch"),
    ]);
}

#[test]
fn every_touch_counts_and_scrolling_does_not() {
    check([
        (verb("double_tap").label("Delete"), AlwaysAsk, "target-deletes"),
        (verb("long_press").label("Delete"), AlwaysAsk, "target-deletes"),
        (verb("drag").label("Uninstall"), AlwaysAsk, "target-deletes"),
        (verb("swipe").label("Slide to pay"), AlwaysAsk, "target-pays"),
        (verb("swipe").label("Buy now"), Allow, "slide"),
        (verb("swipe").within("com.venmo"), Allow, "slide"),
        (verb("drag").within("com.venmo"), Ask, "paying-app-unknown"),
        (key("KEYCODE_ENTER").label("Pay"), AlwaysAsk, "target-pays"),
        (key("66").label("Pay"), AlwaysAsk, "target-pays"),
        (key("KEYCODE_BACK").label("Pay"), Allow, "key"),
        (text("hello").label("Delete"), AlwaysAsk, "target-deletes"),
    ]);
}

#[test]
fn fields_and_keyboards_hold_words_without_meaning_them() {
    check([
        (tap().label("I will buy milk").role("android.widget.EditText"), Allow, "touch"),
        (text("more").label("pay rent").role("android.widget.EditText"), Allow, "text"),
        (text("5").label("Amount").role("android.widget.EditText").within("com.venmo"), Allow, "text"),
        (text("5\n").label("Amount").role("android.widget.EditText").within("com.venmo"), Ask, "paying-app-unknown"),
        (tap().label("Delete").of("com.google.android.inputmethod.latin"), Allow, "touch"),
        (tap().label("Delete").of("com.google.android.calculator"), Allow, "touch"),
        (tap().label("Delete").of("com.evil.android.inputmethod.latin"), AlwaysAsk, "target-deletes"),
        (tap().label("Delete").within("com.google.android.calculator"), AlwaysAsk, "target-deletes"),
    ]);
}

#[test]
fn apps_that_pay() {
    for app in [
        "com.google.android.apps.walletnfcrel",
        "com.google.android.apps.nbu.paisa.user",
        "com.paypal.android.p2pmobile",
        "com.eg.android.AlipayGphone",
        "com.venmo",
        "com.squareup.cash",
        "com.revolut.revolut",
        "com.android.vending",
        "com.example.bank",
        "com.example.mobilebanking",
        "com.bankofamerica.cashpromobile",
        "com.samsung.android.spay",
        "org.example.mywallet",
        "org.example.pay_app",
    ] {
        check([
            (tap().within(app), Ask, "paying-app-unknown"),
            (tap().role("android.view.View").of(app), Ask, "paying-app-unknown"),
            (text("42").within(app), Ask, "paying-app-unknown"),
            (key("KEYCODE_ENTER").within(app), Ask, "paying-app-unknown"),
            (key("KEYCODE_PASTE").within(app), Ask, "paying-app-unknown"),
            (keys(&["KEYCODE_CTRL_LEFT", "KEYCODE_V"]).within(app), Ask, "paying-app-unknown"),
            (tap().label("Continue").within(app), Ask, "paying-app-leads-on"),
            (tap().label("Confirm").within(app), AlwaysAsk, "paying-app-agrees"),
            (tap().label("Senden").of(app), AlwaysAsk, "paying-app-agrees"),
            (tap().label("Pay").within(app), AlwaysAsk, "target-pays"),
            (tap().label("Home").within(app), Allow, "touch"),
            (key("KEYCODE_BACK").within(app), Allow, "key"),
            (verb("observe").within(app), Allow, "inward"),
            (launch(app), Allow, "launch"),
        ]);
    }
    check([(tap().label("Install").within("com.android.vending"), AlwaysAsk, "command-installs")]);
}

#[test]
fn apps_that_do_not_pay() {
    for app in [
        "com.android.display",
        "com.spotify.music",
        "com.example.player",
        "com.example.payload",
        "com.android.wallpaper",
        "com.example.powerbank",
        "com.android.settings",
        "",
    ] {
        check([(tap().within(app), Allow, "touch"), (key("KEYCODE_ENTER").within(app), Allow, "submit")]);
    }
}

#[test]
fn apps_that_grant() {
    for app in [
        "com.android.permissioncontroller",
        "com.google.android.permissioncontroller",
        "com.android.packageinstaller",
        "com.google.android.packageinstaller",
        "com.miui.packageinstaller",
    ] {
        check([
            (tap().within(app), Ask, "granting-app-unknown"),
            (tap().label("Camera").of(app), Ask, "granting-app-other"),
            (tap().label("ნებართვა").of(app), AlwaysAsk, "command-grants"),
            (tap().label("OK").id("android:id/button1").of(app), AlwaysAsk, "granting-app-agrees"),
            (tap().label("Install").of(app), AlwaysAsk, "granting-app-agrees"),
            (tap().label("Allow").of(app), AlwaysAsk, "target-grants"),
            (tap().label("Uninstall").of(app), AlwaysAsk, "target-deletes"),
            (tap().label("Don’t allow").of(app), Allow, "touch"),
            (tap().label("Cancel").of(app), Allow, "touch"),
            (tap().label("Abbrechen").of(app), Allow, "touch"),
        ]);
    }
}
