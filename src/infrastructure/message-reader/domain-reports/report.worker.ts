import { parentPort } from 'node:worker_threads';
import type { DomainReport } from '../../../domain/domain-report/domain-report.js';
import { comeAfterRequests, giveWay } from '../../system/modest-worker.js';
import { readDomainReport } from './read-domain-report.js';

/** Null where the message brings no report. */
export type ReportAnswer = DomainReport | null;

giveWay();
comeAfterRequests();
parentPort?.on('message', (message: Uint8Array) => {
  const answer = (found: ReportAnswer): void => parentPort?.postMessage(found);
  // The same memory, which is this thread's alone.
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  readDomainReport(bytes).then(
    (report) => answer(report ?? null),
    () => answer(null),
  );
});
