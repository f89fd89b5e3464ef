// The frames that share a process. Browsers put the sandboxed frames of one site into one process: an app that hangs
// also hangs the others, and keeps running until the last frame has left the page. So hanging frames are removed
// together, and reloaded together.

/** A sandboxed frame of this site. */
export interface Neighbour {
  /** Whether its content still answers. */
  answers(): Promise<boolean>;
  /** Removes the frame from the page. */
  leave(): void;
  /** Reloads it. */
  comeBack(): void;
}

/** How long the frames stay away, in milliseconds: a hanging process has to end first. */
const away = 400;
/** The same for hanging frames: an app that listens to `unload` gets time for it. Tested with such an app. */
const awayTogether = 1_200;

const neighbours = new Set<Neighbour>();

/** Registers a frame; returns a function that removes it. */
export function moveIn(neighbour: Neighbour): () => void {
  neighbours.add(neighbour);
  return () => neighbours.delete(neighbour);
}

/** Reloads a frame; if it hung, together with all that hang with it. */
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
