import { type MessagePort, Worker } from 'node:worker_threads';
import { workerUrl } from '../system/worker-url.js';
import { connectProjections, type Projections } from './projections-client.js';

/** What `projections.worker.ts` is started with. */
export interface ProjectionsWorkerData {
  readonly dataDir: string;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** A line to the log's writer thread, and one to the vault's. */
  readonly eventLogPort: MessagePort;
  readonly vaultPort: MessagePort;
  /** False: the documents are only read; another role of another process keeps them. */
  readonly keepsDocuments: boolean;
}

export interface ProjectionsThreadOptions extends ProjectionsWorkerData {
  /** A projection failed and will try again, or has stopped (`status()` says which). Names no person. */
  readonly onFailure?: (source: string, message: string) => void;
  /** The thread has ended by itself: reads fail from now on. */
  readonly onGone?: (error: Error) => void;
}

/** Starts the thread; it follows the log from where it stopped. Resolves when it answers, rejects where it cannot start. */
export function startProjectionsThread(options: ProjectionsThreadOptions): Promise<Projections> {
  const { dataDir, masterKey, eventLogPort, vaultPort, keepsDocuments, onFailure, onGone } = options;
  const worker = new Worker(workerUrl(import.meta.url, '../../programs/workers/projections.worker.js'), {
    workerData: { dataDir, masterKey, eventLogPort, vaultPort, keepsDocuments } satisfies ProjectionsWorkerData,
    transferList: [eventLogPort, vaultPort],
  });
  return new Promise((resolve, reject) => {
    let state: 'starting' | 'serving' | 'ended' = 'starting';
    const { projections, abandon } = connectProjections(worker, {
      ...(onFailure === undefined ? {} : { onFailure }),
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
