// Parses one frame of a phone's picture from the socket: bytes in, regions or an error out.
//
// Pure. docs/protocol.md documents the layout; every number is little endian.

/** A part of the picture that changed. */
export interface Region {
  x: number;
  y: number;
  w: number;
  h: number;
  /** The encoding of its pixels, as a media type. */
  type: 'image/png' | 'image/webp' | 'image/jpeg';
  bytes: Uint8Array<ArrayBuffer>;
}

/** The changes between two observations of the phone. */
export interface Frame {
  number: number;
  /** Whether it covers the whole picture. */
  whole: boolean;
  /** When the phone was observed, by the server's clock, in milliseconds since 1970. */
  capturedAt: number;
  regions: Region[];
}

const headLength = 16;
const regionHeadLength = 16;
const types = ['image/png', 'image/webp', 'image/jpeg'] as const;

/** Parses a frame for a picture of this size; returns an error message if it is invalid. */
export function readFrame(
  data: ArrayBuffer,
  screen: { width: number; height: number },
): Frame | string {
  if (data.byteLength < headLength) return 'the frame is cut off';
  const view = new DataView(data);
  const version = view.getUint8(0);
  if (version !== 1) return `the frame has version ${version}`;
  const count = view.getUint16(2, true);
  const regions: Region[] = [];
  let at = headLength;
  for (let nth = 0; nth < count; nth += 1) {
    if (at + regionHeadLength > data.byteLength) return 'a region is cut off';
    const [x, y, w, h] = [0, 2, 4, 6].map((skip) => view.getUint16(at + skip, true)) as [
      number,
      number,
      number,
      number,
    ];
    const type = types[view.getUint8(at + 8)];
    const length = view.getUint32(at + 12, true);
    at += regionHeadLength;
    if (type === undefined) return 'a region has an unknown format';
    if (w === 0 || h === 0 || x + w > screen.width || y + h > screen.height)
      return 'a region lies outside the picture';
    if (length === 0 || length > data.byteLength - at) return 'a region is cut off';
    regions.push({ x, y, w, h, type, bytes: new Uint8Array(data, at, length) });
    at += length;
  }
  if (at !== data.byteLength) return 'there is something behind the last region';
  return {
    number: view.getUint32(4, true),
    whole: (view.getUint8(1) & 1) === 1,
    capturedAt: Number(view.getBigUint64(8, true)),
    regions,
  };
}
