//! Reads the binary `AndroidManifest.xml` as the package manager does, with Android's error messages.

use crate::record::{ComponentKind, Declared, Filter};
use crate::refusal::Refusal;
use crate::resources::Resources;
use crate::xml::{Element, Value};

/// The ids of attributes in `android.R.attr`.
mod attribute {
    pub(super) const LABEL: u32 = 0x0101_0001;
    pub(super) const ICON: u32 = 0x0101_0002;
    pub(super) const NAME: u32 = 0x0101_0003;
    pub(super) const PERMISSION: u32 = 0x0101_0006;
    pub(super) const ENABLED: u32 = 0x0101_000e;
    pub(super) const DEBUGGABLE: u32 = 0x0101_000f;
    pub(super) const EXPORTED: u32 = 0x0101_0010;
    pub(super) const AUTHORITIES: u32 = 0x0101_0018;
    pub(super) const TARGET_PACKAGE: u32 = 0x0101_0021;
    pub(super) const MIME_TYPE: u32 = 0x0101_0026;
    pub(super) const SCHEME: u32 = 0x0101_0027;
    pub(super) const HOST: u32 = 0x0101_0028;
    pub(super) const MIN_SDK: u32 = 0x0101_020c;
    pub(super) const VERSION_CODE: u32 = 0x0101_021b;
    pub(super) const VERSION_NAME: u32 = 0x0101_021c;
    pub(super) const TARGET_SDK: u32 = 0x0101_0270;
    pub(super) const MAX_SDK: u32 = 0x0101_0271;
    pub(super) const TEST_ONLY: u32 = 0x0101_0272;
    pub(super) const ALLOW_BACKUP: u32 = 0x0101_0280;
    pub(super) const ROUND_ICON: u32 = 0x0101_052c;
    pub(super) const VERSION_CODE_MAJOR: u32 = 0x0101_0576;
    pub(super) const SPLIT_REQUIRED: u32 = 0x0101_0591;
}

/// The prefix of errors that only the full parse finds, not the lightweight one.
pub(crate) const DEEP: &str = "Failed parse during installPackageLI";

/// A parsed manifest.
#[derive(Debug, Default)]
pub struct Manifest {
    /// The package, such as `com.example.hello`.
    pub package: String,
    /// The name of a split; `None` for the base.
    pub split: Option<String>,
    /// The version code: `versionCodeMajor` above `versionCode`.
    pub version_code: u64,
    /// The version name, such as `1.7`; may be empty.
    pub version_name: String,
    /// The oldest API level it runs on.
    pub min_sdk: u32,
    /// The API level it targets.
    pub target_sdk: u32,
    /// The app's label, in the phone's language.
    pub label: Option<String>,
    /// The resource ids of the icon, the best first.
    pub(crate) icons: Vec<u32>,
    /// The permissions it requests, in manifest order.
    pub requested: Vec<String>,
    /// The permissions it defines.
    pub defined: Vec<String>,
    /// Activities, services, receivers and providers.
    pub components: Vec<Declared>,
    /// The instrumentations: class and target package.
    pub instrumentations: Vec<(String, String)>,
    /// Whether it is debuggable.
    pub debuggable: bool,
    /// Whether it is for tests only.
    pub test_only: bool,
    /// Whether it allows backups.
    pub backup: bool,
    /// Whether the base requires a split.
    pub split_required: bool,
}

