//! Launches, addresses, tools, scripts, plans, the desktop, people, and the settling of decisions.

use super::super::Verdict::{Allow, AlwaysAsk, Ask, Refuse};
use super::super::{Pattern, Settled, rules};
use super::*;
use action::phone::samples;

#[test]
fn addresses() {
    check([
        (url("https://example.com/pay?now=1"), AlwaysAsk, "url-pays"),
        (url("HTTP://example.com"), Allow, "web"),
        (url("example.com/a:b"), Allow, "web"),
        (url("tel:112"), Ask, "url-reaches-out"),
        (url("sms:123"), Ask, "url-reaches-out"),
        (url("smsto:123"), Ask, "url-reaches-out"),
        (url("mailto:a@b.c"), Ask, "url-reaches-out"),
        (url("MARKET://details?id=x"), Ask, "url-reaches-out"),
        (url("intent://scan/#Intent;scheme=zxing;end"), Ask, "url-reaches-out"),
        (url("intent://pay?pa=a@b#Intent;scheme=upi;end"), AlwaysAsk, "url-pays"),
        (url("upi://pay?pa=a@b&am=5"), AlwaysAsk, "url-pays"),
        (url(" u\npi://pay"), AlwaysAsk, "url-pays"),
        (url("bitcoin:1A1zP1"), AlwaysAsk, "url-pays"),
        (url("alipays://platformapi/startapp"), AlwaysAsk, "url-pays"),
        (url("weixin://wxpay/bizpayurl?pr=x"), AlwaysAsk, "url-pays"),
        (url("weixin://dl/chat"), Ask, "url-other"),
        (url("paypal://send"), AlwaysAsk, "url-pays"),
        (url("geo:1,2"), Ask, "url-other"),
        (url("javascript:alert(1)"), AlwaysAsk, "url-unclear"),
        (url("file:///sdcard/a"), Ask, "url-other"),
        (url("  "), Refuse, "empty"),
    ]);
}

#[test]
fn launches_plans_and_the_desktop() {
    check([
        (launch("com.android.settings"), Allow, "launch"),
        (launch("com.venmo"), Allow, "launch"),
        (open("Wallet"), Allow, "launch"),
        (launch(""), Refuse, "empty"),
        (open(" "), Refuse, "empty"),
        (key(""), Refuse, "empty"),
        (op("pay"), AlwaysAsk, "op-pays"),
        (op("delete_items"), AlwaysAsk, "op-deletes"),
        (op("uninstall_app"), AlwaysAsk, "op-deletes"),
        (op("edit_contact"), AlwaysAsk, "op-deletes"),
        (op("block_number"), AlwaysAsk, "op-changes-security"),
        (op("share_location"), AlwaysAsk, "op-locates"),
        (op("factory_reset"), AlwaysAsk, "op-resets"),
        (op(" Factory-Reset "), AlwaysAsk, "op-resets"),
        (op("send_sms").by(Actor::Plan), Allow, "op"),
        (op("pay").by(Actor::Plan), AlwaysAsk, "op-pays"),
        (op("tap_label").label("Delete"), AlwaysAsk, "target-deletes"),
        (op("open_app").within("com.venmo"), Allow, "op"),
        (op(""), Refuse, "empty"),
        (os("window.create"), Allow, "desktop"),
        (os("dialog.confirm"), Allow, "desktop"),
        (os(""), Refuse, "empty"),
    ]);
}

#[test]
fn tools_and_scripts() {
    check([
        (tool("map_search"), Ask, "tool"),
        (tool("payload_decode"), Ask, "tool"),
        (tool("delete_event"), AlwaysAsk, "tool-deletes"),
        (tool("calendar/removeEvent"), AlwaysAsk, "tool-deletes"),
        (tool("stripe.pay"), AlwaysAsk, "tool-pays"),
        (tool("share_location"), AlwaysAsk, "tool-locates"),
        (tool("  "), Refuse, "empty"),
        (script("date"), Ask, "script"),
        // It cannot write outside its own folder.
        (script("rm -rf x"), Ask, "script"),
        (script(" \n"), Refuse, "empty"),
    ]);
}

#[test]
fn what_never_needs_asking() {
    for name in ["wait", "observe", "note", "ask_user", "confirm", "finish", "fail", "request_human_auth"] {
        check([(verb(name), Allow, "inward"), (verb(name).label("Pay").within("com.venmo"), Allow, "inward")]);
    }
}

