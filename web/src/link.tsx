// The entry point of the page behind a question's link. The server sent the question with a plain form that works
// without this script; with it the person has the same ways to answer as on the desktop.

import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/answers.css';
import './styles/link.css';

import { loadWords } from './words/load';

// A page without an open question stays as it is.
if (document.getElementById('question')?.hasAttribute('data-open')) {
  await loadWords();
  await import('./link-page/start');
}
