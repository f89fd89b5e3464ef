//! `getevent` while it follows: what the input devices tell is sent as it happens, until the other end closes the
//! stream or there was enough.

use adb::shell::ShellPacket;
use adb::{Result, Stream};
use tokio::io::AsyncReadExt;

use super::Adbd;
use super::shell::{Form, write};
use crate::android::Getevent;

pub(super) async fn stream(adbd: &Adbd, form: Form, mut getevent: Getevent, stream: &mut Stream) -> Result<()> {
    let (mut next, bell) = adbd.with(|phone| (phone.input_events().next(), phone.input_events().bell())).await?;
    let mut nothing = [0; 256];
    while !getevent.is_done() {
        // Waiting begins before looking, so that nothing rings unheard.
        let rings = bell.notified();
        let since = next;
        let news = adbd.with(move |phone| {
            let events = phone.input_events();
            (events.since(since).copied().collect::<Vec<_>>(), events.next())
        });
        let (events, now) = news.await?;
        next = now;
        let text: String = events.iter().filter_map(|event| getevent.line(event)).collect();
        write(stream, form, text.as_bytes(), false).await?;
        if getevent.is_done() || !text.is_empty() {
            continue;
        }
        tokio::select! {
            () = rings => {}
            read = stream.read(&mut nothing) => if read? == 0 { return Ok(()) },
        }
    }
    if form == Form::Packets {
        ShellPacket::Exit(0).write(stream).await?;
    }
    Ok(())
}
