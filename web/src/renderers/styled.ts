// Inline styles of agents' HTML. The server has cut them down to what is harmless; the page's policy still
// refuses every `style` that is parsed, so they are set aside before and put on by script, which it allows.

/** A tag as the server writes it: every value in double quotes, no `<` outside tags. */
const tag = /<[a-zA-Z][^\s<>]*(?:\s+[^\s=<>"]+="[^"]*")*\s*\/?>/g;
/** One attribute; taken one after the other, so that none is found inside the value of another. */
const attribute = /(\s+)([^\s=<>"]+)(="[^"]*")/g;

/** Where a style waits. */
const waiting = 'data-style';

/** Renames every `style` attribute, and nothing else that looks like one. */
export function setStylesAside(html: string): string {
  if (!html.includes('style="')) return html;
  return html.replace(tag, (whole) =>
    whole.replace(attribute, (all, space: string, name: string, value: string) =>
      name === 'style' ? space + waiting + value : all,
    ),
  );
}

/** Puts the styles on. */
export function putStylesOn(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${waiting}]`)) {
    element.style.cssText = element.getAttribute(waiting) ?? '';
    element.removeAttribute(waiting);
  }
}
