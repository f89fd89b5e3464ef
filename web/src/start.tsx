// Draws the page, once its language is there.

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
