import type { Worker } from 'node:worker_threads';
import { unreachable } from '../../domain/shared/decider.js';
import type { TroubleChange } from '../../application/delivery/trouble/trouble.js';
import type { Counted, DeliveryNotice, DeliveryOrder, LogLine } from './messages.js';

/** The delivery worker as the thread that started it sees it. */
export interface DeliveryThread {
  /** What is pending has changed. */
  wake(): void;
  /** The orderly end; rejects where the thread ended before it had recorded everything. */
  stop(): Promise<void>;
}

export interface DeliveryThreadListeners {
  readonly onLog: (line: LogLine) => void;
  readonly onCounted: (counted: Counted) => void;
  readonly onTrouble: (change: TroubleChange) => void;
  /** The thread ended unexpectedly: nothing is delivered any more, and claims may be open. */
  readonly onGone: (error: Error) => void;
}

/**
 * The starting side of a thread that says `started`, takes orders, and says `stopped`. Resolves when the thread has
 * recovered what an earlier run left open, rejects where it cannot start.
 */
export function followThread(
  worker: Worker,
  { onLog, onCounted, onTrouble, onGone }: DeliveryThreadListeners,
): Promise<DeliveryThread> {
  const order = (wanted: DeliveryOrder): void => worker.postMessage(wanted);
  return new Promise((resolve, reject) => {
    /** What its end means now. */
    let ended: { readonly orderly: () => void; readonly gone: (error: Error) => void } = {
      orderly: () => undefined,
      gone: reject,
    };
    const stop = (): Promise<void> =>
      new Promise<void>((orderly, gone) => {
        ended = { orderly, gone };
        order('stop');
      }).then(async () => void (await worker.terminate()));

    worker.on('message', (notice: DeliveryNotice) => {
      switch (notice.kind) {
        case 'log':
          return onLog(notice);
        case 'counted':
          return onCounted(notice);
        case 'trouble':
          return onTrouble(notice.change);
        case 'started':
          ended = { ...ended, gone: onGone };
          return resolve({ wake: () => order('wake'), stop });
        case 'stopped':
          return ended.orderly();
        default:
          return unreachable(notice);
      }
    });
    // An error is followed by an exit; after `stopped` the exit says nothing new.
    const gone = (error: Error): void => {
      const { gone: report } = ended;
      ended = { ...ended, gone: () => undefined };
      report(error);
    };
    worker.on('error', (error) => gone(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => gone(new Error('the delivery thread has ended')));
  });
}
