//! Interaction with a page: typing into fields, ticking boxes, pressing buttons, sending forms.

use super::address::{escape, resolve};
use super::html::{Document, InputKind};
use super::pages::Content;
use super::render::{self, ENTER, FIELD_EVENTS};
use super::{Chrome, web};
use kit::widgets;
use state::app::{Cx, Effect};
use toolkit::Event;

/// The longest text of a field, in bytes.
const LONGEST: usize = 4_000;

impl Chrome {
    /// Handles an event on the page itself. Returns whether it was one.
    pub(super) fn page_event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let document = match self.content(cx.shared) {
            Content::Scripted(_, page) => return page.event(&mut self.page.progress, event),
            Content::Page(document) => document,
            _ => return false,
        };
        let number: usize = event.value.parse().unwrap_or(usize::MAX);
        if let Some(field) = FIELD_EVENTS.iter().position(|name| *name == event.name) {
            if document.inputs.get(field).is_some() {
                let end = event.value.floor_char_boundary(LONGEST);
                self.page.filled.insert(field, event.value.get(..end).unwrap_or_default().to_owned());
            }
            return true;
        }
        match event.name.as_ref() {
            "tick" => {
                if document.inputs.get(number).is_some() {
                    let on = !render::is_on(&document, &self.page.filled, number);
                    self.page.filled.insert(number, if on { "on" } else { "" }.to_owned());
                }
            }
            "choose" => self.choose(&document, number),
            "chosen" => {
                let (_, list) = widgets::split(route);
                let list: usize = list.parse().unwrap_or(usize::MAX);
                if let Some(InputKind::Select(choices)) = document.inputs.get(list).map(|input| &input.kind)
                    && let Some((value, _)) = choices.get(number)
                {
                    self.page.filled.insert(list, value.clone());
                }
                cx.pop();
            }
            "press" => {
                if let Some(form) = document.buttons.get(number).and_then(|button| button.form) {
                    self.send(&document, form, Some(number), cx);
                }
            }
            ENTER => {
                // The form of the focused field is not known here. Use the first form with a single-line field, which
                // is right for search and sign-in pages.
                let line = |kind: &InputKind| matches!(kind, InputKind::Line | InputKind::Password);
                let form = document.inputs.iter().filter(|input| line(&input.kind)).find_map(|input| input.form);
                if let Some(form) = form {
                    let button = document.buttons.iter().position(|button| button.form == Some(form));
                    self.send(&document, form, button, cx);
                }
            }
            _ => return false,
        }
        true
    }

    /// Selects a radio button and clears the others with its name.
    fn choose(&mut self, document: &Document, number: usize) {
        let Some(chosen) = document.inputs.get(number) else { return };
        for (other, input) in document.inputs.iter().enumerate() {
            let alike =
                matches!(input.kind, InputKind::Radio(_)) && input.name == chosen.name && input.form == chosen.form;
            if alike {
                self.page.filled.insert(other, if other == number { "on" } else { "" }.to_owned());
            }
        }
    }

    /// Returns the names and values that a form sends.
    fn fields(&self, document: &Document, form: usize, button: Option<usize>) -> Vec<(String, String)> {
        let mut fields = document.forms.get(form).map(|form| form.hidden.clone()).unwrap_or_default();
        for (number, input) in document.inputs.iter().enumerate() {
            if input.form != Some(form) || input.name.is_empty() {
                continue;
            }
            let value = match input.kind {
                InputKind::Check(_) | InputKind::Radio(_) => {
                    if !render::is_on(document, &self.page.filled, number) {
                        continue;
                    }
                    if input.value.is_empty() { "on" } else { input.value.as_str() }
                }
                _ => render::value(input, &self.page.filled, number),
            };
            fields.push((input.name.clone(), value.to_owned()));
        }
        let pressed = button.and_then(|number| document.buttons.get(number)).filter(|button| !button.name.is_empty());
        fields.extend(pressed.map(|button| (button.name.clone(), button.value.clone())));
        fields
    }

    fn send(&mut self, document: &Document, form: usize, button: Option<usize>, cx: &mut Cx<'_>) {
        let Some(sent) = document.forms.get(form) else { return };
        let here = self.tabs.entry().address;
        let plain = here.split(['?', '#']).next().unwrap_or_default().to_owned();
        let Some(to) = (if sent.action.is_empty() { Some(plain) } else { resolve(&here, &sent.action) }) else {
            return;
        };
        let fields = self.fields(document, form, button);
        cx.effects.push(Effect::HideKeyboard);
        if !sent.post {
            let query: Vec<String> =
                fields.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
            let to = to.split('?').next().unwrap_or_default();
            return self.go(&format!("{to}?{}", query.join("&")), cx);
        }
        if !to.starts_with("http") {
            return;
        }
        if !cx.shared.settings.is_online() {
            return cx.toast("You are offline");
        }
        let led_to = web::post(&to, &fields, &mut self.web, cx.shared.clock.now_ms);
        if led_to == here { self.refresh(cx) } else { self.go(&led_to, cx) }
    }
}
