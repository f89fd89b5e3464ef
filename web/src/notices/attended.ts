// Whether a person attends to an element that would disappear: the pointer is on it, or the focus is in it.

/** Returns the handlers of an element; `changed` is called when a person comes and when nobody is there any more. */
export function attended(changed: (attended: boolean) => void) {
  let pointed = false;
  let focused = false;
  let before = false;
  const look = (): void => {
    const now = pointed || focused;
    if (now === before) return;
    before = now;
    changed(now);
  };
  return {
    onPointerEnter: () => {
      pointed = true;
      look();
    },
    onPointerLeave: () => {
      pointed = false;
      look();
    },
    onFocusIn: () => {
      focused = true;
      look();
    },
    onFocusOut: () => {
      focused = false;
      look();
    },
  };
}
