// The frames that share a process. Browsers give sandboxed frames of one site one process: an app that hangs hangs the
// others too, and goes on running until the last frame has left the page. So those that hang leave it together, and
// come back together.

/** A frame of this site in a sandbox. */
export interface Neighbour {
  /** Whether whoever is in it still answers. */
  answers(): Promise<boolean>;
  /** Takes the frame out of the page. */
  leave(): void;
  /** Loads it anew. */
  comeBack(): void;
}

/** How long the frames stay away, in milliseconds: a process that hangs has to end first. */
const away = 400;
/** The same for those that hang: one that listens to `unload` is given time for it. Tried with such an app. */
const awayTogether = 1_200;

const neighbours = new Set<Neighbour>();

/** Says that a frame is there; what comes back says that it is gone. */
export function moveIn(neighbour: Neighbour): () => void {
  neighbours.add(neighbour);
  return () => neighbours.delete(neighbour);
}

/** Loads a frame again; if it hung, then with all that hang with it. */
export async function loadAgain(own: Neighbour, hung: boolean): Promise<void> {
  const all = [own];
  own.leave();
  if (hung) {
    const others = [...neighbours].filter((one) => one !== own);
    await Promise.all(others.map(async (one) => (await one.answers()) || all.push(one)));
    for (const one of all) one.leave();
  }
  await new Promise((resolve) => setTimeout(resolve, hung ? awayTogether : away));
  for (const one of all) if (one === own || neighbours.has(one)) one.comeBack();
}
