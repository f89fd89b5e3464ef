//! `send_photo`: the newest photo of the phone's camera, to a person, in a messenger. Preconditions: there is a photo, the person is
//! known, and a messenger is installed whose conversations have addresses. Strategies: Android's intent for sharing, then
//! the messenger's own list of pictures; the person is the only one of exactly that name. Done when the conversation,
//! which was read before, has one photo more and ends with it.
//! Never writes a text instead.

use async_trait::async_trait;
use device::tree::{Role, Tree};

use super::messages::{ADDRESSES, NAME, NUMBER, digits, field, find_person, is_with};
use super::operation::{Begin, Check, Operation, Problem};
use super::photo::IMAGES;
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// `send_photo`.
pub(super) struct SendPhoto;

const SEND: &str = "android.intent.action.SEND";
const STREAM: &str = "android.intent.extra.STREAM";
const VIEW: &str = "android.intent.action.VIEW";
/// What messengers show in a conversation for a photo.
const PHOTO: &str = "photo in conversation";
/// The key of the conversation as it was before.
const CONVERSATION: &str = "conversation before";
/// The key of how many photos it showed.
const PHOTOS: &str = "photos before";
/// How many texts a photo's bubble has at most: its name, the time, the state.
const BUBBLE: usize = 4;

/// The newest photo of the camera.
struct Photo {
    id: String,
    kind: String,
    name: String,
}

/// Whether a picture is in a folder of the camera: below `DCIM`, as Android's cameras save their photos. Screenshots and
/// pictures that others sent are no photos of the person, even if some phones keep them below the same folder.
fn is_of_camera(path: &str) -> bool {
    let Some((_, below)) = path.split_once("/DCIM/") else { return false };
    let folder = below.rsplit_once('/').map_or("", |(folder, _)| folder).to_lowercase();
    !folder.contains("screen") && !folder.split('/').any(|part| part.starts_with('.'))
}

async fn newest(work: &mut Work<'_>) -> Result<Option<Photo>, Halt> {
    let rows = work.rows(IMAGES, &["_id", "date_added", "mime_type", "_data"], None).await?;
    let photos = rows.into_iter().filter(|row| row.get(3).is_some_and(|path| is_of_camera(path)));
    let newest = photos.max_by_key(|row| {
        let number = |at: usize| row.get(at).and_then(|number| number.parse::<i64>().ok());
        (number(1), number(0))
    });
    Ok(newest.and_then(|row| match <[String; 4]>::try_from(row) {
        Ok([id, _, kind, path]) => {
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            Some(Photo { id, kind, name })
        }
        Err(_) => None,
    }))
}

/// Chooses the messenger: the named one, otherwise the first that is installed.
async fn messenger(work: &mut Work<'_>) -> Result<Result<(String, &'static str), Problem>, Halt> {
    let named = work.text("app").to_owned();
    if !named.is_empty() {
        let Some(app) = work.app(&named).await? else {
            return Ok(Err(work.problem("app_not_installed", "not installed", &[("app", &named)])));
        };
        let known = ADDRESSES.iter().find(|(package, _)| *package == app.package);
        return Ok(match known {
            Some((_, address)) => Ok((app.package, *address)),
            None => Err(work.problem("no_photos_in_app", "no photos with app", &[("app", &app.label)])),
        });
    }
    for (package, address) in ADDRESSES {
        if work.installed(package).await? {
            return Ok(Ok(((*package).to_owned(), *address)));
        }
    }
    Ok(Err(work.problem("no_messenger", "no messenger for photos", &[])))
}

/// What a conversation shows below its header.
#[derive(Debug, PartialEq)]
struct Shown {
    /// Its texts, from top to bottom.
    texts: String,
    /// How many of them stand for a photo.
    photos: i64,
    /// Whether it ends with a photo.
    ends_with_photo: bool,
}

fn conversation(tree: &Tree) -> Shown {
    let height = tree.nodes.first().map_or(2400, |root| root.bounds.bottom);
    let mut nodes: Vec<_> = tree
        .nodes
        .iter()
        .filter(|node| node.bounds.top >= height / 8 && node.role() != Role::Field && !node.text.trim().is_empty())
        .collect();
    nodes.sort_by_key(|node| node.bounds.top);
    let texts: Vec<&str> = nodes.iter().map(|node| node.text.trim()).collect();
    let is_photo = |text: &&&str| planner::names_of(PHOTO).any(|name| name == folded(text));
    let photos = i64::try_from(texts.iter().filter(is_photo).count()).unwrap_or(i64::MAX);
    let ends_with_photo = texts.iter().rev().take(BUBBLE).any(|text| is_photo(&text));
    Shown { texts: texts.join("\n"), photos, ends_with_photo }
}

