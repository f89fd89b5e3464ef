// Work that is done a little in each frame, so that three hundred windows appearing at once stop nobody's pointer.
//
// Never from inside an effect: what is written there takes hold only when the effect is over, so that what a piece
// really costs would be seen by nobody, and everything would be drawn in one go.

/** So long may be worked in a frame, in milliseconds; layout and paint of what was made come on top. */
const budget = 6;
/** So many pieces at most: what is quickly made may take long to lay out. */
const most = 24;
/** A page that is not seen gets no frames: it goes on after so long. */
const unseen = 150;

/** Which work goes first. */
export type Lane = 'windows' | 'content' | 'unseen';
const lanes: Record<Lane, Set<() => (() => void) | undefined>> = {
  windows: new Set(),
  content: new Set(),
  unseen: new Set(),
};

/** What is done in a frame after everything else, once. */
const last = new Set<() => void>();
/** Who waits until everything in sight is drawn. */
const settling: (() => void)[] = [];
let asked = false;
let working = false;

function ask(): void {
  if (asked) return;
  asked = true;
  const go = (): void => {
    cancelAnimationFrame(request);
    clearTimeout(timer);
    asked = false;
    work();
  };
  const request = requestAnimationFrame(go);
  const timer = setTimeout(go, unseen);
}

function nextPiece(): (() => void) | undefined {
  for (const sources of Object.values(lanes)) {
    for (const next of sources) {
      const piece = next();
      if (piece) return piece;
      sources.delete(next);
    }
  }
  return undefined;
}

function work(): void {
  const end = performance.now() + budget;
  working = true;
  try {
    let count = 0;
    for (let piece = nextPiece(); piece; piece = nextPiece()) {
      piece();
      count += 1;
      if (count < most && performance.now() < end) continue;
      ask();
      break;
    }
    if (lanes.windows.size + lanes.content.size === 0) for (const resolve of settling.splice(0)) resolve();
    // What they ask for here waits for the next frame, or two could keep each other going in this one.
    const all = [...last];
    last.clear();
    for (const each of all) each();
  } finally {
    working = false;
    if (last.size > 0) ask();
  }
}

/** Does one piece after the other, as many as each frame has time for. Gives what is called when there is a new one. */
export function inSlices(lane: Lane, next: () => (() => void) | undefined): () => void {
  return () => {
    lanes[lane].add(next);
    ask();
  };
}

/** Does something at the end of this frame's work, or of the next one's: after it, nothing is drawn before the paint. */
export function afterDrawing(act: () => void): void {
  last.add(act);
  if (!working) ask();
}

/** Does it no more. */
export function cancelAfterDrawing(act: () => void): void {
  last.delete(act);
}

/** Waits until everything in sight is drawn, but not longer than `patience` milliseconds. */
export function allDrawn(patience: number): Promise<void> {
  return new Promise((resolve) => {
    settling.push(resolve);
    setTimeout(resolve, patience);
    ask();
  });
}
