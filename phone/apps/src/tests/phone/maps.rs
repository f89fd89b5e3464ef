//! Maps: places, directions, navigation.

use super::{check, check_on, profile};
use state::profile::Profile;

#[test]
fn a_place_is_searched_and_driven_to() {
    check(
        "$ monkey -p com.google.android.apps.maps 1
         front com.google.android.apps.maps/com.google.android.maps.MapsActivity
         tap search_omnibox_edit_text
         type Central Station
         key KEYCODE_ENTER
         see Central Station
         tap Directions
         see Your location
         see Central Station
         tap Walking
         tap Start
         see toward Central Station
         reload
         tap Close navigation
         see Your location
         $ am start -a android.intent.action.VIEW -d 'geo:0,0?q=Cafe+Rosa'
         see Cafe Rosa
         $ am start -a android.intent.action.VIEW -d 'google.navigation:q=12+Main+Street'
         see toward 12 Main Street
         $ am start -a android.intent.action.VIEW -d 'https://www.google.com/maps/dir/?api=1&destination=Airport'
         front com.google.android.apps.maps/com.google.android.maps.MapsActivity
         see Airport
         $ am start -a android.intent.action.VIEW -d 'https://www.google.com/search?q=x'
         front com.android.chrome/com.google.android.apps.chrome.Main",
    );
}

#[test]
fn the_way_begins_where_one_is() {
    let asked = Profile { ungranted: vec!["com.google.android.apps.maps".to_owned()], ..profile() };
    check_on(
        asked,
        "$ am start -a android.intent.action.VIEW -d 'geo:0,0?q=Harbour'
         see Harbour
         tap Directions
         see Allow Maps to access this device’s location?
         tap While using the app
         see Your location",
    );
}

#[test]
fn places_of_the_town_are_found_kept_and_called() {
    check(
        "$ monkey -p com.google.android.apps.maps 1
         tap Coffee
         see Third Cup
         tap Cafe Rosa
         see 12 Main Street
         tap save_button
         toast Saved to your places
         see Saved
         tap Call
         front com.google.android.dialer/.extensions.GoogleDialtactsActivity
         $ monkey -p com.google.android.apps.maps 1
         see Cafe Rosa
         key KEYCODE_BACK
         see Third Cup
         key KEYCODE_BACK
         tap search_omnibox_edit_text
         type restaurants
         key KEYCODE_ENTER
         see Trattoria Luna
         see restaurants
         key KEYCODE_BACK
         tap Saved places
         tap Remove Cafe Rosa
         see Places you save appear here",
    );
}
