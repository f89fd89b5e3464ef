//! `create_note`. Precondition: a notes app. Strategies: the file itself for an app that keeps its notes in files,
//! Android's intents for a new note and for a shared text, then the app's own screens. Done when a new file of the app
//! holds the text, under the name that was said, or, if notes are not files, when the app shows it outside the field it
//! was written in.

use async_trait::async_trait;
use device::Reading;
use device::tree::{Node, Role};
use jiff::civil::DateTime;
use serde_json::Value;

use super::files;
use super::notes_app::{CREATE, app, folder};
use super::operation::{Begin, Change, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// `create_note`.
pub(super) struct CreateNote;

/// The key of the notes app.
const NOTES: &str = "notes app";
/// The key of the file's name, if the person gave one.
const NAMED: &str = "note file";
/// The actions that carry the text of a note, and the extras for text and title: Google's documentation of common
/// intents, and sharing, which every notes app accepts. Android's own `CREATE_NOTE` opens an empty note.
const TAKES_TEXT: [(&str, &str, &str); 2] = [
    (CREATE[1], "com.google.android.gms.actions.extra.TEXT", "com.google.android.gms.actions.extra.NAME"),
    ("android.intent.action.SEND", "android.intent.extra.TEXT", "android.intent.extra.SUBJECT"),
];
/// How many of the newest files are read.
const MOST_READ: usize = 5;
/// The longest file name made from a title, in characters.
const LONGEST_NAME: usize = 80;

/// Returns the names of notes that contain exactly the text, among the newest files.
async fn notes(work: &mut Work<'_>, folder: &str) -> Result<Vec<String>, Halt> {
    let text = work.text("text").trim().to_owned();
    let said = work.read(Reading::Files(folder)).await?;
    let names: Vec<String> = said.lines().filter(|name| !name.trim().is_empty()).map(str::to_owned).collect();
    let mut found = Vec::new();
    for name in names.into_iter().take(MOST_READ) {
        let holds = work.read(Reading::File(&format!("{folder}/{name}"))).await?;
        if holds.trim() == text {
            found.push(name);
        }
    }
    Ok(found)
}

/// Returns the name of a new note with the text; empty if notes are not files, and `None` if there is no such note.
async fn found(work: &mut Work<'_>) -> Result<Option<String>, Halt> {
    let package = work.kept_text(NOTES).to_owned();
    let text = folded(work.text("text"));
    if let Some(folder) = folder(&package) {
        let now = notes(work, folder).await?;
        let before = work.kept.get("before").and_then(Value::as_array).cloned().unwrap_or_default();
        let is_new = |name: &String| !before.iter().any(|known| known.as_str() == Some(name));
        let named = work.kept_text(NAMED);
        return Ok(now.into_iter().find(|name| is_new(name) && (named.is_empty() || name == named)));
    }
    if work.front().await?.as_deref() != Some(package.as_str()) {
        return Ok(None);
    }
    let shows = |node: &Node| node.role() != Role::Field && folded(node.label()) == text;
    Ok(work.look().await?.filter(|tree| tree.nodes.iter().any(shows)).map(|_| String::new()))
}

/// A note to be made.
struct Note<'n> {
    package: &'n str,
    text: &'n str,
    title: &'n str,
    /// The path of its file, if notes are files.
    file: Option<String>,
}

impl Note<'_> {
    /// Writes the file into the app's notes folder.
    fn write(&self) -> Option<Vec<Move>> {
        let path = self.file.as_deref()?;
        let (folder, _) = path.rsplit_once('/')?;
        let write = device::command_line(&["printf", "%s\\n", self.text]);
        let to = device::command_line(&[path]);
        Some(vec![Move::run(&["mkdir", "-p", folder]), Move::Run(format!("{write} > {to}"))])
    }

    /// Saves a note: with a button, or by leaving it. If notes are not files, the app must then show it, in its list or
    /// opened from there.
    fn keeps(&self) -> Vec<Move> {
        let name = if self.title.is_empty() { self.text } else { self.title };
        let name = name.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        vec![
            Move::PressIfThere(Sought::Named("save")),
            Move::UnlessDone,
            Move::PressIfThere(Sought::Named("navigate_up")),
            Move::UnlessDone,
            // Leaving an editor that was opened from another app returns to that app.
            Move::Launch(self.package.to_owned()),
            Move::UnlessDone,
            Move::PressIfThere(Sought::Says(name.to_owned())),
        ]
    }

    /// One of Android's intents, and the buttons that save its content.
    fn intent(&self, (action, of_text, of_title): (&str, &str, &str)) -> Vec<Move> {
        let Self { package, text, title, .. } = self;
        let mut words = vec!["am", "start", "-a", action, "-t", "text/plain", "-p", package, "--es", of_text, text];
        if !title.is_empty() {
            words.extend(["--es", of_title, title]);
        }
        let opened = [Move::run(&words), Move::PressIfThere(Sought::Named("dialog_ok"))];
        opened.into_iter().chain(self.keeps()).collect()
    }

    /// The touches in a notes app.
    fn touches(&self) -> Vec<Move> {
        let mut moves = to_the_top(self.package);
        moves.push(Move::Press(Sought::Named("new_note")));
        // Some apps ask for the kind of note.
        moves.push(Move::PressIfThere(Sought::Named("note_entry")));
        if !self.title.is_empty() {
            moves.push(Move::Write(Sought::Named("title_field"), self.title.to_owned()));
        }
        moves.push(Move::PressIfThere(Sought::Named("dialog_ok")));
        moves.push(Move::Write(Sought::Named("note_field"), self.text.to_owned()));
        moves.extend(self.keeps());
        moves
    }

    fn ways(&self) -> Ways {
        let mut ways = Ways::default();
        if let Some(write) = self.write() {
            ways = ways.or_moves(write);
        }
        let ways = TAKES_TEXT.into_iter().fold(ways, |ways, takes| ways.or_moves(self.intent(takes)));
        ways.or_touches(self.touches())
    }
}

