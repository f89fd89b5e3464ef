//! A number that is always finite, so that code past the readers need not check.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A finite number. Whole values are written without a fraction (`540`, not `540.0`).
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Finite(f64);

impl Finite {
    /// Zero.
    pub const ZERO: Self = Self(0.0);

    /// Returns the number, unless it is infinite or NaN.
    pub const fn new(value: f64) -> Option<Self> {
        if value.is_finite() { Some(Self(value)) } else { None }
    }

    /// The number itself.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Returns it as a whole number if every JSON reader keeps that exact.
    fn whole(self) -> Option<i64> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
        (self.0.fract() == 0.0 && self.0.abs() < EXACT).then_some(self.0 as i64)
    }
}

impl From<i32> for Finite {
    fn from(value: i32) -> Self {
        Self(f64::from(value))
    }
}

impl From<u32> for Finite {
    fn from(value: u32) -> Self {
        Self(f64::from(value))
    }
}

impl fmt::Display for Finite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(whole) => whole.fmt(f),
            None => self.0.fmt(f),
        }
    }
}

impl Serialize for Finite {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Finite {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(f64::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("expected a finite number"))
    }
}

impl JsonSchema for Finite {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Finite".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "number" })
    }
}
