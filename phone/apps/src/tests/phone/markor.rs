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
         $ cat /sdcard/Documents/Markor/shopping.md
         > milk, 2 eggs & a Brötchen
         tap document__fragment__edit__highlighting_editor
         type done
         key KEYCODE_BACK
         key KEYCODE_BACK
         $ cat /sdcard/Documents/Markor/shopping.md
         > done
         see shopping.md
         $ printf pushed > /sdcard/Documents/Markor/other.txt
         tap other.txt
         see pushed
         key KEYCODE_BACK
         hold other.txt
         see Rename
         tap Delete
         see Confirm delete
         see other.txt
         tap OK
         $ ls /sdcard/Documents/Markor
         > shopping.md
         ! other
         tap fab_add_new_item
         type trips
         tap FOLDER
         tap trips
         tap fab_add_new_item
         type ../../evil
         tap OK
         $ find /sdcard/Documents
         > /sdcard/Documents/Markor/trips/_.._evil.md",
    );
}

#[test]
fn another_app_shares_a_text() {
    check(
        "$ am start -a android.intent.action.CREATE_NOTE --es android.intent.extra.TITLE 'Ideas: 1/2' --es android.intent.extra.TEXT 'Paint the fence'
         see Paint the fence
         tap OK
         $ cat '/sdcard/Documents/Markor/Ideas_ 1_2.md'
         > Paint the fence
         $ am start -a android.intent.action.SEND -t text/plain -p net.gsantner.markor --es android.intent.extra.TEXT 'From elsewhere'
         tap OK
         $ cat /sdcard/Documents/Markor/note_20261114_100000.md
         > From elsewhere",
    );
}

#[test]
fn notes_are_selected_renamed_moved_and_copied() {
    check(
        "$ cd /sdcard/Documents/Markor && mkdir a b && echo one > a/one.md && echo two > a/two.md && touch .hidden
         $ monkey -p net.gsantner.markor 1
         tap a
         hold one.md
         see 1
         tap two.md
         see 2
         gone Rename
         key KEYCODE_BACK
         see ..
         hold one.md
         tap Rename
         type first note.md
         tap OK
         see first note.md
         hold first note.md
         tap More options
         tap Move
         tap b
         tap Select folder
         $ find /sdcard/Documents/Markor -name 'first*'
         > /sdcard/Documents/Markor/b/first note.md
         hold two.md
         reload
         tap More options
         tap Copy
         see Select folder
         reload
         tap CANCEL
         key KEYCODE_BACK
         tap ..
         hold a
         tap More options
         tap Copy
         tap b
         tap Select folder
         $ find /sdcard/Documents/Markor/b
         > /sdcard/Documents/Markor/b/a/two.md
         hold b
         tap More options
         tap Move
         tap b
         tap Select folder
         toast b cannot be put into itself
         hold a
         tap More options
         tap Select all
         see 2
         tap Delete
         tap OK
         see No notes here yet
         $ ls -A /sdcard/Documents/Markor
         > .hidden
         tap More options
         tap Sort by
         tap Show hidden files
         tap OK
         see .hidden",
    );
}

#[test]
fn a_note_is_read_shared_and_deleted_from_its_screen() {
    check(
        "$ echo '# Title' > /sdcard/Documents/Markor/n.md
         $ monkey -p net.gsantner.markor 1
         tap n.md
         tap View mode
         see Title
         tap Edit mode
         tap Share
         see Sharing text
         reload
         tap WhatsApp
         front com.whatsapp/.contact.picker.ContactPicker
         key KEYCODE_BACK
         tap More options
         tap Delete
         tap OK
         see No notes here yet
         tap To-Do
         tap document__fragment__edit__highlighting_editor
         type call Sam
         tap Save
         $ cat /sdcard/Documents/Markor/todo.txt
         > call Sam
         key KEYCODE_BACK
         tap More
         tap Show hidden files
         tap tab_files
         see todo.txt",
    );
}
