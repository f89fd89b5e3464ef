// The usual endpoints of models, and a short name for a model. Pure.

import { t } from '../words/say';

/** An endpoint. */
export interface Place {
  name: string;
  address: string;
  hint: string;
}

/** The usual ones, with the addresses from the programs' own manuals. */
export const places: readonly Place[] = [
  { name: t`Ollama, on this computer`, address: 'http://127.0.0.1:11434/v1', hint: t`No key needed.` },
  { name: t`LM Studio, on this computer`, address: 'http://127.0.0.1:1234/v1', hint: t`Start its server first.` },
  { name: t`llama.cpp, on this computer`, address: 'http://127.0.0.1:8080/v1', hint: t`No key needed.` },
  { name: t`OpenAI`, address: 'https://api.openai.com/v1', hint: t`Needs a key.` },
  { name: t`OpenRouter`, address: 'https://openrouter.ai/api/v1', hint: t`Needs a key.` },
  { name: t`Another OpenAI-compatible address`, address: '', hint: t`Any server with an OpenAI-compatible API.` },
];

/** Returns a short name for a model that can be part of an address: the part before the colon, after the last slash. */
export function callIt(model: string): string {
  const last = model.trim().split('/').pop() ?? '';
  return last.split(':')[0]?.replace(/[^\w.-]+/g, '-') || 'model';
}
