// What a text quotes in backticks, as code.

import { For, type JSX } from 'solid-js';

/** A part of a text, and whether it is quoted. */
export interface Part {
  text: string;
  quoted: boolean;
}

/** Splits a text at what it quotes. A backtick without its other half, or with a line between them, is a backtick. */
export function quotedPartsOf(text: string): Part[] {
  const parts = text.split(/`([^`\n]+)`/).map((part, at) => ({ text: part, quoted: at % 2 === 1 }));
  return parts.filter((part) => part.text !== '');
}

/** Shows a text with what it quotes as code. */
export function Quoted(props: { text: string }): JSX.Element {
  return <For each={quotedPartsOf(props.text)}>{(part) => (part.quoted ? <code>{part.text}</code> : part.text)}</For>;
}
