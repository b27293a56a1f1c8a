import type { DocumentChange, DocumentShape } from '../../../src/application/ports/read-store.js';
import type { Fence } from '../../../src/application/ports/lease.js';
import type { RequestsAnswered } from '../../../src/domain/request-log/events.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { idOf, streamName } from '../../../src/domain/shared/stream-name.js';
import { type RunOptions, runProjection } from '../../../src/infrastructure/projection-runner/run-projection.js';
import { emailsProjection } from '../../../src/projections/emails/emails.projection.js';
import { logsProjection } from '../../../src/projections/logs/logs.projection.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import type { AnyProjection } from '../../../src/projections/shared/projection.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { apiKeyId, idAt, timeAt } from '../../support/recorded-events.js';

/** Long enough for anything, so that only a failure waits for it. */
const patienceMs = 5_000;
const timings = { paceMs: 0, idleCheckpointMs: 0, faultDelaysMs: [1], outageDelaysMs: [1], steadyMs: patienceMs };

/** Each write of some documents is cut off once, with half of them written and the checkpoint not. */
class TornReadStore extends MemoryReadStore {
  torn = 0;
  private whole = true;

  override async apply(
    shape: DocumentShape,
    changes: readonly DocumentChange[],
    checkpoint: Position | undefined,
    fence?: Fence,
  ): Promise<void> {
    this.whole = changes.length === 0 || !this.whole;
    if (this.whole) return super.apply(shape, changes, checkpoint, fence);
    this.torn += 1;
    await super.apply(shape, changes.slice(0, Math.ceil(changes.length / 2)), undefined, fence);
    throw new Error('the connection is gone');
  }
}

/** Keeps what it was asked to write. */
class RecordingReadStore extends MemoryReadStore {
  readonly written: { readonly changes: readonly DocumentChange[]; readonly fence: Fence | undefined }[] = [];

  override async apply(
    shape: DocumentShape,
    changes: readonly DocumentChange[],
    checkpoint: Position | undefined,
    fence?: Fence,
  ): Promise<void> {
    this.written.push({ changes, fence });
    await super.apply(shape, changes, checkpoint, fence);
  }
}

let store: MemoryEventStore;
let keys: MemoryKeyStore;
let log: EncodedLog;
let stopping: AbortController;
const running: Promise<void>[] = [];

beforeEach(() => {
  store = new MemoryEventStore();
  keys = new MemoryKeyStore();
  log = new EncodedLog(store, keys);
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(running.splice(0));
});

function run(projection: AnyProjection, readStore: MemoryReadStore, overrides: Partial<RunOptions> = {}) {
  const ports = { store, codec: log.codec, keys, readStore };
  const runner = runProjection({ projection, ...ports, signal: stopping.signal, timings, ...overrides });
  running.push(runner.done);
  return runner;
}

/** One mail's events to a page. */
const undelivered: AnyProjection = {
  name: 'undelivered',
  version: 1,
  categories: ['email'],
  handles: ['EmailAccepted', 'EmailDelivered'],
  personal: false,
  fields: {},
  indexes: [],
  pageSize: 2,
  keys: ({ stream }) => [idOf(stream)],
  evolve: (_, { event, stream }) => (event.type === 'EmailAccepted' ? { id: idOf(stream) } : undefined),
};

async function documentsOf(readStore: MemoryReadStore, projection: AnyProjection) {
  const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: 1_000 } as const;
  return (await readStore.list(projection, query)).documents;
}

const requestLog = streamName('requestlog', `${idAt(1)}-2026-01-01T00`);

async function answerRequests(...numbers: readonly number[]): Promise<Position> {
  const kid = await log.createKey(idAt(7_000), requestLog);
  const data: RequestsAnswered['data'] = {
    requests: numbers.map((number) => ({
      id: idAt(number),
      at: timeAt(number),
      apiKeyId,
      method: 'POST',
      endpoint: '/emails',
      status: 200,
      durationMs: 1,
      emailIds: [],
    })),
    details: plain(
      kid,
      numbers.map(() => ({ userAgent: null, requestBody: null, responseBody: null })),
    ),
  };
  return log.append(requestLog, { type: 'RequestsAnswered', data });
}

