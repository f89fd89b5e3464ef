// Work that is done a little in each frame, so that three hundred windows appearing at once stop nobody's pointer.

/** So long may be worked in a frame, in milliseconds; layout and paint of what was made come on top. */
const budget = 6;
/** A page that is not seen gets no frames: it goes on after so long. */
const unseen = 150;

let spent = 0;
let frame: Promise<void> | undefined;

function nextFrame(): Promise<void> {
  frame ??= new Promise((resolve) => {
    const go = (): void => {
      cancelAnimationFrame(request);
      clearTimeout(timer);
      frame = undefined;
      spent = 0;
      resolve();
    };
    const request = requestAnimationFrame(go);
    const timer = setTimeout(go, unseen);
  });
  return frame;
}

/** Does one piece after the other, as many as this frame has time for, then goes on in the next. */
export function inSlices(next: () => (() => void) | undefined): () => void {
  let waiting = false;
  const run = (): void => {
    if (waiting) return;
    for (let piece = next(); piece; piece = next()) {
      const start = performance.now();
      piece();
      spent += performance.now() - start;
      if (spent < budget) continue;
      waiting = true;
      void nextFrame().then(() => {
        waiting = false;
        run();
      });
      return;
    }
    // What was spent is forgotten with the frame it was spent in.
    if (spent > 0) void nextFrame();
  };
  return run;
}
