//! How a model wants to be asked: what the prompt, the picture and the client go by.

use action::dialect::{DialectName, Grid, Size};

/// How a model wants to be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Traits {
    /// How it writes.
    pub dialect: DialectName,
    /// Whether it can be shown pictures. Without, it gets the numbered elements only.
    pub vision: bool,
    /// How large a picture may be.
    pub picture: PictureRule,
    /// How many earlier pictures go along with the present one.
    pub history_pictures: usize,
    /// How many tokens fit into prompt and answer, where that is known.
    pub context_tokens: Option<u64>,
    /// How often it is asked again after a failure, where that differs from what is set for tasks.
    pub max_retries: Option<u32>,
    /// How tools are offered.
    pub tools: ToolStyle,
}

impl Default for Traits {
    fn default() -> Self {
        Self::of(DialectName::AUTO)
    }
}

impl Traits {
    /// How many earlier pictures go along unless told otherwise.
    pub const HISTORY_PICTURES: usize = 2;

    /// The context for which a prompt of full length is made, in tokens.
    pub const FULL_CONTEXT: u64 = 32 * 1024;

    /// What is known of the models that speak a dialect.
    pub fn of(dialect: DialectName) -> Self {
        Self {
            dialect,
            vision: true,
            picture: PictureRule::of(dialect),
            history_pictures: Self::HISTORY_PICTURES,
            context_tokens: None,
            max_retries: None,
            tools: ToolStyle::of(dialect),
        }
    }

    /// The same for a prompt of half the length, when the last was [too long](crate::Next::Shorten).
    #[must_use]
    pub fn shortened(&self) -> Self {
        let context = self.context_tokens.unwrap_or(Self::FULL_CONTEXT).min(Self::FULL_CONTEXT);
        Self {
            context_tokens: Some((context / 2).max(1_024)),
            history_pictures: self.history_pictures / 2,
            ..self.clone()
        }
    }

    /// The same without pictures.
    #[must_use]
    pub fn without_vision(self) -> Self {
        Self { vision: false, ..self }
    }
}

/// How tools are offered to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolStyle {
    /// In words, called in the dialect's own writing. Works everywhere.
    Text,
    /// Through the endpoint's `tools`.
    Native,
}

impl ToolStyle {
    /// The way of a dialect's models: those whose dialect is itself made of calls of an API take native ones.
    pub fn of(dialect: DialectName) -> Self {
        match dialect.as_str() {
            "claude" | "openai" | "gemini" => Self::Native,
            _ => Self::Text,
        }
    }
}

/// How large a picture may be. What is within the limits is sent as it is; a picture is never enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureRule {
    /// The most pixels of the longer side.
    pub long_side: u32,
    /// The most pixels of the shorter side.
    pub short_side: u32,
    /// The most pixels in all.
    pub pixels: u64,
    /// Of what both sides must be multiples when a picture is made smaller; 1 for anything.
    pub multiple: u32,
}

impl PictureRule {
    /// As the phone gave it, short of what no endpoint takes.
    pub const AS_IT_IS: Self = Self { long_side: 8_000, short_side: 8_000, pixels: 16_384 * 28 * 28, multiple: 1 };

    /// What the models of a dialect see without scaling a picture themselves. That matters where coordinates
    /// are pixels of the picture: a model that was shown a smaller one answers in the smaller one's pixels.
    pub fn of(dialect: DialectName) -> Self {
        match (dialect.as_str(), dialect.grid()) {
            // Anthropic's documentation: longest edge 1,568, and about 1.15 megapixels.
            ("claude", _) => Self { long_side: 1_568, short_side: 1_568, pixels: 1_150_000, multiple: 1 },
            // OpenAI's: fitted into 2,048 x 2,048, then the shorter side to 768.
            ("openai", _) => Self { long_side: 2_048, short_side: 768, pixels: 2_048 * 768, multiple: 1 },
            // The model rounds both sides to multiples of 28 itself; the dialect reckons with that.
            (_, Some(Grid::Resized)) => Self { multiple: 28, ..Self::AS_IT_IS },
            _ => Self::AS_IT_IS,
        }
    }

    /// The size in which a picture of this size is sent.
    pub fn size(&self, from: Size) -> Size {
        let (w, h) = (f64::from(from.w.max(1)), f64::from(from.h.max(1)));
        let factor = [
            f64::from(self.long_side.max(1)) / w.max(h),
            f64::from(self.short_side.max(1)) / w.min(h),
            #[expect(clippy::cast_precision_loss, reason = "a limit of pixels is far below 2^53")]
            (self.pixels.max(1) as f64 / (w * h)).sqrt(),
        ]
        .into_iter()
        .fold(1.0, f64::min);
        if factor >= 1.0 {
            return from;
        }
        let multiple = f64::from(self.multiple.max(1));
        // Rounding up could pass the limit again.
        let side = |side: f64| ((side * factor / multiple).floor() * multiple).max(multiple).min(side.max(multiple));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and the side itself")]
        let size = Size { w: side(w) as u32, h: side(h) as u32 };
        size
    }
}
