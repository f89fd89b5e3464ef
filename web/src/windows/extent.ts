// How large the desktop is on this page, for what lies on it beside windows.

import { createContext, useContext, type Accessor } from 'solid-js';

import type { Size } from './geometry';

/** The size in pixels of the page, and how much smaller than the monitor the desktop is shown. */
export interface Extent {
  room: Accessor<Size>;
  scale: Accessor<number>;
}

const context = createContext<Extent>({ room: () => ({ w: 0, h: 0 }), scale: () => 1 });

/** Tells everything inside how large the desktop is. */
export const ExtentProvider = context.Provider;

/** How large the desktop is here. */
export function useExtent(): Extent {
  return useContext(context);
}
