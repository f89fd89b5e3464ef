// The entry point of the page: its styles and its language, then the page itself.

import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/taskbar.css';
import './styles/windows.css';
import './styles/owners.css';
import './styles/menus.css';
import './styles/content.css';
import './styles/answers.css';
import './styles/notices.css';
import './styles/ask.css';
import './styles/task.css';
import './styles/home.css';

import { loadWords } from './words/load';

// Tables of texts are filled when their module is loaded, so the language comes first.
await loadWords();
await import('./start');
