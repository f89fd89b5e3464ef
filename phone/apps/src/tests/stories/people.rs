//! Contacts and calls.

use super::check;

#[test]
fn a_contact_is_made_found_changed_and_deleted() {
    let world = check(
        "launch com.google.android.contacts
         see É
         tap Create contact
         on com.google.android.contacts/com.google.android.apps.contacts.editor.ContactEditorActivity
         type First name = Grace
         type last_name = Hopper
         type phone = 555 867 5309
         type email = grace@example.com
         tap Save
         toast Contact saved
         see Grace Hopper
         tap Add to favorites
         tap Edit contact
         type last_name = Murray
         tap Save
         see Grace Murray
         see Remove from favorites
         back
         tap Search contacts
         type open_search_view_edit_text = 8675
         tap Grace Murray
         tap Text
         on com.google.android.apps.messaging/.conversation.screen.ConversationActivity
         see Grace Murray
         back
         tap More options
         tap Delete
         see Delete contact?
         tap Delete
         see No contacts found",
    );
    assert_eq!(world.shared.contacts.len(), 3);
}

#[test]
fn another_app_gives_what_is_known_of_a_new_contact() {
    let world = check(
        "intent android.intent.action.INSERT - name=Ada_Lovelace phone=5551815
         see Create contact
         see Ada
         see 5551815
         tap Save",
    );
    assert_eq!(world.shared.contacts[3].name, "Ada Lovelace");
    check(
        "launch com.google.android.contacts
         tap Create contact
         tap Save
         toast Nothing to save. Contact discarded.
         see Search contacts",
    );
}

#[test]
fn a_call_is_made_answered_and_ended() {
    check(
        "tap Phone
         on com.google.android.dialer/.extensions.GoogleDialtactsActivity
         see Your call log is empty
         tap key pad
         tap five
         tap 5,JKL
         tap 5,JKL
         tap 1
         see 5551
         tap backspace
         see 555
         type digits = 5550100002
         see Bob Brown
         tap dial
         on com.google.android.dialer/com.android.incallui.InCallActivity
         call 5550100002 dialing
         see Calling…
         see Bob Brown
         answered
         wait 65000
         see 01:05
         tap Mute
         tap End call
         call none
         calls 5550100002 65s
         back
         see Outgoing • 12:41 PM • 01:05",
    );
}

#[test]
fn calls_come_from_intents_and_from_outside() {
    check(
        "intent android.intent.action.DIAL tel:+15550100001
         see +15550100001
         call none
         intent android.intent.action.CALL tel:+15550100001
         call +15550100001 dialing
         tap End call
         ring 5550100002
         intent android.intent.action.ANSWER
         see Incoming call
         tap Answer
         call 5550100002 active
         wait 2000
         tap End call
         ring 5550100003
         intent android.intent.action.ANSWER
         tap Decline
         call none
         calls +15550100001 0s, 5550100002 2s, 5550100003 0s
         launch com.google.android.dialer
         see Declined • 12:41 PM",
    );
}

#[test]
fn nothing_is_called_in_aeroplane_mode() {
    check(
        "launch com.android.settings
         tap Network & internet
         tap Airplane mode
         launch com.google.android.dialer
         tap Contacts
         tap Alice Adams
         toast Turn off airplane mode to make a call.
         call none",
    );
}
