import { withTimeout } from '../../../application/shared/timeout.js';
import { startModestWorker } from '../../../infrastructure/system/modest-worker.js';
import { workerUrl } from '../../../infrastructure/system/worker-url.js';
import type { LookData, LookResult } from './doctor.worker.js';

const maxHeapMb = 256;
/** On shared engines it waits for the heartbeats of leases. */
const timeoutMs = 60_000;

/** Looks in a thread of its own, which ends with the look. Rejects where the look fails or takes too long. */
export function lookInThread(config: LookData): Promise<LookResult> {
  const worker = startModestWorker(workerUrl(import.meta.url, './doctor.worker.js'), { maxHeapMb, workerData: config });
  const look = new Promise<LookResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the look at the installation ended without a result')));
  });
  const late = (): Error => new Error('the look at the installation took too long');
  return withTimeout(timeoutMs, look, late).finally(() => void worker.terminate());
}
