// The tasks as this page knows them: what the server lists, kept up to date by `TASK` events.

import { createSignal, type Accessor } from 'solid-js';
import { createStore, produce } from 'solid-js/store';

import { get } from '../connection/api';
import { isTaskPage, isTaskView, type TaskView } from '../protocol/http';
import type { TaskEvent } from '../protocol/wire';
import { recall, type Recalled } from '../task/recall';

/** What happened to a task, in the order in which it happened; bounded. */
export interface TaskStory {
  readonly view: TaskView;
  readonly events: TaskEvent[];
  /** What it cost, once it is over and its stream was read. */
  readonly tokens?: number | undefined;
  readonly money?: number | undefined;
}

/** A story that is still written. */
type Draft = { -readonly [Key in keyof TaskStory]: TaskStory[Key] };

/** The tasks of this page. */
export interface Tasks {
  /** Their ids, the latest first. */
  readonly ids: Accessor<string[]>;
  /** What is known of a task. */
  story(id: string): TaskStory | undefined;
  /** The task that runs or waits on this phone, if there is one. */
  on(device: string): TaskView | undefined;
  /** Takes what the server said. */
  take(event: TaskEvent): void;
  /** Reads the list again. */
  refresh(): Promise<void>;
  /** Whether there are tasks before those that are known. */
  readonly more: Accessor<boolean>;
  /** Reads some of the tasks before those that are known. */
  older(): Promise<void>;
  /** Reads what a task did before this page heard of it, once. */
  recall(id: string): Promise<void>;
  /** Reads one task again, with what lists do not tell, such as the way back. */
  look(id: string): Promise<TaskView | undefined>;
  /** Hears every event as it comes, until the returned function is called. */
  listen(hear: (event: TaskEvent) => void): () => void;
}

/** How many events of a task are kept, and how many tasks. */
const mostEvents = 400;
const mostTasks = 400;
/** How many are read at a time. */
const pageOf = 30;

const over = new Set(['success', 'failed', 'timeout', 'interrupted']);

/** Whether a task is over. */
export function isOver(view: TaskView): boolean {
  return over.has(view.state);
}

/** Makes an empty one. */
export function createTasks(): Tasks {
  const [stories, write] = createStore<Record<string, Draft>>({});
  const [ids, setIds] = createSignal<string[]>([]);
  const [more, setMore] = createSignal(false);
  const listeners = new Set<(event: TaskEvent) => void>();
  const recalled = new Set<string>();

  /** How many events have come, and how many had when the last of a task came. */
  let told = 0;
  const toldOf = new Map<string, number>();

  /** Takes what was asked for when so many events had come: what was told of a task since then is newer. */
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
    setIds(sorted(Object.keys(stories)).slice(0, mostTasks));
  };
  /** A line of a list, which does not tell the way back of a task, with what a look at the task has told of it. */
  const listed = (view: TaskView): TaskView => {
    const undo = view.undo ?? stories[view.id]?.view.undo;
    return undo ? { ...view, undo } : view;
  };
  const refresh = async (): Promise<void> => {
    const asked = told;
    const answer = await get(`/api/tasks?limit=${pageOf}`, isTaskPage);
    if (!answer.ok) return;
    // Only who knows nothing yet learns from this whether there is more: others have read on.
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
    if (recalled.has(id) || stories[id]?.events.some((event) => event.event === 'queued')) return;
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
    if (!ids().includes(event.task)) {
      const all = sorted([...ids(), event.task]);
      for (const gone of all.slice(mostTasks)) {
        write(gone, undefined as never);
        toldOf.delete(gone);
      }
      setIds(all.slice(0, mostTasks));
    }
    // What an event does not carry (cost, undo, whether it can be resumed) the list does.
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

/** A task's id begins with the time it was made: the latest first. */
function sorted(ids: string[]): string[] {
  return [...ids].sort((a, b) => (a < b ? 1 : -1));
}

/** What a list says, with what events have said since it was made. */
function newer(told: TaskView, listed: TaskView): TaskView {
  // Whose beginning was not heard is known by the list alone.
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
