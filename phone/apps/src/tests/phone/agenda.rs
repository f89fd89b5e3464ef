//! Calendar: events made by hand, by intent and through the provider are the same events.

use super::check;

#[test]
fn an_event_is_made_changed_and_deleted_by_hand() {
    check(
        "$ monkey -p com.google.android.calendar 1
         front com.google.android.calendar/com.android.calendar.AllInOneActivity
         see November 2026
         see Nothing planned
         tap Create new event
         see 11:00
         tap title
         type Dentist
         tap start_date
         type 2026-11-16
         tap start_time
         type 2:30 PM
         tap end_time
         type 15:15
         key KEYCODE_BACK
         reload
         tap Save
         toast Event saved
         see Monday, November 16
         see Dentist
         see 14:30 – 15:15
         $ content query --uri content://com.android.calendar/events --projection title:dtstart:dtend:allDay:deleted
         > Row: 0 title=Dentist, dtstart=1794839400000, dtend=1794842100000, allDay=0, deleted=0
         tap Dentist
         tap Edit
         tap All-day
         tap end_date
         type 2026-11-15
         key KEYCODE_BACK
         tap end_date
         type 2026-11-17
         key KEYCODE_BACK
         tap Save
         see Monday, November 16 · All day
         tap Delete event
         see Delete this event?
         tap Delete
         see Nothing planned
         $ content query --uri content://com.android.calendar/events
         > No result found.",
    );
}

#[test]
fn another_app_gives_an_event_and_a_day() {
    check(
        "$ am start -a android.intent.action.INSERT -t vnd.android.cursor.item/event --es title 'Team lunch' --el beginTime 1794740400000 --el endTime 1794744000000 --es eventLocation 'Cafe Rosa'
         front com.google.android.calendar/com.android.calendar.event.EditEventActivity
         see Team lunch
         see 2026-11-15
         see Cafe Rosa
         $ content query --uri content://com.android.calendar/events
         > No result found.
         tap Save
         $ content query --uri content://com.android.calendar/events --projection _id:title:eventLocation:dtstart --where \"title='Team lunch'\"
         > eventLocation=Cafe Rosa, dtstart=1794740400000
         $ am start -a android.intent.action.VIEW -d content://com.android.calendar/time/1794740400000
         see Team lunch
         see 11:00 – 12:00, Cafe Rosa
         $ am start -a android.intent.action.VIEW -d content://com.android.calendar/time/1796740400000
         see December 2026
         gone Team lunch
         $ am start -a android.intent.action.VIEW -d content://com.android.calendar/events/1001
         see Sunday, November 15 · 11:00 – 12:00
         $ content insert --uri content://com.android.calendar/events --bind calendar_id:i:1 --bind title:s:Run --bind dtstart:l:1794700000000
         $ content update --uri content://com.android.calendar/events --bind title:s:Jog --where \"title='Run'\"
         $ content query --uri content://com.android.calendar/instances/when/1794600000000/1794720000000 --projection title:begin
         > Row: 0 title=Jog, begin=1794700000000
         ! lunch
         $ content query --uri content://com.android.calendar/calendars --projection _id
         > Row: 0 _id=1",
    );
}
