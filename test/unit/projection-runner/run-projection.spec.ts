import type { DocumentShape } from '../../../src/application/ports/read-store.js';
import type { AllPage, EventStore, SubscribeOptions } from '../../../src/application/ports/event-store.js';
import { type KeyState, VaultUnavailable } from '../../../src/application/ports/vault.js';
import type { Kid } from '../../../src/domain/shared/personal.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import type { RebuildStep } from '../../../src/infrastructure/projection-runner/rebuild-watch.js';
import { type RunnerTimings, runProjection } from '../../../src/infrastructure/projection-runner/run-projection.js';
import { emailsProjection } from '../../../src/projections/emails/emails.projection.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import type { AnyProjection } from '../../../src/projections/shared/projection.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { eventually } from '../../support/gate.js';
import { idAt } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';

/** Long enough for anything, so that only a failure waits for it. */
const patienceMs = 5_000;
const quick: RunnerTimings = {
  paceMs: 0,
  idleCheckpointMs: 0,
  faultDelaysMs: [1, 1],
  outageDelaysMs: [1],
  steadyMs: patienceMs,
};

/** Counts what the runner asks of it. */
class CountingReadStore extends MemoryReadStore {
  readonly applied: { readonly ids: readonly string[]; readonly checkpoint: Position | undefined }[] = [];
  reads = 0;

  override getMany<Document extends object>(shape: DocumentShape<Document>, ids: readonly string[]) {
    this.reads += 1;
    return super.getMany(shape, ids);
  }

  override async apply(...[shape, changes, checkpoint]: Parameters<MemoryReadStore['apply']>) {
    await super.apply(shape, changes, checkpoint);
    this.applied.push({ ids: changes.map(({ id }) => id), checkpoint });
  }
}

class CountingKeyStore extends MemoryKeyStore {
  asked: number[] = [];
  override getMany(kids: readonly Kid[]): Promise<ReadonlyMap<Kid, KeyState>> {
    this.asked.push(kids.length);
    return super.getMany(kids);
  }
}

let store: MemoryEventStore;
let keys: CountingKeyStore;
let readStore: CountingReadStore;
let log: EncodedLog;
let stopping: AbortController;
const running: Promise<void>[] = [];

beforeEach(() => {
  store = new MemoryEventStore();
  keys = new CountingKeyStore();
  readStore = new CountingReadStore();
  log = new EncodedLog(store, keys);
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(running.splice(0));
});

function run(projection: AnyProjection, overrides: Partial<Parameters<typeof runProjection>[0]> = {}) {
  const runner = runProjection({
    projection,
    store,
    codec: log.codec,
    keys,
    readStore,
    signal: stopping.signal,
    timings: quick,
    ...overrides,
  });
  running.push(runner.done);
  return runner;
}

/** The log, but its subscriptions are what `subscribe` makes of them. */
function storeWith(subscribe: (options: SubscribeOptions) => AsyncIterable<AllPage>): EventStore {
  return new Proxy<EventStore>(store, {
    get: (target, name) => (name === 'subscribe' ? subscribe : Reflect.get(target, name).bind(target)),
  });
}

const mail = (number: number) => readStore.get(emailsProjection, idAt(number));

