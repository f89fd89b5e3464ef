// Places icons and the greeting on the desktop, so that neither covers the other or lies under a phone. Pure.
//
// Icons fill columns from the left and skip cells that a phone covers. The greeting takes the widest strip that phones
// and icons leave free. If the icons do not fit that way, they take whole columns and scroll.

/** A rectangle in pixels of the page. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The result. */
export interface Arrangement {
  /** The upper left corner of each icon. */
  places: { x: number; y: number }[];
  /** The width of the icons' area if it has to scroll. */
  scrolls: number | undefined;
  /** The space that the greeting leaves on the left and on the right. */
  home: { from: number; to: number };
}

/** The size of an icon, the space between two, and the space around all of them. The styles use the same numbers. */
const cell = { w: 92, h: 100 };
const gap = 8;
const pad = 16;
/** How far outside a window its border can be grabbed. */
const border = 20;
/** The least width in which the greeting is readable. */
const least = 320;

/** The width of the first column, with the space around it. */
export const firstColumn = cell.w + 2 * pad;

/** Arranges this many icons in an area; with the greeting next to them if it is shown. */
export function arrange(
  count: number,
  area: { w: number; h: number },
  phones: readonly Box[],
  greeted: boolean,
): Arrangement {
  const columns = Array.from({ length: fitting(area.w, cell.w) }, (_, at) => pad + at * (cell.w + gap));
  const rows = fitting(area.h, cell.h);
  const near = phones.map(({ x, y, w, h }) => ({
    x: x - border,
    y: y - border,
    w: w + 2 * border,
    h: h + 2 * border,
  }));
  const free = columns.flatMap((x) =>
    down(rows).flatMap((y) => (near.some((phone) => overlap(phone, { x, y, ...cell })) ? [] : [{ x, y }])),
  );
  const places = free.slice(0, count);
  const strip = widest(area.w, [...phones.map(across), ...places.map(taken)]);
  if (places.length === count && (!greeted || wide(strip) >= least))
    return { places, scrolls: undefined, home: room(area.w, strip) };
  return scrolling(count, area, near, greeted);
}

/** Puts the icons into whole columns that no phone touches, as many as leave room for the greeting. */
function scrolling(
  count: number,
  area: { w: number; h: number },
  phones: readonly Box[],
  greeted: boolean,
): Arrangement {
  const clear = strips(area.w, phones.map(across)).flatMap(packed);
  // If phones cover everything, they cover the icons too.
  let used = clear.length > 0 ? clear : packed([pad, area.w - pad]);
  const inTheWay = phones.map(across);
  const stripBeside = (): Strip => widest(area.w, [...inTheWay, ...used.map((x) => taken({ x }))]);
  while (greeted && used.length > 1 && wide(stripBeside()) < least) used = used.slice(0, -1);
  const rows = Math.ceil(count / used.length);
  used = used.slice(0, Math.ceil(count / Math.max(1, rows)));
  const places = used.flatMap((x) => down(rows).map((y) => ({ x, y }))).slice(0, count);
  const scrolls = pad + rows * (cell.h + gap) > area.h ? (used.at(-1) ?? 0) + cell.w + pad : undefined;
  const beside = stripBeside();
  // Without room next to a phone, the greeting is behind it; it never covers an icon.
  const strip = wide(beside) >= least ? beside : widest(area.w, used.map((x) => taken({ x })));
  return { places, scrolls, home: room(area.w, strip) };
}

type Strip = readonly [from: number, to: number];

const wide = ([from, to]: Strip): number => to - from;
const across = ({ x, w }: { x: number; w: number }): Strip => [x, x + w];
const taken = ({ x }: { x: number }): Strip => [x - pad, x + cell.w + pad];
const room = (width: number, [from, to]: Strip): Arrangement['home'] => ({ from, to: width - to });

/** Returns the columns that fit into a strip. */
function packed([from, to]: Strip): number[] {
  const count = Math.floor((to - from + gap) / (cell.w + gap));
  return Array.from({ length: count }, (_, at) => from + at * (cell.w + gap));
}

function fitting(length: number, each: number): number {
  return Math.max(1, Math.floor((length - 2 * pad + gap) / (each + gap)));
}

function down(rows: number): number[] {
  return Array.from({ length: rows }, (_, at) => pad + at * (cell.h + gap));
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Returns the widest free strip of this width. */
function widest(width: number, taken: readonly Strip[]): Strip {
  return strips(width, taken, 0).reduce((best, one) => (wide(one) > wide(best) ? one : best), [0, 0]);
}

/** Returns the free strips, at this distance from the edges. */
function strips(width: number, taken: readonly Strip[], edge = pad): Strip[] {
  const free: Strip[] = [];
  let end = edge;
  for (const [from, to] of [...taken].sort(([a], [b]) => a - b)) {
    if (from > end) free.push([end, Math.min(from, width - edge)]);
    end = Math.max(end, to);
  }
  if (width - edge > end) free.push([end, width - edge]);
  return free;
}
