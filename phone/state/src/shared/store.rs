//! The apps that the phone's store offers, and running downloads. The store is an ordinary app: it displays this state
//! and requests installs. The phone installs an app when its download has finished.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Shared;

/// The store.
#[derive(Clone, Debug, Default)]
pub struct Store {
    /// The offers, by package. They come from the apps and are not saved.
    pub offers: Arc<BTreeMap<String, Offer>>,
    /// Running downloads, by package.
    pub downloads: BTreeMap<String, Download>,
}

/// An app that the store offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// The label shown to the user.
    pub label: String,
    /// For example `2.24.3`.
    pub version_name: String,
    /// For example `240380004`.
    pub version_code: u64,
    /// The size, in bytes.
    pub size: u64,
}

/// A running download.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Download {
    /// When it began, in milliseconds since 1970.
    pub begun_ms: i64,
    /// When it will finish.
    pub done_ms: i64,
}

/// The speed of downloads and installs in bytes per second: a good Wi-Fi connection.
const SPEED: u64 = 8 << 20;

impl Offer {
    /// Derives the size of an app from its name, from 6 to 90 MB, so that it is the same on every phone.
    pub fn size_of(package: &str) -> u64 {
        let mixed = package.bytes().fold(7_u64, |mixed, byte| mixed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        (6 << 20) + mixed % (84 << 20)
    }
}

impl Store {
    /// Cancels a download.
    pub fn cancel(&mut self, package: &str) {
        self.downloads.remove(package);
    }

    /// Returns the progress of a download, in percent.
    pub fn progress(&self, package: &str, now_ms: i64) -> Option<u8> {
        let Download { begun_ms, done_ms } = self.downloads.get(package)?;
        let (gone, all) = (now_ms.saturating_sub(*begun_ms).max(0), done_ms.saturating_sub(*begun_ms).max(1));
        u8::try_from(gone.saturating_mul(100) / all).ok().map(|percent| percent.min(99)).or(Some(99))
    }

    /// Removes the finished downloads and returns their packages.
    pub fn take_finished(&mut self, now_ms: i64) -> Vec<String> {
        let is_finished = |_: &String, download: &mut Download| download.done_ms <= now_ms;
        self.downloads.extract_if(.., is_finished).map(|(package, _)| package).collect()
    }
}

impl Shared {
    /// Starts to install an app from the store, or its update. The error says why that is not possible.
    pub fn request_install(&mut self, package: &str) -> Result<(), &'static str> {
        let Some(offer) = self.store.offers.get(package) else {
            return Err("This app isn't available for your device");
        };
        if !self.settings.is_online() {
            return Err("No internet connection");
        }
        if self.files.capacity().saturating_sub(self.files.used()) < offer.size {
            return Err("Not enough storage space. Remove apps or files to free up space.");
        }
        let needs_ms = i64::try_from(offer.size * 1000 / SPEED).unwrap_or(i64::MAX / 2) + 1_000;
        let begun_ms = self.clock.now_ms;
        let download = Download { begun_ms, done_ms: begun_ms.saturating_add(needs_ms) };
        self.store.downloads.entry(package.to_owned()).or_insert(download);
        Ok(())
    }

    /// Whether the store has a newer version of an app.
    pub fn is_outdated(&self, package: &str) -> bool {
        let newest = self.store.offers.get(package).map(|offer| offer.version_code);
        let ours = self.packages.get(package).filter(|found| found.apk.is_none()).map(|found| found.version_code);
        newest.zip(ours).is_some_and(|(newest, ours)| ours < newest)
    }
}
