//! The traits of a model, used by the prompt, the picture and the client.

use action::dialect::{DialectName, Grid, Size};

/// The traits of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Traits {
    /// The format of its replies.
    pub dialect: DialectName,
    /// Whether it accepts pictures. If not, it gets only the numbered elements.
    pub vision: bool,
    /// The limits of a picture.
    pub picture: PictureRule,
    /// How many earlier pictures are sent with the current one.
    pub history_pictures: usize,
    /// The context size: tokens of prompt and answer together, if known.
    pub context_tokens: Option<u64>,
    /// How often a failed request is retried, if that differs from the task settings.
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
    /// The default number of earlier pictures.
    pub const HISTORY_PICTURES: usize = 2;

    /// The context size for which a full-length prompt is built, in tokens.
    pub const FULL_CONTEXT: u64 = 32 * 1024;

    /// The defaults for models that speak a dialect.
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

    /// For a prompt of half the length, after the last was [too long](crate::Next::Shorten).
    #[must_use]
    pub fn shortened(&self) -> Self {
        let context = self.context_tokens.unwrap_or(Self::FULL_CONTEXT).min(Self::FULL_CONTEXT);
        Self {
            context_tokens: Some((context / 2).max(1_024)),
            history_pictures: self.history_pictures / 2,
            ..self.clone()
        }
    }

    /// Without pictures.
    #[must_use]
    pub fn without_vision(self) -> Self {
        Self { vision: false, ..self }
    }
}

/// How tools are offered to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolStyle {
    /// As text, called in the dialect's own notation. Works everywhere.
    Text,
    /// Through the endpoint's `tools`.
    Native,
}

impl ToolStyle {
    /// The style for a dialect: dialects that consist of API calls use native tools.
    pub fn of(dialect: DialectName) -> Self {
        match dialect.as_str() {
            "claude" | "openai" | "gemini" => Self::Native,
            _ => Self::Text,
        }
    }
}

/// The limits of a picture. A picture within the limits is sent unchanged; a picture is never enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureRule {
    /// The most pixels of the longer side.
    pub long_side: u32,
    /// The most pixels of the shorter side.
    pub short_side: u32,
    /// The most pixels in all.
    pub pixels: u64,
    /// Both sides of a scaled-down picture are multiples of this; 1 for no restriction.
    pub multiple: u32,
}

impl PictureRule {
    /// Unchanged, up to the limit that every endpoint accepts.
    pub const AS_IT_IS: Self = Self { long_side: 8_000, short_side: 8_000, pixels: 16_384 * 28 * 28, multiple: 1 };

    /// The size at which the models of a dialect do not scale a picture themselves. That matters if coordinates are
    /// pixels of the picture: a model that scales it down answers in the smaller picture's pixels.
    pub fn of(dialect: DialectName) -> Self {
        match (dialect.as_str(), dialect.grid()) {
            // Anthropic's documentation: longest edge 1,568, and about 1.15 megapixels.
            ("claude", _) => Self { long_side: 1_568, short_side: 1_568, pixels: 1_150_000, multiple: 1 },
            // OpenAI's: fitted into 2,048 x 2,048, then the shorter side to 768.
            ("openai", _) => Self { long_side: 2_048, short_side: 768, pixels: 2_048 * 768, multiple: 1 },
            // The model rounds both sides to multiples of 28 itself; the dialect accounts for that.
            (_, Some(Grid::Resized)) => Self { multiple: 28, ..Self::AS_IT_IS },
            _ => Self::AS_IT_IS,
        }
    }

    /// Returns the size at which a picture of this size is sent.
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
        // Rounding up could exceed the limit again.
        let side = |side: f64| ((side * factor / multiple).floor() * multiple).max(multiple).min(side.max(multiple));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and the side itself")]
        let size = Size { w: side(w) as u32, h: side(h) as u32 };
        size
    }
}
