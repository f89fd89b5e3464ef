//! Settings that cost money or weaken protection, in the words of screens and of people.
//!
//! A line is one setting in every language, so that a person who asks for it in one language is understood on a phone
//! in another. To add a setting, add a line.

use std::sync::LazyLock;

use super::fold::{FoldedForm, Phrases, fold};

/// Settings that are switched: a switch or a button with such a label changes them.
const SWITCHED: &[&str] = &[
    "roaming, data roaming, datenroaming, dataroaming, itinérance, itinerancia, itinerância, gegevensroaming, роуминг, роумінг, \
     dolaşım, التجوال, رومینگ, रोमिंग, 漫游, 漫遊, ローミング, 로밍, jelajah, chuyển vùng",
    "hotspot, tethering, internetfreigabe, partage de connexion, point d'accès, zona wi fi, compartir internet, anclaje, ponto de acesso, \
     toegangspunt, punkt dostępu, точка доступа, точку доступа, erişim noktası, نقطة اتصال, هات‌اسپات, हॉटस्पॉट, 热点, 熱點, テザリング, アクセスポイント, \
     핫스팟, 테더링, điểm phát sóng",
    "mobile data, mobile daten, données mobiles, datos móviles, dati mobili, dados móveis, mobiele data, dane mobilne, мобильные данные, \
     мобільні дані, mobil veri, بيانات الجوال, داده همراه, मोबाइल डेटा, 移动数据, 行動數據, モバイルデータ, 모바일 데이터, data seluler, dữ liệu di động",
    "=location, location services, use location, standort verwenden, =standort, =localisation, =ubicación, =posizione, =localização, =locatie, =lokalizacja, \
     =местоположение, =konum, =الموقع, =स्थान, =位置信息, =定位, =位置情報, =위치, =lokasi",
    "nfc, kontaktlos, sans contact, contactless, sin contacto",
    "unknown sources, install unknown apps, unbekannte quellen, sources inconnues, orígenes desconocidos, fuentes desconocidas, origini sconosciute, \
     fontes desconhecidas, onbekende bronnen, nieznane źródła, неизвестные источники, невідомі джерела, bilinmeyen kaynaklar, مصادر غير معروفة, अज्ञात स्रोत, \
     未知来源, 提供元不明, 알 수 없는 소스",
    "notifications on lock screen, benachrichtigungen auf dem sperrbildschirm, usb debugging, wireless debugging, usb debuggen, débogage usb, depuración usb, debug usb, depuração usb, отладка по usb, usb hata ayıklama, usb 调试, usb デバッグ",
    "adb authorisation timeout, adb authorization timeout, adb autorisierung",
    "oem unlocking, oem entsperrung, premium sms, route to voicemail, call forwarding, rufumleitung, renvoi d'appel, desvío de llamadas, deviazione chiamate, переадресация",
];

/// Settings that protect: switching them off weakens the phone.
const PROTECTS: &[&str] = &[
    "=set data limit, play protect, scan apps, find my device, mein gerät finden, localiser mon appareil, encontrar mi dispositivo, data limit, set data limit, datenlimit, \
     verify apps, theft protection, diebstahlschutz, kill switch, vpn, backup, sicherung",
];

/// Buttons that end a VPN tunnel, so that traffic is no longer protected.
const ENDS_TUNNEL: &str = "disconnect, =trennen, verbindung trennen, =déconnecter, =se déconnecter, =desconectar, =disconnetti, =verbreken, =rozłącz, \
     =отключить, =отключиться, =відключити, bağlantıyı kes, قطع الاتصال, 断开连接, =断开, =切断, 연결 해제, putuskan";

