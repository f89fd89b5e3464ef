// Where two pictures differ: both are drawn small and compared cell by cell; cells that touch are one area. Pure but for
// `readCells`, which needs a browser.

/** An area as fractions of the picture: left, top, width, height. */
export type Area = readonly [number, number, number, number];

/** How two pictures differ: the areas, or nearly everywhere. */
export type PictureDifference = { areas: readonly Area[] } | 'everywhere' | 'shape';

/** A picture, drawn small: four bytes a cell, row by row. */
export interface Cells {
  bytes: Uint8ClampedArray;
  across: number;
  down: number;
  /** Height by width of the picture itself. */
  shape: number;
}

/** How many cells a picture has across: a letter of a phone's text is about one cell wide. */
const across = 72;

/** How far a channel of a cell may differ: reports hold shrunk JPEGs, whose noise stays below this. */
const noise = 26;

/** The part at the top that is not compared: the status bar, whose clock differs in any two runs. */
const statusBar = 0.035;

/** Beyond this share of the cells, areas tell nothing. */
const nearlyAll = 0.6;

/** More areas than this are joined into one. */
const mostAreas = 12;

/** Returns where the pictures differ. */
export function differenceOf(a: Cells, b: Cells): PictureDifference {
  if (a.across !== b.across || a.down !== b.down || Math.abs(a.shape - b.shape) > 0.01) return 'shape';
  const changed = new Uint8Array(a.across * a.down);
  let count = 0;
  for (let cell = Math.ceil(a.down * statusBar) * a.across; cell < changed.length; cell += 1) {
    for (let channel = cell * 4; channel < cell * 4 + 3; channel += 1) {
      if (Math.abs((a.bytes[channel] ?? 0) - (b.bytes[channel] ?? 0)) <= noise) continue;
      changed[cell] = 1;
      count += 1;
      break;
    }
  }
  if (count > changed.length * nearlyAll) return 'everywhere';
  const areas = areasOf(changed, a.across, a.down);
  return { areas: areas.length > mostAreas ? [around(areas)] : areas };
}

/** Joins changed cells that are next to each other, or have one unchanged cell between them. */
function areasOf(changed: Uint8Array, width: number, height: number): Area[] {
  const seen = new Uint8Array(changed.length);
  const areas: Area[] = [];
  for (let start = 0; start < changed.length; start += 1) {
    if (!changed[start] || seen[start]) continue;
    let [left, top, right, bottom] = [width, height, 0, 0];
    const open = [start];
    seen[start] = 1;
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
      for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row += 1) {
        for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column += 1) {
          const near = row * width + column;
          if (!changed[near] || seen[near]) continue;
          seen[near] = 1;
          open.push(near);
        }
      }
    }
    areas.push([left / width, top / height, (right - left) / width, (bottom - top) / height]);
  }
  return areas;
}

function around(areas: readonly Area[]): Area {
  const left = Math.min(...areas.map(([x]) => x));
  const top = Math.min(...areas.map(([, y]) => y));
  const right = Math.max(...areas.map(([x, , width]) => x + width));
  const bottom = Math.max(...areas.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

/** Says how the pictures differ; nothing if they are equal. */
export function pictureWords(difference: PictureDifference | undefined): string {
  if (difference === undefined) return '';
  if (difference === 'shape') return 'The pictures have different shapes.';
  if (difference === 'everywhere') return 'The pictures differ nearly everywhere.';
  const count = difference.areas.length;
  if (count === 0) return '';
  return count === 1 ? 'The pictures differ in one area.' : `The pictures differ in ${count} areas.`;
}

/** Draws a picture small and returns its cells; `undefined` if the browser cannot decode it. */
export async function readCells(url: string): Promise<Cells | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  const shape = image.naturalHeight / image.naturalWidth;
  const down = Math.max(1, Math.min(4 * across, Math.round(across * shape)));
  const canvas = document.createElement('canvas');
  canvas.width = across;
  canvas.height = down;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, across, down);
  return { bytes: context.getImageData(0, 0, across, down).data, across, down, shape };
}
