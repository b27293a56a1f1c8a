import type { DomainEvent } from '../../domain/shared/decider.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type {
  AnswerHeaders,
  WebhookAttempt,
  WebhookAttempted,
  WebhookProgressed,
  WebhookTest,
} from '../../domain/webhook/log-events.js';
import type { ExpectedRevision } from '../ports/event-store.js';
import { type KeyState, VaultUnavailable } from '../ports/vault.js';
import type { RequestContext } from '../shared/context.js';
import { delay } from '../shared/delay.js';
import { encodeOne, metadataOf } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';

type LogsPorts = Pick<Ports, 'store' | 'codec' | 'ids' | 'clock'> & { readonly keys: Pick<Ports['keys'], 'createRow'> };

/** What happened meanwhile shares one append. */
const collectMs = 100;
/** While log or vault cannot be written. */
const retryAfterMs = 1_000;
const stopPatienceMs = 2_000;
/** As JSON, before it is sealed: base64 makes it a third larger, and an append holds a mebibyte. */
const maxAppendBytes = 400 * 1024;
/** What an attempt takes beside its answer. */
const attemptBytes = 700;

type Entry =
  | {
      readonly kind: 'attempt';
      readonly teamId: string;
      readonly attempt: WebhookAttempt;
      readonly answer: string;
      readonly headers: AnswerHeaders;
    }
  | {
      readonly kind: 'test';
      readonly teamId: string;
      readonly context: RequestContext;
      readonly test: WebhookTest;
      readonly answer: string;
    }
  | { readonly kind: 'dropped'; readonly teamId: string; readonly messageId: string }
  | { readonly kind: 'progress'; readonly teamId: null; readonly data: WebhookProgressed['data'] };

interface Waiting {
  readonly entry: Entry;
  readonly settle: (isWritten: boolean) => void;
}

/** The end of this process's stream of the hour, and the key of each team in it. */
interface Hour {
  readonly stream: StreamName;
  expected: ExpectedRevision;
  predecessor: string | null;
  readonly kids: Map<string | null, Kid>;
  readonly keyRing: Map<Kid, KeyState>;
}

/**
 * What was sent to endpoints, written behind as the request log is: the same hourly streams, keys and retention. Unlike a
 * request, an attempt is waited for: who made it learns whether it is in the log, and makes it again where it is not.
 */
