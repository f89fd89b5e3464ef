// One phone in a window: its live picture, its buttons, its holder, and its screen as a list.

import { createEffect, createSignal, onCleanup, onMount, Show, type JSX } from 'solid-js';

import './phone.css';
import { usePage } from '../../desktop/page';
import { t } from '../../words/say';
import type { PartProps } from '../props';
import { ElementList } from './element-list';
import { createFiles, Files } from './files';
import { Help } from './help';
import { PictureView } from './picture-view';
import { toolFor, type ToolId } from './shortcuts';
import { createDecisions, StateBar } from './state-bar';
import { Toolbar } from './toolbar';
import { toolsOf } from './tools';
import { useTurning } from './turning';
import { createView, hurryAll, type Shown } from './view';

/** The part: shows its target phone, or the first one. */
export default function Phone(props: PartProps): JSX.Element {
  const page = usePage();
  const id = (): string | undefined => props.target ?? page.phones.all()[0]?.id;
  return (
    <Show
      when={id()}
      keyed
      fallback={<p class="nothing">{t`There is no phone yet. Add one in Settings, under Phones.`}</p>}
    >
      {(phone) => <OnePhone id={phone} window={props.key} />}
    </Show>
  );
}

function OnePhone(props: { id: string; window: string }): JSX.Element {
  const page = usePage();
  const { id } = props;
  const view = createView(page, id);
  const decisions = createDecisions(view);
  const files = createFiles(id);
  const [dropping, setDropping] = createSignal(false);
  let root!: HTMLDivElement;
  let chooser!: HTMLInputElement;
  let keys: HTMLTextAreaElement | undefined;
  const name = (): string => view.control.phone()?.name ?? id;

  const saveScreenshot = async (): Promise<void> => {
    if (!view.stream.screen()) return page.remark(t`There is no picture to save yet.`);
    const url = URL.createObjectURL(await view.stream.picture.save());
    const link = document.createElement('a');
    link.href = url;
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    link.download = `${id.replace(/[^\w.-]+/g, '-')}-${time}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  useTurning(page, props.window, view.stream.screen, () => root.querySelector('.phone-stage'));
  const groups = toolsOf(view, {
    chooseFile: () => chooser.click(),
    focusKeys: () => {
      view.show({ picture: true });
      keys?.focus();
    },
    saveScreenshot: () => void saveScreenshot(),
  });
  const run = (tool: ToolId): void => {
    if (tool === 'hold' || tool === 'pause' || tool === 'stop') return void decisions[tool]();
    groups.flat().find((one) => one.id === tool)?.act();
  };
  const help = () => [
    { id: 'hold', label: t`Take over, give back` } as const,
    { id: 'pause', label: t`Pause, go on` } as const,
    { id: 'stop', label: t`Stop the task` } as const,
    ...groups.flat(),
  ];

  // The keys work in the whole window, also on its frame, which has the focus right after opening.
  const pressed = (event: KeyboardEvent): void => {
    const tool = toolFor(event);
    if (!tool) return;
    event.preventDefault();
    event.stopPropagation();
    run(tool);
  };
  onMount(() => {
    const window = root.closest<HTMLElement>('[data-window]') ?? root;
    window.addEventListener('keydown', pressed);
    onCleanup(() => window.removeEventListener('keydown', pressed));
  });
  onMount(() => {
    let inView = true;
    const tell = (): void => view.see(inView && document.visibilityState === 'visible');
    // A window that is minimised, covered or on another monitor intersects with nothing.
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? inView;
      tell();
    });
    observer.observe(root);
    const looked = (): void => {
      tell();
      if (document.visibilityState === 'visible') hurryAll();
    };
    document.addEventListener('visibilitychange', looked);
    addEventListener('online', hurryAll);
    onCleanup(() => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', looked);
      removeEventListener('online', hurryAll);
    });
  });
  // Opening the list or the help moves the focus there; closing it moves the focus back to the button.
  createEffect((before: Shown | undefined) => {
    const now = view.shown();
    const focus = (what: string): void => root.querySelector<HTMLElement>(what)?.focus();
    if (before && !before.list && now.list) focus('.phone-list h3');
    for (const tool of ['list', 'help'] as const)
      if (before?.[tool] && !now[tool] && !root.contains(document.activeElement))
        focus(`[data-tool='${tool}']`);
    return now;
  });

  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') ?? false;
  return (
    <div
      ref={root}
      class="phone"
      classList={{
        'has-list': view.shown().list,
        'is-list-only': !view.shown().picture,
        'is-dropping': dropping(),
      }}
      data-phone={id}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && root.contains(event.relatedTarget)))
          setDropping(false);
      }}
      onDrop={(event) => {
        setDropping(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        files.send([...(event.dataTransfer?.files ?? [])]);
      }}
      onPaste={(event) => {
        const pasted = [...(event.clipboardData?.files ?? [])];
        if (pasted.length > 0) files.send(pasted);
      }}
    >
      <StateBar view={view} decisions={decisions} />
      <div class="phone-middle">
        <div class="phone-body">
          <Show when={view.shown().picture}>
            <PictureView view={view} name={name()} keysRef={(element) => (keys = element)} />
          </Show>
          <Show when={view.shown().list}>
            <ElementList view={view} />
          </Show>
          <Show when={view.shown().help}>
            <Help tools={help()} close={() => view.show({ help: false })} />
          </Show>
          <Show when={view.problem()}>
            {(words) => (
              <p class="phone-problem" role="status" dir="auto">
                {words()}
              </p>
            )}
          </Show>
        </div>
        <Toolbar groups={groups} />
      </div>
      <Files files={files} />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          files.send([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
