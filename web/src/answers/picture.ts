// Pictures as pixels: from the camera or a file onto a canvas, and into a file.

/** Draws a source onto a canvas, no larger than `most` on its longer side. */
export function drawOnto(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  width: number,
  height: number,
  most: number,
): void {
  const scale = Math.min(1, most / Math.max(width, height, 1));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
}

/** Draws a chosen picture onto a canvas; `false` if the browser cannot read it. */
export async function drawFile(canvas: HTMLCanvasElement, file: File, most: number): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file);
    drawOnto(canvas, picture, picture.width, picture.height, most);
    picture.close();
    return true;
  } catch {
    return false;
  }
}

/** Returns the canvas as a file. */
export function fileOf(
  canvas: HTMLCanvasElement,
  name: string,
  type: 'image/jpeg' | 'image/png',
): Promise<File | undefined> {
  return new Promise((made) => {
    canvas.toBlob((blob) => made(blob ? new File([blob], name, { type }) : undefined), type, 0.92);
  });
}
