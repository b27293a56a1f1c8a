import { lazy, Suspense } from 'react';
import { messages } from '../messages';
import { hideToast, showToast } from './toast-layer';

/** It comes with the library that shows it. */
const UndoToast = lazy(async () => ({ default: (await import('./toasts')).UndoToast }));

const undoMs = 7_000;

export function say(message: string): void {
  showToast({ message, color: 'green' });
}

/** For what failed away from a form. */
export function sayProblem(error: Error): void {
  showToast({ title: messages.problems.notSaved, message: error.message, color: 'red', role: 'alert' });
}

interface Undoable {
  readonly message: string;
  readonly hint?: string;
  /** Does it. `leaving`: the page is going away, and so the request must outlive it. Its failure is said. */
  readonly commit: (leaving: boolean) => Promise<unknown>;
  readonly onDone: () => void;
  /** It was taken back, or it failed: what is shown is as it was. */
  readonly onUndone: () => void;
}

/** Does something in a few seconds, unless it is taken back until then. Leaving the page does it at once. */
export function undoable({ message, hint, commit, onDone, onUndone }: Undoable): void {
  let isSettled = false;
  const settle = (): boolean => {
    if (isSettled) return false;
    isSettled = true;
    clearTimeout(timer);
    window.removeEventListener('pagehide', leave);
    hideToast(id);
    return true;
  };
  const act = (leaving: boolean): void => {
    if (!settle()) return;
    commit(leaving).then(onDone, (error: Error) => {
      onUndone();
      sayProblem(error);
    });
  };
  const leave = (): void => act(true);
  const undo = (): void => {
    if (settle()) onUndone();
  };
  const timer = setTimeout(() => act(false), undoMs);
  window.addEventListener('pagehide', leave);
  const id = showToast({
    autoClose: false,
    withCloseButton: false,
    message: (
      <Suspense>
        <UndoToast message={message} hint={hint} onUndo={undo} />
      </Suspense>
    ),
  });
}
