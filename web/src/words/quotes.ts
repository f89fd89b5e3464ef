// Messages of the server, which are written for programs and people alike, in the words of a page. Pure.

import { t } from './say';

/** Returns a message with the values that it quotes in backticks in the reader's quotation marks. */
export function readable(message: string): string {
  return message.replace(/(?<!`)`([^`\n]+)`(?!`)/g, (_, value: string) => t`“${value}”`);
}
