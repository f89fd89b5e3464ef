//! Clock: alarms, timers, the stopwatch, cities.

use super::check;

#[test]
fn an_alarm_is_set_by_hand() {
    check(
        "$ settings get system next_alarm_formatted
         > null
         $ monkey -p com.google.android.deskclock 1
         front com.google.android.deskclock/com.android.deskclock.DeskClock
         see No Alarms
         tap Add alarm
         tap material_hour_text_input
         type 7
         tap material_minute_text_input
         type 75
         key KEYCODE_BACK
         $ uiautomator dump /dev/tty
         > material_timepicker_ok_button\" class=\"android.widget.Button\" package=\"com.google.android.deskclock\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"true\" enabled=\"false\"
         tap material_minute_text_input
         type 30
         key KEYCODE_BACK
         tap OK
         toast Alarm set for 21 hours and 30 minutes from now.
         see 07:30
         see Tomorrow
         $ settings get system next_alarm_formatted
         > Sun 07:30
         $ dumpsys alarm
         > origWhen=2026-11-15 07:30:00
         > Next alarm clock information: 
         $ content query --uri content://com.android.deskclock/alarms --projection hour:minutes:enabled:daysofweek
         > Row: 0 hour=7, minutes=30, enabled=1, daysofweek=0
         tap day_button_0
         tap day_button_2
         see Mon, Wed
         $ settings get system next_alarm_formatted
         > Mon 07:30
         tap edit_label
         type Gym
         key KEYCODE_BACK
         reload
         tap onoff
         $ content query --uri content://com.android.deskclock/alarms
         > daysofweek=5, enabled=0, vibrate=1, label=Gym
         $ settings get system next_alarm_formatted
         ! Mon
         tap Delete
         see No Alarms",
    );
}

#[test]
fn another_app_sets_shows_and_dismisses_alarms() {
    check(
        "$ settings put system time_12_24 12
         $ am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 18 --ei android.intent.extra.alarm.MINUTES 5 --es android.intent.extra.alarm.MESSAGE 'Call Mom' --ez android.intent.extra.alarm.SKIP_UI true
         > Starting: Intent
         front com.google.android.apps.nexuslauncher/.NexusLauncherActivity
         toast Alarm set for 8 hours and 5 minutes from now.
         $ am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 6 --eia android.intent.extra.alarm.DAYS 1,7 --ez android.intent.extra.alarm.VIBRATE false
         front com.google.android.deskclock/com.android.deskclock.DeskClock
         see 6:05 PM
         see Call Mom
         see Sat, Sun
         $ settings get system next_alarm_formatted
         > Sat 6:05 PM
         $ am start -a android.intent.action.DISMISS_ALARM --es android.intent.extra.alarm.SEARCH_MODE android.label --es android.intent.extra.alarm.MESSAGE mom
         toast 6:05 PM alarm dismissed
         $ settings get system next_alarm_formatted
         > Sun 6:00 AM
         $ am start -a android.intent.action.DISMISS_ALARM --es android.intent.extra.alarm.SEARCH_MODE android.next
         $ settings get system next_alarm_formatted
         > Sat 6:00 AM
         $ am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 25
         toast Invalid time 25:00
         $ am start -a android.intent.action.SET_ALARM --es android.intent.extra.alarm.MESSAGE Later
         see Select time
         $ content update --uri content://com.android.deskclock/alarms --bind enabled:i:0 --where hour=6
         $ content insert --uri content://com.android.deskclock/alarms --bind hour:i:5 --bind minutes:i:1
         $ settings get system next_alarm_formatted
         > Sun 5:01 AM
         $ content delete --uri content://com.android.deskclock/alarms
         $ content query --uri content://com.android.deskclock/alarms
         > No result found.",
    );
}

#[test]
fn what_is_due_rings() {
    let story = check(
        "$ am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 90 --es android.intent.extra.alarm.MESSAGE Tea
         see Tea
         see 01:30
         $ dumpsys alarm
         > TIMER_EXPIRED
         wait 30500
         see 01:00
         tap Pause
         wait 60000
         see 01:00
         tap Add 1 minute
         see 02:00
         tap Start
         wait 119000
         $ dumpsys notification
         ! Tea
         wait 2000
         $ dumpsys notification --noredact
         > Tea
         tap Stop
         see 01:30
         tap Delete timer
         see 00h 00m 00s
         $ am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 11 --es android.intent.extra.alarm.MESSAGE Walk
         wait 3600000
         $ dumpsys notification --noredact
         > Walk
         see Not scheduled",
    );
    assert!(!story.phone.shared().alarm_clock.alarms[0].enabled);
}

#[test]
fn a_timer_is_typed_and_a_stopwatch_runs() {
    check(
        "$ am start -a android.intent.action.SHOW_TIMERS
         tap 5
         tap 0
         tap 3
         tap 00
         tap Delete
         see 00h 50m 30s
         see 0 hours, 50 minutes, 30 seconds
         tap Start
         see 50:30
         tap Stopwatch
         tap Start
         wait 61230
         see 01:01
         see 23
         see Lap
         tap Lap
         tap Pause
         wait 5000
         see 01:01
         see # 1
         see Start
         tap Reset
         see 00:00
         tap Clock
         tap Add city
         tap Berlin
         tap Cairo
         key KEYCODE_BACK
         see 11:01
         see 1:00 hours ahead
         key KEYCODE_BACK
         see No Alarms",
    );
}
