// The processes that a test starts. They end with the test's own process, that one ends with the test runner, and the
// test fails at once when one of them ends by itself: nothing waits for a server that is gone, or stays behind.

/** What this file needs of a process. */
export interface Child {
  /** Whether the test itself has ended it. */
  readonly killed: boolean;
  kill(signal: 'SIGKILL'): boolean;
  once(event: 'exit', then: (code: number | null, signal: string | null) => void): unknown;
}

const children = new Set<Child>();
const listeners = new Set<() => unknown>();

function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

process.once('exit', killAll);
// The test runner was killed. Vitest replaces `process.exit`, and nobody is left to report anything to.
process.once('disconnect', () => {
  killAll();
  process.kill(process.pid, 'SIGKILL');
});

/** Watches a started process. `lastWords` returns what it wrote last; `ending` whether the test is just ending it. */
export function watch(child: Child, name: string, lastWords = (): string => '', ending = (): boolean => false): void {
  children.add(child);
  child.once('exit', (code, signal) => {
    children.delete(child);
    if (child.killed || ending()) return;
    listeners.forEach((listener) => listener());
    // Vitest reports it as an error of the run, whatever the test says that waited for it.
    throw new Error(`${name} ended during a test with ${signal ?? `exit code ${code}`}\n${lastWords()}`);
  });
}

/** Calls this when a process has ended by itself. */
export function onLoss(listener: () => unknown): void {
  listeners.add(listener);
}
