//! `gsm` and `sms`: incoming calls and text messages.

use super::{Console, Reply, split};

/// The maximum length of a number and of a text.
const MAX_NUMBER: usize = 40;
const MAX_TEXT: usize = 2000;

pub(super) async fn gsm(console: &Console, rest: &str) -> Reply {
    let (verb, number) = split(rest);
    let known = number.to_owned();
    match verb {
        "list" => {
            let call = console.with(|phone| phone.shared().calls.current.clone()).await?;
            Ok(call.map_or_else(String::new, |(number, state)| {
                let (way, state) = match state.as_str() {
                    "ringing" => ("inbound from", "incoming"),
                    "dialing" => ("outbound to ", "dialing"),
                    _ => ("inbound from", "active"),
                };
                format!("{way} {number:<10} : {state}")
            }))
        }
        "call" | "accept" | "cancel" | "busy" | "hold" if number.is_empty() => {
            Err(format!("missing argument, try 'gsm {verb} <phonenumber>'"))
        }
        "call" => {
            if !is_number(number) {
                return Err("bad phone number format, use digits, # and + only".to_owned());
            }
            console.with(move |phone| phone.receive_call(&known)).await?;
            Ok(String::new())
        }
        "accept" | "hold" | "cancel" | "busy" => {
            let wanted = verb == "accept" || verb == "hold";
            let found = console.with(move |phone| phone.change_call(&known, wanted)).await?;
            match (found, verb) {
                (true, _) => Ok(String::new()),
                (false, "busy") => Err("could not find a matching outbound call".to_owned()),
                (false, _) => Err(format!("could not {verb} this number")),
            }
        }
        "status" => {
            let off = console.with(|phone| phone.shared().settings.on("airplane_mode_on")).await?;
            let state = if off { "off" } else { "home" };
            Ok(format!("gsm voice state: {state}\r\ngsm data state:  {state}"))
        }
        "data" | "voice" => match number {
            "unregistered" | "off" | "home" | "on" | "roaming" | "searching" | "denied" => Ok(String::new()),
            "" => Err(format!("missing argument, try 'gsm {verb} <state>'")),
            _ => Err(format!("bad GSM {verb} state name, try 'help gsm {verb}' for list of valid values")),
        },
        "signal" | "signal-profile" => match number.split(' ').next().unwrap_or_default().parse::<u32>() {
            Ok(0..=31 | 99) => Ok(String::new()),
            _ => Err(format!("invalid RSSI - must be 0..31 or 99, try 'help gsm {verb}'")),
        },
        "meter" => Ok(String::new()),
        _ => Err("missing or unknown sub-command, try 'help gsm'".to_owned()),
    }
}

pub(super) async fn sms(console: &Console, rest: &str) -> Reply {
    let (verb, rest) = split(rest);
    match verb {
        "send" => {
            let (number, text) = split(rest);
            if number.is_empty() || text.is_empty() {
                return Err("missing argument, try 'sms send <phonenumber> <text message>'".to_owned());
            }
            if !is_number(number) {
                return Err("bad phone number format, must be [+](0-9)*".to_owned());
            }
            // A newline is written as `\n`.
            let text: String = text.replace("\\n", "\n").chars().take(MAX_TEXT).collect();
            let number = number.to_owned();
            console.with(move |phone| phone.receive_message(&number, &text)).await?;
            Ok(String::new())
        }
        "pdu" if rest.is_empty() => Err("missing argument, try 'sms pdu <hexstring>'".to_owned()),
        "pdu" => Err("badly formatted <hexstring>".to_owned()),
        _ => Err("missing or unknown sub-command, try 'help sms'".to_owned()),
    }
}

fn is_number(text: &str) -> bool {
    text.len() <= MAX_NUMBER && text.chars().all(|sign| sign.is_ascii_digit() || "+#*".contains(sign))
}
