import { PassThrough } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { Arrival } from '../../application/ports/mail-authentication.js';
import type { Authenticated } from '../../domain/shared/verdicts.js';
import { comeAfterRequests, giveWay } from '../system/modest-worker.js';
import { type LookupSettings, lookupsFor } from './lookup.js';
import { verifyMessage } from './verify-message.js';

/** What the thread is asked, of the email with this number. */
export type Asked =
  | { readonly email: number; readonly what: 'begin'; readonly arrival: Arrival }
  | { readonly email: number; readonly what: 'bytes'; readonly bytes: Uint8Array }
  | { readonly email: number; readonly what: 'end' | 'cancel' };

/** `more`: the bytes are read. */
export type Answered =
  | { readonly email: number; readonly what: 'more' }
  | { readonly email: number; readonly what: 'done'; readonly found: Authenticated | null };

const open = new Map<number, PassThrough>();
// What the parent gives: see `startAuthentication`.
const settings = workerData as LookupSettings;

giveWay();
comeAfterRequests();
parentPort?.on('message', (asked: Asked) => {
  const { email } = asked;
  if (asked.what === 'begin') {
    begin(email, asked.arrival);
    return;
  }
  const message = open.get(email);
  if (asked.what === 'bytes') message?.write(asked.bytes, () => answer({ email, what: 'more' }));
  else if (asked.what === 'end') message?.end();
  else message?.destroy();
  if (asked.what !== 'bytes') open.delete(email);
});

function begin(email: number, arrival: Arrival): void {
  const message = new PassThrough();
  message.on('error', () => {});
  open.set(email, message);
  verifyMessage(message, arrival, lookupsFor(settings)).then(
    (found) => answer({ email, what: 'done', found }),
    () => answer({ email, what: 'done', found: null }),
  );
}

function answer(answered: Answered): void {
  parentPort?.postMessage(answered);
}
