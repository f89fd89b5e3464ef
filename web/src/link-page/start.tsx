// Draws the page behind a question's link in place of the plain form.

import { render } from 'solid-js/web';

import { tokenOf } from './by-link';
import { LinkPage } from './page';

const root = document.getElementById('question');
const token = tokenOf(location.pathname);
if (root && token !== undefined) {
  const plain = [...root.childNodes];
  render(
    () => <LinkPage token={token} onLoaded={() => plain.forEach((node) => node.parentNode?.removeChild(node))} />,
    root,
  );
}
