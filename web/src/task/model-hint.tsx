// A hint for a request that was not understood without a model: say it more simply, or add one.

import type { JSX } from 'solid-js';

import { guideNames, openGuide } from '../guides/open';
import { Icon } from '../shell/icons';
import { t } from '../words/say';

/** The hint. */
export function ModelHint(): JSX.Element {
  return (
    <div class="model-hint">
      <p class="fine">
        {t`Everyday requests work without a model: calls, messages, alarms, apps, settings. A model understands the rest.`}
      </p>
      <button type="button" class="button is-secondary size-sm" onClick={() => openGuide('model')}>
        <Icon name="chip" />
        <span class="button-label">{guideNames.model}</span>
      </button>
    </div>
  );
}
