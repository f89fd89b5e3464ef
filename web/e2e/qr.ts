// A QR code for tests, as a picture and as a camera's video.

import { deflateSync } from 'node:zlib';

/** Its text. */
export const says = 'WIFI:S:Home;T:WPA;P:tulip-42;;';

const rows = [
  '#######.##..#....##...#######',
  '#.....#....##...#..#..#.....#',
  '#.###.#..#####.###..#.#.###.#',
  '#.###.#.##....###.#.#.#.###.#',
  '#.###.#.###.###.###...#.###.#',
  '#.....#.###.####..###.#.....#',
  '#######.#.#.#.#.#.#.#.#######',
  '........###...#..##.#........',
  '#...#.###.########.#.#####..#',
  '#.#..#.##.#..........#.###...',
  '###.###.##...###.#....#.##..#',
  '.#.....#..#.##.###.#.####..#.',
  '.###..#.#.####...##....#...#.',
  '#.#.##...#...##.###.###.##...',
  '#...#.#.....#...###..#....#.#',
  '.#...#.#.####.#..##..#...#..#',
  '##.#.##.#..#.#######.#....#.#',
  '#####...#...#......#.#.####..',
  '..#####..#.#.###.##.#.#..##.#',
  '.......##.#..#.###.#....#....',
  '##..#.#.#.##.#...##.#####..#.',
  '........#.#####.#...#...##.#.',
  '#######.##......#..##.#.#.#.#',
  '#.....#.....#.#..#..#...##.#.',
  '#.###.#.##.#.###.############',
  '#.###.#..#..#....#..##...#.#.',
  '#.###.#....#####......#....##',
  '#.....#..####...###..##.##.##',
  '#######.#..##.#####.#..#.#.#.',
];

/** Returns the brightness at a pixel: modules of 8 pixels with a wide quiet zone. */
function bright(x: number, y: number, left: number, top: number): number {
  const row = rows[Math.floor((y - top) / 8)];
  return row?.[Math.floor((x - left) / 8)] === '#' ? 0 : 255;
}

/** Returns it as a PNG. */
export function png(): Buffer {
  const side = rows.length * 8 + 96;
  const lines = Buffer.alloc(side * (side + 1));
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) lines[y * (side + 1) + 1 + x] = bright(x, y, 48, 48);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Returns it as the file of a fake camera: one frame of 640x480, repeated. */
export function y4m(): Buffer {
  const luma = Buffer.alloc(640 * 480);
  for (let y = 0; y < 480; y += 1) {
    for (let x = 0; x < 640; x += 1) luma[y * 640 + x] = bright(x, y, 204, 124);
  }
  const chroma = Buffer.alloc((640 * 480) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from('YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420mpeg2\n');
  return Buffer.concat([head, frame, frame]);
}
