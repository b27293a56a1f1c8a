import { type CrashClient, crashClient } from '../../support/crash-client.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { delay } from '../../../src/application/shared/delay.js';
import { listLeases } from '../../../src/infrastructure/lease/mongodb/list-leases.js';
import { connectMongodb, type MongodbConnection } from '../../../src/infrastructure/mongodb/connect-mongodb.js';
import { closedPort } from '../../support/closed-port.js';
import { key, mailOf, senderDomain, untilReceived, untilSettled, wait } from '../../support/crash-run.js';
import { type CrashSink, startCrashSink } from '../../support/crash-sink.js';
import { createFleet, type Fleet, type FleetMember, loggedEventsOf, loggedMailsOf } from '../../support/fleet.js';
import { createGate } from '../../support/gate.js';
import { tracesOf } from '../../support/mail-traces.js';
import { startServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import {
  describeOverSharedEngines,
  type Engine,
  type SharedEngines,
  startSharedEngines,
} from '../../support/shared-engines.js';
import { relayToUrl, type TcpRelay } from '../../support/tcp-relay.js';

const outageMs = Number(process.env['OUTAGE_SECONDS'] ?? 8) * 1000;
const killEveryMs = 10_000;
const settledWithinMs = 60_000;
const pauseBetweenMailsMs = 250;

type EngineName = 'eventStore' | 'mongodb' | 'redis';
interface Way {
  stop(engine: Engine, relay: TcpRelay): unknown;
  resume(engine: Engine, relay: TcpRelay): unknown;
}
const ways: Readonly<Record<string, Way>> = {
  frozen: { stop: (engine) => engine.freeze(), resume: (engine) => engine.thaw() },
  killed: { stop: (engine) => engine.kill(), resume: (engine) => engine.start() },
  'cut off': { stop: (_engine, relay) => relay.cut(), resume: (_engine, relay) => relay.restore() },
};
const variables: Readonly<Record<EngineName, string>> = {
  eventStore: 'EVENTSTOREDB_URL',
  mongodb: 'MONGODB_URL',
  redis: 'REDIS_URL',
};

/** Each engine in one way for every change; in all of them with `OUTAGES=all`. */
const everyDay: readonly (readonly [EngineName, string])[] = [
  ['eventStore', 'killed'],
  ['mongodb', 'frozen'],
  ['redis', 'cut off'],
];
const outages =
  process.env['OUTAGES'] === 'all'
    ? Object.keys(variables).flatMap((name) => Object.keys(ways).map((how) => [name as EngineName, how] as const))
    : everyDay;

/**
 * Two processes of each role; one of those that deliver is killed every ten seconds, and started again where it was.
 */
describeOverSharedEngines('an engine that is away for a while, and workers that are killed', () => {
  let engines: SharedEngines;
  let sink: CrashSink;
  let fleet: Fleet;
  let api: FleetMember;
  let clients: readonly CrashClient[];
  let workers: readonly FleetMember[];
  let mongodb: MongodbConnection;
  const relays = new Map<EngineName, TcpRelay>();
  const sent: string[] = [];
  /** Every worker that was killed, under the name that its claims give it. */
  const kills: Kill[] = [];

  beforeAll(async () => {
    [engines, sink] = await Promise.all([startSharedEngines(), startCrashSink()]);
    mongodb = await connectMongodb(engines.environment()['MONGODB_URL'] ?? '');
    const env: Record<string, string> = {};
    for (const [name, variable] of Object.entries(variables)) {
      const { relay, url } = await relayToUrl(engines.environment()[variable] ?? '');
      relays.set(name as EngineName, relay);
      env[variable] = url;
    }
    fleet = createFleet(engines, sink.port);
    const members = [];
    for (const role of ['api', 'projections', 'delivery']) {
      for (const number of [1, 2]) members.push(await fleet.member(`${role}-${number}`, role, env));
    }
    for (const member of members) member.start();
    await Promise.all(members.map(({ serves }) => serves()));
    const apis = members.slice(0, 2);
    api = at(apis, 0);
    workers = members.slice(4);
    clients = apis.map(({ port }) => crashClient(port, key));
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await fleet.close();
    for (const relay of relays.values()) await relay.close();
    sink.close();
    await mongodb.close();
    await engines.close();
  });

  const bodyOf = (number: number) => ({
    from: `shop@${senderDomain}`,
    to: `customer${number}@example.net`,
    subject: `Order ${number}`,
    text: 'Thank you.',
  });

  /** One keyed mail after the other until told to stop, each repeated under its key until it was accepted. */
  function sendSteadily() {
    let going = true;
    const done = (async () => {
      while (going) {
        const number = sent.length;
        const request = { path: '/emails', idempotencyKey: `outage/${number}` } as const;
        const ids = await at(clients, number).send(
          { ...request, payload: JSON.stringify(bodyOf(number)) },
          () => undefined,
        );
        sent.push(...ids);
        await wait(pauseBetweenMailsMs);
      }
    })();
    return async () => {
      going = false;
      await done;
    };
  }

  /** The one and the other in turn, and started again as soon as a start can go well. */
  function killSteadily(areBack: Promise<void>) {
    const stopping = new AbortController();
    const done = (async () => {
      for (;;) {
        await delay(killEveryMs, stopping.signal);
        if (stopping.signal.aborted) return;
        const worker = at(workers, kills.length);
        kills.push({ worker: nameOf(worker), atMs: Date.now() });
        await Promise.race([worker.kill(), worker.failure]);
        await areBack;
        worker.start();
        await worker.serves();
      }
    })();
    return async () => {
      stopping.abort();
      await done;
    };
  }

  /** A start that an outage cuts off ends, and would be begun again by its supervisor: here nobody does. */
  async function untilUnderWay(): Promise<void> {
    for (const worker of workers) {
      const lease = async () => (await listLeases(mongodb.database)).get(`worker:${nameOf(worker)}`);
      await waitFor(lease, (state) => (state?.heartbeat ?? 0) >= 3);
    }
  }

  const post = () =>
    fetch(`http://127.0.0.1:${api.port}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': 'outage/asked',
      },
      body: JSON.stringify(bodyOf(-1)),
    });

  /** What each engine holds of the first missing emails, and every process's own state. */
  async function whatIsKnown(missing: readonly string[]): Promise<string> {
    const traces = await Promise.all(missing.slice(0, 3).map((id) => tracesOf(engines, id)));
    return [...traces, await fleet.state()].join('\n');
  }

  async function expectNothingLost(): Promise<void> {
    await untilReceived(sink, sent, whatIsKnown);
    const listed = await untilSettled(api.port, sent.length);
    const { accepted, unknowns } = await loggedMailsOf(engines);
    expect(new Set(accepted).size).toBe(accepted.length);
    expect([...listed.keys()].sort()).toEqual([...accepted].sort());
    expect([...listed.values()].filter((state) => state !== 'delivered')).toEqual([]);
    const received = new Map([...(await sink.received())].map(([messageId, times]) => [mailOf(messageId), times]));
    expect([...received].filter(([id, times]) => times > 1 + (unknowns.get(id) ?? 0))).toEqual([]);
    expect(await settledLate(engines, unknowns.keys(), kills)).toEqual([]);
  }

  it.each(outages)(
    '%s %s: nothing is lost, it goes on by itself, and what killed workers had is settled within a minute',
    async (name, how) => {
      const way = ways[how];
      const relay = relays.get(name);
      if (way === undefined || relay === undefined) throw new Error('a way that is known');
      const back = createGate();
      await untilUnderWay();
      const stopSending = sendSteadily();
      const stopKilling = killSteadily(back.opened);
      await wait(1_000);
      await way.stop(engines[name], relay);
      const endsAtMs = performance.now() + outageMs;
      try {
        const answer = await post();
        if (name === 'redis') expect(answer.status).toBe(200);
        else {
          expect({ status: answer.status, retryAfter: answer.headers.get('retry-after') }).toEqual({
            status: 503,
            retryAfter: expect.stringMatching(/^[1-9]\d*$/),
          });
          expect(await answer.json()).toMatchObject({ statusCode: 503, name: 'application_error' });
        }
        await wait(endsAtMs - performance.now());
      } finally {
        await way.resume(engines[name], relay);
        back.open();
      }
      const [sentBefore, killsBefore] = [sent.length, kills.length];
      await waitFor(
        () => sent.length >= sentBefore + 3 && kills.length > killsBefore,
        (isUnderWay) => isUnderWay,
        { limitMs: 300_000 },
      );
      await stopSending();
      await stopKilling();
      await expectNothingLost();
    },
    600_000,
  );

  it.each(['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL'])(
    '%s left out: the start is refused, and names it',
    async (url) => {
      const { [url]: _left, ...others } = engines.environment();
      await expect(startServer({ env: others })).rejects.toThrow(url);
    },
  );

  it.each([
    ['EVENTSTOREDB_URL', 'esdb://127.0.0.1:PORT?tls=false'],
    ['MONGODB_URL', 'mongodb://127.0.0.1:PORT/posthorn'],
  ])('%s that nobody answers at: the start ends, and says why', async (url, address) => {
    const port = await closedPort();
    const nobody = address.replace('PORT', String(port));
    const start = startServer({ env: { ...engines.environment(), [url]: nobody, START_PATIENCE_MS: '1' } });
    await expect(start).rejects.toThrow(`no server listens at 127.0.0.1:${port}. Start the server`);
  });
});

interface Kill {
  readonly worker: string;
  readonly atMs: number;
}

function at<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('there are some');
  return item;
}

/** As it has written it down for its next life. */
function nameOf({ dataDir }: FleetMember): string {
  const { workers } = JSON.parse(readFileSync(join(dataDir, 'workers.json'), 'utf8')) as { workers: string[] };
  return workers.at(-1) ?? '';
}

/** Mails that a killed worker had claimed, and that had no last word a minute after its kill. */
async function settledLate(
  engines: SharedEngines,
  emailIds: Iterable<string>,
  kills: readonly Kill[],
): Promise<readonly string[]> {
  const late: string[] = [];
  for (const id of emailIds) {
    const events = await loggedEventsOf(engines, id);
    const settledAtMs = Date.parse(events.findLast(({ type }) => type === 'EmailDelivered')?.time ?? '');
    const claimants = new Set(events.map(({ data }) => data['worker']));
    const killed = kills.findLast(({ worker, atMs }) => claimants.has(worker) && atMs <= settledAtMs);
    if (killed === undefined || settledAtMs - killed.atMs <= settledWithinMs) continue;
    late.push(`${id}: ${settledAtMs - killed.atMs} ms after the kill`);
  }
  return late;
}