function retireRequestLog(): Promise<Position> {
  const data = { stream: requestLog, lastRevision: 0, headDigest: 'f'.repeat(64), mode: 'tombstone' } as const;
  return log.append(streamName('retention', 'requestlog-2026-02-01'), { type: 'StreamRetired', data });
}

describe('a page that is cut off half way', () => {
  it.each<readonly [string, AnyProjection]>([
    ['emails', emailsProjection],
    ['pending', pendingProjection],
  ])('leads to the same documents of %s in the end', async (_, projection) => {
    const torn = new TornReadStore();
    const runner = run(projection, torn);
    for (const number of [1, 2, 3, 4]) await log.acceptMail(number);
    await log.deliver(1);
    await runner.whenProcessed(await log.deliver(2), patienceMs);
    await log.retire(2);
    await log.erase(3);
    const last = await log.deliver(4);
    expect(await runner.whenProcessed(last, patienceMs)).toBe(true);
    expect(torn.torn).toBeGreaterThan(1);

    const whole = new MemoryReadStore();
    await run(projection, whole).whenProcessed(last, patienceMs);
    expect(await documentsOf(torn, projection)).toEqual(await documentsOf(whole, projection));
    expect(await torn.checkpoint(projection)).toBe(last);
  });

  it('leaves nothing of a stream that ends before the first checkpoint', async () => {
    const readStore = new MemoryReadStore();
    const cut = new AbortController();
    await answerRequests(100, 101);
    // The process dies with its first page's documents written.
    const dying = new (class extends TornReadStore {
      override async apply(...args: Parameters<TornReadStore['apply']>): Promise<void> {
        cut.abort();
        await readStore.apply(args[0], args[1], undefined);
        throw new Error('the process is gone');
      }
    })();
    await run(logsProjection, dying, { signal: cut.signal }).done;
    expect(await documentsOf(readStore, logsProjection)).toHaveLength(2);
    expect(await readStore.checkpoint(logsProjection)).toBeUndefined();

    const last = await retireRequestLog();
    expect(await run(logsProjection, readStore).whenProcessed(last, patienceMs)).toBe(true);
    expect(await documentsOf(readStore, logsProjection)).toEqual([]);
  });
});

describe('a projection under a lease', () => {
  it('gives its fence with every write', async () => {
    const readStore = new RecordingReadStore();
    await run(emailsProjection, readStore, { fence: 3 }).whenProcessed(await log.acceptMail(1), patienceMs);
    expect(readStore.written.map(({ fence }) => fence)).toEqual([3]);
    await expect(readStore.apply(emailsProjection, [], undefined, 2)).rejects.toMatchObject({ code: 'lease-lost' });
  });

  it('removes what came and went in the page that its last holder may have in hand, and in no later one', async () => {
    for (const number of [1, 2]) {
      await log.acceptMail(number);
      await log.deliver(number);
    }
    const last = await log.createTeam(1);
    const readStore = new RecordingReadStore();
    await run(undelivered, readStore, { fence: 3 }).whenProcessed(last, patienceMs);
    const ids = readStore.written.flatMap(({ changes }) => changes.map(({ id }) => id));
    expect(ids).toEqual([idAt(1)]);
    expect(await documentsOf(readStore, undelivered)).toEqual([]);
  });

  it('writes nothing of a page that it had folded when the lease was lost', async () => {
    const readStore = new RecordingReadStore();
    const lease = new AbortController();
    await log.acceptMail(1);
    const lostMeanwhile = {
      getMany: (kids: Parameters<MemoryKeyStore['getMany']>[0]) => {
        lease.abort();
        return keys.getMany(kids);
      },
    };
    await run(emailsProjection, readStore, { fence: 3, signal: lease.signal, keys: lostMeanwhile }).done;
    expect(readStore.written).toEqual([]);
  });
});
