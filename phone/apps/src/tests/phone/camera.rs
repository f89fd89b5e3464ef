//! Camera: photos are files that the media provider lists.

use super::{check, check_on, profile};
use commands::System;
use state::profile::Profile;
use state::shared::{CameraScene, SceneKind};

#[test]
fn a_photo_is_a_file_and_listed() {
    let mut story = check(
        "$ content query --uri content://media/external/images/media
         > No result found.
         $ am start -a android.media.action.STILL_IMAGE_CAMERA
         front com.android.camera2/com.android.camera.CameraLauncher
         see Viewfinder
         tap shutter_button
         see IMG_20261114_100000.jpg
         tap shutter_button
         $ ls /sdcard/DCIM/Camera
         > IMG_20261114_100000.jpg
         > IMG_20261114_100000_1.jpg
         $ content query --uri content://media/external/images/media --projection _display_name:mime_type:width:height:relative_path
         > Row: 0 _display_name=IMG_20261114_100000.jpg, mime_type=image/jpeg, width=720, height=960, relative_path=DCIM/Camera/
         $ rm /sdcard/DCIM/Camera/IMG_20261114_100000.jpg
         $ content delete --uri content://media/external/images/media
         $ ls /sdcard/DCIM/Camera
         ! IMG",
    );
    // The scene in front of the camera is in the picture but not in the accessibility tree.
    let scene = CameraScene { kind: SceneKind::Sign, lines: vec!["ROOM 237".to_owned()] };
    let before = story.phone.screen_png();
    story.phone.set_scene(scene);
    assert_ne!(story.phone.screen_png(), before);
    assert!(!story.said().iter().any(|said| said.contains("237")));
}

#[test]
fn another_app_gets_a_photo() {
    check(
        "$ am start -a android.media.action.IMAGE_CAPTURE --eu output file:///sdcard/Pictures/passport.png
         front com.android.camera2/com.android.camera.CaptureActivity
         tap Shutter
         see Photo
         tap Retake
         tap Shutter
         $ ls /sdcard/Pictures
         ! passport
         tap Done
         front com.google.android.apps.nexuslauncher/.NexusLauncherActivity
         $ ls /sdcard/Pictures
         > passport.png
         $ am start -a android.media.action.IMAGE_CAPTURE --eu output file:///data/system/x.png
         tap Shutter
         tap Done
         $ ls /sdcard/DCIM/Camera
         > IMG_20261114_100000.jpg",
    );
}

#[test]
fn the_camera_asks_before_it_sees() {
    let asked = Profile { ungranted: vec!["com.android.camera2".to_owned()], ..profile() };
    check_on(
        asked,
        "key KEYCODE_CAMERA
         see Allow Camera to take pictures and record video?
         gone Viewfinder
         $ uiautomator dump /dev/tty
         > id/permission_allow_foreground_only_button
         > id/permission_allow_one_time_button
         > id/permission_deny_button
         tap Only this time
         see Viewfinder
         $ dumpsys package com.android.camera2
         > android.permission.CAMERA: granted=true, flags=[ USER_SET|ONE_TIME|
         $ am force-stop com.android.camera2
         $ dumpsys package com.android.camera2
         > android.permission.CAMERA: granted=false
         $ monkey -p com.android.camera2 1
         tap While using the app
         tap shutter_button
         $ ls /sdcard/DCIM/Camera
         > IMG_2026",
    );
}
