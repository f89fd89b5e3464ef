//! Apps that lack a permission they need.

use super::{Story, check, check_on, profile};
use state::profile::Profile;

const CONTACTS: &str = "com.google.android.contacts";

fn ungranted(package: &str) -> Profile {
    Profile { ungranted: vec![package.to_owned()], ..profile() }
}

#[test]
fn a_phone_as_it_comes_asks_for_nothing() {
    check(
        "$ monkey -p com.google.android.contacts 1
         front com.google.android.contacts/com.android.contacts.activities.PeopleActivity
         see Sam Carter
         $ dumpsys package com.google.android.contacts
         > android.permission.READ_CONTACTS: granted=true, flags=[ USER_SENSITIVE",
    );
}

#[test]
fn an_app_asks_when_it_first_needs_a_permission() {
    check_on(
        ungranted(CONTACTS),
        "$ dumpsys package com.google.android.contacts
         > android.permission.READ_CONTACTS: granted=false, flags=[ USER_SENSITIVE
         $ monkey -p com.google.android.contacts 1
         front com.google.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity
         see Allow Contacts to access your contacts?
         gone Sam Carter
         $ uiautomator dump /dev/tty
         > resource-id=\"com.android.permissioncontroller:id/permission_message\"
         > resource-id=\"com.android.permissioncontroller:id/permission_allow_button\"
         $ input tap 5 880
         see Allow Contacts to access your contacts?
         reload
         tap Allow
         front com.google.android.contacts/com.android.contacts.activities.PeopleActivity
         see Sam Carter
         $ dumpsys package com.google.android.contacts
         > android.permission.READ_CONTACTS: granted=true, flags=[ USER_SET|
         > android.permission.WRITE_CONTACTS: granted=true",
    );
}

#[test]
fn a_permission_that_is_denied_twice_is_decided_in_settings() {
    check_on(
        ungranted(CONTACTS),
        "$ monkey -p com.google.android.contacts 1
         tap permission_deny_button
         gone Sam Carter
         see Contacts needs your permission to access your contacts.
         tap Continue
         tap permission_deny_and_dont_ask_again_button
         $ dumpsys package com.google.android.contacts
         > android.permission.READ_CONTACTS: granted=false, flags=[ USER_FIXED|
         key KEYCODE_HOME
         $ monkey -p com.google.android.contacts 1
         gone Allow Contacts to access your contacts?
         tap Settings
         front com.android.settings/.applications.InstalledAppDetails
         tap Permissions
         tap Read contacts
         tap Allow
         $ monkey -p com.google.android.contacts 1
         see Sam Carter",
    );
}

#[test]
fn the_shell_grants_and_revokes() {
    let mut story = check(
        "$ monkey -p com.google.android.dialer 1
         $ pm revoke com.google.android.dialer android.permission.CALL_PHONE
         $ am start -a android.intent.action.CALL -d tel:+15550101
         see Allow Phone to make and manage phone calls?
         key KEYCODE_BACK
         see Phone needs your permission to make and manage phone calls.
         $ pm grant com.google.android.dialer android.permission.CALL_PHONE
         gone Phone needs your permission to make and manage phone calls.
         $ pm revoke com.google.android.contacts android.permission.NONSENSE
         > has not requested permission",
    );
    assert!(story.phone.set_permissions(CONTACTS, false) && !story.phone.set_permissions("org.example.none", false));
    for line in ["$ monkey -p com.google.android.contacts 1", "see Allow Contacts to access your contacts?"] {
        Story::line(&mut story, line);
    }
}