/// Pages on which every row changes a setting.
const PAGES: &[&str] = &[
    "appear on top, display over other apps, draw over other apps, modify system settings, usage data access, notification access, all files access, \
     device admin apps, über anderen apps einblenden, über anderen apps anzeigen, superposition aux autres applis, mostrar sobre otras apps, aparecer arriba, \
     visualizza sopra altre app, 显示在其他应用上, 悬浮窗, 다른 앱 위에 표시",
    "select an account, select account, sélectionner un compte, sélectionnez un compte, seleccionar una cuenta, selecciona una cuenta, selecione uma conta, \
     choose an account, konto auswählen, choisir un compte, elige una cuenta, elegir una cuenta, scegli un account, escolha uma conta, kies een account, wybierz konto, \
     выберите аккаунт, виберіть обліковий запис, hesap seçin, اختيار حساب, 选择帐号, 选择账号, アカウントの選択, 계정 선택, pilih akun",
    "add a language, add language, sprache hinzufügen, ajouter une langue, añadir un idioma, agregar idioma, aggiungi una lingua, adicionar um idioma, \
     taal toevoegen, dodaj język, добавить язык, додати мову, dil ekle, إضافة لغة, भाषा जोड़ें, 添加语言, 新增語言, 言語を追加, 언어 추가, tambahkan bahasa, thêm ngôn ngữ",
    "pair new device, neues gerät koppeln, associer un appareil, vincular dispositivo, accoppia nuovo dispositivo, parear novo dispositivo, nieuw apparaat koppelen, \
     sparuj nowe urządzenie, подключить новое устройство, yeni cihaz eşle, إقران جهاز جديد, 配对新设备, 新しいデバイスとペア, 새 기기 연결",
    "choose a screen lock, choose screen lock, displaysperre auswählen, choisir verrouillage, elegir bloqueo de pantalla, scegli blocco schermo, escolher bloqueio de tela, \
     выберите способ блокировки, ekran kilidi seçin, 选择屏幕锁定, 画面ロックの選択, 화면 잠금 선택",
];

/// People's words for the settings of each page, in the order of `PAGES`.
const PAGES_SAID: [&str; 5] = [
    "overlay, permission, access, berechtigung, zugriff, permiso, acceso, autorisation",
    "sign in, log in, login, account, anmelden, konto, compte, cuenta, conta, аккаунт, hesap, 账号, アカウント, 계정",
    "language, languages, sprache, langue, idioma, lingua, taal, język, jezyk, язык, мову, мова, dil, dili, اللغة, لغة, زبان, भाषा, 语言, 語言, 言語, 언어, bahasa, ngôn ngữ, \
     english, german, spanish, french, deutsch, englisch, español, français",
    "pair, koppel, kopple, koppeln, associe, vincula, accoppia, parear, pareie, sparuj, подключи, eşle, اقرن, 配对, ペア, 페어링",
    "screen lock, lock, sperre, verrouillage, bloqueo, blocco, bloqueio, блокировк, kilit, قفل, 锁, ロック, 잠금",
];

/// Pages that list wireless networks.
const NETWORKS: &str = "
    =internet, =wi fi, =wifi, =wlan, =wlan verbindung, =wi fi networks, =wireless, =netzwerke, =réseaux wi fi, =redes wi fi, =reti wi fi, =sieci wi fi, =сеть wi fi,
    =wi fi 网络, =无线网络, =ネットワーク";

/// Rows of such a page that are not networks.
const NOT_NETWORKS: &str = "
    add network, network preferences, saved networks, wi fi preferences, non carrier data usage, netzwerk hinzufügen, netzwerkeinstellungen, ajouter un réseau,
    añadir red, agregar red, aggiungi rete, adicionar rede, netwerk toevoegen, dodaj sieć, добавить сеть, ağ ekle, إضافة شبكة, 添加网络, ネットワークを追加, 네트워크 추가,
    share, qr, airplane, sims, t mobile";

struct Lists {
    ends_tunnel: Phrases,
    switched: Phrases,
    protects: Phrases,
    pages: Phrases,
    pages_said: Phrases,
    networks: Phrases,
    not_networks: Phrases,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let list = |lines: &[&'static str]| {
        let mut phrases = Phrases::default();
        for (place, line) in lines.iter().enumerate() {
            phrases.add(1 << place, false, line.split(',').map(str::trim).filter(|entry| !entry.is_empty()));
        }
        phrases
    };
    Lists {
        ends_tunnel: list(&[ENDS_TUNNEL]),
        switched: list(SWITCHED),
        protects: list(PROTECTS),
        pages: list(PAGES),
        pages_said: list(&PAGES_SAID),
        networks: list(&[NETWORKS]),
        not_networks: list(&[NOT_NETWORKS]),
    }
});

