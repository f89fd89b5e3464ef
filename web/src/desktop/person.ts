// A person's actions on this page, as messages to the server. The page itself changes nothing: the effect comes back as
// a change.

import type { Message, Outcome } from '../connection/outbox';
import type { WindowBounds } from '../protocol/os';
import type { FormValue, HumanAnswer, Openable, PersonAction } from '../protocol/wire';
import { t } from '../words/say';

/** Sends messages, and hears of refusals. */
export interface Voice {
  send: (message: Message) => Promise<Outcome>;
  refused: (why: string) => void;
  /** Called when the person has brought a window to the front, with the number of that change. */
  shown?: (seq: number | undefined) => void;
}

/** The actions that show a window to the person. */
const shows: readonly string[] = ['desktop.open', 'window.focus', 'window.restore'];

/** Everything a person can do. Each method resolves when the server has answered. */
export type Person = ReturnType<typeof createPerson>;

/** Splits a window's key into monitor and id. */
export function partsOf(key: string): { monitorId: string; windowId: string } {
  const slash = key.indexOf('/');
  return { monitorId: key.slice(0, slash), windowId: key.slice(slash + 1) };
}

/** Binds a person's actions to a sender. */
export function createPerson(voice: Voice) {
  const say = async (message: Message): Promise<Outcome> => {
    const outcome = await voice.send(message);
    if (!outcome.ok) voice.refused(outcome.errors[0]?.message ?? t`the server gave no reason`);
    return outcome;
  };
  const act = async (...actions: PersonAction[]): Promise<Outcome> => {
    const outcome = await say({ type: 'USER_ACTION', actions });
    if (outcome.ok && actions.some(({ type }) => shows.includes(type))) voice.shown?.(outcome.seq);
    return outcome;
  };

  return {
    act,
    close: (key: string) => act({ type: 'window.close', windowId: key }),
    focus: (key: string) => act({ type: 'window.focus', windowId: key }),
    minimize: (key: string) => act({ type: 'window.minimize', windowId: key }),
    // Not the person's own doing: nothing to undo, and nothing to tell if it fails.
    fit: (key: string, from: WindowBounds, to: WindowBounds) =>
      voice.send(userAction({ type: 'window.fit', windowId: key, from, to })),
    unlock: (key: string, agentId: string) =>
      act({ type: 'window.unlock', windowId: key, agentId }),
    moveToMonitor: (key: string, monitorId: string) =>
      act({ type: 'window.moveToMonitor', windowId: key, monitorId }),
    undo: () => act({ type: 'desktop.undo' }),
    redo: () => act({ type: 'desktop.redo' }),
    undoWindow: (key: string) => act({ type: 'window.undo', windowId: key }),
    open: (what: Openable, id: string, target?: string) =>
      act({ type: 'desktop.open', what, id, ...(target === undefined ? {} : { target }) }),
    moveShortcut: (shortcutId: string, at: number) =>
      act({ type: 'desktop.moveShortcut', shortcutId, at }),
    activate: (monitorId: string) => act({ type: 'desktop.activate', monitorId }),
    viewport: (monitorId: string, w: number, h: number) =>
      act({ type: 'desktop.viewport', monitorId, w, h }),
    holdToast: (id: string, held: boolean) =>
      voice.send(userAction({ type: 'toast.hold', id, held })),
    // The toast may have disappeared by itself meanwhile, which is what was wanted.
    dismissToast: (id: string) => voice.send(userAction({ type: 'toast.dismiss', id })),
    dismissNotifications: (ids: string[]) =>
      Promise.all(ids.map((id) => voice.send(userAction({ type: 'notification.dismiss', id })))),
    removeShortcut: (shortcutId: string) => act({ type: 'desktop.removeShortcut', shortcutId }),
    pressToast: (id: string, eventId: string) => say({ type: 'TOAST_ACTION', id, eventId }),
    answerDialog: (id: string, confirmed: boolean, remember: boolean) =>
      say({ type: 'DIALOG_FEEDBACK', id, confirmed, remember }),
    answerQuestion: (id: string, answer: HumanAnswer) => say({ type: 'HUMAN_ANSWER', id, answer }),
    press: (key: string, index: number, action: string, form: Record<string, FormValue>) =>
      say({ type: 'COMPONENT_ACTION', key, index, action, form }),
    message: (text: string) => say({ type: 'USER_MESSAGE', text }),
    pressShortcut: (id: string, action: string) => say({ type: 'SHORTCUT_ACTION', id, action }),
    // The app gets the error.
    tellAgent: (key: string, data: string) => voice.send({ type: 'APP_MESSAGE', key, data }),
    // The agent that requested it gets the error; the watching person did nothing.
    feedback: (feedback: Extract<Message, { type: 'RENDERING_FEEDBACK' }>) => voice.send(feedback),
  };
}

function userAction(action: PersonAction): Message {
  return { type: 'USER_ACTION', actions: [action] };
}
