//! The places of the offline search: the towns and villages of the map of Liechtenstein.

use kit::cartography::{Coordinates, read_coordinates};

/// A search result: a named place or a point.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchResult {
    pub(super) name: String,
    /// A description, such as `Village, Liechtenstein`.
    pub(super) about: String,
    pub(super) at: Coordinates,
}

const COUNTRY: &str = "Liechtenstein";

/// Name, description, position.
const KNOWN: &[(&str, &str, Coordinates)] = &[
    ("Balzers", "Village", (47.068_883_2, 9.506_156_4)),
    ("Bendern", "Village", (47.212_215_1, 9.506_210_1)),
    ("Eschen", "Village", (47.210_8, 9.524_0)),
    ("Gamprin", "Village", (47.220_6, 9.509_0)),
    ("Malbun", "Hamlet", (47.102_619_1, 9.608_305_7)),
    ("Mauren", "Village", (47.218_6, 9.544_3)),
    ("Nendeln", "Village", (47.197_385_7, 9.543_063_6)),
    ("Oberplanken", "Hamlet", (47.178_497_7, 9.545_016_3)),
    ("Planken", "Village", (47.185_888_2, 9.545_220_1)),
    ("Rotenboden", "Hamlet", (47.127_578_5, 9.538_713_1)),
    ("Ruggell", "Village", (47.239_76, 9.526_283_7)),
    ("Schaan", "Village", (47.166_343_2, 9.510_308_5)),
    ("Schaanwald", "Village", (47.216_547_6, 9.569_998_4)),
    ("Schönberg", "Peak", (47.130_381_4, 9.593_011_7)),
    ("Steg", "Hamlet", (47.113_0, 9.575_0)),
    ("Triesen", "Village", (47.106_997, 9.527_485_4)),
    ("Triesenberg", "Village", (47.118_0, 9.543_0)),
    ("Vaduz", "Capital", (47.139_3, 9.522_8)),
];

/// Normalises a text for comparison: lower case without diacritics.
fn plain(text: &str) -> String {
    let fold = |letter: char| match letter {
        'ä' | 'á' | 'à' | 'â' => 'a',
        'ö' | 'ó' | 'ò' | 'ô' => 'o',
        'ü' | 'ú' | 'ù' | 'û' => 'u',
        'é' | 'è' | 'ê' => 'e',
        other => other,
    };
    text.to_lowercase().chars().map(fold).collect()
}

/// Formats coordinates as the app does.
pub(super) fn written((lat, lon): Coordinates) -> String {
    format!("{lat:.5}, {lon:.5}")
}

/// Returns the results of a query: a point if it is coordinates, otherwise the places whose names start with it, then
/// those that contain it. An empty query finds everything.
pub(super) fn find(query: &str) -> Vec<SearchResult> {
    if let Some(at) = read_coordinates(query) {
        let (name, about) = (written(at), "Coordinates".to_owned());
        return vec![SearchResult { name, about, at }];
    }
    let query = plain(query);
    let mut parts = query.split(',').map(str::trim);
    let wanted = parts.next().unwrap_or_default();
    // The text after a comma is the country, or the start of its name.
    let elsewhere = parts.any(|part| !plain(COUNTRY).starts_with(part));
    if elsewhere {
        return Vec::new();
    }
    let mut found: Vec<(bool, SearchResult)> = KNOWN
        .iter()
        .filter(|(name, ..)| {
            plain(name).contains(wanted) || (!wanted.is_empty() && plain(&format!("{name} {COUNTRY}")) == wanted)
        })
        .map(|(name, kind, at)| {
            let result = SearchResult { name: (*name).to_owned(), about: format!("{kind}, {COUNTRY}"), at: *at };
            (!plain(name).starts_with(wanted), result)
        })
        .collect();
    found.sort_by_key(|(later, _)| *later);
    found.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_name_or_by_coordinates() {
        for (query, names) in [
            ("Balzers", "Balzers"),
            ("balzers, liechtenstein", "Balzers"),
            ("Schonberg", "Schönberg"),
            ("schaan", "Schaan Schaanwald"),
            ("planken, Lie", "Planken Oberplanken"),
            ("Ruggell Liechtenstein", "Ruggell"),
            ("47.06888, 9.50616", "47.06888, 9.50616"),
            ("Paris", ""),
            ("Balzers, France", ""),
        ] {
            let found: Vec<String> = find(query).into_iter().map(|result| result.name).collect();
            assert_eq!(found.join(" "), names, "{query}");
        }
        assert_eq!(find("").len(), KNOWN.len());
    }
}
