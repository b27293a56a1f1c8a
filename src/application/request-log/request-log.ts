import type { AnsweredRequest, RequestDetail, RequestsAnswered } from '../../domain/request-log/events.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { NewEvent } from '../ports/event-codec.js';
import type { ExpectedRevision, NewStoredEvent } from '../ports/event-store.js';
import { type KeyState, type KeyStore, VaultUnavailable } from '../ports/vault.js';
import { delay } from '../shared/delay.js';
import { encodeOne, type LogPorts, metadataOf } from '../shared/handle.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { createRequestQueue, type QueuedRequest } from './request-queue.js';

export interface RequestLogDependencies {
  readonly ports: Omit<LogPorts, 'serialise'>;
  readonly keys: Pick<KeyStore, 'createRow'>;
  /** Of the `logs` documents, which a list waits for. */
  readonly ownWrites: OwnWrites;
  /** How long a list waits for what was answered before it. */
  readonly listPatienceMs: number;
  /** So many requests will never be in the log: it could not be written for too long. */
  readonly onLost: (requests: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** What this process answered, written behind: a crash may lose the last moment of it, and of nothing else. */
export interface RequestLog {
  /** Costs the request nothing but putting it aside. `bytes`: the size of the two bodies as JSON. */
  note(teamId: string, request: AnsweredRequest, detail: RequestDetail, bytes: number): void;
  /** Resolves when lists show all that this process has answered the team, or after `listPatienceMs`. */
  settled(teamId: string, projection: string): Promise<void>;
  /** How many requests were answered and are not in the log yet. */
  waiting(): number;
  /** Writes what is left; what cannot be written in time is lost. */
  stop(): Promise<void>;
}

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

export function createRequestLog(dependencies: RequestLogDependencies): RequestLog {
  const { ports, ownWrites, listPatienceMs, onLost, onFailure } = dependencies;
  const queue = createRequestQueue(onLost);
  const stopping = new AbortController();
  let instance = ports.ids.next();
  let hour: Hour | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | undefined;

  function currentHour(): Hour {
    const stream = streamName('requestlog', `${instance}-${new Date(ports.clock.now()).toISOString().slice(0, 13)}`);
    if (hour?.stream !== stream) {
      hour = { stream, expected: 'no-stream', predecessor: null, kids: new Map(), keyRing: new Map() };
    }
    return hour;
  }

  /** Everything that is waiting now, append after append; one run at a time. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (queue.size() > 0 && !stopping.signal.aborted) schedule();
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    for (let left = queue.size(); left > 0; ) {
      const requests = queue.take(maxAppendBytes);
      left -= requests.length;
      if (!(await writePatiently(requests))) onLost(requests.length);
      queue.done();
    }
  }

  /** False: they are lost. */
  async function writePatiently(requests: readonly QueuedRequest[]): Promise<boolean> {
    let batch: Batch | undefined;
    for (;;) {
      try {
        batch ??= await prepare(dependencies, currentHour(), requests);
        const outcome = await append(batch);
        if (outcome === 'written') return true;
        if (outcome === 'moved') batch = undefined;
      } catch (error) {
        onFailure(error);
        // What the codec or the store will not take now it will not take later.
        if (!(error instanceof VaultUnavailable)) return false;
      }
      if (stopping.signal.aborted) return false;
      await delay(retryAfterMs, stopping.signal);
    }
  }

  /** `moved`: the stream is not as this process left it, so that it goes on in a new one. */
  async function append(batch: Batch): Promise<'written' | 'unknown' | 'moved'> {
    const { hour: at, events, headDigest, requests } = batch;
    const appended = await ports.store.append([{ stream: at.stream, expected: at.expected, events }]);
    if (appended.result === 'unknown') return 'unknown';
    if (appended.result === 'conflict') {
      instance = ports.ids.next();
      return 'moved';
    }
    at.expected = appended.revision;
    at.predecessor = headDigest;
    for (const teamId of new Set(requests.map((request) => request.teamId))) ownWrites.note(teamId, appended.position);
    return 'written';
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), collectMs);
  }

  return {
    note(teamId, request, detail, bytes) {
      queue.add({ teamId, request, detail, bytes });
      if (writing === undefined) schedule();
    },

    async settled(teamId, projection) {
      const patience = new AbortController();
      const shown = async (): Promise<void> => {
        if (queue.holds(teamId)) {
          await writing;
          await flush();
        }
        await ownWrites.settled(teamId, projection);
      };
      await Promise.race([shown(), delay(listPatienceMs, patience.signal)]);
      patience.abort();
    },

    waiting: () => queue.held(),

    async stop() {
      const patience = new AbortController();
      const left = async (): Promise<void> => {
        while (queue.size() > 0 || writing !== undefined) await flush();
      };
      const written = left();
      await Promise.race([written, delay(stopPatienceMs, patience.signal)]);
      stopping.abort();
      patience.abort();
      await written;
    },
  };
}

/** One event for each team, sealed once under its key of this hour. */
async function prepare(
  { ports, keys }: RequestLogDependencies,
  hour: Hour,
  requests: readonly QueuedRequest[],
): Promise<Batch> {
  const events: NewEvent[] = [];
  const correlationId = ports.ids.next();
  for (const teamId of new Set(requests.map((request) => request.teamId))) {
    const own = requests.filter((request) => request.teamId === teamId);
    const kid = hour.kids.get(teamId) ?? (await newKey(ports, keys, hour, teamId));
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
async function newKey(
  { ids, clock }: Pick<LogPorts, 'ids' | 'clock'>,
  keys: Pick<KeyStore, 'createRow'>,
  hour: Hour,
  teamId: string,
): Promise<Kid> {
  const row = ids.next();
  const key = ids.dataKey();
  await keys.createRow({ row, anchor: hour.stream, createdAt: new Date(clock.now()).toISOString(), keys: [key] });
  const kid = kidOf(row, 0);
  hour.keyRing.set(kid, { state: 'present', key });
  hour.kids.set(teamId, kid);
  return kid;
}
