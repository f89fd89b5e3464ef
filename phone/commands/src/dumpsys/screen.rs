//! `dumpsys display`, `input`, `input_method`, `SurfaceFlinger`: the panel and the keyboard.

use super::super::arguments::hash;
use super::super::{Io, System, defaults, ime};

/// `dumpsys display`
pub(super) fn display(io: &mut Io, system: &dyn System) {
    let display = system.display();
    let (wide, high) = display.current_size();
    let ((width, height), density) = (display.size, display.density);
    let state = if system.is_awake() { "ON" } else { "OFF" };
    let turned = display.rotation;
    let brightness = system.shared().settings.system_number("screen_brightness", 128).clamp(0, 255);
    let share = format!("{:.3}", f64::from(u8::try_from(brightness).unwrap_or(128)) / 255.0);
    let id = defaults::DISPLAY_ID;
    io.out("DISPLAY MANAGER (dumpsys display)");
    io.out("  mOnlyCode=false\n  mSafeMode=false\n  mPendingTraversal=false");
    io.out(format!(
        "  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:{id}', \
         physicalPort=0, orientation={turned}, logicalFrame=Rect(0, 0 - {wide}, {high}), \
         physicalFrame=Rect(0, 0 - {wide}, {high}), deviceWidth={wide}, deviceHeight={high}}}]"
    ));
    io.out(
        "  mDefaultDisplayDefaultColorMode=0\n  mStableDisplaySize=Point(1080, 2400)\n"
            .replace("1080, 2400", &format!("{width}, {height}")),
    );
    io.out("Display Devices: size=1");
    io.out(format!(
        "  DisplayDeviceInfo{{\"Built-in Screen\": uniqueId=\"local:{id}\", {width} x {height}, modeId 1, defaultModeId 1, \
         supportedModes [{{id=1, width={width}, height={height}, fps=60.0, alternativeRefreshRates=[]}}], density {density}, \
         {density}.0 x {density}.0 dpi, appVsyncOff 2000000, presDeadline 11666666, touch INTERNAL, rotation 0, \
         type INTERNAL, state {state}, FLAG_ALLOWED_TO_BE_DEFAULT_DISPLAY, FLAG_ROTATES_WITH_CONTENT, FLAG_SECURE}}"
    ));
    io.out(format!(
        "    mAdapter=LocalDisplayAdapter\n    mUniqueId=local:{id}\n    mDisplayToken=android.os.BinderProxy@{:x}",
        hash(id)
    ));
    io.out(format!("    mCurrentLayerStack=0\n    mCurrentOrientation={turned}"));
    io.out(format!(
        "    mCurrentLayerStackRect=Rect(0, 0 - {wide}, {high})\n    mCurrentDisplayRect=Rect(0, 0 - {wide}, {high})"
    ));
    io.out("\nLogical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mLayerStack=0\n    mHasContent=true");
    io.out(format!(
        "    mOverrideDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, \
         real {wide} x {high}, largest app {high} x {high}, smallest app {wide} x {wide}, appVsyncOff 2000000, \
         rotation {turned}, state {state}, type INTERNAL, uniqueId \"local:{id}\", app {wide} x {high}, density {} \
         ({density}.0 x {density}.0) dpi, layerStack 0}}",
        display.current_density()
    ));
    io.out(format!("\nDisplay Power Controller:\n  mDisplayId=0\n  mScreenState={state}\n  mScreenBrightness={share}\n  mPolicy=BRIGHT"));
    io.out(format!(
        "\nPhotonicModulator State:\n  mPendingState={state}\n  mActualState={state}\n  mScreenBrightness={share}"
    ));
}

