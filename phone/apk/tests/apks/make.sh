#!/bin/sh
# Builds the APKs in this folder, which the tests install. They are committed, so that the tests need neither a JVM
# nor the 45 MB of Android's own resources.
#
#   apt-get install --no-install-recommends aapt apksigner zipalign android-framework-res openssl
#   phone/apk/tests/apks/make.sh
#
# It generates new keys, so every run changes all files.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
framework=/usr/share/android-framework-res/framework-res.apk
cd "$work"

for key in first second; do
    openssl req -x509 -newkey rsa:2048 -nodes -days 10000 -subj "/CN=$key" -keyout $key.pem -out $key.crt 2>/dev/null
    openssl pkcs8 -topk8 -nocrypt -outform DER -in $key.pem -out $key.pk8
done
openssl ecparam -name prime256v1 -genkey -noout -out curve.pem
openssl req -x509 -new -key curve.pem -days 10000 -subj "/CN=curve" -out curve.crt
openssl pkcs8 -topk8 -nocrypt -outform DER -in curve.pem -out curve.pk8

# A square of one colour: png SIDE RED GREEN BLUE > FILE
png() {
    python3 -c '
import struct, sys, zlib
side, *rgb = map(int, sys.argv[1:])
def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
rows = (b"\0" + bytes(rgb + [255]) * side) * side
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))' "$@"
}

mkdir -p res/values res/values-de res/mipmap-mdpi res/mipmap-xxhdpi res/mipmap-anydpi-v26 res/drawable-nodpi
echo '<resources><string name="app_name">Hello</string><string name="title">@string/app_name</string>
<color name="sky">#2040c0</color><bool name="yes">true</bool></resources>' > res/values/values.xml
echo '<resources><string name="app_name">Hallo</string></resources>' > res/values-de/values.xml
png 48 200 0 0 > res/mipmap-mdpi/plain.png
png 144 0 160 0 > res/mipmap-xxhdpi/plain.png
png 108 240 240 0 > res/drawable-nodpi/front.png
cat > res/mipmap-anydpi-v26/adaptive.xml <<'XML'
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
<background android:drawable="@color/sky"/><foreground android:drawable="@drawable/front"/></adaptive-icon>
XML

components='<activity android:name=".Main" android:exported="true"><intent-filter>
<action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/>
</intent-filter></activity>
<activity android:name=".Open" android:exported="true"><intent-filter><action android:name="android.intent.action.VIEW"/>
<category android:name="android.intent.category.DEFAULT"/><data android:scheme="hello" android:host="world"/>
</intent-filter></activity>
<activity android:name="com.example.other.Private" android:exported="false"/>
<service android:name=".Work" android:exported="true"/>
<receiver android:name=".Heard" android:exported="true"><intent-filter><action android:name="com.example.HEAR"/>
</intent-filter></receiver>
<provider android:name=".Rows" android:authorities="com.example.hello.rows" android:exported="true"/>'
asks='<uses-permission android:name="android.permission.INTERNET"/>
<uses-permission android:name="android.permission.CAMERA"/>
<uses-permission android:name="android.permission.POST_NOTIFICATIONS"/>
<uses-permission android:name="android.permission.WRITE_SECURE_SETTINGS"/>
<uses-permission android:name="android.permission.SYSTEM_ALERT_WINDOW"/>
<uses-permission android:name="android.permission.READ_EXTERNAL_STORAGE" android:maxSdkVersion="28"/>'

# pack NAME KEY "ATTRIBUTES OF MANIFEST" MIN TARGET "BEFORE" "ATTRIBUTES OF APPLICATION" "INSIDE" [OPTION OF APKSIGNER…]
pack() {
    name=$1 key=$2 attributes=$3 min=$4 target=$5 before=$6 application=$7 inside=$8
    shift 8
    cat > AndroidManifest.xml <<XML
<manifest xmlns:android="http://schemas.android.com/apk/res/android" $attributes>
<uses-sdk android:minSdkVersion="$min" android:targetSdkVersion="$target"/>
$before
<application $application>$inside</application></manifest>
XML
    aapt package -f -M AndroidManifest.xml -I $framework ${resources:+-S res} -F "$name.unaligned" >/dev/null
    if [ "$name" = crooked ]; then mv "$name.unaligned" "$name.apk"; else zipalign -f 4 "$name.unaligned" "$name.apk"; fi
    if [ -n "$key" ]; then
        apksigner sign --key $key.pk8 --cert $key.crt --min-sdk-version 24 "$@" "$name.apk"
        rm -f "$name.apk.idsig"
    fi
    cp "$name.apk" "$here/$name.apk"
}

hello='package="com.example.hello" android:versionCode'
named='android:label="@string/title" android:icon="@mipmap/plain"'
resources=yes
pack hello first "$hello=\"7\" android:versionName=\"1.7\"" 24 34 "$asks" "$named android:debuggable=\"false\"" "$components"
pack hello-8 first "$hello=\"8\" android:versionName=\"1.8\"" 24 34 "$asks" "$named" "$components"
pack hello-debuggable first "$hello=\"6\" android:versionName=\"1.6\"" 24 34 "$asks" "$named android:debuggable=\"@bool/yes\"" "$components"
pack adaptive curve 'package="com.example.adaptive" android:versionCode="1" android:versionCodeMajor="2"' 24 34 '' \
    'android:label="Adaptive" android:icon="@mipmap/adaptive"' "$components" 