/// Reads the manifest document of the APK at `path`.
pub(crate) fn read(
    document: &Element,
    resources: Option<&Resources<'_>>,
    path: &str,
    sdk: u32,
) -> Result<Manifest, Refusal> {
    let malformed = |why: String| Refusal::new("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", why);
    let root = document.children.first().ok_or_else(|| malformed("No start tag found".to_owned()))?;
    if root.name != "manifest" {
        return Err(malformed("No <manifest> tag".to_owned()));
    }
    let reader = Reader { resources };
    let text = |element: &Element, id| element.android(id).and_then(|value| reader.text(value));
    let package = root.plain("package").and_then(|value| reader.text(value)).unwrap_or_default();
    if let Some(why) = bad_name(&package) {
        return Err(Refusal::new("INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME", format!("Invalid manifest package: {why}")));
    }
    let mut manifest = Manifest {
        split: root.plain("split").and_then(|value| reader.text(value)).filter(|name| !name.is_empty()),
        version_code: u64::from(reader.number(root, attribute::VERSION_CODE_MAJOR).unwrap_or(0)) << 32
            | u64::from(reader.number(root, attribute::VERSION_CODE).unwrap_or(0)),
        version_name: text(root, attribute::VERSION_NAME).unwrap_or_default(),
        split_required: reader.boolean(root, attribute::SPLIT_REQUIRED).unwrap_or(false),
        min_sdk: 1,
        target_sdk: 1,
        package,
        ..Manifest::default()
    };
    for uses in root.all("uses-sdk") {
        manifest.min_sdk = reader.number(uses, attribute::MIN_SDK).unwrap_or(1);
        manifest.target_sdk = reader.number(uses, attribute::TARGET_SDK).unwrap_or(manifest.min_sdk);
    }
    for asks in root.children.iter().filter(|child| child.name.starts_with("uses-permission")) {
        let limited = reader.number(asks, attribute::MAX_SDK).is_some_and(|most| most < sdk);
        if let Some(name) = text(asks, attribute::NAME).filter(|name| !limited && !manifest.requested.contains(name)) {
            manifest.requested.push(name);
        }
    }
    manifest.defined = root.all("permission").filter_map(|child| text(child, attribute::NAME)).collect();
    for child in root.all("instrumentation") {
        let target = text(child, attribute::TARGET_PACKAGE).unwrap_or_default();
        let class = text(child, attribute::NAME).unwrap_or_default();
        manifest.instrumentations.push((full_class(&manifest.package, &class), target));
    }
    let application = root.all("application").next();
    if let Some(application) = application {
        manifest.label = application.android(attribute::LABEL).and_then(|value| reader.text(value));
        manifest.icons = reader.icons(application);
        manifest.debuggable = reader.boolean(application, attribute::DEBUGGABLE).unwrap_or(false);
        manifest.test_only = reader.boolean(application, attribute::TEST_ONLY).unwrap_or(false);
        manifest.backup = reader.boolean(application, attribute::ALLOW_BACKUP).unwrap_or(true);
        for child in &application.children {
            let Some(kind) = kind_of(&child.name) else { continue };
            let place = || format!("{path} (at Binary XML file line #{})", child.line);
            let declared = reader.component(child, kind, &manifest.package, manifest.target_sdk);
            manifest.components.push(declared.map_err(|why| malformed(format!("{DEEP}: {}: {why}", place())))?);
        }
        reader.launcher_names(application, &mut manifest);
    } else if manifest.split.is_none() && manifest.instrumentations.is_empty() {
        return Err(Refusal::new(
            "INSTALL_PARSE_FAILED_MANIFEST_EMPTY",
            format!(
                "{DEEP}: {path} (at Binary XML file line #{}): <manifest> does not \
                 contain an <application>",
                root.line
            ),
        ));
    }
    Ok(manifest)
}

/// Returns what is wrong with a package name (`FrameworkParsingPackageUtils.validateName`).
fn bad_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("must have at least one '.' separator".to_owned());
    }
    let (mut begins, mut separated) = (true, false);
    for letter in name.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' => begins = false,
            '0'..='9' | '_' if !begins => {}
            '.' => (begins, separated) = (true, true),
            other => return Some(format!("bad character '{other}'")),
        }
    }
    (!separated).then(|| "must have at least one '.' separator".to_owned())
}

fn kind_of(name: &str) -> Option<ComponentKind> {
    match name {
        "activity" | "activity-alias" => Some(ComponentKind::Activity),
        "service" => Some(ComponentKind::Service),
        "receiver" => Some(ComponentKind::Receiver),
        "provider" => Some(ComponentKind::Provider),
        _ => None,
    }
}

/// Prepends the package to `.Main` and `Main`.
fn full_class(package: &str, class: &str) -> String {
    match class.find('.') {
        Some(0) => format!("{package}{class}"),
        Some(_) => class.to_owned(),
        None => format!("{package}.{class}"),
    }
}

