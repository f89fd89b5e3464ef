//! The mails of a new phone.

use super::mail::{ME, Mail, Mailbox};

/// Minutes ago, name, address, subject, text, label, read.
type Row = (i64, &'static str, &'static str, &'static str, &'static str, &'static str, bool);

const MAILS: &[Row] = &[
    (
        35,
        "Nora Lindqvist",
        "nora@example.com",
        "Dinner on Saturday?",
        "Hi!\n\nWe are cooking on Saturday and would love to have you over. Around seven? Bring nothing but hunger.\n\nNora",
        "Family",
        false,
    ),
    (
        140,
        "Corner Shop",
        "orders@shop.example",
        "Your order has been shipped",
        "Good news: your desk lamp is on its way and should arrive within three days.\n\nOrder 1000\nDesk lamp, 1 piece: $34.90\nDelivery: $4.90\nTotal: $39.80",
        "Receipts",
        false,
    ),
    (
        300,
        "Priya Raman",
        "priya.raman@example.org",
        "Slides for Thursday",
        "Hello,\n\ncould you look over the slides before Thursday? The numbers on page six should be those of the third quarter.\n\nThanks\nPriya",
        "Work",
        false,
    ),
    (
        1_500,
        "City Library",
        "desk@library.example",
        "Two books are due next week",
        "Dear reader,\n\nplease return or renew:\n\n- The Wall\n- A Field Guide to Clouds\n\nYour library",
        "",
        true,
    ),
    (
        1_900,
        "Tomás Ferreira",
        "tomas@example.net",
        "Photos from the hike",
        "The light on the ridge was something. I put the best ones aside for you; remind me to bring the stick on Monday.\n\nTomás",
        "Family",
        true,
    ),
    (
        2_950,
        "Alpine Rail",
        "tickets@rail.example",
        "Your ticket to Schaan",
        "Platform 4, departs 08:12, arrives 10:47.\nCoach 7, seat 31, by the window.\n\nHave this ticket ready on your phone.",
        "Travel",
        true,
    ),
    (
        4_400,
        "Priya Raman",
        "priya.raman@example.org",
        "Minutes of Monday",
        "Decided:\n1. We move the release by a week.\n2. Anyone may book the quiet room.\n3. The printer stays.\n\nPriya",
        "Work",
        true,
    ),
    (
        8_700,
        "Visitor survey",
        "hello@forms.example",
        "Thank you for your answers",
        "We have received your answers and will use them well.",
        "",
        true,
    ),
];

/// Creates the mails, dated relative to `now_ms`.
pub(super) fn mailbox(now_ms: i64) -> Mailbox {
    let mut mailbox = Mailbox::default();
    for (ago, from, address, subject, body, label, read) in MAILS {
        mailbox.add(Mail {
            from: (*from).to_owned(),
            address: (*address).to_owned(),
            to: ME.to_owned(),
            subject: (*subject).to_owned(),
            body: (*body).to_owned(),
            when_ms: now_ms - ago * 60_000,
            read: *read,
            labels: if label.is_empty() { Vec::new() } else { vec![(*label).to_owned()] },
            ..Mail::default()
        });
    }
    mailbox
}
