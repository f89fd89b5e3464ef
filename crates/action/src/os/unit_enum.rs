//! Closed lists of words: a unit enum that lists its JSON names once, beside its variants.

/// A unit enum that knows the names of its variants.
pub(super) trait UnitEnum: serde::de::DeserializeOwned {
    /// Every name, in the order of the enum.
    const NAMES: &'static [&'static str];
}

/// Defines a unit enum with the JSON names of its variants.
macro_rules! unit_enum {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:tt),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum $name {
            $(#[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// Every name, in the order of the enum.
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// Returns the name used in JSON.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl $crate::os::unit_enum::UnitEnum for $name {
            const NAMES: &'static [&'static str] = Self::NAMES;
        }
    };
}

pub(super) use unit_enum;