struct Reader<'a> {
    resources: Option<&'a Resources<'a>>,
}

impl Reader<'_> {
    fn text(&self, value: &Value) -> Option<String> {
        match (value, self.resources) {
            (Value::Text(text), _) => Some(text.clone()),
            (Value::Number(number), _) => Some(number.to_string()),
            (value, Some(resources)) => resources.text(value),
            _ => None,
        }
    }

    fn resolved(&self, element: &Element, id: u32) -> Option<Value> {
        match element.android(id)? {
            Value::Reference(number) => self.resources?.value(*number),
            value => Some(value.clone()),
        }
    }

    fn number(&self, element: &Element, id: u32) -> Option<u32> {
        match self.resolved(element, id)? {
            Value::Number(number) => Some(number),
            Value::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    fn boolean(&self, element: &Element, id: u32) -> Option<bool> {
        match self.resolved(element, id)? {
            Value::Boolean(is) => Some(is),
            Value::Text(text) => Some(text == "true"),
            Value::Number(number) => Some(number != 0),
            _ => None,
        }
    }

    fn icons(&self, element: &Element) -> Vec<u32> {
        let named = [attribute::ICON, attribute::ROUND_ICON].into_iter().filter_map(|id| element.android(id));
        named.filter_map(|value| if let Value::Reference(id) = value { Some(*id) } else { None }).collect()
    }

    /// Uses the launcher activity's own label and icon, if it has them.
    fn launcher_names(&self, application: &Element, manifest: &mut Manifest) {
        let launches = |element: &&Element| {
            element.all("intent-filter").any(|filter| {
                filter.all("category").any(|category| {
                    category.android(attribute::NAME).and_then(|value| self.text(value)).as_deref()
                        == Some("android.intent.category.LAUNCHER")
                })
            })
        };
        let mut activities = application.children.iter().filter(|child| child.name.starts_with("activity"));
        let Some(main) = activities.find(launches) else { return };
        if manifest.label.is_none() {
            manifest.label = main.android(attribute::LABEL).and_then(|value| self.text(value));
        }
        manifest.icons.extend(self.icons(main));
    }

    fn component(
        &self,
        element: &Element,
        kind: ComponentKind,
        package: &str,
        target: u32,
    ) -> Result<Declared, String> {
        let text = |id| element.android(id).and_then(|value| self.text(value));
        let Some(name) = text(attribute::NAME).filter(|name| !name.is_empty()) else {
            return Err(format!("<{}> does not specify android:name", element.name));
        };
        let class = full_class(package, &name);
        let filters: Vec<Filter> = element.all("intent-filter").map(|filter| self.filter(filter)).collect();
        let exported = self.boolean(element, attribute::EXPORTED);
        // Android 12 requires `exported` to be explicit.
        if exported.is_none() && !filters.is_empty() && target >= 31 {
            return Err(format!(
                "{class}: Targeting S+ (version 31 and above) requires that an explicit value for android:exported be \
                 defined when intent filters are present"
            ));
        }
        let by_default = if kind == ComponentKind::Provider { target < 17 } else { !filters.is_empty() };
        let authorities = text(attribute::AUTHORITIES).unwrap_or_default();
        Ok(Declared {
            kind,
            class,
            exported: exported.unwrap_or(by_default),
            enabled: self.boolean(element, attribute::ENABLED).unwrap_or(true),
            permission: text(attribute::PERMISSION),
            authorities: authorities.split(';').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            filters,
        })
    }

    fn filter(&self, element: &Element) -> Filter {
        let names = |tag: &str, id: u32| -> Vec<String> {
            let named = element.children.iter().filter(|child| child.name == tag);
            named.filter_map(|child| child.android(id).and_then(|value| self.text(value))).collect()
        };
        Filter {
            actions: names("action", attribute::NAME),
            categories: names("category", attribute::NAME),
            schemes: names("data", attribute::SCHEME),
            hosts: names("data", attribute::HOST),
            types: names("data", attribute::MIME_TYPE),
        }
    }
}
