// What an agent needs to connect, ready to copy. Pure.

import { t } from '../words/say';

/** The use of a snippet. */
export type SnippetName = 'terminal' | 'program';

interface Snippet {
  name: string;
  hint: string;
  text: (origin: string, token: string) => string;
}

/** The snippets. */
export const snippets: Record<SnippetName, Snippet> = {
  terminal: {
    name: t`In a terminal`,
    hint: t`Paste it: a window appears here, and the terminal listens to you until you press Ctrl+C.`,
    text: (origin, token) =>
      [
        `KEY='${token}'`,
        `curl -s ${origin}/api/actions -H "Authorization: Bearer $KEY" -d '{"type":"window.create",`,
        `  "windowId":"hello","title":"Hello","bounds":{"x":80,"y":80,"w":420,"h":220},`,
        `  "content":{"renderer":"markdown","data":"# I am here"}}'`,
        `curl -sN ${origin}/api/agents/me/events -H "Authorization: Bearer $KEY"`,
      ].join('\n'),
  },
  program: {
    name: t`In a program`,
    hint: t`The requests are described at /api/openapi.json.`,
    text: (origin, token) =>
      [
        `Address:  ${origin}`,
        `Header:   Authorization: Bearer ${token}`,
        `Act:      POST /api/actions`,
        `Listen:   GET /api/agents/me/events`,
      ].join('\n'),
  },
};
