//! The paths of APKs, shared by `pm path`, `dumpsys package` and the file system.

use super::arguments::hash;
use state::packages::stock;

/// Returns the path of a package's APK.
pub fn apk_path(package: &str, system: bool) -> String {
    if let Some(path) = stock::path(package).filter(|_| system) {
        path.to_owned()
    } else if system {
        let name = package.rsplit('.').next().unwrap_or(package);
        let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
        let name = format!("{}{rest}", first.to_uppercase());
        format!("/system/app/{name}/{name}.apk")
    } else {
        let [first, second] =
            ["a", "b"].map(|salt| format!("{:07x}{:07x}", hash(&(salt.to_owned() + package)), hash(package)));
        format!("/data/app/~~{first}==/{package}-{second}==/base.apk")
    }
}
