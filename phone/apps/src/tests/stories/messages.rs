//! Text messages and the messenger.

use super::check;

#[test]
fn a_text_goes_to_a_new_number() {
    check(
        "tap Messages
         on com.google.android.apps.messaging/.ui.ConversationListActivity
         tap Start chat
         type recipient_text_view = +1 555 777 8888
         tap Send to +1 555 777 8888
         type compose_message_text = On my way
         tap Send SMS
         sms +1 555 777 8888 = On my way
         see On my way
         back
         see You: On my way",
    );
}

#[test]
fn a_text_goes_to_a_contact_in_the_conversation_there_is() {
    let world = check(
        "launch com.google.android.apps.messaging
         see Alice Adams
         tap Start chat
         type recipient_text_view = ali
         tap Alice Adams
         see Lunch at noon?
         type compose_message_text = Running late; $(reboot) 'x' 日本語 👩‍👩‍👧
         tap Compose:Draft:Send
         sms +1 555-010-0001 = Running late; $(reboot) 'x' 日本語 👩‍👩‍👧
         back
         see 1 unread
         gone 2 unread",
    );
    assert_eq!(world.shared.contacts[0].times_contacted, 1);
    assert!(world.shared.messages.iter().filter(|message| message.address != "22000").all(|message| message.read));
}

#[test]
fn another_app_asks_for_a_text_to_be_written() {
    check(
        "intent android.intent.action.SENDTO smsto:+15550100002 sms_body=Happy_birthday!
         on com.google.android.apps.messaging/.conversation.screen.ConversationActivity
         see Bob Brown
         see Happy birthday!
         tap Send SMS
         sms +15550100002 = Happy birthday!
         intent android.intent.action.SENDTO sms:5559990000?body=a%20b
         see 5559990000
         see a b
         intent android.intent.action.SENDTO sms: sms_body=to_whom
         tap Bob Brown
         see to whom",
    );
}

#[test]
fn a_conversation_is_deleted() {
    let world = check(
        "launch com.google.android.apps.messaging
         tap 22000
         see Your code is 123456
         tap More options
         tap Delete
         tap Cancel
         see Your code is 123456
         tap More options
         tap Delete
         see Delete this conversation?
         tap Delete
         toast Conversation deleted
         gone 22000
         see Alice Adams
         hold Alice Adams
         tap Delete
         gone Alice Adams",
    );
    assert!(world.shared.messages.is_empty());
}

#[test]
fn a_message_is_sent_with_the_messenger() {
    check(
        "tap WhatsApp
         on com.whatsapp/.HomeActivity
         tap New chat
         tap Bob Brown
         on com.whatsapp/.Conversation
         gone Send
         type entry = Hello Bob
         tap Send
         see Hello Bob
         see Sent
         wait 3000
         see Delivered
         back
         see You: Hello Bob
         tap Updates
         see My status
         back
         see Weekend hike",
    );
}

#[test]
fn a_group_has_members_who_say_things() {
    check(
        "launch com.whatsapp
         see Weekend hike
         see 1 unread messages
         tap Weekend hike
         see Me! I can drive
         see Bob Brown
         type entry = Count me in
         tap send
         tap conversation_contact_name
         see 4 members
         back
         back
         gone 1 unread messages
         tap Search
         type search_input = drive
         tap Me! I can drive
         see Count me in",
    );
}

#[test]
fn links_lead_into_a_chat() {
    check(
        "intent android.intent.action.VIEW https://wa.me/15550100002?text=Hi%20there
         on com.whatsapp/.Conversation
         see Bob Brown
         see Hi there
         tap Send
         intent android.intent.action.VIEW whatsapp://send?phone=%2B15550109999&text=x
         see +15550109999
         intent android.intent.action.VIEW whatsapp://send?text=forwarded
         see Send to…
         tap Weekend hike
         see forwarded",
    );
}

#[test]
fn a_message_waits_while_the_phone_is_offline() {
    check(
        "launch com.android.settings
         tap Network & internet
         tap Airplane mode
         launch com.whatsapp
         tap Weekend hike
         type entry = anyone?
         tap Send
         wait 60000
         see Pending
         launch com.android.settings
         tap Network & internet
         tap Airplane mode
         launch com.whatsapp
         tap Weekend hike
         see Delivered
         gone Pending",
    );
}
