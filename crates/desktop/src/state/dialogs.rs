//! Items that wait for people: dialogs of agents, and questions of tasks.

use action::os::DialogConfirm;
use action::{Code, Finding, QuestionKind, quoted};

use super::act::Act;
use super::limits;
use super::notices::own_notice;
use super::rollback::Inverse;
use super::{Applied, Desktop, FollowUp, Mark};
use crate::wire::{Dialog, HistoryEntry, HistoryKind, Question};

/// How many characters of a question the history keeps.
const LONGEST_TITLE: usize = 300;

impl Desktop {
    pub(super) fn confirm(&mut self, confirm: &DialogConfirm, act: &Act<'_>, out: &mut Applied) -> Result<(), Finding> {
        act.id(&confirm.id, "id")?;
        let options = confirm.permission_options.as_ref();
        let (tool, context) = options.map_or(("", ""), |o| (&o.tool_name, o.context.as_deref().unwrap_or("")));
        let buttons = [confirm.confirm_text(), confirm.cancel_text()];
        limits::brief(&[&confirm.title, &confirm.message, buttons[0], buttons[1], tool, context], "message")?;
        match self.dialogs.get(&confirm.id) {
            Some(old) => own_notice(&old.from, act.who, "dialog", &confirm.id)?,
            None => limits::room(self.dialogs.len(), limits::EACH, "dialogs", "id")?,
        }
        let dialog = Dialog { confirm: confirm.clone(), shown_at: act.now, from: act.who.name().to_owned() };
        self.set_dialog(&confirm.id, Some(Box::new(dialog)), out);
        out.follow_ups.push(FollowUp::DialogOpened { id: confirm.id.clone(), index: act.index });
        Ok(())
    }

    /// Removes an answered dialog, and adds the answer to the history.
    pub(super) fn answer(&mut self, id: &str, confirmed: bool, out: &mut Applied) -> Result<(), Finding> {
        let Some(dialog) = self.dialogs.get(id) else {
            let message = format!("there is no dialog {}; it was answered, or never shown", quoted(id));
            return Err(Finding::new(Code::UnknownId, "id", message));
        };
        let Dialog { confirm, shown_at, from } = &**dialog;
        let body = if confirmed { confirm.confirm_text() } else { confirm.cancel_text() }.to_owned();
        let (kind, id, title) = (HistoryKind::Dialog, id.to_owned(), confirm.title.clone());
        let entry = HistoryEntry { kind, id, title, body, from: from.clone(), at: *shown_at, variant: None };
        self.set_dialog(&entry.id, None, out);
        self.remember(entry, out);
        Ok(())
    }

    pub(super) fn ask(&mut self, question: &Question, out: &mut Applied) -> Result<(), Finding> {
        action::os::check_id(&question.id)
            .map_err(|error| Finding::new(error.code(), "id", format!("`id` {error}, got {}", quoted(&question.id))))?;
        let mut texts: Vec<&str> = question.choices.iter().map(String::as_str).collect();
        texts.extend([question.title.as_str(), &question.message, &question.from]);
        limits::brief(&texts, "message")?;
        if !self.questions.contains_key(&question.id) {
            limits::room(self.questions.len(), limits::EACH, "questions", "id")?;
        }
        self.set_question(&question.id, Some(Box::new(question.clone())), out);
        Ok(())
    }

    /// Removes a settled question, and adds its text and outcome, never the answer, to the history.
    pub(super) fn settle_question(&mut self, id: &str, how: &str, now: u64, out: &mut Applied) -> Result<(), Finding> {
        let Some(question) = self.questions.get(id) else {
            let message = format!("there is no question {}; it was answered, or never asked", quoted(id));
            return Err(Finding::new(Code::UnknownId, "id", message));
        };
        // The title of the gate's questions and of requests for something says what is asked; that of others does not.
        let says_it = question.consent.is_some() || question.kind == QuestionKind::Auth || question.message.is_empty();
        let title = if says_it { &question.title } else { &question.message };
        let title = title.chars().take(LONGEST_TITLE).collect();
        let (from, kind, id) = (question.from.clone(), HistoryKind::Question, id.to_owned());
        self.set_question(&id, None, out);
        if !how.is_empty() {
            self.remember(HistoryEntry { kind, id, title, body: how.to_owned(), from, at: now, variant: None }, out);
        }
        Ok(())
    }

    pub(super) fn set_dialog(&mut self, id: &str, new: Option<Box<Dialog>>, out: &mut Applied) {
        let old = match new {
            Some(dialog) => self.dialogs.insert(id.to_owned(), dialog),
            None => self.dialogs.remove(id),
        };
        out.marks.push(Mark::Dialog(id.to_owned()));
        self.rollback.push(Inverse::Dialog { id: id.to_owned(), old });
    }

    pub(super) fn set_question(&mut self, id: &str, new: Option<Box<Question>>, out: &mut Applied) {
        let old = match new {
            Some(question) => self.questions.insert(id.to_owned(), question),
            None => self.questions.remove(id),
        };
        out.marks.push(Mark::Question(id.to_owned()));
        self.rollback.push(Inverse::Question { id: id.to_owned(), old });
    }
}
