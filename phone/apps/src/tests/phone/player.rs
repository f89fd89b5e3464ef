//! The player: playback is the media session.

use super::check;

#[test]
fn a_song_is_asked_for_and_keys_move_it() {
    check(
        "$ dumpsys media_session
         > have 0 sessions
         $ am start -a android.media.action.MEDIA_PLAY_FROM_SEARCH --es query 'okoro jazz'
         front com.google.android.apps.youtube.music/.activities.MusicActivity
         see Blue Hour
         see Pause video
         $ dumpsys media_session
         > package=com.google.android.apps.youtube.music
         > state=PlaybackState {state=3, position=0
         > description=Blue Hour, Nina Okoro Trio, After Rain (Jazz)
         wait 65000
         see 01:05
         key KEYCODE_MEDIA_PLAY_PAUSE
         see Play video
         wait 60000
         $ dumpsys media_session
         > state=PlaybackState {state=2, position=65000
         reload
         key KEYCODE_MEDIA_NEXT
         see Stairwell
         key KEYCODE_MEDIA_PLAY
         wait 281000
         $ dumpsys media_session
         > state=2
         key KEYCODE_MEDIA_PREVIOUS
         see Blue Hour
         $ cmd media_session dispatch play
         $ dumpsys media_session
         > state=3
         $ am start -a android.media.action.MEDIA_PLAY_FROM_SEARCH --es query 'Bohemian Rhapsody'
         see Bohemian Rhapsody
         $ svc wifi disable; svc data disable
         $ am start -a android.media.action.MEDIA_PLAY_FROM_SEARCH --es query 'Something else'
         toast You're offline, and nothing here matches",
    );
}

#[test]
fn a_song_is_chosen_by_hand() {
    check(
        "$ monkey -p com.google.android.apps.youtube.music 1
         tap Search
         type kestrel
         key KEYCODE_BACK
         tap Weekend Static
         see 04:08
         key KEYCODE_BACK
         see Weekend Static
         tap Pause video
         $ dumpsys media_session
         > state=2",
    );
}
