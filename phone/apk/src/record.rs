//! The record of an installed APK: its manifest, its signer and its installer. `pm`, `dumpsys package`, the launcher,
//! the input methods and the intent resolver all read it.

use serde::{Deserialize, Serialize};

use crate::icon::AppIcon;
use crate::intent::Intent;

/// The record of an APK.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Apk {
    /// The oldest API level it runs on.
    pub min_sdk: u32,
    /// The API level it targets.
    pub target_sdk: u32,
    /// The permissions it requests, in manifest order: run-time and install-time ones.
    pub requested: Vec<String>,
    /// The permissions it defines.
    pub defined: Vec<String>,
    /// Activities, services, receivers and providers.
    pub components: Vec<Declared>,
    /// The instrumentations: class and target package.
    pub instrumentations: Vec<(String, String)>,
    /// The names of its splits, without the base.
    pub splits: Vec<String>,
    /// The SHA-256 of the signing certificate, in hexadecimal.
    pub signer: String,
    /// The signature scheme: 1, 2 or 3.
    pub signing: u8,
    /// Whether it is debuggable.
    pub debuggable: bool,
    /// Whether it is for tests only.
    pub test_only: bool,
    /// Whether it allows backups.
    pub backup: bool,
    /// The installer's package, if known.
    pub installer: Option<String>,
    /// When it was last installed or updated, in milliseconds since 1970.
    pub updated_ms: i64,
    /// The scaled icon, if it could be decoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<AppIcon>,
}

/// The kind of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names are Android's")]
pub enum ComponentKind {
    Activity,
    Service,
    Receiver,
    Provider,
}

/// A component declared in a manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Declared {
    /// The kind.
    pub kind: ComponentKind,
    /// The fully qualified class.
    pub class: String,
    /// Whether other apps may use it.
    pub exported: bool,
    /// Whether it is enabled; `pm enable|disable PACKAGE/CLASS` changes it.
    pub enabled: bool,
    /// The permission that callers need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<String>,
    /// The authorities of a provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authorities: Vec<String>,
    /// Its intent filters.
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
    /// The data schemes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schemes: Vec<String>,
    /// The data hosts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// The MIME types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
}

/// The action of launcher activities.
const MAIN: &str = "android.intent.action.MAIN";
const LAUNCHER: &str = "android.intent.category.LAUNCHER";
/// The category that an implicit intent for an activity requires.
const DEFAULT: &str = "android.intent.category.DEFAULT";

impl Apk {
    /// Returns its components of a kind.
    pub fn of_kind(&self, kind: ComponentKind) -> impl Iterator<Item = &Declared> {
        self.components.iter().filter(move |component| component.kind == kind)
    }

    /// Returns the services that are keyboards.
    pub fn input_methods(&self) -> impl Iterator<Item = &Declared> {
        let bound = |found: &&Declared| found.permission.as_deref() == Some("android.permission.BIND_INPUT_METHOD");
        self.of_kind(ComponentKind::Service).filter(bound).filter(|found| found.enabled)
    }

    /// Returns the activity that a launcher starts.
    pub fn launcher(&self) -> Option<&Declared> {
        self.of_kind(ComponentKind::Activity).find(|activity| {
            activity.filters.iter().any(|filter| has(&filter.actions, MAIN) && has(&filter.categories, LAUNCHER))
        })
    }

    /// Whether it requests a permission.
    pub fn requests(&self, permission: &str) -> bool {
        has(&self.requested, permission)
    }
}

fn has(list: &[String], wanted: &str) -> bool {
    list.iter().any(|found| found == wanted)
}

impl Declared {
    /// Whether it matches an implicit intent. For activities only filters with the category `DEFAULT` count, as for
    /// every intent of `startActivity`.
    pub fn answers(&self, intent: &Intent) -> bool {
        let wants_default = self.kind == ComponentKind::Activity;
        self.enabled && self.filters.iter().any(|filter| filter.matches(intent, wants_default))
    }
}

impl Filter {
    /// Whether the filter matches an intent: action, categories and data must all match.
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
                // A filter with types but no schemes matches data in files and content providers.
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
