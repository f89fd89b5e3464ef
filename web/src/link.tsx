// The entry point of the page behind a question's link. The server sent the question with a plain form that works
// without this script; with it the person has the same ways to answer as on the desktop.

import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/answers.css';
import './styles/link.css';

import { render } from 'solid-js/web';

import { tokenOf } from './link-page/by-link';
import { LinkPage } from './link-page/page';

const root = document.getElementById('question');
const token = tokenOf(location.pathname);
// A page without an open question stays as it is.
if (root?.hasAttribute('data-open') && token !== undefined) {
  const plain = [...root.childNodes];
  render(
    () => <LinkPage token={token} onLoaded={() => plain.forEach((node) => node.parentNode?.removeChild(node))} />,
    root,
  );
}
