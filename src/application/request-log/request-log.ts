import type { AnsweredRequest, RequestDetail, RequestsAnswered } from '../../domain/request-log/events.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { NewEvent } from '../ports/event-codec.js';
import type { ExpectedRevision, NewStoredEvent } from '../ports/event-store.js';
import { type KeyState, type KeyStore, VaultUnavailable } from '../ports/vault.js';
import { delay } from '../shared/delay.js';
import { encodeOne, type LogPorts, metadataOf } from '../shared/handle.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { type QueuedRequest, RequestQueue } from './request-queue.js';

export type RequestLogPorts = Pick<LogPorts, 'store' | 'codec' | 'ids' | 'clock'> & {
  readonly keys: Pick<KeyStore, 'createRow'>;
  /** Of the `logs` documents, which a list waits for. */
  readonly ownWrites: OwnWrites;
  /** How long a list waits for what was answered before it. */
  readonly listPatienceMs: number;
  /** So many requests will never be in the log: it could not be written for too long. */
  readonly onLost: (requests: number) => void;
  readonly onFailure: (error: unknown) => void;
};

/** What is answered meanwhile shares one append. */
const collectMs = 100;
/** While log or vault cannot be written. */
const retryAfterMs = 1_000;
const stopPatienceMs = 2_000;
/** As JSON, before it is sealed: base64 makes it a third larger, and an append holds a mebibyte. */
const maxAppendBytes = 400 * 1024;

/** The end of this process's stream of the hour, and the key of each team in it. */
interface Hour {
  readonly stream: StreamName;
  expected: ExpectedRevision;
  predecessor: string | null;
  readonly kids: Map<string, Kid>;
  readonly keyRing: Map<Kid, KeyState>;
}

interface Batch {
  readonly hour: Hour;
  readonly requests: readonly QueuedRequest[];
  readonly events: readonly [NewStoredEvent, ...NewStoredEvent[]];
  readonly headDigest: string;
}

/** What this process answered, written behind: a crash may lose the last moment of it, and of nothing else. */
export class RequestLog {
  private readonly queue: RequestQueue;
  private readonly stopping = new AbortController();
  private instance: string;
  private hour: Hour | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing: Promise<void> | undefined;

  constructor(private readonly ports: RequestLogPorts) {
    this.queue = new RequestQueue(ports.onLost);
    this.instance = ports.ids.next();
  }

  /** Costs the request nothing but queueing it. `bytes`: the size of the two bodies as JSON. */
  note(teamId: string, request: AnsweredRequest, detail: RequestDetail, bytes: number): void {
    this.queue.add({ teamId, request, detail, bytes });
    if (this.writing === undefined) this.schedule();
  }

  /** Resolves when lists show all that this process has answered the team, or after `listPatienceMs`. */
  async settled(teamId: string, projection: string): Promise<void> {
    const patience = new AbortController();
    const shown = async (): Promise<void> => {
      if (this.queue.holds(teamId)) {
        await this.writing;
        await this.flush();
      }
      await this.ports.ownWrites.settled(teamId, projection);
    };
    await Promise.race([shown(), delay(this.ports.listPatienceMs, patience.signal)]);
    patience.abort();
  }

  /** How many requests were answered and are not in the log yet. */
  waiting(): number {
    return this.queue.held();
  }

  /** Writes what is left; what cannot be written in time is lost. */
  async stop(): Promise<void> {
    const patience = new AbortController();
    const left = async (): Promise<void> => {
      while (this.queue.size() > 0 || this.writing !== undefined) await this.flush();
    };
    const written = left();
    await Promise.race([written, delay(stopPatienceMs, patience.signal)]);
    this.stopping.abort();
    patience.abort();
    await written;
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
      if (this.queue.size() > 0 && !this.stopping.signal.aborted) this.schedule();
    });
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    for (let left = this.queue.size(); left > 0; ) {
      const requests = this.queue.take(maxAppendBytes);
      left -= requests.length;
      if (!(await this.writePatiently(requests))) this.ports.onLost(requests.length);
      this.queue.done();
    }
  }

  /** False: they are lost. */
  private async writePatiently(requests: readonly QueuedRequest[]): Promise<boolean> {
    let batch: Batch | undefined;
    for (;;) {
      try {
        batch ??= await prepare(this.ports, this.currentHour(), requests);
        const outcome = await this.append(batch);
        if (outcome === 'written') return true;
        if (outcome === 'moved') batch = undefined;
      } catch (error) {
        this.ports.onFailure(error);
        // What the codec or the store refuses now it refuses later too.
        if (!(error instanceof VaultUnavailable)) return false;
      }
      if (this.stopping.signal.aborted) return false;
      await delay(retryAfterMs, this.stopping.signal);
    }
  }

  private currentHour(): Hour {
    const { clock } = this.ports;
    const stream = streamName('requestlog', `${this.instance}-${new Date(clock.now()).toISOString().slice(0, 13)}`);
    if (this.hour?.stream !== stream) {
      this.hour = { stream, expected: 'no-stream', predecessor: null, kids: new Map(), keyRing: new Map() };
    }
    return this.hour;
  }

  /** `moved`: the stream is not as this process left it, so that it goes on in a new one. */
  private async append(batch: Batch): Promise<'written' | 'unknown' | 'moved'> {
    const { store, ids, ownWrites } = this.ports;
    const { hour, events, headDigest, requests } = batch;
    const appended = await store.append([{ stream: hour.stream, expected: hour.expected, events }]);
    if (appended.result === 'unknown') return 'unknown';
    if (appended.result === 'conflict') {
      this.instance = ids.next();
      return 'moved';
    }
    hour.expected = appended.revision;
    hour.predecessor = headDigest;
    for (const teamId of new Set(requests.map((request) => request.teamId))) ownWrites.note(teamId, appended.position);
    return 'written';
  }
}

/** One event for each team, sealed once under its key of this hour. */
async function prepare(ports: RequestLogPorts, hour: Hour, requests: readonly QueuedRequest[]): Promise<Batch> {
  const events: NewEvent[] = [];
  const correlationId = ports.ids.next();
  for (const teamId of new Set(requests.map((request) => request.teamId))) {
    const own = requests.filter((request) => request.teamId === teamId);
    const kid = hour.kids.get(teamId) ?? (await newKey(ports, hour, teamId));
    const event: RequestsAnswered = {
      type: 'RequestsAnswered',
      data: {
        requests: own.map(({ request }) => request),
        details: plain(
          kid,
          own.map(({ detail }) => detail),
        ),
      },
    };
    const context = { teamId, actor: { kind: 'system', id: 'request-log' } as const, correlationId };
    events.push({ id: ports.ids.next(), event, metadata: metadataOf(ports.clock, { context, region: null }) });
  }
  const { stream, predecessor, keyRing } = hour;
  return { hour, requests, ...encodeOne(ports.codec, { stream, predecessor, events }, keyRing) };
}

/** On disk before anything is sealed with it. */
async function newKey({ ids, clock, keys }: RequestLogPorts, hour: Hour, teamId: string): Promise<Kid> {
  const row = ids.next();
  const key = ids.dataKey();
  await keys.createRow({ row, anchor: hour.stream, createdAt: new Date(clock.now()).toISOString(), keys: [key] });
  const kid = kidOf(row, 0);
  hour.keyRing.set(kid, { state: 'present', key });
  hour.kids.set(teamId, kid);
  return kid;
}
