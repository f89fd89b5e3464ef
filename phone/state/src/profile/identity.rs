//! Derives the phone's identity from its profile and its seed.

use super::Profile;
use machine::identity::Identity;

impl Profile {
    /// Returns the phone's identity.
    pub fn identity(&self) -> Identity {
        let profile = self;
        let manufacturer = match profile.brand.as_str() {
            // `ro.product.brand` is lower case, the manufacturer is not.
            "google" => "Google".to_owned(),
            brand => {
                let mut letters = brand.chars();
                letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
            }
        };
        let chip = profile.nth(3).to_be_bytes();
        Identity {
            serial: profile.serial(),
            model: profile.model.clone(),
            device: profile.device.clone(),
            brand: profile.brand.to_lowercase(),
            manufacturer,
            build: profile.build.clone(),
            abi: profile.abi.clone(),
            locale: profile.locale.clone(),
            timezone: profile.timezone(),
            density: profile.screen.density,
            number: profile.number.clone(),
            address: format!("10.0.2.{}", 15 + profile.seed % 200),
            // A random address, as Android uses for each network: the second bit of the first byte marks it.
            mac: format!("02:15:b2:{:02x}:{:02x}:{:02x}", chip[0], chip[1], chip[2]),
            imei: imei(profile.nth(4)),
            auth: profile.auth,
            emulator: profile.emulator,
            camera: profile.camera.clone(),
        }
    }
}

/// Returns fifteen digits: the prefix of a Pixel, six digits from the seed, and Luhn's check digit.
fn imei(number: u64) -> String {
    let digits = format!("35824005{:06}", number % 1_000_000);
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|digit| digit.to_digit(10))
        .enumerate()
        .map(|(at, digit)| if at % 2 == 0 { digit * 2 / 10 + digit * 2 % 10 } else { digit })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_follows_from_its_profile_and_its_seed() {
        let first = Profile::default().identity();
        assert_eq!(first.fingerprint(), "google/shiba/shiba:14/UQ1A.240205.002/11224170:user/release-keys");
        assert_eq!((first.address.as_str(), first.manufacturer.as_str()), ("10.0.2.16", "Google"));
        let other = Profile { seed: 7, brand: "Fairphone".to_owned(), ..Profile::default() }.identity();
        assert_eq!((other.brand.as_str(), other.manufacturer.as_str()), ("fairphone", "Fairphone"));
        assert!(first.mac != other.mac && first.imei != other.imei && first.address != other.address);
    }

    #[test]
    fn an_imei_ends_with_its_check_digit() {
        assert_eq!(imei(111_111), "358240051111110");
        for number in [0, 5, 999_999, u64::MAX] {
            assert_eq!(imei(number).len(), 15);
        }
    }
}
