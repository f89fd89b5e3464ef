//! Chrome: addresses, searches, errors.

use super::check;

#[test]
fn pages_are_opened_by_hand_and_by_other_apps() {
    check(
        "$ monkey -p com.android.chrome 1
         front com.android.chrome/com.google.android.apps.chrome.Main
         tap search_box_text
         type example.com
         key KEYCODE_ENTER
         see Example Domain
         see https://example.com
         tap More about example domains
         see https://iana.org/domains/example
         key KEYCODE_BACK
         see Example Domain
         reload
         $ am start -a android.intent.action.VIEW -d 'https://news.example.test/a?b=c'
         see https://news.example.test/a?b=c
         see This site can’t be reached
         see ERR_NAME_NOT_RESOLVED
         $ svc wifi disable; svc data disable
         see No internet
         $ svc wifi enable
         $ am start -a android.intent.action.WEB_SEARCH --es query 'weather in rome'
         see https://www.google.com/search?q=weather+in+rome
         see weather in rome
         $ am start -a android.intent.action.VIEW -d https://wa.me/15550101
         front com.whatsapp/.Conversation",
    );
}
