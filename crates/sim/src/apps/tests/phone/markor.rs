//! Markor: notes are files.

use super::check;

#[test]
fn a_note_is_written_and_deleted() {
    check(
        "$ monkey -p net.gsantner.markor 1
         front net.gsantner.markor/.activity.MainActivity
         see No notes here yet
         tap fab_add_new_item
         type shopping
         tap OK
         front net.gsantner.markor/.activity.DocumentActivity
         type milk, 2 eggs & a Brötchen
         reload
         key KEYCODE_BACK
         tap Save
         $ cat /sdcard/Documents/markor/shopping.md
         > milk, 2 eggs & a Brötchen
         tap document__fragment__edit__highlighting_editor
         type done
         key KEYCODE_BACK
         key KEYCODE_BACK
         $ cat /sdcard/Documents/markor/shopping.md
         > done
         see shopping.md
         $ printf pushed > /sdcard/Documents/markor/other.txt
         tap other.txt
         see pushed
         key KEYCODE_BACK
         hold other.txt
         see Delete other.txt?
         tap Delete
         $ ls /sdcard/Documents/markor
         > shopping.md
         ! other
         tap fab_add_new_item
         type trips
         key KEYCODE_BACK
         tap Folder
         tap trips
         tap fab_add_new_item
         type ../../evil
         tap OK
         $ find /sdcard/Documents
         > /sdcard/Documents/markor/trips/_.._evil",
    );
}

#[test]
fn another_app_shares_a_text() {
    check(
        "$ am start -a android.intent.action.CREATE_NOTE --es android.intent.extra.TITLE 'Ideas: 1/2' --es android.intent.extra.TEXT 'Paint the fence'
         see Paint the fence
         tap OK
         $ cat '/sdcard/Documents/markor/Ideas_ 1_2.md'
         > Paint the fence
         $ am start -a android.intent.action.SEND -t text/plain -p net.gsantner.markor --es android.intent.extra.TEXT 'From elsewhere'
         tap OK
         $ cat /sdcard/Documents/markor/note_20261114_100000.md
         > From elsewhere",
    );
}
