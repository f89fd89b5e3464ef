// Spreads work over frames, so that three hundred windows appearing at once do not block the pointer.
//
// Never call it from inside an effect: writes there only take effect after the effect, so the real cost of a piece
// would go unnoticed, and everything would be drawn at once.

/** How long to work per frame, in milliseconds; layout and paint come on top. */
const budget = 6;
/** The most pieces per frame: a quickly created piece may take long to lay out. */
const most = 24;
/** A hidden page gets no frames, so it continues after this long. */
const unseen = 150;

/** The priority of work. */
export type Lane = 'windows' | 'content' | 'unseen';
const lanes: Record<Lane, Set<() => (() => void) | undefined>> = {
  windows: new Set(),
  content: new Set(),
  unseen: new Set(),
};

/** Work at the end of a frame, once. */
const last = new Set<() => void>();
/** Callers that wait until everything visible is drawn. */
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
    // Requests made here wait for the next frame, or two could keep each other going in this one.
    const all = [...last];
    last.clear();
    for (const each of all) each();
  } finally {
    working = false;
    if (last.size > 0) ask();
  }
}

/**
 * Runs one piece after the other, as many as each frame has time for. Returns a function to call when there is a new
 * one.
 */
export function inSlices(lane: Lane, next: () => (() => void) | undefined): () => void {
  return () => {
    lanes[lane].add(next);
    ask();
  };
}

/** Runs something at the end of this frame's work, or of the next one's; nothing is drawn between it and the paint. */
export function afterDrawing(act: () => void): void {
  last.add(act);
  if (!working) ask();
}

/** Cancels it. */
export function cancelAfterDrawing(act: () => void): void {
  last.delete(act);
}

/** Waits until everything visible is drawn, but no longer than `patience` milliseconds. */
export function allDrawn(patience: number): Promise<void> {
  return new Promise((resolve) => {
    settling.push(resolve);
    setTimeout(resolve, patience);
    ask();
  });
}
