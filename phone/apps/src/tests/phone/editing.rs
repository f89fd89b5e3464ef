//! Text fields: select, cut, copy and paste, by touch and by keys.

use super::check;

#[test]
fn a_word_is_copied_and_the_rest_replaced() {
    check(
        "$ am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name 'Ada Lovelace' -e phone 5550100
         gone Copy
         hold first_name
         see Cut
         see Copy
         gone Paste
         gone Select all
         reload
         tap Copy
         gone Copy
         hold last_name
         see Paste
         tap Paste
         see Ada
         gone Lovelace
         gone Paste
         hold phone
         see Cut
         key KEYCODE_BACK
         gone Cut
         see 5550100
         $ input keyevent KEYCODE_MOVE_END KEYCODE_DEL
         see 555010
         $ input keycombination 113 29; input keycombination 113 52
         see Phone
         $ input keycombination 113 50; input keycombination 113 50
         see 555010555010
         $ input keycombination CTRL_LEFT A; input keyevent KEYCODE_COPY; input text 7
         see 5550105550107
         $ input keyevent KEYCODE_PASTE
         see 5550105550107555010555010",
    );
}

#[test]
fn two_taps_select_a_word_and_keys_between_them_do_not() {
    check(
        "$ am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name 'Ada Lovelace'
         tap first_name
         tap first_name
         see Copy
         tap Cut
         see First name
         tap last_name
         $ input text x
         tap last_name
         gone Copy
         wait 400
         tap last_name
         gone Copy
         tap last_name
         see Copy
         $ input text Byron
         see Byron
         gone Copy",
    );
}
