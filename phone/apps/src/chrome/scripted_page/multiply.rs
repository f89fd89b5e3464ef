//! The page "Memory Task": shows five numbers one after the other, then asks for their product.

use super::{Progress, Random};
use kit::widgets;
use toolkit::{Align, Color, Event, Kind, Size, TextStyle, View};

/// The number of numbers.
const COUNT: usize = 5;

/// The numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Multiply {
    pub(super) numbers: [u64; COUNT],
}

impl Multiply {
    pub(super) fn new(mut random: Random) -> Self {
        Self { numbers: [(); COUNT].map(|()| random.below(10) as u64 + 1) }
    }

    pub(super) fn view(&self, progress: &Progress) -> Vec<View> {
        let mut parts = Vec::new();
        if let Some(number) = self.numbers.get(progress.clicks) {
            parts.push(View::text(number.to_string()).id("number").text_style(TextStyle::Display));
            parts.push(button("Click Me", "button", "click"));
        } else {
            let field = View::field("answer", &progress.answer, "Enter the product", "answer");
            parts.push(widgets::submits(field, "answer_submit").width(Size::Dp(220.0)));
            parts.push(button("Submit", "", "answer_submit"));
            if progress.right {
                parts.push(View::text("Success!").text_style(TextStyle::Headline));
            }
        }
        vec![View::column(parts).gap(20.0).padding(16.0, 48.0).align(Align::Center)]
    }

    pub(super) fn event(&self, progress: &mut Progress, event: &Event) -> bool {
        match event.name.as_ref() {
            "click" => progress.clicks = (progress.clicks + 1).min(COUNT),
            "answer" => {
                progress.answer = event.value.chars().filter(|letter| "0123456789+-.eE".contains(*letter)).collect();
                progress.answer.truncate(40);
            }
            "answer_submit" => {
                let digits: String = progress.answer.chars().take_while(char::is_ascii_digit).collect();
                let product: u64 = self.numbers.iter().product();
                progress.right = progress.clicks >= COUNT && digits.parse() == Ok(product);
            }
            _ => return false,
        }
        true
    }
}

fn button(text: &str, id: &str, event: &'static str) -> View {
    let mut button = View::button(text, Event::new(event)).id(id).height(Size::Dp(52.0));
    button.kind = Kind::Button { primary: false };
    button.background(Color::SurfaceVariant, 4.0)
}
