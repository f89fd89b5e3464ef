//! What is on record of an installed APK: what its manifest says, who signed it, and how it came. `pm`, `dumpsys
//! package`, the launcher, the input methods and the resolver of intents all read it from here.

use serde::{Deserialize, Serialize};

use crate::icon::AppIcon;
use crate::intent::Intent;

/// An APK as it was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Apk {
    /// The oldest Android it runs on, as a number.
    pub min_sdk: u32,
    /// The Android it was made for.
    pub target_sdk: u32,
    /// The permissions it asks for, in its own order: those at run time and those that come with installing it.
    pub requested: Vec<String>,
    /// The permissions it defines.
    pub defined: Vec<String>,
    /// Activities, services, receivers and providers.
    pub components: Vec<Declared>,
    /// What can be instrumented: class and target package.
    pub instrumentations: Vec<(String, String)>,
    /// The names of its splits beside the base.
    pub splits: Vec<String>,
    /// The SHA-256 of the certificate that signed it, in hexadecimal.
    pub signer: String,
    /// The scheme of the signature: 1, 2 or 3.
    pub signing: u8,
    /// Whether it may be debugged.
    pub debuggable: bool,
    /// Whether it is for tests only.
    pub test_only: bool,
    /// Whether it lets its data be saved.
    pub backup: bool,
    /// Who installed it, if known.
    pub installer: Option<String>,
    /// When it was last installed, in milliseconds since 1970.
    pub updated_ms: i64,
    /// Its icon, small, if it is a picture that can be read here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<AppIcon>,
}

/// What a component is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names are Android's")]
pub enum ComponentKind {
    Activity,
    Service,
    Receiver,
    Provider,
}

/// A component of a manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Declared {
    /// What it is.
    pub kind: ComponentKind,
    /// Its class with its package.
    pub class: String,
    /// Whether others may use it.
    pub exported: bool,
    /// Whether it is there at all; `pm enable|disable PACKAGE/CLASS` changes it.
    pub enabled: bool,
    /// The permission that others need to use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<String>,
    /// The authorities of a provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authorities: Vec<String>,
    /// What intents it answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
}

/// One `<intent-filter>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Filter {
    /// The actions.
    pub actions: Vec<String>,
    /// The categories.
    pub categories: Vec<String>,
    /// The schemes of data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schemes: Vec<String>,
    /// The hosts of data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// The MIME types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
}

/// What a launcher looks for.
const MAIN: &str = "android.intent.action.MAIN";
const LAUNCHER: &str = "android.intent.category.LAUNCHER";
/// What an intent for an activity must find in a filter.
const DEFAULT: &str = "android.intent.category.DEFAULT";

impl Apk {
    /// Its components of a kind.
    pub fn of_kind(&self, kind: ComponentKind) -> impl Iterator<Item = &Declared> {
        self.components.iter().filter(move |component| component.kind == kind)
    }

    /// The services that are keyboards.
    pub fn input_methods(&self) -> impl Iterator<Item = &Declared> {
        let bound = |found: &&Declared| found.permission.as_deref() == Some("android.permission.BIND_INPUT_METHOD");
        self.of_kind(ComponentKind::Service).filter(bound).filter(|found| found.enabled)
    }

    /// The activity that a launcher starts.
    pub fn launcher(&self) -> Option<&Declared> {
        self.of_kind(ComponentKind::Activity).find(|activity| {
            activity.filters.iter().any(|filter| has(&filter.actions, MAIN) && has(&filter.categories, LAUNCHER))
        })
    }

    /// Whether it asks for a permission.
    pub fn requests(&self, permission: &str) -> bool {
        has(&self.requested, permission)
    }
}

fn has(list: &[String], wanted: &str) -> bool {
    list.iter().any(|found| found == wanted)
}

impl Declared {
    /// Whether it answers an intent without a component. Activities are found only in filters with the category
    /// `DEFAULT`, as for every intent of `startActivity`.
    pub fn answers(&self, intent: &Intent) -> bool {
        let wants_default = self.kind == ComponentKind::Activity;
        self.enabled && self.filters.iter().any(|filter| filter.matches(intent, wants_default))
    }
}

impl Filter {
    /// Whether it is for an intent: action, categories and data each have to fit.
    fn matches(&self, intent: &Intent, wants_default: bool) -> bool {
        let action = intent.action.as_ref().is_none_or(|action| has(&self.actions, action));
        let listed = intent.categories.iter().all(|category| category == DEFAULT || has(&self.categories, category));
        let default = !wants_default || has(&self.categories, DEFAULT);
        action && listed && default && !self.actions.is_empty() && self.fits_data(intent)
    }

    fn fits_data(&self, intent: &Intent) -> bool {
        let of_type = |kind: &String| {
            self.types.iter().any(|known| match known.strip_suffix("/*") {
                Some("*") => true,
                Some(family) => kind.split('/').next() == Some(family),
                None => known == kind,
            })
        };
        let type_fits = match &intent.kind {
            Some(kind) => of_type(kind),
            None => self.types.is_empty(),
        };
        let data_fits = match &intent.data {
            None => self.schemes.is_empty(),
            Some(data) => {
                let (scheme, rest) = data.split_once(':').unwrap_or((data, ""));
                let host = rest.strip_prefix("//").map(|rest| rest.split(['/', '?', '#', ':']).next().unwrap_or(""));
                // Without a scheme of its own, a filter with types takes what lies in files and providers.
                let local = self.schemes.is_empty() && !self.types.is_empty() && matches!(scheme, "content" | "file");
                (local || has(&self.schemes, scheme)) && self.fits_host(host.unwrap_or_default())
            }
        };
        type_fits && data_fits
    }

    fn fits_host(&self, host: &str) -> bool {
        self.hosts.is_empty()
            || self.hosts.iter().any(|known| match known.strip_prefix('*') {
                Some(end) => host.ends_with(end),
                None => known.eq_ignore_ascii_case(host),
            })
    }
}
