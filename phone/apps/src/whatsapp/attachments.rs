//! Messages other than text: voice notes, which only have a length, and attachments: a photo, a document, a location, a
//! contact. Nothing is copied: an attachment is a reference.

use serde::{Deserialize, Serialize};

use super::home::GREEN;
use super::{Note, WhatsApp};
use crate::gallery::album;
use kit::widgets::{self, Row};
use kit::{clock, overlays, people};
use machine::files::Kind as FileKind;
use state::app::Cx;
use state::documents;
use state::shared::{Contact, Shared};
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

/// The longest voice note, in milliseconds.
const LONGEST_MS: i64 = 15 * 60_000;
/// The folders that pictures and documents are offered from.
const PICTURES: &[&str] = &["/sdcard/DCIM/Camera", "/sdcard/DCIM", "/sdcard/Pictures"];
const DOCUMENTS: &[&str] = &["/sdcard/Download", "/sdcard/Documents"];
/// The most files offered.
const MOST: usize = 60;

/// An attachment, sent instead of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Attachment {
    /// A voice note.
    Voice {
        /// The length in milliseconds.
        length_ms: i64,
    },
    /// A picture, by its path.
    Photo {
        /// Its path on this phone.
        path: String,
    },
    /// A file, by its path.
    Document {
        /// Its path on this phone.
        path: String,
    },
    /// A location, as text.
    Location {
        /// Latitude and longitude.
        at: String,
    },
    /// A contact.
    Contact {
        /// The name.
        name: String,
        /// The number.
        number: String,
    },
}

impl Attachment {
    /// Returns its summary in the list of chats.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Voice { length_ms } => format!("Voice message ({})", clock::length(length_ms / 1000)),
            Self::Photo { .. } => "Photo".to_owned(),
            Self::Document { path } => file_name(path).to_owned(),
            Self::Location { .. } => "Location".to_owned(),
            Self::Contact { name, .. } => format!("Contact: {name}"),
        }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn files(folders: &[&str], pictures: bool, shared: &Shared) -> Vec<String> {
    let is_picture = |name: &str| {
        let name = name.to_lowercase();
        [".jpg", ".jpeg", ".png", ".webp", ".gif"].iter().any(|ending| name.ends_with(ending))
    };
    let mut found = Vec::new();
    for folder in folders {
        let entries = shared.files.list(folder).unwrap_or_default();
        let wanted =
            entries.into_iter().filter(|(name, stat)| stat.kind == FileKind::File && is_picture(name) == pictures);
        found.extend(wanted.map(|(name, _)| format!("{folder}/{name}")));
    }
    found.truncate(MOST);
    found
}

/// Returns the path of a shared picture: a file, a document, or a row of the media.
pub(super) fn picture(stream: &str, shared: &Shared) -> Option<String> {
    let Some(id) = stream.strip_prefix("content://media/external/images/media/") else {
        return documents::path(stream);
    };
    let is_meant = |path: &&str| shared.files.stat(path).is_ok_and(|stat| stat.inode.to_string() == id);
    album::media(shared).iter().map(|medium| medium.path.as_str()).find(is_meant).map(str::to_owned)
}

impl WhatsApp {
    /// Builds the preview of a shared picture, with the button that sends it.
    pub(super) fn preview(&self, id: &str, shared: &Shared) -> View {
        let name = self.chat(id).map(|chat| chat.name(shared)).unwrap_or_default();
        let picture = View::icon(Icon::Gallery).color(GREEN).width(Size::Dp(160.0)).height(Size::Dp(160.0));
        let file = View::text(file_name(&self.given_photo)).id("media_title");
        let middle = View::column(vec![picture, file]).align(toolkit::Align::Center).height(Size::Weight(1.0));
        let send = View::icon_button(Icon::Send, "Send", Event::new("send_given")).id("send");
        let send =
            send.color(Color::Rgb(255, 255, 255)).background(GREEN, 24.0).width(Size::Dp(48.0)).height(Size::Dp(48.0));
        let to = View::text(&name).id("recipients_text").width(Size::Weight(1.0));
        let foot = View::row(vec![to, send]).padding(16.0, 8.0);
        widgets::screen(vec![widgets::top_bar(&name, Vec::new()), middle, foot])
    }