describe('runProjection', () => {
  it('reads, folds and writes each document of a page once, with one checkpoint and one look for keys', async () => {
    await log.acceptMail(1);
    await log.acceptMail(2);
    await log.deliver(1);
    const last = await log.deliver(2);
    keys.asked = [];
    expect(await run(emailsProjection).whenProcessed(last, patienceMs)).toBe(true);
    expect(readStore.applied).toEqual([{ ids: [idAt(1), idAt(2)], checkpoint: last }]);
    expect(readStore.reads).toBe(1);
    expect(keys.asked).toHaveLength(1);
    expect(await mail(1)).toMatchObject({ subject: 'A secret subject', lastEvent: 'delivered' });
  });

  it('asks for no keys, and decrypts nothing, for a projection that is not personal', async () => {
    const last = await log.acceptMail(1);
    keys.asked = [];
    expect(await run(pendingProjection).whenProcessed(last, patienceMs)).toBe(true);
    expect(keys.asked).toEqual([]);
    expect(await readStore.count(pendingProjection, {})).toBe(1);
  });

  it('goes on live', async () => {
    const runner = run(emailsProjection);
    await runner.whenProcessed(await log.acceptMail(1), patienceMs);
    expect(await mail(1)).toMatchObject({ lastEvent: 'sent' });
    await runner.whenProcessed(await log.deliver(1), patienceMs);
    expect(await mail(1)).toMatchObject({ lastEvent: 'delivered' });
  });

  it('tells of a rebuild that takes more than a page, once', async () => {
    await log.acceptMail(1);
    const last = await log.acceptMail(2);
    const inTwoPages = storeWith(async function* (options) {
      for await (const page of store.subscribe(options)) {
        yield { ...page, atEnd: false };
        yield { ...page, events: [], atEnd: true };
      }
    });
    const told: string[] = [];
    const onRebuild = ({ state, projection, resumed }: RebuildStep) => told.push(`${state} ${projection} ${resumed}`);
    const runner = run(emailsProjection, { store: inTwoPages, onRebuild });
    await runner.whenProcessed(last, patienceMs);
    await runner.whenProcessed(await log.deliver(1), patienceMs);
    const name = `emails@${emailsProjection.version}`;
    expect(told).toEqual([`begun ${name} false`, `ended ${name} false`]);
  });

  it('resumes from the stored checkpoint', async () => {
    const first = await log.acceptMail(1);
    await readStore.apply(emailsProjection, [], first);
    const second = await log.acceptMail(2);
    await run(emailsProjection).whenProcessed(second, patienceMs);
    expect(await mail(1)).toBeUndefined();
    expect(await mail(2)).toBeDefined();
  });

  it('says no when the position is not reached in time', async () => {
    const last = await log.acceptMail(1);
    const runner = run(emailsProjection);
    await runner.whenProcessed(last, patienceMs);
    expect(await runner.whenProcessed('9'.repeat(20) as Position, 1)).toBe(false);
  });

  it('passes what it does not handle without writing a checkpoint each time, and keeps it at the end', async () => {
    const runner = run(emailsProjection, { timings: { ...quick, idleCheckpointMs: 2 ** 30 } });
    await runner.whenProcessed(await log.createTeam(1), patienceMs);
    const written = readStore.applied.length;
    const last = await log.createTeam(2);
    expect(await runner.whenProcessed(last, patienceMs)).toBe(true);
    expect(readStore.applied).toHaveLength(written);
    stopping.abort();
    await runner.done;
    expect(await readStore.checkpoint(emailsProjection)).toBe(last);
  });

  it('keeps it soon, too, where nothing more is written', async () => {
    const runner = run(emailsProjection, { timings: { ...quick, idleCheckpointMs: 200 } });
    for (let number = 1; number <= 4; number += 1) await runner.whenProcessed(await log.createTeam(number), patienceMs);
    const last = await store.head();
    await eventually(async () => (await readStore.checkpoint(emailsProjection)) === last);
  });

  it('shares one transaction between what comes while it paces itself', async () => {
    const runner = run(emailsProjection, { timings: { ...quick, paceMs: 50 } });
    await runner.whenProcessed(await log.acceptMail(1), patienceMs);
    await log.acceptMail(2);
    await log.acceptMail(3);
    await runner.whenProcessed(await log.deliver(3), patienceMs);
    expect(readStore.applied.map(({ ids }) => ids)).toEqual([[idAt(1)], [idAt(2), idAt(3)]]);
  });

  it('waits longer for more behind a page of many events', async () => {
    for (let number = 1; number <= 9; number += 1) await log.acceptMail(number);
    const tenth = await log.acceptMail(10);
    const runner = run(emailsProjection, { timings: { ...quick, busyPaceMs: 300 } });
    await runner.whenProcessed(tenth, patienceMs);
    await log.acceptMail(11);
    await log.acceptMail(12);
    await runner.whenProcessed(await log.acceptMail(13), patienceMs);
    expect(readStore.applied.map(({ ids }) => ids.length)).toEqual([10, 3]);
  });

  it('resumes at once from what it has processed when a subscription ends or throws after progress', async () => {
    const asked: (Position | undefined)[] = [];
    const flaky = storeWith(async function* (options) {
      asked.push(options.after);
      for await (const page of store.subscribe({ ...options, pageSize: 1 })) {
        yield page;
        if (asked.length % 2 === 0) throw new Error('the connection is gone');
        return;
      }
    });
    await log.acceptMail(1);
    const last = await log.deliver(1);
    const endless = { ...quick, outageDelaysMs: [patienceMs] };
    expect(await run(emailsProjection, { store: flaky, timings: endless }).whenProcessed(last, patienceMs)).toBe(true);
    const { events } = await store.readAll({ limit: 10 });
    expect(asked.slice(0, 3)).toEqual([undefined, events[0]?.position, events[1]?.position]);
    expect(await mail(1)).toMatchObject({ lastEvent: 'delivered' });
  });

  it('never gives up on a log, a vault or a read store that does not answer', async () => {
    const last = await log.acceptMail(1);
    let outages = 0;
    const sometimes = (error: Error): void => {
      outages += 1;
      if (outages <= 6) throw error;
    };
    const failures: unknown[] = [];
    const runner = run(emailsProjection, {
      store: storeWith((options) => {
        if (outages < 2) sometimes(new Error('no log'));
        return store.subscribe(options);
      }),
      keys: {
        getMany: async (kids) => {
          if (outages < 4) sometimes(new VaultUnavailable('no vault'));
          return keys.getMany(kids);
        },
      },
      readStore: new Proxy(readStore, {
        get: (target, name) => {
          if (name !== 'apply') return Reflect.get(target, name).bind(target);
          return async (...args: Parameters<CountingReadStore['apply']>) => {
            if (outages < 6) sometimes(new Error('disk full'));
            return target.apply(...args);
          };
        },
      }),
      onFailure: (error) => failures.push((error as Error).message),
    });
    expect(await runner.whenProcessed(last, patienceMs)).toBe(true);
    expect(failures).toEqual(['no log', 'no log', 'no vault', 'no vault', 'disk full', 'disk full']);
    expect(await runner.status()).toMatchObject({ state: 'running', error: null, lagMs: 0, position: last });
  });

  it('stops a projection that throws again and again, and no other, with its checkpoint before the fault', async () => {
    let tries = 0;
    const broken: AnyProjection = {
      ...pendingProjection,
      evolve(document, recorded, key) {
        if (recorded.event.type === 'EmailDelivered') {
          tries += 1;
          throw new TypeError('a bug');
        }
        return pendingProjection.evolve(document as never, recorded as never, key);
      },
    };
    const failures: unknown[] = [];
    const runner = run(broken, { onFailure: (error) => failures.push(error) });
    const other = run(emailsProjection);
    const before = await log.acceptMail(1);
    await runner.whenProcessed(before, patienceMs);
    const last = await log.deliver(1);
    await runner.done;
    expect(tries).toBe(3);
    expect(failures).toHaveLength(3);
    const status = await runner.status();
    expect(status).toMatchObject({
      name: 'pending',
      version: pendingProjection.version,
      state: 'stopped',
      position: before,
    });
    expect(status.error).toBe(`pending@${pendingProjection.version} failed on EmailDelivered at ${last}: a bug`);
    expect(await readStore.checkpoint(pendingProjection)).toBe(before);
    expect(await other.whenProcessed(last, patienceMs)).toBe(true);
  });

  it('goes on after a fault that passed', async () => {
    let faults = 0;
    const shaky: AnyProjection = {
      ...pendingProjection,
      keys(recorded) {
        if (faults < 2) {
          faults += 1;
          throw new Error('not yet');
        }
        return pendingProjection.keys(recorded as never);
      },
    };
    const runner = run(shaky);
    expect(await runner.whenProcessed(await log.acceptMail(1), patienceMs)).toBe(true);
    expect(await runner.status()).toMatchObject({ state: 'running', error: null });
  });

  it('stops at a key that is neither there nor destroyed, and never takes it for erased', async () => {
    await log.acceptMail(1);
    const lost = {
      getMany: async (kids: readonly Kid[]) => new Map(kids.map((kid) => [kid, { state: 'missing' as const }])),
    };
    const runner = run(emailsProjection, { keys: lost });
    await runner.done;
    expect(await runner.status()).toMatchObject({ state: 'stopped', position: null });
    expect(await mail(1)).toBeUndefined();
  });

  it('says that it comes no further where it tries in vain, until it does', async () => {
    let isAway = true;
    const refusing = storeWith((options) => {
      if (isAway) throw new Error('2 UNKNOWN: Exception was thrown by handler');
      return store.subscribe(options);
    });
    const runner = run(emailsProjection, { store: refusing });
    const stateIs = (state: string) => eventually(async () => (await runner.status()).state === state);
    await stateIs('failing');
    expect((await runner.status()).error).toContain('Exception was thrown');
    isAway = false;
    await log.acceptMail(1);
    await stateIs('running');
  });

  it('counts its lag from when it had last processed everything', async () => {
    const runner = run(emailsProjection, { store: storeWith(() => store.subscribe({ signal: AbortSignal.abort() })) });
    expect((await runner.status()).lagMs).toBe(0);
    await log.acceptMail(1);
    await waitFor(
      async () => (await runner.status()).lagMs,
      (lagMs) => lagMs !== null && lagMs > 0,
    );
  });
});

