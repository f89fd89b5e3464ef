// The entry point of a report: the same parts and styles as the desktop, and the data in the document itself.

import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import './font.css';
import './report.css';
import './steps.css';
import './details.css';
import './compare/compare.css';

import type { JSX } from 'solid-js';
import { render } from 'solid-js/web';

import { applyTheme } from '../shell/theme';
import { ComparisonPage } from './compare/page';
import { readFirst, type First } from './document';
import { Report, Unreadable } from './page';

applyTheme();
const root = document.getElementById('page');
if (!root) throw new Error('report.html has no element `page`');

function pageOf(first: First | undefined): JSX.Element {
  if (!first) return <Unreadable />;
  return 'index' in first ? <Report index={first.index} /> : <ComparisonPage comparison={first.comparison} />;
}

// Reading a long document and showing it are two tasks, so that neither keeps the page from answering.
const first = readFirst();
setTimeout(() => render(() => pageOf(first), root));
