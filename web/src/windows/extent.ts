// The size of the desktop on this page, for elements other than windows.

import { createContext, useContext, type Accessor } from 'solid-js';

import type { Size } from './geometry';

/** The size in pixels of the page. */
export interface Extent {
  room: Accessor<Size>;
}

const context = createContext<Extent>({ room: () => ({ w: 0, h: 0 }) });

/** Provides the size of the desktop to everything inside. */
export const ExtentProvider = context.Provider;

/** Returns the size of the desktop. */
export function useExtent(): Extent {
  return useContext(context);
}
