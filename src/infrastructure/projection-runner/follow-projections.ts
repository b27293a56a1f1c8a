import type { Worker } from 'node:worker_threads';
import { connectProjections, type Projections } from './projections-client.js';
import type { RebuildStep } from './rebuild-watch.js';

export interface ProjectionsThreadListeners {
  /** A projection failed and will try again, or has stopped (`status()` says which). Names no person. */
  readonly onFailure?: (source: string, message: string) => void;
  readonly onRebuild?: (step: RebuildStep) => void;
  /** The thread ended unexpectedly: reads fail from now on. */
  readonly onGone?: (error: Error) => void;
}

/**
 * The starting side of the thread that keeps the projections: it follows the log from where it stopped. Resolves when
 * it answers, rejects where it cannot start.
 */
export function followProjections(
  worker: Worker,
  { onFailure, onRebuild, onGone }: ProjectionsThreadListeners,
): Promise<Projections> {
  return new Promise((resolve, reject) => {
    let state: 'starting' | 'serving' | 'ended' = 'starting';
    const { projections, abandon } = connectProjections(worker, {
      ...(onFailure === undefined ? {} : { onFailure }),
      ...(onRebuild === undefined ? {} : { onRebuild }),
      onReady() {
        state = 'serving';
        resolve({ ...projections, close });
      },
    });
    const gone = (error: Error): void => {
      abandon(error.message);
      if (state === 'starting') reject(error);
      if (state === 'serving') onGone?.(error);
      state = 'ended';
    };
    async function close(): Promise<void> {
      state = 'ended';
      await projections.close().catch(() => undefined);
      await worker.terminate();
    }
    worker.on('error', (error) => gone(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => gone(new Error('the projections thread has ended')));
  });
}
