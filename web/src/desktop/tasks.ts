// The tasks as this page knows them: the server's list, kept up to date by `TASK` events.

import { createSignal, type Accessor } from 'solid-js';
import { createStore, produce } from 'solid-js/store';

import { get } from '../connection/api';
import { isTaskPage, isTaskView, type TaskView } from '../protocol/http';
import type { TaskEvent } from '../protocol/wire';
import { recall, type Recalled } from '../task/recall';

/** The events of a task, in order; bounded. */
export interface TaskStory {
  readonly view: TaskView;
  readonly events: TaskEvent[];
  /** The tokens it used, once it is over and its stream was read. */
  readonly tokens?: number | undefined;
  readonly money?: number | undefined;
}

/** A story that is still being written. */
type Draft = { -readonly [Key in keyof TaskStory]: TaskStory[Key] };

/** The tasks of this page. */
export interface Tasks {
  /** Their ids, the latest first. */
  readonly ids: Accessor<string[]>;
  /** Returns what is known about a task. */
  story(id: string): TaskStory | undefined;
  /** Returns the task that runs or waits on this phone, if there is one. */
  on(device: string): TaskView | undefined;
  /** Applies an event. */
  take(event: TaskEvent): void;
  /** Reloads the list. */
  refresh(): Promise<void>;
  /** Whether there are older tasks than those loaded. */
  readonly more: Accessor<boolean>;
  /** Loads some older tasks. */
  older(): Promise<void>;
  /** Loads a task's events from before this page knew it, once. */
  recall(id: string): Promise<void>;
  /** Reloads one task, with fields that lists omit, such as its undo offer. */
  look(id: string): Promise<TaskView | undefined>;
  /** Calls `hear` with every event, until the returned function is called. */
  listen(hear: (event: TaskEvent) => void): () => void;
}

/** How many events of a task are kept, and how many tasks. */
const mostEvents = 400;
const mostTasks = 400;
/** How many tasks that are over keep their events. Those of an older one are loaded again when somebody looks at it. */
const mostStories = 40;
/** How many are loaded at a time. */
const pageOf = 30;

const over = new Set(['success', 'failed', 'timeout', 'interrupted']);

/** Whether a task is over. */
export function isOver(view: TaskView): boolean {
  return over.has(view.state);
}