/// `dumpsys input`
pub(super) fn input(io: &mut Io, system: &dyn System) {
    let display = system.display();
    let (wide, high) = display.current_size();
    let (width, height) = display.upright_size();
    let turned = display.rotation;
    let viewport = format!(
        "displayId=0, uniqueId=local:{}, port=0, orientation={turned}, logicalFrame=[0, 0, {wide}, {high}], \
         physicalFrame=[0, 0, {wide}, {high}], deviceSize=[{wide}, {high}], isActive=[1]",
        defaults::DISPLAY_ID
    );
    io.out("INPUT MANAGER (dumpsys input)\n\nInput Manager State:\n  Interactive: true\n  System UI Lights Out: false");
    io.out("  Pointer Speed: 0\n  Show Touches: false\n\nEvent Hub State:\n  BuiltInKeyboardId: -2\n  Devices:");
    io.out("    -1: Virtual\n      Classes: KEYBOARD | ALPHAKEY | DPAD | VIRTUAL\n      Path: <virtual>\n      Enabled: true");
    io.out("    2: touchscreen\n      Classes: TOUCH | TOUCH_MT\n      Path: /dev/input/event2\n      Enabled: true");
    io.out("    3: gpio_keys\n      Classes: KEYBOARD\n      Path: /dev/input/event3\n      Enabled: true\n");
    io.out(
        "Input Reader State (Nums of device: 3):\n  Device 2: touchscreen\n    Generation: 5\n    IsExternal: false",
    );
    io.out("    Sources: KEYBOARD | TOUCHSCREEN\n    Motion Ranges:");
    io.out(format!(
        "      X: source=TOUCHSCREEN, min=0.000, max={}.000, flat=0.000, fuzz=0.000, resolution=0.000",
        width.saturating_sub(1)
    ));
    io.out(format!(
        "      Y: source=TOUCHSCREEN, min=0.000, max={}.000, flat=0.000, fuzz=0.000, resolution=0.000",
        height.saturating_sub(1)
    ));
    io.out(format!("    Touch Input Mapper (mode - DIRECT):\n      Viewport INTERNAL: {viewport}"));
    io.out(format!("      RawSurfaceWidth: {width}px\n      RawSurfaceHeight: {height}px\n      SurfaceLeft: 0\n      SurfaceTop: 0"));
    io.out(format!("      SurfaceRight: {width}\n      SurfaceBottom: {height}\n      SurfaceOrientation: {turned}"));
    io.out(format!("  Configuration:\n    ExcludedDeviceNames: []\n    Viewport INTERNAL: {viewport}\n"));
    io.out("Input Dispatcher State:\n  DispatchEnabled: true\n  DispatchFrozen: false\n  FocusedDisplayId: 0");
    if let Some(front) = system.front() {
        io.out(format!(
            "  FocusedApplications:\n    displayId=0, name='{}', dispatchingTimeout=5000ms",
            super::window::record(&front)
        ));
        io.out(format!(
            "  FocusedWindows:\n    displayId=0, name='{:x} {}'",
            hash(&front.component.long()),
            front.component.long()
        ));
    } else {
        io.out("  FocusedApplications: <none>\n  FocusedWindows: <none>");
    }
}

/// `dumpsys SurfaceFlinger …`
pub(super) fn surface_flinger(args: &[String], io: &mut Io, system: &dyn System) {
    let id = defaults::DISPLAY_ID;
    match args.first().map(String::as_str) {
        Some("--display-id") => {
            io.out(format!("Display {id} (HWC display 0): port=0 pnpId=GGL displayName=\"Built-in Screen\""));
        }
        Some("--list") => system
            .windows()
            .iter()
            .for_each(|window| io.out(format!("{}#{}", window.title, hash(&window.title) % 1000))),
        Some("--latency") => io.out("16666666"),
        Some(_) => {}
        None => {
            let (width, height) = system.display().current_size();
            io.out("Build configuration: [sf PRESENT_TIME_OFFSET=0 NUM_FRAMEBUFFER_SURFACE_BUFFERS=3]");
            io.out(format!(
                "Displays (1 entries)\nDisplay {id} (active) HWC display 0\n  {width}x{height}, orientation=ROTATION_0"
            ));
            io.out("GLES: ARM, Mali-G715, OpenGL ES 3.2 v1.r44p1-01eac0.b7f7c0cb09bd5f3ce9d1d5cd2c5a5d58");
        }
    }
}

/// `dumpsys input_method`
pub(super) fn input_method(io: &mut Io, system: &dyn System) {
    let shown = system.keyboard_shown();
    let selected = system.shared().settings.secure.get("default_input_method").cloned().unwrap_or_default();
    let enabled = ime::enabled(system);
    let client = system.front().map(|front| front.component);
    io.out("Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=1");
    for id in system.input_methods() {
        io.out(format!(
            "  InputMethod #{id}:\n    mId={id} mSettingsActivityName=null mIsVrOnly=false enabled={}",
            enabled.contains(&id)
        ));
    }
    if let Some(client) = &client {
        let (owner, pid) =
            (system.shared().packages.uid_of(&client.package), system.pid(&client.package).unwrap_or_default());
        io.out(format!("  Client ClientState{{1f2e3d mUid={owner} mPid={pid}}}:"));
    }
    io.out(format!("  mCurMethodId={selected}"));
    io.out(format!(
        "  mCurSeq=12 mCurFocusedWindow={}",
        client
            .as_ref()
            .map_or("null".to_owned(), |component| format!("android.os.BinderProxy@{:x}", hash(&component.long())))
    ));
    io.out(format!("  mCurId={selected} mHaveConnection=true mBoundToMethod=true mVisibleBound={shown}"));
    io.out(format!("  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}"));
    io.out(format!("  mSystemReady=true mInteractive={}\n  mSettingsObserver=null", system.is_awake()));
    if let Some(component) = client {
        io.out(format!("  mCurFocusedWindowClient=ClientState{{1f2e3d}} packageName={}", component.package));
    }
    io.out(format!("\nInput method service state for {selected}:\n  mWindowCreated=true mDecorViewVisible={shown} mDecorViewWasVisible={shown} mWindowVisible={shown} mInShowWindow=false"));
    io.out(format!("  mShowInputRequested={shown} mLastShowInputRequested={shown} mShowInputFlags=0x0\n  mIsFullscreen=false mIsInputViewShown={shown} mFullscreenApplied=true"));
    if let Some(takes) = system.input_type() {
        io.out(format!("  mInputEditorInfo:\n    inputType=0x{takes:x} imeOptions=0x2000000 privateImeOptions=null"));
    }
}
