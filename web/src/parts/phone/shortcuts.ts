// The keys of the phone's buttons. They work anywhere inside the phone's window.
//
// No browser uses Alt and Shift together with these letters, and they produce no text that a phone needs.

/** What a button of the phone does. */
export type ToolId =
  | 'back'
  | 'home'
  | 'recents'
  | 'louder'
  | 'quieter'
  | 'power'
  | 'rotate'
  | 'screenshot'
  | 'file'
  | 'keyboard'
  | 'numbers'
  | 'list'
  | 'help'
  | 'hold'
  | 'pause'
  | 'stop';

/** The physical key of each, with Alt and Shift. */
const codes: Record<ToolId, string> = {
  back: 'KeyB',
  home: 'KeyH',
  recents: 'KeyR',
  louder: 'ArrowUp',
  quieter: 'ArrowDown',
  power: 'KeyW',
  rotate: 'KeyL',
  screenshot: 'KeyC',
  file: 'KeyF',
  keyboard: 'KeyK',
  numbers: 'KeyN',
  list: 'KeyV',
  help: 'Slash',
  hold: 'KeyO',
  pause: 'KeyP',
  stop: 'KeyS',
};

const signs: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Slash: '/' };

/** Returns the keys as people read them. */
export function keysOf(tool: ToolId): string {
  const code = codes[tool];
  return `Alt+Shift+${signs[code] ?? code.replace('Key', '')}`;
}

/** Returns the keys as `aria-keyshortcuts` needs them. */
export function ariaKeysOf(tool: ToolId): string {
  const code = codes[tool];
  return `Alt+Shift+${code === 'Slash' ? '/' : code.replace('Key', '')}`;
}

/** Returns the tool for a key press, if it is one of these. */
export function toolFor(
  event: Pick<KeyboardEvent, 'code' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): ToolId | undefined {
  if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return undefined;
  return (Object.keys(codes) as ToolId[]).find((tool) => codes[tool] === event.code);
}