/// Whether the photo was sent. A message that came in meanwhile changes the conversation as well: only one photo more
/// is a photo sent. Where an older photo may have left the screen, only the person can tell.
fn judged(texts: &str, photos: i64, now: &Shown) -> Option<bool> {
    match () {
        () if now.texts == texts => Some(false),
        () if now.ends_with_photo && now.photos > photos => Some(true),
        () if now.ends_with_photo && photos > 0 => None,
        () => Some(false),
    }
}

#[async_trait]
impl Operation for SendPhoto {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let said = work.text("recipient").to_owned();
        let (name, number) = match find_person(work, &said).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        // The messenger offers names, not numbers.
        let same = |contact: &&action::Contact| folded(&contact.name) == folded(&name);
        if work.directory().await?.contacts.iter().filter(same).count() > 1 {
            return Ok(work.problem("namesakes", "namesakes", &[("name", &name)]).into());
        }
        let Some(photo) = newest(work).await? else {
            return Ok(work.problem("no_photo", "no photo", &[]).into());
        };
        let (package, address) = match messenger(work).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        work.keep(NAME, name.clone());
        work.keep(NUMBER, number.clone());
        work.keep("photo", photo.name.clone());
        let address = address.replace("{}", &digits(&number));
        let press = |name| Move::Press(Sought::Named(name));
        let read = [Move::run(&["am", "start", "-a", VIEW, "-d", &address, "-p", &package]), Move::UnlessDone];
        let stream = format!("{IMAGES}/{}", photo.id);
        let share = ["am", "start", "-a", SEND, "-t", &photo.kind, "--eu", STREAM, &stream, "-p", &package];
        let share = [
            Move::run(&[&share[..], &["--grant-read-uri-permission"]].concat()),
            Move::Press(Sought::Exactly(name.clone())),
            press("send_photo"),
        ];
        let pick = vec![
            Move::Launch(package.clone()),
            press("new_conversation"),
            Move::Press(Sought::Exactly(name)),
            Move::UnlessDone,
            press("attach"),
            press("gallery_entry"),
            Move::Press(Sought::Says(photo.name)),
            Move::PressIfThere(Sought::Named("send_photo")),
        ];
        let shared: Vec<Move> = read.into_iter().chain(share).collect();
        Ok(Begin::Go(Ways::default().or_moves(shared).or_touches(pick)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (name, number) = (work.kept_text(NAME).to_owned(), work.kept_text(NUMBER).to_owned());
        let tree = work.look().await?;
        let Some(tree) = tree.filter(|tree| field(tree).is_some() && is_with(tree, &name, &number)) else {
            return Ok(Check::Unclear);
        };
        let now = conversation(&tree);
        let Some(before) = work.kept.get(CONVERSATION).and_then(serde_json::Value::as_str).map(str::to_owned) else {
            work.keep(CONVERSATION, now.texts);
            work.keep(PHOTOS, now.photos);
            return Ok(Check::NotYet);
        };
        Ok(match judged(&before, work.kept_number(PHOTOS), &now) {
            Some(true) => Check::Done(work.told("photo sent", &[("name", &name), ("photo", work.kept_text("photo"))])),
            Some(false) => Check::NotYet,
            None => Check::Unclear,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_photo_more_is_a_photo_sent() {
        let check = |before: (&str, i64), texts: &str, photos: i64, ends_with_photo: bool, expected: Option<bool>| {
            let now = Shown { texts: texts.to_owned(), photos, ends_with_photo };
            assert_eq!(judged(before.0, before.1, &now), expected, "{before:?} {now:?}");
        };
        check(("hi", 0), "hi\nPhoto\n10:00", 1, true, Some(true));
        check(("Photo", 1), "Photo\nPhoto", 2, true, Some(true));
        check(("hi", 0), "hi", 0, false, Some(false));
        // A message came in below an older photo.
        check(("Photo", 1), "Photo\nthanks", 1, true, None);
        check(("hi", 0), "hi\nthanks", 0, false, Some(false));
    }

    #[test]
    fn only_the_cameras_own_pictures_are_photos() {
        for (path, expected) in [
            ("/storage/emulated/0/DCIM/Camera/IMG_1.jpg", true),
            ("/storage/emulated/0/DCIM/100ANDRO/DSC_1.jpg", true),
            ("/storage/emulated/0/DCIM/Screenshots/Screenshot_1.png", false),
            ("/storage/emulated/0/DCIM/.thumbnails/1.jpg", false),
            ("/storage/emulated/0/Pictures/Screenshots/Screenshot_1.png", false),
            ("/storage/emulated/0/Android/media/com.whatsapp/WhatsApp/Media/WhatsApp Images/IMG-1.jpg", false),
            ("/storage/emulated/0/Download/DCIM.png", false),
        ] {
            assert_eq!(is_of_camera(path), expected, "{path}");
        }
    }
}