fn lists(text: &str, phrases: &Phrases) -> u32 {
    FoldedForm::of(&fold(text)).lists(phrases)
}

/// Whether a switch or button with this label changes such a setting by being switched on.
pub(super) fn is_switched(label: &str, written: &FoldedForm) -> bool {
    // A tile states its state after a comma.
    match label.split_once(',') {
        Some((name, _)) => lists(name, &LISTS.switched) != 0,
        None => written.lists(&LISTS.switched) != 0,
    }
}

/// Whether a switch with this label protects, so that switching it off weakens the phone.
pub(super) fn protects(label: &str) -> bool {
    lists(label, &LISTS.protects) != 0
}

/// Whether a button with this label ends a tunnel.
pub(super) fn ends_tunnel(label: &str) -> bool {
    lists(label, &LISTS.ends_tunnel) != 0
}

/// Whether every row of a page with this title changes such a setting.
pub(super) fn is_page(title: &FoldedForm) -> bool {
    title.lists(&LISTS.pages) != 0
}

/// Whether a row of a page with this title joins a network that anybody can read along: the row says nothing but a name.
pub(super) fn is_open_network(title: &str, label: &str) -> bool {
    lists(title, &LISTS.networks) != 0 && lists(label, &LISTS.not_networks) == 0 && !label.contains(',')
}

/// Whether the person's words mean the setting that these texts are about.
pub(super) fn is_meant(said: &str, about: &[String]) -> bool {
    let words = (lists(said, &LISTS.switched), lists(said, &LISTS.pages_said));
    about.iter().any(|text| words.0 & lists(text, &LISTS.switched) != 0 || words.1 & lists(text, &LISTS.pages) != 0)
}

/// Returns the times of day in a text, by a clock of 24 hours: `7:00`, `6.30 pm`, `7 am`, `19 Uhr`.
pub(super) fn times(text: &str) -> Vec<(u32, u32)> {
    let figures = super::figures(text).to_lowercase();
    let mut times = Vec::new();
    let mut rest = figures.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (hour, after) = number(rest.get(start..).unwrap_or_default());
        let minute = after.strip_prefix([':', '.', ' ', 'h', '-']).map(number).filter(|(minute, _)| minute.len() == 2);
        let (minute, after) = minute.unwrap_or(("", after));
        rest = after;
        let marks: String = after.chars().filter(|c| !c.is_whitespace() && *c != '.').take(3).collect();
        let (morning, evening) = (marks.starts_with("am"), marks.starts_with("pm"));
        let is_time = !minute.is_empty() || morning || evening || marks == "uhr" || marks.starts_with("o'c");
        if !(1..=2).contains(&hour.len()) || !is_time {
            continue;
        }
        let (Ok(hour), minute) = (hour.parse::<u32>(), minute.parse().unwrap_or_default()) else { continue };
        times.push(match hour {
            12 if morning => (0, minute),
            1..=11 if evening => (hour + 12, minute),
            hour => (hour, minute),
        });
    }
    times
}

/// Splits off the digits at the beginning.
fn number(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_of_day() {
        for (text, expected) in [
            ("7:00", vec![(7, 0)]),
            ("6.30", vec![(6, 30)]),
            ("turn off my 6:30 pm alarm", vec![(18, 30)]),
            ("6:30\u{202f}PM", vec![(18, 30)]),
            ("18:30, Alarm", vec![(18, 30)]),
            ("7 a.m. and 12 am", vec![(7, 0), (0, 0)]),
            ("12 pm", vec![(12, 0)]),
            ("um 19 Uhr", vec![(19, 0)]),
            ("3 items, 2026-03-05", vec![]),
            ("alarm 4", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(super::times(text), expected, "{text}");
        }
    }
}
