//! Groups: choose members and a name, add members, leave.

use super::{Chat, WhatsApp};
use kit::people;
use kit::widgets::{self, Row};
use state::app::{Cx, Effect};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, View};

/// The most members of a group, and the longest name.
const MOST: usize = 256;
const LONGEST: usize = 100;

impl WhatsApp {
    /// Handles an event of these screens. Returns whether it was one.
    pub(super) fn group_event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let (_, subject) = widgets::split(route);
        match event.name.as_ref() {
            "new_group" => {
                self.form = super::GroupForm::default();
                self.query.clear();
                cx.push("members");
            }
            "member" => {
                let members = &mut self.form.members;
                match members.iter().position(|member| *member == event.value) {
                    Some(place) => drop(members.remove(place)),
                    None if members.len() < MOST => members.push(event.value.clone()),
                    None => cx.toast("This group is full"),
                }
            }
            "members_done" if !self.form.members.is_empty() => {
                cx.push("group_name");
                cx.effects.push(Effect::Focus("group_name".to_owned()));
            }
            "members_done" => cx.toast("At least 1 contact must be selected"),
            "group_name" => self.form.name = event.value.chars().take(LONGEST).collect(),
            "group_create" => self.create_group(cx),
            "leave_ask" => {
                let name = self.chat(subject).map(|chat| chat.group.clone()).unwrap_or_default();
                widgets::ask(cx, &format!("Exit “{name}”?"), "", "Exit group", Event::new("leave"));
            }
            "leave" => {
                self.chats.retain(|chat| chat.id != subject);
                cx.toast("You left the group");
                cx.pop();
                cx.pop();
            }
            _ => return false,
        }
        true
    }

    fn create_group(&mut self, cx: &mut Cx<'_>) {
        let name = self.form.name.trim().to_owned();
        if name.is_empty() {
            return cx.toast("Provide a group subject");
        }
        let form = std::mem::take(&mut self.form);
        let id = format!("group-{}", cx.shared.new_id());
        self.chats.push(Chat { id: id.clone(), group: name, members: form.members, ..Chat::default() });
        // Back to the list, and from there into the chat.
        cx.pop();
        cx.pop();
        cx.effects.push(Effect::Replace(format!("chat/{id}")));
    }

    /// Builds the choice of members.
    pub(super) fn members(&self, shared: &Shared) -> View {
        let search = View::field("search_src_text", &self.query, "Search name or number…", "query");
        let search = search.background(Color::SurfaceVariant, 24.0).padding(16.0, 12.0);
        let row = |contact: &state::shared::Contact| {
            let number = contact.numbers.first()?;
            let on = self.form.members.contains(number);
            let tick = View::new(Kind::CheckBox { on }).id("selection_check").description(&contact.name);
            let row = Row::new(&contact.name).ids("contactpicker_row_name", "").face(&contact.name).trailing(tick);
            Some(row.id("contactpicker_row").on(Event::with("member", number.as_str())).view())
        };
        let rows = people::rows(self.query.trim(), shared, row);
        let bar = widgets::top_bar(&format!("New group · {} selected", self.form.members.len()), Vec::new());
        let list = View::list("android:id/list", rows);
        let list = widgets::with_fab(list, "next_btn", Icon::Next, "Next", Event::new("members_done"));
        widgets::screen(vec![bar, View::row(vec![search]).padding(16.0, 4.0), list])
    }

    /// Builds the form with the group's name.
    pub(super) fn group_name(&self, shared: &Shared) -> View {
        let field = View::field("group_name", &self.form.name, "Group name", "group_name");
        let field = widgets::submits(field, "group_create").width(Size::Weight(1.0));
        let members = self.form.members.iter().map(|number| shared.name_of(number));
        let mut rows = vec![View::row(vec![field]).padding(16.0, 16.0)];
        rows.push(widgets::section(format!("Members: {}", self.form.members.len())));
        rows.extend(members.map(|name| Row::new(&name).face(&name).view()));
        let list = View::list("group_members", rows);
        let list = widgets::with_fab(list, "ok_btn", Icon::Check, "Create", Event::new("group_create"));
        widgets::screen(vec![widgets::top_bar("New group", Vec::new()), list])
    }
}
