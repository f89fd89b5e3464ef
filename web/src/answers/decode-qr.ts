// Reads a QR code from a canvas: with the browser's own reader if it has one, else with a library loaded on demand.

interface Detector {
  detect(source: HTMLCanvasElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

async function browsersOwn(): Promise<Detector | undefined> {
  const found = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  try {
    const formats = (await found?.getSupportedFormats()) ?? [];
    return found && formats.includes('qr_code') ? new found({ formats: ['qr_code'] }) : undefined;
  } catch {
    return undefined;
  }
}

let detector: Promise<Detector | undefined> | undefined;

/** Returns the text of the QR code on the canvas; `undefined` if none can be read. */
export async function readQr(canvas: HTMLCanvasElement): Promise<string | undefined> {
  const own = await (detector ??= browsersOwn());
  if (own) {
    const [first] = await own.detect(canvas).catch(() => []);
    return first?.rawValue || undefined;
  }
  const pixels = canvas
    .getContext('2d', { willReadFrequently: true })
    ?.getImageData(0, 0, canvas.width, canvas.height);
  if (!pixels) return undefined;
  const { default: jsQR } = await import('jsqr');
  return jsQR(pixels.data, pixels.width, pixels.height)?.data || undefined;
}