export class WebhookLog {
  private waiting: Waiting[] = [];
  private instance: string;
  private hour: Hour | undefined;
  private writing: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly ports: LogsPorts,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.instance = ports.ids.next();
  }

  /** True once it is in the log; false: it never will be. */
  attempted(teamId: string, attempt: WebhookAttempt, answer: string, headers: AnswerHeaders = []): Promise<boolean> {
    return this.add({ kind: 'attempt', teamId, attempt, answer, headers });
  }

  /** Records a sample that was sent on request. */
  tested(context: RequestContext, test: WebhookTest, answer: string): Promise<boolean> {
    return this.add({ kind: 'test', teamId: context.teamId, context, test, answer });
  }

  /** The message waits for no further attempt. */
  dropped(teamId: string, messageId: string): Promise<boolean> {
    return this.add({ kind: 'dropped', teamId, messageId });
  }

  progressed(data: WebhookProgressed['data']): Promise<boolean> {
    return this.add({ kind: 'progress', teamId: null, data });
  }

  /** Writes what is left; what cannot be written in time is lost. */
  async stop(): Promise<void> {
    const patience = new AbortController();
    const left = async (): Promise<void> => {
      while (this.waiting.length > 0 || this.writing !== undefined) await this.flush();
    };
    const written = left();
    await Promise.race([written, delay(stopPatienceMs, patience.signal)]);
    this.stopping.abort();
    patience.abort();
    await written;
  }

  private add(entry: Entry): Promise<boolean> {
    return new Promise((settle) => {
      this.waiting.push({ entry, settle });
      if (this.writing === undefined) this.schedule();
    });
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), collectMs);
  }

  /** Everything that is waiting now, append after append; one run at a time. */
  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
      if (this.waiting.length > 0) this.schedule();
    });
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    for (let left = this.waiting.length; left > 0; ) {
      const taken = this.take();
      left -= taken.length;
      const isWritten = await this.writePatiently(taken.map(({ entry }) => entry));
      for (const { settle } of taken) settle(isWritten);
    }
  }

  private take(): readonly Waiting[] {
    let bytes = 0;
    const past = this.waiting.findIndex(({ entry }, index) => {
      bytes += sizeOf(entry);
      return index > 0 && bytes > maxAppendBytes;
    });
    return this.waiting.splice(0, past < 0 ? this.waiting.length : past);
  }

  private async writePatiently(entries: readonly Entry[]): Promise<boolean> {
    let batch: Awaited<ReturnType<WebhookLog['prepare']>> | undefined;
    for (;;) {
      try {
        batch ??= await this.prepare(entries);
        const { hour, events, headDigest } = batch;
        const appended = await this.ports.store.append([{ stream: hour.stream, expected: hour.expected, events }]);
        if (appended.result === 'written') {
          hour.expected = appended.revision;
          hour.predecessor = headDigest;
          return true;
        }
        if (appended.result === 'conflict') {
          // The stream is not as this process left it: what is to be written goes into a new one.
          this.instance = this.ports.ids.next();
          batch = undefined;
        }
      } catch (error) {
        this.onFailure(error);
        // What the codec or the store will not take now it will not take later.
        if (!(error instanceof VaultUnavailable)) return false;
      }
      if (this.stopping.signal.aborted) return false;
      await delay(retryAfterMs, this.stopping.signal);
    }
  }

  private async prepare(entries: readonly Entry[]) {
    const { ports } = this;
    const hour = this.currentHour();
    const correlationId = ports.ids.next();
    const written: { readonly teamId: string | null; readonly event: DomainEvent; readonly by?: RequestContext }[] = [];
    for (const teamId of new Set(entries.map((entry) => entry.teamId))) {
      const own = entries.filter((entry) => entry.teamId === teamId);
      const attempts = own.flatMap((entry) => (entry.kind === 'attempt' ? [entry] : []));
      if (teamId !== null && attempts.length > 0) {
        written.push({ teamId, event: attemptedEvent(attempts, await this.keyOf(hour, teamId)) });
      }
      for (const entry of own) {
        if (entry.kind !== 'test') continue;
        const answer = plain(await this.keyOf(hour, entry.teamId), entry.answer);
        const event: DomainEvent = { type: 'WebhookTested', data: { test: entry.test, answer } };
        written.push({ teamId, event, by: entry.context });
      }
      const messageIds = own.flatMap((entry) => (entry.kind === 'dropped' ? [entry.messageId] : []));
      if (messageIds.length > 0)
        written.push({ teamId, event: { type: 'WebhookMessagesDropped', data: { messageIds } } });
    }
    // Retention finds an hour by its keys.
    if (hour.kids.size === 0) await this.newKey(hour, null);
    // Behind the attempts that they rest on.
    for (const entry of entries) {
      if (entry.kind === 'progress')
        written.push({ teamId: null, event: { type: 'WebhookProgressed', data: entry.data } });
    }
    const events = written.map(({ teamId, event, by }) => {
      const context = by ?? { teamId, actor: { kind: 'system', id: 'webhooks' } as const, correlationId };
      return { id: ports.ids.next(), event, metadata: metadataOf(ports.clock, { context, region: null }) };
    });
    const { stream, predecessor, keyRing } = hour;
    const { events: encoded, headDigest } = encodeOne(ports.codec, { stream, predecessor, events }, keyRing);
    return { hour, events: encoded, headDigest };
  }

  private currentHour(): Hour {
    const time = new Date(this.ports.clock.now()).toISOString().slice(0, 13);
    const stream = streamName('webhooklog', `${this.instance}-${time}`);
    if (this.hour?.stream !== stream) {
      this.hour = { stream, expected: 'no-stream', predecessor: null, kids: new Map(), keyRing: new Map() };
    }
    return this.hour;
  }

  private async keyOf(hour: Hour, teamId: string): Promise<Kid> {
    return hour.kids.get(teamId) ?? (await this.newKey(hour, teamId));
  }

  /** On disk before anything is sealed with it. */
  private async newKey(hour: Hour, teamId: string | null): Promise<Kid> {
    const { ids, keys, clock } = this.ports;
    const row = ids.next();
    const key = ids.dataKey();
    await keys.createRow({ row, anchor: hour.stream, createdAt: new Date(clock.now()).toISOString(), keys: [key] });
    const kid = kidOf(row, 0);
    hour.keyRing.set(kid, { state: 'present', key });
    hour.kids.set(teamId, kid);
    return kid;
  }
}

function attemptedEvent(made: readonly Extract<Entry, { kind: 'attempt' }>[], kid: Kid): WebhookAttempted {
  const attempts = made.map(({ attempt }) => attempt);
  const [answers, answerHeaders] = [made.map(({ answer }) => answer), made.map(({ headers }) => headers)];
  const data = { attempts, answers: plain(kid, answers), answerHeaders: plain(kid, answerHeaders) };
  return { type: 'WebhookAttempted', data };
}

function sizeOf(entry: Entry): number {
  // As JSON: a control character takes six bytes.
  if (entry.kind === 'attempt') return attemptBytes + Buffer.byteLength(JSON.stringify([entry.answer, entry.headers]));
  if (entry.kind === 'test') return attemptBytes + Buffer.byteLength(JSON.stringify(entry.answer));
  return entry.kind === 'progress' ? JSON.stringify(entry.data).length : 50;
}