    /// Handles an event of voice notes or attachments. Returns whether it was one.
    pub(super) fn attachment_event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let (name, subject) = widgets::split(route);
        let now = cx.shared.clock.now_ms;
        match event.name.as_ref() {
            "voice" => self.voice_recording = Some((subject.to_owned(), now)),
            "voice_cancel" => self.voice_recording = None,
            "voice_send" => {
                if let Some((chat, since)) = self.voice_recording.take().filter(|(chat, _)| chat == subject) {
                    let length_ms = now.saturating_sub(since).clamp(0, LONGEST_MS);
                    if length_ms < 1_000 {
                        cx.toast("Hold to record, release to send");
                    } else {
                        self.attach(&chat, Attachment::Voice { length_ms }, cx);
                    }
                }
            }
            "voice_play" => {
                let date = event.value.parse().unwrap_or(0);
                let plays = self.voice_playing.is_some_and(|(playing, _)| playing == date);
                self.voice_playing = (!plays).then_some((date, now));
            }
            "send_given" => {
                let path = std::mem::take(&mut self.given_photo);
                if !path.is_empty() {
                    self.attach(subject, Attachment::Photo { path }, cx);
                }
                cx.effects.push(state::app::Effect::Replace(format!("chat/{subject}")));
            }
            "attach" => cx.push(format!("attach/{subject}")),
            "attach_kind" => cx.effects.push(state::app::Effect::Replace(format!("{}/{subject}", event.value))),
            "attach_location" => {
                let position = &cx.shared.hardware.position;
                let at = format!("{:.5}, {:.5}", position.latitude, position.longitude);
                self.attach(subject, Attachment::Location { at }, cx);
                cx.pop();
            }
            "attach_file" => {
                let path = event.value.clone();
                let picture = name == "pick_photo";
                self.attach(
                    subject,
                    if picture { Attachment::Photo { path } } else { Attachment::Document { path } },
                    cx,
                );
                cx.pop();
            }
            "attach_contact" => {
                let number = event.value.clone();
                let name = cx.shared.name_of(&number);
                self.attach(subject, Attachment::Contact { name, number }, cx);
                cx.pop();
            }
            _ => return false,
        }
        true
    }

    fn attach(&mut self, id: &str, attachment: Attachment, cx: &mut Cx<'_>) {
        let (date, waiting) = (cx.shared.clock.now_ms, !cx.shared.settings.is_online());
        let Some(chat) = self.chats.iter_mut().find(|chat| chat.id == id) else { return };
        let body = attachment.words();
        chat.messages.push(Note { from: None, body, date, waiting, attachment: Some(attachment) });
        if !chat.is_group() {
            cx.shared.contacted(id);
        }
    }

    /// Builds its view in a bubble.
    pub(super) fn attached(&self, note: &Note, attachment: &Attachment, shared: &Shared) -> View {
        let row = |icon: Icon, text: &str, below: String| {
            let below = View::text(below).text_style(TextStyle::Caption).color(Color::Muted);
            let texts = View::column(vec![View::text(text).id("message_text"), below]).width(Size::Wrap);
            View::row(vec![View::icon(icon).color(GREEN), texts]).gap(12.0).width(Size::Wrap)
        };
        match attachment {
            Attachment::Voice { length_ms } => {
                let since = self.voice_playing.filter(|(date, _)| *date == note.date).map(|(_, since)| since);
                let gone = since.map_or(0, |since| shared.clock.now_ms.saturating_sub(since));
                let plays = since.is_some() && gone < *length_ms;
                let (icon, words) = if plays { (Icon::Pause, "Pause") } else { (Icon::Play, "Play voice message") };
                let play = View::icon_button(icon, words, Event::with("voice_play", note.date.to_string()));
                let part = u8::try_from(gone.min(*length_ms).saturating_mul(100) / (*length_ms).max(1)).unwrap_or(0);
                let bar = View::new(Kind::Progress(if plays { part } else { 0 })).width(Size::Dp(120.0));
                let time = clock::length(if plays { gone } else { *length_ms } / 1000);
                let time = View::text(time).id("duration").text_style(TextStyle::Caption);
                View::row(vec![play.id("control_btn"), bar, time]).gap(8.0).width(Size::Wrap)
            }
            Attachment::Photo { path } => row(Icon::Gallery, "Photo", file_name(path).to_owned()),
            Attachment::Document { path } => row(Icon::Files, file_name(path), "Document".to_owned()),
            Attachment::Location { at } => row(Icon::Location, "Location", at.clone()),
            Attachment::Contact { name, number } => row(Icon::Contact, name, number.clone()),
        }
    }

    /// Builds the row shown while a voice note is being recorded.
    pub(super) fn recorder(&self, since: i64, shared: &Shared) -> View {
        let time = clock::length(shared.clock.now_ms.saturating_sub(since).max(0) / 1000);
        let cancel = View::icon_button(Icon::Delete, "Cancel voice message", Event::new("voice_cancel"));
        let send = View::icon_button(Icon::Send, "Send", Event::new("voice_send")).id("voice_note_send_btn");
        let send =
            send.color(Color::Rgb(255, 255, 255)).background(GREEN, 24.0).width(Size::Dp(48.0)).height(Size::Dp(48.0));
        let mic = View::icon(Icon::Mic).color(Color::Error);
        let time = View::text(time).id("voice_note_recording_time").width(Size::Weight(1.0));
        View::row(vec![cancel.id("voice_note_cancel_btn"), mic, time, send]).id("footer").padding(8.0, 8.0).gap(8.0)
    }

    /// Builds the sheet of attachment kinds.
    pub(super) fn attach_sheet(&self) -> View {
        let row = |icon: Icon, text: &str, event: Event| Row::new(text).icon(icon).on(event).view();
        overlays::sheet(vec![
            row(Icon::Files, "Document", Event::with("attach_kind", "pick_document")),
            row(Icon::Gallery, "Gallery", Event::with("attach_kind", "pick_photo")),
            row(Icon::Location, "Location", Event::new("attach_location")),
            row(Icon::Contact, "Contact", Event::with("attach_kind", "pick_contact")),
        ])
    }

    /// Builds the picker of attachments of one kind.
    pub(super) fn attach_picker(&self, kind: &str, shared: &Shared) -> View {
        let (title, rows): (&str, Vec<View>) = match kind {
            "pick_contact" => {
                let row = |contact: &Contact| {
                    let number = contact.numbers.first()?;
                    let row = Row::new(&contact.name).summary(number).face(&contact.name);
                    Some(row.on(Event::with("attach_contact", number.as_str())).view())
                };
                ("Contacts to send", people::rows("", shared, row))
            }
            _ => {
                let pictures = kind == "pick_photo";
                let (title, folders, icon) = match pictures {
                    true => ("Gallery", PICTURES, Icon::Gallery),
                    false => ("Documents", DOCUMENTS, Icon::Files),
                };
                let row = |path: String| {
                    let row = Row::new(file_name(&path)).summary(path.as_str()).icon(icon);
                    row.on(Event::with("attach_file", path)).view()
                };
                (title, files(folders, pictures, shared).into_iter().map(row).collect())
            }
        };
        let rows = if rows.is_empty() { vec![widgets::empty(Icon::Files, "There is nothing to send")] } else { rows };
        widgets::screen(vec![widgets::top_bar(title, Vec::new()), View::list("android:id/list", rows)])
    }
}
