[
    ("home", "user", &[]),
    ("home-androidworld", "androidworld", &["input swipe 540 1900 540 600 200"]),
    ("calendar-month", "androidworld", &["monkey -p com.simplemobiletools.calendar.pro 1"]),
    ("calendar-new", "androidworld", &["monkey -p com.simplemobiletools.calendar.pro 1", "tap New Event", "tap Event"]),
    ("broccoli", "androidworld", &["monkey -p com.flauschcode.broccoli 1"]),
]
