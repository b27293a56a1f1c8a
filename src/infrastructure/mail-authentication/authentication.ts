import type { Arrival, AuthenticationCheck, MailAuthentication } from '../../application/ports/mail-authentication.js';
import type { Authenticated } from '../../domain/shared/verdicts.js';
import { startModestWorker, type ModestWorker } from '../system/modest-worker.js';
import { workerUrl } from '../system/worker-url.js';
import type { Answered, Asked } from './authenticate.worker.js';
import type { LookupSettings } from './lookup.js';

/** More are not looked at: each one costs a hash of the whole message and a question to a stranger's name server. */
const mostSignatures = 10;

/** A header section without the signatures beyond the first ten, which no other one signs. */
export function withFewSignatures(header: Buffer): Buffer {
  let found = 0;
  const text = header.toString('latin1').replace(/^dkim-signature[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*/gim, (field) => {
    found += 1;
    return found > mostSignatures ? '' : field;
  });
  return found > mostSignatures ? Buffer.from(text, 'latin1') : header;
}

const maxHeapMb = 128;
/** The DNS has half of it. An email that keeps the thread busy for longer ends it. */
const mostMs = 8_000;

interface Check {
  readonly more: (() => void)[];
  readonly done: (found: Authenticated | null) => void;
  readonly found: Promise<Authenticated | null>;
}

export interface AuthenticationOptions {
  readonly dns: LookupSettings;
  /** An email kept the thread busy for too long, or ended it. */
  readonly onCutOff: (why: string) => void;
}

/**
 * Checks emails in a thread of its own, which starts with the first one: what strangers wrote, and what their name
 * servers say, holds up nothing else. When the thread ends, the emails in it go unchecked.
 */
export class Authentication implements MailAuthentication {
  readonly #checks = new Map<number, Check>();
  #worker: ModestWorker | undefined;
  #last = 0;

  constructor(
    private readonly options: AuthenticationOptions,
    private readonly startThread = startModestWorker,
  ) {}

  begin(arrival: Arrival, header: Buffer): AuthenticationCheck {
    this.#last += 1;
    const email = this.#last;
    let done: Check['done'] = () => undefined;
    const found = new Promise<Authenticated | null>((resolve) => (done = resolve));
    const check: Check = { more: [() => undefined], done, found };
    this.#checks.set(email, check);
    this.#ask({ email, what: 'begin', arrival });
    this.#ask({ email, what: 'bytes', bytes: withFewSignatures(header) });
    return {
      write: (bytes) => this.#inTime(this.#write(email, check, bytes), undefined),
      end: () => this.#end(email, check),
      cancel: () => {
        if (this.#checks.delete(email)) this.#ask({ email, what: 'cancel' });
      },
    };
  }

  async close(): Promise<void> {
    await this.#drop();
  }

  #write(email: number, { more }: Check, bytes: Buffer): Promise<void> {
    if (!this.#checks.has(email)) return Promise.resolve();
    this.#ask({ email, what: 'bytes', bytes });
    return new Promise((resolve) => more.push(resolve));
  }

  #end(email: number, { found }: Check): Promise<Authenticated | null> {
    // Its thread ended, and another one would know nothing of it.
    if (!this.#checks.has(email)) return found;
    this.#ask({ email, what: 'end' });
    return this.#inTime(found, null);
  }

  #ask(asked: Asked): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(asked);
  }

  async #inTime<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), mostMs)));
    const first = await Promise.race([work, late]);
    clearTimeout(timer);
    if (first !== 'late') return first;
    this.options.onCutOff('took too long');
    void this.#drop();
    return otherwise;
  }

  #start(): ModestWorker {
    const file = workerUrl(import.meta.url, './authenticate.worker.js');
    const worker = this.startThread(file, { maxHeapMb, workerData: this.options.dns });
    worker.on('message', (answered: Answered) => this.#take(answered));
    worker.on('error', (error) => {
      this.options.onCutOff(error.message);
      void this.#drop();
    });
    worker.unref();
    return worker;
  }

  #take(answered: Answered): void {
    const check = this.#checks.get(answered.email);
    if (check === undefined) return;
    if (answered.what === 'more') check.more.shift()?.();
    else this.#finish(answered.email, check, answered.found);
  }

  #finish(email: number, { more, done }: Check, found: Authenticated | null): void {
    this.#checks.delete(email);
    done(found);
    for (const resolve of more) resolve();
  }

  async #drop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.removeAllListeners().on('error', () => undefined);
    for (const [email, check] of this.#checks) this.#finish(email, check, null);
    await worker?.terminate();
  }
}
