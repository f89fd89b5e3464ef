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

#[test]
fn tabs_bookmarks_and_history_are_kept() {
    check(
        "$ am start -a android.intent.action.VIEW -d https://encyclopedia.example/coffee
         see Coffee
         tap More options
         tap Bookmark this page
         toast Bookmarked
         see 1 open tab, tap to switch tabs
         tap More options
         tap Bookmarks
         see https://encyclopedia.example/coffee
         tap Remove Coffee
         see Bookmarks appear here
         key KEYCODE_BACK
         tap tab_switcher_button
         see Coffee
         tap Close Coffee tab
         see New tab",
    );
}

#[test]
fn pages_go_back_and_forward() {
    check(
        "$ monkey -p com.android.chrome 1
         tap https://encyclopedia.example/
         tap Rome
         see https://encyclopedia.example/rome
         key KEYCODE_BACK
         see https://encyclopedia.example/
         tap More options
         tap Forward
         see https://encyclopedia.example/rome
         tap More options
         tap New tab
         see Search or type web address
         tap tab_switcher_button
         tap Rome
         see https://encyclopedia.example/rome
         $ am force-stop com.android.chrome
         $ monkey -p com.android.chrome 1
         see https://encyclopedia.example/rome
         tap More options
         tap History
         see The small encyclopedia
         tap Clear browsing data…
         tap Clear data
         see Pages you have visited appear here",
    );
}

#[test]
fn something_is_found_bought_and_recorded_once() {
    let story = check(
        "$ am start -a android.intent.action.WEB_SEARCH --es query 'stoneware mug'
         see stoneware mug
         tap Stoneware mug – Corner Shop
         tap count
         tap 3
         tap Add to cart
         see 3 × $12.50
         see Total $37.50
         tap Go to checkout
         tap name
         type Ann Lee
         key KEYCODE_BACK
         tap address
         type 1 Main Street
         key KEYCODE_BACK
         tap email
         type ann@example.com
         key KEYCODE_BACK
         reload
         tap gift
         tap Place order
         see Thank you, Ann Lee!
         see Order 1001 was placed.
         tap Refresh
         see Order 1001 was placed.
         tap Orders
         see $42.40",
    );
    let state = story.phone.whole_state();
    let orders = &state["apps"]["com.android.chrome"]["web"]["shop"]["orders"];
    assert_eq!(orders.as_array().map(Vec::len), Some(1), "{orders}");
}

#[test]
fn forms_are_filled_in_and_sent() {
    check(
        "$ am start -a android.intent.action.VIEW -d https://forms.example/
         tap name
         type Bo
         key KEYCODE_BACK
         $ input swipe 200 700 200 200 400
         wait 2000
         tap By bicycle
         tap By train
         tap The food
         $ input swipe 200 700 200 200 400
         wait 2000
         tap again
         tap Maybe
         tap Send
         see Thank you!
         see train
         see maybe
         gone bike
         $ am start -a android.intent.action.VIEW -d https://accounts.example/
         tap email
         type sam@example.com
         tap password
         type orange-kettle
         key KEYCODE_ENTER
         see Welcome, Sam",
    );
}

#[test]
fn files_are_downloaded_and_local_pages_opened() {
    check(
        "$ am start -a android.intent.action.VIEW -d https://files.example/
         tap rain.txt
         toast Downloaded rain.txt
         tap rain.txt
         toast Downloaded rain (1).txt
         $ cat '/sdcard/Download/rain (1).txt'
         > It rained on the roof
         tap More options
         tap Downloads
         tap rain.txt
         see file:///storage/emulated/0/Download/rain.txt
         $ echo '<title>Mine</title><h1>Hello &amp; welcome</h1><a href=other.html>Next</a>' > /sdcard/Download/a.html
         $ am start -a android.intent.action.VIEW -d file:///storage/emulated/0/Download/a.html -t text/html
         tap Chrome
         tap Just once
         front com.android.chrome/com.google.android.apps.chrome.Main
         see Hello & welcome
         $ rm /sdcard/Download/a.html
         see Hello & welcome
         tap Next
         see ERR_FILE_NOT_FOUND
         $ am start -n com.android.chrome/com.google.android.apps.chrome.Main -d file:///data/data/com.whatsapp/x
         see ERR_ACCESS_DENIED",
    );
}

#[test]
fn a_phone_whose_chrome_was_cleared_asks_first() {
    check(
        "$ pm clear com.android.chrome
         $ am start -a android.intent.action.VIEW -d https://example.com
         see Welcome to Chrome
         reload
         tap Accept & continue
         tap No thanks
         see Chrome notifications make things easier
         tap No thanks
         see Example Domain
         $ pm clear com.android.chrome; pm grant com.android.chrome android.permission.POST_NOTIFICATIONS
         $ monkey -p com.android.chrome 1
         tap Accept & continue
         tap No thanks
         see Search or type web address",
    );
}

#[test]
fn known_pages_do_what_their_scripts_do() {
    check(
        "$ echo '<title>Memory Task</title><script>const rng = new SeededRNG(0);</script>' > /sdcard/Download/task.html
         $ am start -n com.android.chrome/com.google.android.apps.chrome.Main -d file:///storage/emulated/0/Download/task.html
         see 3
         tap Click Me
         tap Click Me
         tap Click Me
         tap Click Me
         gone Success!
         tap Click Me
         see Enter the product
         reload
         tap Submit
         gone Success!",
    );
}
