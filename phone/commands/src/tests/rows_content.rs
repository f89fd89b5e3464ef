//! `content`: rows, conditions, inserts and updates.

use super::{Row, check};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ("content query --uri content://com.android.contacts/contacts --projection _id:display_name", "Row: 0 _id=1, display_name=Sam Smith\nRow: 1 _id=2, display_name=Zoë O'Neil\n", "", 0, ""),
    ("content query --uri content://com.android.contacts/data/phones --projection display_name:data1", "Row: 0 display_name=Sam Smith, data1=+1 555-0100\nRow: 1 display_name=Zoë O'Neil, data1=5550101\n", "", 0, ""),
    ("content query --uri content://com.android.contacts/data --projection mimetype:data1 --where contact_id=1", "Row: 0 mimetype=vnd.android.cursor.item/name, data1=Sam Smith\nRow: 1 mimetype=vnd.android.cursor.item/phone_v2, data1=+1 555-0100\n", "", 0, ""),
    ("content query --uri content://com.android.contacts/contacts/2 --projection display_name", "Row: 0 display_name=Zoë O'Neil\n", "", 0, ""),
    ("content query --uri content://com.android.contacts/contacts/filter/zo --projection display_name", "Row: 0 display_name=Zoë O'Neil\n", "", 0, ""),
    ("content query --uri content://com.android.contacts/phone_lookup/15550100 --projection display_name", "Row: 0 display_name=Sam Smith\n", "", 0, ""),
    ("content query --uri content://sms", "Row: 0 _id=2, thread_id=1, address=+15550100, person=NULL, date=1715938200002, …body=On my way…\nRow: 1 _id=1, …body=Hi, there…\n", "", 0, ""),
    ("content query --uri content://sms/inbox --projection address:body:read", "Row: 0 address=+15550100, body=Hi, there, read=0\n", "", 0, ""),
    ("content query --uri content://sms/sent --projection body:type", "Row: 0 body=On my way, type=2\n", "", 0, ""),
    ("content query --uri content://sms --projection _id --sort 'date ASC LIMIT 1'", "Row: 0 _id=1\n", "", 0, ""),
    ("content query --uri content://sms --projection _id --where 'type=2 AND address LIKE \"%0100\"'", "Row: 0 _id=2\n", "", 0, ""),
    ("content query --uri content://sms --projection _id --where '(_id IN (1,7) OR body IS NULL) AND NOT read=1'", "Row: 0 _id=1\n", "", 0, ""),
    ("content query --uri content://sms --where _id=99", "No result found.\n", "", 0, ""),
    ("content query --uri content://sms --where 'a b c'", "", "Error while accessing provider:sms\nandroid.database.sqlite.SQLiteException: near \"b\": syntax error (code 1 SQLITE_ERROR)\n…", 0, ""),
    ("content query --uri content://sms --projection nope", "", "…java.lang.IllegalArgumentException: Invalid column nope\n…", 0, ""),
    ("content query --uri content://mms-sms/conversations", "Row: 0 thread_id=1, msg_count=2, snippet=On my way\n", "", 0, ""),
    ("content query --uri content://call_log/calls --projection number:name:type:duration", "Row: 0 number=5550101, name=Zoë O'Neil, type=3, duration=42\n", "", 0, ""),
    ("content query --uri content://settings/secure --projection name:value --where name=\"ui_night_mode\"", "Row: 0 name=ui_night_mode, value=1\n", "", 0, ""),
    ("content query --uri content://settings/system/font_scale --projection value", "Row: 0 value=1.0\n", "", 0, ""),
    ("content query --uri content://media/external/images/media", "No result found.\n", "", 0, ""),
    ("content gettype --uri content://contacts/people/", "Result: vnd.android.cursor.dir/person\n", "", 0, ""),
    ("content gettype --uri 'content://com.android.contacts/contacts/lookup/0r1-3A?x=1'", "Result: vnd.android.cursor.item/contact\n", "", 0, ""),
    ("content gettype --uri content://com.android.contacts/contacts/2/nonsense", "Result: null\n", "", 0, ""),
    ("content gettype --uri content://media/external/images/media", "Result: vnd.android.cursor.dir/image\n", "", 0, ""),
    ("content gettype --uri content://sms/12", "Result: vnd.android.cursor.item/sms\n", "", 0, ""),
    ("content query --uri content://com.mobilerun.portal/state_full", "", "[ERROR] Could not find provider: com.mobilerun.portal\n…", 0, ""),
    ("content insert --uri content://com.mobilerun.portal/toggle_socket_server --bind enabled:b:true", "", "[ERROR] Could not find provider: com.mobilerun.portal\n…", 0, ""),
    ("content query --uri content://sms --where 'colour=1'", "", "Error while accessing provider:sms\nandroid.database.sqlite.SQLiteException: no such column: colour (code 1 SQLITE_ERROR): , while compiling: SELECT * FROM sms\n…", 0, ""),
    ("content query --uri content://com.android.contacts/nonsense", "", "…Unknown URI: content://com.android.contacts/nonsense\n…", 0, ""),
    ("content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1 ;; settings get system user_rotation", "1\n", "", 0, ""),
    ("content insert --uri content://sms/inbox --bind address:s:+15550199 --bind body:s:'a: b' --bind date:l:5 ;; content query --uri content://sms/inbox --projection _id:body --where date=5", "Row: 0 _id=1001, body=a: b\n", "", 0, ""),
    ("content insert --uri content://com.android.contacts/raw_contacts --bind account_type:s: --bind account_name:s: ;; content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:1001 --bind mimetype:s:vnd.android.cursor.item/name --bind data1:s:Ada ;; content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:1001 --bind mimetype:s:vnd.android.cursor.item/phone_v2 --bind data1:s:5550177 ;; content query --uri content://com.android.contacts/data/phones --projection display_name:number --where contact_id=1001", "Row: 0 display_name=Ada, number=5550177\n", "", 0, ""),
    ("content update --uri content://sms --bind read:i:1 --where _id=1 ;; content query --uri content://sms/1 --projection read", "Row: 0 read=1\n", "", 0, ""),
    ("content delete --uri content://sms --where _id=1 ;; content query --uri content://sms --projection _id", "Row: 0 _id=2\n", "", 0, ""),
    ("content delete --uri content://com.android.contacts/raw_contacts ;; content query --uri content://com.android.contacts/contacts", "No result found.\n", "", 0, ""),
    ("content delete --uri content://settings/system --where name=\"font_scale\" ;; settings get system font_scale", "null\n", "", 0, ""),
    ("content delete --uri content://call_log/calls ;; content query --uri content://call_log/calls", "No result found.\n", "", 0, ""),
    ("content insert --uri content://com.android.blockednumber/blocked --bind original_number:s:+15550199 ;; content query --uri content://com.android.blockednumber/blocked --projection original_number:e164_number", "Row: 0 original_number=+15550199, e164_number=+15550199\n", "", 0, ""),
    ("content insert --uri content://com.android.blockednumber/blocked --bind original_number:s:5550199 ;; content delete --uri content://com.android.blockednumber/blocked/1001 ;; content query --uri content://com.android.blockednumber/blocked", "No result found.\n", "", 0, ""),
    ("content update --uri content://com.android.contacts/data/101 --bind data1:s:+15550177 ;; content query --uri content://com.android.contacts/data/phones --projection display_name:data1 --where contact_id=1", "Row: 0 display_name=Sam Smith, data1=+15550177\n", "", 0, ""),
    ("content query", "", "usage: adb shell content…[ERROR] Content provider URI not specified. Did you specify --uri argument?\n", 0, ""),
    ("content query --nope", "", "usage: …[ERROR] Unsupported argument: --nope\n", 0, ""),
    ("content insert --uri content://sms --bind broken", "", "…[ERROR] Binding not well formed: broken\n", 0, ""),
    ("content fly", "", "usage: …[ERROR] Unsupported operation: fly\n", 0, ""),
];

#[test]
fn rows() {
    check(ROWS);
}