/** Creates an empty list. */
export function createTasks(): Tasks {
  const [stories, write] = createStore<Record<string, Draft>>({});
  const [ids, setIds] = createSignal<string[]>([]);
  const [more, setMore] = createSignal(false);
  const listeners = new Set<(event: TaskEvent) => void>();
  const recalled = new Set<string>();

  /** How many events have arrived, and how many had when the last of each task arrived. */
  let told = 0;
  const toldOf = new Map<string, number>();

  /** Stores views that were requested when `asked` events had arrived: later events about a task are newer. */
  const put = (views: TaskView[], asked: number): void => {
    write(
      produce((draft) => {
        for (const view of views) {
          const known = draft[view.id];
          if (known) known.view = (toldOf.get(view.id) ?? 0) > asked ? newer(known.view, view) : view;
          else draft[view.id] = { view, events: [] };
        }
      }),
    );
    trim();
  };
  /** Lists the latest tasks, and forgets the others and what nobody has looked at for long. */
  const trim = (): void => {
    const all = sorted(Object.keys(stories));
    const kept = all.slice(0, mostTasks);
    write(
      produce((draft) => {
        for (const gone of all.slice(mostTasks)) {
          delete draft[gone];
          toldOf.delete(gone);
          recalled.delete(gone);
        }
        const looked = new Set([...recalled].slice(-mostStories));
        for (const id of kept.filter((id) => draft[id] && isOver(draft[id].view)).slice(mostStories)) {
          if (looked.has(id)) continue;
          recalled.delete(id);
          if (draft[id] && draft[id].events.length > 0) draft[id].events = [];
        }
      }),
    );
    const before = ids();
    if (kept.length !== before.length || kept.some((id, at) => id !== before[at])) setIds(kept);
  };
  /** A list entry, which omits a task's undo offer, combined with the task's own view. */
  const listed = (view: TaskView): TaskView => {
    const undo = view.undo ?? stories[view.id]?.view.undo;
    return undo ? { ...view, undo } : view;
  };
  const refresh = async (): Promise<void> => {
    const asked = told;
    const answer = await get(`/api/tasks?limit=${pageOf}`, isTaskPage);
    if (!answer.ok) return;
    // Only the first load decides whether there are more: later ones have loaded further.
    if (ids().length <= answer.value.tasks.length) setMore(answer.value.before !== undefined);
    put(answer.value.tasks.map(listed), asked);
  };
  const older = async (): Promise<void> => {
    const last = ids().at(-1);
    if (last === undefined || !more()) return;
    const asked = told;
    const answer = await get(`/api/tasks?limit=${pageOf}&before=${encodeURIComponent(last)}`, isTaskPage);
    if (!answer.ok) return;
    setMore(answer.value.before !== undefined && ids().length < mostTasks);
    put(answer.value.tasks.map(listed), asked);
  };
  const look = async (id: string): Promise<TaskView | undefined> => {
    const asked = told;
    const answer = await get(`/api/tasks/${encodeURIComponent(id)}`, isTaskView);
    if (!answer.ok) return undefined;
    put([answer.value], asked);
    return answer.value;
  };
  const remember = (id: string, told: Recalled): void =>
    write(
      produce((draft) => {
        const known = draft[id];
        if (!known) return;
        const heard = new Set(known.events.map((event) => event.n));
        const all = [...told.events.filter((event) => !heard.has(event.n)), ...known.events];
        known.events = all.sort((a, b) => a.n - b.n).slice(-mostEvents);
        known.tokens = told.tokens;
        known.money = told.money;
      }),
    );
  const recallOnce = async (id: string): Promise<void> => {
    if (recalled.has(id)) {
      // The one that was looked at last is forgotten last.
      recalled.delete(id);
      recalled.add(id);
      return;
    }
    if (stories[id]?.events.some((event) => event.event === 'queued')) return;
    recalled.add(id);
    const told = await recall(id);
    if (told) remember(id, told);
    else recalled.delete(id);
  };

  let refreshing: Promise<void> | undefined;
  const refreshSoon = (): void => {
    refreshing ??= new Promise((done) => {
      setTimeout(() => {
        refreshing = undefined;
        void refresh().then(done);
      }, 150);
    });
  };

  const take = (event: TaskEvent): void => {
    told += 1;
    toldOf.set(event.task, told);
    write(
      produce((draft) => {
        const known = (draft[event.task] ??= { view: begun(event), events: [] });
        if (known.events.some((other) => other.n === event.n)) return;
        known.events.push(event);
        if (known.events.length > mostEvents) known.events.splice(0, known.events.length - mostEvents);
        update(known.view, event);
      }),
    );
    if (!ids().includes(event.task)) trim();
    // The list has fields that an event omits (cost, undo, whether it can be resumed).
    if (event.event === 'ended' || event.event === 'started') refreshSoon();
    for (const hear of listeners) hear(event);
  };

  return {
    ids,
    story: (id) => stories[id],
    on: (device) => {
      const id = ids().find((each) => {
        const view = stories[each]?.view;
        return view?.device === device && !isOver(view);
      });
      return id === undefined ? undefined : stories[id]?.view;
    },
    take,
    refresh,
    more,
    older,
    look,
    recall: recallOnce,
    listen: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

/** A task's id begins with its creation time, so this sorts the latest first. */
function sorted(ids: string[]): string[] {
  return [...ids].sort((a, b) => (a < b ? 1 : -1));
}

/** Combines a list entry with events that arrived after the list was made. */
function newer(told: TaskView, listed: TaskView): TaskView {
  // A task whose start was missed is only known from the list.
  if (told.goal === '') return listed;
  const { state, steps, questions } = told;
  return { ...listed, state, steps, ...(questions === undefined ? {} : { questions }) };
}

function begun(event: TaskEvent): TaskView {
  return {
    id: event.task,
    goal: '',
    state: 'queued',
    device: '',
    steps: 0,
    resumable: false,
    questions: 0,
  };
}

function update(view: TaskView, event: TaskEvent): void {
  switch (event.event) {
    case 'queued':
      view.goal = event.goal;
      view.device = event.device;
      view.state = 'queued';
      return;
    case 'started':
      view.goal = event.goal;
      view.device = event.device;
      view.model = event.model;
      view.maxSteps = event.maxSteps;
      view.state = 'running';
      return;
    case 'step':
      view.steps = event.step;
      return;
    case 'paused':
      view.state = 'paused';
      return;
    case 'continued':
      view.state = 'running';
      return;
    case 'question':
      view.questions = (view.questions ?? 0) + 1;
      return;
    case 'question_closed':
      view.questions = Math.max(0, (view.questions ?? 0) - 1);
      return;
    case 'ended':
      view.state = event.status as TaskView['state'];
      view.steps = event.steps;
      view.durationSec = event.duration;
      view.message = event.message;
      if (event.error !== undefined) view.error = event.error;
      return;
    default:
  }
}
