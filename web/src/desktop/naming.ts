// The names of windows and phones on this page.

import type { PhoneView } from '../protocol/http';
import type { SafeWindow } from '../protocol/wire';
import { t, translated } from '../words/say';
import type { Page } from './page';

/** Returns the name of a phone as a label: the server's name is made for sentences. */
export function phoneName(phone: Pick<PhoneView, 'name'>): string {
  if (phone.name === 'the built-in phone') return t`Built-in phone`;
  const [first = '', ...rest] = phone.name.replace(/^the /, '');
  return first.toLocaleUpperCase() + rest.join('');
}

/** Returns the name of the phone with this id as a label. */
export function nameOf(page: Pick<Page, 'phones'>, id: string): string {
  const phone = page.phones.find(id);
  return phone ? phoneName(phone) : id;
}

/** Returns the title of a window. A phone's window has the name of its phone, which may change. */
export function titleOf(page: Pick<Page, 'phones'>, window: SafeWindow | undefined): string {
  const content = window?.content;
  if (content?.kind === 'part' && content.part === 'phone') {
    const phone = content.target === undefined ? page.phones.all()[0] : page.phones.find(content.target);
    if (phone) return phoneName(phone);
  }
  if (content?.kind === 'part') {
    // The server adds the id of its subject, which is not for people.
    const { title = '' } = window ?? {};
    const subject = ` ${content.target ?? ''}`;
    return translated(subject !== ' ' && title.endsWith(subject) ? title.slice(0, -subject.length) : title);
  }
  return window?.title || t`Untitled`;
}
