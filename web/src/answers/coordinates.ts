// Places as they are sent and shown.

import { decimal } from '../words/numbers';
import { t } from '../words/say';

/** Formats a place for the server. */
export function inWords(latitude: number, longitude: number): string {
  return `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}

/** Describes the accuracy. */
export function accuracy(metres: number): string {
  if (metres < 1000) return t`accurate to about ${Math.max(1, Math.round(metres))} m`;
  const kilometres = metres / 1000;
  return t`accurate to about ${kilometres < 10 ? decimal(kilometres) : Math.round(kilometres)} km`;
}
