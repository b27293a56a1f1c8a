import type { LeaseState } from '../../../src/application/ports/lease.js';
import { listLeases } from '../../../src/infrastructure/lease/mongodb/list-leases.js';
import { connectMongodb, type MongodbConnection } from '../../../src/infrastructure/mongodb/connect-mongodb.js';
import { crashClient } from '../../support/crash-client.js';
import { key, senderDomain, untilReceived, untilSettled } from '../../support/crash-run.js';
import { type CrashSink, startCrashSink } from '../../support/crash-sink.js';
import { createFleet, type Fleet } from '../../support/fleet.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { withoutTerms } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';

describeOverSharedEngines('two processes that run projections and process managers', () => {
  let engines: SharedEngines;
  let sink: CrashSink;
  let fleet: Fleet;
  let mongodb: MongodbConnection;
  beforeAll(async () => {
    [engines, sink] = await Promise.all([startSharedEngines(), startCrashSink()]);
    fleet = createFleet(engines, sink.port);
    mongodb = await connectMongodb(engines.environment()['MONGODB_URL'] ?? '');
  });
  afterAll(async () => {
    await fleet.close();
    await mongodb.close();
    sink.close();
    await engines.close();
  });

  /** Those of delivering processes have a suite of their own. */
  const leases = async () =>
    new Map([...(await listLeases(mongodb.database))].filter(([name]) => !name.startsWith('worker:')));

  it('one is killed: the other takes each of its leases, with a newer fencing number, and goes on; without either mail still goes out', async () => {
    const [api, first, second] = await Promise.all([
      fleet.member('api', 'api,delivery'),
      fleet.member('first', 'projections'),
      fleet.member('second', 'projections'),
    ]);
    for (const member of [api, first]) member.start();
    await Promise.all([api.serves(), first.serves()]);
    // Asked for one by one: all that it takes part in are there, and it holds them.
    const taking = await waitFor(
      () => turnsOf(first.port),
      (turns) => turns.size > 10 && [...turns.values()].every((turn) => turn === '1'),
    );
    const held = await leases();
    expect(new Set([...held.keys()].map((name) => name.slice(0, name.indexOf(':'))))).toEqual(
      new Set(['projection', 'work']),
    );
    expect([...taking.keys()].filter((name) => (held.get(name)?.holder ?? null) === null)).toEqual([]);
    second.start();
    await second.serves();
    // Who waits is ready, and says that it waits.
    const [holding, waiting] = [await turnsOf(first.port), await turnsOf(second.port)];
    expect([...held.keys()].filter((name) => holding.get(name) !== '1' || waiting.get(name) !== '0')).toEqual([]);
    await first.kill();

    const taken = await waitFor(leases, (now) => [...held.keys()].every((name) => isTakenFrom(held, now, name)));
    expect([...held].filter(([name, { fence }]) => (taken.get(name)?.fence ?? 0) <= fence)).toEqual([]);

    await waitFor(
      () => turnsOf(second.port),
      (turns) => [...turns.values()].every((turn) => turn === '1'),
    );

    const client = crashClient(api.port, key);
    const mail = { from: `shop@${senderDomain}`, to: 'customer@example.net', subject: 'After', text: 'Thank you.' };
    const request = { path: '/emails', idempotencyKey: 'after', payload: JSON.stringify(mail) } as const;
    const [id] = await client.send(request, () => undefined);
    expect([...(await untilSettled(api.port, 1))]).toEqual([[id, 'delivered']]);

    // Nobody keeps the read models any more: the log is enough to send by.
    await second.kill();
    const unlisted = { path: '/emails', idempotencyKey: 'unlisted', payload: JSON.stringify(mail) } as const;
    await untilReceived(sink, await client.send(unlisted, () => undefined), fleet.state);
    client.close();

    // Its next life knows that it is dead, and does not wait for a term, at whose end it may have been killed again.
    const nextLife = await fleet.member('second', 'projections', withoutTerms());
    nextLife.start();
    await nextLife.serves();
    // Asked of the store: on this clock a process shows its first figures for minutes.
    await waitFor(leases, (now) => [...held.keys()].every((name) => isTakenFrom(taken, now, name)));
  }, 300_000);
});

type Leases = ReadonlyMap<string, LeaseState>;

/** Whether another life of a process holds it than did before. */
function isTakenFrom(before: Leases, now: Leases, name: string): boolean {
  const state = now.get(name);
  return state !== undefined && state.holder !== null && state.holder !== before.get(name)?.holder;
}

/** What a process shows at `/metrics` of the leases that it takes part in. */
async function turnsOf(port: number): Promise<ReadonlyMap<string, string>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Map(
    [...text.matchAll(/^posthorn_lease_held\{lease="([^"]+)"\} (\d)$/gm)].map(([, name = '', turn = '']) => [
      name,
      turn,
    ]),
  );
}
