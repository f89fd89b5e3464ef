//! Apps by category: payments, or permissions and installations.
//!
//! The tables hold exact package names, and words inside a name for the many apps that no list covers. Opening a listed
//! app needs no approval; only unseen elements and agreements in it do.

use std::borrow::Cow;

/// The purpose of an app, as far as the gate cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AppCategory {
    /// Spends money: banks, wallets, shops with a stored card.
    Pays,
    /// Grants permissions, installs and removes apps.
    Grants,
    /// Sends messages.
    Messages,
    /// Sets up and resets the phone.
    Settings,
    /// Sells goods and installs apps.
    Shops,
    /// Tells the time, and resets nothing but a stopwatch.
    Clock,
    /// Shows the apps of the phone by their names.
    Launcher,
}

/// Messengers, mail and social networks.
const MESSAGES: &[&str] = &[
    "com.android.email",
    "com.android.messaging",
    "com.android.mms",
    "com.discord",
    "com.facebook.katana",
    "com.facebook.orca",
    "com.google.android.apps.dynamite",
    "com.google.android.apps.messaging",
    "com.google.android.gm",
    "com.instagram.android",
    "com.kakao.talk",
    "com.microsoft.office.outlook",
    "com.microsoft.teams",
    "com.reddit.frontpage",
    "com.samsung.android.messaging",
    "com.skype.raider",
    "com.slack",
    "com.snapchat.android",
    "com.tencent.mm",
    "com.tencent.mobileqq",
    "com.twitter.android",
    "com.viber.voip",
    "com.whatsapp",
    "com.whatsapp.w4b",
    "com.zing.zalo",
    "im.vector.app",
    "jp.naver.line.android",
    "org.telegram.messenger",
    "org.telegram.messenger.web",
    "org.thoughtcrime.securesms",
];

/// Shops for apps and goods that are not wallets.
const SHOPS: &[&str] = &[
    "com.alibaba.aliexpresshd",
    "com.amazon.mshop.android.shopping",
    "com.android.vending",
    "com.booking",
    "com.ebay.mobile",
    "com.grubhub.android",
    "com.huawei.appmarket",
    "com.ubercab",
    "com.ubercab.eats",
    "org.fdroid.fdroid",
];

/// The system's dialogs for permissions, installing and uninstalling.
const GRANTS: &[&str] = &[
    "com.android.certinstaller",
    "com.android.managedprovisioning",
    "com.android.packageinstaller",
    "com.android.permissioncontroller",
    "com.coloros.securitypermission",
    "com.google.android.packageinstaller",
    "com.google.android.permissioncontroller",
    "com.huawei.android.packageinstaller",
    "com.huawei.systemmanager",
    "com.lbe.security.miui",
    "com.miui.packageinstaller",
    "com.miui.securitycenter",
    "com.oplus.securitypermission",
    "com.samsung.android.packageinstaller",
    "com.samsung.android.permissioncontroller",
    "com.vivo.permissionmanager",
];

/// Payment apps whose names do not reveal it.
const PAYS: &[&str] = &[
    "com.amazon.mshop.android.shopping",
    "com.android.vending",
    "com.bbva.bbvacontigo",
    "com.binance.dev",
    "com.chase.sig.android",
    "com.coinbase.android",
    "com.db.pwcc.dbmobile",
    "com.eg.android.alipaygphone",
    "com.google.android.apps.nbu.paisa.user",
    "com.google.android.apps.walletnfcrel",
    "com.konylabs.capitalone",
    "com.mercadopago.wallet",
    "com.nu.production",
    "com.phonepe.app",
    "com.revolut.revolut",
    "com.squareup.cash",
    "com.starfinanz.smob.android.sfinanzstatus",
    "com.taobao.taobao",
    "com.transferwise.android",
    "com.venmo",
    "com.wf.wellsfargomobile",
    "com.zellepay.zelle",
    "de.number26.android",
    "in.org.npci.upiapp",
    "io.metamask",
    "net.one97.paytm",
    "se.bankgirot.swish",
    "uk.co.hsbc.hsbcukmobilebanking",
    "viva.republica.toss",
];

/// A part of a package name that begins or ends with one of these belongs to a payment app.
const PAYS_WORDS: &[&str] = &["bank", "banking", "pay", "wallet"];

/// Parts of package names with such a beginning or end that have nothing to do with money.
const NOT_MONEY: &[&str] =
    &["databank", "payload", "payloads", "payroll", "paysafecardinfo", "paywall", "powerbank", "soundbank", "wordbank"];

/// Keyboards and calculators, where `Delete` removes a letter.
const TYPES: &[&str] = &[
    "com.android.calculator2",
    "com.android.inputmethod.latin",
    "com.google.android.calculator",
    "com.google.android.inputmethod.latin",
    "com.miui.calculator",
    "com.samsung.android.honeyboard",
    "com.sec.android.app.popupcalculator",
    "com.sec.android.inputmethod",
    "com.swiftkey.swiftkeyapp",
    "com.touchtype.swiftkey",
];

/// Whether `package` belongs to that category.
pub(super) fn is_of(category: AppCategory, package: &str) -> bool {
    let package: Cow<'_, str> = match package.trim() {
        package if package.bytes().any(|byte| byte.is_ascii_uppercase()) => package.to_ascii_lowercase().into(),
        package => package.into(),
    };
    match category {
        AppCategory::Grants => GRANTS.contains(&&*package),
        AppCategory::Messages => MESSAGES.contains(&&*package),
        AppCategory::Settings => package.ends_with(".settings") || package.contains(".settings."),
        AppCategory::Clock => package.split('.').any(|part| part.ends_with("clock") || part.ends_with("clockpackage")),
        AppCategory::Launcher => package.contains("launcher") || package.ends_with(".home"),
        AppCategory::Shops => {
            SHOPS.contains(&&*package) || package.split(['.', '_', '-']).any(|part| part == "shop" || part == "store")
        }
        AppCategory::Pays => PAYS.contains(&&*package) || package.split(['.', '_', '-']).any(speaks_of_money),
    }
}

fn speaks_of_money(part: &str) -> bool {
    !NOT_MONEY.contains(&part) && PAYS_WORDS.iter().any(|word| part.starts_with(word) || part.ends_with(word))
}

/// Whether the keys of `package` only type. Exact names only: a look-alike is not exempt.
pub(super) fn only_types(package: &str) -> bool {
    TYPES.contains(&package)
}
