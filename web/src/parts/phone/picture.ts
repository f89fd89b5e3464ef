// The picture of a phone in its own pixels, updated region by region, and drawn onto the canvases that show it.

import type { Frame, Region } from './frame';

/** An area of the picture, in the phone's pixels. */
export type Area = Pick<Region, 'x' | 'y' | 'w' | 'h'>;

/** A decoded region. */
export type Pixels = Pick<ImageBitmap, 'width' | 'height' | 'close'>;

/** A picture assembled from regions. */
export interface Picture {
  /** Resizes the picture and clears it. */
  resize(width: number, height: number): void;
  decode(region: Region): Promise<Pixels>;
  put(pixels: Pixels, area: Area): void;
}

/** The largest accepted picture: phones have less than a quarter of it. */
const mostPixels = 64 * 1024 * 1024;

/** Whether a screen of this size can be shown. */
export function canShow(width: number, height: number): boolean {
  return width > 0 && height > 0 && width <= 16_384 && height <= 16_384 && width * height <= mostPixels;
}

/** A picture in the browser's memory. */
export class CanvasPicture implements Picture {
  readonly canvas = new OffscreenCanvas(1, 1);
  private readonly context = this.canvas.getContext('2d', { alpha: false });

  resize(width: number, height: number): void {
    this.canvas.width = width;
    this.canvas.height = height;
  }

  async decode(region: Region): Promise<ImageBitmap> {
    return createImageBitmap(new Blob([region.bytes], { type: region.type }));
  }

  put(pixels: Pixels, area: Area): void {
    this.context?.drawImage(pixels as ImageBitmap, area.x, area.y);
  }

  /** Returns the picture as a file. */
  save(): Promise<Blob> {
    return this.canvas.convertToBlob({ type: 'image/png' });
  }
}

/** Decodes a frame's regions; fails if one does not match its header. */
export async function decodeAll(picture: Picture, frame: Frame): Promise<Pixels[]> {
  const settled = await Promise.allSettled(frame.regions.map((region) => picture.decode(region)));
  const fits = settled.every(
    (one, nth) =>
      one.status === 'fulfilled' &&
      one.value.width === frame.regions[nth]?.w &&
      one.value.height === frame.regions[nth]?.h,
  );
  const pixels = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (fits) return pixels;
  for (const one of pixels) one.close();
  throw new Error('a region cannot be decoded');
}

/**
 * Draws the changed areas of the picture onto a canvas of another size.
 *
 * Draws the whole picture, clipped to the areas and a little more: areas that are scaled one by one have seams where
 * they meet.
 */
export function drawScaled(
  picture: OffscreenCanvas,
  canvas: HTMLCanvasElement,
  areas: readonly Area[],
): void {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context || canvas.width === 0 || canvas.height === 0) return;
  const [across, down] = [canvas.width / picture.width, canvas.height / picture.height];
  context.save();
  context.imageSmoothingQuality = 'high';
  context.beginPath();
  for (const { x, y, w, h } of areas) {
    const [left, top] = [Math.floor(x * across) - 1, Math.floor(y * down) - 1];
    const [right, bottom] = [Math.ceil((x + w) * across) + 1, Math.ceil((y + h) * down) + 1];
    context.rect(left, top, right - left, bottom - top);
  }
  context.clip();
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  context.restore();
}