#[test]
fn people_decide_for_themselves_but_nothing_cannot_be_sent() {
    let person = |case: Case| case.by(Actor::Person);
    check([
        (person(tap().label("Pay").within("com.venmo")), Allow, "person"),
        (person(shell("rm -rf /sdcard")), Allow, "person"),
        (person(op("factory_reset")), Allow, "person"),
        (person(url("upi://pay")), Allow, "person"),
        (person(launch("")), Refuse, "empty"),
        (person(shell("  ")), Refuse, "empty"),
        (person(script("")), Refuse, "empty"),
    ]);
}

#[test]
fn yes_and_memory_never_cover_what_is_always_asked() {
    use Settled::{AskPerson, Go, Refused};
    let rows = [
        (tap(), [Go, Go, Go, Go]),
        (shell("ls"), [AskPerson, Go, Go, Go]),
        // Nothing to remember here: only `--yes` counts.
        (url("tel:112"), [AskPerson, AskPerson, Go, Go]),
        (shell("rm x"), [AskPerson; 4]),
        (op("pay"), [AskPerson; 4]),
        (launch(""), [Refused; 4]),
    ];
    for (case, wanted) in rows {
        let decision = case.decide();
        let got = [(false, false), (false, true), (true, false), (true, true)]
            .map(|(yes, remembered)| decision.settle(yes, remembered));
        assert_eq!(got, wanted, "{case:?}");
    }
}

#[test]
fn what_is_remembered() {
    let rows = [
        (script("date\n"), Some(Pattern::Script("date\n".to_owned()))),
        (tool("map_search"), Some(Pattern::Tool("map_search".to_owned()))),
        (known("map_search", KnownTool::default()), Some(Pattern::Tool("map_search@f00d".to_owned()))),
        (
            known("map_search", KnownTool { changed: true, ..KnownTool::default() }),
            Some(Pattern::Tool("map_search@f00d".to_owned())),
        ),
        (known("map_search", KnownTool { destroys: true, ..KnownTool::default() }), None),
        (shell("ls -l"), Some(Pattern::Shell("ls …".to_owned()))),
        (tool("delete_event"), None),
        (shell("input tap 1 2"), None),
        (tap(), None),
    ];
    for (case, wanted) in rows {
        assert_eq!(case.decide().remember, wanted, "{case:?}");
    }
}

#[test]
fn decisions_leave_as_json_and_patterns_come_back() {
    let decision = serde_json::to_value(shell("pm list packages -3").decide()).unwrap();
    assert_eq!(
        decision,
        serde_json::json!({
            "verdict": "ask",
            "rule": "shell",
            "reason": "“pm list packages -3”: commands on the phone need your approval the first time",
            "remember": { "shell": "pm list …" },
        })
    );
    for pattern in
        [Pattern::Shell("ls …".to_owned()), Pattern::Script("a\nb".to_owned()), Pattern::Tool("t".to_owned())]
    {
        let text = serde_json::to_string(&pattern).unwrap();
        assert_eq!(serde_json::from_str::<Pattern>(&text).unwrap(), pattern);
    }
    assert_eq!(Pattern::Shell("ls …".to_owned()).to_string(), "shell “ls …”");
    let request = Request {
        who: Actor::Agent("a".to_owned()),
        surface: Surface::Phone,
        action: Action::Op { name: "pay" },
        target: None,
        package: None,
        evidence: None,
    };
    let json = r#"{"who":{"agent":"a"},"surface":"phone","action":{"op":{"name":"pay"}},"target":null,"package":null}"#;
    assert_eq!(serde_json::to_string(&request).unwrap(), json);
}

#[test]
fn reasons_name_what_they_are_about() {
    let rows = [
        (tap().label("Pay now").within("com.shop"), "“Pay now”: "),
        (tap().within("com.venmo"), "an unknown element: "),
        (shell("ls; rm x"), "“rm x”: "),
        (launch(""), "`launch_app` needs a `packageName`, but it is empty: "),
        (url("tel:1"), "“tel:1”: "),
    ];
    for (case, wanted) in rows {
        let reason = case.decide().reason;
        assert!(reason.starts_with(wanted), "{reason}");
    }
}

#[test]
fn the_table_is_sound() {
    let mut names: Vec<_> = rules().iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), rules().len(), "a rule's name is its own");
    for pair in rules().windows(2) {
        assert!(pair[0].verdict >= pair[1].verdict, "{} stands before {}", pair[0].name, pair[1].name);
    }
    let cases = samples().into_iter().map(Case::phone).chain([op("x"), os("x"), key("KEYCODE_ENTER"), text("a\n")]);
    for case in cases {
        assert_ne!(case.decide().rule, "no-rule", "{case:?}");
    }
}
