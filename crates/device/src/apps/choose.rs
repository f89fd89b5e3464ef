//! Finds the app that a name refers to.

use crate::DeviceError;
use action::App;

/// The least similarity for two names to count as the same.
const ALIKE: f64 = 0.88;
/// The number of names in an error.
const NEAREST: usize = 3;

/// Returns the app with this name: exact, in another spelling, by its package, by prefix, or similar.
pub fn choose<'a>(apps: &'a [App], name: &str) -> Result<&'a App, DeviceError> {
    let wanted = folded(name);
    let by = |fits: &dyn Fn(&App) -> bool| {
        // Among several with this prefix, the shortest adds the least.
        apps.iter().filter(|app| fits(app)).min_by_key(|app| app.label.chars().count())
    };
    let entry = |app: &App| folded(app.package.rsplit('.').next().unwrap_or_default());
    let found = by(&|app| app.label == name.trim())
        .or_else(|| by(&|app| app.package == name.trim()))
        .or_else(|| by(&|app| !wanted.is_empty() && folded(&app.label) == wanted))
        .or_else(|| by(&|app| !wanted.is_empty() && entry(app) == wanted))
        .or_else(|| by(&|app| wanted.chars().count() >= 3 && folded(&app.label).starts_with(&wanted)));
    if let Some(app) = found {
        return Ok(app);
    }
    let mut near: Vec<(f64, &App)> =
        apps.iter().map(|app| (strsim::jaro_winkler(&folded(&app.label), &wanted), app)).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    match near.as_slice() {
        // Two equally similar names are ambiguous.
        [(best, app), rest @ ..] if *best >= ALIKE && rest.first().is_none_or(|next| best - next.0 > 0.02) => Ok(app),
        _ => {
            let nearest = near.iter().take(NEAREST).filter(|(likeness, _)| *likeness > 0.5);
            let nearest = nearest.map(|(_, app)| app.label.clone()).collect();
            Err(DeviceError::NoSuchApp { name: name.trim().chars().take(100).collect(), nearest })
        }
    }
}

/// Returns the name without case, spaces and punctuation, and without a trailing "app".
fn folded(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    let lower = lower.strip_suffix(" app").unwrap_or(&lower);
    lower.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_finds_the_app_that_is_meant() {
        let app = |label: &str, package: &str| App { label: label.to_owned(), package: package.to_owned() };
        let apps = [
            app("Settings", "com.android.settings"),
            app("WhatsApp", "com.whatsapp"),
            app("WhatsApp Business", "com.whatsapp.w4b"),
            app("Messages", "com.google.android.apps.messaging"),
            app("Messenger", "com.facebook.orca"),
            app("微信", "com.tencent.mm"),
            app("Chrome", "com.android.chrome"),
            app("Télé+", "fr.tele"),
        ];
        let rows = [
            ("WhatsApp", Ok("com.whatsapp")),
            ("whats app", Ok("com.whatsapp")),
            ("WhatsApp app", Ok("com.whatsapp")),
            ("what", Ok("com.whatsapp")),
            ("WhatsApp B", Ok("com.whatsapp.w4b")),
            ("com.android.chrome", Ok("com.android.chrome")),
            ("messaging", Ok("com.google.android.apps.messaging")),
            ("微信", Ok("com.tencent.mm")),
            ("Setings", Ok("com.android.settings")),
            ("télé", Ok("fr.tele")),
            ("Messe", Ok("com.facebook.orca")),
            ("Messag", Ok("com.google.android.apps.messaging")),
            ("Sett1ng", Ok("com.android.settings")),
            ("Spotify", Err("no installed app is called `Spotify`")),
            ("chr", Ok("com.android.chrome")),
            ("Chroma", Ok("com.android.chrome")),
            ("Mesger", Err("did you mean `Messenger` or `Messages`")),
            ("", Err("no installed app is called ``")),
        ];
        for (name, expected) in rows {
            match (choose(&apps, name), expected) {
                (Ok(app), Ok(package)) => assert_eq!(app.package, package, "{name}"),
                (Err(error), Err(text)) => assert!(error.to_string().contains(text), "{name}: {error}"),
                (found, _) => panic!("{name}: {found:?}"),
            }
        }
    }
}