describe('an erasure', () => {
  it('folds the documents of its streams anew and has their earlier versions scrubbed', async () => {
    const runner = run(emailsProjection);
    await log.acceptMail(1);
    await log.deliver(1);
    await runner.whenProcessed(await log.acceptMail(2), patienceMs);
    expect(await mail(1)).toMatchObject({ subject: 'A secret subject', erased: false });
    expect(readStore.scrubs).toBe(0);
    await runner.whenProcessed(await log.erase(1), patienceMs);
    expect(await mail(1)).toMatchObject({
      subject: '[erased]',
      to: ['[erased]'],
      erased: true,
      lastEvent: 'delivered',
      recipients: [{ address: '[erased]', lastReply: { text: '[erased]' } }, {}, {}],
    });
    expect(JSON.stringify(await mail(1))).not.toContain('secret');
    expect(await mail(2)).toMatchObject({ subject: 'A secret subject' });
    expect(readStore.scrubs).toBe(1);
  });

  it('counts with what follows it in the same page', async () => {
    await log.acceptMail(1);
    await log.erase(1);
    // Its reply cannot be sealed any more; the next mail's can.
    const last = await log.acceptMail(2);
    const runner = run(emailsProjection);
    await runner.whenProcessed(last, patienceMs);
    expect(await mail(1)).toMatchObject({ erased: true, lastEvent: 'sent' });
    expect(await mail(2)).toMatchObject({ erased: false });
  });

  it('is repeated until the scrub has succeeded', async () => {
    let blocked = 2;
    const scrub = readStore.scrub.bind(readStore);
    readStore.scrub = async () => {
      if (blocked-- > 0) throw new Error('in use');
      await scrub();
    };
    const runner = run(emailsProjection);
    await log.acceptMail(1);
    expect(await runner.whenProcessed(await log.erase(1), patienceMs)).toBe(true);
    expect(readStore.scrubs).toBe(1);
    expect(await mail(1)).toMatchObject({ erased: true });
  });

  it('leaves projections alone that hold nothing personal', async () => {
    const runner = run(pendingProjection);
    await log.acceptMail(1);
    await runner.whenProcessed(await log.erase(1), patienceMs);
    expect(readStore.scrubs).toBe(0);
    expect(await readStore.count(pendingProjection, {})).toBe(1);
  });
});

