// Inline styles of agents' HTML. The server has reduced them to harmless ones; the page's policy still rejects every
// parsed `style`, so they are set aside first and applied by script, which it allows.

/** A tag as the server writes it: every value in double quotes, no `<` outside tags. */
const tag = /<[a-zA-Z][^\s<>]*(?:\s+[^\s=<>"]+="[^"]*")*\s*\/?>/g;
/** One attribute; matched one after the other, so that none is found inside the value of another. */
const attribute = /(\s+)([^\s=<>"]+)(="[^"]*")/g;

/** The attribute that holds a style meanwhile. */
const waiting = 'data-style';

/** Renames every `style` attribute, and nothing that only looks like one. */
export function setStylesAside(html: string): string {
  if (!html.includes('style="')) return html;
  return html.replace(tag, (whole) =>
    whole.replace(attribute, (all, space: string, name: string, value: string) =>
      name === 'style' ? space + waiting + value : all,
    ),
  );
}

/** Applies the styles. */
export function putStylesOn(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${waiting}]`)) {
    element.style.cssText = element.getAttribute(waiting) ?? '';
    element.removeAttribute(waiting);
  }
}
