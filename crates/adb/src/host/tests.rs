//! The server's texts, and a hand-written server.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::{DeviceInfo, Server, devices, failure};
use crate::Error;

#[test]
fn the_address_comes_from_the_environment() {
    let rows: [(&[(&str, &str)], &str); 7] = [
        (&[], "127.0.0.1:5037"),
        (&[("ANDROID_ADB_SERVER_PORT", "6000")], "127.0.0.1:6000"),
        (&[("ANDROID_ADB_SERVER_PORT", "6000"), ("ADB_SERVER_SOCKET", "tcp:7000")], "127.0.0.1:7000"),
        (&[("ADB_SERVER_SOCKET", "tcp:build.lan:5038")], "build.lan:5038"),
        (&[("ADB_SERVER_SOCKET", ""), ("ANDROID_ADB_SERVER_ADDRESS", "10.0.0.2")], "10.0.0.2:5037"),
        (
            &[("ADB_SERVER_SOCKET", "localfilesystem:/x")],
            "error: `localfilesystem:/x` in ADB_SERVER_SOCKET is not an adb",
        ),
        (&[("ANDROID_ADB_SERVER_PORT", "many")], "error: `many` in ANDROID_ADB_SERVER_PORT is not an adb"),
    ];
    for (variables, expected) in rows {
        let find = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        let said = match Server::from_variables(find) {
            Ok(server) => format!("{}:{}", server.host, server.port),
            Err(error) => format!("error: {error}"),
        };
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn lists_of_phones_are_read() {
    let text = "emulator-5554          device product:sdk model:Pixel_8 device:emu transport_id:3\n\
                0123456789ABCDEF       no permissions (user in plugdev group; are your udev rules wrong?); \
                see [http://developer.android.com/tools/device.html] usb:1-1 transport_id:4\n\
                192.168.0.7:5555\toffline\n\n\
                R5CT\tunauthorized";
    let devices = DeviceInfo::parse_list(text);
    let states: Vec<_> = devices.iter().map(|device| (device.serial.as_str(), device.state.as_str())).collect();
    assert_eq!(states[0], ("emulator-5554", "device"));
    assert!(states[1].1.starts_with("no permissions (user in plugdev group") && states[1].1.ends_with(".html]"));
    assert_eq!(states[2..], [("192.168.0.7:5555", "offline"), ("R5CT", "unauthorized")]);
    assert_eq!((devices[0].model.as_deref(), devices[0].transport_id), (Some("Pixel_8"), Some(3)));

    for (serial, expected) in [
        (None, "Ok"),
        (Some("emulator-5554"), "Ok"),
        (Some("192.168.0.7:5555"), "Offline"),
        (Some("R5CT"), "Unauthorized"),
        (Some("0123456789ABCDEF"), "udev rules"),
        (Some("other"), "NoDevice"),
    ] {
        let said = format!("{:?}", devices::choose(devices.clone(), serial));
        assert!(said.contains(expected), "{serial:?} {said}");
    }
}

#[test]
fn a_refusal_keeps_its_text_and_says_what_to_do() {
    for (text, expected) in [
        ("device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set", "Unauthorized"),
        ("device still authorizing", "Unauthorized"),
        ("device offline", "Offline"),
        ("device 'x' not found", "NoDevice"),
        ("no devices/emulators found", "NoDevice"),
        ("listener 'tcp:1' not found", "Refused"),
        ("unknown host service", "Refused"),
    ] {
        let error = failure(text.to_owned());
        assert!(format!("{error:?}").starts_with(expected), "{error:?}");
        assert!(error.to_string().contains(text), "{error}");
    }
}

/// Any answer of a server, however wrong.
#[tokio::test]
async fn any_answer_is_a_value_or_a_typed_error() {
    let rows: [(&[u8], &str); 8] = [
        (b"OKAY00040029", "Ok(41)"),
        (b"FAIL0003no!", "Refused(\"no!\")"),
        (b"OKAYzzzz", "Protocol"),
        (b"OKAY0004zzzz", "Protocol"),
        (b"OKAYffffshort", "Disconnected"),
        (b"HTTP/1.1 400 Bad Request\r\n", "Protocol"),
        (b"", "Disconnected"),
        (b"FAIL", "Disconnected"),
    ];
    for (answer, expected) in rows {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server::at("127.0.0.1", listener.local_addr().unwrap().port());
        let (said, request) = tokio::join!(server.version(), async {
            let mut socket = listener.accept().await.unwrap().0;
            let mut request = [0; 16];
            socket.read_exact(&mut request).await.unwrap();
            socket.write_all(answer).await.unwrap();
            request
        });
        assert_eq!(&request, b"000chost:version");
        assert!(format!("{said:?}").contains(expected), "{answer:?} {said:?}");
    }
}

#[tokio::test]
async fn a_silent_server_is_not_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::at("127.0.0.1", listener.local_addr().unwrap().port()).with_timeout(Duration::from_millis(50));
    assert!(matches!(server.devices().await, Err(Error::Timeout { .. })));
    assert!(matches!(server.open("x", "shell:y").await, Err(Error::Timeout { .. })));
}