describe('a retirement', () => {
  it('drops the document of its stream, and has it scrubbed', async () => {
    const runner = run(emailsProjection);
    await log.acceptMail(1);
    await runner.whenProcessed(await log.acceptMail(2), patienceMs);
    expect(await mail(1)).toMatchObject({ subject: 'A secret subject' });
    await runner.whenProcessed(await log.retire(1), patienceMs);
    expect(await mail(1)).toBeUndefined();
    expect(await mail(2)).toMatchObject({ subject: 'A secret subject' });
    expect(readStore.scrubs).toBe(1);
  });

  it('is repeated until the scrub has succeeded', async () => {
    const runner = run(emailsProjection);
    await runner.whenProcessed(await log.acceptMail(1), patienceMs);
    let blocked = 2;
    const scrub = readStore.scrub.bind(readStore);
    readStore.scrub = async () => {
      if (blocked-- > 0) throw new Error('in use');
      await scrub();
    };
    expect(await runner.whenProcessed(await log.retire(1), patienceMs)).toBe(true);
    expect(readStore.scrubs).toBe(1);
    expect(await mail(1)).toBeUndefined();
  });

  it.each([
    ['while its stream is still there', false],
    ['when its stream has gone', true],
  ])('changes nothing when it is delivered again, %s', async (_, removed) => {
    await log.acceptMail(1);
    await log.deliver(1);
    await log.retire(1);
    if (removed) await log.remove(1);
    const last = await log.acceptMail(2);
    await run(emailsProjection).whenProcessed(last, patienceMs);
    expect(await readStore.count(emailsProjection, {})).toBe(1);
    const again = await readStore.list(emailsProjection, { equals: {}, orderBy: 'id', direction: 'asc', limit: 9 });
    expect(again.documents.map(({ id }) => id)).toEqual([idAt(2)]);
  });

  it('is not undone by an erasure of a mail whose stream has not gone yet', async () => {
    await log.acceptMail(1);
    const runner = run(emailsProjection);
    await runner.whenProcessed(await log.retire(1), patienceMs);
    await runner.whenProcessed(await log.erase(1), patienceMs);
    expect(await mail(1)).toBeUndefined();
  });

  it('is nothing to projections without a document for each stream', async () => {
    await log.acceptMail(1);
    await run(pendingProjection).whenProcessed(await log.retire(1), patienceMs);
    expect(await readStore.count(pendingProjection, {})).toBe(1);
  });
});