pack crooked first 'package="com.example.crooked" android:versionCode="1"' 24 34 '' 'android:label="@string/title"' ''
resources=
pack hello-stranger second "$hello=\"8\"" 24 34 "$asks" 'android:label="Hello"' "$components"
pack hello-split first "$hello=\"7\" split=\"config.de\"" 24 34 '' '' ''
pack hello-split-8 first "$hello=\"8\" split=\"config.de\"" 24 34 '' '' ''
pack hello-unsigned '' "$hello=\"8\"" 24 34 '' 'android:label="Hello"' ''
pack jar-signed first 'package="com.example.jar" android:versionCode="1"' 18 29 '' 'android:label="Jar"' '' \
    --v1-signing-enabled true --v2-signing-enabled false --v3-signing-enabled false --min-sdk-version 18
pack jar-signed-34 first 'package="com.example.jar" android:versionCode="1"' 18 34 '' 'android:label="Jar"' '' \
    --v1-signing-enabled true --v2-signing-enabled false --v3-signing-enabled false --min-sdk-version 18
pack from-future first 'package="com.example.future" android:versionCode="1"' 35 35 '' '' ''
pack from-past first 'package="com.example.past" android:versionCode="1"' 14 22 '' '' ''
pack for-tests first 'package="com.example.hello.test" android:versionCode="1"' 24 34 \
    '<instrumentation android:name="androidx.test.runner.AndroidJUnitRunner" android:targetPackage="com.example.hello"/>' \
    'android:testOnly="true"' ''
pack unsaid first 'package="com.example.unsaid" android:versionCode="1"' 24 34 '' '' \
    '<activity android:name=".Main"><intent-filter><action android:name="x"/></intent-filter></activity>'
pack needs-split first 'package="com.example.parts" android:versionCode="1" android:isSplitRequired="true"' 24 34 '' '' ''
# Stand-ins for the helper apps that clients install: their package names and the components that clients call, without
# their code.
pack keyboard first 'package="com.android.adbkeyboard" android:versionCode="1"' 24 33 '' 'android:label="ADB Keyboard"' \
    '<service android:name=".AdbIME" android:permission="android.permission.BIND_INPUT_METHOD" android:exported="true">
    <intent-filter><action android:name="android.view.InputMethod"/></intent-filter></service>'
pack clipper first 'package="ca.zgrs.clipper" android:versionCode="1"' 24 33 '' 'android:label="Clipper"' \
    '<activity android:name=".Main" android:exported="true"><intent-filter><action android:name="android.intent.action.MAIN"/>
    <category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity>
    <receiver android:name=".ClipboardReceiver" android:exported="true"><intent-filter><action android:name="clipper.get"/>
    <action android:name="clipper.set"/></intent-filter></receiver>'
pack portal first 'package="com.mobilerun.portal" android:versionCode="1" android:versionName="0.7.0"' 30 34 '' \
    'android:label="Mobilerun Portal"' \
    '<provider android:name=".service.PortalContentProvider" android:authorities="com.mobilerun.portal" android:exported="true"/>
    <service android:name=".input.MobilerunKeyboardIME" android:permission="android.permission.BIND_INPUT_METHOD" android:exported="true">
    <intent-filter><action android:name="android.view.InputMethod"/></intent-filter></service>
    <service android:name=".service.MobilerunAccessibilityService" android:exported="true"
    android:permission="android.permission.BIND_ACCESSIBILITY_SERVICE"/>'
pack settings first 'package="io.appium.settings" android:versionCode="58" android:versionName="5.12.0"' 24 33 "$asks" \
    'android:label="Appium Settings"' \
    '<activity android:name=".Settings" android:exported="true"><intent-filter><action android:name="android.intent.action.MAIN"/>
    <category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity>
    <receiver android:name=".receivers.ClipboardReceiver" android:exported="true"><intent-filter>
    <action android:name="io.appium.settings.clipboard.get"/></intent-filter></receiver>'
pack snapshot first 'package="com.callstack.agentdevice.snapshothelper" android:versionCode="1"' 24 34 \
    '<instrumentation android:name=".SnapshotInstrumentation"
    android:targetPackage="com.callstack.agentdevice.snapshothelper"/>' '' ''
pack appium first 'package="io.appium.uiautomator2.server" android:versionCode="233" android:versionName="10.6.6"' 26 34 \
    '' '' ''
pack appium-test first 'package="io.appium.uiautomator2.server.test" android:versionCode="1"' 26 34 \
    '<instrumentation android:name="androidx.test.runner.AndroidJUnitRunner"
    android:targetPackage="io.appium.uiautomator2.server"/>' '' ''
