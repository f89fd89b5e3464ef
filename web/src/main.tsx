// The entry point of the page.

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

import { render } from 'solid-js/web';

import { capture } from './capture/capture';
import { createPage, PageProvider } from './desktop/page';
import { applyTheme } from './shell/theme';
import { Screen } from './shell/screen';

applyTheme();
const root = document.getElementById('page');
if (!root) throw new Error('index.html has no element `page`');
render(() => {
  const page = createPage(capture);
  return (
    <PageProvider value={page}>
      <Screen />
    </PageProvider>
  );
}, root);