/// The extensions of notes that a title may already have.
const EXTENSIONS: [&str; 2] = ["md", "txt"];

/// Whether a title has an extension of notes.
fn is_file_name(title: &str) -> bool {
    let known = |extension: &str| EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension));
    title.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && known(extension))
}

/// A unique file name for a note: its title, otherwise the time. A title that is a file's name stays as it is.
fn file_name(title: &str, now: DateTime, taken: &str) -> String {
    let fit = |letter: char| if letter.is_alphanumeric() || " -_".contains(letter) { letter } else { '_' };
    let title = title.trim();
    let named = title.rsplit_once('.').filter(|_| is_file_name(title));
    let (title, extension) = named.unwrap_or((title, EXTENSIONS[0]));
    let title: String = title.chars().take(LONGEST_NAME).map(fit).collect();
    let name = if title.is_empty() { now.strftime("note_%Y%m%d_%H%M%S").to_string() } else { title };
    let is_free = |file: &String| !taken.lines().any(|known| known.trim() == file);
    let numbered = (2..).map(|number| format!("{name}_{number}.{extension}"));
    std::iter::once(format!("{name}.{extension}")).chain(numbered).find(is_free).unwrap_or_default()
}

#[async_trait]
impl Operation for CreateNote {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let wanted = work.text("app").to_owned();
        let package = match wanted.as_str() {
            "" => app(work).await?,
            wanted => work.app(wanted).await?.map(|app| app.package),
        };
        let Some(package) = package else {
            if wanted.is_empty() {
                return Ok(work.problem("no_notes_app", "no notes app", &[]).into());
            }
            let mut plain = work.step.clone();
            plain.args.remove("app");
            let problem = work.problem("app_not_installed", "not installed", &[("app", &wanted)]);
            return Ok(problem.or(work.told("another app for notes", &[]), Change::Step(plain)).into());
        };
        let mut file = None;
        if let Some(folder) = folder(&package) {
            let (before, now) = (notes(work, folder).await?, work.now().await?);
            work.keep_before(before);
            let taken = work.read(Reading::Files(folder)).await?;
            let title = work.text("title").trim().to_owned();
            // A step that begins again has chosen its name already.
            let mut name = work.kept_text(NAMED).to_owned();
            if name.is_empty() {
                // A whole file name is no mere title: another name would not be what was asked for.
                if is_file_name(&title) && taken.lines().any(|known| known.trim() == title) {
                    return Ok(work.problem("file_exists", "file exists", &[("file", &title)]).into());
                }
                name = file_name(&title, now, &taken);
            }
            if !title.is_empty() {
                work.keep(NAMED, name.clone());
            }
            file = Some(format!("{folder}/{name}"));
        }
        work.keep(NOTES, package.clone());
        let note = Note { package: &package, text: work.text("text"), title: work.text("title"), file };
        Ok(Begin::Go(note.ways()))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some(name) = found(work).await? else { return Ok(Check::NotYet) };
        if let Some(folder) = folder(work.kept_text(NOTES)).filter(|_| !name.is_empty()) {
            work.can_be_undone_by(&files::deletes(folder, &name));
        }
        Ok(Check::Done(work.told("noted", &[("text", work.text("text").trim())])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_a_file_of_its_own() {
        let now = jiff::civil::date(2026, 9, 10).at(8, 26, 0, 0);
        for (title, taken, name) in [
            ("", "", "note_20260910_082600.md"),
            ("Shopping", "a.md\nShopping.md\n", "Shopping_2.md"),
            ("../../x; rm -r $HOME", "", "______x_ rm -r _HOME.md"),
            ("shy_fish.txt", "", "shy_fish.txt"),
            ("shy_fish.md", "shy_fish.md\n", "shy_fish_2.md"),
            ("../.md", "", "___.md"),
            ("report v1.2", "", "report v1_2.md"),
        ] {
            assert_eq!(file_name(title, now, taken), name, "{title}");
        }
    }

    #[test]
    fn what_is_written_reaches_no_shell_unquoted() {
        let (package, text, title) = ("com.example.notes", "it's $(reboot)", "a b");
        let note = Note { package, text, title, file: Some("/sdcard/My Notes/a b.md".to_owned()) };
        let said = |moves: Vec<Move>| moves.into_iter().next_back();
        let Some(Move::Run(write)) = note.write().and_then(said) else { panic!("no command") };
        assert_eq!(write, r"printf '%s\n' 'it'\''s $(reboot)' > '/sdcard/My Notes/a b.md'");
        let Some(Move::Run(intent)) = note.intent(TAKES_TEXT[1]).into_iter().next() else { panic!("no intent") };
        let head = "am start -a android.intent.action.SEND -t text/plain -p com.example.notes";
        let text = r"--es android.intent.extra.TEXT 'it'\''s $(reboot)'";
        assert_eq!(intent, format!("{head} {text} --es android.intent.extra.SUBJECT 'a b'"));
    }
}
