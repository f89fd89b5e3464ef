// Where models usually are, and what one may be called here. Pure.

/** A place where models are. */
export interface Place {
  name: string;
  address: string;
  hint: string;
}

/** The usual ones. The addresses are those that the programs' own manuals give. */
export const places: readonly Place[] = [
  { name: 'Ollama, on this computer', address: 'http://127.0.0.1:11434/v1', hint: 'No key needed.' },
  { name: 'LM Studio, on this computer', address: 'http://127.0.0.1:1234/v1', hint: 'Start its server first.' },
  { name: 'llama.cpp, on this computer', address: 'http://127.0.0.1:8080/v1', hint: 'No key needed.' },
  { name: 'OpenAI', address: 'https://api.openai.com/v1', hint: 'Needs a key.' },
  { name: 'OpenRouter', address: 'https://openrouter.ai/api/v1', hint: 'Needs a key.' },
  { name: 'Another OpenAI-compatible address', address: '', hint: 'Any server with an OpenAI-compatible API.' },
];

/** A short name that can stand in an address: what is before the colon, behind the last slash. */
export function callIt(model: string): string {
  const last = model.trim().split('/').pop() ?? '';
  return last.split(':')[0]?.replace(/[^\w.-]+/g, '-') || 'model';
}
