// The names of windows and phones on this page.

import type { PhoneView } from '../protocol/http';
import type { SafeWindow } from '../protocol/wire';
import type { Page } from './page';

/** Returns the name of a phone as a label: the server's name is made for sentences. */
export function phoneName(phone: Pick<PhoneView, 'name'>): string {
  const [first = '', ...rest] = phone.name.replace(/^the /, '');
  return first.toLocaleUpperCase() + rest.join('');
}

/** Returns the title of a window. A phone's window has the name of its phone, which may change. */
export function titleOf(page: Pick<Page, 'phones'>, window: SafeWindow | undefined): string {
  const content = window?.content;
  if (content?.kind === 'part' && content.part === 'phone') {
    const phone = content.target === undefined ? page.phones.all()[0] : page.phones.find(content.target);
    if (phone) return phoneName(phone);
  }
  return window?.title || 'Untitled';
}
