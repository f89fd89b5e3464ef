//! Colours and text sizes by role, light and dark, after Material 3.

use super::style::{Color, TextStyle};

/// Red, green, blue, alpha; not premultiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgba(pub u8, pub u8, pub u8, pub u8);

impl Rgba {
    /// Creates an opaque colour from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }

    /// Returns the same colour with another alpha.
    #[must_use]
    pub const fn alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }

    /// Returns the perceived brightness, 0 to 255.
    pub fn luma(self) -> u32 {
        (u32::from(self.0) * 299 + u32::from(self.1) * 587 + u32::from(self.2) * 114) / 1000
    }
}

impl From<Rgba> for [u8; 4] {
    fn from(Rgba(red, green, blue, alpha): Rgba) -> Self {
        [red, green, blue, alpha]
    }
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the roles of Material 3")]
pub struct Theme {
    pub background: Rgba,
    pub surface: Rgba,
    pub surface_variant: Rgba,
    pub primary: Rgba,
    pub on_primary: Rgba,
    pub primary_container: Rgba,
    pub on_surface: Rgba,
    pub muted: Rgba,
    pub error: Rgba,
    pub outline: Rgba,
    pub dark: bool,
}

/// Dark ink on a light background.
pub const LIGHT: Theme = Theme {
    background: Rgba::hex(0xF6F7FC),
    surface: Rgba::hex(0xFFFFFF),
    surface_variant: Rgba::hex(0xE6E9F1),
    primary: Rgba::hex(0x0B57D0),
    on_primary: Rgba::hex(0xFFFFFF),
    primary_container: Rgba::hex(0xD3E3FD),
    on_surface: Rgba::hex(0x1B1C20),
    muted: Rgba::hex(0x50535B),
    error: Rgba::hex(0xB3261E),
    outline: Rgba::hex(0xC8CAD3),
    dark: false,
};

/// Light ink on a dark background.
pub const DARK: Theme = Theme {
    background: Rgba::hex(0x111317),
    surface: Rgba::hex(0x1D2025),
    surface_variant: Rgba::hex(0x2B2F36),
    primary: Rgba::hex(0xA8C7FA),
    on_primary: Rgba::hex(0x062E6F),
    primary_container: Rgba::hex(0x1F4785),
    on_surface: Rgba::hex(0xE4E5EA),
    muted: Rgba::hex(0xB4B7C0),
    error: Rgba::hex(0xF2B8B5),
    outline: Rgba::hex(0x44484F),
    dark: true,
};

impl Theme {
    /// Returns the light or the dark theme.
    pub fn of(dark: bool) -> &'static Self {
        if dark { &DARK } else { &LIGHT }
    }

    /// Returns the colour of a role.
    pub fn color(&self, color: Color) -> Rgba {
        match color {
            Color::Background => self.background,
            Color::Surface => self.surface,
            Color::SurfaceVariant => self.surface_variant,
            Color::Primary => self.primary,
            Color::OnPrimary => self.on_primary,
            Color::PrimaryContainer => self.primary_container,
            Color::OnSurface => self.on_surface,
            Color::Muted => self.muted,
            Color::Error => self.error,
            Color::Outline => self.outline,
            Color::Transparent => Rgba(0, 0, 0, 0),
            Color::Rgb(red, green, blue) => Rgba(red, green, blue, 255),
        }
    }

    /// Returns the colour of a role as ink on a given background. An app may paint a light bubble in the dark theme;
    /// the theme's ink would be unreadable on it, so the ink is taken from the other theme.
    pub fn ink(&self, color: Color, paper: Rgba) -> Rgba {
        match color {
            Color::OnSurface | Color::Muted => {
                let light_paper = paper.luma() > 140;
                Self::of(!light_paper).color(color)
            }
            other => self.color(other),
        }
    }
}

/// Size, line height (both in sp) and weight of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// The font size.
    pub size: f32,
    /// The line height.
    pub line: f32,
    /// The font weight: 400 regular, 500 medium, 700 bold.
    pub weight: u16,
}

impl Type {
    /// Returns the type of a text role.
    pub fn of(style: TextStyle) -> Self {
        let (size, line, weight) = match style {
            TextStyle::Display => (44.0, 52.0, 400),
            TextStyle::Headline => (28.0, 36.0, 400),
            TextStyle::Title => (20.0, 28.0, 500),
            TextStyle::Body => (16.0, 24.0, 400),
            TextStyle::BodySmall => (14.0, 20.0, 400),
            TextStyle::Label => (14.0, 20.0, 500),
            TextStyle::Caption => (12.0, 16.0, 400),
        };
        Self { size, line, weight }
    }
}

/// Returns the colour of an avatar: always the same for the same name.
pub fn avatar(name: &str) -> Rgba {
    const COLORS: [u32; 10] =
        [0x5C6BC0, 0x26867A, 0xC2185B, 0x7E57C2, 0x1E7FC4, 0x558B2F, 0xD2601A, 0x8D6E63, 0x00838F, 0xAD4A3C];
    let hash = name.bytes().fold(17_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    Rgba::hex(COLORS[hash as usize % COLORS.len()])
}

/// Returns one or two letters for an avatar.
pub fn initials(name: &str) -> String {
    let mut words = name.split_whitespace().filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()));
    let first = words.next();
    first.into_iter().chain(words.next_back()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_of_the_first_and_the_last_word() {
        for (name, expected) in [
            ("Anna Berg", "AB"),
            ("anna", "A"),
            ("Anna Maria van Berg", "AB"),
            ("+49 171 2345", "42"),
            ("", ""),
            ("李 小龙", "李小"),
            ("ßa", "SS"),
        ] {
            assert_eq!(initials(name), expected, "{name}");
        }
    }

    #[test]
    fn ink_is_readable_on_paper_of_the_other_theme() {
        let light_bubble = Rgba::hex(0xD9FDD3);
        assert!(DARK.ink(Color::OnSurface, light_bubble).luma() < 80);
        assert!(LIGHT.ink(Color::OnSurface, Rgba::hex(0x005C4B)).luma() > 180);
    }
}
