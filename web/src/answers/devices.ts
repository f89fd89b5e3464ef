// Explains why a browser does not provide the camera, the microphone or the location.

import { t } from '../words/say';

/** A device that can take an answer. */
export type Device = 'camera' | 'microphone' | 'place';

const names: Record<Device, string> = {
  camera: 'camera',
  microphone: 'microphone',
  place: 'location',
};

/** Returns why this page cannot use it at all; `undefined` if it can be tried. */
export function missing(device: Device): string | undefined {
  if (!window.isSecureContext) {
    return (
      t`Browsers only let a page use the ${names[device]} over HTTPS, and this page came over plain HTTP. ` +
      t`Start the server with “--tls”, or open the page on the computer it runs on.`
    );
  }
  const there =
    device === 'place' ? 'geolocation' in navigator : navigator.mediaDevices !== undefined;
  return there ? undefined : t`This browser does not support the ${names[device]}.`;
}

/** Returns the sentence for an error; the alternatives appear next to it. */
export function refusal(device: Device, error: unknown): string {
  const name = names[device];
  const kind = error instanceof DOMException ? error.name : placeError(error);
  switch (kind) {
    case 'NotAllowedError':
    case 'SecurityError':
      return t`This page is not allowed to use the ${name}. Allow it in the browser’s settings for this page, or answer another way.`;
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t`There is no ${name} here. Answer another way.`;
    case 'NotReadableError':
    case 'AbortError':
      return t`Another program is using the ${name}. Close it and try again, or answer another way.`;
    case 'TimeoutError':
      return t`The ${name} did not answer in time. Try again, or answer another way.`;
    default:
      return t`The ${name} cannot be used right now. Try again, or answer another way.`;
  }
}

/** `GeolocationPositionError` has numbers instead of names. */
function placeError(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 1 ? 'NotAllowedError' : code === 3 ? 'TimeoutError' : '';
}
